"""Of many vectors, some that leave none far away: K-center-greedy.

T. F. Gonzalez, *Clustering to minimize the maximum intercluster distance* (1985): the covering radius is at most twice
the least that any choice of as many has.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.read.corpus.embed import Vectors

__all__ = ["Selection", "covering_radius", "k_center_greedy", "random_radius"]

_ROWS = 512  # at a time: what is worked on stays in the processor's cache
_FARTHEST = 1e15  # a coordinate whose square float32 still holds with room


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows that were chosen, in the order of choice, and how far the farthest row is from the nearest of them."""

    indices: tuple[int, ...]
    radius: float


def k_center_greedy(vectors: Vectors, k: int) -> Selection:
    """``k`` rows of ``vectors``, of shape (n, d): each the one farthest from all that were chosen before it.

    The first is the row nearest to the mean; ties go to the lowest index. Distances are Euclidean, in float32. Takes
    O(nkd) time and O(n) memory beside the vectors. Raises ``ValueError`` where ``k`` is not from 1 to n, and for
    coordinates that are no numbers or beyond 10¹⁵.
    """
    rows = _checked(vectors)
    if not 1 <= k <= len(rows):
        raise ValueError(f"{k} of {len(rows)} cannot be chosen: the number must be from 1 to {len(rows)}")
    chosen = [int(np.argmin(_squared(rows, rows.mean(axis=0, dtype=np.float64).astype(np.float32))))]
    nearest = _squared(rows, rows[chosen[0]])
    taken = np.zeros(len(rows), bool)
    taken[chosen[0]] = True
    while len(chosen) < k:
        index = int(np.argmax(np.where(taken, np.float32(-1), nearest)))  # twins of chosen rows may be chosen, at last
        chosen.append(index)
        taken[index] = True
        np.minimum(nearest, _squared(rows, rows[index]), out=nearest)
    return Selection(tuple(chosen), float(np.sqrt(nearest.max())))


def covering_radius(vectors: Vectors, indices: NDArray[np.int64]) -> float:
    """How far the farthest row is from the nearest of the rows that ``indices`` names."""
    rows = _checked(vectors)
    nearest = np.full(len(rows), np.inf, np.float32)
    for index in indices:
        np.minimum(nearest, _squared(rows, rows[index]), out=nearest)
    return float(np.sqrt(nearest.max()))


def random_radius(vectors: Vectors, k: int, seed: int, tries: int = 10) -> float:
    """The mean covering radius of ``tries`` random choices of ``k`` rows: what a greedy one is compared with."""
    rng = np.random.default_rng(seed)
    choices = [rng.choice(len(vectors), k, replace=False) for _ in range(tries)]
    return float(np.mean([covering_radius(vectors, choice) for choice in choices]))


def _squared(rows: Vectors, point: Vectors) -> Vectors:
    """Squared distances of all rows from a point: by differences, since products lose those that are small."""
    found = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _ROWS):
        apart = rows[start : start + _ROWS] - point
        np.einsum("ij,ij->i", apart, apart, out=found[start : start + _ROWS])
    return found


def _checked(vectors: Vectors) -> Vectors:
    if vectors.ndim != 2 or not len(vectors):
        raise ValueError(f"vectors have the shape {vectors.shape}, not (n, d) with n above 0")
    if not bool(np.all(np.abs(vectors) <= _FARTHEST)):
        raise ValueError(f"a vector has a coordinate that is no number, or beyond {_FARTHEST:g}")
    return np.ascontiguousarray(vectors, np.float32)
