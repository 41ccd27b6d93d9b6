"""Mermaid flowcharts and state diagrams: what they say, and where it is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.files import open_drawing
from graphicacy.diagram.mermaid.read import NoGraph, parse_mermaid, read_mermaid
from graphicacy.diagram.model import Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.polyline import path_points
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
        ('A@{ shape: datastore, label: "newer" }', "newer", Shape.RECTANGLE),
        ('A@{ shape: person, label: "newest" }', "newest", Shape.POLYGON),
        ("A@{ shape: diam }", "A", Shape.DIAMOND),
        ("A@{ shape: fork, label: unseen }", "", Shape.RECTANGLE),
        ("A@{ shape: f-circ, label: unseen }", "", Shape.POINT),
        ("A@{ shape: circle\n label: in lines }", "in lines", Shape.CIRCLE),
        ("A@{ shape: rect, label: 5 }", "5", Shape.RECTANGLE),
        ("A@{ icon: 'fa:user', form: circle, label: 'U' }", "U", Shape.CIRCLE),
        ("A[/up to/]@{ shape: hex }", "up to", Shape.HEXAGON),
        (r"A[\back\]", "back", Shape.PARALLELOGRAM),
        (r"A[\trap/]", "trap", Shape.TRAPEZIUM),
        ("A[你好 é 🎉]", "你好 é 🎉", Shape.RECTANGLE),
        ('A["quoted (x) [y]"]', "quoted (x) [y]", Shape.RECTANGLE),
        ("A[twice] --> B\n A[last]", "last", Shape.RECTANGLE),
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
        ("== strong ==>", Head.NONE, Head.POINTED, LineStyle.THICK, "strong"),
        ("<-- both -->", Head.POINTED, Head.POINTED, LineStyle.SOLID, "both"),
        ("x-- both --x", Head.CROSS, Head.CROSS, LineStyle.SOLID, "both"),
        ("o-.-o", Head.CIRCLE, Head.CIRCLE, LineStyle.DOTTED, ""),
        ("===", Head.NONE, Head.NONE, LineStyle.THICK, ""),
        ("-.-", Head.NONE, Head.NONE, LineStyle.DOTTED, ""),
        ("----->", Head.NONE, Head.POINTED, LineStyle.SOLID, ""),
        ("e1@==>", Head.NONE, Head.POINTED, LineStyle.THICK, ""),
        ('-- "`**may** bind`" -->', Head.NONE, Head.POINTED, LineStyle.SOLID, "may bind"),
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


def test_chains_join_all_with_all() -> None:
    read = read_mermaid("flowchart TD\n A & B --> C & D --o E\n E --> E\n E --> E")
    pairs = [(e.source, e.target, e.head) for e in read.edges]
    assert pairs[:4] == [(a, b, Head.POINTED) for a in "AB" for b in "CD"]
    assert pairs[4:6] == [("C", "E", Head.CIRCLE), ("D", "E", Head.CIRCLE)]
    assert pairs[6:] == [("E", "E", Head.POINTED)] * 2


def test_groups_have_looks_too_and_hold_what_names_them_first() -> None:
    read = read_mermaid(
        """flowchart TD
        subgraph "Two words"
          a
        end
        subgraph S["`**bold** title`"]
          direction TD
          a --> b
        end
        subgraph T
        end
        style S fill:#eee,stroke:#f00,stroke-width:3px,stroke-dasharray:3 3
        class T blue
        classDef blue fill:#00f"""
    )
    words, s, t = read.groups
    assert (words.id, words.label) == ("subGraph0", "Two words")
    assert s == Group("S", "bold title", None, "#eeeeee", "#ff0000", LineStyle.DOTTED, 3.0)
    assert (t.label, t.fill) == ("T", "#0000ff")
    assert [(n.id, n.group) for n in read.nodes] == [("a", "subGraph0"), ("b", "S")]


def test_groups_that_hold_each_other_or_themselves_are_not_nested() -> None:
    read = read_mermaid("flowchart TD\n subgraph A\n B\n end\n subgraph B\n A\n end\n subgraph C\n C\n D\n end")
    parents = {g.id: g.parent for g in read.groups}
    assert sorted(parents) == ["A", "B", "C"]
    assert [parents["A"], parents["B"]] in ([None, "A"], ["B", None])
    assert parents["C"] is None


def test_names_that_are_words_of_javascript_are_names() -> None:
    read = read_mermaid("flowchart TD\n subgraph __proto__\n constructor --> toString\n end\n __proto__ --> valueOf")
    assert [n.id for n in read.nodes] == ["constructor", "toString", "valueOf"]
    assert [(e.source, e.target) for e in read.edges] == [("constructor", "toString"), ("__proto__", "valueOf")]
    assert [n.group for n in read.nodes] == ["__proto__", "__proto__", None]


def test_styles() -> None:
    read = read_mermaid(
        """flowchart TD
        A:::warm --> B
        B --> C
        C e3@--> A
        C --> B
        classDef warm fill:#f96,stroke:#010203
        classDef default stroke:red
        classDef thick stroke:blue,stroke-width:5px
        class e3 thick
        style B fill:gold,stroke-dasharray: 5 5,stroke-width:2pt
        linkStyle default stroke:gray
        linkStyle 1 stroke:#00f,stroke-width:4px"""
    )
    a, b, c = read.nodes
    assert (a.fill, a.stroke, a.border_width) == ("#ff9966", "#010203", None)
    assert (b.fill, b.stroke, b.border, b.border_width) == ("#ffd700", "#ff0000", LineStyle.DASHED, 2 * 96 / 72)
    assert (c.fill, c.stroke) == (None, "#ff0000")
    assert [(e.color, e.line, e.width) for e in read.edges] == [
        ("#808080", LineStyle.SOLID, None),
        ("#0000ff", LineStyle.THICK, 4.0),
        ("#808080", LineStyle.THICK, 5.0),
        ("#808080", LineStyle.SOLID, None),
    ]


def test_an_undeclared_look_is_unknown() -> None:
    read = read_mermaid("flowchart TD\n A --> B\n style A fill:none,stroke:transparent,stroke-width:huge")
    for item in read.nodes:
        assert (item.fill, item.stroke, item.border_width) == (None, None, None)
    assert (read.edges[0].color, read.edges[0].width, read.edges[0].weight) == (None, None, None)


@pytest.mark.parametrize(
    ("beginning", "direction"),
    [
        ("graph TD", Direction.DOWN),
        ("graph BT", Direction.UP),
        ("graph RL", Direction.LEFT),
        ("graph >", Direction.RIGHT),
        ("flowchart", Direction.DOWN),
        ("flowchart-elk LR", Direction.RIGHT),
        ("---\ntitle: T\n---\n%%{init: {'theme': 'dark'}}%%\n%% said\nflowchart LR", Direction.RIGHT),
        ("\ufeff\r\n  graph LR", Direction.RIGHT),
    ],
)
def test_beginnings(beginning: str, direction: Direction) -> None:
    read = read_mermaid(f"{beginning}\r\n  %% comment\r\n A --> B\r\n")
    assert read.direction is direction
    assert [(e.source, e.target) for e in read.edges] == [("A", "B")]


def test_the_names_of_edges_and_groups_match_what_mermaid_draws() -> None:
    read, keys = parse_mermaid("flowchart TD\n A --> B\n A --> B\n A own@--> B")
    assert keys.edges == ("L_A_B_0", "L_A_B_2", "own")
    assert len(read.edges) == 3


def test_what_newer_releases_read_is_read() -> None:
    read = read_mermaid("flowchart TD\n subgraph S\n direction TD\n A@{ shape: bucket }\n end")
    assert (len(read.nodes), len(read.groups)) == (1, 1)
    read = read_mermaid(
        "stateDiagram-v2\n A%%comment\n %b --> C : at 1:00\n note left of C\n no end note yet\n end note"
    )
    assert [n.id for n in read.nodes][:3] == ["A", "%b", "C"]
    assert [n.label for n in read.nodes][3:] == ["no end note yet"]
    assert read.edges[0].label == "at 1:00"


def test_parts_whose_ids_mermaid_draws_at_random_have_names() -> None:
    source = "stateDiagram-v2\n state A {\n [*] --> x\n --\n [*] --> y\n y --> [*]\n }"
    read, keys = parse_mermaid(source)
    names = ["A-region-1", "A-region-1_start", "A-region-2", "A-region-2_end", "A-region-2_start"]
    assert sorted(keys.groups.values()) == names
    assert not set(keys.groups) & set(read.labels())
    assert [(e.source, e.target) for e in read.edges] == [(names[1], "x"), (names[4], "y"), ("y", names[3])]
    assert read == parse_mermaid(source)[0]


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


@pytest.mark.parametrize("version", ["stateDiagram", "stateDiagram-v2"])
def test_states_of_all_kinds(version: str) -> None:
    read = read_mermaid(
        f"""{version}
        state Fork <<fork>>
        state "A long name" as A
        A : more
        [*] --> Fork
        Fork --> A : at 10:30
        A --> B:::hot : <b>if</b> n < 3
        note left of B
          two
          lines
        end note
        state B {{
          direction LR
          state Inner {{
            c:::hot --> c : self
          }}
        }}
        Z : %%no comment
        classDef hot fill:rgb(255, 0, 0),color:white
        style A stroke:blue,stroke-width:2px"""
    )
    by_id = {n.id: n for n in read.nodes}
    assert (by_id["Fork"].label, by_id["Fork"].shape) == ("", Shape.RECTANGLE)
    assert (by_id["A"].label, by_id["A"].stroke, by_id["A"].border_width) == ("A long name more", "#0000ff", 2.0)
    assert [e.label for e in read.edges if e.label] == ["at 10:30", "if n < 3", "self"]
    note = next(n for n in read.nodes if n.label == "two lines")
    edge_of_note = next(e for e in read.edges if note.id in (e.source, e.target))
    assert (edge_of_note.source, edge_of_note.target, edge_of_note.head) == (note.id, "B", Head.NONE)
    assert [(g.id, g.parent, g.fill) for g in read.groups] == [("B", None, "#ff0000"), ("Inner", "B", None)]
    assert by_id["c"].group == "Inner"


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
    with pytest.raises(NoGraph, match="only flowcharts and state diagrams") as caught:
        read_mermaid(source)
    assert caught.value.kind in ("sequence", "class", "pie")


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


def test_some_torture_files_are_drawn(shared_data: Path) -> None:
    for path in sorted((shared_data / "mermaid").glob("*.mmd"))[::25]:
        if path.name != "0292_flow.mmd":  # Mermaid refuses it
            drawing = open_drawing(path)
            assert drawing.diagram is not None
            assert drawing.scene is not None
            assert set(drawing.scene.nodes) == {n.id for n in drawing.diagram.nodes}, path.name
