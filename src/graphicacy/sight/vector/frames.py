"""Frames drawn as an open path from one corner of their title band round to the other: swimlanes of draw.io."""

from __future__ import annotations

from itertools import pairwise

from graphicacy.diagram.model import Head, Shape
from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.vector.geometry import bounds, gap
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Stroke

__all__ = ["frames_of"]


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
