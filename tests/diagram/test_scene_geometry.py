"""Boxes, and routes inside boxes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.scene import Box, passes_through

coordinate = st.integers(-50, 50)
points = st.tuples(coordinate, coordinate)


@settings(deadline=None)
@given(st.tuples(points, points), st.tuples(points, points))
def test_length_inside_a_box_never_exceeds_the_route(route: tuple, corners: tuple) -> None:
    box = Box.around(corners)
    inside = passes_through(route, box)
    assert 0 <= inside <= np.hypot(*np.subtract(*route)) + 1e-9


def test_length_inside_a_box_by_hand() -> None:
    assert passes_through([(-10, 5), (20, 5)], Box(0, 0, 10, 10)) == pytest.approx(10)
    assert passes_through([(-10, 15), (20, 15)], Box(0, 0, 10, 10)) == 0
    assert passes_through([(5, 5), (5, 50), (50, 50)], Box(0, 0, 10, 10)) == pytest.approx(5)


@settings(deadline=None)
@given(st.lists(st.tuples(points, points), min_size=2, max_size=6))
def test_union_contains_both(corners: list) -> None:
    boxes = [Box.around(ends) for ends in corners]
    whole = boxes[0].union(boxes[1])
    assert whole.contains(boxes[0])
    assert whole.contains(boxes[1])
    assert boxes[0].intersection(boxes[1]) == boxes[1].intersection(boxes[0]) <= whole.area


@settings(deadline=None)
@given(st.tuples(points, points), st.floats(-7, 7), points)
def test_a_turned_box_is_around_its_turned_corners(corners: tuple, angle: float, pivot: tuple) -> None:
    box = Box.around(corners)
    cos, sin, (px, py) = np.cos(angle), np.sin(angle), pivot
    turned = [
        (px + cos * (x - px) - sin * (y - py), py + sin * (x - px) + cos * (y - py))
        for x in (box.x0, box.x1)
        for y in (box.y0, box.y1)
    ]
    assert box.turn(angle, pivot) == pytest.approx(Box.around(turned), abs=1e-9)
    assert box.turn(angle).center == pytest.approx(box.center)
