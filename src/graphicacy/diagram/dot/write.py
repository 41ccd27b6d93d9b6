"""``Diagram`` → DOT that reads back to the same ``Diagram``, and that Graphviz draws with the right heads.

Each part is written with Graphviz's own attributes; these are read back as the reader would, and what they say
otherwise than the diagram goes into the attribute of ``dot.own``. So nothing is lost, and a plain ``dot`` draws the
nearest picture that it can.
"""

from __future__ import annotations

import math
import re
import textwrap
from dataclasses import replace
from itertools import pairwise
from typing import Any

from graphicacy.diagram.dot import own as dot_own
from graphicacy.diagram.dot.graph import edge_of, group_of, node_of
from graphicacy.diagram.dot.label import escaped
from graphicacy.diagram.dot.look import PX
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.names import Names
from graphicacy.diagram.nesting import nest

__all__ = ["dot_form", "write_dot"]

_SHAPES = {
    Shape.RECTANGLE: "box",
    Shape.ROUNDED: "box",
    Shape.STADIUM: "box",
    Shape.ELLIPSE: "ellipse",
    Shape.CIRCLE: "circle",
    Shape.DIAMOND: "diamond",
    Shape.HEXAGON: "hexagon",
    Shape.PARALLELOGRAM: "parallelogram",
    Shape.TRAPEZIUM: "trapezium",
    Shape.TRIANGLE: "triangle",
    Shape.CYLINDER: "cylinder",
    Shape.POLYGON: "octagon",
    Shape.TEXT: "plaintext",
    Shape.POINT: "point",
    Shape.ANCHOR: "point",
}
# Graphviz has no cross: a bar is the nearest.
_HEADS = {
    Head.NONE: "none",
    Head.POINTED: "normal",
    Head.BLUNT: "tee",
    Head.CIRCLE: "dot",
    Head.DIAMOND: "diamond",
    Head.CROSS: "tee",
}
_LINES = {
    LineStyle.SOLID: "",
    LineStyle.DASHED: "dashed",
    LineStyle.DOTTED: "dotted",
    LineStyle.THICK: "bold",
    LineStyle.INVISIBLE: "invis",
}
_BOLD, _WIDEST = 2.0, 100.0  # points: from the first on, a line that names no style is a thick one
_LINE_LENGTH = 28  # characters: longer labels are broken at spaces
_HEAVIEST = 1_000  # weight that Graphviz still lays out well
_COLOR = re.compile(r"#[0-9a-f]{6}")
_STRANGE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")  # what DOT, or an SVG, cannot carry
# Quotes cannot hold these, nor a % at the beginning, by which cgraph marks names of its own.
_UNQUOTABLE = re.compile(r'\\+(?=["\n]|$)|[\t\r\n]|^%')
_BARE = re.compile(r"[A-Za-z_]\w*|-?(?:\.\d+|\d+(?:\.\d*)?)", re.A)
_KEYWORDS = ("graph", "digraph", "subgraph", "node", "edge", "strict")
_USUAL = {"shape": "box"}  # what the node statement at the top says

Looks = dict[str, str]


def dot_form(diagram: Diagram) -> Diagram:
    """What DOT can say of ``diagram``: all of it, but for numbers that are not finite and colours that are none.

    ``read_dot(write_dot(diagram)) == dot_form(diagram)`` for every diagram whose ids are unique and whose edges end at
    its own nodes and groups.
    """
    return replace(
        diagram,
        nodes=tuple(
            replace(n, fill=_color(n.fill), stroke=_color(n.stroke), border_width=_finite(n.border_width))
            for n in diagram.nodes
        ),
        edges=tuple(
            replace(e, color=_color(e.color), width=_finite(e.width), weight=_finite(e.weight)) for e in diagram.edges
        ),
        groups=tuple(
            replace(g, fill=_color(g.fill), stroke=_color(g.stroke), border_width=_finite(g.border_width))
            for g in diagram.groups
        ),
    )


def write_dot(diagram: Diagram) -> str:
    """DOT source of ``diagram``.

    An edge that another edge ends on is drawn through the anchor, a point. An edge of a group ends at its frame.
    Raises ``ValueError`` for an edge whose end does not exist.
    """
    return _Writer(dot_form(diagram)).text()


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None


def _color(color: str | None) -> str | None:
    return color.lower() if color is not None and _COLOR.fullmatch(color.lower()) else None


class _Writer:
    """One diagram, with a DOT name for every node and group."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.arrow = "--" if diagram.edges and all(_ends(edge) == {"dir": "none"} for edge in diagram.edges) else "->"
        names = Names(numbered="{} {}")
        self.nodes = {node.id: names.new(_plain(node.id)) for node in diagram.nodes}
        self.groups = {
            group.id: names.new(_plain(group.id if group.id.lower().startswith("cluster") else f"cluster_{group.id}"))
            for group in diagram.groups
        }
        self.nesting = nest(diagram)
        empty = [id_ for id_, members in self.nesting.members.items() if not members]
        self.fillers = {id_: names.new(_plain(f"in {id_}")) for id_ in empty}
        self.anchors = diagram.anchors()

    def text(self) -> str:
        written = self.nesting.written()
        kind = "graph" if self.arrow == "--" else "digraph"
        lines = [f"{kind} {{", f"  graph{_brackets(self._graph_looks())}", f"  node{_brackets(_USUAL)}"]
        if [part.id for part in written if isinstance(part, Node)] != [node.id for node in self.diagram.nodes]:
            names = "; ".join(_quoted(name) for name in self.nodes.values())
            lines += (
                textwrap.wrap(names, 100, initial_indent="  ", subsequent_indent="  ")
                if '"' not in names
                else [f"  {names}"]
            )
        in_order = [part.id for part in written if isinstance(part, Group)] == [g.id for g in self.diagram.groups]
        self.places = {} if in_order else {group.id: index for index, group in enumerate(self.diagram.groups)}
        lines += self._inside(None, "  ", {})
        for index, edge in enumerate(self.diagram.edges):
            lines += self._edge(index, edge)
        return "\n".join([*lines, "}", ""])

    def _graph_looks(self) -> Looks:
        direction = self.diagram.direction
        looks = {"rankdir": (direction or Direction.DOWN).value, "nodesep": "0.45", "ranksep": "0.6"}
        if self.diagram.groups:
            looks |= {"compound": "true", "labeljust": "l"}
        return looks if direction else looks | {dot_own.ATTRIBUTE: dot_own.pack({"direction": None})}

    def _inside(self, group: str | None, indent: str, inherited: Looks) -> list[str]:
        """Statements of what lies directly in a group."""
        lines = []
        if group in self.fillers:
            filler = {"shape": "point", "style": "invis", dot_own.ATTRIBUTE: dot_own.FILLER}
            lines.append(f"{indent}{_quoted(self.fillers[group])}{_brackets(filler)}")
        for _, part in self.nesting.children[group]:
            if isinstance(part, Group):
                lines += self._group(part, indent, inherited)
            else:
                name = self.nodes[part.id]
                lines.append(f"{indent}{_quoted(name)}{_brackets(_node_looks(part, name, group))}")
        return lines

    def _group(self, group: Group, indent: str, inherited: Looks) -> list[str]:
        name = self.groups[group.id]
        looks = _group_looks(group, name, self.nesting.parents[group.id], self.places.get(group.id))
        # A cluster has the attributes of the one around it, unless it sets its own.
        looks |= {key: "" for key, value in inherited.items() if value and key not in looks}
        inside = self._inside(group.id, indent + "  ", inherited | looks)
        head = [f"{indent}subgraph {_quoted(name)} {{", f"{indent}  graph{_brackets(looks)}"]
        return [*head, *inside, f"{indent}}}"]

    def _end(self, end: str, other: str) -> tuple[str, str | None]:
        """DOT name of the node to draw to, and of the group to stop at."""
        if end in self.nodes:
            return self.nodes[end], None
        if end not in self.groups:
            raise ValueError(f"an edge ends at {end!r}, which is no node or group of the diagram")
        if end in self.fillers:
            return self.fillers[end], self.groups[end]
        apart = [node for node in self.nesting.members[end] if node != other] or self.nesting.members[end]
        return self.nodes[apart[0]], self.groups[end]

    def _edge(self, index: int, edge: Edge) -> list[str]:
        """One line, or, through the anchors on the edge, several."""
        source, ltail = self._end(edge.source, edge.target)
        target, lhead = self._end(edge.target, edge.source)
        between = self.anchors.get(index, [])
        stops = [source, *(self.nodes[id_] for id_ in between), target]
        ids = [edge.source, *between, edge.target]
        groups = ({"source": edge.source} if ltail else {}) | ({"target": edge.target} if lhead else {})
        lines = []
        for place, (start, stop) in enumerate(pairwise(stops)):
            first, last = place == 0, place == len(stops) - 2
            piece = replace(
                edge,
                label=edge.label if first else "",
                tail=edge.tail if first else Head.NONE,
                head=edge.head if last else Head.NONE,
            )
            looks = _edge_looks(piece, self.arrow == "->")
            looks |= {"ltail": ltail} if first and ltail else {}
            looks |= {"lhead": lhead} if last and lhead else {}
            if first:
                facts = {"name": "", "directed": self.arrow == "->"}
                item = _item(looks) | {"tail": start, "head": stop}
                looks |= _own(dot_own.differing(edge, edge_of(item, ids[0], ids[1], facts)) | groups)
            else:
                looks[dot_own.ATTRIBUTE] = dot_own.CONTINUES
            lines.append(f"  {_quoted(start)} {self.arrow} {_quoted(stop)}{_brackets(looks)}")
        return lines


def _item(looks: Looks) -> dict[str, Any]:
    """An item as Graphviz tells of it, from its attributes."""
    colors = {name: looks[name] for name in ("color", "fillcolor") if looks.get(name)}
    return {"attributes": looks, "html": [], "paint": colors}


def _own(values: dict[str, object]) -> Looks:
    return {dot_own.ATTRIBUTE: dot_own.pack(values)} if values else {}


def _node_looks(node: Node, name: str, group: str | None) -> Looks:
    looks = {"shape": _SHAPES[node.shape]}
    is_point = node.shape in (Shape.POINT, Shape.ANCHOR)
    if is_point:
        looks |= {"width": "0.06"} | ({"xlabel": _words(node.label)} if node.label else {})
    elif node_of(_item(looks), name, "", group).label != node.label:
        looks["label"] = _words(node.label)
    styles = ["rounded"] if node.shape in (Shape.ROUNDED, Shape.STADIUM) else []
    if node.fill:
        styles += [] if is_point else ["filled"]
        looks["fillcolor"] = node.fill
    looks |= _line_looks(node.border, node.border_width, node.stroke, styles)
    looks |= _own(dot_own.differing(node, node_of(_item(looks), name, "", group)))
    return {key: value for key, value in looks.items() if _USUAL.get(key) != value}


def _group_looks(group: Group, name: str, parent: str | None, place: int | None) -> Looks:
    looks = {"label": _words(group.label)}
    if group.fill:
        looks["fillcolor"] = group.fill
    looks |= _line_looks(group.border, group.border_width, group.stroke, ["filled"] if group.fill else [])
    found = group_of(_item(looks) | {"name": name}, name, parent)
    own = dot_own.differing(group, found) | ({} if place is None else {"place": place})
    return looks | _own(own)


def _line_looks(line: LineStyle, width: float | None, color: str | None, styles: list[str]) -> Looks:
    """The outline of a node or a group."""
    looks = {"peripheries": "0"} if line is LineStyle.INVISIBLE else {}
    points = None if width is None or not 0 <= width / PX <= _WIDEST else round(width / PX, 6)
    if line is LineStyle.SOLID and points is not None and points >= _BOLD:
        styles = [*styles, "solid"]
    elif line not in (LineStyle.SOLID, LineStyle.INVISIBLE):
        styles = [*styles, _LINES[line]]
    looks |= {"style": ",".join(styles)} if styles else {}
    looks |= {"color": color} if color else {}
    return looks if points is None else looks | {"penwidth": f"{points:.10g}"}


def _edge_looks(edge: Edge, directed: bool) -> Looks:
    looks = _ends(edge) if directed else {}
    drawn = LineStyle.SOLID if edge.line is LineStyle.INVISIBLE else edge.line
    looks |= _line_looks(drawn, edge.width, edge.color, [])
    looks |= {"style": _LINES[edge.line]} if edge.line is LineStyle.INVISIBLE else {}
    if edge.weight is not None and 0 <= edge.weight <= _HEAVIEST and edge.weight == int(edge.weight):
        looks["weight"] = str(int(edge.weight))
    return looks | ({"label": _words(edge.label)} if edge.label else {})


def _ends(edge: Edge) -> Looks:
    """Heads of an edge of a directed graph."""
    looks = {}
    if edge.head not in (Head.POINTED, Head.NONE):
        looks["arrowhead"] = _HEADS[edge.head]
    if edge.tail not in (Head.POINTED, Head.NONE):
        looks["arrowtail"] = _HEADS[edge.tail]
    if edge.tail is Head.NONE:
        return looks if edge.head is not Head.NONE else {"dir": "none"}
    return looks | {"dir": "back" if edge.head is Head.NONE else "both"}


def _plain(wanted: str) -> str:
    """A DOT name without the characters that DOT cannot quote."""
    return _UNQUOTABLE.sub("_", _STRANGE.sub("_", wanted)) or "_"


def _words(label: str) -> str:
    """A label as an attribute, broken at spaces where it is long."""
    text = _STRANGE.sub(" ", label)
    if len(text) > _LINE_LENGTH:
        text = "\n".join(textwrap.wrap(text, _LINE_LENGTH, break_long_words=False, break_on_hyphens=False))
    return escaped(text)


def _quoted(text: str) -> str:
    if _BARE.fullmatch(text) and text.lower() not in _KEYWORDS:
        return text
    return '"' + text.replace('"', '\\"') + '"'


def _brackets(looks: Looks) -> str:
    return f" [{', '.join(f'{name}={_quoted(value)}' for name, value in looks.items())}]" if looks else ""
