"""What is read of DOT equals what Graphviz tells of it in its own JSON: nodes, words, edges, heads."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.dot.read import read_dot
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.graphviz import draw_dot
from graphicacy.diagram.model import LineStyle

SOURCES = [
    'digraph { "a" + "b" -> "c\\\nd"; "x\\"y"; -1.5 -> .5; 3. -> _x; <b>b</b> -> <b<i>>; 1.0 -> 1 }',
    "strict digraph { a -> b [color=red]; a -> b [label=x]; b -> a; a -> a; a -> a }",
    "strict graph { a -- b [label=1]; b -- a [label=2]; a -- b }",
    'digraph { a:n -> b:s; c:"port one":sw -> {d e}; {a b} -> {c d} -> {e; f -> g} [label="m" arrowhead=dot] }',
    'digraph { node [label="D"]; a; subgraph s { node [label="E"]; b; c [label="\\N!"] } d; a -> b -> c -> d }',
    'digraph G { edge [label="\\E|\\T|\\H|\\G"]; a -> b; a:p1 -> b:p2:n; node [label="\\N in \\G"]; c -> a }',
    'digraph { a [label="x &lt; y &amp;&amp; z &gt; &#8364; &euro; &check; &apos; &bogus; & &; &#x41;"] }',
    'digraph { a [label="l1\\nl2\\ll3\\rl4 \\{ \\q"]; b [label="real\nnewline"]; c [label="\\N \\N"] }',
    r'digraph { a [shape=record label="{<f0> left\ side|mid\|dle|{a|b}}|<f1>|x\<y\>"]; b [shape=Mrecord]; a:f0 -> b }',
    """digraph { c [shape=plaintext label=<<table border="0"><tr><td port="x">1</td><td>2<br/>3</td></tr><hr/><tr>
        <td colspan="2"><font color="red">4</font> <u>5</u></td></tr></table>>];
        d [label=<x <!-- c --> &amp; <sub>2</sub>>] }""",
    """digraph { edge [dir=both]; a->b; a->b [arrowtail=odot arrowhead=none]; a->b [arrowhead=foo]; a->b [dir=sideways];
        a->b [arrowhead=lteeoldiamond]; a->b [arrowhead="" arrowtail=""]; a->b [arrowhead=o]; a->b [arrowhead=halfopen];
        a->b [arrowhead=invodot]; a->b [arrowhead=icurve]; a->b [arrowhead=boxtee]; a->b [arrowhead=NORMAL];
        a->b [arrowhead=nonedot]; a->b [arrowhead=teefoo]; a->b [arrowhead=openx]; a->b [arrowhead=invempty] }""",
    "graph { edge [arrowhead=tee]; a--b; a--b [dir=forward]; a--b [dir=back]; a--b [dir=both arrowtail=dot] }",
    "# hash\n// line\n/* block\n*/ digraph /* in */ G { a -> b;\n# 12 \"f\"\n c }",
    'graph "my graph" { "node" -- "edge"; "graph"; "digraph" -- "strict"; subgraph x { "subgraph" } }',
    "DIGRAPH { NODE [shape=box]; A; EDGE [dir=none]; A -> B; SUBGRAPH s { C } }",
    "digraph { a; a [label=one]; a [label=two]; subgraph { a [label=three]; b }; d,e -> f,g [arrowhead=tee] }",
    "digraph { subgraph cluster_0 { a } subgraph cluster_0 { b } subgraph cluster_1 { subgraph cluster_0 { c } } }",
    "digraph { 漢字 -> ключ [label=é]; a -> {b -> {c -> d}}; subgraph q {e} -> subgraph {f} };".rstrip(";"),
    "digraph { e [style=invis]; a -> e [style=invis]; a -> b [style=\"invis,bold\"]; b -> e; a -> b [weight=3] }",
    "digraph { a -> b\n}\ndigraph { c -> d }",
    r'digraph { "a\nb"; "c\\d"; "x\N"; "z\\"; "p\lq" -> "a\nb" [label="\E"]; y [label="&#92;n&#128;"] }',
    r'digraph { b [label=<x\N <B>\G</B> &#92;n a\nb>]; b -> c [label=<\T-\H>] }',
    r"""digraph { node [shape=record]; "a|b"; "{x}"; "k\nm" [label="<f0> \N|y"]; d [label="p\\q|\{r\}|s\lt"];
        e [label="||"]; f [label="age > 5"]; g [label="{a"]; h [label="a|b}|c"]; i [label="{a}b"]; j [label="<p>x<q>"];
        k [label="{}"]; l [label="{{{x}}|y}"]; m [label="x {y}"]; n [label="a|<p"]; o [label="a&#124;b|c&lt;d"];
        p [label=" {a} | b "]; q [shape=Mrecord label=<<b>x</b>|{y|<i>z</i>}>]; r [label="<a|b> x"] }""",
]  # fmt: skip


def graphviz_says(source: str) -> dict[str, Any]:
    """The layout is not freed: Graphviz 14.1 can crash there when a line of a label is empty."""
    import pygraphviz
    from pygraphviz import graphviz

    pygraphviz.AGraph(string="digraph { a }").close()
    graph, context = pygraphviz.AGraph(string=source), graphviz.gvContextWithBuiltins()
    assert graphviz.gvLayout(context, graph.handle, b"dot") == 0
    _, text = graphviz.gvRenderData(context, graph.handle, b"json")
    return dict(json.loads(text, strict=False))


def words(item: dict[str, Any]) -> str:
    texts = [stroke["text"] for stroke in item.get("_ldraw_", ()) if stroke["op"] == "T"]
    return squeezed("".join(texts))


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", html.unescape(text)).replace("\\\\", "\\")


def head(written: str | None) -> str:
    """Kind of the mark at the node, by the names of the Graphviz documentation, tried one by one."""
    rest, marked = written or "normal", False
    while rest:
        for modifier in ("half", "o", "r", "l", "e"):
            if rest.startswith(modifier):
                rest, marked = rest[len(modifier) :], True
                break
        else:
            names = "normal crow tee box diamond dot none inv vee pen mpty curve icurve".split()  # noqa: SIM905
            name = next((name for name in names if rest.startswith(name)), None)
            if name != "none":
                known = {"tee": "blunt", "dot": "circle", "diamond": "diamond", None: "pointed" if marked else "none"}
                return known.get(name, "pointed")
            rest = rest[4:]
    return "pointed" if marked else "none"


def check(source: str) -> None:
    said, read = graphviz_says(source), read_dot(source)
    objects = said.get("objects", [])
    nodes = objects[said["_subgraph_cnt"] :]
    assert [item["name"] for item in nodes] == [node.id for node in read.nodes]
    for item, node in zip(nodes, read.nodes, strict=True):
        if node.border is not LineStyle.INVISIBLE:
            assert words(item) == squeezed(node.label), node.id
    names = {item["_gvid"]: item["name"] for item in objects}
    ends = Counter()
    for item in said.get("edges", ()):
        drawn = item.get("dir", "")
        drawn = drawn if drawn in ("forward", "back", "both", "none") else "forward" if said["directed"] else "none"
        at_head = head(item.get("arrowhead")) if drawn in ("forward", "both") else "none"
        at_tail = head(item.get("arrowtail")) if drawn in ("back", "both") else "none"
        if "invis" not in item.get("style", ""):
            assert bool(item.get("_hdraw_")) == (at_head != "none")
        ends[names[item["tail"]], names[item["head"]], at_head, at_tail, words(item)] += 1
    found = Counter(
        (e.source, e.target, str(e.head), str(e.tail), "" if e.line == "invisible" else squeezed(e.label))
        for e in read.edges
    )
    assert found == ends


@pytest.mark.parametrize("source", SOURCES, ids=range(len(SOURCES)))
def test_tricky_sources_are_read_as_graphviz_reads_them(source: str) -> None:
    check(source)


def test_the_shared_files_are_read_as_graphviz_reads_them(shared_data: Path) -> None:
    paths = sorted((shared_data / "dot").glob("*.gv"))
    assert paths
    for path in paths:
        check(path.read_text())


PIECES = st.sampled_from(
    ["digraph", "graph", "strict", "subgraph", "{", "}", "{", "}", "[", "]", "->", "--", "=", ";", ",", ":", "+", "a",
     "b", "node", "edge", "label", "shape", "record", "style", "invis", "rankdir", "LR", '"', '"x y"', "<b>", "<", "\\",
     ">", "\n", "#", "//", "/*", "*/", "1.5", "-", "é", "\x00", "cluster_a",
     "pos", '"1e300,nan!"', "layout", "neato", "image", "&amp;",
     "peripheries", "width", "99999999", "color", '"red:blue;0.5"', "lhead", "headport",
     "graphicacy", '"id=b&shape=x"']
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=40).map(" ".join), st.booleans())
def test_any_text_is_read_or_refused_in_one_line(text: str, whole: bool) -> None:
    source = f"digraph {{ {text} }}" if whole else text
    for read in (read_dot, draw_dot):
        said = refusal(read, source)
        assert "\n" not in said
        assert re.match(r"\Z|line \d+|this is no DOT|Graphviz|the graph|the drawing", said)


@pytest.mark.parametrize("behind", ["}", ";", " garbage", " a -> b", ' "open', "\n}"])
def test_what_begins_no_graph_behind_one_is_refused(behind: str) -> None:
    source = "digraph {\n  a -> b }"
    assert re.match(r"line \d, column \d+: DOT syntax error", refusal(read_dot, source + behind))
    for good in ("", "  \n", " // said }", "\n# said {", " /* } */ digraph { }", "\nstrict graph x { }"):
        assert refusal(read_dot, source + good) == ""


def refusal(read: Callable[[str], object], source: str) -> str:
    """Why a source is refused, "" where it is not."""
    try:
        read(source)
    except BadDrawing as error:
        return str(error)
    return ""


HOSTILE = {
    "numbers": """graph { layout=neato; nodesep="1e300"; a [pos="1e300,nan!" width="1e300" height=inf penwidth="1e300"];
        b [pos="inf,inf" fontsize="1e308"]; a -- b [len="1e300" weight="1e300" arrowsize="1e300" minlen="1e300"] }""",
    "page": 'digraph { ratio="1e300"; size="1e9,1e9"; dpi=1000000; pad=100000; margin="9e9"; rotate=90; a -> b }',
    "outline": "digraph { a [shape=polygon sides=100000000 peripheries=100000000 samplepoints=1000000000] }",
    "files": """digraph { imagepath="/etc"; fontpath="/etc"; stylesheet="http://x/";
        _background="I 0 0 9 9 11 -/etc/passwd"; a [image="/etc/passwd"];
        b [shape=epsf shapefile="/etc/passwd"]; c [shape=custom shapefile="/etc/passwd.ps"];
        d [label=<<table><tr><td><IMG SRC="/etc/passwd"/></td></tr></table>>] }""",
    "layout": 'digraph { layout="../../x;sh"; a -> b }',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_values_do_no_harm(name: str) -> None:
    sketch = draw_dot(HOSTILE[name])
    assert sketch.scene is not None
    assert sketch.scene.width < 5_000
    assert sketch.scene.height < 5_000
    assert "passwd" not in sketch.svg
    assert "http://x/" not in sketch.svg


HUGE = "b [label=<<table width='65000'><tr><td>x</td></tr></table>>]"


@pytest.mark.parametrize(
    ("read", "source", "said"),
    [
        (draw_dot, ";".join(f"a{i}->b{i}" for i in range(50_000)), "limit is 4,000"),
        (read_dot, ";".join(f"a{i}->b{i}" for i in range(50_000)), "limit is 60,000"),
        (read_dot, ";".join([*(f"a [x{i}=1]" for i in range(1_500)), *(f"n{i}" for i in range(5_000))]), "use fewer"),
        (draw_dot, f"{HUGE}; {{rank=same; {HUGE.replace('b', 'a', 1)}; b}}", "the limit is 100,000"),
    ],
    ids=["drawn", "read", "attributes", "canvas"],
)
def test_what_is_too_much_is_refused(read: Callable[[str], object], source: str, said: str) -> None:
    assert said in refusal(read, f"digraph {{ {source} }}")
    assert draw_dot("digraph { a -> b }").diagram is not None
