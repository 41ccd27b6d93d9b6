"""Attributes of Graphviz → shapes, heads and lines of the model (Graphviz documentation: *Attributes*, *Node Shapes*,
*Arrow Shapes*)."""

from __future__ import annotations

import math
import re

from graphicacy.diagram.model import Head, LineStyle, Shape

__all__ = ["PX", "edge_heads", "line_of", "number", "painted_width", "shape_of", "styles_of"]

PX = 96 / 72  # CSS pixels per point
_SHAPES = {
    **dict.fromkeys(("ellipse", "oval", "egg"), Shape.ELLIPSE),
    **dict.fromkeys(("circle", "doublecircle", "Mcircle"), Shape.CIRCLE),
    **dict.fromkeys(("diamond", "Mdiamond"), Shape.DIAMOND),
    **dict.fromkeys(("plaintext", "plain", "none", "underline"), Shape.TEXT),
    **dict.fromkeys(("trapezium", "invtrapezium"), Shape.TRAPEZIUM),
    **dict.fromkeys(("triangle", "invtriangle"), Shape.TRIANGLE),
    **dict.fromkeys(("house", "invhouse", "pentagon", "septagon", "star"), Shape.POLYGON),
    **dict.fromkeys(("octagon", "doubleoctagon", "tripleoctagon"), Shape.POLYGON),
    **dict.fromkeys(("cds", "larrow", "rarrow", "lpromoter", "rpromoter", "promoter", "terminator"), Shape.POLYGON),
    "point": Shape.POINT,
    "hexagon": Shape.HEXAGON,
    "parallelogram": Shape.PARALLELOGRAM,
    "cylinder": Shape.CYLINDER,
    "Mrecord": Shape.ROUNDED,
}
_SIDES = {0: Shape.ELLIPSE, 1: Shape.ELLIPSE, 2: Shape.ELLIPSE, 3: Shape.TRIANGLE, 6: Shape.HEXAGON}
# One mark of an arrow's name, modifiers in front; Graphviz reads the old names "open" and "empty" as o-pen, e-mpty.
_MARK = re.compile(r"invempty|(?:half|[orle])*(normal|crow|tee|box|diamond|dot|none|inv|vee|pen|mpty|curve|icurve)?")
_HEADS = {"tee": Head.BLUNT, "dot": Head.CIRCLE, "diamond": Head.DIAMOND}
_LINES = {
    "invis": LineStyle.INVISIBLE,
    "dashed": LineStyle.DASHED,
    "dotted": LineStyle.DOTTED,
    "bold": LineStyle.THICK,
    "solid": LineStyle.SOLID,
}
_THICK = 2.0  # points: what Graphviz draws for style=bold
_OLD_WIDTH = re.compile(r"setlinewidth\(\s*([\d.]+)\s*\)")


def styles_of(attributes: dict[str, str]) -> set[str]:
    """Names in ``style``, without what stands in brackets."""
    return {re.sub(r"\(.*", "", style).strip().lower() for style in attributes.get("style", "").split(",")}


def number(attributes: dict[str, str], name: str) -> float | None:
    """A finite number; None where there is none."""
    try:
        value = float(attributes[name])
    except (KeyError, ValueError):
        return None
    return value if math.isfinite(value) else None


def line_of(attributes: dict[str, str], styles: set[str]) -> LineStyle:
    """How a line is stroked: as ``style`` names it, else thick where ``penwidth`` is that of a bold one."""
    for style, line in _LINES.items():
        if style in styles:
            return line
    return LineStyle.THICK if (_points(attributes) or 1) >= _THICK else LineStyle.SOLID


def painted_width(attributes: dict[str, str], styles: set[str], painted: bool) -> float | None:
    """Width of a line in CSS pixels; where it is not set, None, or as ``painted``."""
    points = _points(attributes)
    if points is None and painted:
        points = _THICK if "bold" in styles else 1.0
    return None if points is None else round(points * PX, 6)


def _points(attributes: dict[str, str]) -> float | None:
    old = _OLD_WIDTH.search(attributes.get("style", ""))
    return number(attributes if not old else {"penwidth": old[1], **attributes}, "penwidth")


def shape_of(attributes: dict[str, str], styles: set[str]) -> Shape:
    """The outline of a node."""
    written = attributes.get("shape", "ellipse")
    shape = _polygon(attributes) if written == "polygon" else _SHAPES.get(written, Shape.RECTANGLE)
    if shape is Shape.ELLIPSE and attributes.get("regular", "").lower() in ("true", "yes", "1"):
        return Shape.CIRCLE
    return Shape.ROUNDED if shape is Shape.RECTANGLE and "rounded" in styles else shape


def _polygon(attributes: dict[str, str]) -> Shape:
    sides = number(attributes, "sides")
    if sides is not None and sides != 4:
        return _SIDES.get(int(sides), Shape.POLYGON)
    if number(attributes, "skew"):
        return Shape.PARALLELOGRAM
    if number(attributes, "distortion"):
        return Shape.TRAPEZIUM
    turned = (number(attributes, "orientation") or 0) % 90
    return Shape.RECTANGLE if turned == 0 else Shape.DIAMOND if turned == 45 else Shape.POLYGON


def edge_heads(attributes: dict[str, str], directed: bool) -> tuple[Head, Head]:
    """What is drawn at the tail and at the head of an edge."""
    drawn = attributes.get("dir", "")
    if drawn not in ("forward", "back", "both", "none"):
        drawn = "forward" if directed else "none"
    size = number(attributes, "arrowsize")
    if size is not None and size <= 0:
        drawn = "none"
    return (
        _head(attributes, "arrowtail") if drawn in ("back", "both") else Head.NONE,
        _head(attributes, "arrowhead") if drawn in ("forward", "both") else Head.NONE,
    )


def _head(attributes: dict[str, str], name: str) -> Head:
    """The mark nearest to the node: the first of an arrow's name; nothing where Graphviz does not know the name."""
    rest = attributes.get(name) or "normal"
    while (match := _MARK.match(rest)) and match.group():
        if match.group(1) != "none":
            return _HEADS.get(match.group(1), Head.POINTED)
        rest = rest[match.end() :]
    return Head.NONE
