"""``Diagram`` → DOT that Graphviz draws with the package's font and the right heads."""

from __future__ import annotations

import textwrap
from itertools import pairwise

from graphicacy.diagram.dot_label import escape_label
from graphicacy.diagram.fonts import FAMILY
from graphicacy.diagram.model import Diagram, Edge, Group, Head, LineStyle, Node, Shape

__all__ = ["write_dot"]

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
_LINE_LENGTH = 28  # characters: longer labels are broken at spaces


def write_dot(diagram: Diagram, *, rankdir: str | None = None) -> str:
    """DOT source of ``diagram``; ``rankdir`` (TB, BT, LR, RL) overrides its direction, which is TB where unknown.

    An edge that another edge ends on is drawn through the anchor, a point. An edge of a group ends at its frame.
    Raises ``ValueError`` for an edge whose end does not exist.
    """
    return _Writer(diagram, rankdir or (diagram.direction.value if diagram.direction else "TB")).text()


class _Writer:
    """One diagram, with a DOT name for every node and group."""

    def __init__(self, diagram: Diagram, rankdir: str) -> None:
        self.diagram = diagram
        self.rankdir = rankdir
        taken: set[str] = set()
        self.nodes = {node.id: _name(node.id, taken) for node in diagram.nodes}
        self.groups = {
            group.id: _name(group.id if group.id.lower().startswith("cluster") else f"cluster_{group.id}", taken)
            for group in diagram.groups
        }
        self.fillers = {
            group.id: _name(f"in {group.id}", taken) for group in diagram.groups if not self._members(group.id)
        }

    def text(self) -> str:
        lines = [
            "digraph {",
            f"  graph [compound=true, rankdir={self.rankdir}, fontname={FAMILY}, fontsize=14, labeljust=l]",
            "  graph [nodesep=0.45, ranksep=0.6]",
            f"  node [fontname={FAMILY}, fontsize=14, shape=box]",
            f"  edge [fontname={FAMILY}, fontsize=12]",
        ]
        lines += self._inside(None, "  ", frozenset())
        for index, edge in enumerate(self.diagram.edges):
            lines += self._edge(index, edge)
        return "\n".join([*lines, "}", ""])

    def _inside(self, group: str | None, indent: str, around: frozenset[str]) -> list[str]:
        """Nodes and groups that lie directly in a group."""
        known = self.groups.keys()
        lines = []
        for node in self.diagram.nodes:
            if (node.group if node.group in known else None) == group:
                lines.append(f"{indent}{self.nodes[node.id]} [{_node(node)}]")
        if group in self.fillers:
            lines.append(f'{indent}{self.fillers[group]} [shape=point, style=invis, label=""]')
        for inner in self.diagram.groups:
            if (inner.parent if inner.parent in known else None) == group and inner.id not in around:
                lines += self._group(inner, indent, around | {inner.id})
        return lines

    def _group(self, group: Group, indent: str, around: frozenset[str]) -> list[str]:
        head = [f"{indent}subgraph {self.groups[group.id]} {{", f"{indent}  label={escape_label(_broken(group.label))}"]
        return [*head, *self._inside(group.id, indent + "  ", around), f"{indent}}}"]

    def _members(self, group: str, seen: frozenset[str] = frozenset()) -> list[str]:
        """Ids of the nodes in a group and in the groups inside it."""
        inner = [g.id for g in self.diagram.groups if g.parent == group and g.id not in seen]
        nodes = [node.id for node in self.diagram.nodes if node.group == group]
        return nodes + [node for g in inner for node in self._members(g, seen | {group, g})]

    def _end(self, end: str, other: str) -> tuple[str, str | None]:
        """DOT name of the node to draw to, and of the group to stop at."""
        if end in self.nodes:
            return self.nodes[end], None
        if end not in self.groups:
            raise ValueError(f"an edge ends at {end!r}, which is no node or group of the diagram")
        if end in self.fillers:
            return self.fillers[end], self.groups[end]
        members = self._members(end)
        apart = [node for node in members if node != other] or members
        return self.nodes[apart[0]], self.groups[end]

    def _edge(self, index: int, edge: Edge) -> list[str]:
        """One line, or, through the anchors on the edge, several."""
        source, ltail = self._end(edge.source, edge.target)
        target, lhead = self._end(edge.target, edge.source)
        anchors = [
            self.nodes[node.id] for node in self.diagram.nodes if node.on == index and node.shape is Shape.ANCHOR
        ]
        stops = [source, *anchors, target]
        lines = []
        for place, (start, stop) in enumerate(pairwise(stops)):
            first, last = place == 0, place == len(stops) - 2
            look = [*_ends(edge.tail if first else Head.NONE, edge.head if last else Head.NONE), *_look(edge)]
            look += [f"ltail={ltail}"] if first and ltail else []
            look += [f"lhead={lhead}"] if last and lhead else []
            look += [f"label={escape_label(_broken(edge.label))}"] if first and edge.label else []
            lines.append(f"  {start} -> {stop} [{', '.join(look)}]")
        return lines


def _name(wanted: str, taken: set[str]) -> str:
    """A quoted DOT name, made plain where it has characters that DOT cannot quote, and made unique."""
    plain = "".join(c if c.isprintable() and c not in '"\\' else "_" for c in wanted) or "_"
    name, count = plain, 1
    while name in taken:
        count += 1
        name = f"{plain} {count}"
    taken.add(name)
    return f'"{name}"'


def _broken(label: str) -> str:
    """A long label broken at spaces."""
    if len(label) <= _LINE_LENGTH:
        return label
    lines = textwrap.wrap(label, _LINE_LENGTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def _node(node: Node) -> str:
    look = [f"shape={_SHAPES[node.shape]}"]
    if node.shape in (Shape.POINT, Shape.ANCHOR):
        look += ["width=0.06", 'label=""']
        if node.label:
            look.append(f"xlabel={escape_label(_broken(node.label))}")
    else:
        look.append(f"label={escape_label(_broken(node.label))}")
    styles = ["rounded"] if node.shape in (Shape.ROUNDED, Shape.STADIUM) else []
    if node.fill and node.shape not in (Shape.POINT, Shape.ANCHOR):
        styles.append("filled")
        look.append(f'fillcolor="{node.fill}"')
    if node.border is LineStyle.INVISIBLE:
        look.append("penwidth=0")
    elif _LINES[node.border]:
        styles.append(_LINES[node.border])
    if styles:
        look.append(f'style="{",".join(styles)}"')
    if node.stroke:
        look.append(f'color="{node.stroke}"')
    return ", ".join(look)


def _ends(tail: Head, head: Head) -> list[str]:
    if tail is Head.NONE:
        return ["dir=none"] if head is Head.NONE else [f"arrowhead={_HEADS[head]}"]
    return ["dir=both", f"arrowhead={_HEADS[head]}", f"arrowtail={_HEADS[tail]}"]


def _look(edge: Edge) -> list[str]:
    look = [f"style={_LINES[edge.line]}"] if _LINES[edge.line] else []
    return [*look, f'color="{edge.color}"'] if edge.color else look
