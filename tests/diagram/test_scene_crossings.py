"""Crossings and near misses of routes: by hand, against the formula for two segments, and by laws."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from graphicacy.diagram.facts.crossings import LEAST_DEPTH, REACH, Meeting, crossing_pairs, meetings

Route = tuple[tuple[float, float], ...]
coordinate = st.integers(-40, 40)
points = st.tuples(coordinate, coordinate)
route = st.lists(points, min_size=1, max_size=5).map(tuple)


def meeting(a: Route, b: Route) -> Meeting | None:
    found = meetings([a, b])
    return found[0] if found else None


@pytest.mark.parametrize(
    ("a", "b", "cross"),
    [
        (((0, 0), (10, 10)), ((0, 10), (10, 0)), True),
        (((0, 0), (10, 0)), ((0, 5), (10, 5)), False),
        (((0, 0), (10, 0)), ((20, -5), (20, 5)), False),
        (((0, 0), (100, 0)), ((50, 0.5), (50, 90)), False),  # stops short
        (((0, 0), (100, 0)), ((50, 0), (50, 90)), False),  # a touch is no crossing
        (((0, 0), (100, 0)), ((50, -1.5), (50, 90)), False),  # reaches over by less than a line's width
        (((0, 0), (100, 0)), ((50, -2.5), (50, 90)), True),
        (((0, 0), (40, 0), (40, 40)), ((20, 20), (80, 20)), True),
        (((0, 0), (10, 0)), ((5, 0), (20, 0)), False),  # along each other
        (((0, 0), (50, 50), (100, 100)), ((0, 100), (50, 50), (100, 0)), True),  # both have a corner there
        (((0, 0), (50, 50), (100, 0)), ((0, 100), (50, 50), (100, 100)), False),  # corners that touch
        (((50, 0), (50, 100)), ((0, 50), (50, 50), (100, 50)), True),  # through a corner on a vertical line
        (((50, 0), (50, 100)), ((0, 50), (50, 50), (50, 50), (100, 50)), True),  # the same, with the corner twice
        (((50, 0), (50, 100)), ((0, 40), (50, 50), (0, 60)), False),  # a corner touches a line
        (((50, 0), (50, 100)), ((0, 40), (51, 50), (0, 60)), False),  # and passes over it by a hair
        (((50, 0), (50, 100)), ((0, 20), (80, 50), (0, 80)), True),  # crosses twice
        (((50, 0), (50, 100)), ((0, 49), (80, 50), (0, 51)), False),  # there and back on one line
        (((0, -40), (20, 0), (80, 0), (100, 40)), ((0, 40), (20, 0), (80, 0), (100, -40)), True),  # on a shared stretch
        (((0, -40), (20, 0), (80, 0), (100, -40)), ((0, 40), (20, 0), (80, 0), (100, 40)), False),
    ],
)
def test_crossings_by_hand(a: Route, b: Route, cross: bool) -> None:
    assert crossing_pairs([a, b]) == ([(0, 1)] if cross else [])
    assert crossing_pairs([b, a[::-1]]) == ([(0, 1)] if cross else [])


def test_lines_that_meet_at_a_shared_end_do_not_cross() -> None:
    assert crossing_pairs([((0, 0), (50, 50)), ((50, 50), (0, 100)), ((51, 49), (100, 100))]) == []


def to_segment(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """Distance of a point from a segment, by the angle at its ends (no shared code with what is tested)."""
    ab, ap, bp = np.subtract(b, a), np.subtract(p, a), np.subtract(p, b)
    if ab @ ap <= 0:
        return math.hypot(*ap)
    if ab @ bp >= 0:
        return math.hypot(*bp)
    return abs(ab[0] * ap[1] - ab[1] * ap[0]) / math.hypot(*ab)


def ends_on(a: Route, b: Route) -> int:
    """How many ends of one route lie on another."""
    return sum(any(to_segment(end, p, q) < 1e-9 for p, q in pairwise(b)) for end in (a[0], a[-1]))


@settings(deadline=None)
@given(points, points, points, points)
def test_two_segments_cross_as_deep_as_their_nearest_end(a: tuple, b: tuple, c: tuple, d: tuple) -> None:
    assume(a != b and c != d)
    det = [
        int(np.linalg.det([[*p, 1], [*q, 1], [*r, 1]]).round())
        for p, q, r in ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    ]
    proper = det[0] * det[1] < 0 and det[2] * det[3] < 0
    ends = min(to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b))
    found = meeting((a, b), (c, d))
    if proper and (found or ends >= LEAST_DEPTH / 2):
        assert found is not None
        assert found.depth == pytest.approx(ends)
        assert len(found.points) == 1
        assert to_segment(found.points[0], a, b) == pytest.approx(0, abs=1e-9)
        assert to_segment(found.points[0], c, d) == pytest.approx(0, abs=1e-9)
    else:
        assert found is None or not found.crosses
        near = any(math.dist(p, q) <= REACH for p in (a, b) for q in (c, d))
        if not near and ends < REACH:
            assert found is not None
            assert found.gap == pytest.approx(ends, abs=1e-9)


@settings(deadline=None)
@given(st.lists(route, max_size=6))
def test_pairs_do_not_depend_on_the_order_or_the_sense_of_routes(routes: list[Route]) -> None:
    # Where an end lies on the other route, a tie decides on which side it is: which way it breaks depends on the order.
    assume(not any(ends_on(a, b) + ends_on(b, a) for a, b in combinations(routes, 2)))
    n = len(routes)
    forward = crossing_pairs(routes)
    backward = {tuple(sorted((n - 1 - i, n - 1 - j))) for i, j in crossing_pairs([r[::-1] for r in routes[::-1]])}
    assert set(forward) == backward
    assert forward == [m[:2] for m in meetings(routes) if m.crosses]


@settings(deadline=None)
@given(st.lists(st.lists(points, min_size=2, max_size=4), min_size=2, max_size=4))
def test_more_points_on_the_same_lines_change_nothing(routes: list[list]) -> None:
    doubled = [[(2 * x, 2 * y) for x, y in r] for r in routes]
    split = [[p for a, b in pairwise(r) for p in (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))] + r[-1:] for r in doubled]
    deep = {m[:2] for m in meetings(doubled) if m.depth > LEAST_DEPTH + 1}  # as sure as probes 2 px apart can be
    shallow = {m[:2] for m in meetings(doubled) if m.depth < LEAST_DEPTH - 1}
    assert deep <= set(crossing_pairs(split))
    assert not shallow & set(crossing_pairs(split))


def test_a_pair_that_is_far_apart_is_no_meeting() -> None:
    assert meetings([((0, 0), (100, 0)), ((0, REACH + 1), (100, REACH + 1))]) == []


def test_a_near_miss_has_its_gap_for_margin() -> None:
    found = meeting(((0, 0), (100, 0)), ((50, 3), (50, 90)))
    assert found is not None
    assert not found.crosses
    assert found.gap == found.margin == pytest.approx(3)


def test_a_fan_from_one_port_is_clearly_apart() -> None:
    fan = [((50, 0), (50 + dx, 100)) for dx in (-60, -30, 0, 30, 60)]
    assert meetings(fan) == []
    assert meetings([((0, 0), (100, 0)), ((0, 0), (-100, 0)), ((0, 0), (0, 100))]) == []


def test_a_shared_trunk_does_not_count_but_coming_near_again_does() -> None:
    trunk = ((0, 0), (50, 0))
    assert meetings([(*trunk, (100, 40)), (*trunk, (100, -40))]) == []
    again = meeting((*trunk, (100, 40), (150, 2), (200, 40)), (*trunk, (100, -40), (150, -2), (200, -40)))
    assert again is not None
    assert again.gap == pytest.approx(4, abs=0.2)
    assert again.together == 0


def test_edges_that_never_part_have_their_largest_distance_for_gap() -> None:
    found = meeting(((0, 0), (50, 0), (100, 0)), ((0, 0), (50, 5), (100, 0)))
    assert found is not None
    assert found.gap == pytest.approx(5, abs=0.1)
    assert not found.crosses


def test_a_long_shared_stretch_leaves_no_margin() -> None:
    bus = meeting(((0, -40), (20, 0), (80, 0), (100, 40)), ((0, 40), (20, 0), (80, 0), (100, -40)))
    assert bus is not None
    assert bus.crosses
    assert bus.together == pytest.approx(60, abs=4)
    assert bus.margin == 0


@pytest.mark.parametrize(("angle", "clear"), [(90, True), (45, True), (20, True), (6, False)])
def test_a_flat_crossing_looks_like_one_line_for_a_while(angle: float, clear: bool) -> None:
    dx, dy = 200 * math.cos(math.radians(angle)), 200 * math.sin(math.radians(angle))
    found = meeting(((-200, 0), (200, 0)), ((-dx, -dy), (dx, dy)))
    assert found is not None
    assert found.crosses
    assert found.together == pytest.approx(3 / math.sin(math.radians(angle)), abs=2.5)
    assert (found.margin > 10) is clear


@pytest.mark.parametrize(("beyond", "margin"), [(0.5, 0.0), (1.6, 0.0), (2.4, 2.4), (30, 30)])
def test_the_margin_of_an_end_that_reaches_over_a_line(beyond: float, margin: float) -> None:
    found = meeting(((0, 0), (100, 0)), ((50, -90), (50, beyond)))
    assert found is not None
    assert found.crosses is (beyond >= LEAST_DEPTH)
    assert found.margin == pytest.approx(margin)


@pytest.mark.parametrize("bad", [math.nan, math.inf, 1e300])
def test_coordinates_that_are_no_numbers_are_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="route 1 has a coordinate that is not a number within"):
        crossing_pairs([((0, 0), (1, 1)), ((0, 0), (bad, 1))])


def test_routes_without_length_meet_nothing() -> None:
    assert meetings([(), ((5, 5),), ((5, 5), (5, 5)), ((0, 0), (10, 10))]) == []


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_many_routes_are_found_as_pair_by_pair(seed: int) -> None:
    rng = np.random.default_rng(seed)
    routes = [[tuple(p) for p in np.cumsum(rng.normal(0, 60, (6, 2)), axis=0)] for _ in range(12)]
    one_by_one = [(i, j) for j in range(12) for i in range(j) if crossing_pairs([routes[i], routes[j]])]
    assert crossing_pairs(routes) == sorted(one_by_one)
