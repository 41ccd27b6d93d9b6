"""The ends of connectors as outlines of their own: what is drawn reaches exactly to where the route ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from graphicacy.diagram.layout import HeadForm
from graphicacy.diagram.model import Head
from graphicacy.diagram.paint.svg import number, points
from graphicacy.diagram.scene import Point

__all__ = ["HeadInk", "head_ink", "head_size", "heading"]

_SHORTEST = 4.0  # pixels: a head can be seen on the shortest edge
_HALF = 0.42  # half the width of a head by its length
_BAR_GAP, _CROSS_GAP = 0.3, 0.15  # between ink and the route's end, by the length: on a border it would not be seen


class HeadInk(NamedTuple):
    """A head as an SVG element, and how many pixels of the line are left out before the route's end."""

    element: str
    cut: float


def head_size(width: float, room: float) -> float:
    """Length in pixels of a head on a line of a width, where ``room`` pixels of the route are free for it."""
    return min(5.0 + 4.0 * min(width, 2.0) + 2.2 * max(0.0, width - 2.0), max(_SHORTEST, room))


def heading(route: Sequence[Point], reach: float) -> Point:
    """Unit vector along which a route arrives: its last piece's, or, if that is short, its last ``reach`` pixels'."""
    (tx, ty) = tip = route[-1]
    walked = 0.0
    for a, b in pairwise(route[::-1]):
        step = math.dist(a, b)
        walked += step
        far = math.dist(b, tip)
        if far > 1e-6 and (walked >= reach or step >= 0.35 * reach):
            return (tx - b[0]) / far, (ty - b[1]) / far
    (fx, fy), far = route[0], math.dist(route[0], tip)
    return ((tx - fx) / far, (ty - fy) / far) if far > 1e-6 else (0.0, 1.0)


def head_ink(
    head: Head, form: HeadForm, tip: Point, along: Point, size: float, width: float, color: str, ground: str
) -> HeadInk:
    """A head whose outermost ink is at ``tip``, on a line that arrives along the unit vector ``along``.

    ``size`` is the length of an arrow head, ``width`` the line's, both in pixels. A bar and a cross stand a little
    before the tip, and are strokes in every form. An open head is filled with ``ground``.
    """
    if head is Head.NONE:
        return HeadInk("", 0.0)
    pen = max(1.0, min(width, size / 4))
    at = _Frame(tip, along)
    if head is Head.BLUNT:
        pen = max(2.0, min(1.2 * width, size / 3))
        back, half = _BAR_GAP * size + pen / 2, 0.65 * size
        return HeadInk(_strokes([[at(back, -half), at(back, half)]], color, pen), back)
    if head is Head.CROSS:
        pen = max(1.5, pen)
        arm, gap, corner = 0.4 * size, _CROSS_GAP * size, 0.35 * pen  # the corners of a stroke's end stick out
        front, back, side = gap + corner, gap + 2 * arm - corner, arm - corner
        strokes = [[at(front, -side), at(back, side)], [at(front, side), at(back, -side)]]
        return HeadInk(_strokes(strokes, color, pen), gap + arm)
    inset = 0.0 if form is HeadForm.FILLED else pen / 2
    if head is Head.CIRCLE:
        radius = 0.45 * size
        cx, cy = at(radius, 0)
        place = f'cx="{number(cx)}" cy="{number(cy)}" r="{number(radius - inset)}"'
        return HeadInk(f"<circle {place}{_paint(form, color, ground, pen)}/>", 2 * radius - pen / 2)
    if head is Head.DIAMOND:
        long = 1.3 * size
        corners = [at(inset, 0), at(long / 2, _HALF * size), at(long - inset, 0), at(long / 2, -_HALF * size)]
        return HeadInk(f'<polygon points="{points(corners)}"{_paint(form, color, ground, pen)}/>', long - pen / 2)
    back, half = size, _HALF * size
    if form is HeadForm.STICK:
        return HeadInk(_strokes([[at(back, -half), at(inset, 0), at(back, half)]], color, pen), inset)
    corners = [at(inset, 0), at(back - inset, half), at(back - inset, -half)]
    cut = 0.8 * size if form is HeadForm.FILLED else size - pen / 2
    return HeadInk(f'<polygon points="{points(corners)}"{_paint(form, color, ground, pen)}/>', cut)


class _Frame(NamedTuple):
    """Places by their distance behind the tip and beside the line."""

    tip: Point
    along: Point

    def __call__(self, back: float, side: float) -> Point:
        (x, y), (ux, uy) = self
        return x - back * ux - side * uy, y - back * uy + side * ux


def _paint(form: HeadForm, color: str, ground: str, pen: float) -> str:
    if form is HeadForm.FILLED:
        return f' fill="{color}"'
    inside = ground if form is HeadForm.OPEN else "none"
    return f' fill="{inside}" stroke="{color}" stroke-width="{number(pen)}" stroke-linejoin="round"'


def _strokes(lines: list[list[Point]], color: str, pen: float) -> str:
    d = "".join("M" + points(line) for line in lines)
    return f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{number(pen)}" stroke-linejoin="round"/>'
