"""Where the lines of a pathway run: from outline to outline, or to a place on another line.

A line that ends on an anchor needs the run of the line that carries it, so lines are worked out in that order; where
lines carry each other in a circle, the author's coordinates stand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.gpml.lines import Side, curve, elbow, side_of
from graphicacy.diagram.gpml.places import AnchorRef, Pathway
from graphicacy.diagram.gpml.source import End, Line
from graphicacy.diagram.model import Shape
from graphicacy.diagram.outline import clip_to_outline, contains, nearest_point, outline
from graphicacy.diagram.polyline import along, between, distinct, length_of, meetings
from graphicacy.diagram.scene import Box, Point

__all__ = ["Target", "Tracks", "run_lines"]

_SNAP = 3.0  # pixels from an outline at which an end is moved onto it
_SHORT = 1.0  # pixels: a last piece shorter than this would turn the head
_NEARLY = math.radians(30)  # a line counts as upright or level up to this angle
_CLOCKWISE = {Side.NORTH: Side.EAST, Side.EAST: Side.SOUTH, Side.SOUTH: Side.WEST, Side.WEST: Side.NORTH}
_OPPOSITE = {Side.NORTH: Side.SOUTH, Side.EAST: Side.WEST, Side.SOUTH: Side.NORTH, Side.WEST: Side.EAST}

Target = tuple[Shape, Box]


@dataclass
class Tracks:
    """The route of each line of the source, and the place of each anchor."""

    routes: list[tuple[Point, ...]] = field(default_factory=list)
    anchors: dict[AnchorRef, Point] = field(default_factory=dict)


def run_lines(pathway: Pathway, targets: dict[str, Target], connectors: set[int]) -> Tracks:
    """Routes of all lines.

    ``targets`` has shape and box of what lines end on; ``connectors`` are the indices of lines that join two parts:
    only these are brought to the outlines of what they join.
    """
    runner = _Runner(pathway, targets, connectors)
    for index in _carriers_first(pathway):
        runner.run(index)
    return Tracks([runner.routes[index] for index in range(len(pathway.source.lines))], runner.anchors)


def _carriers_first(pathway: Pathway) -> list[int]:
    """Indices of lines, each after those on whose anchors it ends."""
    needs = [
        [ref.line for end in _ends(line) for ref in (pathway.find(end.ref),) if isinstance(ref, AnchorRef)]
        for line in pathway.source.lines
    ]
    order: list[int] = []
    state = [0] * len(needs)  # 1: waiting for its carriers, 2: done
    for start in range(len(needs)):
        stack = [start]
        while stack:
            at = stack[-1]
            if state[at] == 0:
                state[at] = 1
                stack += [need for need in needs[at] if state[need] == 0]
                continue
            stack.pop()
            if state[at] == 1:
                state[at] = 2
                order.append(at)
    return order


def _ends(line: Line) -> tuple[End, End]:
    return line.points[0], line.points[-1]


class _Runner:
    def __init__(self, pathway: Pathway, targets: dict[str, Target], connectors: set[int]) -> None:
        self.pathway = pathway
        self.lines = pathway.source.lines
        self.targets = targets
        self.connectors = connectors
        self.drawn: dict[int, list[Point]] = {}  # before the ends are brought to outlines
        self.routes: dict[int, tuple[Point, ...]] = {}
        self.anchors: dict[AnchorRef, Point] = {}

    def run(self, index: int) -> None:
        line = self.lines[index]
        drawn = self._way(line)
        route = drawn
        if index in self.connectors:
            for end, at_end in zip(_ends(line), (False, True), strict=True):
                target = self.pathway.find(end.ref)
                if isinstance(target, str):
                    route = _meet(route, *self.targets[target], at_end)
        self.drawn[index] = drawn
        self.routes[index] = tuple(_tidy(route))
        if line.anchors:
            shares = [anchor.position for anchor in line.anchors]
            for number, at in enumerate(_onto(self.routes[index], _at_shares(drawn, shares))):
                self.anchors[AnchorRef(index, number)] = at

    def _way(self, line: Line) -> list[Point]:
        """The line from the author's end to the author's end."""
        first, last = _ends(line)
        start, end = self._at(first), self._at(last)
        between = [point.at for point in line.points[1:-1]]
        if line.connector == "segmented":
            return [start, *between, end]
        if line.connector in ("elbow", "curved"):
            corners = elbow(start, self._side(line, first), end, self._side(line, last), between)
            return curve(corners) if line.connector == "curved" else corners
        return [start, end]

    def _at(self, end: End) -> Point:
        ref = self.pathway.find(end.ref)
        return self.anchors.get(ref, end.at) if isinstance(ref, AnchorRef) else end.at

    def _side(self, line: Line, end: End) -> Side:
        """The side from which a line leaves what it ends on (PathVisio's rule)."""
        ref = self.pathway.find(end.ref)
        if isinstance(ref, AnchorRef):
            return self._side_of_carrier(line, ref)
        if ref is None:
            return Side.WEST if end is line.points[0] else Side.EAST
        if end.offset is not None:
            return side_of(*end.offset)
        _, box = self.targets[ref]
        (x, y), (cx, cy) = end.at, box.center
        return side_of((x - cx) * max(box.height, 1.0), (y - cy) * max(box.width, 1.0))

    def _side_of_carrier(self, line: Line, ref: AnchorRef) -> Side:
        carrier = self.lines[ref.line]
        drawn = self.drawn.get(ref.line)
        if drawn is not None and carrier.connector in ("elbow", "curved"):
            _, (dx, dy) = along(drawn, carrier.anchors[ref.anchor].position * length_of(drawn))
            return side_of(_sign(dy), _sign(dx))
        (ax, ay), (bx, by) = (end.at for end in _ends(line))
        side = _OPPOSITE[side_of(bx - ax, by - ay)]
        (px, py), (qx, qy) = (end.at for end in _ends(carrier))
        wide, high = abs(qx - px), abs(qy - py)
        off = math.atan2(high, wide) if side.horizontal else math.atan2(wide, high)
        return _CLOCKWISE[side] if off <= _NEARLY else side


def _at_shares(points: Sequence[Point], shares: Sequence[float]) -> NDArray[np.float64]:
    """Points (n × 2) at shares of the length of a polyline."""
    table = np.asarray(points, dtype=float)
    way = np.concatenate([[0.0], np.hypot(*np.diff(table, axis=0).T).cumsum()])
    wanted = np.asarray(shares) * way[-1]
    return np.stack([np.interp(wanted, way, table[:, axis]) for axis in (0, 1)], axis=1)


def _onto(route: Sequence[Point], points: NDArray[np.float64]) -> list[Point]:
    """For each point (n × 2) the nearest one of a polyline."""
    table = np.asarray(route, dtype=float)
    start, step = table[:-1], np.diff(table, axis=0)
    size = np.maximum((step**2).sum(axis=1), 1e-12)
    found = []
    for point in points:
        t = np.clip(((point - start) * step).sum(axis=1) / size, 0.0, 1.0)
        places = start + t[:, None] * step
        x, y = places[((places - point) ** 2).sum(axis=1).argmin()]
        found.append((float(x), float(y)))
    return found


def _sign(value: float) -> int:
    return (value > 1e-6) - (value < -1e-6)


def _meet(route: Sequence[Point], shape: Shape, box: Box, at_end: bool) -> list[Point]:
    """A route whose first (or last) point is on an outline: moved, cut or led there, straight on where it can."""
    points = list(route[::-1] if at_end else route)
    near = nearest_point(shape, box, points[0])
    if math.dist(near, points[0]) <= _SNAP:
        points[0] = near
    elif contains(shape, box, points[0]):
        points = list(clip_to_outline(points, shape, box))
    else:
        gap = math.dist(near, points[0])
        ahead = _ahead(points[1], points[0], outline(shape, box), 2 * gap)
        points[:1] = [near, points[0]] if ahead is None else [ahead]
    return points[::-1] if at_end else points


def _ahead(a: Point, b: Point, corners: Sequence[Point], most: float) -> Point | None:
    """Where the line from ``a`` to ``b``, led on by up to ``most`` pixels, first meets a closed polygon."""
    length = math.dist(a, b)
    if length < _SHORT:
        return None
    far = between(a, b, 1 + most / length)
    found = meetings(b, far, corners)
    return between(b, far, min(found)) if found else None


def _tidy(route: Sequence[Point]) -> list[Point]:
    """A route without points on one another, and without a last or first piece too short to see."""
    points = distinct(route)
    while len(points) > 2 and math.dist(points[0], points[1]) < _SHORT:
        del points[1]
    while len(points) > 2 and math.dist(points[-2], points[-1]) < _SHORT:
        del points[-2]
    return points if len(points) > 1 else [route[0], route[-1]]
