"""Writing DOT: whatever a diagram says comes back, and Graphviz draws it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from any_diagrams import diagrams
from graphicacy.diagram.dot.read import read_dot
from graphicacy.diagram.dot.write import dot_form, write_dot
from graphicacy.diagram.engines.graphviz import draw_dot
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box


@settings(max_examples=80, deadline=None)
@given(diagrams())
def test_a_diagram_comes_back_whole(diagram: Diagram) -> None:
    assert read_dot(write_dot(diagram)) == dot_form(diagram)
    assert dot_form(dot_form(diagram)) == dot_form(diagram)


def test_sources_are_short_and_idiomatic() -> None:
    diagram = Diagram(
        (
            Node("start", "Start here", Shape.STADIUM, fill="#ffeeaa"),
            Node("ok", "All well?", Shape.DIAMOND, group="checks"),
            Node("log", "log", group="checks", border=LineStyle.DASHED),
            Node("my db", "Store", Shape.CYLINDER, border_width=2.0),
        ),
        (
            Edge("start", "ok", weight=2.0),
            Edge("ok", "my db", 'say "yes"', Head.BLUNT, line=LineStyle.DASHED, color="#cc0000"),
            Edge("my db", "checks", head=Head.NONE, tail=Head.CIRCLE),
        ),
        (Group("checks", "Checks", fill="#eeeeee"),),
        Direction.RIGHT,
    )
    assert (
        write_dot(diagram)
        == r"""digraph {
  graph [rankdir=LR, nodesep=0.45, ranksep=0.6, compound=true, labeljust=l]
  node [shape=box]
  start [label="Start here", fillcolor="#ffeeaa", style="rounded,filled", graphicacy="shape=stadium"]
  subgraph cluster_checks {
    graph [label=Checks, fillcolor="#eeeeee", style=filled, graphicacy="id=checks"]
    ok [shape=diamond, label="All well?"]
    log [style=dashed]
  }
  "my db" [shape=cylinder, label=Store, penwidth=1.5]
  start -> ok [weight=2]
  ok -> "my db" [arrowhead=tee, style=dashed, color="#cc0000", label="say \"yes\""]
  "my db" -> ok [arrowtail=dot, dir=back, lhead=cluster_checks, graphicacy="target=checks"]
}
"""
    )


def test_the_shared_files_come_back_whole(shared_data: Path) -> None:
    paths = sorted((shared_data / "dot").glob("*.gv"))
    assert paths
    for path in paths:
        diagram = read_dot(path.read_text())
        assert read_dot(write_dot(diagram)) == diagram, path.name


@pytest.mark.parametrize(
    "id_", ["%5", "a\\", 'x\\"y', "", "tab\t", "\x00", "\ud800", "Node", "cluster", "1.", "-", "\ufeff"]
)
def test_ids_that_dot_has_trouble_with_come_back(id_: str) -> None:
    diagram = Diagram((Node(id_, id_.strip()), Node("b")), (Edge(id_, "b"), Edge("b", id_)), (), Direction.DOWN)
    assert read_dot(write_dot(diagram)) == diagram


def test_lines_without_direction_make_a_graph() -> None:
    diagram = Diagram((Node("a", "a"), Node("b", "b")), (Edge("a", "b", head=Head.NONE),), (), Direction.DOWN)
    assert write_dot(diagram).startswith("graph {")
    assert "a -- b\n" in write_dot(diagram)
    assert read_dot(write_dot(diagram)) == diagram


def test_orders_that_nesting_would_change_are_kept() -> None:
    nodes = (Node("a", "a", group="g"), Node("b", "b"), Node("c", "c", group="g"), Node("d", "d", group="h"))
    groups = (Group("k", "k", "h"), Group("h", "h"), Group("g", "g", "k"), Group("e", "e"))
    diagram = Diagram(nodes, (), groups, Direction.UP)
    assert read_dot(write_dot(diagram)) == diagram


def test_a_plain_graphviz_draws_the_nearest_heads_and_the_true_groups() -> None:
    diagram = Diagram(
        (Node("a", "A", group="g"), Node("b", "B")),
        (Edge("a", "b", head=Head.CROSS), Edge("b", "g", head=Head.BLUNT)),
        (Group("g", "G"), Group("empty", "Nothing")),
        Direction.DOWN,
    )
    sketch = draw_dot(re.sub(r', graphicacy="[^"]*"', "", write_dot(diagram)))
    assert sketch.diagram is not None
    assert [(e.source, e.target, e.head) for e in sketch.diagram.edges] == [
        ("a", "b", Head.BLUNT),
        ("b", "cluster_g", Head.BLUNT),
    ]
    assert [g.id for g in sketch.diagram.groups] == ["cluster_g", "cluster_empty"]


def test_an_edge_on_an_edge_is_one_edge_drawn_through_a_point() -> None:
    diagram = Diagram(
        (Node("s", "S"), Node("p", "P"), Node("e", "E"), Node("x", shape=Shape.ANCHOR, on=0)),
        (Edge("s", "p", "converts"), Edge("e", "x", head=Head.CIRCLE)),
        (),
        Direction.DOWN,
    )
    assert read_dot(write_dot(diagram)) == diagram
    sketch = draw_dot(write_dot(diagram))
    assert sketch.diagram is not None
    assert sketch.scene is not None
    assert [(e.source, e.target, e.head) for e in sketch.diagram.edges] == [
        ("s", "p", Head.POINTED),
        ("e", "x", Head.CIRCLE),
    ]
    s, p, x = (sketch.scene.nodes[id_] for id_ in "spx")
    route = sketch.scene.routes[0]
    assert abs(route[0][1] - s.y1) < 2
    assert abs(route[-1][1] - p.y0) < 2
    assert any(x.pad(1).contains(Box(*point, *point)) for point in route)


def test_an_attribute_of_ours_that_says_nonsense_is_passed_over() -> None:
    source = 'digraph { a [graphicacy="shape=cloud&fill=red&on=x&border_width=nan&nosuch=1&id=%ff&label&&=&border"] }'
    assert read_dot(source).nodes == (Node("\ufffd", "a", Shape.ELLIPSE),)


def test_an_edge_to_nowhere_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="'gone'"):
        write_dot(Diagram((Node("a"),), (Edge("a", "gone"),)))


@pytest.mark.parametrize("direction", [None, *Direction])
def test_the_direction_comes_back(direction: Direction | None) -> None:
    assert read_dot(write_dot(Diagram((Node("a"),), direction=direction))).direction is direction
