"""Answers to queries, against networkx and plain enumeration of all simple paths."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.colors import FILLS
from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box, Scene
from graphicacy.read.corpus.entry import Entry, Kind
from graphicacy.read.figure import Figure
from graphicacy.read.query import Filter, Query, Supposition, Template, answer, find
from graphicacy.read.query.graph import Graph

T = Template


def bare(diagram: Diagram, painted: Diagram | None = None, layout: Layout | None = None) -> Figure:
    """A figure without a picture: what queries are asked of."""
    entry = Entry("test/it", "A test", "computing", "test", Kind.PROCESS, diagram, layout=layout)
    return Figure(entry, "graphviz", painted or diagram, Scene(1, 1), Drawing(b"", 1, 1), lambda d: Drawing(b"", 1, 1))


def graph(text: str, **looks: Node) -> Diagram:
    """``"a b; b c yes; d"``: arrows with labels, and nodes whose labels are their ids in capitals."""
    parts = [part.split() for part in text.split(";")]
    keys = list(dict.fromkeys(key for part in parts for key in part[:2]))
    nodes = tuple(looks.get(key, Node(key, key.upper())) for key in keys)
    return Diagram(nodes, tuple(Edge(p[0], p[1], " ".join(p[2:])) for p in parts if len(p) > 1))


def ask(what: Diagram | str, template: Template, *nodes: str, **more: object) -> tuple[str, ...] | None:
    diagram = graph(what) if isinstance(what, str) else what
    return answer(Query(template, nodes, **more), bare(diagram))  # type: ignore[arg-type]


@st.composite
def digraphs(draw: st.DrawFn) -> Diagram:
    size = draw(st.integers(3, 7))
    keys = [f"n{k}" for k in range(size)]
    pairs = draw(st.lists(st.tuples(st.sampled_from(keys), st.sampled_from(keys)), max_size=16))
    return Diagram(tuple(Node(key, f"Node {key}") for key in keys), tuple(Edge(*pair) for pair in pairs))


def plain(diagram: Diagram) -> nx.DiGraph:
    found = nx.DiGraph()
    found.add_nodes_from(n.id for n in diagram.nodes)
    found.add_edges_from((e.source, e.target) for e in diagram.edges)
    return found


def loops(g: nx.DiGraph, at: str) -> set[str]:
    return {key for cycle in nx.simple_cycles(g) if at in cycle for key in cycle}


def counts(g: nx.DiGraph, pairs: list[tuple[str, str]]) -> dict[str, int]:
    return {key: len({b for a, b in pairs if a == key and b != key}) for key in g}


@settings(max_examples=150, deadline=None)
@given(digraphs(), st.integers(1, 3))
def test_every_set_template_agrees_with_enumeration(diagram: Diagram, number: int) -> None:
    g = plain(diagram)
    a, b = "n0", "n1"
    paths = list(nx.all_simple_paths(g, a, b))
    far = nx.single_source_shortest_path_length(g, a)
    out, into = counts(g, list(g.edges)), counts(g, [(y, x) for x, y in g.edges])
    on_all = set(g) if not paths else set.intersection(*map(set, paths))
    expected: dict[Query, set[str]] = {
        Query(T.NEXT, (a,)): set(g.successors(a)),
        Query(T.PREVIOUS, (a,)): set(g.predecessors(a)),
        Query(T.REACHED, (a,)): nx.descendants(g, a),
        Query(T.REACHING, (a,)): nx.ancestors(g, a),
        Query(T.WITHIN, (a,), number): {key for key, d in far.items() if d <= number},
        Query(T.EXACTLY, (a,), number): {key for key, d in far.items() if d == number},
        Query(T.BOTH_NEXT, (a, b)): set(g.successors(a)) & set(g.successors(b)),
        Query(T.BOTH_PREVIOUS, (a, b)): set(g.predecessors(a)) & set(g.predecessors(b)),
        Query(T.BETWEEN, (a, b)): {key for path in paths for key in path},
        Query(T.LOOP, (a,)): loops(g, a),
        Query(T.STARTS): {key for key in g if not g.in_degree(key)},
        Query(T.ENDS): {key for key in g if not g.out_degree(key)},
        Query(T.BRANCHES, (), number): {key for key, n in out.items() if n >= number},
        Query(T.MERGES, (), number): {key for key, n in into.items() if n >= number},
    }
    figure = bare(diagram)
    for query, found in expected.items():
        assert answer(query, figure) == tuple(sorted(found - set(query.nodes))), query
    assert answer(Query(T.ON_EVERY_WAY, (a, b)), figure) == (tuple(sorted(on_all - {a, b})) if paths else None)
    for template, degree in ((T.MOST_NEXT, out), (T.MOST_PREVIOUS, into)):
        most = [key for key, n in degree.items() if n == max(degree.values())]
        assert answer(Query(template), figure) == (tuple(most) if len(most) == 1 and max(degree.values()) else None)


@settings(max_examples=150, deadline=None)
@given(digraphs())
def test_every_path_template_gives_a_path_where_there_is_one(diagram: Diagram) -> None:
    g, figure = plain(diagram), bare(diagram)
    a, b, c = "n0", "n1", "n2"
    paths = list(nx.all_simple_paths(g, a, b))
    right = {
        Query(T.PATH, (a, b)): paths,
        Query(T.SHORTEST, (a, b)): [p for p in paths if len(p) == min(map(len, paths))],
        Query(T.PATH_VIA, (a, b, c)): [p for p in paths if c in p],
        Query(T.PATH_AVOIDING, (a, b, c)): [p for p in paths if c not in p],
    }
    for query, admitted in right.items():
        found = find(query, figure)
        assert found is not None
        assert list(found.nodes) in admitted if admitted else found.nodes == (), query
        assert {pair for path in paths for pair in pairwise(path)} <= set(found.paths)


@settings(max_examples=100, deadline=None)
@given(digraphs(), st.sampled_from(["removed", "added", "reversed"]))
def test_suppositions_change_the_graph_first(diagram: Diagram, change: str) -> None:
    pairs = [(e.source, e.target) for e in diagram.edges]
    premise = Supposition(change, "n0", "n1")  # type: ignore[arg-type]
    found = answer(Query(T.REACHED, ("n0",), suppose=premise), bare(diagram))
    fits = pairs.count(("n0", "n1")) == (change != "added") and (change != "reversed" or ("n1", "n0") not in pairs)
    if not fits:
        assert found is None
        return
    g = plain(diagram)
    if change != "added":
        g.remove_edge("n0", "n1")
    if change != "removed":
        g.add_edge(*(("n0", "n1") if change == "added" else ("n1", "n0")))
    assert found == tuple(sorted(nx.descendants(g, "n0")))


def test_a_premise_stated_as_a_fact_empties_the_answer_where_it_is_false() -> None:
    for pair, found in ((("a", "b"), ("b", "c")), (("b", "a"), ())):
        assert ask("a b; b c", T.REACHED, "a", suppose=Supposition("stated", *pair)) == found


def test_parallel_arrows_and_case_of_labels_do_not_matter() -> None:
    diagram = graph("a b yes; a b no; a c YES; a d")
    assert ask(diagram, T.NEXT, "a") == ("b", "c", "d")
    assert ask(diagram, T.BY_LABEL, "a", word="Yes") == ("b", "c")
    assert ask(diagram, T.BY_LABEL, "b", word="Yes") == ()
    assert ask(diagram, T.NEXT, "a", suppose=Supposition("removed", "a", "b")) is None


@pytest.mark.parametrize("line", ["both", "none", "invisible", "to a group"])
def test_what_a_connector_that_is_no_arrow_may_change_has_no_answer(line: str) -> None:
    loose = {
        "both": Edge("c", "d", tail=Head.POINTED),
        "none": Edge("c", "d", head=Head.NONE),
        "invisible": Edge("c", "d", line=LineStyle.INVISIBLE),
        "to a group": Edge("c", "frame"),
    }[line]
    base = graph("a b; b c; d e; x y")
    diagram = replace(base, edges=(*base.edges, loose), groups=(Group("frame", "Frame"),))
    asked = {T.NEXT: "a", T.REACHED: "a", T.PREVIOUS: "c"}
    assert {t: ask(diagram, t, key) for t, key in asked.items()} == {T.NEXT: ("b",), T.REACHED: None, T.PREVIOUS: None}
    assert ask(diagram, T.EXACTLY, "a", number=2) == ("c",)
    assert ask(diagram, T.REACHED, "x") == ("y",)
    assert ask(diagram, T.STARTS) is None
    assert ask(diagram, T.PATH, "a", "b") is None
    assert ask(diagram, T.PATH, "x", "y") == ("x", "y")


def test_a_node_on_an_arrow_leaves_the_ends_of_that_arrow_open() -> None:
    base = graph("a b; c d")
    anchored = replace(base, nodes=(*base.nodes, Node("p", shape=Shape.ANCHOR, on=0)))
    assert ask(anchored, T.NEXT, "a") is None
    assert ask(anchored, T.NEXT, "c") == ("d",)


def test_nodes_that_cannot_be_told_apart_are_neither_asked_nor_answered() -> None:
    twins = graph("a b; a c; c d", b=Node("b", "Same"), c=Node("c", "same "))
    assert ask(twins, T.NEXT, "a") is None
    assert ask(twins, T.NEXT, "c") is None
    assert ask(twins, T.PREVIOUS, "d") is None
    assert ask(twins, T.EXACTLY, "a", number=2) == ("d",)
    assert ask(twins, T.PATH, "a", "d") is None
    assert ask(twins, T.ENDS) is None
    assert ask(twins, T.NEXT, "nowhere") is None


def test_looks_count_only_where_readers_agree() -> None:
    looks = {
        "b": Node("b", "B", fill=FILLS["red"], shape=Shape.DIAMOND),
        "c": Node("c", "C", fill=FILLS["yellow"], shape=Shape.ROUNDED),
        "d": Node("d", "D"),
    }
    diagram = graph("a b; a c; a d", **looks)
    red, box = Filter("fill", "red"), Filter("shape", "rectangle")
    assert ask(diagram, T.NEXT, "a", having=red) == ("b",)
    assert ask(diagram, T.NEXT, "a", having=Filter("fill", "purple")) is None  # some engines paint D so
    assert ask(diagram, T.NEXT, "a", having=Filter("shape", "diamond")) == ("b",)
    assert ask(diagram, T.NEXT, "a", having=box) is None  # rounded or not?
    coral = graph("a b; a c", b=looks["b"], c=replace(looks["c"], fill="#f2785c"))
    assert ask(coral, T.NEXT, "a", having=red) is None
    faded = bare(diagram, replace(diagram, nodes=tuple(replace(n, fill="#ffffff") for n in diagram.nodes)))
    assert answer(Query(T.NEXT, ("a",), having=red), faded) is None


def test_ways_along_and_around_looks() -> None:
    base = graph("a b; b e; a c; c d; d e", b=Node("b", "B", fill=FILLS["red"]))
    lines = [LineStyle.SOLID, LineStyle.SOLID, LineStyle.DOTTED, LineStyle.DOTTED, LineStyle.SOLID]
    diagram = replace(base, edges=tuple(replace(e, line=line) for e, line in zip(base.edges, lines, strict=True)))
    dotted, red = Filter("line", "dotted"), Filter("fill", "red")
    assert ask(diagram, T.REACHED, "a", along=dotted) == ("c", "d")
    assert ask(diagram, T.SHORTEST, "a", "e") == ("a", "b", "e")
    assert ask(diagram, T.SHORTEST, "a", "e", avoiding=red) == ("a", "c", "d", "e")
    assert ask(diagram, T.SHORTEST, "a", "e", along=dotted) == ()
    assert ask(diagram, T.PATH, "b", "e", avoiding=red) == ("b", "e")
    dashed = replace(diagram, edges=(replace(diagram.edges[0], line=LineStyle.DASHED), *diagram.edges[1:]))
    assert ask(dashed, T.REACHED, "a", along=dotted) is None


def test_frames() -> None:
    nodes = (Node("a", "A", group="in"), Node("b", "B", group="out"), Node("c", "C"))
    groups = (Group("out", "Outer"), Group("in", "Inner", parent="out"))
    diagram = Diagram(nodes, (), groups)
    assert ask(diagram, T.IN_GROUP, word="outer") == ("a", "b")
    assert ask(diagram, T.IN_GROUP, word="Inner") == ("a",)
    assert ask(diagram, T.IN_GROUP, word="None such") is None
    assert (
        ask(replace(diagram, groups=(groups[0], replace(groups[1], label="Outer"))), T.IN_GROUP, word="Outer") is None
    )
    boxes = {"a": Box(0, 0, 1, 1), "b": Box(2, 2, 3, 3), "c": Box(8, 8, 9, 9)}
    drawn = Layout(diagram, Scene(9, 9, boxes, groups={"out": Box(0, 0, 4, 4), "in": Box(0, 0, 1, 1)}), {})
    stray = replace(drawn, scene=replace(drawn.scene, nodes=boxes | {"c": Box(3, 3, 5, 5)}))
    asked = Query(T.IN_GROUP, word="Outer")
    assert answer(asked, bare(diagram, layout=drawn)) == ("a", "b")
    assert answer(asked, bare(diagram, layout=stray)) is None


@pytest.mark.parametrize(
    "query",
    [
        Query(T.NEXT),
        Query(T.BETWEEN, ("a", "a")),
        Query(T.WITHIN, ("a",)),
        Query(T.WITHIN, ("a",), 0),
        Query(T.NEXT, ("a",), 2),
        Query(T.IN_GROUP),
        Query(T.PATH, ("a", "b"), having=Filter("fill", "red")),
        Query(T.NEXT, ("a",), avoiding=Filter("fill", "red")),
        Query(T.NEXT, ("a",), having=Filter("line", "dotted")),
        Query(T.NEXT, ("a",), along=Filter("fill", "red")),
    ],
)
def test_an_incomplete_query_is_refused(query: Query) -> None:
    with pytest.raises(ValueError, match=r"for it|takes|only paths|a path is|no look of"):
        answer(query, bare(graph("a b")))


def test_a_search_that_takes_too_long_gives_no_answer() -> None:
    size = 11
    keys = [str(k) for k in range(size)]
    inner = [(a, b) for a in keys for b in keys if a != b]
    # "trap" is on a way from s to t, but on no path; to know that, all paths through the clique must be tried.
    dense = Graph([*keys, "s", "t", "trap"], [*inner, ("s", "0"), ("0", "trap"), ("trap", "0"), ("0", "1"), ("1", "t")])
    assert dense.on_paths("s", "t") is None or "trap" not in dense.on_paths("s", "t")  # type: ignore[operator]
    hard = Graph([*keys, "s", "t"], [*inner, ("s", "0"), ("0", "t")])
    assert hard.via("s", "5", "t") in ((), None)


def test_a_large_figure_is_answered() -> None:
    chain = ";".join(f"k{k} k{k + 1}" for k in range(500))
    found = ask(graph(chain), T.REACHED, "k0")
    assert found is not None
    assert len(found) == 500
