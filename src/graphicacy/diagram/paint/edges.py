"""A route as a stroked line with its heads."""

from __future__ import annotations

from collections.abc import Sequence

from graphicacy.diagram.layout import HeadForm
from graphicacy.diagram.model import Head, LineStyle
from graphicacy.diagram.paint.heads import HeadInk, head_ink, head_size, heading
from graphicacy.diagram.paint.svg import attributes, points
from graphicacy.diagram.polyline import distinct, length_of, shortened
from graphicacy.diagram.scene import Point

__all__ = ["line_elements"]

End = tuple[Head, HeadForm]
_PLAIN = HeadInk("", 0.0)


def line_elements(
    route: Sequence[Point], tail: End, head: End, line: LineStyle, width: float, color: str, ground: str, name: str = ""
) -> list[str]:
    """SVG elements of a line with its ends; ``name`` is its id, if it has one. Nothing where it has no length."""
    route = distinct(route)
    if len(route) < 2 or line is LineStyle.INVISIBLE:
        return []
    whole = length_of(route)
    both = tail[0] is not Head.NONE and head[0] is not Head.NONE
    size = head_size(width, whole * (0.32 if both else 0.45))  # so that more than half of the line is left to be seen
    ends = [
        _PLAIN if end[0] is Head.NONE else head_ink(*end, way[-1], heading(way, size), size, width, color, ground)
        for end, way in ((tail, route[::-1]), (head, route))
    ]
    path = shortened(route, ends[0].cut, ends[1].cut)
    drawn = [f'<path{name} d="M{points(path)}"{attributes(None, color, width, line)}/>'] if path else []
    return drawn + [end.element for end in ends if end.element]
