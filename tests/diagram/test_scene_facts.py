"""Facts of boxes and routes, each with its margin: by hand, by laws, and on a drawing."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram import facts as facts
from graphicacy.diagram.facts import Compass, Way
from graphicacy.diagram.model import Diagram, Direction, Edge, Head, Node, Shape
from graphicacy.diagram.render import render
from graphicacy.diagram.scene import Box, Scene

side = st.integers(0, 40)
boxes = st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), side, side, side, side)


def at(x: float, y: float, size: float = 10) -> Box:
    return Box(x - size / 2, y - size / 2, x + size / 2, y + size / 2)


# Boxes


def test_overlap_counts_neither_nesting_nor_touching() -> None:
    a, b, inner, apart = Box(0, 0, 10, 10), Box(5, 5, 15, 15), Box(1, 1, 4, 4), Box(10, 0, 20, 4)
    assert facts.overlapping_pairs([a, b, inner, apart]) == [(0, 1)]
    assert facts.overlapping_pairs([a, inner], nested=False) == [(0, 1)]
    assert facts.overlapping_pairs([a]) == []
    assert facts.overlapping_pairs([a, b], share=0.3) == []


def test_how_far_boxes_overlap() -> None:
    (found,) = facts.overlaps([Box(0, 0, 100, 40), Box(90, -10, 130, 30)])
    assert found == facts.Overlap(0, 1, share=10 * 30 / (40 * 40), depth=10, nested=False)


@settings(deadline=None)
@given(st.lists(boxes, max_size=12))
def test_overlaps_are_those_that_share_area(some: list[Box]) -> None:
    expected = {
        (i, j): some[i].intersection(some[j]) / min(some[i].area, some[j].area)
        for j in range(len(some))
        for i in range(j)
        if some[i].intersection(some[j]) > 0
    }
    found = facts.overlaps(some)
    assert [o[:2] for o in found] == sorted(expected)
    assert all(o.share == pytest.approx(expected[o[:2]]) for o in found)
    for o in found:  # moved by its depth along one axis, one comes free
        a, b = some[o.first], some[o.second]
        moves = [(o.depth, 0), (-o.depth, 0), (0, o.depth), (0, -o.depth)]
        assert any(Box(a.x0 + x, a.y0 + y, a.x1 + x, a.y1 + y).intersection(b) < 1e-9 for x, y in moves)


@settings(deadline=None)
@given(st.lists(boxes, max_size=12))
def test_containment_is_by_the_least_slack(some: list[Box]) -> None:
    found = {c[:2]: c for c in facts.containments(some)}
    for i, inner in enumerate(some):
        for j, outer in enumerate(some):
            if inner.area < outer.area and outer.contains(Box(*inner.center, *inner.center)):
                assert found[i, j].inside == outer.contains(inner)
                assert outer.contains(inner, slack=-found[i, j].slack)
                assert not outer.contains(inner, slack=-found[i, j].slack - 0.5)
            else:
                assert (i, j) not in found


def test_a_box_that_sticks_out_has_a_negative_slack() -> None:
    frame, inside, out = Box(0, 0, 100, 100), Box(10, 20, 30, 40), Box(60, 40, 104, 60)
    assert facts.containments([frame, inside, out]) == [(1, 0, 10.0), (2, 0, -4.0)]


def test_gaps_between_boxes() -> None:
    gaps = facts.box_gaps([Box(0, 0, 10, 10), Box(13, 14, 20, 20), Box(5, 5, 30, 8)])
    assert gaps.tolist() == [[0, 5, 0], [5, 0, 6], [0, 6, 0]]


@pytest.mark.parametrize(
    ("x", "y", "direction"),
    [(0, -9, "N"), (9, -9, "NE"), (9, 0, "E"), (9, 9, "SE"), (0, 9, "S"), (-9, 9, "SW"), (-9, 0, "W"), (-9, -9, "NW")],
)
def test_the_eight_directions(x: float, y: float, direction: str) -> None:
    found = facts.bearing(at(50, 50), at(50 + x, 50 + y))
    assert found.direction is Compass(direction)
    assert found.margin == pytest.approx(22.5)
    assert found.distance == pytest.approx(math.hypot(x, y))


@pytest.mark.parametrize(
    ("angle", "direction"), [(22, Compass.N), (23, Compass.NE), (337, Compass.NW), (338, Compass.N)]
)
def test_directions_near_a_border_have_a_small_margin(angle: float, direction: Compass) -> None:
    found = facts.bearing(at(0, 0), at(100 * math.sin(math.radians(angle)), -100 * math.cos(math.radians(angle))))
    assert found.direction is direction
    assert found.margin == pytest.approx(0.5)
    assert found.angle == pytest.approx(angle)


def test_boxes_on_one_spot_lie_in_no_sure_direction() -> None:
    assert facts.bearing(at(5, 5), at(5, 5, size=4)).margin == 0


@settings(deadline=None)
@given(boxes, boxes)
def test_the_way_back_is_the_opposite_direction(a: Box, b: Box) -> None:
    there, back = facts.bearing(a, b), facts.bearing(b, a)
    assert there.margin == pytest.approx(back.margin)
    assert there.gap == back.gap
    if there.margin > 1e-6:
        names = list(Compass)
        assert (names.index(there.direction) + 4) % 8 == names.index(back.direction)


@pytest.mark.parametrize("function", [facts.overlaps, facts.containments, facts.bearings, facts.box_gaps])
def test_boxes_that_are_no_numbers_are_refused(function: object) -> None:
    with pytest.raises(ValueError, match="box 1 has a coordinate that is not a number within"):
        function([at(0, 0), Box(0, 0, math.nan, 1)])  # type: ignore[operator]
    function([])  # type: ignore[operator]


# Routes


def test_lengths_are_measured_against_the_median() -> None:
    routes = [((0, 0), (0, 10)), ((0, 0), (6, 8), (6, 18)), ((0, 0), (0, 10)), ((0, 0), (0, 5)), ((3, 3),)]
    found = facts.lengths(routes)
    assert [f.length for f in found] == [10, 20, 10, 5, 0]
    assert [f.ratio for f in found] == [1, 2, 1, 0.5, 0]
    assert [f.edge for f in found if f.long] == [1]
    assert [f.margin for f in found] == [0.5, 0, 0.5, 0.75, 1]
    assert facts.lengths([]) == []


def diagram(*edges: Edge, direction: Direction | None = Direction.DOWN, shape: Shape = Shape.RECTANGLE) -> Diagram:
    keys = sorted({key for e in edges for key in (e.source, e.target)})
    return Diagram(tuple(Node(k, shape=shape) for k in keys), edges, direction=direction)


def straight(diagram: Diagram, **centers: tuple[float, float]) -> Scene:
    nodes = {key: at(*center) for key, center in centers.items()}
    return Scene(400, 400, nodes, tuple((nodes[e.source].center, nodes[e.target].center) for e in diagram.edges))


@pytest.mark.parametrize(
    ("direction", "ways"),
    [
        (Direction.DOWN, [Way.ALONG, Way.AGAINST, Way.ACROSS]),
        (Direction.UP, [Way.AGAINST, Way.ALONG, Way.ACROSS]),
        (Direction.RIGHT, [Way.ACROSS, Way.ACROSS, Way.ALONG]),
        (Direction.LEFT, [Way.ACROSS, Way.ACROSS, Way.AGAINST]),
    ],
)
def test_ways_of_edges_by_the_main_direction(direction: Direction, ways: list[Way]) -> None:
    it = diagram(Edge("a", "b"), Edge("b", "a"), Edge("b", "c"), direction=direction)
    found = facts.flows(it, straight(it, a=(0, 0), b=(0, 50), c=(70, 53)))
    assert [f.way for f in found] == ways


def test_the_margin_of_a_way_is_what_the_box_would_have_to_move() -> None:
    it = diagram(Edge("a", "b"), Edge("a", "c"), Edge("a", "d"))
    found = facts.flows(it, straight(it, a=(0, 100), b=(0, 150), c=(50, 97), d=(0, 60)))
    assert [f.margin for f in found] == [40, 7, 30]
    assert [f.way for f in found] == [Way.ALONG, Way.ACROSS, Way.AGAINST]


def test_arrows_run_to_their_head_and_lines_without_one_nowhere() -> None:
    back = Edge("a", "b", head=Head.NONE, tail=Head.POINTED)
    both, none, loop = Edge("a", "b", tail=Head.POINTED), Edge("a", "b", head=Head.NONE), Edge("a", "a")
    it = diagram(back, both, none, loop)
    found = facts.flows(it, straight(it, a=(0, 0), b=(0, 50)))
    assert found == [facts.Flow(0, Way.AGAINST, 40)]


def test_the_main_direction_is_read_off_the_arrows_where_nothing_says_it() -> None:
    it = diagram(Edge("a", "b"), Edge("b", "c"), Edge("c", "a"), direction=None)
    assert facts.main_direction(it, straight(it, a=(0, 0), b=(100, 5), c=(300, 0))) is None  # a cycle goes nowhere
    it = diagram(Edge("a", "b"), Edge("b", "c"), direction=None)
    scene = straight(it, a=(300, 0), b=(100, 5), c=(0, 0))
    assert facts.main_direction(it, scene) is Direction.LEFT
    assert [f.way for f in facts.flows(it, scene)] == [Way.ALONG, Way.ALONG]
    assert facts.flows(diagram(direction=None), Scene(10, 10)) == []


def test_edges_through_nodes_by_hand() -> None:
    it = diagram(Edge("a", "b"), Edge("a", "c"), Edge("a", "d"))
    scene = straight(it, a=(0, 0), b=(100, 0), c=(200, 0), d=(200, 9))
    found = facts.passages(it, scene)
    assert [(p.edge, p.node, p.through) for p in found] == [(1, "b", True), (2, "b", False)]
    assert found[0].length == pytest.approx(10)
    assert found[0].core == pytest.approx(0.7)
    assert found[0].margin == pytest.approx(0.4)


def test_what_holds_or_carries_an_end_is_no_obstacle() -> None:
    nodes = (Node("frame"), Node("a"), Node("b"), Node("state", attached_to="a"), Node("p", shape=Shape.POINT))
    it = Diagram(nodes, (Edge("state", "b"),))
    placed = {"frame": Box(0, 0, 60, 60), "a": at(30, 30, 30), "b": at(150, 30), "state": at(15, 30), "p": at(100, 30)}
    scene = Scene(200, 100, placed, ((placed["state"].center, placed["b"].center),))
    assert facts.passages(it, scene) == []


# On a drawing


def test_facts_of_a_drawing() -> None:
    drawing = render("digraph { a -> b -> c -> d; d -> a; a -> d; x -> y }", "dot")
    assert drawing.diagram is not None
    assert drawing.scene is not None
    flows = {f.edge: f.way for f in facts.flows(drawing.diagram, drawing.scene)}
    against = [drawing.diagram.edges[k] for k, way in flows.items() if way is Way.AGAINST]
    assert [(e.source, e.target) for e in against] == [("d", "a")]
    assert facts.crossing_pairs(drawing.scene.routes) == []
    assert [p for p in facts.passages(drawing.diagram, drawing.scene) if p.through] == []
    ratios = np.array([f.ratio for f in facts.lengths(drawing.scene.routes)])
    longest = drawing.diagram.edges[int(ratios.argmax())]
    assert {longest.source, longest.target} == {"a", "d"}


def test_crossings_of_a_drawing_that_cannot_do_without() -> None:
    source = "graph { layout=neato; " + " ".join(
        f'{k} [pos="{x},{y}!"]' for k, x, y in (("a", 0, 0), ("b", 4, 4), ("c", 0, 4), ("d", 4, 0))
    )
    drawing = render(source + " a -- b; c -- d; a -- c; }", "dot")
    assert drawing.scene is not None
    assert drawing.diagram is not None
    ends = [{e.source, e.target} for e in drawing.diagram.edges]
    (found,) = [m for m in facts.meetings(drawing.scene.routes) if m.margin > 0]
    assert {frozenset(ends[found.first]), frozenset(ends[found.second])} == {frozenset("ab"), frozenset("cd")}
    assert found.crosses
    assert found.margin > 100
