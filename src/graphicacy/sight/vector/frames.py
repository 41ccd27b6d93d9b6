"""Shapes drawn as an open path: swimlanes of draw.io, which hang from a title band, and vessels, open at the top."""

from __future__ import annotations

from itertools import pairwise

from graphicacy.diagram.model import Head, Shape
from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.vector.clutter import Texts
from graphicacy.sight.vector.geometry import area, bounds, distance, gap, to_box
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Stroke

__all__ = ["frames_of", "vessels_of"]


def frames_of(strokes: list[Stroke], outlines: list[Outline]) -> tuple[list[Stroke], list[Outline]]:
    """The strokes that are no frames, and a rectangle for each frame and its band together."""
    rest, found = [], []
    for s in strokes:
        band = next((o for o in outlines if _hangs(s, o)), None) if _is_bracket(s) else None
        if band is None:
            rest.append(s)
            continue
        box = bounds(s.points).union(band.box)
        corners = [(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)]
        looks = (None, s.color, s.style, s.order, False, box.area, s.pen)
        found.append(Outline(corners, box, Shape.RECTANGLE, *looks))
    return rest, found


def vessels_of(
    strokes: list[Stroke], outlines: list[Outline], texts: Texts, unit: float
) -> tuple[list[Stroke], list[Outline]]:
    """The strokes that are no vessels, and an outline for each vessel: a tank or beaker with a text in it.

    A line with both ends free, at one height, that runs down from both and round a text is one.
    """
    rest, found = [], []
    for s in strokes:
        made = _vessel(s, unit)
        if made is None or not texts.held_by(made) or any(_near(p, o, unit) for p in _rim(s) for o in outlines):
            rest.append(s)
        else:
            found.append(made)
    return rest, found


def _rim(s: Stroke) -> tuple[Point, Point]:
    return s.points[0], s.points[-1]


def _vessel(s: Stroke, unit: float) -> Outline | None:
    if not 4 <= len(s.points) <= 60 or s.start.head is not Head.NONE or s.end.head is not Head.NONE:
        return None
    a, b = _rim(s)
    box = bounds(s.points)
    level = abs(a[1] - b[1]) <= 2.0 and max(a[1], b[1]) <= box.y0 + 2.0
    steep = all(p[1] - q[1] > abs(p[0] - q[0]) for p, q in ((s.points[1], a), (s.points[-2], b)))
    if not level or not steep or min(box.width, box.height) < 3 * unit or area(s.points) < 0.5 * box.area:
        return None
    looks = (None, s.color, s.style, s.order, False, area(s.points), s.pen)
    return Outline(list(s.points), box, Shape.POLYGON, *looks)


def _near(p: Point, o: Outline, unit: float) -> bool:
    return to_box(p, o.box) <= unit and distance(p, o.polygon, closed=True) <= unit


def _is_bracket(s: Stroke) -> bool:
    """Whether a plain stroke runs along three sides of a rectangle."""
    if len(s.points) != 4 or s.start.head is not Head.NONE or s.end.head is not Head.NONE:
        return False
    level = [abs(a[1] - b[1]) < 0.5 for a, b in pairwise(s.points)]
    upright = [abs(a[0] - b[0]) < 0.5 for a, b in pairwise(s.points)]
    return all(a or b for a, b in zip(level, upright, strict=True)) and level[0] == level[2] != level[1]


def _hangs(s: Stroke, band: Outline) -> bool:
    """Whether a bracket starts and ends at two neighbouring corners of a rectangle and lies outside of it."""
    at = [_corner(p, band.box) for p in (s.points[0], s.points[-1])]
    if None in at or band.shape is not Shape.RECTANGLE or at[0] == at[1]:
        return False
    return bounds(s.points).intersection(band.box) < 0.02 * band.box.area and bounds(s.points).area > band.box.area


def _corner(p: Point, box: Box) -> int | None:
    corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
    return next((i for i, c in enumerate(corners) if gap(p, c) <= 2.0), None)
