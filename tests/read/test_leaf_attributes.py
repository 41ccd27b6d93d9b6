"""Looks that are asked about, against the pixels; and looks that readers may see otherwise, which are not."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from graphicacy.diagram.colors import FILLS, LINES
from graphicacy.diagram.model import Diagram, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.read.figure import Figure
from graphicacy.read.question import Draft
from graphicacy.read.tasks.visual_attributes import LEAF
from graphicacy.read.traits import EDGE_TRAITS, NODE_TRAITS, edge_traits, node_traits
from read.figures import figure_of

ENGINES = ("mermaid", "graphviz", "author")
SHAPES = [
    Shape.RECTANGLE, Shape.STADIUM, Shape.DIAMOND, Shape.HEXAGON, Shape.CYLINDER, Shape.TRIANGLE, Shape.CIRCLE,
]  # fmt: skip
STYLES = [LineStyle.SOLID, LineStyle.SOLID, LineStyle.DASHED, LineStyle.DOTTED, LineStyle.THICK]


def some_diagram(seed: int) -> Diagram:
    rng = np.random.default_rng(seed)
    shapes = [SHAPES[k] for k in rng.choice(len(SHAPES), 3, replace=False).tolist()]
    fills = rng.choice(list(FILLS)[:-1], 3, replace=False).tolist()
    strokes = [c for c in ("red", "blue", "black") if c not in fills]
    nodes = tuple(
        Node(
            f"n{k}",
            f"Stage {k * 13 % 97}",
            shape=shapes[int(rng.integers(3))],
            fill=FILLS[fills[int(rng.integers(3))]],
            stroke=LINES[strokes[int(rng.integers(len(strokes)))]],
            border=STYLES[int(rng.integers(5))],
        )
        for k in range(12)
    )
    edges = tuple(
        Edge(
            f"n{int(rng.integers(max(0, k - 3), k))}",
            f"n{k}",
            line=STYLES[int(rng.integers(5))],
            color=LINES[("red", "blue", "green")[int(rng.integers(3))]],
        )
        for k in range(1, 12)
    )
    return Diagram(nodes, edges)


@lru_cache(maxsize=1)
def figures() -> list[Figure]:
    return [figure_of(some_diagram(seed), rendering) for seed in range(3) for rendering in ENGINES]


def drafts(figure: Figure, variant: str, seed: int = 0) -> Iterator[Draft]:
    return LEAF.variants[variant](figure, np.random.default_rng(seed))


def pixels_of(figure: Figure) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(figure.drawing.png)).convert("RGB"))


def nearest(pixel: Any, palette: dict[str, str]) -> str:
    def far(name: str) -> int:
        return sum(abs(int(palette[name][i : i + 2], 16) - int(p)) for i, p in zip((1, 3, 5), pixel, strict=True))

    return min(palette, key=far)


def fill_in(pixels: NDArray[np.uint8], figure: Figure, key: str) -> str:
    """The colour that most of the middle of a node has, without its words."""
    x0, y0, x1, y1 = figure.scene.nodes[key]
    w, h = x1 - x0, y1 - y0
    part = pixels[int(y0 + 0.3 * h) : int(y0 + 0.8 * h), int(x0 + 0.35 * w) : int(x0 + 0.65 * w)].reshape(-1, 3)
    return nearest(Counter(map(tuple, part.tolist())).most_common(1)[0][0], FILLS)


def test_fills_are_those_of_the_pixels() -> None:
    for figure in figures():
        pixels, traits = pixels_of(figure), node_traits(figure)
        seen = [fill_in(pixels, figure, n.id) for n in figure.diagram.nodes]
        for name in set(seen):
            assert traits["fill", name].having == tuple(other == name for other in seen)


def test_colours_of_lines_are_those_of_the_pixels() -> None:
    palette = {name: LINES[name] for name in ("red", "blue", "green")}
    for figure in figures():
        pixels, traits = pixels_of(figure).astype(int), edge_traits(figure)
        for index, route in enumerate(figure.scene.routes):
            votes: Counter[str] = Counter()
            for t in np.linspace(0.1, 0.8, 150):
                at = t * (len(route) - 1)
                k, share = int(at), at - int(at)
                x, y = (a + share * (b - a) for a, b in zip(route[k], route[min(k + 1, len(route) - 1)], strict=True))
                near = pixels[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3].reshape(-1, 3)
                strong = near[np.ptp(near, axis=1).argmax()]
                if np.ptp(strong) > 35:  # a line one pixel wide may lie on two rows, each half as strong
                    votes[nearest(strong, palette)] += 1
            color = votes.most_common(1)[0][0]
            assert traits["color", color].having[index], (figure.rendering, index, votes)


def test_what_is_thick_has_more_ink() -> None:
    for figure in figures():
        trait = node_traits(figure)["border", "thick"]
        assert trait.having == tuple(n.border is LineStyle.THICK for n in figure.entry.diagram.nodes)
        pixels = pixels_of(figure).astype(int)
        ink: dict[bool, list[float]] = {True: [], False: []}
        for node, thick in zip(figure.diagram.nodes, trait.having, strict=True):
            if node.shape is not Shape.CYLINDER and node.border in (LineStyle.SOLID, LineStyle.THICK):
                box = figure.scene.nodes[node.id]
                column = pixels[int(box.y1) - 8 : int(box.y1) + 6, int(box.center[0]) + 5]
                assert node.stroke is not None
                stroke = np.array([int(node.stroke[i : i + 2], 16) for i in (1, 3, 5)])
                ink[thick].append(float((np.abs(column - stroke).sum(axis=1) < 120).sum()))
        if ink[True] and ink[False]:
            assert np.median(ink[True]) > np.median(ink[False])


def test_shapes_are_those_of_the_corners() -> None:
    """What has its corners filled is a rectangle or rounded; a diamond and a triangle have them empty."""
    for figure in figures():
        pixels, traits = pixels_of(figure), node_traits(figure)
        for name in ("diamond", "triangle"):
            for node, has in zip(figure.diagram.nodes, traits["shape", name].having, strict=True):
                box = figure.scene.nodes[node.id]
                x, y = int(box.x0 + 0.2 * box.width), int(box.y0 + 0.22 * box.height)
                empty = nearest(pixels[y, x], FILLS) == "white"
                assert empty or not has
                if node.shape in (Shape.RECTANGLE, Shape.STADIUM):
                    assert not empty
                    assert not has


def test_answers_are_what_all_looks_have_in_common() -> None:
    for figure in figures():
        traits, edges = node_traits(figure), edge_traits(figure)
        for draft in islice(drafts(figure, "nodes"), 12):
            looks = [traits[tuple(look)] for look in draft.arguments["looks"]]
            expected = [n.label for k, n in enumerate(figure.diagram.nodes) if all(t.having[k] for t in looks)]
            assert draft.answer == expected
            assert len(expected) < len(figure.diagram.nodes)
            assert all(t.words.removeprefix("have ") in draft.text for t in looks)
        for draft in islice(drafts(figure, "edges"), 12):
            looks = [edges[tuple(look)] for look in draft.arguments["looks"]]
            has = [all(t.having[k] for t in looks) for k in range(len(figure.diagram.edges))]
            ends = [(figure.labels[e.source], figure.labels[e.target]) for e in figure.diagram.edges]
            assert [(a["source"], a["target"]) for a in draft.answer] == [
                e for e, h in zip(ends, has, strict=True) if h
            ]


def test_questions_vary_and_some_have_no_answer() -> None:
    figure = figures()[1]
    first = [next(drafts(figure, "nodes", seed)) for seed in range(300)]
    empty = sum(not draft.answer for draft in first)
    assert 15 <= empty <= 65
    double = sum(len(draft.arguments["looks"]) == 2 for draft in first)
    assert 80 <= double <= 220
    assert len({str(draft.arguments) for draft in first}) > 20
    assert next(drafts(figure, "nodes", 7)) == next(drafts(figure, "nodes", 7))


def test_all_renderings_are_asked_alike_where_they_look_alike() -> None:
    mermaid, graphviz = (figure_of(some_diagram(2), rendering) for rendering in ("mermaid", "graphviz"))
    same = 0
    for seed in range(20):
        one, two = next(drafts(mermaid, "nodes", seed)), next(drafts(graphviz, "nodes", seed))
        same += one.arguments == two.arguments
    assert same >= 12


def nodes(*parts: Node, rendering: str = "graphviz", groups: tuple[Group, ...] = ()) -> Figure:
    named = tuple(
        Node(f"n{k}", f"Part {k}", n.shape, n.fill, n.stroke, n.border, n.group, border_width=n.border_width)
        for k, n in enumerate(parts)
    )
    return figure_of(Diagram(named, (Edge("n0", "n1"),), groups), rendering)


RED, GREEN = FILLS["red"], FILLS["green"]


def test_two_shades_of_one_name_are_not_asked() -> None:
    figure = nodes(Node("", fill=GREEN), Node("", fill="#2b8a3e"), Node("", fill=RED))
    assert ("fill", "green") not in node_traits(figure)
    assert node_traits(figure)["fill", "red"].having == (False, False, True)


def test_what_some_call_purple_keeps_purple_from_being_asked() -> None:
    figure = nodes(Node("", fill=FILLS["purple"]), Node(""), Node("", fill=RED), rendering="mermaid")
    assert figure.diagram.nodes[1].fill == "#ececff"
    traits = node_traits(figure)
    assert not {("fill", "purple"), ("fill", "blue"), ("fill", "white")} & set(traits)
    assert traits["fill", "red"].having == (False, False, True)


def test_what_is_not_filled_may_look_white_or_like_its_frame() -> None:
    frame = Group("g", "Frame", fill=GREEN)
    figure = nodes(Node("", fill=RED), Node("", group="g"), Node("", fill=FILLS["white"]), groups=(frame,))
    traits = node_traits(figure)
    assert ("fill", "green") not in traits
    assert traits["fill", "red"].having == (True, False, False)
    bare = nodes(Node("", fill=RED), Node(""), Node("", fill=FILLS["white"]))
    assert ("fill", "white") not in node_traits(bare)


@pytest.mark.parametrize(
    ("shapes", "left_out"),
    [
        ((Shape.RECTANGLE, Shape.ROUNDED), {"rounded"}),
        ((Shape.ELLIPSE, Shape.STADIUM), {"rounded", "ellipse", "circle"}),
        ((Shape.CIRCLE, Shape.ELLIPSE), {"circle", "ellipse", "rounded"}),
        ((Shape.PARALLELOGRAM, Shape.TRAPEZIUM), {"parallelogram", "trapezium"}),
        ((Shape.RECTANGLE, Shape.STADIUM), {"ellipse"}),
        ((Shape.DIAMOND, Shape.HEXAGON), set()),
    ],
)
def test_shapes_that_are_drawn_alike_are_not_asked(shapes: tuple[Shape, Shape], left_out: set[str]) -> None:
    traits = node_traits(nodes(*(Node("", shape=shape) for shape in shapes)))
    asked = {value for look, value in traits if look == "shape"}
    assert {value for look, value in NODE_TRAITS if look == "shape"} - asked == left_out


def test_an_unknown_outline_keeps_all_shapes_from_being_asked() -> None:
    traits = node_traits(nodes(Node("", shape=Shape.POLYGON), Node("", shape=Shape.DIAMOND)))
    assert not [key for key in traits if key[0] == "shape"]


def test_a_red_border_on_red_is_not_asked() -> None:
    seen = nodes(Node("", fill=FILLS["yellow"], stroke=LINES["red"]), Node("", fill=GREEN, stroke="#000000"))
    lost = nodes(Node("", fill=RED, stroke=LINES["red"]), Node("", fill=GREEN, stroke="#000000"))
    assert node_traits(seen)["stroke", "red"].having == (True, False)
    assert ("stroke", "red") not in node_traits(lost)


@pytest.mark.parametrize(
    ("widths", "having"), [((1, 1, 4), (False, False, True)), ((1, 1.5, 4), None), ((1, 1.5), None)]
)
def test_widths_must_fall_into_two_classes(widths: tuple[float, ...], having: tuple[bool, ...] | None) -> None:
    trait = node_traits(nodes(*(Node("", border_width=w) for w in widths))).get(("border", "thick"))
    assert (trait.having if trait else None) == having


def test_graphviz_paints_crosses_as_bars() -> None:
    graph = Diagram((Node("a", "A"), Node("b", "B"), Node("c", "C")), (Edge("a", "b", head=Head.CROSS), Edge("b", "c")))
    assert not {("head", "cross"), ("head", "blunt")} & set(edge_traits(figure_of(graph, "graphviz")))
    assert edge_traits(figure_of(graph, "mermaid"))["head", "cross"].having == (True, False)


def test_a_node_without_a_name_is_never_in_an_answer() -> None:
    graph = Diagram((Node("a", "A", fill=RED), Node("b", fill=RED), Node("c", "C", fill=GREEN), Node("d", "D")))
    for draft in drafts(figure_of(graph), "nodes"):
        assert "" not in draft.answer
        assert ["fill", "red"] not in draft.arguments["looks"] or draft.answer == []


def test_lines_that_are_no_arrows_keep_arrows_from_being_asked() -> None:
    named = tuple(Node(key, key.upper()) for key in "abcd")
    line = Diagram(named, (Edge("a", "b"), Edge("b", "c", color="#d62828"), Edge("c", "d", head=Head.NONE)))
    twice = Diagram(named, (Edge("a", "b"), Edge("a", "b", color="#d62828"), Edge("c", "d")))
    assert not list(drafts(figure_of(line), "edges"))
    assert not list(drafts(figure_of(twice), "edges"))


def test_odd_figures_are_asked_nothing_and_quickly() -> None:
    many = Diagram(tuple(Node(f"n{k}", f"Node {k}") for k in range(500)), (Edge("n0", "n1"),))
    small = [figure_of(graph) for graph in (Diagram((Node("a", "A"),)), Diagram((Node("a"), Node("b"))))]
    for figure in (*small, replace(small[0], diagram=many)):
        start = perf_counter()
        assert not [d for variant in LEAF.variants for d in drafts(figure, variant)]
        assert perf_counter() - start < 0.2


def test_traits_have_the_keys_that_are_listed() -> None:
    for figure in figures():
        assert set(node_traits(figure)) <= set(NODE_TRAITS)
        assert set(edge_traits(figure)) <= set(EDGE_TRAITS)
