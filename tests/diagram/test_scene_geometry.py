"""Boxes, crossings and overlaps, against shapely-free brute force and hand cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram.scene import Box, crossing_pairs, overlapping_pairs, passes_through

coordinate = st.integers(-50, 50)
points = st.tuples(coordinate, coordinate)


@pytest.mark.parametrize(
    ("a", "b", "cross"),
    [
        (((0, 0), (10, 10)), ((0, 10), (10, 0)), True),
        (((0, 0), (10, 0)), ((0, 5), (10, 5)), False),
        (((0, 0), (10, 0)), ((20, -5), (20, 5)), False),
        (((0, 0), (100, 0)), ((50, 0.5), (50, 90)), False),  # stops short
        (((0, 0), (100, 0)), ((50, 0), (50, 90)), False),  # a touch is no crossing
        (((0, 0), (40, 0), (40, 40)), ((20, 20), (80, 20)), True),
        (((0, 0), (10, 0)), ((5, 0), (20, 0)), False),  # along each other
    ],
)
def test_crossings_by_hand(a: tuple, b: tuple, cross: bool) -> None:
    assert crossing_pairs([a, b]) == ([(0, 1)] if cross else [])


def test_lines_that_meet_at_a_shared_end_do_not_cross() -> None:
    assert crossing_pairs([((0, 0), (50, 50)), ((50, 50), (0, 100)), ((51, 49), (100, 100))]) == []


@given(st.lists(st.tuples(points, points), max_size=8))
def test_crossings_do_not_depend_on_the_order_of_routes(routes: list) -> None:
    n = len(routes)
    forward = crossing_pairs(routes)
    backward = {tuple(sorted((n - 1 - i, n - 1 - j))) for i, j in crossing_pairs(routes[::-1])}
    assert set(forward) == backward


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


def test_overlap_counts_neither_nesting_nor_touching() -> None:
    a, b, inner, apart = Box(0, 0, 10, 10), Box(5, 5, 15, 15), Box(1, 1, 4, 4), Box(10, 0, 20, 4)
    assert overlapping_pairs([a, b, inner, apart]) == [(0, 1)]
    assert overlapping_pairs([a]) == []


@given(st.lists(st.tuples(points, points), min_size=2, max_size=6))
def test_union_contains_both(corners: list) -> None:
    boxes = [Box(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in corners]
    whole = boxes[0].union(boxes[1])
    assert whole.contains(boxes[0])
    assert whole.contains(boxes[1])
    assert boxes[0].intersection(boxes[1]) == boxes[1].intersection(boxes[0]) <= whole.area
