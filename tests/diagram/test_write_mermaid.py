"""Writing Mermaid: what it can say comes back, the rest comes back as the nearest thing, and people can read it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from any_diagrams import diagrams
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.mermaid.read import read_mermaid
from graphicacy.diagram.mermaid.write import mermaid_form, write_mermaid
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape


@settings(max_examples=60, deadline=None)
@given(diagrams())
def test_a_diagram_comes_back_in_its_form(diagram: Diagram) -> None:
    form = mermaid_form(diagram)
    assert read_mermaid(write_mermaid(diagram)) == form
    assert mermaid_form(form) == form
    assert write_mermaid(form) == write_mermaid(diagram)


def test_sources_are_short_and_idiomatic() -> None:
    diagram = Diagram(
        (
            Node("start", "Start here", Shape.STADIUM, fill="#ffeeaa"),
            Node("ok", "All well?", Shape.DIAMOND, group="checks"),
            Node("log", "log", group="checks", border=LineStyle.DASHED),
            Node("db", "Store", Shape.CYLINDER),
            Node("alarm", "alarm", Shape.TRIANGLE),
        ),
        (
            Edge("start", "ok"),
            Edge("ok", "db", "yes", line=LineStyle.THICK),
            Edge("ok", "alarm", "no", Head.BLUNT, line=LineStyle.DASHED, color="#cc0000"),
            Edge("log", "db", head=Head.NONE, line=LineStyle.DOTTED),
            Edge("db", "checks", head=Head.CIRCLE, tail=Head.CIRCLE, color="#cc0000", line=LineStyle.DASHED),
        ),
        (Group("checks", "Checks"),),
        Direction.RIGHT,
    )
    assert (
        write_mermaid(diagram)
        == """flowchart LR
    start(["Start here"])
    subgraph checks["Checks"]
        ok{"All well?"}
        log
    end
    db[("Store")]
    alarm@{ shape: tri, label: "alarm" }
    start --> ok
    ok ==>|"yes"| db
    ok --x|"no"| alarm
    log -.- db
    db o--o checks
    style start fill:#ffeeaa
    style log stroke-dasharray:5
    linkStyle 2,4 stroke:#cc0000,stroke-dasharray:5
"""
    )


def test_shared_files_come_back_in_their_form(shared_data: Path) -> None:
    paths = sorted((shared_data / "mermaid").rglob("*.mmd"))[::9]
    assert paths
    same = count = 0
    for path in paths:
        try:
            diagram = read_mermaid(path.read_text())
        except BadDrawing:
            continue
        form = mermaid_form(diagram)
        assert read_mermaid(write_mermaid(diagram)) == form, path.name
        same, count = same + (form == diagram), count + 1
    assert same > 0.85 * count > 20


@pytest.mark.parametrize(
    ("tail", "head", "form"),
    [
        (Head.NONE, Head.BLUNT, ("a", "b", Head.NONE, Head.CROSS)),
        (Head.NONE, Head.DIAMOND, ("a", "b", Head.NONE, Head.CIRCLE)),
        (Head.POINTED, Head.NONE, ("b", "a", Head.NONE, Head.POINTED)),
        (Head.BLUNT, Head.NONE, ("b", "a", Head.NONE, Head.CROSS)),
        (Head.POINTED, Head.POINTED, ("a", "b", Head.POINTED, Head.POINTED)),
        (Head.DIAMOND, Head.POINTED, ("a", "b", Head.NONE, Head.POINTED)),
    ],
)
def test_heads_that_mermaid_lacks_become_the_nearest(tail: Head, head: Head, form: tuple[object, ...]) -> None:
    edge = mermaid_form(Diagram((Node("a"), Node("b")), (Edge("a", "b", head=head, tail=tail),))).edges[0]
    assert (edge.source, edge.target, edge.tail, edge.head) == form


def test_an_inhibition_is_never_drawn_as_an_activation() -> None:
    diagram = Diagram((Node("a"), Node("b")), (Edge("a", "b", head=Head.BLUNT), Edge("b", "a", head=Head.CROSS)))
    assert "-->" not in write_mermaid(diagram)


@pytest.mark.parametrize(
    "id_",
    [
        "end",
        "default",
        "subgraph",
        "a b",
        "a--b",
        "/a",
        "a/",
        "",
        "x" * 101,
        "class-x",
        "é.",
        "日本 語",
        "a;b",
        "end.x",
    ],
)
def test_ids_that_mermaid_does_not_read_become_others(id_: str) -> None:
    diagram = Diagram((Node(id_, "one"), Node("a_b", "two"), Node("a_b_2")), (Edge(id_, "a_b"),))
    form = mermaid_form(diagram)
    assert form.nodes[0].id != id_
    assert [node.id for node in form.nodes[1:]] == ["a_b", "a_b_2"]
    assert read_mermaid(write_mermaid(diagram)) == form


@pytest.mark.parametrize(
    "id_", ["A", "task-1", "a/b.c", "End", "v", "1", "__proto__", "naïve", "日本", "endpoint", "x.end"]
)
def test_ids_that_mermaid_reads_are_kept(id_: str) -> None:
    diagram = Diagram((Node(id_, "one"), Node("q")), (Edge(id_, "q"), Edge("q", id_, head=Head.CIRCLE)))
    assert read_mermaid(write_mermaid(diagram)).nodes[0].id == id_


@pytest.mark.parametrize(
    "label",
    [
        "a; b", "#35;", "C#;", "&lt;b&gt; & co", "<br>", "`code`", '"quoted"', "[x] (y) {z} |w|", "$x$", "%%{init}%%",
        "fa:fa-car", "C:\\new", "style a:#fff;", "classDef b:#123;", "1. item", "- item", "*a*", "ﬂ°x¶ß",
        "end", "a --> b",
    ],
)  # fmt: skip
def test_labels_are_not_taken_for_code(label: str) -> None:
    nodes = (Node("style1", label), Node("b", label, Shape.TRIANGLE), Node("c", label, Shape.STADIUM, group="g"))
    diagram = Diagram(nodes, (Edge("b", "c", label),), (Group("g", label),), Direction.DOWN)
    assert read_mermaid(write_mermaid(diagram)) == diagram


def test_anchors_split_their_edge_at_a_point() -> None:
    nodes = (Node("s", "s"), Node("p", "p"), Node("e", "e"), Node("x", shape=Shape.ANCHOR, on=0))
    diagram = Diagram(nodes, (Edge("s", "p", "makes"), Edge("e", "x", head=Head.CIRCLE)), (), Direction.DOWN)
    read = read_mermaid(write_mermaid(diagram))
    assert read.nodes[3] == Node("x", shape=Shape.POINT)
    assert [(e.source, e.target, e.label, e.head) for e in read.edges] == [
        ("s", "x", "makes", Head.NONE),
        ("x", "p", "", Head.POINTED),
        ("e", "x", "", Head.CIRCLE),
    ]


def test_an_edge_to_nowhere_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="'gone'"):
        write_mermaid(Diagram((Node("a"),), (Edge("a", "gone"),)))
