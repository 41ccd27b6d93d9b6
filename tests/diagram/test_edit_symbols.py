"""Edits of what a diagram says: one thing changes, and indexes stay right."""

from __future__ import annotations

from hypothesis import given, settings

from edit_samples import layouts, pathway
from graphicacy.diagram.edit.symbols import change_head, drop, drop_edge, flip_edge, meaning, relabel, what_falls_with
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Edge, Group, Head, Node, Shape

DIAGRAM = Diagram(
    (Node("a", "A"), Node("b", "B")), (Edge("a", "b", head=Head.BLUNT), Edge("b", "a")), (Group("g", "G"),)
)


def test_flip_is_its_own_inverse_and_keeps_the_head() -> None:
    flipped = flip_edge(DIAGRAM, 0)
    assert (flipped.edges[0].source, flipped.edges[0].target, flipped.edges[0].head) == ("b", "a", Head.BLUNT)
    assert flipped.edges[1] == DIAGRAM.edges[1]
    assert flip_edge(flipped, 0) == DIAGRAM


def test_drop_head_and_label() -> None:
    assert drop_edge(DIAGRAM, 0).edges == DIAGRAM.edges[1:]
    assert change_head(DIAGRAM, 1, Head.CIRCLE).edges[1].head is Head.CIRCLE
    assert relabel(DIAGRAM, "g", "H").groups[0].label == "H"
    assert relabel(DIAGRAM, "a", "Z").labels() == {"g": "G", "a": "Z", "b": "B"}
    assert relabel(DIAGRAM, 1, "yes").edges[1].label == "yes"


def test_what_ends_on_an_edge_or_sits_on_a_node_falls_with_it() -> None:
    diagram = pathway().diagram
    assert what_falls_with(diagram, edges=[1]) == ({"a"}, {1, 3})
    assert what_falls_with(diagram, nodes=["mek"]) == ({"mek", "p"}, {2, 4, 5})
    assert what_falls_with(diagram, nodes=["raf"]) == ({"raf", "a"}, {1, 2, 3})


def test_anchors_keep_to_their_edge_when_earlier_ones_go() -> None:
    left = drop_edge(pathway().diagram, 0)
    anchor = next(n for n in left.nodes if n.shape is Shape.ANCHOR)
    assert anchor.on is not None
    assert (left.edges[anchor.on].source, left.edges[anchor.on].target) == ("ras", "raf")


@settings(max_examples=50, deadline=None)
@given(layouts())
def test_dropping_leaves_nothing_dangling(layout: Layout) -> None:
    diagram = layout.diagram
    for node in diagram.nodes:
        left = drop(diagram, nodes=[node.id])
        ids = {n.id for n in left.nodes}
        assert node.id not in ids
        assert all({e.source, e.target} <= ids for e in left.edges)
        assert all(n.on is None or n.on < len(left.edges) for n in left.nodes)
        assert all(n.attached_to is None or n.attached_to in ids for n in left.nodes)


def test_meaning_is_what_is_said_not_how() -> None:
    one = Diagram((Node("a", "A"), Node("b", "B")), (Edge("a", "b"),))
    other = Diagram((Node("y", "B", fill="#ffffff"), Node("x", "A", Shape.ELLIPSE)), (Edge("x", "y", color="#ff0000"),))
    assert meaning(one) == meaning(other)
    backwards = Diagram(one.nodes, (Edge("b", "a", head=Head.NONE, tail=Head.POINTED),))
    assert meaning(one) == meaning(backwards)
    for different in (
        flip_edge(one, 0),
        relabel(one, 0, "yes"),
        relabel(one, "a", "C"),
        change_head(one, 0, Head.BLUNT),
    ):
        assert meaning(one) != meaning(different)


def test_meaning_tells_groups_hosts_and_carriers() -> None:
    base = pathway().diagram
    hosts = {n.id: n for n in base.nodes}

    def with_node(key: str, **changes: object) -> Diagram:
        from dataclasses import replace

        return replace(base, nodes=tuple(replace(n, **changes) if n.id == key else n for n in base.nodes))

    assert hosts["p"].attached_to == "mek"
    for changed in (with_node("p", attached_to="raf"), with_node("fos", group=None), with_node("a", on=0)):
        assert meaning(changed) != meaning(base)


def test_flipping_a_line_alike_at_both_ends_says_the_same_also_for_what_ends_on_it() -> None:
    nodes = (Node("a", "A"), Node("b", "B"), Node("c", "C"), Node("x", "", Shape.ANCHOR, on=0))
    diagram = Diagram(nodes, (Edge("a", "b", head=Head.NONE), Edge("c", "x")))
    assert meaning(flip_edge(diagram, 0)) == meaning(diagram)
