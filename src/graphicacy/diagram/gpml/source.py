"""GPML → the parts of a pathway as its author wrote them, one set of records for the versions 2010a, 2013a and 2021.

The versions differ in the names of attributes and in what holds them; both differences end here. Coordinates are
PathVisio's pixels, x to the right, y down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from lxml import etree

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.gpml.fields import (
    Fields,
    box_of,
    color_of,
    fields_of,
    graphics_of,
    label_of,
    needed,
    optional,
    rotation_of,
    size_of,
)
from graphicacy.diagram.model import LineStyle
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.xml import local_name, where

__all__ = ["MAX_PARTS", "Anchor", "End", "Frame", "Item", "Line", "Looks", "Source", "read_source"]

MAX_PARTS = 20_000  # elements, groups, lines and their points together

_NAMESPACE = re.compile(r"GPML/?(\d{4}\w?)", re.I)
_VERSIONS = ("2010a", "2013a", "2021")
_STYLE_OF_TYPE = {"transparent": "group", "group": "none"}  # types of groups in 2021 → styles of 2013a
_HOLDERS = frozenset(["DataNodes", "Interactions", "GraphicalLines", "Labels", "Shapes", "Groups"])
_ITEMS = frozenset(["DataNode", "Label", "Shape"])
_LINES = {"Interaction": "Interaction", "GraphicalLine": "GraphicalLine", "Line": "Interaction"}  # the last in 2010a
# What PathVisio takes for the place of a part in the stack where the file does not say.
_DEPTHS = {"DataNode": 32768.0, "State": 32769.0, "Label": 28672.0, "Shape": 16384.0, "Group": 4096.0}
_LINE_DEPTH = 12288.0
_STYLES = {"broken": LineStyle.DASHED, "dashed": LineStyle.DASHED, "dotted": LineStyle.DOTTED}
_DOUBLE = "org.pathvisio.DoubleLineProperty"

Align = Literal["left", "center", "right"]
Valign = Literal["top", "middle", "bottom"]


@dataclass(frozen=True, slots=True)
class Looks:
    """How a part is painted: colours as ``#rrggbb``, None where nothing is painted; widths and sizes in pixels."""

    stroke: str = "#000000"
    fill: str | None = None
    text: str = "#000000"
    style: LineStyle = LineStyle.SOLID
    double: bool = False
    width: float = 1.0
    size: float = 12.0
    bold: bool = False
    italic: bool = False
    align: Align = "center"
    valign: Valign = "middle"


@dataclass(frozen=True, slots=True)
class Item:
    """A data node, state, label or shape. ``box`` is as before the turn by ``rotation`` (radians, clockwise).

    A state sits on the item whose id is ``host``, or whose place in ``Source.items`` is ``host_index``: its box lies
    about (0, 0), and ``offset`` says where on the host it belongs, from -1 to 1 on each axis.
    """

    kind: str
    id: str | None
    label: str
    box: Box
    shape: str
    looks: Looks
    depth: float
    rotation: float = 0.0
    group: str | None = None
    host: str | None = None
    host_index: int | None = None
    offset: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Frame:
    """A group: ``id`` is what lines refer to, ``key`` what members refer to; ``style`` is 2013a's, in lower case.

    ``box`` and looks are given in 2021 only.
    """

    id: str | None
    key: str | None
    style: str
    label: str
    looks: Looks
    parent: str | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class End:
    """A point of a line; ``at`` is on the element that ``ref`` names, ``offset`` where on it, as in ``Item``."""

    at: Point
    ref: str | None = None
    offset: Point | None = None
    head: str = ""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place on a line, at a share of its length from 0 to 1."""

    id: str | None
    position: float
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """An interaction or graphical line; ``points`` has its two ends and what lies between."""

    kind: str
    id: str | None
    points: tuple[End, ...]
    anchors: tuple[Anchor, ...]
    connector: str
    looks: Looks
    depth: float
    group: str | None = None


@dataclass
class Source:
    """All parts of a pathway, in the order of the file."""

    items: list[Item] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    background: str = "#ffffff"


def read_source(root: etree._Element) -> Source:
    """The parts of a pathway. Raises ``BadDrawing`` for what is no GPML, is malformed, or has too many parts."""
    modern = _version(root) == "2021"
    source = Source()
    parts = 0
    for element in _parts(root):
        name = local_name(element)
        if name in _ITEMS:
            index = len(source.items)
            source.items.append(_item(element, name, modern))
            source.items += [_state(state, index, source.items[index].depth + 1) for state in _states(element)]
            parts += len(source.items) - index
        elif name == "State":
            source.items.append(_state(element))
            parts += 1
        elif name in _LINES:
            source.lines.append(_line(element, _LINES[name]))
            parts += 1 + len(source.lines[-1].points) + len(source.lines[-1].anchors)
        elif name == "Group":
            source.frames.append(_frame(element, modern))
            parts += 1
        elif name == "Graphics":
            source.background = color_of(fields_of(element).get("backgroundcolor"), "#ffffff") or "#ffffff"
        if parts > MAX_PARTS:
            raise BadDrawing(f"{where(element)}the pathway has more than {MAX_PARTS:,} parts; split it")
    return source


def _version(root: etree._Element) -> str:
    namespace = etree.QName(root).namespace or ""
    found = _NAMESPACE.search(namespace)
    if local_name(root) != "Pathway" or found is None:
        raise BadDrawing(
            f"{where(root)}this is no GPML: its root is <{local_name(root)[:40]}> of "
            f"{namespace[:80] or 'no namespace'}, not <Pathway> of http://pathvisio.org/GPML/2013a or /2021"
        )
    version = found[1].lower()
    if version not in _VERSIONS:
        raise BadDrawing(
            f"{where(root)}GPML {version} is not read, only {', '.join(_VERSIONS)}; "
            "open the file in PathVisio and save it again"
        )
    return version


def _parts(root: etree._Element) -> Iterator[etree._Element]:
    for child in root:
        yield from child if local_name(child) in _HOLDERS else (child,)


def _item(element: etree._Element, kind: str, modern: bool) -> Item:
    own, graphics = fields_of(element), graphics_of(element)
    default_shape = "none" if kind == "Label" and not modern else "rectangle"
    return Item(
        kind,
        own.get("graphid") or None,
        label_of(element, own),
        box_of(element, graphics),
        graphics.get("shapetype", default_shape),
        _looks(element, graphics, modern, filled=modern or kind == "DataNode"),
        optional(element, graphics, "zorder", _DEPTHS[kind]),
        rotation_of(element, graphics),
        own.get("groupref") or None,
    )


def _states(element: etree._Element) -> list[etree._Element]:
    found: list[etree._Element] = element.findall("{*}States/{*}State")
    return found


def _state(element: etree._Element, host_index: int | None = None, depth: float = _DEPTHS["State"]) -> Item:
    own, graphics = fields_of(element), graphics_of(element)
    looks = _looks(element, graphics, modern=True, filled=True)  # no version says how its words are aligned
    return Item(
        "State",
        own.get("graphid") or None,
        label_of(element, own),
        Box.about((0.0, 0.0), *size_of(element, graphics)),
        graphics.get("shapetype", "rectangle"),
        looks,
        optional(element, graphics, "zorder", depth),
        rotation_of(element, graphics),
        host=own.get("graphref") or None,
        host_index=host_index,
        offset=(needed(element, graphics, "RelX"), needed(element, graphics, "RelY")),
    )


def _frame(element: etree._Element, modern: bool) -> Frame:
    own, graphics = fields_of(element), fields_of(element.find("{*}Graphics"))
    placed = all(graphics.get(name) for name in ("centerx", "centery", "width", "height"))
    key = own.get("graphid") if modern else own.get("groupid")
    style = own.get("type" if modern else "style", "group" if modern else "none").lower()
    return Frame(
        own.get("graphid") or key or None,
        key or None,
        _STYLE_OF_TYPE.get(style, style) if modern else style,
        label_of(element, own),
        _looks(element, graphics, modern, filled=False),
        own.get("groupref") or None,
        box_of(element, graphics) if placed else None,
    )


def _line(element: etree._Element, kind: str) -> Line:
    own, graphics = fields_of(element), graphics_of(element)
    points = tuple(_end(point) for point in element.iterfind(".//{*}Point"))
    if len(points) < 2:
        raise BadDrawing(f"{where(element)}this {kind} has {len(points)} points; give it two or more")
    anchors = tuple(
        Anchor(
            fields.get("graphid") or None,
            min(max(needed(anchor, fields, "Position"), 0.0), 1.0),
            (fields.get("shapetype") or fields.get("shape", "")).lower(),
        )
        for anchor in element.iterfind(".//{*}Anchor")
        for fields in (fields_of(anchor),)
    )
    return Line(
        kind,
        own.get("graphid") or None,
        points,
        anchors,
        graphics.get("connectortype", "straight").lower(),
        _looks(element, graphics, modern=True, filled=False),
        optional(element, graphics, "zorder", _LINE_DEPTH),
        own.get("groupref") or None,
    )


def _end(element: etree._Element) -> End:
    fields = fields_of(element)
    offset = None
    if fields.get("relx") and fields.get("rely"):
        offset = (needed(element, fields, "RelX"), needed(element, fields, "RelY"))
    at = (needed(element, fields, "X"), needed(element, fields, "Y"))
    return End(at, fields.get("graphref") or None, offset, fields.get("arrowhead", ""))


def _looks(element: etree._Element, fields: Fields, modern: bool, filled: bool) -> Looks:
    style = fields.get("linestyle", "").lower()
    stroke = color_of(fields.get("color"), "#000000")
    doubled = style == "double" or any(
        a.get("Key") == _DOUBLE and a.get("Value") == "Double" for a in element.iterfind("{*}Attribute")
    )
    return Looks(
        stroke=stroke or "#ffffff",
        fill=color_of(fields.get("fillcolor"), "#ffffff" if filled else None),
        text=color_of(fields.get("textcolor"), None) or stroke or "#000000",
        style=LineStyle.INVISIBLE if stroke is None else _STYLES.get(style, LineStyle.SOLID),
        double=doubled,
        width=min(optional(element, fields, "linethickness", 1.0, least=0.0), 100.0),
        size=min(optional(element, fields, "fontsize", 12.0, least=1.0), 500.0),
        bold=fields.get("fontweight", "").lower() == "bold",
        italic=fields.get("fontstyle", "").lower() == "italic",
        align=_ALIGN.get(fields.get("align", "").lower(), "center"),
        valign=_VALIGN.get(fields.get("valign", "").lower(), "middle" if modern else "top"),
    )


_ALIGN: dict[str, Align] = {"left": "left", "center": "center", "right": "right"}
_VALIGN: dict[str, Valign] = {"top": "top", "middle": "middle", "bottom": "bottom"}
