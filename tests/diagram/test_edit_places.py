"""New parts go where there is room."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edit_samples import layouts, pathway, straight, touches
from graphicacy.diagram.edit.places import frames_among, free_place, new_route, shape_of
from graphicacy.diagram.layout import Layout, Lettering, Ornament
from graphicacy.diagram.model import Diagram, Edge, Group, Node, Shape
from graphicacy.diagram.outline import contains
from graphicacy.diagram.scene import Box, Scene, passes_through


def row(*boxes: Box, edges: tuple[Edge, ...] = (), width: float = 400, height: float = 200) -> Layout:
    nodes = tuple(Node(str(i), f"N{i}") for i in range(len(boxes)))
    places = {str(i): box for i, box in enumerate(boxes)}
    return straight(Layout(Diagram(nodes, edges), Scene(width, height, places)))


@settings(max_examples=60, deadline=None)
@given(layouts(), st.floats(10, 120), st.floats(10, 60), st.tuples(st.floats(0, 500), st.floats(0, 400)))
def test_a_free_place_is_free(layout: Layout, width: float, height: float, near: tuple[float, float]) -> None:
    grown, box = free_place(layout, width, height, near)
    assert (box.width, box.height) == (pytest.approx(width), pytest.approx(height))
    assert Box(0, 0, grown.scene.width, grown.scene.height).contains(box)
    assert replace(grown, scene=replace(grown.scene, width=0, height=0)) == replace(
        layout, scene=replace(layout.scene, width=0, height=0)
    )
    assert all(box.pad(8).intersection(other) == 0 for other in layout.scene.nodes.values())
    assert all(passes_through(route, box.pad(8)) == 0 for route in layout.scene.routes)


def test_the_nearest_free_place_is_taken() -> None:
    layout = row(Box(20, 20, 100, 60), width=800)
    same, box = free_place(layout, 40, 20, (60, 40))
    assert same is layout
    assert max(abs(box.center[0] - 60), abs(box.center[1] - 40)) < 70


def test_a_frame_is_room_but_its_border_captions_and_marks_are_not() -> None:
    room = Box(10, 10, 390, 190)
    layout = row(Box(20, 20, 100, 60))
    grouped = replace(
        layout,
        diagram=replace(layout.diagram, groups=(Group("g", "Cell"),)),
        scene=replace(layout.scene, groups={"g": room}),
        lettering={"g": Lettering(Box(150, 12, 250, 30))},
        ornaments=(
            Ornament(Box(200, 60, 300, 100), label="caption"),
            Ornament(Box(0, 0, 1, 1), points=((110, 150), (380, 150))),
            Ornament(Box(15, 15, 385, 185), Shape.ROUNDED),
        ),
    )
    for near in ((200, 20), (250, 80), (200, 150), (20, 100), (390, 100)):
        box = free_place(grouped, 40, 16, near)[1]
        assert room.contains(box, slack=-10)
        assert box.intersection(Box(150, 12, 250, 30)) == 0
        assert box.intersection(Box(200, 60, 300, 100)) == 0
        assert not box.y0 < 150 < box.y1 or box.x1 < 110


def test_the_canvas_grows_where_there_is_no_room() -> None:
    full = row(Box(5, 5, 395, 195))
    grown, box = free_place(full, 100, 30, (200, 100))
    assert grown.scene.height > 200
    assert grown.scene.width == 400
    assert box.y0 > 200
    assert grown.scene.nodes == full.scene.nodes
    tall, beside = free_place(row(Box(5, 5, 195, 395), width=200, height=400), 100, 30, (100, 100))
    assert tall.scene.width > 200
    assert beside.x0 > 200


@settings(max_examples=60, deadline=None)
@given(layouts(), st.data())
def test_a_route_ends_on_both_outlines(layout: Layout, data: st.DataObject) -> None:
    keys = [n.id for n in layout.diagram.nodes if n.shape is not Shape.ANCHOR and n.attached_to is None]
    source, target = data.draw(st.sampled_from(keys)), data.draw(st.sampled_from(keys))
    if source == target:
        return
    route = new_route(layout, source, target)
    for key, tip in ((source, route[0]), (target, route[-1])):
        assert touches(shape_of(layout, key), layout.scene.nodes[key], tip)
        inside = layout.scene.nodes[key].pad(-3)
        assert not any(contains(shape_of(layout, key), inside, point) for point in along(route))


def along(route: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    shares = [i / 50 for i in range(51)]
    return [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(route) for t in shares]


def test_a_free_way_is_straight() -> None:
    layout = row(Box(20, 80, 80, 120), Box(300, 80, 360, 120))
    assert new_route(layout, "0", "1") == ((80, 100), (300, 100))


def test_a_route_goes_around_what_is_between() -> None:
    layout = row(Box(20, 80, 80, 120), Box(150, 60, 230, 140), Box(300, 80, 360, 120))
    route = new_route(layout, "0", "2")
    assert passes_through(route, layout.scene.nodes["1"]) == 0
    assert all(0 <= x <= 400 and 0 <= y <= 200 for x, y in route)


def test_a_route_never_leaves_the_canvas() -> None:
    layout = row(Box(20, 80, 80, 120), Box(150, 4, 230, 196), Box(300, 80, 360, 120))
    assert all(0 < x < 400 and 0 < y < 200 for x, y in new_route(layout, "0", "2"))


def test_a_wide_end_is_met_where_it_faces_the_other() -> None:
    layout = row(Box(10, 10, 390, 40), Box(320, 140, 380, 180))
    assert new_route(layout, "1", "0") == ((350, 140), (350, 40))


def test_a_route_does_not_run_along_another() -> None:
    layout = row(Box(20, 80, 80, 120), Box(300, 80, 360, 120), edges=(Edge("0", "1"),))
    beside = new_route(layout, "0", "1")
    assert len(beside) > 2
    assert new_route(layout, "0", "1", instead_of=0) == ((80, 100), (300, 100))


def test_routes_are_upright_where_all_others_are() -> None:
    boxes = Box(20, 20, 80, 60), Box(300, 20, 360, 60), Box(300, 140, 360, 180)
    upright = row(*boxes, edges=(Edge("0", "1"), Edge("1", "2")))
    route = new_route(upright, "0", "2")
    assert len(route) == 3
    assert all(a[0] == pytest.approx(b[0]) or a[1] == pytest.approx(b[1]) for a, b in pairwise(route))
    slanted = row(*boxes)
    assert len(new_route(slanted, "0", "2")) == 2


def test_a_route_may_start_at_a_group() -> None:
    route = new_route(pathway(), "n", "egfr")
    assert touches(Shape.RECTANGLE, pathway().scene.groups["n"], route[0])


def test_frames_are_boxes_around_others() -> None:
    boxes = [Box(0, 0, 100, 100), Box(10, 10, 40, 40), Box(90, 90, 120, 120), Box(0, 0, 99, 99)]
    assert frames_among(boxes, boxes).tolist() == [True, False, False, True]
    assert frames_among([], boxes).tolist() == []
