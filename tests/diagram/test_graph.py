"""Diagrams to networkx and back, and other people's graphs."""

from __future__ import annotations

import math

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.graph import from_networkx, to_networkx
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), max_size=4)
colors = st.none() | st.integers(0, 0xFFFFFF).map(lambda n: f"#{n:06x}")
numbers = st.none() | st.floats(-1e6, 1e6)


@st.composite
def diagrams(draw: st.DrawFn) -> Diagram:
    ids = draw(st.lists(words, unique=True, min_size=1, max_size=6))
    count = draw(st.integers(0, len(ids) - 1))
    group_ids, node_ids = ids[:count], ids[count:]
    inside = st.sampled_from([None, *group_ids])
    groups = [
        Group(k, draw(words), draw(inside), draw(colors), draw(colors), draw(st.sampled_from(LineStyle)), draw(numbers))
        for k in group_ids
    ]
    edges = draw(
        st.lists(
            st.builds(
                Edge, st.sampled_from(ids), st.sampled_from(ids), words, st.sampled_from(Head), st.sampled_from(Head),
                st.sampled_from(LineStyle), colors, numbers, numbers,
            ),
            max_size=8,
        )
    )  # fmt: skip
    on = st.none() if not edges else st.none() | st.integers(0, len(edges) - 1)
    nodes = [
        Node(
            k, draw(words), draw(st.sampled_from(Shape)), draw(colors), draw(colors), draw(st.sampled_from(LineStyle)),
            draw(inside), draw(on), draw(numbers), draw(st.sampled_from([None, *node_ids])),
        )
        for k in node_ids
    ]  # fmt: skip
    return Diagram(tuple(nodes), tuple(edges), tuple(groups), draw(st.sampled_from([None, *Direction])))


@settings(deadline=None)
@given(diagrams())
def test_nothing_is_lost_on_the_way_there_and_back(diagram: Diagram) -> None:
    assert from_networkx(to_networkx(diagram)) == diagram


@settings(deadline=None, max_examples=30)
@given(diagrams())
def test_the_graph_can_be_written_as_json(diagram: Diagram) -> None:
    data = nx.node_link_data(to_networkx(diagram), edges="edges")
    assert from_networkx(nx.node_link_graph(data, edges="edges")) == diagram


def test_edges_keep_their_ends_and_parallels() -> None:
    edges = (Edge("b", "a"), Edge("a", "b", "1"), Edge("a", "b", "2", head=Head.NONE), Edge("a", "a"))
    graph = to_networkx(Diagram((Node("a"), Node("b")), edges))
    assert sorted(graph.edges(keys=True)) == [("a", "a", 3), ("a", "b", 1), ("a", "b", 2), ("b", "a", 0)]
    assert graph.edges["a", "b", 2] == {"label": "2", "head": "none", "tail": "none", "line": "solid"}
    assert nx.shortest_path(graph, "b", "a") == ["b", "a"]


def test_only_groups_at_which_edges_end_are_nodes() -> None:
    groups = (Group("g", "Frame"), Group("h", parent="g"))
    graph = to_networkx(Diagram((Node("a", group="h"),), (Edge("a", "g"),), groups))
    assert dict(graph.nodes(data="kind")) == {"a": None, "g": "group"}
    assert graph.graph["groups"]["h"] == {"label": "", "parent": "g", "border": "solid"}
    assert graph.nodes["a"]["group"] == "h"


def test_a_graph_that_was_cut_down_keeps_anchors_on_their_edges() -> None:
    nodes = (Node("a"), Node("b"), Node("p", shape=Shape.ANCHOR, on=1))
    graph = to_networkx(Diagram(nodes, (Edge("b", "a"), Edge("a", "b"))))
    graph.remove_edge("b", "a")
    assert from_networkx(graph).nodes[2].on == 0
    graph.remove_edge("a", "b")
    with pytest.raises(ValueError, match="node 'p': it sits on edge 1, which is not there"):
        from_networkx(graph)


@pytest.mark.parametrize(
    ("kind", "head", "count"),
    [
        (nx.Graph, Head.NONE, 1),
        (nx.DiGraph, Head.POINTED, 2),
        (nx.MultiGraph, Head.NONE, 3),
        (nx.MultiDiGraph, Head.POINTED, 3),
    ],
)
def test_graphs_of_every_kind(kind: type[nx.Graph], head: Head, count: int) -> None:
    graph = kind([(1, 2), (2, 1), (1, 2)])
    found = from_networkx(graph)
    assert [(n.id, n.label) for n in found.nodes] == [("1", "1"), ("2", "2")]
    assert [e.head for e in found.edges] == [head] * count
    assert found.direction is None


def test_attributes_that_people_set() -> None:
    graph = nx.DiGraph(direction="LR")
    graph.add_node("x", label="two\nlines", color="red", shape="box", group="lab")
    graph.add_node(("t", 1), shape="Mdiamond", fill=(1, 0.5, 0, 0.3))
    graph.add_edge("x", ("t", 1), weight=2, label="w", color="#0f0", line="dashed")
    found = from_networkx(graph)
    assert found.nodes == (
        Node("x", "two lines", fill="#ff0000", group="lab"),
        Node("('t', 1)", "('t', 1)", Shape.DIAMOND, fill="#ff8000"),
    )
    assert found.edges == (Edge("x", "('t', 1)", "w", line=LineStyle.DASHED, color="#00ff00", weight=2),)
    assert found.groups == (Group("lab", "lab"),)
    assert found.direction is Direction.RIGHT


@pytest.mark.parametrize(
    ("node", "edge", "message"),
    [
        ({"fill": "no colour"}, {}, "node 'a': fill 'no colour' is no colour"),
        ({"color": (1, 2)}, {}, r"node 'a': fill \(1, 2\) is no colour"),
        ({"color": (1, 2, 3)}, {}, r"node 'a': fill \(1, 2, 3\) is no colour"),
        ({"border": "wavy"}, {}, "node 'a': border 'wavy' is none of solid, dashed"),
        ({}, {"head": "arrow"}, "edge 'a' to 'b': head 'arrow' is none of none, pointed"),
        ({}, {"weight": math.nan}, "edge 'a' to 'b': weight nan is not a finite number"),
        ({}, {"width": "wide"}, "edge 'a' to 'b': width 'wide' is not a finite number"),
    ],
)
def test_attributes_that_make_no_sense_are_named(node: dict, edge: dict, message: str) -> None:
    graph = nx.DiGraph()
    graph.add_node("a", **node)
    graph.add_edge("a", "b", **edge)
    with pytest.raises(ValueError, match=message):
        from_networkx(graph)


def test_names_that_are_the_same_as_text_are_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        from_networkx(nx.Graph([(1, "1")]))


@pytest.mark.parametrize(
    ("diagram", "message"),
    [
        (Diagram((Node("a"), Node("a"))), "two nodes have the id 'a'"),
        (Diagram(groups=(Group("a"), Group("a"))), "two groups"),
        (Diagram((Node("a"),), (Edge("a", "b"),)), "edge 0 ends on 'b', which is no node or group"),
    ],
)
def test_diagrams_that_are_no_graphs_are_refused(diagram: Diagram, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        to_networkx(diagram)
