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
    (x0, y0), (x1, y1) = corners
    box = Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    inside = passes_through(route, box)
    assert 0 <= inside <= np.hypot(*np.subtract(*route)) + 1e-9


def test_length_inside_a_box_by_hand() -> None:
    assert passes_through([(-10, 5), (20, 5)], Box(0, 0, 10, 10)) == pytest.approx(10)
    assert passes_through([(-10, 15), (20, 15)], Box(0, 0, 10, 10)) == 0
    assert passes_through([(5, 5), (5, 50), (50, 50)], Box(0, 0, 10, 10)) == pytest.approx(5)


@settings(deadline=None)
@given(st.lists(st.tuples(points, points), min_size=2, max_size=6))
def test_union_contains_both(corners: list) -> None:
    boxes = [Box(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in corners]
    whole = boxes[0].union(boxes[1])
    assert whole.contains(boxes[0])
    assert whole.contains(boxes[1])
    assert boxes[0].intersection(boxes[1]) == boxes[1].intersection(boxes[0]) <= whole.area
