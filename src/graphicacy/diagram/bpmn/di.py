"""The diagram interchange of a BPMN 2.0 file: boxes, waypoints, places of labels, colours (chapter 12 of the standard,
and the extensions *bioc* and *BPMN in Color*).
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.layout.values import number
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.svg.cascade import hex_color
from graphicacy.diagram.xml import child, children, local_name, where

__all__ = ["DrawnDiagram", "DrawnEdge", "DrawnShape", "Label", "color_of", "read_diagrams"]


@dataclass(frozen=True, slots=True)
class Label:
    """Where and how a name is set; None where the file does not say. ``size`` is the font's, in pixels."""

    box: Box | None = None
    size: float | None = None
    bold: bool = False
    italic: bool = False
    color: str | None = None


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """A ``BPMNShape`` of the element whose id is ``element``."""

    id: str
    element: str
    box: Box
    label: Label
    expanded: bool | None
    horizontal: bool | None
    marked: bool
    band: str
    fill: str | None
    stroke: str | None


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """A ``BPMNEdge``; ``source`` and ``target`` are ids of shapes where the file gives them."""

    id: str
    element: str
    points: tuple[Point, ...]
    label: Label
    source: str
    target: str
    stroke: str | None


@dataclass(frozen=True, slots=True)
class DrawnDiagram:
    """One ``BPMNDiagram``. ``boundless`` counts shapes without bounds."""

    name: str
    shapes: tuple[DrawnShape, ...]
    edges: tuple[DrawnEdge, ...]
    boundless: int = 0


def read_diagrams(root: etree._Element) -> list[DrawnDiagram]:
    """All diagrams of a file, in its order."""
    return [_diagram(node) for node in children(root, "BPMNDiagram")]


def _diagram(node: etree._Element) -> DrawnDiagram:
    styles = {style.get("id") or "": style for style in children(node, "BPMNLabelStyle")}
    plane = child(node, "BPMNPlane")
    shapes: list[DrawnShape] = []
    edges: list[DrawnEdge] = []
    boundless = 0
    for part in plane if plane is not None else ():
        if local_name(part) == "BPMNShape":
            bounds = child(part, "Bounds")
            if bounds is None:
                boundless += 1
            else:
                shapes.append(_shape(part, bounds, styles))
        elif local_name(part) == "BPMNEdge":
            edges.append(_edge(part, styles))
    return DrawnDiagram(node.get("name") or "", tuple(shapes), tuple(edges), boundless)


def _shape(part: etree._Element, bounds: etree._Element, styles: dict[str, etree._Element]) -> DrawnShape:
    return DrawnShape(
        part.get("id") or "",
        part.get("bpmnElement") or "",
        _box(bounds),
        _label(part, styles),
        _flag(part, "isExpanded"),
        _flag(part, "isHorizontal"),
        _flag(part, "isMarkerVisible") is True,
        part.get("participantBandKind") or ("initiating" if part.get("choreographyActivityShape") else ""),
        color_of(part, "background-color", "fill"),
        color_of(part, "border-color", "stroke"),
    )


def _edge(part: etree._Element, styles: dict[str, etree._Element]) -> DrawnEdge:
    points = tuple((_at(point, "x"), _at(point, "y")) for point in children(part, "waypoint"))
    return DrawnEdge(
        part.get("id") or "",
        part.get("bpmnElement") or "",
        points,
        _label(part, styles),
        part.get("sourceElement") or "",
        part.get("targetElement") or "",
        color_of(part, "border-color", "stroke"),
    )


def _label(part: etree._Element, styles: dict[str, etree._Element]) -> Label:
    label = child(part, "BPMNLabel")
    if label is None:
        return Label()
    bounds = child(label, "Bounds")
    style = styles.get(label.get("labelStyle") or part.get("labelStyle") or "")
    font = None if style is None else child(style, "Font")
    box = None if bounds is None else _box(bounds, least=0.0)
    if box is not None and box.area == 0:
        box = None
    if font is None:
        return Label(box, color=color_of(label, "color"))
    size = number(font.get("size"), f"{where(font)}size") if font.get("size") else None
    return Label(
        box,
        min(max(size, 6.0), 40.0) if size is not None else None,
        _flag(font, "isBold") is True,
        _flag(font, "isItalic") is True,
        color_of(label, "color"),
    )


def _box(bounds: etree._Element, least: float = 1.0) -> Box:
    x, y, width, height = (_at(bounds, name) for name in ("x", "y", "width", "height"))
    if width < 0 or height < 0:
        raise BadDrawing(f"{where(bounds)}a shape has {width:g} × {height:g} pixels: give sizes that are not negative")
    return Box(x, y, x + max(width, least), y + max(height, least))


def _at(node: etree._Element, name: str) -> float:
    return number(node.get(name), f"{where(node)}{name} of <{local_name(node)}>")


def _flag(node: etree._Element, name: str) -> bool | None:
    value = node.get(name)
    return None if value is None else value.strip().lower() in ("true", "1")


def color_of(node: etree._Element, *names: str) -> str | None:
    """The first colour among the attributes of one of these names that are in a namespace."""
    for name in names:
        for key, value in node.attrib.items():
            if str(key).startswith("{") and etree.QName(key).localname == name:
                return hex_color(str(value))
    return None
