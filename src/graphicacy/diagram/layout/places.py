"""Where things lie to one another: frames around parts, points along lines, the way that a diagram reads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.model import Direction
from graphicacy.diagram.scene import Box, Point

__all__ = ["along", "innermost", "main_direction", "nearest", "without_cycles"]

_MAX_FRAMES, _MAX_HELD = 2_000, 64  # frames in all, and around one part


def innermost(boxes: Sequence[Box], frames: Sequence[Box]) -> list[list[int]]:
    """For each box, the (at most 64) smallest frames that hold its middle and are larger, from the smallest on.

    Raises ``BadDrawing`` for more than 2,000 frames.
    """
    if not frames:
        return [[] for _ in boxes]
    if len(frames) > _MAX_FRAMES:
        raise BadDrawing(
            f"the drawing has {len(frames):,} frames around others: the limit is {_MAX_FRAMES:,}; split it"
        )
    table = np.asarray(frames, dtype=float).reshape(-1, 4)
    areas = (table[:, 2] - table[:, 0]) * (table[:, 3] - table[:, 1])
    found = []
    for box in boxes:
        x, y = box.center
        holds = (table[:, 0] <= x) & (x <= table[:, 2]) & (table[:, 1] <= y) & (y <= table[:, 3]) & (areas > box.area)
        inside = np.flatnonzero(holds)
        found.append([int(i) for i in inside[np.lexsort((-inside, areas[inside]))][:_MAX_HELD]])
    return found


def without_cycles(parents: dict[str, str | None]) -> dict[str, str | None]:
    """The same tree of frames, where one that would lie in itself lies in none."""
    found: dict[str, str | None] = {}
    for start in parents:
        path, key = dict[str, None](), start
        while key not in found and key not in path:
            path[key] = None
            outer = parents.get(key)
            if outer is None:
                break
            key = outer
        found.update({passed: parents.get(passed) for passed in path})
        if key in path and parents.get(key) is not None:
            found[key] = None
    return found


def main_direction(pairs: Iterable[tuple[Point, Point]]) -> Direction | None:
    """Where most of the way from the first points to the second goes; None where there is no way."""
    way = dict.fromkeys(Direction, 0.0)
    for (ax, ay), (bx, by) in pairs:
        dx, dy = bx - ax, by - ay
        if abs(dx) >= abs(dy):
            way[Direction.RIGHT if dx > 0 else Direction.LEFT] += abs(dx)
        else:
            way[Direction.DOWN if dy > 0 else Direction.UP] += abs(dy)
    best = max(way, key=lambda key: way[key])
    return best if way[best] > 0 else None


def along(points: Sequence[Point], distance: float) -> tuple[Point, Point]:
    """The point ``distance`` pixels along a polyline, or its end, and the unit vector in which the line runs there."""
    at, way = points[0], (1.0, 0.0)
    for a, b in pairwise(points):
        length = math.dist(a, b)
        if length == 0:
            continue
        way = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        if distance <= length:
            return (a[0] + distance * way[0], a[1] + distance * way[1]), way
        distance -= length
        at = b
    return at, way


def nearest(points: Sequence[Point], to: Point) -> Point:
    """The point of a polyline that is nearest to another."""
    best = min(points, key=lambda p: math.dist(p, to))
    for (ax, ay), (bx, by) in pairwise(points):
        dx, dy = bx - ax, by - ay
        size = dx * dx + dy * dy
        if size > 0:
            t = min(max(((to[0] - ax) * dx + (to[1] - ay) * dy) / size, 0.0), 1.0)
            best = min(best, (ax + t * dx, ay + t * dy), key=lambda p: math.dist(p, to))
    return best
