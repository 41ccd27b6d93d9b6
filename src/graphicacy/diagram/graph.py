"""Diagrams as networkx graphs, for their algorithms, and graphs of networkx as diagrams."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["from_networkx", "to_networkx"]

E = TypeVar("E", bound=StrEnum)
_NAMES = {"id", "source", "target"}  # what a graph says by its nodes and edges themselves


def to_networkx(diagram: Diagram) -> nx.MultiDiGraph:
    """The diagram as a graph whose nodes are ids and whose attributes are the fields of the model, as plain values.

    What is None in the model has no attribute. Every edge runs from its source to its target, and its key is its index
    in ``diagram.edges``: an undirected one has ``head`` and ``tail`` "none". Run ``canonical`` first to have all edges
    with one head run towards it. Groups are no nodes but in ``graph.graph["groups"]``, a mapping of ids to attributes,
    and the attribute ``group`` of a node; only a group at which an edge ends is a node too, with ``kind`` "group". The
    direction is in ``graph.graph["direction"]``.

    Raises ``ValueError`` where two nodes or groups share an id, or an edge ends on nothing.
    """
    import networkx as nx

    graph = nx.MultiDiGraph()
    groups = {group.id: _attributes(group) for group in diagram.groups}
    for node in diagram.nodes:
        if node.id in graph:
            raise ValueError(f"two nodes have the id {node.id!r}")
        graph.add_node(node.id, **_attributes(node))
    if len(groups) < len(diagram.groups):
        raise ValueError("two groups have the same id")
    if groups:
        graph.graph["groups"] = groups
    if diagram.direction is not None:
        graph.graph["direction"] = diagram.direction.value
    for index, edge in enumerate(diagram.edges):
        for end in (edge.source, edge.target):
            if end not in graph:
                if end not in groups:
                    raise ValueError(f"edge {index} ends on {end!r}, which is no node or group")
                graph.add_node(end, kind="group")
        graph.add_edge(edge.source, edge.target, key=index, **_attributes(edge))
    return graph


def from_networkx(graph: nx.Graph) -> Diagram:
    """Any graph of networkx as a diagram: what ``to_networkx`` made, edited or not, or one of somebody else's.

    Nodes are named by ``str``. Read are the attributes that ``to_networkx`` writes, and ``color`` of a node as its
    fill; a shape may have its name in Graphviz, a colour that in CSS, or be three or four numbers from 0 to 1. A node
    without a label is labelled with its name; an edge without ``head`` has an arrow head in a directed graph and none
    in an undirected one; a group that the graph does not describe is labelled with its name. The rest is left out.

    Raises ``ValueError``, naming the part, where two nodes have the same name or an attribute makes no sense.
    """
    told = graph.graph.get("groups", {})
    described = {str(key): _group(str(key), data, str(data.get("label", key))) for key, data in told.items()}
    for name, data in graph.nodes(data=True):
        if data.get("kind") == "group":
            described.setdefault(str(name), _group(str(name), data, str(data.get("label", name))))
    edges = _edges(graph)
    place = {key: index for index, (key, _) in enumerate(edges)}
    nodes = [_node(name, data, place) for name, data in graph.nodes(data=True) if data.get("kind") != "group"]
    if len({node.id for node in nodes}) < len(nodes):
        raise ValueError("two nodes have the same name as text: rename them with networkx.relabel_nodes")
    for node in nodes:
        if node.group is not None and node.group not in described:
            described[node.group] = Group(node.group, node.group)
    direction = graph.graph.get("direction")
    return Diagram(
        tuple(nodes),
        tuple(edge for _, edge in edges),
        tuple(described.values()),
        None if direction is None else _kind("the graph", "direction", direction, Direction),
    )


def _attributes(item: Node | Edge | Group) -> dict[str, Any]:
    found = {f.name: getattr(item, f.name) for f in fields(item) if f.name not in _NAMES}
    return {k: v.value if isinstance(v, StrEnum) else v for k, v in found.items() if v is not None}


def _edges(graph: nx.Graph) -> list[tuple[object, Edge]]:
    """Edges with their keys, in the order of the keys where these are numbers of one row, else as networkx has them."""
    directed = graph.is_directed()
    if not graph.is_multigraph():
        return [((u, v), _edge(u, v, data, directed)) for u, v, data in graph.edges(data=True)]
    found = list(graph.edges(keys=True, data=True))
    keys = [key for _, _, key, _ in found]
    if len(set(keys)) == len(keys) and all(isinstance(key, int) for key in keys):
        found.sort(key=lambda item: item[2])
    return [(key, _edge(u, v, data, directed)) for u, v, key, data in found]


def _node(name: object, data: Mapping[str, Any], place: Mapping[object, int]) -> Node:
    where = f"node {name!r}"
    on = data.get("on")
    if on is not None and on not in place:
        raise ValueError(f"{where}: it sits on edge {on!r}, which is not there")
    return Node(
        id=str(name),
        label=_label(data.get("label", name)),
        shape=_shape(where, data.get("shape", Shape.RECTANGLE)),
        fill=_color(where, "fill", data.get("fill", data.get("color"))),
        stroke=_color(where, "stroke", data.get("stroke")),
        border=_kind(where, "border", data.get("border", LineStyle.SOLID), LineStyle),
        group=_optional(data.get("group"), str),
        on=None if on is None else place[on],
        border_width=_number(where, "border_width", data.get("border_width")),
        attached_to=_optional(data.get("attached_to"), str),
    )


def _edge(source: object, target: object, data: Mapping[str, Any], directed: bool) -> Edge:
    where = f"edge {source!r} to {target!r}"
    return Edge(
        source=str(source),
        target=str(target),
        label=_label(data.get("label", "")),
        head=_kind(where, "head", data.get("head", Head.POINTED if directed else Head.NONE), Head),
        tail=_kind(where, "tail", data.get("tail", Head.NONE), Head),
        line=_kind(where, "line", data.get("line", LineStyle.SOLID), LineStyle),
        color=_color(where, "color", data.get("color")),
        width=_number(where, "width", data.get("width")),
        weight=_number(where, "weight", data.get("weight")),
    )


def _group(name: str, data: Mapping[str, Any], label: str) -> Group:
    where = f"group {name!r}"
    return Group(
        id=name,
        label=_label(label),
        parent=_optional(data.get("parent"), str),
        fill=_color(where, "fill", data.get("fill")),
        stroke=_color(where, "stroke", data.get("stroke")),
        border=_kind(where, "border", data.get("border", LineStyle.SOLID), LineStyle),
        border_width=_number(where, "border_width", data.get("border_width")),
    )


def _label(value: object) -> str:
    """Lines joined by one space, as in the model."""
    return " ".join(str(value).splitlines())


def _optional(value: object, kind: Callable[[object], str]) -> str | None:
    return None if value is None else kind(value)


def _kind(where: str, name: str, value: object, kind: type[E]) -> E:
    try:
        return kind(str(value))
    except ValueError:
        raise ValueError(f"{where}: {name} {value!r} is none of {', '.join(kind)}") from None


def _shape(where: str, value: object) -> Shape:
    if str(value) in set(Shape):
        return Shape(str(value))
    from graphicacy.diagram.dot.look import shape_of

    return shape_of({"shape": str(value)}, set())


def _number(where: str, name: str, value: object) -> float | None:
    if value is None:
        return None
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{where}: {name} {value!r} is not a finite number")
    return number


def _color(where: str, name: str, value: object) -> str | None:
    """``#rrggbb`` of a CSS colour or of three or four numbers from 0 to 1; opacity is left out."""
    if value is None:
        return None
    try:
        if isinstance(value, Sequence) and not isinstance(value, str):
            red, green, blue = (round(255 * float(part)) for part in value[:3])
            if not all(0 <= part <= 255 for part in (red, green, blue)):
                raise ValueError
        else:
            from graphicacy.diagram.svg.cascade import color

            found = color(str(value))
            if found is None:
                raise ValueError
            red, green, blue = found[0]
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{where}: {name} {value!r} is no colour") from None
    return f"#{red:02x}{green:02x}{blue:02x}"
