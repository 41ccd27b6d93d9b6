"""Outlines: convex, as large as their box, and where routes are cut."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram.model import Shape
from graphicacy.diagram.outline import border_point, clip_to_outline, contains, outline, text_box
from graphicacy.diagram.scene import Box, Point
from layout_parts import distance

SHAPES = st.sampled_from(list(Shape))
BOXES = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    st.floats(-500, 500), st.floats(-500, 500), st.floats(4, 400), st.floats(4, 400),
)  # fmt: skip


def off_the_border(point: Point, shape: Shape, box: Box) -> float:
    """Distance of a point to the outline."""
    corners = outline(shape, box)
    return distance(point, (*corners, corners[0]))


@given(SHAPES, BOXES)
def test_an_outline_fills_its_box(shape: Shape, box: Box) -> None:
    xs, ys = zip(*outline(shape, box), strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(box, abs=1e-6)


@given(SHAPES, BOXES)
def test_an_outline_is_convex_and_clockwise(shape: Shape, box: Box) -> None:
    points = outline(shape, box)
    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(points, (*points[1:], points[0]), (*points[2:], *points[:2]), strict=True)
    ]
    assert min(turns) > -1e-6
    assert max(turns) > 0


@given(SHAPES, BOXES, st.floats(0, 2 * math.pi))
def test_a_border_point_lies_on_the_border_towards_the_goal(shape: Shape, box: Box, angle: float) -> None:
    cx, cy = box.center
    x, y = border_point(shape, box, (cx + 900 * math.cos(angle), cy + 900 * math.sin(angle)))
    assert off_the_border((x, y), shape, box) < 0.005 * max(box.width, box.height)
    assert math.cos(math.atan2(y - cy, x - cx) - angle) == pytest.approx(1, abs=1e-6)


@given(SHAPES, BOXES)
def test_words_have_room_inside(shape: Shape, box: Box) -> None:
    room = text_box(shape, box)
    assert room.width > 0.2 * box.width
    assert room.height > 0.2 * box.height
    assert box.contains(room, slack=1e-6)
    for corner in ((room.x0, room.y0), (room.x1, room.y0), (room.x1, room.y1), (room.x0, room.y1)):
        # Letters are rounder than boxes: a corner of the room may stick out a little.
        assert contains(shape, box, corner) or off_the_border(corner, shape, box) < 0.06 * max(box.width, box.height)


@given(SHAPES, BOXES, st.floats(0, 2 * math.pi))
def test_a_route_from_the_middle_is_cut_at_the_border(shape: Shape, box: Box, angle: float) -> None:
    cx, cy = box.center
    goal = cx + 900 * math.cos(angle), cy + 900 * math.sin(angle)
    route = clip_to_outline([(cx, cy), goal], shape, box)
    back = clip_to_outline([goal, (cx, cy)], shape, box, at_end=True)
    assert math.dist(route[0], back[-1]) < 1e-6
    assert back[0] == goal
    assert off_the_border(route[0], shape, box) < 1e-6
    assert route[-1] == goal


def test_a_route_that_stops_short_is_led_to_the_border() -> None:
    assert clip_to_outline([(20, 5), (40, 5)], Shape.RECTANGLE, Box(0, 0, 10, 10)) == ((10, 5), (20, 5), (40, 5))


def test_a_route_is_cut_where_it_leaves_for_the_last_time() -> None:
    route = [(5, 5), (15, 5), (15, 8), (5, 8), (5, 30)]
    assert clip_to_outline(route, Shape.RECTANGLE, Box(0, 0, 10, 10)) == ((5, 10), (5, 30))


def test_a_route_inside_and_an_empty_one_are_bounded() -> None:
    assert clip_to_outline([(5, 5), (6, 5)], Shape.RECTANGLE, Box(0, 0, 10, 10)) == ((10, 5), (6, 5))
    assert clip_to_outline([], Shape.RECTANGLE, Box(0, 0, 10, 10)) == ()


def test_a_flat_box_has_a_border_point() -> None:
    assert border_point(Shape.DIAMOND, Box(5, 5, 5, 5), (9, 9)) == (5, 5)
    assert border_point(Shape.RECTANGLE, Box(0, 5, 10, 5), (5, 90)) == (5, 5)
    assert border_point(Shape.RECTANGLE, Box(0, 0, 10, 10), (5, 5)) == (5, 10)
