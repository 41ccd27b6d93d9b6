"""Long arrows, arrows against the flow, crossing arrows: against slow geometry on the drawn routes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Direction, Edge, Head, Node
from graphicacy.diagram.scene import Box, Point, Scene
from graphicacy.read.figure import Figure
from graphicacy.read.question import AnswerType, Draft
from graphicacy.read.tasks.edge_layout import LEAF
from read.figures import figure_of

Route = Sequence[Point]


def ask(figure: Figure, variant: str) -> Draft | None:
    drafts = list(LEAF.variants[variant](figure, np.random.default_rng(0)))
    assert len(drafts) <= 1
    return drafts[0] if drafts else None


def some_diagram(seed: int, direction: Direction) -> Diagram:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(8, 20))
    ends = {(int(rng.integers(max(0, k - 4), k)), k) for k in range(1, count)}
    for _ in range(count // 3):
        a, b = rng.choice(count, 2, replace=False).tolist()
        if (b, a) not in ends:
            ends.add((a, b))
    nodes = tuple(Node(f"n{k}", f"Step {k * 37 % 101}") for k in range(count))
    return Diagram(nodes, tuple(Edge(f"n{a}", f"n{b}") for a, b in sorted(ends)), direction=direction)


WAYS = (
    (Direction.DOWN, "mermaid"),
    (Direction.RIGHT, "graphviz"),
    (Direction.DOWN, "graphviz"),
    (Direction.UP, "author"),
)


@lru_cache(maxsize=1)
def figures() -> list[Figure]:
    return [figure_of(some_diagram(seed, direction), rendering) for seed in range(4) for direction, rendering in WAYS]


def ends_of(figure: Figure, index: int) -> tuple[str, str]:
    edge, labels = figure.diagram.edges[index], figure.diagram.labels()
    return labels[edge.source], labels[edge.target]


def told(answer: Any) -> set[tuple[str, str]]:
    return {(edge["source"], edge["target"]) for edge in answer}


def length(route: Route) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(route))


def test_long_arrows_are_those_twice_as_long_as_the_median() -> None:
    asked = 0
    for figure in figures():
        draft = ask(figure, "long")
        if draft is None:
            continue
        asked += 1
        lengths = [length(route) for route in figure.scene.routes]
        ratios = [value / median(lengths) for value in lengths]
        assert told(draft.answer) == {ends_of(figure, k) for k, ratio in enumerate(ratios) if ratio >= 2}
        assert all(abs(ratio / 2 - 1) >= 0.12 for ratio in ratios)
    assert asked >= 3


def test_arrows_against_the_flow_end_farther_back_than_they_start() -> None:
    asked = nonempty = 0
    for figure in figures():
        draft = ask(figure, "against-flow")
        if draft is None:
            continue
        asked += 1
        against = set()
        for k, edge in enumerate(figure.diagram.edges):
            tail, head = figure.scene.nodes[edge.source], figure.scene.nodes[edge.target]
            back = {
                Direction.DOWN: tail.y0 - head.y1,
                Direction.UP: head.y0 - tail.y1,
                Direction.RIGHT: tail.x0 - head.x1,
            }[Direction(draft.arguments["direction"])]
            if back > 0:
                against.add(ends_of(figure, k))
        assert told(draft.answer) == against
        nonempty += bool(against)
    assert asked >= 9
    assert nonempty >= 3


def cuts(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where two segments pass through each other."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    one, two, three, four = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if one * two >= 0 or three * four >= 0:
        return None
    t = three / (three - four)
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def crossings(one: Route, two: Route) -> list[Point]:
    """Where two polylines pass through each other, but for 8 pixels around an end of both."""
    shared = [p for p in (one[0], one[-1]) for q in (two[0], two[-1]) if math.dist(p, q) <= 8]
    found = [cuts(a, b, c, d) for a, b in pairwise(one) for c, d in pairwise(two)]
    return [p for p in found if p is not None and all(math.dist(p, end) > 8 for end in shared)]


def test_crossing_arrows_are_those_whose_lines_cut_each_other() -> None:
    asked = nonempty = 0
    for figure in figures():
        draft = ask(figure, "crossing")
        if draft is None:
            continue
        asked += 1
        routes = figure.scene.routes
        found = {
            frozenset((ends_of(figure, i), ends_of(figure, j)))
            for i, j in combinations(range(len(routes)), 2)
            if crossings(routes[i], routes[j])
        }
        assert {frozenset(told(pair)) for pair in draft.answer} == found
        assert len(draft.answer) == len(found)
        nonempty += bool(found)
    assert asked >= 9
    assert nonempty >= 4


BOXES = {
    "a": Box(20, 20, 80, 60), "b": Box(420, 20, 480, 60), "c": Box(20, 320, 80, 360), "d": Box(420, 320, 480, 360),
    "e": Box(220, 420, 280, 460),
}  # fmt: skip


def drawn(*lines: tuple[str, str, Route], direction: Direction | None = None, **more: Box) -> Figure:
    boxes = {**BOXES, **more}
    nodes = tuple(Node(key, key.upper()) for key in boxes)
    edges = tuple(Edge(a, b) for a, b, _ in lines)
    scene = Scene(700, 600, boxes, tuple(tuple(route) for _, _, route in lines))
    return figure_of(Layout(Diagram(nodes, edges, direction=direction), scene), "author")


def line(a: str, b: str, *way: Point) -> tuple[str, str, Route]:
    return a, b, [BOXES[a].center, *way, BOXES[b].center]


def test_two_arrows_that_cross_in_the_open_are_a_pair() -> None:
    draft = ask(drawn(line("a", "d"), line("c", "b")), "crossing")
    assert draft is not None
    assert draft.answer_type is AnswerType.EDGE_PAIRS
    assert draft.answer == [[{"source": "A", "target": "D"}, {"source": "C", "target": "B"}]]


def test_arrows_far_apart_are_none() -> None:
    draft = ask(drawn(line("a", "b"), line("c", "d")), "crossing")
    assert draft is not None
    assert draft.answer == []


@pytest.mark.parametrize(
    "way",
    [
        ((200.0, 188.5), (300.0, 188.5)),  # comes within 1.5 pixels of the middle
        ((200.0, 192.0), (300.0, 192.0)),  # goes 2 pixels beyond it
    ],
)
def test_what_almost_crosses_is_not_asked(way: tuple[Point, Point]) -> None:
    upper = line("a", "b", (250.0, 190.0))
    assert ask(drawn(upper, line("c", "d", *way)), "crossing") is None


def test_a_crossing_behind_a_node_is_not_asked() -> None:
    hidden = Box(225, 170, 275, 210)
    assert ask(drawn(line("a", "d"), line("c", "b"), m=hidden), "crossing") is None


def test_a_length_near_the_threshold_is_not_asked() -> None:
    short = [line("a", "b"), line("c", "d"), line("e", "a"), line("e", "c")]
    usual = median([*(length(route) for _, _, route in short), math.inf])

    def figure(times: float) -> Figure:
        return drawn(*short, ("e", "d", [(10, 550), (10 + times * usual, 550)]))

    far = ask(figure(3.0), "long")
    assert far is not None
    assert told(far.answer) == {("E", "D")}
    assert ask(figure(2.1), "long") is None
    assert ask(figure(1.9), "long") is None


def test_arrows_that_cannot_be_told_apart_are_not_asked() -> None:
    twice = drawn(line("a", "b"), line("a", "b", (250, 100)), line("c", "d"), line("e", "a"))
    same = figure_of(Diagram((Node("a", "A"), Node("b", "A"), Node("c", "C")), (Edge("a", "b"), Edge("b", "c"))))
    bare = figure_of(Diagram((Node("a", "A"), Node("b"), Node("c", "C")), (Edge("a", "b"), Edge("b", "c"))))
    line_only = figure_of(Diagram((Node("a", "A"), Node("b", "B")), (Edge("a", "b", head=Head.NONE),)))
    for figure in (twice, same, bare, line_only):
        for variant in LEAF.variants:
            assert ask(figure, variant) is None


def test_two_arrows_there_and_back_are_two() -> None:
    figure = drawn(line("a", "b", (250, 10)), line("b", "a", (250, 90)), line("c", "d"), direction=Direction.RIGHT)
    draft = ask(figure, "against-flow")
    assert draft is not None
    assert told(draft.answer) == {("B", "A")}
    assert "from left to right" in draft.text
    assert "to the left of" in draft.text


def test_boxes_that_just_overlap_in_the_main_direction_are_not_asked() -> None:
    lines = line("a", "c"), ("a", "f", [(80, 40), (300, 70)])
    figure = drawn(*lines, direction=Direction.DOWN, f=Box(300, 57, 360, 97))
    assert ask(figure, "against-flow") is None


def test_without_arrows_nothing_is_asked() -> None:
    for figure in (figure_of("digraph { a }"), figure_of(Diagram((Node("a", "A"), Node("b", "B"))))):
        assert all(ask(figure, variant) is None for variant in ("long", "against-flow"))
        crossing = ask(figure, "crossing")
        assert crossing is None


def test_five_hundred_nodes_are_passed_over_quickly() -> None:
    boxes = {f"n{k}": Box(k % 25 * 80, k // 25 * 80, k % 25 * 80 + 40, k // 25 * 80 + 30) for k in range(500)}
    ends = [(f"n{k}", f"n{(k * 7 + 3) % 500}") for k in range(500)]
    diagram = Diagram(tuple(Node(k, k) for k in boxes), tuple(Edge(a, b) for a, b in ends))
    scene = Scene(2000, 1600, boxes, tuple((boxes[a].center, boxes[b].center) for a, b in ends))
    figure = replace(figure_of("digraph { a -> b }"), diagram=diagram, scene=scene)
    start = perf_counter()
    assert all(ask(figure, variant) is None for variant in LEAF.variants)
    assert perf_counter() - start < 0.5


def test_questions_state_what_they_depend_on() -> None:
    figure = next(f for f in figures() if all(ask(f, variant) for variant in LEAF.variants))
    stated = {"long": "twice as long as the median", "against-flow": "main direction", "crossing": "only touch"}
    for variant, words in stated.items():
        draft = ask(figure, variant)
        assert draft is not None
        assert words in draft.text
        assert draft.variant == variant
        assert draft == ask(figure, variant)


def test_an_author_who_goes_no_way_in_particular_has_no_main_direction() -> None:
    boxes = {"a": Box(0, 0, 60, 30), "b": Box(0, 200, 60, 230), "c": Box(220, 200, 280, 230)}
    nodes = tuple(Node(key, key.upper()) for key in boxes)
    routes = (((30.0, 30.0), (30.0, 200.0)), ((60.0, 215.0), (220.0, 215.0)))
    diagram = Diagram(nodes, (Edge("a", "b"), Edge("b", "c")), direction=Direction.DOWN)
    figure = figure_of(Layout(diagram, Scene(300, 240, boxes, routes)), "author")
    assert list(LEAF.variants["against-flow"](figure, np.random.default_rng(0))) == []


@pytest.mark.parametrize(("deep", "asked"), [(3.5, False), (16.0, True)])
def test_lines_that_leave_a_node_side_by_side_are_asked_about_where_they_clearly_cross(
    deep: float, asked: bool
) -> None:
    upper = "a", "d", [(80, 38), (170, 40 - deep), (250, 80), BOXES["d"].center]
    lower = "a", "b", [(80, 42), (170, 40 + deep), (250, 20), BOXES["b"].center]
    draft = ask(drawn(upper, lower, line("c", "e")), "crossing")
    assert (draft is not None) is asked
    if draft is not None:
        assert draft.answer == [[{"source": "A", "target": "D"}, {"source": "A", "target": "B"}]]
