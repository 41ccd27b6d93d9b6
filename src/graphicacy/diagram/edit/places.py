"""Where there is room in a layout: free places for new nodes, and routes for new or moved connectors.

Both look at the canvas as a grid of cells that are taken or free, so that any number of parts costs the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Shape
from graphicacy.diagram.outline import border_point, clip_to_outline, contains
from graphicacy.diagram.scene import Box, Point, passes_through

__all__ = ["box_of", "frames_among", "free_place", "new_route", "shape_of"]

End = tuple[Shape, Box]
GAP = 12.0  # pixels that are kept free around new words
_CELLS = 400  # along the longer side of the canvas
_LEAST_CELL = 3.0  # pixels
_BENDS = (0.15, 0.3, 0.5, 0.8, 1.2)  # how far a bend lies beside the straight line, by its length
_IN_NODE, _ON_WORDS, _ON_ROUTE, _IN_FRAME = 40.0, 8.0, 4.0, 1.0  # cost of a pixel of a route that lies there
_OFF = 1e6  # off the canvas
_MARGIN = 3.0  # pixels from the edge of the canvas: a line there cannot be seen well
_SLANTED = 1.8  # length of a slanted piece by its own, where all other connectors are upright
_BEND = 25.0  # cost of a bend, in pixels of length


def box_of(layout: Layout, key: str) -> Box:
    """Box of a node or group."""
    return layout.scene.nodes[key] if key in layout.scene.nodes else layout.scene.groups[key]


def shape_of(layout: Layout, key: str) -> Shape:
    """Outline of a node; a group's is a rectangle."""
    return next((n.shape for n in layout.diagram.nodes if n.id == key), Shape.RECTANGLE)


class _Grid:
    """Cells of a canvas, as an array of costs by row and column."""

    def __init__(self, width: float, height: float) -> None:
        self.size = width, height
        self.cell = max(_LEAST_CELL, max(width, height) / _CELLS)
        self.cost = np.zeros((math.ceil(height / self.cell) + 1, math.ceil(width / self.cell) + 1))

    def _span(self, low: float, high: float, axis: int) -> slice:
        most = self.cost.shape[axis]
        return slice(*(int(np.clip(v, 0, most)) for v in (low // self.cell, high // self.cell + 1)))

    def fill(self, box: Box, cost: float = 1.0) -> None:
        part = self._span(box.y0, box.y1, 0), self._span(box.x0, box.x1, 1)
        self.cost[part] = np.maximum(self.cost[part], cost)

    def draw(self, lines: Iterable[Sequence[Point]], cost: float = 1.0) -> None:
        points = np.concatenate([np.empty((0, 2)), *(_sampled(line, self.cell) for line in lines)])
        rows, columns, inside = self._cells(points)
        np.maximum.at(self.cost, (rows[inside], columns[inside]), cost)

    def _cells(self, points: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        columns, rows = (points // self.cell).astype(int).T
        inside = (rows >= 0) & (columns >= 0) & (rows < self.cost.shape[0]) & (columns < self.cost.shape[1])
        return rows, columns, inside

    def along(self, line: Sequence[Point]) -> float:
        """Cost of a line, leaving out its last cells at both ends."""
        points = _sampled(line, self.cell)[1:-1]
        off = ((points < _MARGIN) | (points > np.subtract(self.size, _MARGIN))).any(axis=1)
        rows, columns, inside = self._cells(points)
        return float(self.cost[rows[inside], columns[inside]].sum() * self.cell + off.sum() * _OFF)

    def free(self, width: float, height: float) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
        """Left and top of every free place of this size, from a table of sums over the cells."""
        w, h = (math.ceil(v / self.cell) + 1 for v in (width, height))
        sums = np.pad((self.cost > 0).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
        if h >= sums.shape[0] - 1 or w >= sums.shape[1] - 1:
            return np.empty(0), np.empty(0)
        taken = sums[h:-1, w:-1] - sums[: -h - 1, w:-1] - sums[h:-1, : -w - 1] + sums[: -h - 1, : -w - 1]
        rows, columns = np.nonzero(taken == 0)
        return columns * float(self.cell), rows * float(self.cell)


def _sampled(line: Sequence[Point], step: float) -> NDArray[np.float64]:
    """Points along a polyline, at most ``step`` apart."""
    pieces = [np.empty((0, 2))]
    for (ax, ay), (bx, by) in pairwise(line):
        count = min(10_000, math.ceil(math.hypot(bx - ax, by - ay) / step) + 1)
        pieces.append(np.linspace((ax, ay), (bx, by), count))
    return np.concatenate(pieces)


def _outline(box: Box) -> list[Point]:
    return [(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1), (box.x0, box.y0)]


def frames_among(boxes: Sequence[Box], others: Sequence[Box]) -> NDArray[np.bool_]:
    """Which boxes lie around at least one of the others, twice their size or more, so that their inside is free."""
    a, b = (np.asarray(some, dtype=float).reshape(-1, 4) for some in (boxes, others))
    around = np.ones((len(a), len(b)), dtype=bool)
    for axis, sign in enumerate((1, 1, -1, -1)):
        around &= sign * (b[None, :, axis] - a[:, None, axis]) >= -1.0
    area = [(c[:, 2] - c[:, 0]) * (c[:, 3] - c[:, 1]) for c in (a, b)]
    return np.asarray((around & (area[1][None, :] < 0.5 * area[0][:, None])).any(axis=1))


def _words(layout: Layout) -> Iterator[Box]:
    yield from layout.scene.labels.values()
    for key, lettering in layout.lettering.items():
        if isinstance(key, int) and key not in layout.scene.labels:
            yield lettering.box
    for group in layout.diagram.groups:
        if group.label and group.id in layout.scene.groups:
            box = layout.scene.groups[group.id]
            yield layout.lettering[group.id].box if group.id in layout.lettering else Box(*box[:3], box.y0 + 24)


def free_place(layout: Layout, width: float, height: float, near: Point, gap: float = GAP) -> tuple[Layout, Box]:
    """The free place of this size nearest to a point, and the layout, on a larger canvas if there was no room.

    Free is what no node, connector, word, ornament or frame's border touches within ``gap`` pixels.
    """
    scene = layout.scene
    grid = _Grid(scene.width, scene.height)
    nodes = tuple(scene.nodes.values())
    is_frame = frames_among(nodes, nodes)
    frames = [*scene.groups.values(), *(box for box, frame in zip(nodes, is_frame, strict=True) if frame)]
    solid = [*(box for box, frame in zip(nodes, is_frame, strict=True) if not frame), *_words(layout)]
    lines: list[Sequence[Point]] = [*scene.routes, *map(_outline, frames)]
    marks_around = frames_among([o.box for o in layout.ornaments], nodes)
    for ornament, frame in zip(layout.ornaments, marks_around.tolist(), strict=True):
        if ornament.points or frame:
            lines.append(ornament.points or _outline(ornament.box))
            if ornament.lettering and ornament.label:
                solid.append(ornament.lettering.box)
        else:
            solid.append(ornament.box)
    for box in solid:
        grid.fill(box)
    grid.draw(lines)
    x, y = grid.free(width + 2 * gap, height + 2 * gap)
    if len(x):
        x, y = x + gap, y + gap
        best = np.argmin(np.hypot(x + width / 2 - near[0], y + height / 2 - near[1]))
        return layout, _sized(float(x[best]), float(y[best]), width, height)
    return _grown(layout, width, height, near, gap)


def _sized(x: float, y: float, width: float, height: float) -> Box:
    return Box(x, y, x + width, y + height)


def _grown(layout: Layout, width: float, height: float, near: Point, gap: float) -> tuple[Layout, Box]:
    """A strip is added at the right of a tall canvas, at the bottom of a wide one."""
    scene = layout.scene
    if scene.width <= scene.height:
        wide, high = scene.width + width + 2 * gap, max(scene.height, height + 2 * gap)
        x, y = scene.width + gap, near[1] - height / 2
    else:
        wide, high = max(scene.width, width + 2 * gap), scene.height + height + 2 * gap
        x, y = near[0] - width / 2, scene.height + gap
    x, y = min(max(x, gap), wide - gap - width), min(max(y, gap), high - gap - height)
    return replace(layout, scene=replace(scene, width=wide, height=high)), _sized(x, y, width, height)


def new_route(layout: Layout, source: str, target: str, instead_of: int | None = None) -> tuple[Point, ...]:
    """A connector's route from outline to outline: straight where the way is free, else by the cheapest simple detour.

    A pixel inside another node, on words or along another connector costs more than one of free ground, a bend as
    much as 25 pixels. ``instead_of`` is the index of the edge whose present route does not count.
    """
    grid = _costs(layout, (source, target), instead_of)
    ends = [(shape_of(layout, key), box_of(layout, key)) for key in (source, target)]
    best: tuple[Point, ...] = (ends[0][1].center, ends[1][1].center)
    least = math.inf
    slanted = _SLANTED if _is_orthogonal(layout) else 1.0
    for route in chain(_upright_routes(ends[0], ends[1]), _routes(ends[0], ends[1])):
        length = sum(math.dist(a, b) * (1.0 if _upright(a, b) else slanted) for a, b in pairwise(route))
        own = sum(passes_through(route, box.pad(-1.5)) for _, box in ends)
        cost = length + _BEND * (len(route) - 2) + grid.along(route) + _IN_NODE * own
        if cost < least - 1e-6:
            best, least = route, cost
        if len(route) == 2 and cost <= length + 1e-6 and slanted == 1.0:
            break  # straight and free: nothing is cheaper
    return best


def _routes(source: End, target: End) -> Iterator[tuple[Point, ...]]:
    """Routes that point at the middles of both ends, along each of the ways between them."""
    for way in _ways(source[1], target[1]):
        first, last = (way[0], way[-1]) if way else (target[1].center, source[1].center)
        yield border_point(*source, first), *way, border_point(*target, last)


def _upright_routes(source: End, target: End) -> Iterator[tuple[Point, ...]]:
    """Upright lines between two ends that face each other, from the middle of either as far as it can be."""
    a, b = source[1], target[1]
    for axis in (0, 1):
        low, high = max(a[axis], b[axis]), min(a[axis + 2], b[axis + 2])
        inset = min(6.0, (high - low) / 2)
        for at in (a.center[axis], b.center[axis]) if low < high else ():
            at = min(max(at, low + inset), high - inset)
            line = ((at, a.center[1]), (at, b.center[1])) if axis == 0 else ((a.center[0], at), (b.center[0], at))
            if contains(*source, line[0]) and contains(*target, line[1]):
                yield clip_to_outline(clip_to_outline(line, *source), *target, at_end=True)


def _costs(layout: Layout, ends: tuple[str, str], instead_of: int | None) -> _Grid:
    """What a route meets, where; the nodes at its ends, and frames around them, do not count."""
    scene = layout.scene
    grid = _Grid(scene.width, scene.height)
    grid.draw((route for i, route in enumerate(scene.routes) if i != instead_of), _ON_ROUTE)
    for index, box in scene.labels.items():
        if index != instead_of:
            grid.fill(box, _ON_WORDS)
    for ornament in layout.ornaments:
        if ornament.label and ornament.lettering:
            grid.fill(ornament.lettering.box, _ON_WORDS)
    at_ends = [box_of(layout, key) for key in ends]
    for box in scene.groups.values():
        if not any(box.contains(end, 1.0) or end.contains(box, 1.0) for end in at_ends):
            grid.fill(box, _IN_FRAME)
    for key, box in scene.nodes.items():
        if key not in ends and not any(box.contains(end, 1.0) or end.contains(box, 1.0) for end in at_ends):
            grid.fill(box.pad(3), _IN_NODE)
    return grid


def _is_orthogonal(layout: Layout) -> bool:
    pieces = [pair for route in layout.scene.routes for pair in pairwise(route)]
    return sum(_upright(a, b) for a, b in pieces) > 0.8 * len(pieces) > 0


def _upright(a: Point, b: Point) -> bool:
    return min(abs(a[0] - b[0]), abs(a[1] - b[1])) < 0.5


def _ways(source: Box, target: Box) -> Iterator[tuple[Point, ...]]:
    """Bends of the routes that are tried: none, one beside the middle, an elbow, a step, a way around."""
    (ax, ay), (bx, by) = source.center, target.center
    yield ()
    dx, dy = bx - ax, by - ay
    for share in _BENDS:
        for side in (share, -share):
            yield (((ax + bx) / 2 - side * dy, (ay + by) / 2 + side * dx),)
    yield ((ax, by),)
    yield ((bx, ay),)
    for share in (0.5, 0.3, 0.7):
        yield (ax + share * dx, ay), (ax + share * dx, by)
        yield (ax, ay + share * dy), (bx, ay + share * dy)
    around = source.union(target)
    for step in (20.0, 45.0, 80.0, 140.0):
        for x in (around.x0 - step, around.x1 + step):
            yield (x, ay), (x, by)
        for y in (around.y0 - step, around.y1 + step):
            yield (ax, y), (bx, y)
