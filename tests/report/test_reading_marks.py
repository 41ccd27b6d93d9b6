"""What is drawn over a picture lies where the picture shows it."""

from __future__ import annotations

import json
import math
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram.scene import Box, Point
from graphicacy.read.question import AnswerType, Question
from graphicacy.report.reading.marks import Mark, _thinned, marks_of
from graphicacy.report.reading.pieces import compared
from graphicacy.report.reading.places import Places, crossing_of, places_of
from report.synthetic_reading import question, said

# A above B, C right of both; an arrow from A to B, one from C to A that is written the other way round.
SCENE = {
    "width": 1000,
    "height": 600,
    "nodes": {"a": [100, 100, 200, 140], "b": [100, 300, 200, 340], "c": [600, 100, 700, 140], "f": [0, 0, 900, 500]},
    "edges": [
        {"source": "a", "target": "b", "points": [[150, 140], [150, 220], [150, 300]], "label_box": None},
        {"source": "a", "target": "c", "points": [[200, 120], [400, 60], [600, 120]], "label_box": None},
        {"source": "f", "target": "c", "points": [[0, 0], [1, 1]], "label_box": None},
    ],
    "groups": {},
}
PAINTED = {
    "nodes": [{"id": "a", "label": "Alpha  one"}, {"id": "b", "label": "Beta"}, {"id": "c", "label": "Gamma"}],
    "edges": [
        {"source": "a", "target": "b", "head": "pointed", "tail": "none"},
        {"source": "a", "target": "c", "head": "none", "tail": "pointed"},
        {"source": "f", "target": "c", "head": "pointed", "tail": "none"},
    ],
}
PLACES = places_of({"scene": json.dumps(SCENE), "painted": json.dumps(PAINTED)})


def marks(asked: Question, answer: Any, places: Places = PLACES) -> list[Mark]:
    return marks_of(asked, compared(asked, said(asked, answer)), places)


def points(mark: Mark) -> list[Point]:
    """Corners of the first polyline or rectangle of a path."""
    path = mark.path
    if "H" in path:
        x0, y0, x1, y1 = map(float, re.fullmatch(r"M(\S+) (\S+)H(\S+)V(\S+)H\1Z", path).groups())  # type: ignore[union-attr]
        return [(x0, y0), (x1, y1)]
    first = path.split("M")[1]
    return [tuple(map(float, pair.split())) for pair in first.split("L")]  # type: ignore[misc]


def test_places_are_keyed_by_labels_and_run_from_tail_to_head() -> None:
    assert PLACES.node("“alpha one”") == Box(100, 100, 200, 140)
    assert PLACES.edge("Gamma", "Alpha one") == ((600, 120), (400, 60), (200, 120))
    assert PLACES.edge("Alpha one", "Gamma") is None
    assert set(PLACES.nodes) == {"alpha one", "beta", "gamma"}  # a frame without words is no node


def test_a_found_node_is_framed_and_a_missed_one_too() -> None:
    found, missed = marks(question(AnswerType.NODES, ["Alpha one", "Beta"]), ["Alpha one"])
    assert (found.look, missed.look) == ("found", "missed")
    for mark, box in ((found, PLACES.node("Alpha one")), (missed, PLACES.node("Beta"))):
        (x0, y0), (x1, y1) = points(mark)
        assert box is not None
        assert x0 < box.x0 < box.x1 < x1
        assert y0 < box.y0 < box.y1 < y1
        assert Box(x0, y0, x1, y1).area < 1.5 * box.area


def test_a_slip_is_drawn_where_it_is_meant_and_a_made_up_label_nowhere() -> None:
    long = {**PAINTED, "nodes": [{"id": "a", "label": "Refinement"}, *PAINTED["nodes"][1:]]}
    places = places_of({"scene": json.dumps(SCENE), "painted": json.dumps(long)})
    asked = question(AnswerType.NODES, ["Refinement"])
    missed, wrong = marks(asked, ["Refinment", "Ghost"], places)
    assert (missed.look, wrong.look) == ("missed", "wrong")
    assert points(missed) == points(wrong)


def test_an_arrow_follows_its_route_and_has_a_head_at_its_end() -> None:
    (mark,) = marks(
        question(AnswerType.EDGES, [{"source": "Gamma", "target": "Alpha one"}]),
        [{"source": "Gamma", "target": "Alpha one"}],
    )
    assert points(mark) == [(600, 120), (400, 60), (200, 120)]
    head = mark.path.split("M")[2]
    assert head.split("L")[1] == "200 120"


def test_an_arrow_that_is_not_there_is_straight_from_border_to_border() -> None:
    asked = question(AnswerType.EDGES, [{"source": "Alpha one", "target": "Beta"}])
    missed, wrong = marks(asked, [{"source": "Beta", "target": "Gamma"}])
    assert missed.look == "missed"
    start, end = points(wrong)
    beta, gamma = PLACES.nodes["beta"][0], PLACES.nodes["gamma"][0]
    assert beta.holds(start, 0.1)
    assert gamma.holds(end, 0.1)
    assert not beta.pad(-1).holds(start)
    assert not gamma.pad(-1).holds(end)


def test_a_reversed_arrow_points_the_other_way() -> None:
    asked = question(AnswerType.EDGES, [{"source": "Alpha one", "target": "Beta"}])
    missed, wrong = marks(asked, [{"source": "Beta", "target": "Alpha one"}])
    (_, down), (_, up) = points(missed)[-1], points(wrong)[-1]
    assert down > 290
    assert up < 150


def test_parallel_arrows_take_a_route_each() -> None:
    route = ((0.0, 0.0), (100.0, 0.0)), ((0.0, 50.0), (100.0, 50.0))
    places = Places(200, 200, {}, {("a", "b"): route})
    edges = [{"source": "A", "target": "B"}] * 2
    one, other = marks(question(AnswerType.EDGES, edges), edges, places)
    assert points(one) != points(other)


def test_crossing_arrows_have_a_ring_where_they_cross() -> None:
    edges = {("a", "b"): [((0.0, 0.0), (100.0, 100.0))], ("c", "d"): [((0.0, 100.0), (50.0, 50.0), (100.0, 0.0))]}
    pair = [{"source": "A", "target": "B"}, {"source": "C", "target": "D"}]
    (mark,) = marks(question(AnswerType.EDGE_PAIRS, [pair]), [pair], Places(1000, 1000, {}, edges))
    x, y = map(float, re.search(r"M(\S+) (\S+)a", mark.path).groups())  # type: ignore[union-attr]
    assert (x + 14, y) == (50, 50)
    assert crossing_of(((0, 0), (1, 0)), ((0, 1), (1, 1))) is None


def test_a_box_is_drawn_as_given_with_the_right_one() -> None:
    asked = question(AnswerType.BOX, [10, 20, 110, 70], rubric={"width": 1000, "height": 500})
    gold, given_ = marks(asked, [500, 500, 600, 700], Places(1000, 500))
    assert [mark.look for mark in (gold, given_)] == ["missed", "wrong"]
    assert points(gold) == [(10, 20), (110, 70)]
    assert points(given_) == [(500, 250), (600, 350)]


@pytest.mark.parametrize(("word", "dx", "dy"), [("N", 0, -1), ("E", 1, 0), ("SW", -1, 1)])
def test_a_direction_is_an_arrow_from_where_one_looks(word: str, dx: int, dy: int) -> None:
    asked = question(AnswerType.DIRECTION, "W", arguments={"node": "Alpha one", "seen_from": "Gamma"})
    *asked_about, gold, given_ = marks(asked, word)
    assert {mark.look for mark in asked_about} == {"asked"}
    (x0, y0), (x1, y1) = points(given_)
    assert (x0, y0) == PLACES.nodes["gamma"][0].center
    assert [round(math.copysign(1, v)) if abs(v) > 1 else 0 for v in (x1 - x0, y1 - y0)] == [dx, dy]
    assert points(gold)[-1] == PLACES.nodes["alpha one"][0].center


def test_a_position_is_its_cell() -> None:
    right, wrong = marks(question(AnswerType.POSITION, "bottom right"), "top", Places(900, 600))
    (x0, y0), (x1, y1) = points(right)
    assert 600 < x0 < x1 < 900
    assert 400 < y0 < y1 < 600
    (x0, y0), (x1, y1) = points(wrong)
    assert 300 < x0 < x1 < 600
    assert 0 < y0 < y1 < 200


def test_what_a_second_picture_alone_has_is_not_drawn() -> None:
    gold = [{"change": "removed", "node": "Beta"}, {"change": "added", "node": "Delta"}]
    (mark,) = marks(question(AnswerType.DIFFERENCES, gold), gold)
    assert mark.title == "right: removed: Beta"


def test_right_marks_lie_below_wrong_ones() -> None:
    asked = question(AnswerType.NODES, ["Alpha one", "Beta"], arguments={"nodes": ["Gamma"]})
    assert [mark.look for mark in marks(asked, ["Gamma", "Beta"])] == ["asked", "found", "missed", "wrong"]


def _distance(point: Point, line: list[Point]) -> float:
    best = math.inf
    for (ax, ay), (bx, by) in pairwise(line):
        square = (bx - ax) ** 2 + (by - ay) ** 2
        share = (
            min(1.0, max(0.0, ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / square)) if square else 0
        )
        best = min(best, math.dist(point, (ax + share * (bx - ax), ay + share * (by - ay))))
    return best


@given(st.integers(2, 40), st.floats(0.1, 3))
def test_thinning_keeps_the_ends_and_stays_near(count: int, within: float) -> None:
    line = [(float(i), 10 * math.sin(i / 5)) for i in range(count)]
    thin = _thinned(line, within)
    assert (thin[0], thin[-1]) == (line[0], line[-1])
    assert set(thin) <= set(line)
    assert all(_distance(point, thin) <= within + 1e-9 for point in line)
