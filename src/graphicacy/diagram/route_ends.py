"""Where drawn routes end: on the outlines of what they join.

A drawn line stops short of a shape where its head begins, or runs on beneath the shape. Its route is lengthened along
its own direction, or cut, so that it ends on the outline: nothing but the last few pixels changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from graphicacy.diagram.polyline import between, inside, meetings, nearest
from graphicacy.diagram.scene import Point

__all__ = ["between_outlines", "missed", "straightened"]

Polygon = Sequence[Point]
_REACH = 24.0  # pixels: the longest head with its gap, at thrice the usual line width
_FAR = 2000.0  # pixels: a line that is farther from what it joins is a mistake
_ON = 0.05  # pixels: nearer than this is on the outline
_STRAIGHT = 0.02  # pixels off a straight line


def between_outlines(route: Sequence[Point], source: Sequence[Polygon], target: Sequence[Polygon]) -> list[Point]:
    """``route`` from the outline of ``source`` to that of ``target``, each a union of closed polygons.

    An end that is farther than a head is long from its shape is left where it is drawn.
    """
    points = list(route)
    if target:
        points = _ending_on(points, target)
    if source:
        points = _ending_on(points[::-1], source)[::-1]
    return points


def missed(route: Sequence[Point], outlines: Sequence[Polygon]) -> Point | None:
    """Where a route that ends far from an outline would meet it: straight on, else at its nearest point.

    None where it ends on the outline, within a head's length of it, or inside.
    """
    if len(route) < 2 or _inside(route[-1], outlines):
        return None
    ahead = _ahead(route, outlines, _FAR)
    if ahead is not None and math.dist(ahead, route[-1]) <= _REACH:
        return None
    beside = _beside(route[-1], outlines, _FAR)
    return None if beside is None or math.dist(beside, route[-1]) <= _REACH else ahead or beside


def straightened(points: Sequence[Point]) -> list[Point]:
    """A polyline of at least two points, without those that lie on the straight line between their neighbours."""
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and _isbetween(kept[-2], kept[-1], point):
            kept.pop()
        if not kept or math.dist(kept[-1], point) > 1e-6:
            kept.append(point)
    return kept if len(kept) > 1 or not kept else kept * 2


def _isbetween(a: Point, b: Point, c: Point) -> bool:
    dx, dy = c[0] - a[0], c[1] - a[1]
    size = math.hypot(dx, dy)
    if size < 1e-9:
        return False
    off = abs(dx * (b[1] - a[1]) - dy * (b[0] - a[0])) / size
    along = (dx * (b[0] - a[0]) + dy * (b[1] - a[1])) / size
    return off < _STRAIGHT and 0 <= along <= size


def _ending_on(points: list[Point], polygons: Sequence[Polygon]) -> list[Point]:
    if len(points) < 2:
        return points
    if _inside(points[-1], polygons):
        return _cut(points, polygons)
    tip = _ahead(points, polygons, _REACH) or _beside(points[-1], polygons, _REACH)
    if tip is None or math.dist(tip, points[-1]) < _ON:
        return points
    return [*points, tip]


def _cut(points: list[Point], polygons: Sequence[Polygon]) -> list[Point]:
    """The route up to where it goes into the shape for the last time; one that is never outside is kept."""
    for index in range(len(points) - 1, 0, -1):
        inner, outer = points[index], points[index - 1]
        stops = sorted({0.0, 1.0, *(t for polygon in polygons for t in meetings(inner, outer, polygon))})
        for t, next_t in pairwise(stops):
            if not _inside(between(inner, outer, (t + next_t) / 2), polygons):
                return [*points[:index], between(inner, outer, t)]
    return points


def _ahead(points: Sequence[Point], polygons: Sequence[Polygon], reach: float) -> Point | None:
    """Where the outline is met first if the route goes straight on; None where it is not, within reach."""
    end = points[-1]
    before = next((p for p in reversed(points[:-1]) if math.dist(p, end) > 0.5), points[0])
    size = math.dist(before, end)
    if size < 1e-9:
        return None
    far = (end[0] + (end[0] - before[0]) / size * reach, end[1] + (end[1] - before[1]) / size * reach)
    hits = [t for polygon in polygons for t in meetings(end, far, polygon)]
    return between(end, far, min(hits)) if hits else None


def _beside(point: Point, polygons: Sequence[Polygon], reach: float) -> Point | None:
    """The nearest point of the outline; None where it is out of reach."""
    places = (nearest((*polygon, polygon[0]), point) for polygon in polygons)
    best = min(places, key=lambda place: math.dist(place, point), default=None)
    return best if best is not None and math.dist(best, point) <= reach else None


def _inside(point: Point, polygons: Sequence[Polygon]) -> bool:
    return any(inside(point, polygon) for polygon in polygons)
