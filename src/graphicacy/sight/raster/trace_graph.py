"""Skeleton → graph: branches between the places where lines end, fork, or touch shapes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphicacy.sight.raster.strokes_ink import Ink, Mask

__all__ = ["Branch", "Graph", "Knot", "Line", "graph_of"]

Line = NDArray[np.float64]  # N × 2, (x, y) in pixels

_MOST_LINE = 150_000  # pixels
_MOST_KNOTS = 3_000
_REACH = 4  # pixels from its last one at which a line still touches a shape


@dataclass(slots=True, eq=False)
class Knot:
    """Where branches meet or end. ``place`` is the index of the shape that is touched there, if any."""

    at: tuple[float, float]
    place: int | None = None
    ends: list[tuple[int, int]] = field(default_factory=list)  # (branch, side), side 0 its start and 1 its end


@dataclass(slots=True, eq=False)
class Branch:
    """A piece of line between two knots; ``points`` run from the first to the second.

    ``gap`` is, where there is no ink and the piece closes a gap, how badly the ends face each other, from 0 on.
    """

    points: Line
    knots: tuple[int, int]
    gap: float | None = None

    def away(self, side: int) -> Line:
        """The points from one of its ends on."""
        return self.points if side == 0 else self.points[::-1]

    @property
    def length(self) -> float:
        """In pixels."""
        return float(np.hypot(*np.diff(self.points, axis=0).T).sum())


@dataclass(slots=True, eq=False)
class Graph:
    """Branches by index, None where one was taken out; and the knots between them."""

    branches: list[Branch | None]
    knots: list[Knot]

    def branch(self, index: int) -> Branch:
        """A branch that is there."""
        found = self.branches[index]
        assert found is not None
        return found

    def add(self, points: Line, start: int, end: int, gap: float | None = None) -> None:
        """A new branch between two knots."""
        index = len(self.branches)
        self.branches.append(Branch(points, (start, end), gap))
        self.knots[start].ends.append((index, 0))
        self.knots[end].ends.append((index, 1))

    def remove(self, index: int) -> None:
        """Take a branch out of the graph."""
        for side, knot in enumerate(self.branch(index).knots):
            self.knots[knot].ends.remove((index, side))
        self.branches[index] = None

    def loose(self, knot: int) -> bool:
        """Whether a line ends there at nothing."""
        return self.knots[knot].place is None and len(self.knots[knot].ends) == 1


def graph_of(skeleton: Mask, ink: Ink) -> Graph | None:
    """The graph of a skeleton; its ends at shapes are knots of their own, one for each line that comes there.

    None where it is too large for a diagram's.
    """
    import cv2

    if int(skeleton.sum()) > _MOST_LINE:
        return None

    rim = cv2.dilate((ink.places > 0).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    special = skeleton & (rim | (_neighbours(skeleton) >= 3))
    _, parts, _, middles = cv2.connectedComponentsWithStats(special.astype(np.uint8), connectivity=8)
    labels = np.asarray(parts, np.int32)
    knots = [Knot((float(x), float(y))) for x, y in middles[1:]]
    ys, xs = np.nonzero(special & rim)
    for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
        knot = knots[labels[y, x] - 1]
        if knot.place is None:
            knot.place = _place_at(ink.places, x, y, 1)
    if len(knots) > _MOST_KNOTS:
        return None
    graph = Graph([], knots)
    for run in _runs(skeleton & ~special):
        ends = [_special_near(labels, *run[0]), _special_near(labels, *run[-1])]
        if len(run) == 1:
            first, second, *_ = *ends[0], 0, 0
            ends = [[first], [second]]
        points = np.array(run, float)
        sides = [
            (e[0] - 1) if e and e[0] else _end_knot(graph, ink, points if i else points[::-1])
            for i, e in enumerate(ends)
        ]
        graph.add(points, sides[0], sides[1])
    return graph if len(graph.knots) <= _MOST_KNOTS else None


def _neighbours(skeleton: Mask) -> NDArray[np.uint8]:
    import cv2

    ones = skeleton.astype(np.uint8)
    return np.asarray(cv2.boxFilter(ones, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT) - ones)


def _place_at(places: NDArray[np.int32], x: float, y: float, reach: int) -> int | None:
    """The shape nearest to a pixel within so many pixels."""
    x, y = round(x), round(y)
    x0, y0 = max(0, x - reach), max(0, y - reach)
    window = places[y0 : y + reach + 1, x0 : x + reach + 1]
    ys, xs = np.nonzero(window)
    if not len(ys):
        return None
    best = np.argmin((xs + x0 - x) ** 2 + (ys + y0 - y) ** 2)
    return int(window[ys[best], xs[best]]) - 1


def _end_knot(graph: Graph, ink: Ink, points: Line) -> int:
    """A new knot at the last of these points: at the shape there or just ahead, else loose."""
    x, y = points[-1]
    graph.knots.append(Knot((float(x), float(y)), _place_at(ink.places, x, y, _REACH)))
    return len(graph.knots) - 1


def _special_near(labels: NDArray[np.int32], x: int, y: int) -> list[int]:
    window = labels[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
    return sorted({int(v) for v in window.reshape(-1)} - {0})


def _runs(pixels: Mask) -> list[list[tuple[int, int]]]:
    """Each chain of pixels of which none has more than two neighbours, in order, as (x, y)."""
    width = pixels.shape[1] + 2
    flat = np.pad(pixels, 1).reshape(-1)
    left = dict.fromkeys(np.flatnonzero(flat).tolist())
    steps = (-width, 1, width, -1, 1 - width, width + 1, width - 1, -width - 1)

    def walk(at: int) -> list[int]:
        chain = []
        following: int | None = at
        while following is not None:
            at = following
            chain.append(at)
            del left[at]
            following = next((at + s for s in steps if at + s in left), None)
        return chain

    found = []
    while left:
        start = next(iter(left))
        ahead = walk(start)
        behind = next((start + s for s in steps if start + s in left), None)
        chain = walk(behind)[::-1] + ahead if behind is not None else ahead
        found.append([(at % width - 1, at // width - 1) for at in chain])
    return found
