"""Polylines: laws that hold for any of them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.polyline import along, between, length_of, meetings, nearest, shortened
from graphicacy.diagram.scene import Point

numbers = st.integers(-50, 50)
points = st.tuples(numbers, numbers)
lines = st.lists(points, min_size=2, max_size=6)
shares = st.floats(0, 1)


@settings(deadline=None)
@given(lines, points, shares)
def test_no_point_of_a_line_is_nearer_than_the_nearest(line: list[Point], to: Point, share: float) -> None:
    found = nearest(line, to)
    other, _ = along(line, share * length_of(line))
    assert math.dist(found, to) <= math.dist(other, to) + 1e-9
    assert nearest(line, found) == pytest.approx(found, abs=1e-9)


@settings(deadline=None)
@given(lines, st.floats(0, 100), st.floats(0, 100))
def test_what_is_cut_off_the_ends_is_missing(line: list[Point], start: float, end: float) -> None:
    kept, whole = shortened(line, start, end), length_of(line)
    if not kept:
        assert whole <= start + end + 1e-9
        return
    assert length_of(kept) == pytest.approx(whole - start - end, abs=1e-6)
    assert kept[0] == pytest.approx(along(line, start)[0], abs=1e-6)
    assert kept[-1] == pytest.approx(along(line[::-1], end)[0], abs=1e-6)


def test_a_line_through_a_square_meets_two_of_its_sides() -> None:
    square = [(0, 0), (10, 0), (10, 10), (0, 10)]
    a, b = (-10, 5), (30, 5)
    assert [between(a, b, share) for share in sorted(meetings(a, b, square))] == [(0, 5), (10, 5)]
    assert meetings((-10, 20), (30, 20), square) == []
    assert meetings((2, 0), (8, 0), square[:2]) == []
