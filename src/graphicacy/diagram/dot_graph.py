"""What Graphviz tells of a graph and of its layout → ``Diagram`` and ``Scene``.

Invisible nodes and edges are left out.
"""

from __future__ import annotations

import re
from typing import Any

from graphicacy.diagram.dot_label import html_text, plain_text, record_text
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.polyline import bezier
from graphicacy.diagram.scene import Box, Point, Scene

__all__ = ["to_diagram", "to_scene"]

_SHAPES = {
    **dict.fromkeys(("ellipse", "oval", "egg"), Shape.ELLIPSE),
    **dict.fromkeys(("circle", "doublecircle", "Mcircle"), Shape.CIRCLE),
    **dict.fromkeys(("diamond", "Mdiamond"), Shape.DIAMOND),
    **dict.fromkeys(("plaintext", "plain", "none", "underline"), Shape.TEXT),
    **dict.fromkeys(("trapezium", "invtrapezium"), Shape.TRAPEZIUM),
    **dict.fromkeys(("triangle", "invtriangle"), Shape.TRIANGLE),
    **dict.fromkeys(
        ("house", "invhouse", "pentagon", "septagon", "octagon", "doubleoctagon", "tripleoctagon", "star"),
        Shape.POLYGON,
    ),
    "point": Shape.POINT,
    "hexagon": Shape.HEXAGON,
    "parallelogram": Shape.PARALLELOGRAM,
    "cylinder": Shape.CYLINDER,
    "Mrecord": Shape.ROUNDED,
}
_SIDES = {0: Shape.ELLIPSE, 1: Shape.ELLIPSE, 2: Shape.ELLIPSE, 3: Shape.TRIANGLE, 4: Shape.RECTANGLE, 6: Shape.HEXAGON}
_HEAD = re.compile(r"([olrei]|inv)*?(none|tee|dot|diamond|box|crow|curve|inv|normal|vee|open|empty)")
_HEADS = {"none": Head.NONE, "tee": Head.BLUNT, "dot": Head.CIRCLE, "diamond": Head.DIAMOND}
_LINES = {"dashed": LineStyle.DASHED, "dotted": LineStyle.DOTTED, "bold": LineStyle.THICK}
_THICK = 2.0  # points: what Graphviz draws for style=bold
_MARGIN = 4.0  # points around the drawing
_DPI = 96 / 72  # CSS pixels per point


def to_diagram(facts: dict[str, Any], layout: dict[str, Any] | None = None) -> tuple[Diagram, tuple[int, ...]]:
    """The diagram that ``engines.graphviz.parse_dot`` tells of, and which of its edges are in it.

    Where the graph has been laid out, clusters without a frame are left out: some layouts draw none, and a node that
    ``rank=same`` holds leaves its cluster.
    """
    framed = None if layout is None else {item["name"] for item in layout.get("objects", ()) if item.get("bb")}
    return _Reader(facts, framed).diagram()


class _Reader:
    """Facts of one graph → the model."""

    def __init__(self, facts: dict[str, Any], framed: set[str] | None) -> None:
        self.facts = facts
        self.framed = framed
        self.colors: dict[str, str] = facts["colors"]
        self.groups: list[Group] = []
        self.home: dict[str, str] = {}
        self._clusters(facts["clusters"], None)

    def diagram(self) -> tuple[Diagram, tuple[int, ...]]:
        hidden = {node["name"] for node in self.facts["nodes"] if "invis" in _styles(node["attributes"])}
        edges, kept = [], []
        for index, edge in enumerate(self.facts["edges"]):
            if "invis" not in _styles(edge["attributes"]):
                edges.append(self._edge(edge))
                kept.append(index)
        used = {end for edge in edges for end in (edge.source, edge.target)}
        nodes = [
            Node(node["name"], shape=Shape.POINT, border=LineStyle.INVISIBLE, group=self.home.get(node["name"]))
            if node["name"] in hidden
            else self._node(node)
            for node in self.facts["nodes"]
            if node["name"] not in hidden or node["name"] in used
        ]
        return Diagram(tuple(nodes), tuple(edges), tuple(self.groups), self._direction()), tuple(kept)

    def _direction(self) -> Direction | None:
        if self.facts["layout"] != "dot":
            return None
        try:
            return Direction(self.facts["attributes"].get("rankdir", "TB").upper())
        except ValueError:
            return Direction.DOWN

    def _clusters(self, clusters: list[dict[str, Any]], parent: str | None) -> None:
        for cluster in clusters:
            framed = self.framed is None or cluster["name"] in self.framed
            visible = framed and "invis" not in _styles(cluster["attributes"])
            if visible:
                self.groups.append(Group(cluster["name"], self._label(cluster, {}), parent))
            self._clusters(cluster["clusters"], cluster["name"] if visible else parent)
            if visible:
                for name in cluster["nodes"]:
                    self.home.setdefault(name, cluster["name"])

    def _node(self, node: dict[str, Any]) -> Node:
        attributes = node["attributes"]
        styles = _styles(attributes)
        shape = _shape(attributes, styles)
        if shape is Shape.POINT:
            label = self._words(node, "xlabel", {"N": node["name"]})
        else:
            label = self._label(node, {"N": node["name"]}, "\\N")
        fill = stroke = None
        painted = "filled" in styles or "radial" in styles or "striped" in styles or "wedged" in styles
        if painted or shape is Shape.POINT:
            fill = self._color(attributes, "fillcolor", "color", default="black" if shape is Shape.POINT else "#d3d3d3")
        if shape is not Shape.TEXT and attributes.get("peripheries") != "0" and _number(attributes, "penwidth", 1) > 0:
            stroke = self._color(attributes, "color", default="#000000")
        return Node(node["name"], label, shape, fill, stroke, _line(attributes, styles), self.home.get(node["name"]))

    def _edge(self, edge: dict[str, Any]) -> Edge:
        attributes = edge["attributes"]
        names = {"T": edge["tail"], "H": edge["head"]}
        names["E"] = f"{edge['tail']}{'->' if self.facts['directed'] else '--'}{edge['head']}"
        drawn = attributes.get("dir", "forward" if self.facts["directed"] else "none")
        return Edge(
            self._end(edge, "ltail", edge["tail"]),
            self._end(edge, "lhead", edge["head"]),
            self._label(edge, names),
            head=_head(attributes, "arrowhead") if drawn in ("forward", "both") else Head.NONE,
            tail=_head(attributes, "arrowtail") if drawn in ("back", "both") else Head.NONE,
            line=_line(attributes, _styles(attributes)),
            color=self._color(attributes, "color", default="#000000"),
        )

    def _end(self, edge: dict[str, Any], attribute: str, node: str) -> str:
        """The group that an edge is cut off at (in graphs with ``compound=true``), else its node."""
        group = edge["attributes"].get(attribute, "")
        compound = self.facts["attributes"].get("compound", "").lower() in ("true", "yes", "1")
        return group if compound and any(g.id == group for g in self.groups) else node

    def _label(self, item: dict[str, Any], names: dict[str, str], default: str = "") -> str:
        """The label, else the one beside the thing."""
        return self._words(item, "label", names, default) or self._words(item, "xlabel", names)

    def _words(self, item: dict[str, Any], attribute: str, names: dict[str, str], default: str = "") -> str:
        text = item["attributes"].get(attribute, default)
        if attribute in item["html"]:
            return html_text(text)
        names = {"G": self.facts["name"], **names}
        record = item["attributes"].get("shape") in ("record", "Mrecord") and attribute == "label"
        return record_text(text, names) if record else plain_text(text, names)

    def _color(self, attributes: dict[str, str], *names: str, default: str) -> str | None:
        """The first colour that is set, as ``#rrggbb``; None for a transparent one."""
        for name in names:
            written = re.split(r"[:;]", attributes.get(name, ""))[0].strip()
            if written:
                scheme = attributes.get("colorscheme", "")
                known = self.colors.get(f"/{scheme}/{written}") or self.colors.get(written)
                return (known or None) if known is not None else None
        return "#000000" if default == "black" else default


def _styles(attributes: dict[str, str]) -> set[str]:
    return {re.sub(r"\(.*", "", style).strip().lower() for style in attributes.get("style", "").split(",")}


def _number(attributes: dict[str, str], name: str, default: float) -> float:
    try:
        return float(attributes.get(name, default))
    except ValueError:
        return default


def _line(attributes: dict[str, str], styles: set[str]) -> LineStyle:
    for style, line in _LINES.items():
        if style in styles:
            return line
    return LineStyle.THICK if _number(attributes, "penwidth", 1) >= _THICK else LineStyle.SOLID


def _shape(attributes: dict[str, str], styles: set[str]) -> Shape:
    written = attributes.get("shape", "ellipse")
    if written == "polygon":
        shape = _SIDES.get(int(_number(attributes, "sides", 4)), Shape.POLYGON)
    else:
        shape = _SHAPES.get(written, Shape.RECTANGLE)
    return Shape.ROUNDED if shape is Shape.RECTANGLE and "rounded" in styles else shape


def _head(attributes: dict[str, str], name: str) -> Head:
    """The mark nearest to the node: the first of an arrow's name (Graphviz documentation, *Arrow Shapes*)."""
    if _number(attributes, "arrowsize", 1) <= 0:
        return Head.NONE
    rest = attributes.get(name, "normal")
    while rest:
        match = _HEAD.match(rest)
        if match is None:
            return Head.POINTED
        if match.group(2) != "none":
            return _HEADS.get(match.group(2), Head.POINTED)
        rest = rest[match.end() :]
    return Head.NONE


def to_scene(layout: dict[str, Any], diagram: Diagram, kept: tuple[int, ...]) -> Scene:
    """Geometry of Graphviz's JSON (points, y up) in CSS pixels of its SVG."""
    x0, y0, x1, y1 = (float(v) for v in layout["bb"].split(","))

    def place(x: float, y: float) -> Point:
        return (x - x0 + _MARGIN) * _DPI, (y1 - y + _MARGIN) * _DPI

    nodes, groups = {}, {}
    wanted = diagram.labels()
    for item in layout.get("objects", ()):
        if item["name"] not in wanted:
            continue
        if "pos" in item:
            x, y = (float(v) for v in item["pos"].rstrip("!").split(",")[:2])
            dx, dy = float(item["width"]) * 36, float(item["height"]) * 36
            nodes[item["name"]] = Box(*place(x - dx, y + dy), *place(x + dx, y - dy))
        elif item.get("bb"):
            left, low, right, high = (float(v) for v in item["bb"].split(","))
            groups[item["name"]] = Box(*place(left, high), *place(right, low))
    splines = {int(edge["_place"]): edge.get("pos", "") for edge in layout.get("edges", ()) if "_place" in edge}
    routes = []
    for index, edge in zip(kept, diagram.edges, strict=True):
        route = tuple(place(*point) for point in _polyline(splines.get(index, "")))
        if not route:
            ends = [nodes.get(end) or groups.get(end) for end in (edge.source, edge.target)]
            route = tuple(box.center for box in ends if box is not None)
        routes.append(route)
    width, height = ((x1 - x0 + 2 * _MARGIN) * _DPI, (y1 - y0 + 2 * _MARGIN) * _DPI)
    return Scene(width, height, nodes, tuple(routes), groups)


def _polyline(spline: str) -> list[Point]:
    """A ``splineType`` value as a polyline from tail to head, arrow tips included."""
    start: list[Point] = []
    end: list[Point] = []
    controls: list[Point] = []
    for token in spline.split(";")[0].split():
        numbers = tuple(float(v) for v in re.findall(r"-?[\d.]+(?:e[-+]?\d+)?", token))
        if len(numbers) < 2:
            continue
        (start if token[0] == "s" else end if token[0] == "e" else controls).append((numbers[0], numbers[1]))
    points = list(controls[:1])
    for a, b, c, d in zip(controls[0::3], controls[1::3], controls[2::3], controls[3::3], strict=False):
        points += bezier(a, b, c, d)
    return [*start, *points, *end]
