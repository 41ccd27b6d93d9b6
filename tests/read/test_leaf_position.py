"""V4: the part is where the answer says, by its pixels, and both variants ask the same."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace
from itertools import islice

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from PIL import Image, ImageDraw

from any_diagrams import diagrams
from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.model import Diagram, Edge, Group, LineStyle, Node, Shape
from graphicacy.diagram.raster import encode
from graphicacy.diagram.scene import Box, Scene
from graphicacy.read.figure import Figure
from graphicacy.read.question import AnswerType, Draft
from graphicacy.read.tasks.position_awareness import LEAF
from read.figures import RENDERINGS, figure_of, scene_figure

VARIANTS = ("normal", "thumbnail")
CELLS = (("top left", "top", "top right"), ("left", "center", "right"), ("bottom left", "bottom", "bottom right"))
FLOW = """flowchart TD
  a([Start]) --> b{Is it ok?}
  b -->|yes| c((Go))
  b -->|no| e[Repair it] --> f[Test again] --> b
  subgraph g [Frame]
    c --> d([End])
    c --> h[Write report] --> i[Send report] --> d
  end
  style e fill:#ffcc00
"""


def asked(figure: Figure, variant: str, seed: int = 0, most: int = 3) -> list[Draft]:
    return list(islice(LEAF.variants[variant](figure, np.random.default_rng(seed)), most))


def ink(png: bytes) -> Box:
    """The box around all that is not as the top left corner."""
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)
    rows, columns = np.nonzero(np.abs(pixels - pixels[0, 0]).sum(axis=2) > 30)
    return Box(float(columns.min()), float(rows.min()), float(columns.max()) + 1, float(rows.max()) + 1)


def boxes_only(diagram: Diagram, scale: float = 1.0, size: float = 1.0, ground: str = "#fff8f0") -> Drawing:
    """Nodes as black boxes in a row, on a ground with a margin: drawn at once, without an engine."""
    unit = round(20 * scale * size)
    image = Image.new("RGB", (unit * (3 * len(diagram.nodes) + 1), 4 * unit), ground)
    boxes = {
        n.id: Box(3 * k * unit + unit, unit, 3 * k * unit + 3 * unit, 3 * unit) for k, n in enumerate(diagram.nodes)
    }
    for box in boxes.values():
        ImageDraw.Draw(image).rectangle((box.x0, box.y0, box.x1 - 1, box.y1 - 1), fill="#000000")
    scene = Scene(image.width, image.height, boxes, tuple(() for _ in diagram.edges))
    return Drawing(encode(image), image.width, image.height, scale=scale, diagram=diagram, scene=scene)


def chain(length: int, **looks: object) -> Diagram:
    nodes = tuple(Node(f"n{k}", f"Step {k}", stroke="#000000", **looks) for k in range(length))  # type: ignore[arg-type]
    return Diagram(nodes, tuple(Edge(f"n{k}", f"n{k + 1}") for k in range(length - 1)))


@pytest.mark.parametrize("rendering", RENDERINGS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_answers_are_where_the_ink_is(rendering: str, variant: str) -> None:
    figure = figure_of(FLOW, rendering)
    drafts = asked(figure, variant, seed=5)
    assert {d.template for d in drafts} == {"part", "node", "cell"}
    for draft in drafts:
        (picture,) = draft.pictures
        seen = ink(picture.png)
        ratios = picture.width / seen.width, picture.height / seen.height
        assert ratios == pytest.approx((5, 5) if variant == "thumbnail" else (2.1, 2.1), abs=0.1)
        assert max(picture.width, picture.height) <= 4096
        if draft.template == "part":
            assert np.abs(np.subtract(draft.answer, seen)).max() <= 1
        elif draft.template == "cell":
            (x, y) = seen.center
            row, column = int(3 * y / picture.height), int(3 * x / picture.width)
            names = (
                ("top left", "top", "top right"),
                ("left", "center", "right"),
                ("bottom left", "bottom", "bottom right"),
            )
            assert draft.answer == names[row][column]
            assert draft.answer_type is AnswerType.POSITION
        else:
            assert seen.contains(Box(*draft.answer), slack=1)
            assert draft.arguments["node"] in draft.text
            assert draft.rubric == {"width": picture.width, "height": picture.height}


@pytest.mark.parametrize("rendering", RENDERINGS)
def test_a_node_s_box_is_that_of_its_fill(rendering: str) -> None:
    figure = figure_of(FLOW, rendering)
    found = 0
    for seed in range(12):
        for draft in asked(figure, "normal", seed):
            if draft.arguments.get("node") == "Repair it":
                found += 1
                pixels = np.asarray(Image.open(io.BytesIO(draft.pictures[0].png)).convert("RGB")).astype(int)
                rows, columns = np.nonzero(np.abs(pixels - (0xFF, 0xCC, 0x00)).max(axis=2) < 12)
                fill = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
                assert np.abs(np.subtract(draft.answer, fill)).max() <= 3
        if found:
            break
    assert found


@pytest.mark.parametrize("seed", range(5))
def test_both_variants_ask_the_same_at_the_same_place(seed: int) -> None:
    figure = scene_figure(chain(12), draw=boxes_only)
    normal, thumbnail = (asked(figure, variant, seed, most=12) for variant in VARIANTS)
    assert len(normal) == len(thumbnail) >= 3
    for one, other in zip(normal, thumbnail, strict=True):
        assert (one.template, one.arguments, one.text, one.difficulty) == (
            other.template, other.arguments, other.text, other.difficulty,
        )  # fmt: skip
        centers = [
            (box.center[0] / d.pictures[0].width, box.center[1] / d.pictures[0].height)
            for d in (one, other)
            for box in (ink(d.pictures[0].png),)
        ]
        assert np.abs(np.subtract(*centers)).max() < 0.01
        if one.template == "cell":
            assert one.answer == other.answer


def test_both_variants_have_a_part_drawn_once() -> None:
    drawn: list[Diagram] = []

    def draw(diagram: Diagram) -> Drawing:
        drawn.append(diagram)
        return boxes_only(diagram)

    figure = scene_figure(chain(12), draw=draw)
    for variant in VARIANTS:
        asked(figure, variant)
    assert len(drawn) == 1


def test_cells_are_equally_frequent_and_the_middle_is_clear_of_their_borders() -> None:
    figure = scene_figure(chain(4), draw=boxes_only)
    seen: Counter[str] = Counter()
    for seed in range(225):
        for draft in asked(figure, "normal", seed):
            if draft.template == "cell":
                seen[draft.answer] += 1
                (picture,) = draft.pictures
                box = ink(picture.png)
                assert box.x0 > 0 < box.y0
                assert box.x1 < picture.width
                assert box.y1 < picture.height
                for share in (box.center[0] / picture.width, box.center[1] / picture.height):
                    assert min(abs(share - 1 / 3), abs(share - 2 / 3)) >= 0.04
    assert len(seen) == 9
    assert min(seen.values()) >= 12


def test_a_part_is_joined_by_arrows_and_drawn_with_all_lines_between_its_nodes() -> None:
    whole = chain(9)
    edges = (*whole.edges, Edge("n0", "n8"), Edge("n3", "n3"), Edge("n1", "n2", line=LineStyle.INVISIBLE))
    nodes = (*whole.nodes, Node("alone", "Alone", stroke="#000000"), *(Node("on", "On", attached_to="n1"),))
    framed = tuple(replace(n, group="g") for n in nodes)
    wanted: list[Diagram] = []

    def draw(diagram: Diagram) -> Drawing:
        wanted.append(diagram)
        return boxes_only(diagram)

    figure = scene_figure(Diagram(framed, (*edges, Edge("on", "n1")), (Group("g", "Frame"),)), draw=draw)
    for seed in range(60):
        asked(figure, "normal", seed, most=1)
    assert {len(d.nodes) for d in wanted} == {3, 4, 5, 6, 7}
    for diagram in wanted:
        keys = [n.id for n in diagram.nodes]
        graph = nx.Graph([(e.source, e.target) for e in diagram.edges])
        assert nx.is_connected(graph)
        assert set(graph) == set(keys)
        assert "on" not in keys
        assert all(n.group is None for n in diagram.nodes)
        assert not diagram.groups
        assert list(diagram.edges) == [
            e for e in edges if {e.source, e.target} <= set(keys) and e.line is not LineStyle.INVISIBLE
        ]


def test_drawings_take_their_natural_size_or_less_and_letters_stay_readable() -> None:
    def sides(scale: float, size: float) -> set[tuple[int, int]]:
        figure = scene_figure(chain(3), draw=lambda d: boxes_only(d, scale, size))
        return {
            (p.width, p.height)
            for variant in VARIANTS
            for d in asked(figure, variant, seed=1, most=1)
            for p in d.pictures
        }

    natural = sides(1.0, 1.0)
    assert len(natural) == 2
    assert sides(4.0, 1.0) == natural  # enlarged by the engine
    assert max(max(side) for side in sides(1.0, 5.5)) > 3200  # 1,100 px with its margins, reduced
    assert max(max(side) for side in sides(1.0, 5.5)) <= 4096
    assert not sides(1.0, 9.0)  # letters would be lower than 9 px
    assert not sides(0.5, 1.0)


def test_the_canvas_has_the_drawing_s_ground() -> None:
    figure = scene_figure(chain(3), draw=boxes_only)
    (draft,) = asked(figure, "thumbnail", most=1)
    image = Image.open(io.BytesIO(draft.pictures[0].png)).convert("RGB")
    corners = {image.getpixel((x, y)) for x in (0, image.width - 1) for y in (0, image.height - 1)}
    assert corners == {(0xFF, 0xF8, 0xF0)}


def test_a_node_is_asked_for_only_by_words_of_its_own_and_an_outline() -> None:
    labels = ("Same", "same ", "Yes", "Own")
    nodes = tuple(Node(f"n{k}", label, stroke="#000000") for k, label in enumerate(labels))
    figure = scene_figure(
        Diagram(nodes, (Edge("n0", "n1", "yes"), Edge("n1", "n2"), Edge("n2", "n3"))), draw=boxes_only
    )
    drafts = [d for seed in range(30) for d in asked(figure, "normal", seed) if d.template == "node"]
    assert {d.arguments["node"] for d in drafts} == {"Own", "Yes", "same "}
    for draft in drafts:
        shown = [label.strip().lower() for label in draft.arguments["nodes"]]
        shown += ["yes"] if shown[:2] == ["same", "same"] else []
        assert shown.count(draft.arguments["node"].strip().lower()) == 1
    figure = scene_figure(chain(4, shape=Shape.TEXT), draw=boxes_only)
    assert {d.template for d in asked(figure, "normal")} == {"part", "cell"}


def refuse(diagram: Diagram) -> Drawing:
    raise BadDrawing("no")


@pytest.mark.parametrize(
    "diagram", [Diagram(), chain(1), chain(2), replace(chain(3), edges=()), Diagram((Node("a"), Node("b"), Node("c")))]
)
def test_too_small_a_graph_is_not_asked_about(diagram: Diagram) -> None:
    for variant in VARIANTS:
        assert not asked(scene_figure(diagram, draw=boxes_only), variant)


def test_what_the_engine_refuses_or_draws_otherwise_is_not_asked_about() -> None:
    for draw in (
        refuse,
        lambda d: boxes_only(replace(d, nodes=d.nodes[1:])),
        lambda d: replace(boxes_only(d), scene=None),
    ):
        assert not asked(scene_figure(chain(5), draw=draw), "normal")


@settings(max_examples=40, deadline=None)
@given(diagrams())
def test_any_diagram_is_taken_and_a_seed_gives_the_same_again(diagram: Diagram) -> None:
    figure = scene_figure(diagram, draw=boxes_only)
    assert asked(figure, "normal", 3) == asked(figure, "normal", 3)


def test_500_nodes_are_taken() -> None:
    assert len(asked(scene_figure(chain(500), draw=boxes_only), "normal")) == 3
