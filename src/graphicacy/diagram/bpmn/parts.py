"""The shapes of a BPMN diagram → nodes and groups with their marks and names."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace

from graphicacy.diagram.bpmn.di import DrawnDiagram, DrawnShape, color_of
from graphicacy.diagram.bpmn.frames import Frame, frames_of, holders
from graphicacy.diagram.bpmn.marks import bottom_marks, marks
from graphicacy.diagram.bpmn.model import CONNECTORS, DATA, EVENTS, GATEWAYS, SUBPROCESSES, Element, Model
from graphicacy.diagram.bpmn.names import frame_lettering, node_lettering, strip_width
from graphicacy.diagram.layout import Ornament
from graphicacy.diagram.layout.builder import LayoutBuilder, check_count
from graphicacy.diagram.model import Group, LineStyle, Node, Shape
from graphicacy.diagram.names import Names
from graphicacy.diagram.scene import Point

__all__ = ["Placed", "add_shapes", "border_of", "node_shape"]

_WHITE = "#ffffff"  # of what has a colour of its own and lies over the border of another
_THICK = 4.0  # pixels: border of an end event and of a call activity

_SHAPES = {
    "dataStore": Shape.CYLINDER,
    "dataStoreReference": Shape.CYLINDER,
    "textAnnotation": Shape.TEXT,
    "participant": Shape.RECTANGLE,
    "lane": Shape.RECTANGLE,
    "message": Shape.RECTANGLE,
    "group": Shape.ROUNDED,
    **dict.fromkeys(["conversation", "callConversation", "subConversation"], Shape.HEXAGON),
    **dict.fromkeys(EVENTS, Shape.CIRCLE),
    **dict.fromkeys(GATEWAYS, Shape.DIAMOND),
    **dict.fromkeys(DATA - {"dataStore", "dataStoreReference"}, Shape.RECTANGLE),
}


@dataclass
class Placed:
    """What became of the shapes: the parts drawn for each element, and the part of each shape, by id.

    ``unknown`` are shapes and edges of no element, ``loose`` the connectors without a drawn end.
    """

    keys: dict[str, list[str]] = field(default_factory=dict)
    shapes: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)


def node_shape(kind: str) -> Shape:
    """The outline that the standard gives an element."""
    return _SHAPES.get(kind, Shape.ROUNDED)


def border_of(element: Element) -> tuple[LineStyle, float | None]:
    """Line style and width of an element's border; no width where it is an ordinary one."""
    kind, node = element.kind, element.node
    if kind in ("endEvent", "callActivity", "callConversation", "callChoreography"):
        return LineStyle.SOLID, _THICK
    if kind == "boundaryEvent" and node.get("cancelActivity") == "false":
        return LineStyle.DASHED, None
    if kind == "startEvent" and node.get("isInterrupting") == "false":
        return LineStyle.DASHED, None
    if kind in SUBPROCESSES and node.get("triggeredByEvent") == "true":
        return LineStyle.DOTTED, None
    return (LineStyle.DASHED if kind == "group" else LineStyle.SOLID), None


def add_shapes(builder: LayoutBuilder, model: Model, drawn: DrawnDiagram) -> Placed:
    """Place every shape of an element that is in the file."""
    check_count(len(drawn.shapes) + len(drawn.edges))
    placed = Placed()
    pairs = _named(model, drawn, placed)
    bands = [(element, shape) for _, element, shape in pairs if shape.band]
    pairs = [pair for pair in pairs if not pair[2].band]
    frames = frames_of(model, pairs)
    _add_frames(builder, frames)
    touched = _touched(model, drawn)
    framed = {frame.key for frame in frames}
    rest = [(key, element, shape) for key, element, shape in pairs if key not in framed]
    held = dict(zip([key for key, _, _ in rest], holders(model, rest, frames), strict=True))
    for key, element, shape in rest:
        host = _host(model, element, placed)
        group = held.get(host) if host in held else builder.groups[host].parent if host in builder.groups else held[key]
        found = bottom_marks(element, shape, key, collapsed=shape.expanded is not True)
        builder.add_node(
            _node(key, element, shape, group, host),
            shape.box,
            node_lettering(element, shape, bool(found), touched[element.id], builder.boxes.get(host or "")),
        )
        builder.ornaments += found
        builder.ornaments += marks(element, shape, key)
    builder.ornaments += [_band(element, shape) for element, shape in bands]
    return placed


def _named(model: Model, drawn: DrawnDiagram, placed: Placed) -> list[tuple[str, Element, DrawnShape]]:
    """Each shape with its element, and the id that its part of the diagram gets: the element's where it is free."""
    pairs = []
    names = Names()
    for shape in drawn.shapes:
        element = model.find(shape.element)
        if element is None or element.kind in CONNECTORS or element.kind == "process":
            placed.unknown.append(shape.element or shape.id)
            continue
        key = names.new(element.id)
        if not shape.band:
            placed.keys.setdefault(element.id, []).append(key)
            placed.shapes.setdefault(shape.id or key, key)
        pairs.append((key, element, _colored(shape, element)))
    return pairs


def _colored(shape: DrawnShape, element: Element) -> DrawnShape:
    """The shape with the colours that some tools write at the element instead."""
    fill = shape.fill or color_of(element.node, "background-color")
    return replace(shape, fill=fill, stroke=shape.stroke or color_of(element.node, "border-color"))


def _touched(model: Model, drawn: DrawnDiagram) -> dict[str, list[Point]]:
    """Where connectors end, by the id of the element that they join."""
    touched = defaultdict[str, list[Point]](list)
    for edge in drawn.edges:
        connector = model.find(edge.element)
        if connector is not None and edge.points:
            for reference, point in ((connector.source, edge.points[0]), (connector.target, edge.points[-1])):
                touched[reference.rpartition(":")[2]].append(point)
    return touched


def _host(model: Model, element: Element, placed: Placed) -> str | None:
    """The id of the part on whose border an event sits."""
    if element.kind != "boundaryEvent":
        return None
    host = model.find(element.node.get("attachedToRef") or "")
    if host is None or host.kind == "boundaryEvent" or host.id not in placed.keys:
        return None
    return placed.keys[host.id][0]


def _add_frames(builder: LayoutBuilder, frames: list[Frame]) -> None:
    boxes = [frame.shape.box for frame in frames if frame.element.kind == "lane"]
    for frame in frames:
        element, shape, box = frame.element, frame.shape, frame.shape.box
        border, width = border_of(element)
        group = Group(frame.key, element.name, frame.parent, shape.fill, shape.stroke, border, width)
        strip = strip_width(box, [lane for lane in boxes if lane != box and box.contains(lane, 2.0)], frame.upright)
        builder.add_group(group, box, frame_lettering(element, shape, frame.upright, strip))
        if element.kind == "participant":
            line = (
                ((box.x0, box.y0 + strip), (box.x1, box.y0 + strip))
                if frame.upright
                else ((box.x0 + strip, box.y0), (box.x0 + strip, box.y1))
            )
            builder.ornaments.append(Ornament(box, points=line, stroke=shape.stroke, of=frame.key))
        builder.ornaments += bottom_marks(element, shape, frame.key, collapsed=False)
        builder.ornaments += marks(element, shape, frame.key)


def _band(element: Element, shape: DrawnShape) -> Ornament:
    """A participant of a choreography task: a caption of that task, shaded where it does not begin."""
    fill = shape.fill or ("#dddddd" if shape.band.endswith("non_initiating") else None)
    return Ornament(shape.box, Shape.RECTANGLE, element.name, fill=fill, stroke=shape.stroke)


def _node(key: str, element: Element, shape: DrawnShape, group: str | None, host: str | None) -> Node:
    border, width = border_of(element)
    return Node(
        key,
        element.name,
        node_shape(element.kind),
        shape.fill or (_WHITE if host is not None and shape.stroke else None),
        shape.stroke,
        border,
        group,
        border_width=width,
        attached_to=host,
    )
