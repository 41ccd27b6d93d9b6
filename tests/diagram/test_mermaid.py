"""Mermaid flowcharts and state diagrams: what they say, and where it is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.mermaid import read_mermaid
from graphicacy.diagram.model import Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.polyline import path_points
from graphicacy.diagram.files import open_drawing
from graphicacy.diagram.render import render


def node(source: str) -> Node:
    return read_mermaid(f"flowchart TD\n {source}").nodes[0]


def edge(link: str) -> Edge:
    return read_mermaid(f"flowchart TD\n A {link} B").edges[0]


@pytest.mark.parametrize(
    ("written", "label", "shape"),
    [
        ("A", "A", Shape.RECTANGLE),
        ("A[IL-6]", "IL-6", Shape.RECTANGLE),
        ("A(round)", "round", Shape.ROUNDED),
        ("A([stadium])", "stadium", Shape.STADIUM),
        ("A[[sub]]", "sub", Shape.RECTANGLE),
        ("A[(data)]", "data", Shape.CYLINDER),
        ("A((circle))", "circle", Shape.CIRCLE),
        ("A(((twice)))", "twice", Shape.CIRCLE),
        ("A>flag]", "flag", Shape.POLYGON),
        ("A{choice}", "choice", Shape.DIAMOND),
        ("A{{hex}}", "hex", Shape.HEXAGON),
        ("A[/lean/]", "lean", Shape.PARALLELOGRAM),
        (r"A[/trap\]", "trap", Shape.TRAPEZIUM),
        ('A@{ shape: text, label: "free" }', "free", Shape.TEXT),
        ('A@{ shape: cyl, label: "new" }', "new", Shape.CYLINDER),
        ('A["one<br/>two<br>three"]', "one two three", Shape.RECTANGLE),
        (r'A["one\ntwo"]', "one two", Shape.RECTANGLE),
        ('A["H<sub>2</sub>O <b>bold</b>"]', "H2O bold", Shape.RECTANGLE),
        ('A["#quot;q#quot; #945; &amp; #35;"]', '"q" α & #', Shape.RECTANGLE),
        ('A["`**bold** and _slanted_ snake_case`"]', "bold and slanted snake_case", Shape.RECTANGLE),
        ('A["fa:fa-flask Assay"]', "Assay", Shape.RECTANGLE),
        ('A["$$x^2$$"]', "x^2", Shape.RECTANGLE),
    ],
)
def test_nodes(written: str, label: str, shape: Shape) -> None:
    read = node(written)
    assert (read.label, read.shape) == (label, shape)


@pytest.mark.parametrize(
    ("link", "tail", "head", "line", "label"),
    [
        ("-->", Head.NONE, Head.POINTED, LineStyle.SOLID, ""),
        ("---", Head.NONE, Head.NONE, LineStyle.SOLID, ""),
        ("--o", Head.NONE, Head.CIRCLE, LineStyle.SOLID, ""),
        ("--x", Head.NONE, Head.CROSS, LineStyle.SOLID, ""),
        ("<-->", Head.POINTED, Head.POINTED, LineStyle.SOLID, ""),
        ("o--o", Head.CIRCLE, Head.CIRCLE, LineStyle.SOLID, ""),
        ("x--x", Head.CROSS, Head.CROSS, LineStyle.SOLID, ""),
        ("-.->", Head.NONE, Head.POINTED, LineStyle.DOTTED, ""),
        ("==>", Head.NONE, Head.POINTED, LineStyle.THICK, ""),
        ("~~~", Head.NONE, Head.NONE, LineStyle.INVISIBLE, ""),
        ("-->|binds to|", Head.NONE, Head.POINTED, LineStyle.SOLID, "binds to"),
        ("-- binds to -->", Head.NONE, Head.POINTED, LineStyle.SOLID, "binds to"),
        ("-. weak .->", Head.NONE, Head.POINTED, LineStyle.DOTTED, "weak"),
    ],
)
def test_edges(link: str, tail: Head, head: Head, line: LineStyle, label: str) -> None:
    assert edge(link) == Edge("A", "B", label, head, tail, line)


def test_subgraphs_are_groups() -> None:
    read = read_mermaid(
        """flowchart LR
        subgraph out [Outer one]
          a
          subgraph in
            b
          end
        end
        out --> c
        c --> in"""
    )
    assert read.groups == (Group("out", "Outer one"), Group("in", "in", "out"))
    assert [(n.id, n.group) for n in read.nodes] == [("a", "out"), ("b", "in"), ("c", None)]
    assert [(e.source, e.target) for e in read.edges] == [("out", "c"), ("c", "in")]
    assert read.direction is Direction.RIGHT


def test_styles() -> None:
    read = read_mermaid(
        """flowchart TD
        A:::warm --> B
        B --> C
        classDef warm fill:#f96,stroke:#010203
        classDef default stroke:red
        style B fill:gold,stroke-dasharray: 5 5
        linkStyle 1 stroke:#00f,stroke-width:4px"""
    )
    a, b, c = read.nodes
    assert (a.fill, a.stroke) == ("#ff9966", "#010203")
    assert (b.fill, b.stroke, b.border) == ("#ffd700", "#ff0000", LineStyle.DASHED)
    assert (c.fill, c.stroke) == (None, "#ff0000")
    assert [(e.color, e.line) for e in read.edges] == [(None, LineStyle.SOLID), ("#0000ff", LineStyle.THICK)]


STATES = """stateDiagram-v2
    direction LR
    [*] --> Idle
    Idle --> Busy : start
    state "Hard at work" as Busy
    state Busy {
        [*] --> x
        x --> y
        --
        p --> q
    }
    Busy --> [*]
    note right of Idle : nothing to do
    state pick <<choice>>
    Idle --> pick"""


def test_state_diagrams() -> None:
    read = read_mermaid(STATES)
    assert read.groups == (
        Group("Busy", "Hard at work"),
        Group("Busy-region-1", "", "Busy", border=LineStyle.DASHED),
        Group("Busy-region-2", "", "Busy", border=LineStyle.DASHED),
    )
    shown = {n.label: (n.shape, n.group) for n in read.nodes if n.label}
    assert shown == {
        "Idle": (Shape.ROUNDED, None),
        "x": (Shape.ROUNDED, "Busy-region-1"),
        "y": (Shape.ROUNDED, "Busy-region-1"),
        "p": (Shape.ROUNDED, "Busy-region-2"),
        "q": (Shape.ROUNDED, "Busy-region-2"),
        "nothing to do": (Shape.RECTANGLE, None),
    }
    assert [n.shape for n in read.nodes if not n.label].count(Shape.DIAMOND) == 1
    started = next(e for e in read.edges if e.label == "start")
    assert (started.source, started.target, started.head) == ("Idle", "Busy", Head.POINTED)
    note = next(e for e in read.edges if "note" in e.target)
    assert (note.head, note.line) == (Head.NONE, LineStyle.DASHED)


@pytest.mark.parametrize(
    "source",
    [
        STATES,
        "flowchart TD\n A[Start] -->|yes| B{Choice}\n B --> C((End))\n subgraph S\n C\n D\n end\n D --> D\n A --> S",
        "flowchart RL\n subgraph A\n a --> b\n end\n subgraph B\n b\n end",
    ],
)
def test_the_scene_is_where_things_are_drawn(source: str) -> None:
    drawing = render(source, "mermaid")
    scene, diagram = drawing.scene, drawing.diagram
    assert scene is not None
    assert diagram is not None
    assert (scene.width, scene.height) == (drawing.width, drawing.height)
    assert set(scene.nodes) == {n.id for n in diagram.nodes}
    assert set(scene.groups) == {g.id for g in diagram.groups}
    boxes = {**scene.nodes, **scene.groups}
    for part, route in zip(diagram.edges, scene.routes, strict=True):
        assert len(route) >= 2
        for end, (x, y) in ((part.source, route[0]), (part.target, route[-1])):
            box = boxes[end].pad(12 * drawing.scale)
            assert box.x0 <= x <= box.x1, (part, route)
            assert box.y0 <= y <= box.y1, (part, route)
    for item in diagram.nodes:
        if item.group and item.id != "b":
            assert scene.groups[item.group].contains(scene.nodes[item.id], 1)


def test_labels_fit_their_boxes_in_the_font_that_draws_them() -> None:
    from graphicacy.diagram.fonts import text_width

    drawing = render('flowchart LR\n A["Wide Membrane WWW"] --> B[iii]', "mermaid")
    assert drawing.scene is not None
    for id_, label in (("A", "Wide Membrane WWW"), ("B", "iii")):
        inside = drawing.scene.nodes[id_].width / drawing.scale - text_width(label, 16)
        assert 55 < inside < 65  # 30 pixels of padding on both sides


def test_the_same_source_gives_the_same_bytes() -> None:
    assert render(STATES, "mermaid") == render(STATES, "mermaid")


@pytest.mark.parametrize(
    "source",
    ["sequenceDiagram\n Alice->>Bob: Hello", "classDiagram\n A <|-- B", 'pie\n "a": 3\n "b": 4'],
)
def test_other_diagrams_are_pictures_only(source: str) -> None:
    drawing = render(source, "mermaid")
    assert drawing.diagram is None
    assert drawing.scene is None
    assert drawing.svg is not None
    with pytest.raises(BadDrawing, match="only flowcharts and state diagrams"):
        read_mermaid(source)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("flowchart TD\n A --> B\n C[open --> D", "syntax error in line 3"),
        ("flowchart TD\n A -->", "syntax error in line 2"),
        ("Here is your diagram:", "no Mermaid diagram starts with 'Here is your diagram:'"),
        ("stateDiagram-v2\n state {", "syntax error"),
        ("flowchart TD\n" + "a --> b\n" * 50_000, "links"),
        ("flowchart TD\n" + "".join(f"subgraph x{i}\n" for i in range(2000)) + "end\n" * 2000, "too large"),
    ],
)
def test_what_is_no_diagram_says_where(source: str, said: str) -> None:
    with pytest.raises(BadDrawing, match=said) as caught:
        render(source, "mermaid")
    assert "\n" not in str(caught.value)


def test_a_million_edges_in_one_line_do_no_harm() -> None:
    side = " & ".join(f"n{i}" for i in range(1000))
    with pytest.raises(BadDrawing):
        render(f"flowchart TD\n {side} --> {side.replace('n', 'm')}", "mermaid")
    assert render("flowchart TD\n A --> B", "mermaid").diagram is not None


def test_scripts_and_links_are_left_behind() -> None:
    drawing = render(
        "%%{init: {'themeCSS': '@import url(http://example.org)', 'securityLevel': 'loose', 'htmlLabels': true}}%%\n"
        'flowchart TD\n A["<img src=x onerror=alert(1)> ok"] --> B\n click A "javascript:alert(1)"',
        "mermaid",
    )
    assert drawing.svg is not None
    for word in ("<script", "onerror=", "example.org", "javascript", "foreignObject"):
        assert word not in drawing.svg


def test_paths_become_polylines() -> None:
    assert path_points("M0,0L10,0 20,5") == [(0, 0), (10, 0), (20, 5)]
    curve = path_points("M0 0C0 10 10 10 10 0")
    assert (curve[0], curve[-1]) == ((0, 0), (10, 0))
    assert max(y for _, y in curve) == pytest.approx(7.5)
    assert path_points("M0 0Q5 10 10 0")[4] == pytest.approx((5, 5))
    assert path_points("m0 0l1 1") == []


REFUSED = {f"{number}_flow.mmd" for number in ("0041", "0269", "0270", "0272", "0292", "0293")}  # Mermaid does too


def test_the_torture_files_are_read_or_refused(shared_data: Path) -> None:
    paths = sorted((shared_data / "mermaid").glob("*.mmd"))
    assert paths
    refused = {}
    for path in paths:
        try:
            diagram = read_mermaid(path.read_text())
        except BadDrawing as error:
            refused[path.name] = str(error)
            continue
        ends = {n.id for n in diagram.nodes} | {g.id for g in diagram.groups}
        assert all({e.source, e.target} <= ends for e in diagram.edges), path.name
        assert all(n.group is None or n.group in ends for n in diagram.nodes), path.name
    assert set(refused) == REFUSED
    assert all("syntax error" in said for said in refused.values())


def test_some_torture_files_are_drawn(shared_data: Path) -> None:
    for path in sorted((shared_data / "mermaid").glob("*.mmd"))[::25]:
        if path.name not in REFUSED:
            drawing = open_drawing(path)
            assert drawing.diagram is not None
            assert drawing.scene is not None
            assert set(drawing.scene.nodes) == {n.id for n in drawing.diagram.nodes}, path.name
