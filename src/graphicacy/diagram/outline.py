"""Where a node's outline runs: what its shape makes of its box, in pixels, y down.

Every outline is convex and fills its box: its bounding box is the box. What the writer paints, where routes are
cut and where words fit all follow from the one polygon (or ellipse) that is given here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from graphicacy.diagram.model import Shape
from graphicacy.diagram.polyline import between, meetings, nearest
from graphicacy.diagram.scene import Box, Point

__all__ = [
    "border_point",
    "clip_to_outline",
    "contains",
    "corner_radius",
    "cylinder_rise",
    "nearest_point",
    "outline",
    "text_box",
]

ROUND = frozenset([Shape.ELLIPSE, Shape.CIRCLE, Shape.POINT, Shape.ANCHOR])
_BOXES = frozenset([Shape.RECTANGLE, Shape.TEXT])
_STEPS = 12  # straight pieces of a quarter of an ellipse: off by less than 0.3 % of its radius


def outline(shape: Shape, box: Box) -> tuple[Point, ...]:
    """Corners of a closed convex polygon, clockwise on the screen; curves as short straight pieces."""
    x0, y0, x1, y1 = box
    w, h, (cx, cy) = box.width, box.height, box.center
    if shape in _BOXES:
        return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    if shape in ROUND:
        return tuple(_arc(cx, cy, w / 2, h / 2, -90, 4)[:-1])
    if shape in (Shape.ROUNDED, Shape.STADIUM):
        return _rounded(box, corner_radius(shape, box))
    if shape is Shape.CYLINDER:
        rise = cylinder_rise(box)
        return (*_arc(cx, y0 + rise, w / 2, rise, 180, 2), *_arc(cx, y1 - rise, w / 2, rise, 0, 2))
    if shape is Shape.DIAMOND:
        return (cx, y0), (x1, cy), (cx, y1), (x0, cy)
    if shape is Shape.TRIANGLE:
        return (cx, y0), (x1, y1), (x0, y1)
    slant = min(w / 4, h / 2)
    if shape is Shape.HEXAGON:
        return (x0 + slant, y0), (x1 - slant, y0), (x1, cy), (x1 - slant, y1), (x0 + slant, y1), (x0, cy)
    if shape is Shape.PARALLELOGRAM:
        return (x0 + slant, y0), (x1, y0), (x1 - slant, y1), (x0, y1)
    if shape is Shape.TRAPEZIUM:
        return (x0 + slant, y0), (x1 - slant, y0), (x1, y1), (x0, y1)
    a, b = w * _CUT, h * _CUT  # any other outline: an octagon
    return (
        (x0 + a, y0),
        (x1 - a, y0),
        (x1, y0 + b),
        (x1, y1 - b),
        (x1 - a, y1),
        (x0 + a, y1),
        (x0, y1 - b),
        (x0, y0 + b),
    )


_CUT = 1 - math.sqrt(0.5)  # of a regular octagon's half side


def corner_radius(shape: Shape, box: Box) -> float:
    """Radius in pixels of the corners of a rounded rectangle or stadium."""
    least = min(box.width, box.height)
    return least / 2 if shape is Shape.STADIUM else min(10.0, least / 4)


def cylinder_rise(box: Box) -> float:
    """Half the height in pixels of the ellipse at the top of a cylinder."""
    return min(box.width / 6, box.height / 6)


def text_box(shape: Shape, box: Box) -> Box:
    """The part of a box in which words lie inside the outline."""
    w, h, slant = box.width, box.height, min(box.width / 4, box.height / 2)
    if shape in ROUND:
        return Box.about(box.center, w * 0.76, h * 0.65)
    if shape is Shape.DIAMOND:
        return Box.about(box.center, w * 0.6, h * 0.4)
    if shape is Shape.TRIANGLE:
        return Box.about((box.center[0], box.y0 + 0.72 * h), w * 0.5, h * 0.44)
    if shape in (Shape.HEXAGON, Shape.PARALLELOGRAM, Shape.TRAPEZIUM):
        return Box.about(box.center, w - (1.4 if shape is Shape.HEXAGON else 1.8) * slant, h * 0.9)
    if shape is Shape.STADIUM:
        return Box.about(box.center, w - 0.6 * min(w, h), h * 0.9)
    if shape is Shape.CYLINDER:
        rise = cylinder_rise(box)
        return Box(box.x0 + 0.05 * w, box.y0 + 2 * rise, box.x1 - 0.05 * w, box.y1 - 0.6 * rise)
    if shape is Shape.POLYGON:
        return Box.about(box.center, w * 0.82, h * 0.72)
    pad = min(5.0, 0.08 * min(w, h))
    return box if shape is Shape.TEXT else Box(box.x0 + pad, box.y0 + pad, box.x1 - pad, box.y1 - pad)


def border_point(shape: Shape, box: Box, toward: Point) -> Point:
    """Where the ray from the middle of a box to ``toward`` leaves the outline; downwards where they are one."""
    cx, cy = box.center
    dx, dy = toward[0] - cx, toward[1] - cy
    size = math.hypot(dx, dy)
    if box.width <= 0 or box.height <= 0:
        return min(max(toward[0], box.x0), box.x1), min(max(toward[1], box.y0), box.y1)
    dx, dy = (dx / size, dy / size) if size > 1e-9 else (0.0, 1.0)
    if shape in ROUND:
        t = 1 / math.hypot(dx / (box.width / 2), dy / (box.height / 2))
    elif shape in _BOXES:
        t = min((v / 2 / abs(d) for v, d in ((box.width, dx), (box.height, dy)) if abs(d) > 1e-12))
    else:
        far = (cx + dx * 2 * (box.width + box.height), cy + dy * 2 * (box.width + box.height))
        crossings = meetings((cx, cy), far, outline(shape, box))
        t = max(crossings, default=0.0) * 2 * (box.width + box.height)
    return cx + t * dx, cy + t * dy


def nearest_point(shape: Shape, box: Box, point: Point) -> Point:
    """The place on the outline that is nearest to a point."""
    corners = outline(shape, box)
    return nearest((*corners, corners[0]), point)


def contains(shape: Shape, box: Box, point: Point) -> bool:
    """Whether a point lies inside the outline or on it."""
    corners = outline(shape, box)
    x, y = point
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-9
        for (ax, ay), (bx, by) in pairwise((*corners, corners[0]))
    )  # fmt: skip


def clip_to_outline(points: Sequence[Point], shape: Shape, box: Box, at_end: bool = False) -> tuple[Point, ...]:
    """The part of a polyline outside of an outline, beginning (or, ``at_end``, ending) on it.

    A polyline that begins inside is cut where it last leaves; one that begins outside gets the border point that
    faces its first point in front. One that lies wholly inside is drawn in to the border point that faces its other
    end.
    """
    if not points:
        return ()
    route = list(points[::-1] if at_end else points)
    corners = outline(shape, box)
    if contains(shape, box, route[0]):
        for i in range(len(route) - 2, -1, -1):
            crossings = meetings(route[i], route[i + 1], corners)
            if crossings and not contains(shape, box, route[i + 1]):
                cut = [between(route[i], route[i + 1], max(crossings)), *route[i + 1 :]]
                break
        else:
            cut = [border_point(shape, box, route[-1]), route[-1]]
    else:
        cut = [border_point(shape, box, route[0]), *route]
    return tuple(cut[::-1] if at_end else cut)


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, quarters: int) -> list[Point]:
    """Points of an ellipse from ``start`` degrees on, clockwise on the screen, both ends included."""
    steps = _STEPS * quarters
    angles = [math.radians(start + 90 * i / _STEPS) for i in range(steps + 1)]
    return [(cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles]


def _rounded(box: Box, r: float) -> tuple[Point, ...]:
    x0, y0, x1, y1 = box
    quarters = ((x1 - r, y0 + r, -90), (x1 - r, y1 - r, 0), (x0 + r, y1 - r, 90), (x0 + r, y0 + r, 180))
    return tuple(p for cx, cy, start in quarters for p in _arc(cx, cy, r, r, start, 1))
