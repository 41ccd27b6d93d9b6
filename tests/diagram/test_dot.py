"""DOT is understood as Graphviz understands it, and written so that it is understood again."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from graphicacy.diagram.dot.read import read_dot
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import graphviz, guard
from graphicacy.diagram.engines.graphviz import draw_dot
from graphicacy.diagram.engines.guard import Caps
from graphicacy.diagram.model import Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.render import render


def node(source: str) -> Node:
    return read_dot(f"digraph G {{ {source} }}").nodes[0]


def edge(attributes: str, kind: str = "digraph", link: str = "->") -> Edge:
    return read_dot(f"{kind} {{ a {link} b [{attributes}] }}").edges[0]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a", "a"),
        ('a [label=""]', ""),
        (r'a [label="one\ntwo\lthree\r"]', "one two three"),
        (r'a [label="\N of \G"]', "a of G"),
        (r'a [label="a\\b \"q\""]', r'a\b "q"'),
        ('a [label="&alpha;-&#946; &amp; R&D"]', "α-β & R&D"),
        ('a [label="<b>plain</b>"]', "<b>plain</b>"),
        ("a [label=<H<sub>2</sub>O <b>is</b><br/>water &amp; ice>]", "H2O is water & ice"),
        ("a [label=<<table><tr><td>one</td><td>two</td></tr></table>>]", "one two"),
        (r'a [shape=record, label="{<f0> left|mid\|dle}|right"]', "left mid|dle right"),
        ('node [label="x"]; a', "x"),
        ('a [label="" xlabel="beside"]', "beside"),
    ],
)
def test_labels_are_what_a_reader_sees(written: str, read: str) -> None:
    assert node(written).label == read


def test_the_first_graph_of_a_process_keeps_its_default_labels() -> None:
    guard.close()
    assert [n.label for n in read_dot("digraph { a -> b }").nodes] == ["a", "b"]


@pytest.mark.parametrize(
    ("written", "shape"),
    [
        ("", Shape.ELLIPSE),
        ("shape=box", Shape.RECTANGLE),
        ("shape=box style=rounded", Shape.ROUNDED),
        ("shape=Mrecord", Shape.ROUNDED),
        ("shape=doublecircle", Shape.CIRCLE),
        ("shape=Mdiamond", Shape.DIAMOND),
        ("shape=plaintext", Shape.TEXT),
        ("shape=polygon sides=6", Shape.HEXAGON),
        ("shape=polygon sides=9", Shape.POLYGON),
        ("shape=cylinder", Shape.CYLINDER),
        ("shape=invtrapezium", Shape.TRAPEZIUM),
        ("shape=point", Shape.POINT),
        ("shape=nosuch", Shape.RECTANGLE),
    ],
)
def test_shapes(written: str, shape: Shape) -> None:
    assert node(f"a [{written}]").shape is shape


@pytest.mark.parametrize(
    ("written", "tail", "head"),
    [
        ("", Head.NONE, Head.POINTED),
        ("arrowhead=tee", Head.NONE, Head.BLUNT),
        ("arrowhead=odot", Head.NONE, Head.CIRCLE),
        ("arrowhead=ediamond", Head.NONE, Head.DIAMOND),
        ("arrowhead=lteeoldiamond", Head.NONE, Head.BLUNT),
        ("arrowhead=nonetee", Head.NONE, Head.BLUNT),
        ("arrowhead=none", Head.NONE, Head.NONE),
        ("arrowhead=crow", Head.NONE, Head.POINTED),
        ("arrowhead=open", Head.NONE, Head.POINTED),
        ("dir=back", Head.POINTED, Head.NONE),
        ("dir=back arrowhead=dot arrowtail=tee", Head.BLUNT, Head.NONE),
        ("dir=both arrowtail=dot", Head.CIRCLE, Head.POINTED),
        ("dir=none", Head.NONE, Head.NONE),
        ("arrowsize=0", Head.NONE, Head.NONE),
    ],
)
def test_heads(written: str, tail: Head, head: Head) -> None:
    read = edge(written)
    assert (read.source, read.target, read.tail, read.head) == ("a", "b", tail, head)


def test_lines_without_direction_have_no_heads() -> None:
    assert (edge("", "graph", "--").tail, edge("", "graph", "--").head) == (Head.NONE, Head.NONE)
    assert edge("dir=forward", "graph", "--").head is Head.POINTED


@pytest.mark.parametrize(
    ("written", "fill", "stroke"),
    [
        ("", None, None),
        ("style=filled", "#d3d3d3", None),
        ("style=filled color=red", "#ff0000", "#ff0000"),
        ("style=filled fillcolor=green color=purple", "#00ff00", "#a020f0"),
        ('style="filled,dashed" fillcolor="0.5 1 1:red"', "#00ffff", None),
        ('style=filled fillcolor="#12345680"', "#123456", None),
        ("style=filled fillcolor=3 colorscheme=blues4", "#6baed6", None),
        ('style=filled fillcolor="/blues4/3"', "#6baed6", None),
        ("style=filled fillcolor=transparent", None, None),
        ("color=nosuch", None, "#000000"),
        ("fillcolor=red peripheries=0", None, None),
        ("shape=plaintext", None, None),
    ],
)
def test_colours_are_those_that_the_source_sets(written: str, fill: str | None, stroke: str | None) -> None:
    read = node(f"a [{written}]")
    assert (read.fill, read.stroke) == (fill, stroke)


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("", LineStyle.SOLID),
        ("style=dashed", LineStyle.DASHED),
        ("style=dotted", LineStyle.DOTTED),
        ("style=bold", LineStyle.THICK),
        ("penwidth=3", LineStyle.THICK),
    ],
)
def test_line_styles(written: str, line: LineStyle) -> None:
    assert edge(written).line is line
    assert node(f"a [{written}]").border is line


def test_what_is_invisible_is_read_as_such_and_not_in_the_picture() -> None:
    source = "digraph { a -> b [style=invis]; c [style=invis]; a -> d; e [style=invis]; d -> e }"
    read = read_dot(source)
    assert [(n.id, n.border) for n in read.nodes if n.border is not LineStyle.SOLID] == [
        ("c", LineStyle.INVISIBLE),
        ("e", LineStyle.INVISIBLE),
    ]
    assert [(e.source, e.target, e.line) for e in read.edges] == [
        ("a", "b", LineStyle.INVISIBLE),
        ("a", "d", LineStyle.SOLID),
        ("d", "e", LineStyle.SOLID),
    ]
    drawn = draw_dot(source).diagram
    assert drawn is not None
    assert [n.id for n in drawn.nodes] == ["a", "b", "d", "e"]
    assert [(e.source, e.target) for e in drawn.edges] == [("a", "d"), ("d", "e")]
    assert drawn.nodes[-1].shape is Shape.POINT


def test_clusters_are_groups_and_other_subgraphs_are_not() -> None:
    read = read_dot(
        """digraph { compound=true
        subgraph cluster_out { label="Outer"; a; subgraph plain { subgraph cluster_in { label=<<i>Inner</i>>; b } } }
        subgraph marked { cluster=true; label="Marked"; c }
        a -> c [lhead=marked]; c -> b [ltail=marked, lhead=nosuch] }"""
    )
    assert read.groups == (
        Group("cluster_out", "Outer"),
        Group("cluster_in", "Inner", "cluster_out"),
        Group("marked", "Marked"),
    )
    assert [(n.id, n.group) for n in read.nodes] == [("a", "cluster_out"), ("b", "cluster_in"), ("c", "marked")]
    assert [(e.source, e.target) for e in read.edges] == [("a", "c"), ("c", "b")]


def test_an_edge_that_is_cut_off_at_a_frame_is_drawn_to_the_group() -> None:
    source = "digraph { compound=true; subgraph cluster_c { c }; a -> c [lhead=cluster_c]; c -> b [ltail=cluster_c] }"
    drawn = render(source, "dot").diagram
    assert drawn is not None
    assert [(e.source, e.target) for e in drawn.edges] == [("a", "cluster_c"), ("cluster_c", "b")]
    assert [(e.source, e.target) for e in read_dot(source).edges] == [("a", "c"), ("c", "b")]


def test_ends_that_do_not_exist_are_not_taken_from_the_attribute_of_ours() -> None:
    read = read_dot('digraph { a -> b [graphicacy="target=nosuch"]; b -> a [graphicacy="source=a"] }')
    assert [(e.source, e.target) for e in read.edges] == [("a", "b"), ("a", "a")]


def test_edges_keep_the_order_of_the_source() -> None:
    read = read_dot("digraph { a; b; c; c -> a; b -> c; a -> b [key=k]; a -> a; a -> b:port:n }")
    assert [e.source + e.target for e in read.edges] == ["ca", "bc", "ab", "aa", "ab"]


@pytest.mark.parametrize(
    ("source", "direction"),
    [
        ("digraph { a }", Direction.DOWN),
        ("digraph { rankdir=LR a }", Direction.RIGHT),
        ("digraph { layout=neato a }", None),
    ],
)
def test_direction(source: str, direction: Direction | None) -> None:
    assert read_dot(source).direction is direction


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("digraph {\n a -> b\n b -> -> c\n}", "line 3, column 7: DOT syntax error: '->' cannot"),
        ("digraph {\n a -- b\n}", "line 2, column 4: DOT syntax error: '--' cannot"),
        ("digraph {\r\n/* \r\n*/ a -> b ]\r\n}", "line 3, column 11: DOT syntax error: ']' cannot"),
        ('digraph { a [label="x\ny"]\n ] }', "line 3, column 2: DOT syntax error: ']' cannot"),
        ("digraph {\n# 7\n // x ]\n a ] }", "line 4, column 4: DOT syntax error: ']' cannot"),
        ('digraph {\n a [label="x\n}', "line 2, column 11: DOT syntax error: a quoted string .* never closed"),
        ("digraph {\n a [label=<x<b>\n}", "line 2, column 11: DOT syntax error: a <…> string .* never closed"),
        ("digraph {\n a /* b\n}", "line 2, column 4: DOT syntax error: a comment .* never closed"),
        ("digraph { a [label=x y] }", "line 1, column 23: DOT syntax error: ']' cannot"),
        ("digraph {a}\ndigraph {b ] }", "line 2, column 12: DOT syntax error: ']' cannot"),
        ("digraph {a}\n\n junk", "line 3, column 2: DOT syntax error: 'junk' cannot .* begins with graph"),
        ("a picture of a cell", "line 1, column 1: DOT syntax error: 'a' cannot .* begins with graph"),
        (" \n", "no DOT graph"),
        ("digraph { a [width=1e9] }", "line 1, column 23: DOT syntax error: ']' cannot"),
        ('digraph { a [label="' + "x" * 20_000 + '"] }', "line 1, column 20: DOT syntax error: .* longer than 16,384"),
        ("digraph {" + "subgraph {" * 5000 + "}" * 5001, "nests subgraphs"),
        ("digraph {" + "subgraph {" * 100 + "}" * 101, "nests subgraphs"),
        ("digraph {" + "".join(f"a{i} -> b{i};" for i in range(40_000)) + "}", "nodes and edges"),
    ],
)
def test_what_is_no_graph_says_where(source: str, said: str) -> None:
    with pytest.raises(BadDrawing, match=said) as caught:
        read_dot(source)
    assert "\n" not in str(caught.value)


def test_a_dense_graph_is_refused_or_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    dense = "digraph {" + "".join(f"n{i * 7919 % 5000} -> n{i * 104729 % 4999};" for i in range(60_000)) + "}"
    with pytest.raises(BadDrawing, match=r"the limit is (4|60),000"):
        render(dense, "dot")
    monkeypatch.setattr(graphviz, "_CAPS", Caps(wall=1, cpu=1, memory=1 << 30))
    tangled = "digraph {" + "".join(f"n{i * 7919 % 1499} -> n{i * 104729 % 1493};" for i in range(2_300)) + "}"
    with pytest.raises(BadDrawing, match="Graphviz was stopped after"):
        render(tangled, "dot")


@pytest.mark.parametrize(
    "attributes",
    [
        'image="/etc/passwd"',
        'shapefile="/etc/passwd" shape=epsf',
        'URL="javascript:alert(1)" href="http://example.org" target=x tooltip=y',
        "label=<<table><tr><td><img src='/etc/passwd'/></td></tr></table>>",
    ],
)
def test_files_and_links_are_left_behind(attributes: str) -> None:
    drawing = render(f'digraph {{ imagepath="/etc"; size="0.1,0.1"; dpi=9999; a [{attributes}]; b }}', "dot")
    assert drawing.svg is not None
    for word in ("passwd", "javascript", "example.org", "<image"):
        assert word not in drawing.svg
    assert min(drawing.width, drawing.height) < 2000


def test_the_scene_is_where_things_are_drawn() -> None:
    drawing = render(
        "digraph { rankdir=LR; subgraph cluster_c { label=C; b } a -> b; b -> a [style=dashed]; a -> a }", "dot"
    )
    scene, diagram = drawing.scene, drawing.diagram
    assert scene is not None
    assert diagram is not None
    assert (scene.width, scene.height) == (drawing.width, drawing.height)
    a, b, c = scene.nodes["a"], scene.nodes["b"], scene.groups["cluster_c"]
    assert c.contains(b)
    assert c.intersection(a) == 0
    assert len(scene.routes) == len(diagram.edges) == 3
    for part, route in zip(diagram.edges, scene.routes, strict=True):
        for end, (x, y) in ((part.source, route[0]), (part.target, route[-1])):
            box = scene.nodes[end].pad(2 * drawing.scale)
            assert box.x0 <= x <= box.x1
            assert box.y0 <= y <= box.y1


@pytest.mark.parametrize("layout", ["neato", "circo", "twopi", "fdp", "osage"])
def test_other_layouts_work(layout: str) -> None:
    drawing = render(f"graph {{ layout={layout}; a -- b -- c -- a }}", "dot")
    assert drawing.scene is not None
    assert len(drawing.scene.nodes) == 3


def test_groups_that_graphviz_does_not_frame_are_not_in_the_picture() -> None:
    clusters = "subgraph cluster_a { a } subgraph cluster_b { b }"
    source = f"digraph {{ compound=true; {clusters} {{rank=same a c}} b -> a [lhead=cluster_a] }}"
    assert [g.id for g in read_dot(source).groups] == ["cluster_a", "cluster_b"]
    drawing = render(source, "dot")
    assert drawing.diagram is not None
    assert drawing.scene is not None
    assert [g.id for g in drawing.diagram.groups] == ["cluster_b"] == list(drawing.scene.groups)
    assert drawing.diagram.edges[0].target == "a"


def test_the_same_graph_gives_the_same_bytes() -> None:
    source = 'digraph { a -> b [label="x"]; b -> c; c [style=filled fillcolor=gold]; a -> c [dir=both] }'
    assert render(source, "dot") == render(source, "dot")


def test_the_shared_files_are_drawn_with_all_their_parts(shared_data: Path) -> None:
    folder = shared_data / "dot"
    paths = sorted(folder.glob("*.gv"))
    assert paths
    for path in paths:
        drawing = draw_dot(path.read_text())
        assert drawing.diagram is not None
        assert drawing.scene is not None
        assert set(drawing.scene.nodes) == {n.id for n in drawing.diagram.nodes}, path.name
        assert set(drawing.scene.groups) == {g.id for g in drawing.diagram.groups}, path.name
        assert all(len(route) >= 2 for route in drawing.scene.routes), path.name


def test_arrows_of_the_graphviz_gallery(shared_data: Path) -> None:
    read = read_dot((shared_data / "dot" / "0349_arrows.gv").read_text())
    assert len(read.edges) == 34
    assert {(e.tail, e.head) for e in read.edges} == {(Head.NONE, Head.NONE)}  # the default is dir=none
    assert {n.label for n in read.nodes} == {""}


@pytest.mark.parametrize("labelled", ['c [label="x"]', "c [label=<<b>x</b>>]"])
def test_a_label_of_one_node_does_not_take_the_names_of_others_in_a_new_process(labelled: str) -> None:
    guard.close()
    assert [n.label for n in read_dot(f"digraph {{ {labelled}; a -> b }}").nodes] == ["x", "a", "b"]
    guard.close()
    assert [n.label for n in render(f"digraph {{ {labelled}; a -> b }}", "dot").diagram.nodes] == ["x", "a", "b"]


def test_a_graph_that_breaks_off_names_the_line() -> None:
    with pytest.raises(BadDrawing, match="line 2, column 5: DOT syntax error: the graph breaks off"):
        read_dot("digraph {\n a -> ")


def test_ten_thousand_edges_take_time_in_proportion() -> None:
    source = f"digraph {{ {'; '.join(f'n{i} -> n{i + 1}' for i in range(10_000))} }}"
    started = time.process_time()
    assert len(read_dot(source).edges) == 10_000
    assert time.process_time() - started < 2
