"""Which pictures cannot be read: overlaps, hidden lines, lines that run together, small letters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.layout import Layout, Lettering
from graphicacy.diagram.model import Diagram, Edge, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box, Point, Scene
from graphicacy.read.legibility import illegible, is_legible, unclear_places
from read.figures import figure_of

THROUGH, TOGETHER = "arrow through node", "arrows that run together"
Route = Sequence[Point]


def causes(
    boxes: dict[str, Box],
    edges: Sequence[tuple[str, str, Route]] = (),
    shapes: dict[str, Shape] | None = None,
    labels: dict[int, Box] | None = None,
    line: LineStyle = LineStyle.SOLID,
) -> tuple[str, ...]:
    nodes = tuple(Node(key, key, shape=(shapes or {}).get(key, Shape.RECTANGLE)) for key in boxes)
    diagram = Diagram(nodes, tuple(Edge(a, b, line=line) for a, b, _ in edges))
    scene = Scene(900, 900, dict(boxes), tuple(tuple(route) for _, _, route in edges), labels=labels or {})
    return unclear_places(diagram, scene)


A, B, C, D = Box(0, 0, 60, 40), Box(400, 0, 460, 40), Box(0, 200, 60, 240), Box(400, 200, 460, 240)


def test_a_plain_picture_is_legible() -> None:
    assert causes({"a": A, "b": B}, [("a", "b", [(60, 20), (400, 20)])]) == ()


def test_nodes_that_reach_into_one_another_are_not() -> None:
    assert causes({"a": A, "b": A.shift(50, 10)}) == ("overlapping nodes",)
    assert causes({"a": A, "b": A.shift(58, 10)}) == ()  # their borders touch


@pytest.mark.parametrize(
    ("words", "legible"),
    [
        ('<text x="1" font-size="12">a</text>', True),
        ('<text x="1" font-size="8.5">a</text>', False),
        ('<text x="1" font-size="1.2.3">a</text>', True),  # which no browser takes for a size
        ("<text " * 50_000, True),
    ],
)
def test_letters_are_as_large_as_an_svg_says(words: str, legible: bool) -> None:
    diagram, scene = Diagram((Node("a", "a"),), ()), Scene(900, 900, {"a": A}, ())
    began = perf_counter()
    assert is_legible(Drawing(b"", 900, 900, svg=f"<svg>{words}</svg>", diagram=diagram, scene=scene)) is legible
    assert perf_counter() - began < 1


def test_a_node_within_a_node_is_no_overlap() -> None:
    assert causes({"a": A, "b": A.pad(-12)}) == ()


@pytest.mark.parametrize(("y", "hidden"), [(20, True), (4, True), (-3, False), (44, False)])
def test_a_line_behind_a_node_cannot_be_followed(y: float, hidden: bool) -> None:
    middle = Box(200, 0, 260, 40)
    route = [(60, 20), (150, y), (300, y), (400, 20)]
    assert causes({"a": A, "b": B, "m": middle}, [("a", "b", route)]) == ((THROUGH,) if hidden else ())


def test_a_line_through_the_empty_corner_of_a_diamond_can() -> None:
    middle, route = Box(200, 0, 300, 100), [(60, 20), (205, 2), (230, -10), (400, 20)]
    near = [(60, 20), (180, 20), (220, -8), (400, 20)]
    assert causes({"a": A, "b": B, "m": middle}, [("a", "b", near)]) == (THROUGH,)
    for path in (route, near):
        assert causes({"a": A, "b": B, "m": middle}, [("a", "b", path)], {"m": Shape.DIAMOND}) == ()


def test_an_invisible_line_hides_nowhere() -> None:
    route = [(60, 20), (400, 20)]
    box = Box(200, 0, 260, 40)
    assert causes({"a": A, "b": B, "m": box}, [("a", "b", route)], line=LineStyle.INVISIBLE) == ()


def test_words_of_edges_on_one_another_or_on_a_node() -> None:
    words = Box(200, 10, 240, 26)
    assert causes({"a": A}, labels={0: words, 1: words.shift(20, 8)}) == ("words on words",)
    assert causes({"a": A}, labels={0: words, 1: words.shift(0, 20)}) == ()
    assert causes({"a": words.shift(10, 6)}, labels={0: words}) == ("words on words",)


def side_by_side(apart: float, length: float) -> list[tuple[str, str, Route]]:
    """From a to b and from c to d, side by side over a length in the middle."""
    left, right = 230 - length / 2, 230 + length / 2
    one = [(60, 20), (left, 120), (right, 120), (400, 20)]
    two = [(60, 220), (left, 120 + apart), (right, 120 + apart), (400, 220)]
    return [("a", "b", one), ("c", "d", two)]


@pytest.mark.parametrize(("apart", "length", "doubt"), [(1, 60, True), (0, 60, True), (5, 60, False), (1, 8, False)])
def test_lines_that_run_together_may_be_exchanged(apart: float, length: float, doubt: bool) -> None:
    boxes = {"a": A, "b": B, "c": C, "d": D}
    assert causes(boxes, side_by_side(apart, length)) == ((TOGETHER,) if doubt else ())


def test_lines_to_one_node_may_run_together() -> None:
    one = [(60, 20), (200, 120), (300, 120), (400, 20)]
    two = [(60, 220), (200, 121), (300, 121), (400, 22)]
    assert causes({"a": A, "b": B, "c": C}, [("a", "b", one), ("c", "b", two)]) == ()


def test_lines_that_cross_do_not_run_together() -> None:
    boxes = {"a": A, "b": B, "c": C, "d": D}
    assert causes(boxes, [("a", "d", [(60, 20), (400, 220)]), ("c", "b", [(60, 220), (400, 20)])]) == ()


points = st.tuples(st.integers(0, 120), st.integers(0, 120))
routes = st.lists(points, min_size=2, max_size=4, unique=True)


def like_one(route: Route, other: Route) -> float:
    """Pixels of a route within 1.5 of another, the slow way."""
    step, total = 0.25, 0.0
    for a, b in pairwise(route):
        pieces = max(1, round(math.dist(a, b) / step))
        for k in range(pieces):
            t = (k + 0.5) / pieces
            p = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
            if min(distance(p, c, d) for c, d in pairwise(other)) <= 1.5:
                total += math.dist(a, b) / pieces
    return total


def distance(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = min(max(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy), 0), 1)
    return math.hypot(a[0] + t * dx - p[0], a[1] + t * dy - p[1])


@settings(max_examples=60, deadline=None)
@given(routes, routes)
def test_how_long_lines_run_together_agrees_with_slow_measuring(one: Route, two: Route) -> None:
    if any(math.dist(p, q) <= 8 for p in (one[0], one[-1]) for q in (two[0], two[-1])):
        return  # from a common end on, they may
    length = max(like_one(one, two), like_one(two, one))
    found = causes({}, [("a", "b", one), ("c", "d", two)])
    if length < 17:
        assert found == ()
    elif length > 24:
        assert found == (TOGETHER,)


def test_small_letters_cannot_be_read() -> None:
    scene = Scene(700, 300, {"a": A.shift(20, 20), "b": B})
    diagram = Diagram((Node("a", "Alpha"), Node("b", "Beta")))
    large = figure_of(Layout(diagram, scene), "author")
    small = figure_of(Layout(diagram, scene, {"a": Lettering(A.shift(20, 20), size=7.0)}), "author")
    assert illegible(large) == ()
    assert is_legible(large.drawing)
    assert illegible(small) == ("small letters",)
    assert not is_legible(small.drawing)


@pytest.mark.parametrize("rendering", ["mermaid", "graphviz"])
def test_letters_of_engines_are_measured_in_the_picture(rendering: str) -> None:
    wide = Diagram(tuple(Node(f"n{k}", f"Some rather long words, number {k}") for k in range(90)))
    assert illegible(figure_of("digraph { a -> b -> c }", rendering)) == ()
    assert "small letters" in illegible(figure_of(wide, rendering))


def test_five_hundred_nodes_are_checked_quickly() -> None:
    boxes = {f"n{k}": Box(k % 25 * 90, k // 25 * 90, k % 25 * 90 + 40, k // 25 * 90 + 30) for k in range(500)}
    ends = [(f"n{k}", f"n{(k * 7 + 3) % 500}") for k in range(500)]
    edges = [(a, b, [boxes[a].center, boxes[b].center]) for a, b in ends]
    start = perf_counter()
    assert THROUGH in causes(boxes, edges)
    assert perf_counter() - start < 1.5


def test_nothing_is_legible() -> None:
    assert causes({}) == ()
