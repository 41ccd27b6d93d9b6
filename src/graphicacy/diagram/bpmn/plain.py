"""A BPMN file without diagram interchange → ``Diagram``: its symbols, for a layout engine to place."""

from __future__ import annotations

from collections.abc import Iterable

from graphicacy.diagram.bpmn.edges import flow_edge
from graphicacy.diagram.bpmn.model import ACTIVITIES, CONNECTORS, EVENTS, GATEWAYS, SUBPROCESSES, Element, Model
from graphicacy.diagram.bpmn.parts import border_of, node_shape
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.layout.builder import check_count
from graphicacy.diagram.layout.places import without_cycles
from graphicacy.diagram.model import Diagram, Edge, Group, Node
from graphicacy.diagram.xml import children

__all__ = ["plain_diagram"]

_NODES = (
    ACTIVITIES
    | EVENTS
    | GATEWAYS
    | {"dataObjectReference", "dataStoreReference", "textAnnotation", "conversation", "callConversation"}
)


def plain_diagram(model: Model) -> Diagram:
    """Flow nodes, data and annotations as nodes; pools, lanes and sub-processes that hold something as groups."""
    elements = model.elements.values()
    check_count(len(elements))
    if not any(element.kind in _NODES or element.kind == "participant" for element in elements):
        raise BadDrawing("the BPMN file holds no process: there is nothing to draw")
    holder = without_cycles(_holders(model))
    holding = _holding(elements, holder)
    groups, nodes = [], []
    for element in elements:
        key, border = element.id, border_of(element)
        if key in holding:
            groups.append(Group(key, element.name, holder[key], border=border[0], border_width=border[1]))
        elif element.kind in _NODES or element.kind == "participant":
            host = element.node.get("attachedToRef") if element.kind == "boundaryEvent" else None
            nodes.append(
                Node(
                    key,
                    element.name,
                    node_shape(element.kind),
                    border=border[0],
                    group=holder[key],
                    border_width=border[1],
                    attached_to=host if host in model.elements and host != key else None,
                )
            )
    there = holding | {node.id for node in nodes}
    return Diagram(tuple(nodes), tuple(_edges(model, there)), tuple(groups))


def _holding(elements: Iterable[Element], holder: dict[str, str | None]) -> set[str]:
    """The frames around nodes, the inner and the outer ones."""
    holding = set[str]()
    for element in elements:
        key = holder[element.id] if element.kind in _NODES else None
        while key is not None and key not in holding:
            holding.add(key)
            key = holder[key]
    return holding


def _holders(model: Model) -> dict[str, str | None]:
    """For each node and each possible frame, the id of the frame around it."""
    pool = {
        process.id: element.id
        for element in model.elements.values()
        if element.kind == "participant" and (process := model.find(element.node.get("processRef") or "")) is not None
    }
    lane = {}
    for element in model.elements.values():
        if element.kind == "lane":
            for reference in children(element.node, "flowNodeRef"):
                lane[(reference.text or "").strip().rpartition(":")[2]] = element.id  # inner lanes come later and win
    return {element.id: lane.get(element.id) or _around(model, element, pool) for element in model.elements.values()}


def _around(model: Model, element: Element, pool: dict[str, str]) -> str | None:
    parent = element.parent
    if element.kind == "participant" or parent is None:
        return None
    kind = model.elements[parent].kind
    return pool.get(parent) if kind == "process" else parent if kind in SUBPROCESSES | {"lane"} else None


def _edges(model: Model, there: set[str]) -> list[Edge]:
    edges = []
    for element in model.elements.values():
        if element.kind not in CONNECTORS:
            continue
        ends = [model.find(reference) for reference in (element.source, element.target)]
        source, target = (end.id if end is not None and end.id in there else None for end in ends)
        if source is not None and target is not None:
            edge, _, _ = flow_edge(element, model)
            edges.append(Edge(source, target, edge.label, edge.head, edge.tail, edge.line))
    return edges
