"""The connectors of a BPMN diagram → edges with their heads."""

from __future__ import annotations

import math

from graphicacy.diagram.bpmn.di import DrawnDiagram, DrawnEdge
from graphicacy.diagram.bpmn.model import ACTIVITIES, CONNECTORS, Element, Model
from graphicacy.diagram.bpmn.names import flow_lettering
from graphicacy.diagram.bpmn.parts import Placed
from graphicacy.diagram.layout import HeadForm, Ornament
from graphicacy.diagram.layout.builder import LayoutBuilder
from graphicacy.diagram.layout.edges import EdgeDraft, add_edges
from graphicacy.diagram.model import Edge, Head, LineStyle
from graphicacy.diagram.polyline import along
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.xml import child

__all__ = ["add_flows", "flow_edge"]

_SLASH_AT, _SLASH = 14.0, 5.0  # pixels from the source at which a default flow is struck through; half the stroke


def flow_edge(element: Element, model: Model) -> tuple[Edge, HeadForm, HeadForm]:
    """How a connector looks: an edge without its ends, and the forms of its head and tail."""
    name, node = element.name, element.node
    if element.kind == "messageFlow":
        edge = Edge("", "", name, Head.POINTED, Head.CIRCLE, LineStyle.DASHED)
        return edge, HeadForm.OPEN, HeadForm.OPEN
    if element.kind == "association":
        way = (node.get("associationDirection") or "None").lower()
        head = Head.POINTED if way in ("one", "both") else Head.NONE
        tail = Head.POINTED if way == "both" else Head.NONE
        return Edge("", "", name, head, tail, LineStyle.DOTTED), HeadForm.STICK, HeadForm.STICK
    if element.kind in ("dataInputAssociation", "dataOutputAssociation"):
        return Edge("", "", name, Head.POINTED, Head.NONE, LineStyle.DOTTED), HeadForm.STICK, HeadForm.FILLED
    if element.kind == "conversationLink":
        return Edge("", "", name, Head.NONE), HeadForm.FILLED, HeadForm.FILLED
    tail = Head.DIAMOND if _is_conditional(element, model) else Head.NONE
    return Edge("", "", name, Head.POINTED, tail), HeadForm.FILLED, HeadForm.OPEN


def _is_conditional(element: Element, model: Model) -> bool:
    """Whether a sequence flow begins with a diamond: it has a condition and leaves an activity."""
    source = model.find(element.source)
    return child(element.node, "conditionExpression") is not None and source is not None and source.kind in ACTIVITIES


def add_flows(builder: LayoutBuilder, model: Model, drawn: DrawnDiagram, placed: Placed) -> list[int]:
    """Add every drawn connector with two drawn ends; gives the indices of the sequence flows."""
    pairs: list[tuple[Element, DrawnEdge]] = []
    for shown in drawn.edges:
        element = model.find(shown.element)
        if element is None or element.kind not in CONNECTORS:
            placed.unknown.append(shown.element or shown.id)
        else:
            pairs.append((element, shown))
    position = {element.id: i for i, (element, _) in enumerate(pairs)}
    ends = _Ends(builder, model, placed, position)
    drafts = [_draft(element, shown, ends, model) for element, shown in pairs]
    added = add_edges(builder, drafts)
    sequence = []
    for (element, shown), index in zip(pairs, added, strict=True):
        if index is None:
            placed.loose.append(element.name or element.id)
            continue
        if element.kind == "sequenceFlow":
            sequence.append(index)
            if element.id in model.defaults:
                builder.ornaments.append(_slash(builder.routes[index], builder.edges[index].source, shown.stroke))
    return sequence


def _draft(element: Element, shown: DrawnEdge, ends: _Ends, model: Model) -> EdgeDraft:
    edge, head, tail = flow_edge(element, model)
    edge = Edge("", "", edge.label, edge.head, edge.tail, edge.line, shown.stroke)
    points = shown.points
    source = ends.find(element.source, shown.source, points[0] if points else None)
    target = ends.find(element.target, shown.target, points[-1] if points else None)
    return EdgeDraft(source, target, edge, points, head, tail, flow_lettering(element.name, shown.label))


class _Ends:
    """Finds what an end of a connector touches."""

    def __init__(self, builder: LayoutBuilder, model: Model, placed: Placed, position: dict[str, int]) -> None:
        self.builder, self.model, self.placed, self.position = builder, model, placed, position
        self.stand_in: dict[str, str] = {}  # what is drawn for an element that has no shape of its own
        for element in model.elements.values():
            for name in ("processRef", "dataObjectRef", "dataStoreRef"):
                meant = model.find(element.node.get(name) or "")
                if meant is not None and element.id in placed.keys:
                    self.stand_in.setdefault(meant.id, element.id)

    def find(self, reference: str, shape: str, at: Point | None) -> str | int | None:
        """The id of a part, the position of another connector, or None where neither is drawn."""
        if shape in self.placed.shapes:
            return self.placed.shapes[shape]
        element = self.model.find(reference)
        if element is None:
            return None
        keys = self.placed.keys.get(element.id) or self.placed.keys.get(self.stand_in.get(element.id, ""), [])
        if not keys:
            return self.position.get(element.id)
        if at is None or len(keys) == 1:
            return keys[0]
        return min(keys, key=lambda key: _distance(self.builder.boxes[key], at))


def _distance(box: Box, point: Point) -> float:
    return math.dist(point, (min(max(point[0], box.x0), box.x1), min(max(point[1], box.y0), box.y1)))


def _slash(route: tuple[Point, ...], source: str, stroke: str | None) -> Ornament:
    """The stroke through the beginning of a default flow."""
    (x, y), (dx, dy) = along(route, _SLASH_AT)
    c, s = math.cos(math.radians(60)), math.sin(math.radians(60))
    vx, vy = _SLASH * (c * dx + s * dy), _SLASH * (c * dy - s * dx)
    points = (x - vx, y - vy), (x + vx, y + vy)
    return Ornament(Box.around(points), points=points, stroke=stroke, of=source)
