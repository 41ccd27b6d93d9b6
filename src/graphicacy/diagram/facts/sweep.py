"""Which of many rectangles meet: the broad phase of every fact about pairs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

__all__ = ["FARTHEST", "Bools", "Floats", "Ints", "expand", "meeting_pairs"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
FARTHEST = 1e9  # pixels: coordinates beyond it, or that are no numbers, are refused

_CHUNK = 1_000_000  # pairs compared at a time: bounds memory, and fits the cache better than all at once


def meeting_pairs(low: Floats, high: Floats) -> Iterator[tuple[Ints, Ints]]:
    """Indices ``(i, j)`` of rectangles that touch or overlap, each pair once, a chunk at a time.

    ``low`` and ``high`` are the corners, shape (n, 2). The rectangles are sorted by where they begin on one axis, so
    that each is compared only with those that begin before it ends; the axis with fewer comparisons is taken.
    """
    plans = [_plan(low[:, axis], high[:, axis]) for axis in (0, 1)]
    axis = int(plans[1][1].sum() < plans[0][1].sum())
    order, counts = plans[axis]
    low, high = low[order, 1 - axis], high[order, 1 - axis]
    total = np.cumsum(counts)
    start = 0
    while start < len(order):
        before = total[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(total, before + _CHUNK, "right")))
        i, offset = expand(counts[start:stop])
        i += start
        j = i + 1 + offset
        hit = (low[j] <= high[i]) & (low[i] <= high[j])
        if hit.any():
            yield order[i[hit]], order[j[hit]]
        start = stop


def expand(counts: Ints) -> tuple[Ints, Ints]:
    """For ``counts`` items per owner: the owner of each item, and its number within its owner."""
    owner = np.repeat(np.arange(len(counts)), counts)
    first = np.cumsum(counts) - counts
    return owner, np.arange(len(owner)) - first[owner]


def _plan(low: Floats, high: Floats) -> tuple[Ints, Ints]:
    """The order along an axis, and how many of the following each one reaches."""
    order = np.argsort(low, kind="stable")
    reach = np.searchsorted(low[order], high[order], "right")
    return order, reach - np.arange(1, len(order) + 1)
