"""What a layout shows beside its graph: compartments, captions, loose lines, marks."""

from __future__ import annotations

from graphicacy.diagram.fonts import DEFAULT
from graphicacy.diagram.layout import HeadForm, Lettering, Ornament
from graphicacy.diagram.model import LineStyle, Shape
from graphicacy.diagram.outline import text_box
from graphicacy.diagram.paint.edges import line_elements
from graphicacy.diagram.paint.looks import Looks
from graphicacy.diagram.paint.shapes import shape_element
from graphicacy.diagram.paint.svg import attributes, number, points
from graphicacy.diagram.paint.text import fitting_size, in_font, text_element

__all__ = ["ornament_elements"]


def ornament_elements(ornament: Ornament, looks: Looks, color: str) -> list[str]:
    """SVG elements of an ornament: its outline or line, its words, turned together.

    ``color`` is that of its outline or line.
    """
    drawn = [element for element in (*_ink(ornament, looks, color), _words(ornament, looks)) if element]
    if not ornament.rotation or not drawn:
        return drawn
    cx, cy = ornament.box.center
    turn = f"rotate({number(ornament.rotation)} {number(cx)} {number(cy)})"
    return [f'<g transform="{turn}">{"".join(drawn)}</g>']


def _ink(ornament: Ornament, looks: Looks, color: str) -> list[str]:
    line, fill = ornament.border, ornament.fill
    width = looks.width(ornament.border_width, line)
    if ornament.points and not ornament.closed:
        tail, head = (ornament.tail, HeadForm.FILLED), (ornament.head, HeadForm.FILLED)
        return line_elements(ornament.points, tail, head, line, width, color, looks.ground)
    bare = line is LineStyle.INVISIBLE or (ornament.shape is Shape.TEXT and not ornament.points)
    if bare and not fill:
        return []
    paint = attributes(fill, None if bare else color, width, line)
    if ornament.points:
        return [f'<polygon points="{points(ornament.points)}"{paint}/>']
    return [shape_element(ornament.shape, ornament.box, paint)]


def _words(ornament: Ornament, looks: Looks) -> str:
    if not ornament.label:
        return ""
    lettering = ornament.lettering
    if lettering is None:
        room = text_box(ornament.shape, ornament.box)
        size = fitting_size(ornament.label, room, looks.size, font=looks.font)
        lettering = Lettering(room, size, looks.ink(None, ornament.fill))
    elif looks.font != DEFAULT:
        lettering = in_font(ornament.label, lettering, looks.font)
    return text_element(ornament.label, lettering, looks.ink(lettering.color, ornament.fill), looks.font)
