"""Whether a node or an arrow has a look: yes, no, or None where two readers may differ."""

from __future__ import annotations

from enum import StrEnum

from graphicacy.diagram.colors import color_name, oklch
from graphicacy.diagram.model import Edge, Head, LineStyle, Node, Shape
from graphicacy.read.query.form import Filter

__all__ = ["EDGE_LOOKS", "NODE_LOOKS", "edge_has", "node_has"]

NODE_LOOKS = ("fill", "shape", "border")
EDGE_LOOKS = ("color", "line", "head")

# Looks that are taken for one another. What is not named here is unlike anything else.
_ALIKE: dict[type[StrEnum], tuple[set[StrEnum], ...]] = {
    Shape: (
        {Shape.RECTANGLE, Shape.ROUNDED, Shape.STADIUM, Shape.TEXT},
        {Shape.STADIUM, Shape.ELLIPSE, Shape.CIRCLE},
        {Shape.PARALLELOGRAM, Shape.TRAPEZIUM, Shape.POLYGON},
        {Shape.HEXAGON, Shape.DIAMOND, Shape.TRIANGLE, Shape.POLYGON},
    ),
    LineStyle: ({LineStyle.DASHED, LineStyle.DOTTED}, {LineStyle.SOLID, LineStyle.THICK}),
    Head: ({Head.CIRCLE, Head.DIAMOND},),
}
_PALE = 0.05  # chroma (OKLCH) up to which a colour is none of the vivid ones below, whatever it is called
_VIVID = ("red", "orange", "yellow", "green", "brown")  # blue and purple are near to what engines paint by default


def node_has(intended: Node, painted: Node, look: Filter) -> bool | None:
    """Whether a node has a look, as the diagram means it and as the picture paints it: both must agree."""
    return _agreed(_node_has(intended, look), _node_has(painted, look))


def edge_has(intended: Edge, painted: Edge, look: Filter) -> bool | None:
    """Whether an arrow has a look, as the diagram means it and as the picture paints it: both must agree."""
    return _agreed(_edge_has(intended, look), _edge_has(painted, look))


def _node_has(node: Node, look: Filter) -> bool | None:
    if look.look == "fill":
        return _is_called(node.fill, look.value)
    return _is_kind(node.shape if look.look == "shape" else node.border, look.value)


def _edge_has(edge: Edge, look: Filter) -> bool | None:
    if look.look == "color":
        return _is_called(edge.color, look.value)
    if look.look == "line":
        return _is_kind(edge.line, look.value)
    return _is_kind(edge.head if edge.head is not Head.NONE else edge.tail, look.value)


def _agreed(one: bool | None, other: bool | None) -> bool | None:
    return one if one is other else None


def _is_called(color: str | None, name: str) -> bool | None:
    """Without a colour of its own, a part has the engine's: black, white, or pale."""
    found = color_name(color) if color is not None else None
    if found is not None and found.clear:
        return found.name == name
    return False if name in _VIVID and (color is None or oklch(color)[1] < _PALE) else None


def _is_kind(kind: Shape | LineStyle | Head, value: str) -> bool | None:
    if kind == value:
        return True
    return None if any(kind in alike and value in alike for alike in _ALIKE[type(kind)]) else False
