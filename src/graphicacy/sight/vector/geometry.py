"""Plane geometry on polylines and polygons: distances, rays, areas. Pixels, y down."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.polyline import inside
from graphicacy.diagram.scene import Box, Point

__all__ = [
    "along",
    "area",
    "back_from_end",
    "bounds",
    "direction",
    "distance",
    "gap",
    "inside",
    "is_convex",
    "length",
    "nearest",
    "ray_hit",
    "segment_distance",
    "segments_cross",
    "simplify",
    "thin_out",
    "to_box",
    "turn",
]


def gap(a: Point, b: Point) -> float:
    """Distance between two points."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def direction(a: Point, b: Point) -> Point:
    """Unit vector from ``a`` to ``b``; (0, 0) where they coincide."""
    d = gap(a, b)
    return ((b[0] - a[0]) / d, (b[1] - a[1]) / d) if d > 1e-9 else (0.0, 0.0)


def turn(a: Point, b: Point) -> float:
    """Angle between two directions in degrees, in [0, 180]."""
    dot = max(-1.0, min(1.0, a[0] * b[0] + a[1] * b[1]))
    return math.degrees(math.acos(dot))


def bounds(points: Sequence[Point]) -> Box:
    """The smallest box around points (at least one)."""
    xs = [p[0] for p in points]
    ys = [p[1] for p in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def length(points: Sequence[Point]) -> float:
    """Length of a polyline."""
    return sum(gap(a, b) for a, b in pairwise(points))


def along(points: Sequence[Point], distance: float) -> Point:
    """The point at this distance from the start of a polyline, its last point where it is shorter."""
    for a, b in pairwise(points):
        step = gap(a, b)
        if distance <= step and step > 0:
            t = distance / step
            return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
        distance -= step
    return points[-1]


def back_from_end(points: Sequence[Point], distance: float) -> Point:
    """The point at this distance before the end of a polyline."""
    return along(list(reversed(points)), distance)


def segment_distance(p: Point, a: Point, b: Point) -> tuple[float, Point]:
    """Distance from a point to a segment, and the nearest point of it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square <= 1e-12 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    q = (a[0] + t * dx, a[1] + t * dy)
    return gap(p, q), q


def nearest(p: Point, points: Sequence[Point], closed: bool = False) -> tuple[float, Point, float]:
    """Distance from a point to a polyline, its nearest point, and how far along it that point is, in pixels."""
    x, y = p
    best, bx, by, best_i, best_t = math.inf, points[0][0], points[0][1], 0, 0.0
    ring = [*points, points[0]] if closed else points
    x0, y0 = ring[0]
    for i in range(1, len(ring)):  # written out: this is where a reading spends its time
        x1, y1 = ring[i]
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        t = ((x - x0) * dx + (y - y0) * dy) / square if square > 1e-12 else 0.0
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        qx, qy = x0 + t * dx, y0 + t * dy
        d = (x - qx) * (x - qx) + (y - qy) * (y - qy)
        if d < best:
            best, bx, by, best_i, best_t = d, qx, qy, i, t
        x0, y0 = x1, y1
    if best is math.inf:
        return gap(p, points[0]), points[0], 0.0
    walked = length(ring[:best_i]) + best_t * gap(ring[best_i - 1], ring[best_i])
    return math.sqrt(best), (bx, by), walked


def distance(p: Point, points: Sequence[Point], closed: bool = False) -> float:
    """Distance from a point to a polyline or a polygon's outline."""
    x, y = p
    best = math.inf
    x0, y0 = points[-1] if closed else points[0]
    for x1, y1 in points:
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        t = ((x - x0) * dx + (y - y0) * dy) / square if square > 1e-12 else 0.0
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        qx, qy = x - x0 - t * dx, y - y0 - t * dy
        d = qx * qx + qy * qy
        if d < best:
            best = d
        x0, y0 = x1, y1
    return math.sqrt(best)


def thin_out(points: Sequence[Point], tolerance: float, most: int = 160) -> list[Point]:
    """A polyline without points nearer than ``tolerance`` to the one before, and of at most ``most`` points."""
    kept = [points[0]]
    for p in points[1:-1]:
        if abs(p[0] - kept[-1][0]) + abs(p[1] - kept[-1][1]) > tolerance:
            kept.append(p)
    kept.append(points[-1])
    if len(kept) > most:
        step = -(-len(kept) // most)
        kept = [*kept[:-1:step], kept[-1]]
    return kept


def ray_hit(p: Point, d: Point, polygon: Sequence[Point]) -> float | None:
    """How far a ray from ``p`` along the unit vector ``d`` goes until it meets the polygon's outline."""
    best: float | None = None
    a = polygon[-1]
    for b in polygon:
        ex, ey = b[0] - a[0], b[1] - a[1]
        cross = d[0] * ey - d[1] * ex
        if abs(cross) > 1e-12:
            fx, fy = a[0] - p[0], a[1] - p[1]
            t = (fx * ey - fy * ex) / cross
            s = (fx * d[1] - fy * d[0]) / cross
            if t >= 0 and -1e-9 <= s <= 1 + 1e-9 and (best is None or t < best):
                best = t
        a = b
    return best


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether segments ab and cd cross at a point inside both."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def area(polygon: Sequence[Point]) -> float:
    """Area of a simple polygon (shoelace formula)."""
    total = 0.0
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        total += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return abs(total) / 2


def is_convex(polygon: Sequence[Point], slack: float = 1e-6) -> bool:
    """Whether a polygon turns one way only."""
    sign = 0
    n = len(polygon)
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy) = polygon[i - 2], polygon[i - 1], polygon[i]
        cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if abs(cross) > slack:
            if sign and (cross > 0) != (sign > 0):
                return False
            sign = 1 if cross > 0 else -1
    return True


def simplify(polygon: Sequence[Point], tolerance: float) -> list[Point]:
    """The corners of a closed polygon: points nearer than ``tolerance`` to their neighbours' line are dropped."""
    points = [p for i, p in enumerate(polygon) if gap(p, polygon[i - 1]) > tolerance / 2] or list(polygon[:1])
    points = thin_out(points, tolerance / 2, 120) if len(points) > 120 else points
    changed = True
    while changed and len(points) > 3:
        changed = False
        for i in range(len(points)):
            a, b, c = points[i - 1], points[i], points[(i + 1) % len(points)]
            if segment_distance(b, a, c)[0] < tolerance:
                del points[i]
                changed = True
                break
    return points


def to_box(p: Point, box: Box) -> float:
    """Distance from a point to a box, 0 inside."""
    dx = max(box.x0 - p[0], 0.0, p[0] - box.x1)
    dy = max(box.y0 - p[1], 0.0, p[1] - box.y1)
    return math.hypot(dx, dy)


def box_to_line(box: Box, points: Sequence[Point]) -> float:
    """Distance between a box and a polyline, 0 where they overlap."""
    best = float("inf")
    corners = [(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)]
    for a, b in pairwise(points):
        if min(a[0], b[0]) - box.x1 > best or box.x0 - max(a[0], b[0]) > best:
            continue
        if _hits(a, b, box):
            return 0.0
        best = min(best, *(segment_distance(p, a, b)[0] for p in corners), to_box(a, box), to_box(b, box))
    return best


def _hits(a: Point, b: Point, box: Box) -> bool:
    """Whether a segment enters a box (Liang and Barsky's clipping)."""
    t0, t1 = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for p, q in ((-dx, a[0] - box.x0), (dx, box.x1 - a[0]), (-dy, a[1] - box.y0), (dy, box.y1 - a[1])):
        if abs(p) < 1e-12:
            if q < 0:
                return False
            continue
        t = q / p
        if p < 0:
            t0 = max(t0, t)
        else:
            t1 = min(t1, t)
        if t0 > t1:
            return False
    return True


def hull(points: Sequence[Point]) -> list[Point]:
    """The convex hull of points (Andrew's monotone chain); fewer than three points where they lie on a line."""
    ordered = sorted(set(points))

    def chain(run: Sequence[Point]) -> list[Point]:
        half: list[Point] = []
        for p in run:
            while len(half) > 1 and _cross(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        return half[:-1]

    return [*chain(ordered), *chain(ordered[::-1])] if len(ordered) > 2 else ordered


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def table(boxes: Sequence[Box]) -> NDArray[np.float64]:
    """Boxes as rows of x0, y0, x1, y1."""
    return np.array(boxes, dtype=float).reshape(-1, 4)


def meeting(boxes: NDArray[np.float64], box: Box) -> list[int]:
    """Indices of the rows of a table of boxes that share a point with a box."""
    meets = (boxes[:, 0] <= box.x1) & (boxes[:, 2] >= box.x0) & (boxes[:, 1] <= box.y1) & (boxes[:, 3] >= box.y0)
    return [int(n) for n in np.flatnonzero(meets)]
