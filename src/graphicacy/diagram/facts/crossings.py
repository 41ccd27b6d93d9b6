"""Where connectors cross, touch, nearly touch or run along each other, and how sure that is.

Two routes *cross* where each passes from one side of the other to the other side, and goes at least ``LEAST_DEPTH``
pixels away from it on both: so a touch, an end that just reaches over a line, and two arrows that meet in one tip are
no crossings, and a crossing in a corner of either route is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from graphicacy.diagram.facts.segments import Probes, Segments, probes_of, segments_of, tables
from graphicacy.diagram.facts.sweep import Bools, Floats, Ints, expand, meeting_pairs
from graphicacy.diagram.scene import Point

__all__ = ["LEAST_DEPTH", "MERGED", "REACH", "Meeting", "crossing_pairs", "meetings"]

LEAST_DEPTH = 2.0  # pixels that each must go beyond the other: about the width of a line
REACH = 8.0  # pixels: lines farther apart are no near miss
MERGED = 1.5  # pixels: lines this near to each other look like one
LONGEST_MERGED = 12.0  # pixels that two lines may look like one while it is still clear where each goes on
_COARSE = 1e9  # spacing of probes: corners only
_FINE = 2.0
# Where a point lies exactly on a line, the first route of the pair is thought of as moved by a tiny step in this
# direction, the same for all its points, so that sides never tie (simulation of simplicity, Edelsbrunner & Mücke 1990).
_STEP = np.array([0.7548776662466927, 0.5698402909980532])


class Meeting(NamedTuple):
    """Two routes, ``first < second`` by index, that cross or come within ``REACH`` pixels of each other.

    ``depth`` is how many pixels each goes beyond the other on its lesser side, 0 where they do not change sides.
    ``gap`` is the least distance between them, 0 where they cross; where they share an end, it is measured only after
    they are ``REACH`` apart, or is their largest distance if they never are. ``together`` is the length in pixels over
    which they look like one line, counted in the same places. ``points`` are where they change sides.
    """

    first: int
    second: int
    depth: float
    gap: float
    together: float
    points: tuple[Point, ...]

    @property
    def crosses(self) -> bool:
        """Whether the two cross."""
        return self.depth >= LEAST_DEPTH

    @property
    def margin(self) -> float:
        """Pixels by which the drawing would have to change before a reader could say otherwise.

        The depth of a crossing, else the gap; 0 where they look like one line over more than ``LONGEST_MERGED``, or
        just fail to be deep enough. Ask about crossings only where every meeting's margin is well above the line width.
        """
        if self.together > LONGEST_MERGED:
            return 0.0
        if self.crosses:
            return self.depth
        return self.gap if self.depth < LEAST_DEPTH / 2 else 0.0


@dataclass(frozen=True, slots=True)
class _Passes:
    """Every place where a pair of routes changes sides: the pair, how far along each route, and where."""

    first: Ints
    second: Ints
    at_first: Floats
    at_second: Floats
    point: Floats

    def take(self, some: Bools | Ints) -> _Passes:
        """Those of these indices."""
        return _Passes(self.first[some], self.second[some], self.at_first[some], self.at_second[some], self.point[some])


def crossing_pairs(routes: Sequence[Sequence[Point]]) -> list[tuple[int, int]]:
    """Pairs ``i < j`` of routes that cross. Raises ``ValueError`` for coordinates that are no numbers."""
    segments = segments_of(routes)
    passes = _passes(segments)
    pairs, number = _unique(passes)
    # Corners alone give a lower bound of the depth, which settles nearly all; probes 2 px apart settle the rest.
    deep = _depths(segments, probes_of(segments, _COARSE), passes, pairs, number) >= LEAST_DEPTH
    if not deep.all():
        unsure = np.flatnonzero(~deep)
        some = np.isin(number, unsure)
        rest = passes.take(some)
        fine = _depths(segments, probes_of(segments, _FINE), rest, pairs[unsure], np.searchsorted(unsure, number[some]))
        deep[unsure] = fine >= LEAST_DEPTH
    return [(int(i), int(j)) for i, j in pairs[deep]]


def meetings(routes: Sequence[Sequence[Point]]) -> list[Meeting]:
    """Every pair of routes that cross or come within ``REACH`` pixels of each other, in order.

    All other pairs are clearly apart. Raises ``ValueError`` for coordinates that are no numbers.
    """
    segments = segments_of(routes)
    passes = _passes(segments)
    crossed, number = _unique(passes)
    probes = probes_of(segments, _FINE)
    depths = _depths(segments, probes, passes, crossed, number)
    by_pair = {(int(i), int(j)): k for k, (i, j) in enumerate(crossed)}
    pairs = _near(segments)
    gaps, together = _apart(segments, probes, pairs)
    found = []
    for row, (i, j) in enumerate(pairs.tolist()):
        k = by_pair.get((i, j))
        depth = 0.0 if k is None else float(depths[k])
        gap = 0.0 if depth >= LEAST_DEPTH else float(gaps[row])
        if gap < REACH or depth >= LEAST_DEPTH / 2:
            points = () if k is None else tuple((float(x), float(y)) for x, y in passes.point[number == k])
            found.append(Meeting(i, j, depth, gap, float(together[row]), points))
    return found


def _passes(s: Segments) -> _Passes:
    """Where segments of different routes pass through each other, ties broken by ``_STEP``."""
    found = []
    for k, m in meeting_pairs(np.minimum(s.p, s.q), np.maximum(s.p, s.q)):
        other = s.route[k] != s.route[m]
        k, m = k[other], m[other]
        swap = s.route[k] > s.route[m]
        k, m = np.where(swap, m, k), np.where(swap, k, m)
        along = s.q[m] - s.p[m]
        tie = _cross(along, _STEP)
        start, end = _cross(along, s.p[k] - s.p[m]), _cross(along, s.q[k] - s.p[m])
        across = _cross(s.q[k] - s.p[k], -_STEP)
        low = _cross(s.q[k] - s.p[k], s.p[m] - s.p[k])
        high = _cross(s.q[k] - s.p[k], s.q[m] - s.p[k])
        hit = (_left(start, tie) != _left(end, tie)) & (_left(low, across) != _left(high, across))
        t, u = _share(start[hit], end[hit]), _share(low[hit], high[hit])
        k, m = k[hit], m[hit]
        found.append(
            _Passes(
                s.route[k],
                s.route[m],
                s.at[k] + t * s.length[k],
                s.at[m] + u * s.length[m],
                s.p[k] + t[:, None] * (s.q[k] - s.p[k]),
            )
        )
    if not found:
        return _Passes(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(0), np.zeros((0, 2)))
    return _Passes(
        np.concatenate([part.first for part in found]),
        np.concatenate([part.second for part in found]),
        np.concatenate([part.at_first for part in found]),
        np.concatenate([part.at_second for part in found]),
        np.concatenate([part.point for part in found]),
    )


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _left(side: Floats, tie: Floats) -> Bools:
    return np.where(side == 0, tie > 0, side > 0)


def _share(start: Floats, end: Floats) -> Floats:
    """Where between two points on different sides of a line the line runs; the start where both lie on it."""
    whole = start - end
    return np.clip(np.divide(start, whole, out=np.zeros_like(start), where=whole != 0), 0.0, 1.0)


def _unique(passes: _Passes) -> tuple[Ints, Ints]:
    """The distinct pairs of routes, shape (n, 2), and for each pass the number of its pair."""
    pairs, number = np.unique(np.stack([passes.first, passes.second], axis=1), axis=0, return_inverse=True)
    return pairs, number.reshape(-1)


def _depths(s: Segments, probes: Probes, passes: _Passes, pairs: Ints, number: Ints) -> Floats:
    """Depth of each pair: how far each route goes from the other, on the side where it goes less far.

    A route changes sides at every pass, so its stretches between passes lie on one side and the other by turns.
    """
    one = _depth(s, probes, pairs[:, 0], pairs[:, 1], passes.at_first, number)
    two = _depth(s, probes, pairs[:, 1], pairs[:, 0], passes.at_second, number)
    return np.minimum(one, two)


def _depth(s: Segments, probes: Probes, first: Ints, second: Ints, at: Floats, number: Ints) -> Floats:
    depth = np.zeros(len(first))
    order = np.argsort(number, kind="stable")
    at, count = at[order], np.bincount(number, minlength=len(first))
    begin = np.cumsum(count) - count
    for rows, span, distance in tables(s, probes, first, second):
        item, k = expand(count[rows])
        passed = at[begin[rows[item]] + k][:, None] <= probes.at[span]
        other_side = np.bitwise_xor.reduceat(passed, np.cumsum(count[rows]) - count[rows], axis=0)
        here = np.where(other_side, 0.0, distance).max(axis=1)
        depth[rows] = np.minimum(here, np.where(other_side, distance, 0.0).max(axis=1))
    return depth


def _near(s: Segments) -> Ints:
    """Pairs ``i < j`` of routes with segments whose boxes come within ``REACH`` of each other, shape (n, 2)."""
    low, high = np.minimum(s.p, s.q) - REACH / 2, np.maximum(s.p, s.q) + REACH / 2
    size = len(s.count)
    keys = [np.zeros(0, np.int64)]
    for k, m in meeting_pairs(low, high):
        i, j = np.minimum(s.route[k], s.route[m]), np.maximum(s.route[k], s.route[m])
        keys.append(np.unique((i * size + j)[i < j]))
    return np.stack(np.divmod(np.unique(np.concatenate(keys)), max(size, 1)), axis=1)


def _apart(s: Segments, probes: Probes, pairs: Ints) -> tuple[Floats, Floats]:
    """Gap and length together of each pair, the lesser gap and the greater length of the two ways to measure them."""
    shared = _shared_ends(s, pairs)
    one = _measure(s, probes, pairs[:, 0], pairs[:, 1], shared[0])
    two = _measure(s, probes, pairs[:, 1], pairs[:, 0], shared[1])
    return np.minimum(one[0], two[0]), np.maximum(one[1], two[1])


def _shared_ends(s: Segments, pairs: Ints) -> Bools:
    """Whether the start and the end of either route lie within ``REACH`` of an end of the other: shape (2, n, 2)."""
    starts = s.first[pairs]
    a, b = np.moveaxis(np.stack([s.p[starts], s.q[starts + s.count[pairs] - 1]], axis=2), 1, 0)
    near = np.hypot(*np.moveaxis(a[:, :, None] - b[:, None, :], -1, 0)) <= REACH
    return np.stack([near.any(axis=2), near.any(axis=1)])


def _measure(s: Segments, probes: Probes, first: Ints, second: Ints, shared: Bools) -> tuple[Floats, Floats]:
    """Least distance of the first routes from the second ones, and the length over which they look like one.

    From a shared end on, nothing counts until the two are ``REACH`` apart.
    """
    gap, together = np.zeros(len(first)), np.zeros(len(first))
    for rows, span, distance in tables(s, probes, first, second):
        far, number = distance >= REACH, np.arange(distance.shape[1])
        begin = np.where(far.any(axis=1), far.argmax(axis=1), len(number))
        end = len(number) - 1 - far[:, ::-1].argmax(axis=1)
        after = ~shared[rows, 0, None] | (number >= begin[:, None])
        before = ~shared[rows, 1, None] | (number <= end[:, None])
        counts = after & before
        nearest = np.where(counts, distance, np.inf).min(axis=1)
        gap[rows] = np.where(counts.any(axis=1), nearest, distance.max(axis=1))
        together[rows] = (counts & (distance <= MERGED)) @ probes.weight[span]
    return gap, together
