"""V3: boxes are where the ink is, directions are those of the centres, and doubtful cases are left out."""

from __future__ import annotations

import io
import math
from collections import Counter
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from any_diagrams import diagrams
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box, Scene
from graphicacy.read.figure import Figure
from graphicacy.read.question import AnswerType, Draft
from graphicacy.read.tasks.localization import LEAF
from read.figures import RENDERINGS, figure_of, scene_figure

SHAPES = [shape for shape in Shape if shape not in (Shape.TEXT, Shape.POINT, Shape.ANCHOR)]
COMPASS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def asked(figure: Figure, variant: str, seed: int = 0, most: int = 99) -> list[Draft]:
    return list(islice(LEAF.variants[variant](figure, np.random.default_rng(seed)), most))


def coloured() -> Diagram:
    """Nodes of all shapes, joined by arrows, each in a colour of its own."""
    nodes = [
        Node(f"n{k}", f"Node {k}", shape, fill=f"#{60 + 12 * k:02x}{255 - 9 * k:02x}{100 + 90 * (k % 2):02x}")
        for k, shape in enumerate(SHAPES)
    ]
    joins = [(0, 4), (1, 3), (4, 8), (3, 8), (8, 0)]
    edges = [Edge(f"n{a}", f"n{b}", color=f"#c0{40 * k:02x}20", width=3.0) for k, (a, b) in enumerate(joins)]
    return Diagram(tuple(nodes), tuple(edges), direction=Direction.DOWN)


def ink(figure: Figure, color: str) -> Box:
    """The box around the pixels of a colour."""
    pixels = np.asarray(Image.open(io.BytesIO(figure.drawing.png)).convert("RGB")).astype(int)
    wanted = [int(color[k : k + 2], 16) for k in (1, 3, 5)]
    rows, columns = np.nonzero(np.abs(pixels - wanted).max(axis=2) <= 3)
    return Box(float(columns.min()), float(rows.min()), float(columns.max()) + 1, float(rows.max()) + 1)


def iou(one: Box, other: Box) -> float:
    both = one.intersection(other)
    return both / (one.area + other.area - both)


# Boxes


@pytest.mark.parametrize("rendering", RENDERINGS)
def test_the_box_of_a_node_is_the_one_around_its_outline(rendering: str) -> None:
    figure = figure_of(coloured(), rendering)
    drafts = asked(figure, "node-box")
    assert len(drafts) == len(SHAPES)
    line = 2 * figure.drawing.scale
    for draft in drafts:
        node = next(n for n in figure.diagram.nodes if n.label == draft.arguments["node"])
        box, seen = Box(*draft.answer), ink(figure, node.fill or "")
        assert box.contains(seen, slack=1)
        if node.shape in (Shape.TRIANGLE, Shape.DIAMOND):  # their fill ends before their acute corners
            assert iou(box, seen) > 0.85
        else:
            assert seen.contains(box, slack=line + 2)
        assert draft.rubric == {"width": figure.drawing.width, "height": figure.drawing.height}


@pytest.mark.parametrize("rendering", RENDERINGS)
def test_the_box_of_an_arrow_is_the_one_around_its_line(rendering: str) -> None:
    figure = figure_of(coloured(), rendering)
    drafts = asked(figure, "edge-box")
    assert drafts
    labels = figure.labels
    for draft in drafts:
        edge = next(
            e
            for e in figure.diagram.edges
            if (labels[e.source], labels[e.target]) == (draft.arguments["source"], draft.arguments["target"])
        )
        seen = ink(figure, edge.color or "")
        assert iou(Box(*draft.answer), seen) > 0.85
        head = 12 * figure.drawing.scale
        assert seen.contains(Box(*draft.answer), slack=head)


def laid(*boxes: Box, groups: tuple[Group, ...] = (), **looks: object) -> Figure:
    """Nodes A, B, ... in boxes, with a black border each, but for ``looks`` of the first."""
    nodes = [Node(letter, letter, stroke="#000000") for letter in "ABCDEFGHIJKLMNOP"[: len(boxes)]]
    nodes[0] = replace(nodes[0], **looks)  # type: ignore[arg-type]
    diagram = Diagram(tuple(nodes), (), groups)
    scene = Scene(
        1000, 1000, {n.id: b for n, b in zip(nodes, boxes, strict=True)}, (), {g.id: boxes[0] for g in groups}
    )
    return scene_figure(diagram, scene)


FIRST, SECOND = Box(100, 100, 200, 150), Box(400, 100, 500, 150)


@pytest.mark.parametrize(
    "looks",
    [
        {"shape": Shape.TEXT},
        {"border": LineStyle.INVISIBLE},
        {"border_width": 0.0},
        {"stroke": None},
        {"stroke": "#ffffff"},
        {"stroke": "#f4f4f4", "fill": "#fafafa"},
        {"attached_to": "B"},
        {"label": "B"},
        {"label": " "},
    ],
)
def test_an_outline_that_is_not_seen_or_not_named_is_not_asked_about(looks: dict[str, object]) -> None:
    assert {d.arguments["node"] for d in asked(laid(FIRST, SECOND), "node-box")} == {"A", "B"}
    assert {d.arguments["node"] for d in asked(laid(FIRST, SECOND, **looks), "node-box")} <= {"B"}


def test_a_fill_can_make_an_outline_but_not_on_its_own_colour() -> None:
    plain = {"stroke": None, "fill": "#ffcc00", "group": "g"}
    on_white, on_same = (Group("g", fill=color) for color in (None, "#ffcc10"))
    assert asked(laid(FIRST, groups=(on_white,), **plain), "node-box")
    assert not asked(laid(FIRST, groups=(on_same,), **plain), "node-box")


def test_a_covered_or_tiny_node_is_not_asked_about() -> None:
    for other in (FIRST.shift(80, 0), Box(120, 110, 140, 120), Box(0, 0, 900, 900)):
        assert not asked(laid(FIRST, other), "node-box")
    assert len(asked(laid(FIRST, FIRST.shift(99, 0)), "node-box")) == 2
    assert not asked(laid(Box(100, 100, 110, 150)), "node-box")


def test_a_box_is_cut_at_the_picture() -> None:
    (draft,) = asked(laid(Box(-20.04, 960.06, 33.33, 1200)), "node-box")
    assert draft.answer == [0.0, 960.1, 33.3, 1000.0]


def joined(*edges: Edge, route: tuple[tuple[float, float], ...] = ((200, 140), (400, 210)), more: tuple[Box, ...] = ()):
    boxes = (FIRST, Box(400, 200, 500, 250), *more)
    figure = laid(*boxes)
    diagram = replace(figure.diagram, edges=edges)
    return scene_figure(diagram, replace(figure.scene, routes=tuple(route for _ in edges)))


def test_the_box_of_an_arrow_needs_an_arrow_that_is_the_only_one_and_has_a_box() -> None:
    arrow, back = Edge("A", "B"), Edge("B", "A")
    (draft,) = asked(joined(arrow), "edge-box")
    assert draft.answer == [200, 140, 400, 210]
    assert draft.arguments == {"source": "A", "target": "B"}
    assert draft.answer_type is AnswerType.BOX
    turned = Edge("B", "A", head=Head.NONE, tail=Head.POINTED)
    assert asked(joined(turned), "edge-box")[0].arguments == {"source": "A", "target": "B"}
    assert len(asked(joined(arrow, back), "edge-box")) == 2
    assert not asked(joined(arrow, arrow), "edge-box")
    assert not asked(joined(arrow, turned), "edge-box")
    assert not asked(joined(arrow, Edge("B", "A", head=Head.NONE)), "edge-box")
    assert not asked(joined(Edge("A", "A")), "edge-box")
    assert not asked(joined(replace(arrow, color="#ffffff")), "edge-box")
    assert not asked(joined(arrow, route=((200, 140), (400, 150))), "edge-box")  # flat
    assert not asked(joined(arrow, more=(Box(280, 150, 330, 200),)), "edge-box")  # through a node
    assert asked(joined(arrow, more=(Box(210, 190, 260, 209),)), "edge-box")  # in its box, beside its line
    enlarged = joined(arrow)
    assert not asked(replace(enlarged, drawing=replace(enlarged.drawing, scale=3.0)), "edge-box")


# Directions


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), *[st.integers(0, 900)] * 2, *[st.integers(10, 99)] * 2),
        min_size=2,
        max_size=9,
    ),
    st.integers(0, 99),
)
def test_a_direction_is_that_of_the_centres_with_room_to_the_next(boxes: list[Box], seed: int) -> None:
    figure = laid(*boxes)
    drafts = asked(figure, "direction", seed)
    clear = 0
    for i, one in enumerate(boxes):
        for other in boxes[:i]:
            angle = math.degrees(math.atan2(other.center[0] - one.center[0], one.center[1] - other.center[1])) % 45
            apart = one.pad(4).intersection(other.pad(4)) == 0
            clear += apart and min(abs(angle - 22.5), 45) > 8.1 and math.dist(one.center, other.center) > 40
    assert len(drafts) >= clear if clear else True
    asked_pairs = {frozenset(d.arguments.values()) for d in drafts}
    assert len(asked_pairs) == len(drafts)
    for draft in drafts:
        (x0, y0), (x1, y1) = (figure.scene.nodes[draft.arguments[k]].center for k in ("seen_from", "node"))
        angle = math.degrees(math.atan2(x1 - x0, y0 - y1)) % 360
        off = (angle - 45 * COMPASS.index(draft.answer) + 180) % 360 - 180
        assert abs(off) <= 22.5 - 8 + 1e-9


def test_north_is_up() -> None:
    (draft,) = asked(laid(FIRST, FIRST.shift(0, 300)), "direction")
    below = draft.arguments["node"] == "B"
    assert draft.answer == ("S" if below else "N")
    assert "N is straight up" in draft.text
    assert f"“{draft.arguments['node']}” lie, seen from the centre of “{draft.arguments['seen_from']}”" in draft.text


def test_boxes_on_each_other_have_no_direction() -> None:
    for other in (FIRST.shift(0, 45), FIRST, FIRST.shift(0, 55), Box(0, 0, 900, 500)):
        assert not asked(laid(FIRST, other), "direction")
    assert not asked(laid(Box(0, 0, 10, 10), Box(25, 0, 35, 10)), "direction")  # a pixel would turn it by degrees


def test_the_eight_directions_are_equally_frequent() -> None:
    figure = laid(*(Box(x, y, x + 20, y + 20) for x in (0, 300, 600, 900) for y in (0, 100, 200, 300)))  # wide: E and W
    first = Counter(asked(figure, "direction", seed, most=1)[0].answer for seed in range(400))
    assert set(first) == set(COMPASS)
    assert min(first.values()) > 25
    many = Counter(d.answer for d in asked(figure, "direction", most=24))
    assert max(many.values()) - min(many.values()) <= 1


# All


@settings(max_examples=60, deadline=None)
@given(diagrams(), st.integers(0, 9))
def test_any_diagram_is_taken(diagram: Diagram, seed: int) -> None:
    for variant in LEAF.variants:
        first, again = (asked(scene_figure(diagram), variant, seed) for _ in range(2))
        assert first == again


def test_a_layout_s_ground_counts() -> None:
    figure = laid(FIRST, stroke="#ffffff")
    layout = Layout(figure.diagram, figure.scene, background="#102030")
    assert not asked(figure, "node-box")
    assert asked(replace(figure, drawing=replace(figure.drawing, layout=layout)), "node-box")


def test_500_nodes_are_taken() -> None:
    boxes = {f"n{k}": Box(80 * (k % 25), 40 * (k // 25), 80 * (k % 25) + 60, 40 * (k // 25) + 20) for k in range(500)}
    nodes = tuple(Node(key, f"Step {key}", stroke="#000000") for key in boxes)
    edges = tuple(Edge(f"n{k}", f"n{(7 * k + 3) % 500}") for k in range(500))
    routes = tuple((boxes[e.source].center, boxes[e.target].center) for e in edges)
    figure = scene_figure(Diagram(nodes, edges), Scene(2000, 800, boxes, routes))
    assert len(asked(figure, "node-box", most=20)) == 20
    assert len(asked(figure, "direction", most=20)) == 20
    asked(figure, "edge-box", most=20)
    assert all(d.difficulty == "hard" for d in asked(figure, "node-box", most=3))
