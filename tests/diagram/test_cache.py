"""Files that are kept from run to run: where, and written whole."""

from __future__ import annotations

import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphicacy.diagram.cache import cache_folders, write_whole


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in the temporary folder that would be taken."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / f"graphicacy-{os.getuid()}"


def test_the_users_cache_comes_first_and_nobody_else_reads_the_other(temporary: Path) -> None:
    assert list(cache_folders()) == [temporary.parent / "cache" / "graphicacy", temporary]
    assert temporary.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_leads_elsewhere_is_not_taken(temporary: Path) -> None:
    (temporary.parent / "elsewhere").mkdir()
    temporary.symlink_to(temporary.parent / "elsewhere")
    assert temporary not in list(cache_folders())


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_a_folder_that_somebody_else_made_is_not_taken(temporary: Path) -> None:
    temporary.mkdir()
    os.chown(temporary, 12345, -1)
    assert temporary not in list(cache_folders())


def test_many_threads_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "file.conf"
    contents = [bytes([65 + i]) * 200_000 for i in range(8)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda content: write_whole(path, content), contents * 5))
    assert path.read_bytes() in contents
    assert [file.name for file in path.parent.iterdir()] == ["file.conf"]
