"""Polylines: how long they are, what is where along them, where they meet others; and curves as polylines."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from graphicacy.diagram.scene import Point

__all__ = [
    "along",
    "between",
    "bezier",
    "distinct",
    "inside",
    "length_of",
    "meetings",
    "nearest",
    "path_points",
    "shortened",
]

_STEPS = 8  # straight pieces per curve
_TOKEN = re.compile(r"([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)")
_PAIRS = {"M": 1, "L": 1, "C": 3, "Q": 2}


def between(a: Point, b: Point, share: float) -> Point:
    """The point at a share of the way from ``a`` to ``b``."""
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def distinct(points: Sequence[Point], apart: float = 1e-6) -> list[Point]:
    """A polyline without the points that are no more than ``apart`` pixels from the one before."""
    kept = list(points[:1])
    for point in points[1:]:
        if math.dist(point, kept[-1]) > apart:
            kept.append(point)
    return kept


def length_of(points: Sequence[Point]) -> float:
    """Length of a polyline in pixels."""
    return sum(math.dist(a, b) for a, b in pairwise(points))


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
    for a, b in pairwise(points):
        dx, dy = b[0] - a[0], b[1] - a[1]
        square = dx * dx + dy * dy
        if square > 0:
            share = min(max(((to[0] - a[0]) * dx + (to[1] - a[1]) * dy) / square, 0.0), 1.0)
            best = min(best, between(a, b, share), key=lambda p: math.dist(p, to))
    return best


def shortened(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """A polyline without its first ``start`` and last ``end`` pixels; empty where nothing is left."""
    return _without_first(_without_first(points, start)[::-1], end)[::-1]


def _without_first(points: Sequence[Point], length: float) -> list[Point]:
    if length <= 0:
        return list(points)
    for index, (a, b) in enumerate(pairwise(points)):
        step = math.dist(a, b)
        if step > length:
            return [between(a, b, length / step), *points[index + 1 :]]
        length -= step
    return []


def meetings(a: Point, b: Point, polygon: Sequence[Point]) -> list[float]:
    """Shares of the way from ``a`` to ``b`` at which it meets a closed polygon; those along a side are left out."""
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    found = []
    px, py = polygon[-1]
    for qx, qy in polygon:
        ex, ey = qx - px, qy - py
        det = dx * ey - dy * ex
        if abs(det) > 1e-12:
            t = ((px - ax) * ey - (py - ay) * ex) / det
            u = ((px - ax) * dy - (py - ay) * dx) / det
            if -1e-9 <= t <= 1 + 1e-9 and -1e-9 <= u <= 1 + 1e-9:
                found.append(t)
        px, py = qx, qy
    return found


def bezier(a: Point, b: Point, c: Point, d: Point, *, steps: int = _STEPS) -> list[Point]:
    """Points along a cubic Bézier curve, without its start."""
    points = []
    for step in range(1, steps + 1):
        t, u = step / steps, 1 - step / steps
        k0, k1, k2, k3 = u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t
        points.append((k0 * a[0] + k1 * b[0] + k2 * c[0] + k3 * d[0], k0 * a[1] + k1 * b[1] + k2 * c[1] + k3 * d[1]))
    return points


def path_points(d: str) -> list[Point]:
    """Points along SVG path data made of absolute M, L, C and Q, as layout engines write it; else none."""
    points: list[Point] = []
    command = ""
    numbers: list[float] = []
    for letter, number in _TOKEN.findall(d):
        if letter:
            if letter not in _PAIRS:
                return []
            command, numbers = letter, []
            continue
        numbers.append(float(number))
        if not command or len(numbers) < 2 * _PAIRS[command]:
            continue
        pairs = list(zip(numbers[0::2], numbers[1::2], strict=True))
        numbers = []
        if command in "ML":
            points += pairs
        elif not points:
            return []
        elif command == "C":
            points += bezier(points[-1], *pairs)
        else:  # a quadratic curve raised to a cubic one
            (x0, y0), (x1, y1), (x2, y2) = points[-1], *pairs
            first = (x0 + 2 * (x1 - x0) / 3, y0 + 2 * (y1 - y0) / 3)
            points += bezier(points[-1], first, (x2 + 2 * (x1 - x2) / 3, y2 + 2 * (y1 - y2) / 3), (x2, y2))
    return points


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies inside a polygon (nonzero winding rule, which is what SVG fills by)."""
    x, y = point
    winding = 0
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y0 <= y) != (y1 <= y) and x < (x0 - x1) * (y - y1) / (y0 - y1) + x1:
            winding += 1 if y1 > y0 else -1
        x0, y0 = x1, y1
    return winding != 0
