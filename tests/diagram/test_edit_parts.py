"""Edits at places that are named: what changes, and that nothing else does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edit_samples import check, layouts, pathway
from graphicacy.diagram.compare import diff
from graphicacy.diagram.edit import edges as edit_edges
from graphicacy.diagram.edit import labels as edit_labels
from graphicacy.diagram.edit import nodes as edit_nodes
from graphicacy.diagram.edit import parts as edit_parts
from graphicacy.diagram.layout import HeadForm, Layout, Ornament
from graphicacy.diagram.model import Edge, Head, Node, Shape
from graphicacy.diagram.paint import settled
from graphicacy.diagram.scene import Box, Scene
from layout_parts import distance


@settings(max_examples=40, deadline=None)
@given(layouts())
def test_flipping_twice_is_nothing(layout: Layout) -> None:
    layout = settled(layout)
    for index in range(len(layout.diagram.edges)):
        once = edit_edges.flip_edge(layout, index).layout
        check(once)
        assert edit_edges.flip_edge(once, index).layout == layout


@settings(max_examples=40, deadline=None)
@given(layouts())
def test_dropping_shows_as_one_edge_removed(layout: Layout) -> None:
    layout = settled(layout)
    for index in range(len(layout.diagram.edges)):
        edited = edit_edges.drop_edge(layout, index)
        check(edited.layout)
        found = diff(layout.diagram, edited.layout.diagram)
        assert len(found.edges.removed) == len(edited.gone)
        if len(edited.gone) == 1:
            gone = layout.diagram.edges[index]
            assert {found.edges.removed[0].source, found.edges.removed[0].target} == {gone.source, gone.target}
            assert {found.edges.removed[0].head, found.edges.removed[0].tail} == {gone.head, gone.tail}
        assert not found.edges.added
        assert not found.edges.changed
        kept = [route for i, route in enumerate(layout.scene.routes) if i not in edited.gone]
        assert list(edited.layout.scene.routes) == kept


def test_a_flip_says_what_ran_where() -> None:
    edited = edit_edges.flip_edge(pathway(), 2)
    assert edited.what == "the arrow from Raf to MEK1 now runs from MEK1 to Raf"
    assert edited.parts == {2}
    assert edit_edges.flip_edge(pathway(), 3).what == (
        "the line from NF1 to the connector of Ras and Raf now runs from the connector of Ras and Raf to NF1"
    )


def test_dropping_a_line_drops_what_ends_on_it() -> None:
    edited = edit_edges.drop_edge(settled(pathway()), 1)
    check(edited.layout)
    assert edited.gone == {1, 3}
    assert edited.what == "the arrow from Ras to Raf is gone, and 1 more that end on it"
    assert len(edited.where) == 2


def test_a_small_mark_on_a_line_goes_with_it() -> None:
    on_line, at_node = Box(98, 300, 102, 304), Box(98, 266, 102, 270)
    marks = tuple(Ornament(box, Shape.CIRCLE, of="raf") for box in (on_line, at_node))
    loose = Ornament(on_line, points=((98, 300), (102, 304)))
    layout = replace(settled(pathway()), ornaments=(*marks, loose, Ornament(on_line, label="note")))
    left = edit_edges.drop_edge(layout, 2).layout
    assert left.ornaments == (marks[1], layout.ornaments[3])
    assert edit_edges.drop_edge(layout, 0).layout.ornaments == layout.ornaments


def test_indexes_move_up_when_an_edge_goes() -> None:
    layout = replace(settled(pathway()), tails={4: HeadForm.OPEN})
    left = edit_edges.drop_edge(layout, 0).layout
    check(left)
    assert left.heads == {2: HeadForm.STICK}
    assert left.tails == {3: HeadForm.OPEN}
    assert left.diagram.edges[0].label == "activates"
    assert left.scene.labels[0] == layout.scene.labels[1]
    assert left.lettering[0] == layout.lettering[1]


def test_a_head_changes_at_either_end_and_loses_its_form() -> None:
    layout = replace(settled(pathway()), tails={3: HeadForm.OPEN})
    at_head = edit_edges.change_head(layout, 3, Head.POINTED)
    assert at_head.layout.heads == {}
    assert at_head.layout.tails == {3: HeadForm.OPEN}
    assert "now has an arrow head at the connector of Ras and Raf, not a bar" in at_head.what
    assert at_head.where[0].contains(Box(*layout.scene.routes[3][-1], *layout.scene.routes[3][-1]))
    at_tail = edit_edges.change_head(layout, 3, Head.CIRCLE, at_source=True)
    assert at_tail.layout.diagram.edges[3].tail is Head.CIRCLE
    assert at_tail.layout.tails == {}
    assert at_tail.where[0].contains(Box(*layout.scene.routes[3][0], *layout.scene.routes[3][0]))


def test_a_new_edge_looks_like_the_usual_one() -> None:
    layout = settled(pathway())
    styled = replace(layout, heads={0: HeadForm.OPEN})
    edited = edit_edges.insert_edge(styled, "gap", "myc")
    check(edited.layout)
    edge = edited.layout.diagram.edges[-1]
    assert (edge.source, edge.target, edge.head, edge.label, edge.color) == ("gap", "myc", Head.POINTED, "", None)
    assert edited.layout.heads[6] is HeadForm.OPEN
    assert edited.what == "the arrow from NF1 to Myc is new"
    empty = replace(layout, diagram=replace(layout.diagram, edges=(), nodes=layout.diagram.nodes[:3]))
    bare = replace(empty, scene=replace(empty.scene, routes=(), labels={}))
    assert edit_edges.insert_edge(bare, "egfr", "ras").layout.diagram.edges == (Edge("egfr", "ras"),)


def test_a_rewired_edge_takes_its_label_and_anchors_along() -> None:
    layout = settled(pathway())
    edited = edit_edges.rewire_edge(layout, 1, "myc")
    check(edited.layout)
    assert edited.what == "the arrow from Ras to Raf now runs from Ras to Myc"
    route = edited.layout.scene.routes[1]
    assert distance(edited.layout.scene.labels[1].center, route) < 60
    assert edited.layout.scene.labels[1] != layout.scene.labels[1]
    assert edited.layout.scene.routes[3] != layout.scene.routes[3]
    others = [i for i in range(6) if i not in (1, 3)]
    assert [edited.layout.scene.routes[i] for i in others] == [layout.scene.routes[i] for i in others]


def test_a_moved_node_takes_all_that_is_its_own_along() -> None:
    layout = settled(pathway())
    after = edit_parts.move_nodes(layout, ["mek"], 40, -20)
    check(after)
    for key in ("mek", "p"):
        assert after.scene.nodes[key] == layout.scene.nodes[key].shift(40, -20)
        assert after.lettering[key].box == layout.lettering[key].box.shift(40, -20)
    assert after.ornaments[0] == layout.ornaments[0]
    assert after.ornaments[1].box == layout.ornaments[1].box.shift(40, -20)
    assert {i for i in range(6) if after.scene.routes[i] != layout.scene.routes[i]} == {2, 4, 5}


def test_a_line_that_ends_on_a_line_is_drawn_after_it() -> None:
    layout = pathway()
    feedback, step = Edge("raf", "a", head=Head.BLUNT), layout.diagram.edges[1]
    anchor = tuple(replace(n, on=1) if n.id == "a" else n for n in layout.diagram.nodes)
    looped = replace(layout.diagram, nodes=anchor, edges=(feedback, step))
    scene = replace(layout.scene, routes=(((100, 240), (100, 207)), layout.scene.routes[1]))
    after = edit_parts.move_nodes(settled(replace(layout, diagram=looped, scene=scene, heads={})), ["raf"], 90, 60)
    check(after)


def test_a_line_between_moved_nodes_moves_as_it_is() -> None:
    layout = settled(pathway())
    after = edit_parts.move_nodes(layout, ["ras", "raf"], 15, 0)
    check(after)
    assert after.scene.routes[1] == tuple((x + 15, y) for x, y in layout.scene.routes[1])
    assert after.scene.nodes["a"].center == pytest.approx((115, 205))


@settings(max_examples=40, deadline=None)
@given(layouts(), st.data(), st.floats(-200, 200), st.floats(-200, 200))
def test_moving_leaves_a_whole_layout(layout: Layout, data: st.DataObject, dx: float, dy: float) -> None:
    layout = settled(layout)
    key = data.draw(st.sampled_from([n.id for n in layout.diagram.nodes if n.shape is not Shape.ANCHOR]))
    after = edit_parts.move_nodes(layout, [key], dx, dy)
    assert after.diagram == layout.diagram
    assert after.scene.nodes[key] == layout.scene.nodes[key].shift(dx, dy)
    boxes = [box for name, box in after.scene.nodes.items() if name != key]
    if not any(after.scene.nodes[key].pad(20).intersection(box) for box in boxes):
        check(after)  # ends of lines between parts that cover each other have no outline to end on


def test_a_dropped_node_takes_its_edges_states_and_marks_with_it() -> None:
    edited = edit_nodes.drop_node(settled(pathway()), "mek")
    check(edited.layout)
    assert edited.gone == {2, 4, 5}
    assert edited.what == "MEK1 is gone, with its 3 connectors"
    assert len(edited.layout.ornaments) == 1
    assert set(pathway().scene.nodes) - set(edited.layout.scene.nodes) == {"mek", "p"}


def test_an_invented_node_stands_free_and_is_joined() -> None:
    layout = settled(pathway())
    edited = edit_nodes.invent_node(layout, "fos", "Jun")
    check(edited.layout)
    node, edge = edited.layout.diagram.nodes[-1], edited.layout.diagram.edges[-1]
    assert (node.label, node.shape, edge.source, edge.target) == ("Jun", Shape.RECTANGLE, "fos", node.id)
    box = edited.layout.scene.nodes[node.id]
    assert all(box.intersection(other) == 0 for other in layout.scene.nodes.values())
    frame = layout.scene.groups["n"]
    assert (node.group == "n") is frame.contains(box)


def test_an_invented_node_is_as_large_as_its_words() -> None:
    layout = settled(pathway())
    for beside in ("fos", "ras"):
        edited = edit_nodes.invent_node(layout, beside, "Epidermal growth factor receptor substrate")
        box = edited.layout.scene.nodes[f"{beside}_2"]
        assert 80 < box.width < 260
        assert box.height > 30
    round_one = replace(layout, diagram=replace(layout.diagram, nodes=(Node("egfr", "EGFR", Shape.CIRCLE),), edges=()))
    alone = replace(
        round_one, scene=Scene(500, 480, {"egfr": Box(60, 40, 100, 80)}), heads={}, lettering={}, ornaments=()
    )
    box = edit_nodes.invent_node(alone, "egfr", "Insulin").layout.scene.nodes["egfr_2"]
    assert box.width == pytest.approx(box.height)


def test_nodes_overlap_so_that_both_are_seen() -> None:
    edited = edit_nodes.overlap_nodes(settled(pathway()), "fos", "myc")
    check(edited.layout)
    mine, other = edited.layout.scene.nodes["fos"], edited.layout.scene.nodes["myc"]
    assert 0.2 < mine.intersection(other) / other.area < 0.7
    assert edited.layout.scene.groups["n"].contains(mine)


@pytest.mark.parametrize(
    ("side", "x", "y"), [("left", 5, 230), ("right", 415, 230), ("top", 200, 5), ("bottom", 200, 445)]
)
def test_a_pushed_node_is_cut_on_any_side(side: str, x: float, y: float) -> None:
    layout = settled(pathway())
    box = layout.scene.nodes["gap"]
    near = edit_parts.move_nodes(layout, ["gap"], x - box.x0, y - box.y0)
    edited = edit_nodes.push_out(near, "gap")
    after = edited.layout.scene.nodes["gap"]
    assert side in edited.what
    assert after.intersection(Box(0, 0, 500, 480)) == pytest.approx(0.4 * after.area)


def test_a_pushed_node_is_cut_by_the_nearest_edge() -> None:
    edited = edit_nodes.push_out(settled(pathway()), "egfr")
    box = edited.layout.scene.nodes["egfr"]
    assert (box.y0, box.y1) == (pytest.approx(-18), pytest.approx(12))
    assert edited.what == "EGFR is cut off by the top edge of the picture"


def test_labels_of_edges_keep_their_place_when_they_change() -> None:
    layout = settled(pathway())
    longer = edit_labels.rename(layout, 1, "activates strongly", "typo")
    check(longer.layout)
    assert longer.layout.scene.labels[1].width > layout.scene.labels[1].width
    assert longer.layout.scene.labels[1].center == pytest.approx(layout.scene.labels[1].center, abs=1)
    assert longer.what == "the label “activates” on the arrow from Ras to Raf now reads “activates strongly”"
    gone = edit_labels.drop_label(layout, 1)
    check(gone.layout)
    assert 1 not in gone.layout.lettering


def test_longer_words_are_set_smaller() -> None:
    layout = settled(pathway())
    after = edit_labels.rename(layout, "mek", "Mitogen-activated kinase", "sibling").layout
    assert after.lettering["mek"].size < layout.lettering["mek"].size
    assert edit_labels.rename(layout, "mek", "MEK2", "sibling").layout.lettering["mek"] == layout.lettering["mek"]


def test_swapped_labels_leave_the_nodes_in_place() -> None:
    layout = settled(pathway())
    edited = edit_labels.swap_labels(layout, "mek", "fos")
    assert edited.layout.diagram.labels()["mek"] == "Fos"
    assert edited.layout.diagram.labels()["fos"] == "MEK1"
    assert edited.layout.scene == layout.scene
    back = edit_labels.swap_labels(edited.layout, "mek", "fos").layout
    assert back.diagram == layout.diagram


def test_a_duplicate_is_words_alone() -> None:
    layout = settled(pathway())
    edited = edit_labels.duplicate_label(layout, "gap")
    check(edited.layout)
    copy = edited.layout.diagram.nodes[-1]
    assert (copy.label, copy.shape, copy.id) == ("NF1", Shape.TEXT, "gap_2")
    assert edited.layout.lettering[copy.id].box == edited.layout.scene.nodes[copy.id]
    assert edited.layout.lettering[copy.id].size == layout.lettering["gap"].size
    assert edited.layout.diagram.edges == layout.diagram.edges


def test_what_has_no_label_cannot_be_misspelt() -> None:
    with pytest.raises(ValueError, match="'a' has no label"):
        edit_labels.rename(pathway(), "a", "x", "typo")
    with pytest.raises(ValueError, match="0 has no label"):
        edit_labels.drop_label(pathway(), 0)
    with pytest.raises(ValueError, match="'a' has no label"):
        edit_labels.swap_labels(pathway(), "mek", "a")
