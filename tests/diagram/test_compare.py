"""Equality, canonical form and difference of diagrams: by hand, by laws, and against networkx."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.compare import LOOKS, Difference, canonical, diff, same
from graphicacy.diagram.compare.symbols import oriented
from graphicacy.diagram.dot.read import read_dot
from graphicacy.diagram.mermaid.read import read_mermaid
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape

KEYS = ("a", "b", "c", "d")
labels = st.sampled_from(["", "x", "y"])


@st.composite
def diagrams(draw: st.DrawFn, label: st.SearchStrategy[str] = labels) -> Diagram:
    groups = [Group("g", draw(label)), Group("h", draw(label), draw(st.sampled_from([None, "g"])))][
        : draw(st.integers(0, 2))
    ]
    inside = st.sampled_from([None, *(g.id for g in groups)])
    keys = draw(st.lists(st.sampled_from(KEYS), unique=True, min_size=1))
    nodes = [
        Node(k, draw(label), draw(st.sampled_from([Shape.RECTANGLE, Shape.CIRCLE])), group=draw(inside)) for k in keys
    ]
    ends = st.sampled_from([*keys, *(g.id for g in groups)])
    heads = st.sampled_from([Head.NONE, Head.POINTED, Head.BLUNT])
    edge = st.builds(
        Edge, ends, ends, label, heads, heads, st.sampled_from(LineStyle), weight=st.sampled_from([None, 1, 2.5])
    )
    edges = draw(st.lists(edge, max_size=6))
    if edges and draw(st.booleans()):
        nodes.append(Node("anchor", shape=Shape.ANCHOR, on=draw(st.integers(0, len(edges) - 1))))
        edges.append(Edge(keys[0], "anchor"))
    return Diagram(tuple(nodes), tuple(edges), tuple(groups), draw(st.sampled_from([None, Direction.RIGHT])))


def shuffled(diagram: Diagram, seed: int, rename: bool = False) -> Diagram:
    """The same diagram, its statements in another order, its edges partly written from the other end."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(diagram.edges))
    place = {int(old): new for new, old in enumerate(order)}
    edges = [diagram.edges[k] for k in order]
    edges = [
        Edge(e.target, e.source, e.label, e.tail, e.head, e.line, e.color, e.width, e.weight)
        if rng.random() < 0.5
        else e
        for e in edges
    ]
    nodes = [replace(n, on=None if n.on is None else place[n.on]) for n in diagram.nodes]
    nodes, groups = [nodes[k] for k in rng.permutation(len(nodes))], list(diagram.groups)[::-1]
    if rename:
        new = {item.id: f"id{k}" for k, item in enumerate([*nodes, *groups])}
        new = dict(zip(new, rng.permutation(list(new.values())), strict=True))
        to = lambda key: None if key is None else str(new[key])  # noqa: E731
        nodes = [replace(n, id=to(n.id), group=to(n.group), attached_to=to(n.attached_to)) for n in nodes]
        groups = [replace(g, id=to(g.id), parent=to(g.parent)) for g in groups]
        edges = [replace(e, source=to(e.source), target=to(e.target)) for e in edges]
    return Diagram(tuple(nodes), tuple(edges), tuple(groups), diagram.direction)


def counts(found: Difference) -> list[tuple[int, int, int]]:
    return [(len(p.added), len(p.removed), len(p.changed)) for p in (found.nodes, found.edges, found.groups)]


# Laws


@settings(deadline=None)
@given(diagrams(), st.integers(0, 9))
def test_order_and_writing_do_not_count(diagram: Diagram, seed: int) -> None:
    other = shuffled(diagram, seed)
    assert canonical(other) == canonical(diagram)
    assert canonical(canonical(diagram)) == canonical(diagram)
    assert same(diagram, other)
    assert same(diagram, canonical(diagram))
    assert str(diff(diagram, other)) == ""


@settings(deadline=None)
@given(diagrams(), diagrams())
def test_no_difference_is_the_same_canonical_form(a: Diagram, b: Diagram) -> None:
    assert same(a, b) == (canonical(a) == canonical(b)) == (len(diff(a, b)) == 0)


def told(*parts: Node | Edge | Group) -> list[str]:
    """Parts as texts, edges as they are compared; those that are in either diagram in any order."""
    return sorted(repr(oriented(part) if isinstance(part, Edge) else part) for part in parts)


@settings(deadline=None)
@given(diagrams(), diagrams())
def test_the_way_back_is_the_difference_swapped(a: Diagram, b: Diagram) -> None:
    there, back = diff(a, b), diff(b, a)
    for one, two in ((there.nodes, back.nodes), (there.edges, back.edges), (there.groups, back.groups)):
        assert told(*one.added) == told(*two.removed)
        assert told(*one.removed) == told(*two.added)
        forward = sorted((told(c.before), told(c.after)) for c in one.changed)
        assert forward == sorted((told(c.after), told(c.before)) for c in two.changed)
    assert len(there.lines()) == len(there)


@settings(deadline=None)
@given(diagrams(), st.integers(0, 9))
def test_ids_do_not_count_where_labels_tell(diagram: Diagram, seed: int) -> None:
    other = shuffled(diagram, seed, rename=True)
    assert str(diff(diagram, other, "label")) == ""


@settings(deadline=None)
@given(diagrams(), diagrams())
def test_the_same_by_id_is_the_same_by_label(a: Diagram, b: Diagram) -> None:
    if same(a, b):
        assert same(a, b, "label")
    if not same(a, b, "label"):
        assert not same(a, b)


def coded(diagram: Diagram) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    for n in diagram.nodes:
        graph.add_node(n.id, label=n.label)
    for e in diagram.edges:
        graph.add_edge(e.source, e.target, label=e.label)
    return graph


arrows = st.lists(st.builds(Edge, st.sampled_from(KEYS), st.sampled_from(KEYS), labels), max_size=7).map(tuple)


@settings(deadline=None)
@given(st.lists(labels, min_size=4, max_size=4), arrows, arrows, st.booleans(), st.integers(0, 9))
def test_sameness_by_label_is_isomorphism(names: list[str], one: tuple, two: tuple, again: bool, seed: int) -> None:
    nodes = tuple(Node(k, name) for k, name in zip(KEYS, names, strict=True))
    a, b = Diagram(nodes, one), Diagram(nodes, two)
    if again:
        b = shuffled(replace(a, edges=(*a.edges[1:], *two[:1])), seed, rename=True)
    matcher = nx.isomorphism.MultiDiGraphMatcher(
        coded(canonical(a)),
        coded(canonical(b)),
        nx.isomorphism.categorical_node_match("label", ""),
        nx.isomorphism.categorical_multiedge_match("label", ""),
    )
    assert same(a, b, "label") == _matched(matcher)


def _matched(matcher: nx.isomorphism.MultiDiGraphMatcher) -> bool:
    """Whether some isomorphism keeps the labels of parallel edges as multisets (networkx compares them as sets)."""

    def bags(graph: nx.MultiDiGraph, u: str, v: str) -> list[str]:
        return sorted(data["label"] for data in graph.get_edge_data(u, v, default={}).values())

    one, two = matcher.G1, matcher.G2
    return any(
        all(bags(one, u, v) == bags(two, m[u], m[v]) for u in one for v in one) for m in matcher.isomorphisms_iter()
    )


# By hand


BASE = Diagram(
    (Node("a", "Alpha"), Node("b", "Beta"), Node("c", "Gamma", group="g")),
    (Edge("a", "b"), Edge("b", "c", "yes"), Edge("b", "c", "no"), Edge("c", "c")),
    (Group("g", "Frame"),),
    Direction.DOWN,
)


def with_edge(index: int, **changes: object) -> Diagram:
    edges = list(BASE.edges)
    edges[index] = replace(edges[index], **changes)  # type: ignore[arg-type]
    return replace(BASE, edges=tuple(edges))


@pytest.mark.parametrize(
    ("other", "text"),
    [
        (with_edge(0, head=Head.BLUNT), "edge a → b: head pointed → blunt"),
        (with_edge(0, head=Head.NONE), "edge a → b: head pointed → none"),
        (with_edge(0, source="b", target="a"), "edge a → b: reversed"),
        (with_edge(0, source="b", target="a", label="l"), "edge a → b: reversed, label “” → “l”"),
        (with_edge(0, tail=Head.POINTED), "edge a → b: tail none → pointed"),
        (with_edge(1, label="YES"), "edge b → c “yes”: label “yes” → “YES”"),
        (with_edge(2, line=LineStyle.DASHED, width=2), "edge b → c “no”: line solid → dashed, width none → 2"),
        (with_edge(0, target="c"), "edge removed: a → b\nedge added: a → c"),
        (replace(BASE, edges=BASE.edges[:3]), "edge removed: c → c"),
        (replace(BASE, edges=(*BASE.edges, Edge("c", "c"))), "edge added: c → c"),
        (replace(BASE, edges=(*BASE.edges, Edge("a", "c", head=Head.NONE))), "edge added: a — c"),
        (replace(BASE, direction=Direction.RIGHT), "direction: TB → LR"),
        (replace(BASE, nodes=(*BASE.nodes, Node("d", "Delta"))), "node added: d “Delta”"),
        (replace(BASE, nodes=(Node("a", "Alfa"), *BASE.nodes[1:])), "node a “Alpha”: label “Alpha” → “Alfa”"),
        (replace(BASE, nodes=(*BASE.nodes[:2], replace(BASE.nodes[2], group=None))), "node c “Gamma”: group g → none"),
        (replace(BASE, groups=(replace(BASE.groups[0], fill="#eeeeee"),)), "group g “Frame”: fill none → #eeeeee"),
        (replace(BASE, groups=(*BASE.groups, Group("k", "New", "g"))), "group added: k “New”"),
    ],
)  # fmt: skip
def test_differences_in_words(other: Diagram, text: str) -> None:
    assert str(diff(BASE, other)) == text
    assert not same(BASE, other)


def test_an_edge_without_heads_has_no_direction() -> None:
    line, back = Edge("a", "b", head=Head.NONE), Edge("b", "a", head=Head.NONE)
    assert same(Diagram(BASE.nodes, (line,)), Diagram(BASE.nodes, (back,)))
    assert (
        str(diff(Diagram(BASE.nodes, (line,)), Diagram(BASE.nodes, (Edge("b", "a"),))))
        == "edge a — b: tail none → pointed"
    )


def test_parallel_edges_are_matched_with_the_fewest_changes() -> None:
    a = Diagram(BASE.nodes, (Edge("a", "b", "1"), Edge("a", "b", "2", line=LineStyle.DASHED), Edge("a", "b", "3")))
    b = Diagram(BASE.nodes, (Edge("a", "b", "4", line=LineStyle.DASHED), Edge("a", "b", "1"), Edge("b", "a", "3")))
    found = diff(a, b)
    assert counts(found)[1] == (0, 0, 2)
    assert found.lines() == ["edge a → b “2”: label “2” → “4”", "edge a → b “3”: reversed"]


def test_a_mermaid_and_a_dot_source_of_one_graph() -> None:
    mermaid = """flowchart LR
        A[Mix] --> B{Ready?}
        B -- no --> A
        B -- yes --> C[Serve]
        subgraph S [Kitchen]
          A
          B
        end"""
    dot = """digraph {
        rankdir=LR
        subgraph cluster_0 { label="Kitchen"; n1 [label="Mix"]; n2 [label="Ready?", shape=diamond] }
        n3 [label="Serve"]
        n1 -> n2; n2 -> n3 [label="yes"]; n2 -> n1 [label="no"]
    }"""
    one, two = read_mermaid(mermaid), read_dot(dot)
    assert same(one, two, "label", ignore=LOOKS)
    assert not same(one, two, ignore=LOOKS)
    wrong = read_dot(dot.replace("n2 -> n3", "n3 -> n2"))
    assert str(diff(one, wrong, "label", ignore=LOOKS)) == "edge Ready? → Serve “yes”: reversed"


def test_a_relabelled_node_is_another_node_by_label() -> None:
    other = replace(BASE, nodes=(replace(BASE.nodes[0], label="Alfa"), *BASE.nodes[1:]))
    assert diff(BASE, other, "label").lines() == [
        "node removed: Alpha", "node added: Alfa", "edge removed: Alpha → Beta", "edge added: Alfa → Beta",
    ]  # fmt: skip


def rings(*sizes: int) -> Diagram:
    nodes, edges = [], []
    for ring, size in enumerate(sizes):
        nodes += [Node(f"{ring}.{k}") for k in range(size)]
        edges += [Edge(f"{ring}.{k}", f"{ring}.{(k + 1) % size}") for k in range(size)]
    return Diagram(tuple(nodes), tuple(edges))


def test_alike_surroundings_do_not_make_diagrams_the_same() -> None:
    assert not same(rings(3, 3), rings(6), "label")
    assert same(rings(3, 6, 3), shuffled(rings(6, 3, 3), 1, rename=True), "label")


@pytest.mark.parametrize("seed", range(5))
def test_one_change_among_equal_labels_is_found_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    nodes = tuple(Node(f"n{k}", str(k % 4)) for k in range(24))
    edges = tuple(Edge(f"n{rng.integers(k)}", f"n{k}") for k in range(1, 24))
    a = Diagram(nodes, edges)
    b = shuffled(replace(a, edges=(replace(edges[0], head=Head.BLUNT), *edges[1:])), seed, rename=True)
    assert counts(diff(a, b, "label")) == [(0, 0, 0), (0, 0, 1), (0, 0, 0)]


def test_an_anchor_sits_on_its_edge_whatever_the_order() -> None:
    nodes = (*BASE.nodes, Node("p", shape=Shape.ANCHOR, on=0))
    edges = (Edge("a", "b"), Edge("b", "c"), Edge("c", "p", head=Head.BLUNT))
    a = Diagram(nodes, edges, BASE.groups)
    moved = replace(a, nodes=(*BASE.nodes, Node("p", shape=Shape.ANCHOR, on=1)))
    assert same(a, shuffled(a, 3), "id")
    assert not same(a, moved)
    assert [f.field for c in diff(a, moved).nodes.changed for f in c.fields] == ["on"]
    assert not same(a, moved, "label")


@pytest.mark.parametrize("name", ["id", "head", "source", "colour"])
def test_only_fields_that_tell_nothing_apart_can_be_ignored(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' is none of"):
        diff(BASE, BASE, ignore=[name])


def test_shared_ids_and_unknown_ways_are_refused() -> None:
    twice = Diagram((Node("a"), Node("a")))
    with pytest.raises(ValueError, match="two nodes have the id 'a'"):
        diff(BASE, twice)
    with pytest.raises(ValueError, match="by 'name' is neither id nor label"):
        diff(BASE, BASE, "name")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'label' is none of"):
        diff(BASE, BASE, "label", ignore=["label"])


def test_diagrams_that_colours_cannot_tell_apart() -> None:
    """Two graphs of 16 nodes, each with 6 neighbours, every two with 2 in common: the rook's graph and Shrikhande's."""
    rook = nx.line_graph(nx.complete_bipartite_graph(4, 4))
    other = nx.Graph()
    for x, y in ((x, y) for x in range(4) for y in range(4)):
        other.add_edges_from(((x, y), ((x + dx) % 4, (y + dy) % 4)) for dx, dy in ((0, 1), (1, 0), (1, 1)))
    one, two = (
        Diagram(tuple(Node(str(k)) for k in graph), tuple(Edge(str(u), str(v), head=Head.NONE) for u, v in graph.edges))
        for graph in (rook, other)
    )
    assert not same(one, two, "label")
    assert same(two, shuffled(two, 0, rename=True), "label")


def test_many_equal_labels_end_in_time() -> None:
    pairs = Diagram(
        tuple(Node(f"n{k}") for k in range(400)), tuple(Edge(f"n{k}", f"n{k + 1}") for k in range(0, 300, 2))
    )
    star = Diagram(pairs.nodes[:150], tuple(Edge("n0", f"n{k}") for k in range(1, 150)))
    for a in (pairs, star):
        assert same(a, shuffled(a, 0, rename=True), "label")
        assert counts(diff(a, replace(a, edges=a.edges[1:]), "label"))[1] == (0, 1, 0)
