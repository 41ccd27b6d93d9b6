"""What Graphviz tells of a graph → ``Diagram``.

A *declared* diagram is what the source says: all nodes and edges, the invisible ones marked, colours and widths only
where they are set. A *painted* one is what the picture shows: no invisible parts, and Graphviz's own colours and widths
where the source sets none.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

from graphicacy.diagram.dot import own as dot_own
from graphicacy.diagram.dot.label import html_text, plain_text, record_text
from graphicacy.diagram.dot.look import edge_heads, line_of, number, painted_width, shape_of, styles_of
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, LineStyle, Node, Shape
from graphicacy.diagram.names import Names

__all__ = ["Traced", "edge_of", "group_of", "node_of", "to_diagram"]

_BLACK, _GREY = "#000000", "#d3d3d3"  # Graphviz's pen, and what it fills with
_TRUE = ("true", "yes", "1")

Item = dict[str, Any]  # "attributes", "html" (names of those that are HTML-like), "paint" (colours as #rrggbb)


class Traced(NamedTuple):
    """A diagram, and what Graphviz calls its parts in an SVG (``node1``, ``edge7``).

    ``nodes`` gives ids by such a name, ``frames`` the ``bb`` of each group, by its id; ``edges`` the names of the edges
    that make each edge of the diagram: one, or more where other edges end on it.
    """

    diagram: Diagram
    nodes: dict[str, str]
    frames: dict[str, str]
    edges: tuple[tuple[str, ...], ...]


def to_diagram(facts: dict[str, Any], painted: bool = False) -> Traced:
    """The diagram that ``engines.graphviz`` tells of: the declared one, or, of facts after a layout, the painted one.

    Some programs frame no clusters, and one whose nodes ``rank=same`` holds is not framed: it is no group then.
    """
    return _Reader(facts, painted).trace()


class _Reader:
    """Facts of one graph → the model."""

    def __init__(self, facts: dict[str, Any], painted: bool) -> None:
        self.facts = facts
        self.painted = painted
        self.frames: dict[str, str] = {}
        self.graph = facts["name"]
        self.groups: list[tuple[Group, int | None]] = []
        self.home: dict[str, str] = {}  # of nodes, by name: the id of their group
        self.unused = Names((node["name"] for node in facts["nodes"]), "{} {}")
        self.names: dict[str, str] = {}  # ids of groups, by name of cluster
        self._clusters(facts["clusters"], None)

    def trace(self) -> Traced:
        nodes = {
            node["name"]: node_of(node, node["name"], self.graph, self.home.get(node["name"]), self.painted)
            for node in self.facts["nodes"]
        }
        hidden = {node["name"] for node in self.facts["nodes"] if self._is_hidden(node)}
        edges, traces = self._edges({name: node.id for name, node in nodes.items()})
        ends = {end for edge in edges for end in (edge.source, edge.target)}
        kept, ids = [], {}
        for item in self.facts["nodes"]:
            node = nodes[item["name"]]
            if dot_own.FILLER in dot_own.unpack(item):
                continue
            if item["name"] in hidden:
                if node.id not in ends:
                    continue
                node = Node(node.id, shape=Shape.POINT, border=LineStyle.INVISIBLE, group=node.group)
            kept.append(node)
            ids[item["at"]] = node.id
        diagram = Diagram(tuple(kept), tuple(edges), self._ordered_groups(), self._direction())
        return Traced(diagram, ids, self.frames, tuple(traces))

    def _is_hidden(self, item: Item) -> bool:
        return self.painted and "invis" in styles_of(item["attributes"])

    def _edges(self, ids: dict[str, str]) -> tuple[list[Edge], list[tuple[str, ...]]]:
        edges: list[Edge] = []
        traces: list[tuple[str, ...]] = []
        parts = {*ids.values(), *self.frames}
        for item in self.facts["edges"]:
            if self._is_hidden(item):
                continue
            if dot_own.CONTINUES in dot_own.unpack(item) and traces:
                traces[-1] += (item["at"],)
                continue
            source = self._end(item, "ltail", ids[item["tail"]])
            target = self._end(item, "lhead", ids[item["head"]])
            edge = edge_of(item, source, target, self.facts, self.painted)
            known = edge.source in parts and edge.target in parts
            edges.append(edge if known else replace(edge, source=source, target=target))
            traces.append((item["at"],))
        return edges, traces

    def _end(self, item: Item, attribute: str, node: str) -> str:
        """Its node; in a painted graph the group that the edge is cut off at, with ``compound=true``."""
        cluster = item["attributes"].get(attribute, "")
        compound = self.facts["attributes"].get("compound", "").lower() in _TRUE
        return self.names.get(cluster, node) if compound and self.painted else node

    def _direction(self) -> Direction | None:
        own = dot_own.unpack(self.facts)
        if own.get("direction", "") is None:
            return None
        if self.facts["layout"] != "dot":
            return None
        try:
            return Direction(self.facts["attributes"].get("rankdir", "TB").upper())
        except ValueError:
            return Direction.DOWN

    def _clusters(self, clusters: list[Item], parent: str | None) -> None:
        for item in clusters:
            name = item["name"]
            frame = item["attributes"].get("bb", "")
            if self.painted and (not frame or self._is_hidden(item)):
                self._clusters(item["clusters"], parent)
                continue
            group = group_of(item, self.unused.new(name), parent, self.painted)
            self.frames[group.id] = frame
            self.names.setdefault(name, group.id)
            place = dot_own.unpack(item).get("place") or ""
            self.groups.append((group, int(place) if re.fullmatch(r"[0-9]{1,6}", place) else None))
            self._clusters(item["clusters"], group.id)
            for node in item["nodes"]:
                self.home.setdefault(node, group.id)

    def _ordered_groups(self) -> tuple[Group, ...]:
        """From the outside in, as written, unless the source tells their places."""
        if all(place is not None for _, place in self.groups):
            self.groups.sort(key=lambda pair: pair[1] or 0)
        return tuple(group for group, _ in self.groups)


def node_of(item: Item, name: str, graph: str, group: str | None, painted: bool = False) -> Node:
    """The node that attributes make of ``name``, in ``graph`` and in ``group``."""
    attributes = item["attributes"]
    styles = styles_of(attributes)
    shape = shape_of(attributes, styles)
    names = {"G": graph, "N": name}
    label = _words(item, "xlabel", names) if shape is Shape.POINT else _label(item, names, "\\N")
    border = line_of(attributes, styles)
    if attributes.get("peripheries") == "0" and border is not LineStyle.INVISIBLE and shape is not Shape.TEXT:
        border = LineStyle.INVISIBLE
    outlined = shape is not Shape.TEXT and border is not LineStyle.INVISIBLE
    node = Node(
        name,
        label,
        shape,
        fill=_node_fill(item, styles, shape, painted),
        stroke=_color(item, "color", default=_BLACK if painted else None) if outlined else None,
        border=border,
        group=group,
        border_width=painted_width(attributes, styles, painted) if shape is not Shape.TEXT else None,
    )
    return dot_own.restored(node, item)


def group_of(item: Item, name: str, parent: str | None, painted: bool = False) -> Group:
    """The group that attributes make of a cluster."""
    attributes = item["attributes"]
    styles = styles_of(attributes)
    bare = attributes.get("peripheries") == "0"
    group = Group(
        name,
        _label(item, {"G": item["name"]}),
        parent,
        fill=_group_fill(item, styles),
        stroke=None if bare else _color(item, "pencolor", "color", default=_BLACK if painted else None),
        border=LineStyle.INVISIBLE if bare else line_of(attributes, styles),
        border_width=painted_width(attributes, styles, painted),
    )
    return dot_own.restored(group, item)


def edge_of(item: Item, source: str, target: str, facts: dict[str, Any], painted: bool = False) -> Edge:
    """The edge that attributes make of one between ``source`` and ``target``."""
    attributes = item["attributes"]
    styles = styles_of(attributes)
    tail, head = edge_heads(attributes, facts["directed"])
    arrow = "->" if facts["directed"] else "--"
    names = {"G": facts["name"], "T": item["tail"], "H": item["head"], "E": f"{item['tail']}{arrow}{item['head']}"}
    edge = Edge(
        source,
        target,
        _label(item, names),
        head,
        tail,
        line_of(attributes, styles),
        _color(item, "color", default=_BLACK if painted else None),
        painted_width(attributes, styles, painted),
        number(attributes, "weight"),
    )
    return dot_own.restored(edge, item)


def _node_fill(item: Item, styles: set[str], shape: Shape, painted: bool) -> str | None:
    if styles & {"filled", "radial", "striped", "wedged"}:
        return _color(item, "fillcolor", "color", default=_BLACK if shape is Shape.POINT else _GREY)
    if shape is Shape.POINT:
        return _color(item, "fillcolor", "color", default=_BLACK) if painted else _color(item, "fillcolor")
    return None


def _group_fill(item: Item, styles: set[str]) -> str | None:
    filled = bool(styles & {"filled", "radial", "striped"})
    if filled and item["attributes"].get("fillcolor"):
        return _color(item, "fillcolor")
    if item["attributes"].get("bgcolor"):
        return _color(item, "bgcolor")
    return _color(item, "fillcolor", "color", default=_GREY) if filled else None


def _color(item: Item, *names: str, default: str | None = None) -> str | None:
    """The first colour that is set, as ``#rrggbb``; None for a transparent one."""
    for name in names:
        if item["attributes"].get(name):
            return item["paint"].get(name) or None
    return default


def _label(item: Item, names: dict[str, str], default: str = "") -> str:
    """The label, else the one beside the thing."""
    return _words(item, "label", names, default) or _words(item, "xlabel", names)


def _words(item: Item, attribute: str, names: dict[str, str], default: str = "") -> str:
    text = item["attributes"].get(attribute, default)
    html_like = attribute in item["html"]
    if item["attributes"].get("shape") in ("record", "Mrecord") and attribute == "label":
        return record_text(text, names, html_like)
    return html_text(text, names) if html_like else plain_text(text, names)
