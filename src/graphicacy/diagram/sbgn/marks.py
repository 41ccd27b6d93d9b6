"""What is painted in and behind SBGN's glyphs beside their outline: clone markers, multimers, lines to ports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from graphicacy.diagram.layout import Lettering, Ornament
from graphicacy.diagram.model import Shape
from graphicacy.diagram.outline import border_point, outline
from graphicacy.diagram.paint.text import fitting_size
from graphicacy.diagram.sbgn.map import Glyph
from graphicacy.diagram.scene import Box, Point

__all__ = ["marks"]

_CLONE = 0.3  # share of a glyph's height that the clone marker fills
_CLONE_INK, _CLONE_WORDS = "#444444", "#ffffff"
_BEHIND = 6.0  # pixels by which the second outline of a multimer stands out


def marks(glyph: Glyph, shape: Shape, stroke: str | None) -> Iterator[Ornament]:
    """The ornaments of a glyph that is painted in a shape; they belong to the part with its id."""
    box, key = glyph.box, glyph.id
    if glyph.multimer:
        yield Ornament(box.shift(_BEHIND, _BEHIND), shape, stroke=stroke, of=key, behind=True)
    if glyph.clone is not None:
        yield _clone_marker(glyph, shape, stroke)
    for port in glyph.ports:
        border = border_point(shape, box, port)
        yield Ornament(Box(*border, *border), points=(border, port), stroke=stroke, of=key)
    yield from _own(glyph, stroke)


def _own(glyph: Glyph, stroke: str | None) -> Iterator[Ornament]:
    box, key, (cx, cy) = glyph.box, glyph.id, glyph.box.center
    if glyph.kind == "dissociation":
        yield Ornament(box.pad(-0.2 * min(box.width, box.height)), Shape.CIRCLE, stroke=stroke, of=key)
    elif glyph.kind in ("source and sink", "empty set"):
        yield Ornament(box, points=((box.x0, box.y1), (box.x1, box.y0)), stroke=stroke, of=key)
    elif glyph.kind == "existence":
        half = _below(outline(Shape.CIRCLE, box), cy)
        yield Ornament(box, points=half, closed=True, fill=stroke or _CLONE_INK, stroke=stroke, of=key)
    elif glyph.kind == "location":
        line = ((box.x0 + 0.25 * box.width, cy), (box.x1 - 0.25 * box.width, cy))
        yield Ornament(box, points=line, stroke=stroke, of=key)
        yield Ornament(box, points=((cx, box.y0), (cx, cy)), stroke=stroke, of=key)


def _clone_marker(glyph: Glyph, shape: Shape, stroke: str | None) -> Ornament:
    box = glyph.box
    top = box.y1 - _CLONE * box.height
    place = Box(box.x0 + 0.12 * box.width, top, box.x1 - 0.12 * box.width, box.y1 - 1)
    words = glyph.clone or ""
    return Ornament(
        Box(box.x0, top, box.x1, box.y1),
        label=words,
        lettering=Lettering(place, fitting_size(words, place, 11.0), _CLONE_WORDS),
        points=_below(outline(shape, box), top),
        closed=True,
        fill=stroke or _CLONE_INK,
        stroke=stroke,
        of=glyph.id,
    )


def _below(corners: Sequence[Point], top: float) -> tuple[Point, ...]:
    """The part of a convex polygon below a horizontal line (one step of Sutherland and Hodgman, 1974)."""
    found: list[Point] = []
    for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
        if ay >= top:
            found.append((ax, ay))
        if (ay >= top) != (by >= top):
            found.append((ax + (top - ay) / (by - ay) * (bx - ax), top))
    return tuple(found)
