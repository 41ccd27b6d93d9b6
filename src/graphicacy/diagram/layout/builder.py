"""What readers of author layouts share: a builder of a ``Layout`` from parts in a file's coordinates.

It cuts each connector at the outlines that it joins, and moves all so that it begins at (0, 0) with a margin.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.layout import HeadForm, Layout, Lettering, Ornament
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Node, Shape
from graphicacy.diagram.outline import clip_to_outline, contains, nearest_point
from graphicacy.diagram.polyline import distinct
from graphicacy.diagram.scene import Box, Point, Scene

__all__ = ["MARGIN", "MAX_PARTS", "LayoutBuilder", "check_count"]

MARGIN = 20.0  # pixels around the picture
MAX_PARTS = 20_000  # nodes, groups and edges together
_SHORT = 3.0  # pixels before an outline at which a route may stop and still be taken to point at it
_MAX_SIDE = 100_000  # pixels of the canvas


@dataclass
class LayoutBuilder:
    """Collects parts, then gives the ``Layout``. ``boxes`` holds the box of each node and group."""

    nodes: dict[str, Node] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    routes: list[tuple[Point, ...]] = field(default_factory=list)
    lettering: dict[str | int, Lettering] = field(default_factory=dict)
    heads: dict[int, HeadForm] = field(default_factory=dict)
    tails: dict[int, HeadForm] = field(default_factory=dict)
    ornaments: list[Ornament] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def add_node(self, node: Node, box: Box, lettering: Lettering | None = None) -> None:
        """Place a node; its id must be new."""
        self.nodes[node.id] = node
        self._place(node.id, box, lettering)

    def add_group(self, group: Group, box: Box, lettering: Lettering | None = None) -> None:
        """Place a frame; its id must be new."""
        self.groups[group.id] = group
        self._place(group.id, box, lettering)

    def add_edge(
        self,
        edge: Edge,
        points: Sequence[Point],
        head: HeadForm = HeadForm.FILLED,
        tail: HeadForm = HeadForm.FILLED,
        lettering: Lettering | None = None,
        exact: bool = False,
    ) -> int:
        """Join two placed parts along ``points``, or straight where these are fewer than two; gives its index.

        ``exact`` says that the points begin and end on the outlines already.
        """
        index = len(self.edges)
        self.edges.append(edge)
        self.routes.append(tuple(points) if exact else self._cut(edge, points))
        if head is not HeadForm.FILLED:
            self.heads[index] = head
        if tail is not HeadForm.FILLED:
            self.tails[index] = tail
        if lettering is not None:
            self.lettering[index] = lettering
        check_count(len(self.boxes) + len(self.edges))
        return index

    def add_anchor(self, on: int, at: Point) -> str:
        """A place on the edge of index ``on`` at which another edge ends; gives its id."""
        number = len(self.boxes) + 1
        while (key := f"anchor {number}") in self.boxes:
            number += 1
        self.add_node(Node(key, shape=Shape.ANCHOR, on=on), Box(*at, *at))
        return key

    def layout(self, direction: Direction | None) -> Layout:
        """Everything, moved into view."""
        if not self.boxes:
            raise BadDrawing("there is nothing to draw: the file has no shapes")
        x0, y0, x1, y1 = self._extent()
        width, height = x1 - x0 + 2 * MARGIN, y1 - y0 + 2 * MARGIN
        if max(width, height) > _MAX_SIDE:
            raise BadDrawing(
                f"the drawing has {width:,.0f} × {height:,.0f} pixels: the longest side may have {_MAX_SIDE:,}"
            )
        dx, dy = MARGIN - x0, MARGIN - y0
        scene = Scene(
            width,
            height,
            {key: self.boxes[key] for key in self.nodes},
            tuple(self.routes),
            {key: self.boxes[key] for key in self.groups},
            {k: t.box for k, t in self.lettering.items() if isinstance(k, int) and self.edges[k].label},
        )
        layout = Layout(
            Diagram(tuple(self.nodes.values()), tuple(self.edges), tuple(self.groups.values()), direction),
            scene,
            self.lettering,
            dict(self.heads),
            dict(self.tails),
            tuple(self.ornaments),
            warnings=tuple(self.warnings),
        )
        return layout.mapped(lambda box: _ordered(box).shift(dx, dy), lambda p: (p[0] + dx, p[1] + dy))

    def _place(self, key: str, box: Box, lettering: Lettering | None) -> None:
        assert key not in self.boxes
        self.boxes[key] = box
        if lettering is not None:
            self.lettering[key] = lettering
        check_count(len(self.boxes) + len(self.edges))

    def _cut(self, edge: Edge, points: Sequence[Point]) -> tuple[Point, ...]:
        route = list(points) if len(points) > 1 else [self.boxes[edge.source].center, self.boxes[edge.target].center]
        for key, at_end in ((edge.source, False), (edge.target, True)):
            shape = self.nodes[key].shape if key in self.nodes else Shape.RECTANGLE
            if shape is Shape.ANCHOR:
                route[-1 if at_end else 0] = self.boxes[key].center
            else:
                route = _joined(route, shape, self.boxes[key], at_end)
        kept = distinct(route)
        return tuple(kept) if len(kept) > 1 else (kept[0], kept[0])

    def _extent(self) -> Box:
        points = [p for route in self.routes for p in route]
        points += [p for item in self.ornaments for p in item.points]
        boxes = [*self.boxes.values(), *(t.box.turn(math.radians(t.rotation)) for t in self.lettering.values())]
        boxes += [item.box.turn(math.radians(item.rotation)) for item in self.ornaments if not item.points]
        return Box.around([*points, *(corner for b in boxes for corner in ((b.x0, b.y0), (b.x1, b.y1)))])


def check_count(count: int) -> None:
    """Raise ``BadDrawing`` for more parts than are drawn."""
    if count > MAX_PARTS:
        raise BadDrawing(f"the drawing has {count:,} nodes, groups and edges: the limit is {MAX_PARTS:,}; split it")


def _joined(route: list[Point], shape: Shape, box: Box, at_end: bool) -> list[Point]:
    """A route that begins (or ends) on an outline: cut there, or led on to the nearest point where it stops short."""
    end = route[-1] if at_end else route[0]
    if contains(shape, box, end):
        return list(clip_to_outline(route, shape, box, at_end))
    border = nearest_point(shape, box, end)
    rest = route if math.dist(border, end) > _SHORT else route[:-1] if at_end else route[1:]
    return [*rest, border] if at_end else [border, *rest]


def _ordered(box: Box) -> Box:
    """The box, least first: what is set in from the sides of a tiny shape may have turned inside out."""
    return Box.around([(box.x0, box.y0), (box.x1, box.y1)])
