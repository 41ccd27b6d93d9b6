"""GPML, the notation of WikiPathways and PathVisio → a diagram with its author's layout.

Data nodes and states are nodes; labels and shapes are nodes where a line ends on them, else ornaments. A line, be it an
interaction or a graphical one, is an edge where both of its ends refer to a part or to an anchor on another line.
Versions 2010a, 2013a and 2021 are read. docs/notations/gpml.md says how each construct maps.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from graphicacy.diagram.gpml.heads import head_of
from graphicacy.diagram.gpml.parts import (
    Stack,
    captions,
    frame_group,
    is_hollow,
    item_node,
    item_strokes,
    lies_behind,
    loose_line,
)
from graphicacy.diagram.gpml.places import AnchorRef, Pathway, place_parts
from graphicacy.diagram.gpml.routes import Target, Tracks, run_lines
from graphicacy.diagram.gpml.source import Line, read_source
from graphicacy.diagram.layout import HeadForm, Layout, Ornament
from graphicacy.diagram.layout.builder import LayoutBuilder
from graphicacy.diagram.layout.places import prevailing_direction
from graphicacy.diagram.layout.values import listed
from graphicacy.diagram.model import Edge, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.xml import parse_xml

__all__ = ["read_gpml"]

End = str | AnchorRef
_ALWAYS_NODES = frozenset(["DataNode", "State"])
_DOT = 4.0  # pixels: radius of an anchor that is drawn as a circle


def read_gpml(text: str) -> Layout:
    """The pathway that ``text`` describes, in CSS pixels, moved so that it begins at (0, 0) with a margin.

    Raises ``BadDrawing`` where the text is no GPML, is malformed, places a part nowhere, or is too large.
    """
    pathway = place_parts(read_source(parse_xml(text)))
    return _Reader(pathway).layout()


class _Reader:
    """Turns a pathway whose parts have places into a layout."""

    def __init__(self, pathway: Pathway) -> None:
        self.pathway = pathway
        self.lines = pathway.source.lines
        self.joins = {i: ends for i, line in enumerate(self.lines) if (ends := self._ends(line)) is not None}
        used = dict.fromkeys(end for ends in self.joins.values() for end in ends)
        self.anchors = {end: self._anchor_name(end) for end in used if isinstance(end, AnchorRef)}
        nodes = [item for item in pathway.items if item.item.kind in _ALWAYS_NODES or item.id in used]
        self.nodes = sorted(nodes, key=lambda item: item.item.depth)
        self.loose = [item for item in pathway.items if item.item.kind not in _ALWAYS_NODES and item.id not in used]
        self.builder = LayoutBuilder()
        self.unknown: Counter[str] = Counter()

    def layout(self) -> Layout:
        tracks = run_lines(self.pathway, self._targets(), set(self.joins))
        for frame in self.pathway.frames:
            group, lettering = frame_group(frame)
            self.builder.add_group(group, frame.box, lettering)
        stack = self._node_stack()
        for item in self.nodes:
            node, lettering = item_node(item)
            self.builder.add_node(node, item.drawn.box, lettering)
            self.builder.ornaments += item_strokes(item, stack)
        self._add_anchors(tracks)
        for index, ends in self.joins.items():
            self._add_edge(self.lines[index], ends, tracks.routes[index])
        self._add_loose(tracks)
        self._warn()
        direction = prevailing_direction((route[0], route[-1]) for route in self.builder.routes)
        return replace(self.builder.layout(direction), background=self.pathway.source.background)

    def _ends(self, line: Line) -> tuple[End, End] | None:
        """What a line joins, where both of its ends refer to something."""
        first, last = self.pathway.find(line.points[0].ref), self.pathway.find(line.points[-1].ref)
        return None if first is None or last is None else (first, last)

    def _anchor_name(self, ref: AnchorRef) -> str:
        return self.pathway.names.new(self.lines[ref.line].anchors[ref.anchor].id or "Anchor")

    def _name(self, end: End) -> str:
        return end if isinstance(end, str) else self.anchors[end]

    def _node_stack(self) -> Stack:
        """All nodes but anchors."""
        return _stack([item.item.depth for item in self.nodes], [item.drawn.box for item in self.nodes])

    def _targets(self) -> dict[str, Target]:
        found = {item.id: (item.drawn.shape, item.drawn.box) for item in self.pathway.items}
        return found | {frame.id: (Shape.RECTANGLE, frame.box) for frame in self.pathway.frames}

    def _add_anchors(self, tracks: Tracks) -> None:
        """Nodes for the anchors on which edges end; one whose line is no edge is an unseen point on it."""
        edge_of = {line: number for number, line in enumerate(self.joins)}
        for ref, name in self.anchors.items():
            if ref.line in edge_of:
                node = Node(name, shape=Shape.ANCHOR, on=edge_of[ref.line])
            else:
                node = Node(name, shape=Shape.POINT, border=LineStyle.INVISIBLE)
            self.builder.add_node(node, Box(*tracks.anchors[ref], *tracks.anchors[ref]))
        for ref, at in tracks.anchors.items():
            line = self.lines[ref.line]
            if line.anchors[ref.anchor].shape == "circle":
                box = Box.about(at, 2 * _DOT, 2 * _DOT)
                self.builder.ornaments.append(
                    Ornament(
                        box, Shape.CIRCLE, fill=line.looks.stroke, stroke=line.looks.stroke, of=self.anchors.get(ref)
                    )
                )

    def _add_edge(self, line: Line, ends: tuple[End, End], route: tuple[Point, ...]) -> None:
        (tail, tail_form), (head, head_form) = (self._head(end.head) for end in (line.points[0], line.points[-1]))
        index, looks = len(self.builder.edges), line.looks
        source, target = self._name(ends[0]), self._name(ends[1])
        self.builder.edges.append(Edge(source, target, "", head, tail, looks.style, looks.stroke, looks.width))
        self.builder.routes.append(route)
        if head is not Head.NONE:
            self.builder.heads[index] = head_form
        if tail is not Head.NONE:
            self.builder.tails[index] = tail_form

    def _head(self, name: str) -> tuple[Head, HeadForm]:
        found = head_of(name)
        if found is None:
            self.unknown[" ".join(name.split())] += 1
        return found or (Head.POINTED, HeadForm.FILLED)

    def _add_loose(self, tracks: Tracks) -> None:
        """Items and lines that no edge needs, the lowest first."""
        nodes = self._node_stack()
        edges = _stack([self.lines[i].depth for i in self.joins], [Box.around(tracks.routes[i]) for i in self.joins])
        for item in sorted(self.loose, key=lambda item: item.item.depth):
            behind = is_hollow(item) or lies_behind(item.drawn.box, item.item.depth, nodes, edges)
            self.builder.ornaments += captions(item, behind)
        for index, line in enumerate(self.lines):
            if index not in self.joins:
                route = tracks.routes[index]
                heads = self._head(line.points[0].head)[0], self._head(line.points[-1].head)[0]
                behind = lies_behind(Box.around(route), line.depth, nodes, edges)
                self.builder.ornaments.append(loose_line(line, route, heads, behind))

    def _warn(self) -> None:
        """One sentence for each kind of thing that is not in the diagram as the file has it."""
        loose = [line for index, line in enumerate(self.lines) if index not in self.joins]
        for kind, what in (("Interaction", "interactions"), ("GraphicalLine", "graphical lines")):
            count = sum(line.kind == kind for line in loose)
            if count:
                self.builder.warnings.append(f"{what} that do not join two parts, drawn as loose lines: {count}")
        dangling = sum(
            end.ref is not None and self.pathway.find(end.ref) is None
            for line in self.lines
            for end in (line.points[0], line.points[-1])
        )
        if dangling:
            self.builder.warnings.append(f"ends of lines that refer to nothing in the file: {dangling}")
        self.builder.warnings += [f"{what}: {count}" for what, count in self.pathway.faults.items()]
        shapes = Counter(" ".join(item.item.shape.split()) for item in self.pathway.items if not item.drawn.known)
        for found, what, drawn in ((self.unknown, "arrow heads", "arrows"), (shapes, "shapes", "rectangles")):
            if found:
                names = listed(sorted(found), 3)
                self.builder.warnings.append(f"{what} of an unknown kind ({names}), drawn as {drawn}: {found.total()}")


def _stack(depths: list[float], boxes: list[Box]) -> Stack:
    return Stack(np.array(depths, dtype=float), np.array(boxes, dtype=float).reshape(-1, 4))
