"""The outlines of a pathway's parts: what PathVisio's names of shapes are in the package's terms.

What no ``Shape`` stands for (organelles, arcs, braces, turned polygons) is given as lines in the box of the part. Those
of organelles are drawn after the look of the organelle, not after PathVisio's own figures.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from graphicacy.diagram import outline
from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box, Point

__all__ = ["Drawn", "Stroke", "outline_of"]


class Stroke(NamedTuple):
    """A polyline in pixels, closed or open."""

    points: tuple[Point, ...]
    closed: bool


class Drawn(NamedTuple):
    """``shape`` in ``box``, with ``strokes`` on top; where ``shape`` is TEXT the strokes are all of the outline."""

    shape: Shape
    box: Box
    strokes: tuple[Stroke, ...] = ()
    known: bool = True


_SQUARE = 0.02  # radians off a multiple of a right angle at which a part still counts as upright
_NOT_LETTERS = re.compile(r"[^a-z]+")
_SHAPES = {
    "none": Shape.TEXT,
    "rectangle": Shape.RECTANGLE,
    "roundedrectangle": Shape.ROUNDED,
    "oval": Shape.ELLIPSE,
    "ellipse": Shape.ELLIPSE,
    "circle": Shape.ELLIPSE,
    "hexagon": Shape.HEXAGON,
    "octagon": Shape.POLYGON,
    # Cellular components that PathVisio draws as one of the above.
    "cell": Shape.ROUNDED,
    "organelle": Shape.ROUNDED,
    "membrane": Shape.ROUNDED,
    "extracellularregion": Shape.ROUNDED,
    "cytosolregion": Shape.ROUNDED,
    "nucleus": Shape.ELLIPSE,
    "nucleolus": Shape.ELLIPSE,
    "vacuole": Shape.ELLIPSE,
    "vesicle": Shape.ELLIPSE,
    "lysosome": Shape.ELLIPSE,
    "cella": Shape.ELLIPSE,
    "organa": Shape.ELLIPSE,
    "organb": Shape.ELLIPSE,
    "organc": Shape.ELLIPSE,
    "miminteraction": Shape.ELLIPSE,
    "ribosome": Shape.HEXAGON,
    "proteinb": Shape.HEXAGON,
    "proteincomplex": Shape.HEXAGON,
}
_HALF_TURN_ONLY = frozenset([Shape.HEXAGON])  # not the same after a quarter turn


def outline_of(name: str, box: Box, rotation: float = 0.0) -> Drawn:
    """How the shape ``name`` of GPML is drawn in ``box``, turned by ``rotation`` radians clockwise about its middle.

    The box of the result is the one around the turned box. A name that GPML does not know is drawn as a rectangle.
    """
    key = _NOT_LETTERS.sub("", name.lower())
    around = box.turn(rotation)
    quarters = round(rotation / (math.pi / 2))
    upright = abs(rotation - quarters * math.pi / 2) < _SQUARE
    if key == "triangle":
        return Drawn(Shape.TEXT, around, (_turn(_triangle(box), box.center, rotation),))
    if key in _STROKES:
        shape, make = _STROKES[key]
        straight = shape is Shape.TEXT or (upright and quarters % 2 == 0)
        strokes = make() if straight else [Stroke(_unit(shape), True), *make()]
        return Drawn(shape if straight else Shape.TEXT, around, _placed(strokes, box, rotation))
    shape = _SHAPES.get(key, Shape.RECTANGLE)
    if shape is Shape.TEXT or (upright and (quarters % 2 == 0 or shape not in _HALF_TURN_ONLY)):
        if shape is Shape.ELLIPSE and abs(around.width - around.height) < 0.01 * around.height:
            shape = Shape.CIRCLE
        return Drawn(shape, around, known=key in _SHAPES)
    corners = Stroke(outline.outline(shape, box), True)
    return Drawn(Shape.TEXT, around, (_turn(corners, box.center, rotation),), key in _SHAPES)


def _placed(strokes: Sequence[Stroke], box: Box, rotation: float) -> tuple[Stroke, ...]:
    """Strokes of the unit square, put into a box and turned with it."""
    put = (
        Stroke(tuple((box.x0 + x * box.width, box.y0 + y * box.height) for x, y in points), closed)
        for points, closed in strokes
    )
    return tuple(_turn(stroke, box.center, rotation) for stroke in put)


def _turn(stroke: Stroke, about: Point, rotation: float) -> Stroke:
    if not rotation:
        return stroke
    c, s, (cx, cy) = math.cos(rotation), math.sin(rotation), about
    return Stroke(
        tuple((cx + c * (x - cx) - s * (y - cy), cy + s * (x - cx) + c * (y - cy)) for x, y in stroke.points),
        stroke.closed,
    )


def _unit(shape: Shape) -> tuple[Point, ...]:
    return outline.outline(shape, Box(0.0, 0.0, 1.0, 1.0))


def _regular(corners: int) -> tuple[Point, ...]:
    """A regular polygon in the unit square, one corner to the right."""
    angles = [2 * math.pi * i / corners for i in range(corners)]
    xs, ys = [math.cos(a) for a in angles], [math.sin(a) for a in angles]
    left, wide = min(xs), max(xs) - min(xs)
    return tuple(((x - left) / wide, (1 + y) / 2) for x, y in zip(xs, ys, strict=True))


def _ring(size: float) -> tuple[Point, ...]:
    """An ellipse about the middle of the unit square."""
    return outline.outline(Shape.ELLIPSE, Box.about((0.5, 0.5), size, size))


def _triangle(box: Box) -> Stroke:
    """A triangle that points to the right.

    PathVisio scales it before it moves it, so that it begins a third into the box and ends a quarter beyond it. Authors
    place their triangles by what they see.
    """
    left, right = box.x0 + 0.3125 * box.width - 2, box.x0 + 1.25 * box.width - 2
    high = math.sqrt(0.75) / 2 * box.height
    _, y = box.center
    return Stroke(((right, y), (left, y + high), (left, y - high)), True)


def _arc() -> list[Stroke]:
    """The lower half of an ellipse."""
    angles = [math.pi * i / 24 for i in range(25)]
    return [Stroke(tuple((0.5 + math.cos(a) / 2, 0.5 + math.sin(a) / 2) for a in angles), False)]


def _brace() -> list[Stroke]:
    """A curly brace whose tip points up."""
    angles = [math.pi / 2 * i / 8 for i in range(9)]
    outer = [(0.25 - 0.25 * math.cos(a), 1 - 0.5 * math.sin(a)) for a in angles]
    inner = [(0.25 + 0.25 * math.sin(a), 0.5 * math.cos(a)) for a in angles]
    half = [*outer, *inner]
    return [Stroke(tuple(half + [(1 - x, y) for x, y in half[::-1]]), False)]


def _mitochondrion() -> list[Stroke]:
    """The folded membrane inside an oval."""
    steps = 96
    found = []
    for i in range(steps):
        a = 2 * math.pi * i / steps
        fold = 0.5 * (1 + math.cos(10 * a))
        found.append((0.5 + 0.42 * math.cos(a), 0.5 + (0.18 + 0.22 * fold) * math.sin(a)))
    return [Stroke(tuple(found), True)]


def _sack(x: float, bend: float, bends: int, thick: float) -> Stroke:
    """A flattened sack that stands at ``x``, its way pushed aside by ``bend``, to either side in turn."""
    rows = [i / 32 for i in range(33)]
    way = [x + bend * math.sin(bends * math.pi * y) for y in rows]
    wide = [thick * math.sqrt(min(1.0, 8 * y, 8 * (1 - y))) for y in rows]
    right = [(at + w, y) for at, w, y in zip(way, wide, rows, strict=True)]
    left = [(at - w, y) for at, w, y in zip(way, wide, rows, strict=True)]
    return Stroke((*right, *left[::-1]), True)


def _golgi() -> list[Stroke]:
    return [_sack(x, 0.1, 1, 0.07) for x in (0.08, 0.4, 0.75)]


def _reticulum() -> list[Stroke]:
    return [_sack(x, 0.06, 3, 0.06) for x in (0.12, 0.37, 0.63, 0.88)]


def _sarcoplasm() -> list[Stroke]:
    rows = [i / 32 for i in range(33)]
    wide = [0.3 * math.sqrt(max(0.0, 1 - (2 * y - 1) ** 8)) for y in rows]
    way = [0.5 + 0.2 * math.sin(2 * math.pi * y) for y in rows]
    right = [(x + w, y) for x, w, y in zip(way, wide, rows, strict=True)]
    left = [(x - w, y) for x, w, y in zip(way, wide, rows, strict=True)]
    return [Stroke((*right, *left[::-1]), True)]


def _phosphorylated() -> list[Stroke]:
    """The letter P."""
    bowl = [(0.5 + 0.4 * math.sin(math.pi * i / 12), 0.3 - 0.25 * math.cos(math.pi * i / 12)) for i in range(13)]
    return [Stroke(((0.15, 0.95), (0.15, 0.05), *bowl, (0.15, 0.55)), False)]


def _strands() -> list[Stroke]:
    """The two strands of DNA."""
    xs = [i / 48 for i in range(49)]
    return [Stroke(tuple((x, 0.5 + s * math.sin(4 * math.pi * x) / 2) for x in xs), False) for s in (1, -1)]


def _virus() -> list[Stroke]:
    spikes = []
    for i in range(12):
        a = math.pi * i / 6
        c, s = math.cos(a) / 2, math.sin(a) / 2
        spikes.append(Stroke(((0.5 + 0.6 * c, 0.5 + 0.6 * s), (0.5 + c, 0.5 + s)), False))
    return [Stroke(_ring(0.6), True), *spikes]


# The shape that is drawn, and what is drawn in it (all of it, where the shape is TEXT), in the unit square.
_STROKES: dict[str, tuple[Shape, Callable[[], list[Stroke]]]] = {
    "pentagon": (Shape.TEXT, lambda: [Stroke(_regular(5), True)]),
    "arc": (Shape.TEXT, _arc),
    "brace": (Shape.TEXT, _brace),
    "line": (Shape.TEXT, lambda: [Stroke(((0.0, 0.0), (1.0, 1.0)), False)]),
    "edge": (Shape.TEXT, lambda: [Stroke(((0.0, 0.0), (1.0, 1.0)), False)]),
    "mitochondria": (Shape.ELLIPSE, _mitochondrion),
    "endoplasmicreticulum": (Shape.TEXT, _reticulum),
    "sarcoplasmicreticulum": (Shape.TEXT, _sarcoplasm),
    "golgiapparatus": (Shape.TEXT, _golgi),
    "mimdegradation": (Shape.ELLIPSE, lambda: [Stroke(((0.0, 0.0), (1.0, 1.0)), False)]),
    "mimphosphorylated": (Shape.TEXT, _phosphorylated),
    "coronavirus": (Shape.TEXT, _virus),
    "dna": (Shape.TEXT, _strands),
    "cellicon": (Shape.ELLIPSE, lambda: [Stroke(_ring(0.4), True)]),
}
