from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from graphicacy.diagram.scene import Box
from graphicacy.sight import ocr_cache
from graphicacy.sight.evidence import TextItem, Word
from graphicacy.sight.ocr_cache import cache_folder, cached_reading, reading_key

ITEM = TextItem(
    "NF-κB 细胞",
    Box(1, 2, 30.5, 12),
    ((1, 2), (30.5, 2), (30.5, 12), (1, 12)),
    (Word("NF-κB", Box(1, 2, 20, 12)), Word("细胞", Box(22, 2, 30.5, 12))),
    angle=-12.5,
    size=10.0,
    score=0.91,
    contrast=None,
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRAPHICACY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def never() -> tuple[TextItem, ...]:
    raise AssertionError("read again")


def entry(folder: Path) -> Path:
    (path,) = folder.rglob("*.json")
    return path


def test_a_second_call_gives_the_same_items_without_reading(folder: Path) -> None:
    assert cached_reading("ab12", lambda: (ITEM,)) == (ITEM,)
    assert cached_reading("ab12", never) == (ITEM,)
    assert not list(folder.rglob("*.tmp"))


def test_an_empty_reading_is_a_reading() -> None:
    cached_reading("ab12", lambda: ())
    assert cached_reading("ab12", never) == ()


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b"null", b'{"items":[{"text":3}]}', b'{"items":[3]}', b"\xff\xfe\x00", b"[" * 9999]
)
def test_a_corrupt_entry_is_read_anew_and_mended(folder: Path, damage: bytes) -> None:
    cached_reading("ab12", lambda: (ITEM,))
    entry(folder).write_bytes(damage)
    assert cached_reading("ab12", lambda: (ITEM,)) == (ITEM,)
    assert cached_reading("ab12", never) == (ITEM,)


def test_an_entry_with_a_wrong_field_is_a_miss(folder: Path) -> None:
    cached_reading("ab12", lambda: (ITEM,))
    data = json.loads(entry(folder).read_text())
    data["items"][0]["box"] = [1, 2, 3]
    entry(folder).write_text(json.dumps(data))
    assert cached_reading("ab12", lambda: ()) == ()


def test_a_folder_that_cannot_be_written_does_no_harm(folder: Path) -> None:
    folder.write_text("a file in the way")
    assert cached_reading("ab12", lambda: (ITEM,)) == (ITEM,)


def test_a_failed_reading_is_not_kept(folder: Path) -> None:
    with pytest.raises(AssertionError):
        cached_reading("ab12", never)
    assert not folder.exists()


def test_the_key_depends_on_pixels_shape_engine_and_version() -> None:
    one = np.zeros((2, 6, 3), np.uint8)
    other = one.copy()
    other[0, 0, 0] = 1
    keys = {
        reading_key(one, "a", "1"),
        reading_key(other, "a", "1"),
        reading_key(one.reshape(6, 2, 3), "a", "1"),
        reading_key(one, "b", "1"),
        reading_key(one, "a", "2"),
    }
    assert len(keys) == 5
    assert reading_key(np.asfortranarray(one), "a", "1") == reading_key(one, "a", "1")


def test_where_caches_go(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert cache_folder() == tmp_path / "cache"
    monkeypatch.delenv("GRAPHICACY_CACHE")
    monkeypatch.setattr(ocr_cache.sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "graphicacy"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == tmp_path / ".cache" / "graphicacy"
    monkeypatch.setattr(ocr_cache.sys, "platform", "darwin")
    assert cache_folder() == tmp_path / "Library" / "Caches" / "graphicacy"


def test_without_a_home_nothing_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("GRAPHICACY_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(ocr_cache.Path, "home", homeless)
    assert cache_folder() is None
    assert cached_reading("ab12", lambda: (ITEM,)) == (ITEM,)
