"""What a diagram is: nodes, edges with their heads, groups. Symbols only: no geometry, no I/O.

The words used here (head kinds, shapes, line styles) are the ones every reader, scorer, command and
JSON file of the package uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

__all__ = ["Diagram", "Direction", "Edge", "Group", "Head", "LineStyle", "Node", "Shape"]


class Head(StrEnum):
    """What is drawn at the end of a connector."""

    NONE = "none"
    POINTED = "pointed"  # any arrow head: filled, open, vee, harpoon
    BLUNT = "blunt"  # T-bar
    CIRCLE = "circle"
    DIAMOND = "diamond"
    CROSS = "cross"


class Shape(StrEnum):
    """The outline of a node. ``TEXT`` is a label without an outline; ``POINT`` a small unlabelled junction."""

    RECTANGLE = "rectangle"
    ROUNDED = "rounded"
    STADIUM = "stadium"
    ELLIPSE = "ellipse"
    CIRCLE = "circle"
    DIAMOND = "diamond"
    HEXAGON = "hexagon"
    PARALLELOGRAM = "parallelogram"
    TRAPEZIUM = "trapezium"
    TRIANGLE = "triangle"
    CYLINDER = "cylinder"
    POLYGON = "polygon"  # any other closed outline
    TEXT = "text"
    POINT = "point"
    ANCHOR = "anchor"  # a place on another edge at which an edge ends


class LineStyle(StrEnum):
    """How a line is stroked."""

    SOLID = "solid"
    DASHED = "dashed"
    DOTTED = "dotted"
    THICK = "thick"
    INVISIBLE = "invisible"


class Direction(StrEnum):
    """Main reading direction of the layout."""

    DOWN = "TB"
    UP = "BT"
    RIGHT = "LR"
    LEFT = "RL"

    @property
    def mirrored(self) -> Direction:
        """The direction when left and right have changed places."""
        return {Direction.LEFT: Direction.RIGHT, Direction.RIGHT: Direction.LEFT}.get(self, self)


@dataclass(frozen=True, slots=True)
class Node:
    """A labelled shape. ``label`` is the text as a reader sees it, lines joined by one space.

    ``fill`` and ``stroke`` are ``#rrggbb`` or None where unknown or not painted. ``border_width`` is in CSS pixels,
    None where the source does not say. ``group`` is the id of the innermost group that holds the node. ``on`` is, for
    a node of shape ``ANCHOR`` only, the index in ``Diagram.edges`` of the edge that carries it. ``attached_to`` is the
    id of the node on whose border this one sits: a state of a protein, a boundary event.
    """

    id: str
    label: str = ""
    shape: Shape = Shape.RECTANGLE
    fill: str | None = None
    stroke: str | None = None
    border: LineStyle = LineStyle.SOLID
    group: str | None = None
    on: int | None = None
    border_width: float | None = None
    attached_to: str | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """A connector from ``source`` to ``target`` (ids of nodes or groups).

    ``head`` is what is drawn at the target's end, ``tail`` at the source's end. An undirected line has
    neither. Parallel edges and self-loops are kept. ``width`` is the line's, in CSS pixels, None where the source does
    not say; ``weight`` is the number that the source gives the edge (``weight`` in DOT), None where it gives none.
    """

    source: str
    target: str
    label: str = ""
    head: Head = Head.POINTED
    tail: Head = Head.NONE
    line: LineStyle = LineStyle.SOLID
    color: str | None = None
    width: float | None = None
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A frame around nodes; ``parent`` is the id of the group around it, if any. The rest is as in ``Node``."""

    id: str
    label: str = ""
    parent: str | None = None
    fill: str | None = None
    stroke: str | None = None
    border: LineStyle = LineStyle.SOLID
    border_width: float | None = None


@dataclass(frozen=True, slots=True)
class Diagram:
    """Nodes, edges and groups, in the order in which the source or the picture gives them."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    groups: tuple[Group, ...] = ()
    direction: Direction | None = None

    def labels(self) -> dict[str, str]:
        """Label by id, for nodes and groups together."""
        items: tuple[Group | Node, ...] = (*self.groups, *self.nodes)
        return {item.id: item.label for item in items}

    def anchors(self) -> dict[int, list[str]]:
        """Ids of the anchors on each edge that carries some, by its index, in the order of the nodes."""
        found: dict[int, list[str]] = {}
        for node in self.nodes:
            if node.shape is Shape.ANCHOR and node.on is not None:
                found.setdefault(node.on, []).append(node.id)
        return found

    def renamed(self, ids: Mapping[str, str]) -> Diagram:
        """The same diagram where nodes and groups have other ids; those that ``ids`` does not have stay."""

        def new(key: str | None) -> str | None:
            return None if key is None else ids.get(key, key)

        return replace(
            self,
            nodes=tuple(
                replace(n, id=ids.get(n.id, n.id), group=new(n.group), attached_to=new(n.attached_to))
                for n in self.nodes
            ),
            edges=tuple(
                replace(e, source=ids.get(e.source, e.source), target=ids.get(e.target, e.target)) for e in self.edges
            ),
            groups=tuple(replace(g, id=ids.get(g.id, g.id), parent=new(g.parent)) for g in self.groups),
        )

    def __str__(self) -> str:
        """Groups, nodes with their shapes, then connectors with their heads. What has no label is called by its id."""
        plain = {id_: label or f"#{id_}" for id_, label in self.labels().items()}
        names = dict(plain)
        for node in self.nodes:
            if node.on is not None:
                edge = self.edges[node.on]
                names[node.id] = f"({plain.get(edge.source, '?')} to {plain.get(edge.target, '?')})"

        def inside(group: str | None) -> str:
            return "" if group is None else f"  in {names[group]}"

        lines = [f"{'group':14} {names[group.id]}{inside(group.parent)}" for group in self.groups]
        lines += [f"{node.shape.value:14} {names[node.id]}{inside(node.group)}" for node in self.nodes]
        for edge in self.edges:
            note = f"  [{edge.label}]" if edge.label else ""
            ends = f"{edge.tail.value} -> {edge.head.value}"
            lines.append(f"{names.get(edge.source, '?')}  ({ends})  {names.get(edge.target, '?')}{note}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, object]:
        """The record that ``graphicacy parse --json`` prints."""
        return {
            "nodes": [
                {
                    "id": n.id,
                    "label": n.label,
                    "shape": n.shape.value,
                    "fill": n.fill,
                    "stroke": n.stroke,
                    "border": n.border.value,
                    "border_width": n.border_width,
                    "group": n.group,
                    "attached_to": n.attached_to,
                    "on": n.on,
                }
                for n in self.nodes
            ],
            "edges": [
                {
                    "source": e.source,
                    "target": e.target,
                    "label": e.label,
                    "head": e.head.value,
                    "tail": e.tail.value,
                    "line": e.line.value,
                    "color": e.color,
                    "width": e.width,
                    "weight": e.weight,
                }
                for e in self.edges
            ],
            "groups": [
                {
                    "id": g.id,
                    "label": g.label,
                    "parent": g.parent,
                    "fill": g.fill,
                    "stroke": g.stroke,
                    "border": g.border.value,
                    "border_width": g.border_width,
                }
                for g in self.groups
            ],
            "direction": self.direction.value if self.direction else None,
        }
