"""Diagrams of other notations drawn as Mermaid are told of under their own ids, and run as they ran."""

from __future__ import annotations

import math

import pytest

from graphicacy.diagram.drawing import Sketch
from graphicacy.diagram.engines.mermaid_of import source_of, told_as
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.outline import contains
from graphicacy.diagram.render import render

STRANGE = Diagram(
    (Node("a b", "One"), Node("end", "Two", Shape.ELLIPSE, group="grp 1"), Node("x?", "Three"), Node("a_b", "Four")),
    (
        Edge("a b", "end"),
        Edge("end", "x?", head=Head.NONE, tail=Head.POINTED),
        Edge("x?", "x?", line=LineStyle.DASHED),
        Edge("a_b", "grp 1", "to all"),
    ),
    (Group("grp 1", "Frame", parent="out er"), Group("out er", "Outer")),
    Direction.RIGHT,
)


def test_ids_and_ways_are_those_of_the_diagram() -> None:
    drawing = render(STRANGE, engine="merman")
    assert drawing.diagram is not None
    assert drawing.scene is not None
    assert [n.id for n in drawing.diagram.nodes] == ["a b", "end", "x?", "a_b"] == list(drawing.scene.nodes)
    assert drawing.diagram.nodes[1].group == "grp 1"
    assert {g.id: g.parent for g in drawing.diagram.groups} == {"out er": None, "grp 1": "out er"}
    assert set(drawing.scene.groups) == {"grp 1", "out er"}
    assert [(e.source, e.target, e.head, e.tail) for e in drawing.diagram.edges] == [
        (e.source, e.target, e.head, e.tail) for e in STRANGE.edges
    ]
    boxes = {**drawing.scene.nodes, **drawing.scene.groups}
    for edge, route in zip(drawing.diagram.edges, drawing.scene.routes, strict=True):
        for end, point in ((edge.source, route[0]), (edge.target, route[-1])):
            assert contains(Shape.RECTANGLE, boxes[end].pad(3), point)


@pytest.mark.parametrize("label", ["Round", "A long name in an ellipse"])
def test_an_ellipse_is_a_stadium_and_said_to_be(label: str) -> None:
    drawing = render(f'digraph {{ "my node" [label="{label}"]; "my node" -> b }}', "dot", engine="merman")
    assert drawing.diagram is not None
    assert [(n.id, n.label, n.shape) for n in drawing.diagram.nodes] == [
        ("my node", label, Shape.STADIUM),
        ("b", "b", Shape.STADIUM),
    ]
    assert drawing.warnings == ("Mermaid draws no ellipses: they were drawn as stadiums",)


def test_a_drawing_without_a_scene_is_left_alone() -> None:
    sketch = Sketch("<svg/>")
    assert told_as(sketch, STRANGE) is sketch


def test_edges_that_anchors_split_keep_their_pieces() -> None:
    anchored = Diagram(
        (Node("p q"), Node("r"), Node("s"), Node("k", shape=Shape.ANCHOR, on=0)),
        (Edge("p q", "r"), Edge("s", "k", head=Head.CIRCLE)),
    )
    drawing = render(anchored, engine="merman")
    assert drawing.diagram is not None
    assert drawing.scene is not None
    assert [(e.source, e.target) for e in drawing.diagram.edges] == [("p q", "k"), ("k", "r"), ("s", "k")]
    assert all(math.dist(route[0], route[-1]) > 1 for route in drawing.scene.routes)
    assert source_of(anchored)[1] == ()
