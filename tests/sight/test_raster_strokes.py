"""Connectors read from pixels, on pictures whose diagram is known, and on pictures that are no diagrams."""

from __future__ import annotations

import io
import time
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram.model import Head, LineStyle, Shape
from graphicacy.diagram.outline import outline
from graphicacy.diagram.render import render
from graphicacy.diagram.scene import Box
from graphicacy.diagram.style import Style
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.parts import Outline, Stroke
from graphicacy.sight.raster.strokes import find_strokes

DOT = "digraph { a -> b; a -> c; b -> d; c -> d; d -> e [label=then]; a -> e; e -> f }"
MERMAID = "flowchart TB\n a --> b\n a --> c\n b --> d\n c --> d\n d -->|then| e\n a --> e\n e --> f"
EDGES = Counter(
    {("a", "b"): 1, ("a", "c"): 1, ("b", "d"): 1, ("c", "d"): 1, ("d", "e"): 1, ("a", "e"): 1, ("e", "f"): 1}
)


def shape(box: Box, kind: Shape = Shape.RECTANGLE, *, frame: bool = False) -> Outline:
    return Outline(box, kind, outline(kind, box), "", is_frame=frame)


def text(words: str, box: Box) -> TextItem:
    x0, y0, x1, y1 = box
    return TextItem(words, box, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), size=12.0)


def read(source: str, notation: str, style: Style | None = None, engine: str | None = None):
    """The strokes of a rendered source, with the ids of the shapes they join, and the diagram."""
    drawing = render(source, notation, engine=engine, style=style)
    assert drawing.diagram is not None
    assert drawing.scene is not None
    pixels = np.array(Image.open(io.BytesIO(drawing.png)).convert("RGB"))
    scene, kinds = drawing.scene, {n.id: n.shape for n in drawing.diagram.nodes}
    ids = [*scene.groups, *scene.nodes]
    outlines = [shape(b, frame=True) for b in scene.groups.values()]
    outlines += [shape(b, kinds[k]) for k, b in scene.nodes.items()]
    size = 11 * drawing.scale
    texts = [replace(text(drawing.diagram.edges[i].label, b), size=size) for i, b in scene.labels.items()]
    texts += [replace(text(key, Box.about(b.center, size, size)), size=size) for key, b in scene.nodes.items()]
    strokes = find_strokes(pixels, outlines, texts)
    return strokes, ids, drawing.diagram


def edges(strokes: list[Stroke], ids: list[str]) -> Counter[tuple[str, str]]:
    whole = [s for s in strokes if s.source is not None and s.target is not None]
    return Counter((ids[s.source], ids[s.target]) for s in whole)  # type: ignore[index]


def page(height: int = 300, width: int = 400, color: int = 255) -> np.ndarray:
    return np.full((height, width, 3), color, np.uint8)


def line(pixels: np.ndarray, *points: tuple[int, int], color=(0, 0, 0), width: int = 1) -> None:
    cv2.polylines(pixels, [np.array(points, np.int32)], False, color, width, cv2.LINE_AA)


def boxed(pixels: np.ndarray, *boxes: tuple[int, int, int, int]) -> list[Outline]:
    for x0, y0, x1, y1 in boxes:
        cv2.rectangle(pixels, (x0, y0), (x1, y1), (0, 0, 0), 1)
    return [shape(Box(x0, y0, x1 + 1, y1 + 1)) for x0, y0, x1, y1 in boxes]


def arrow(pixels: np.ndarray, tip: tuple[int, int], way: tuple[int, int], long: int = 10, half: int = 4) -> None:
    """A filled head; ``way`` is where it points, along an axis."""
    (x, y), (dx, dy) = tip, way
    back = x - long * dx, y - long * dy
    corners = [tip, (back[0] + half * dy, back[1] + half * dx), (back[0] - half * dy, back[1] - half * dx)]
    cv2.fillPoly(pixels, [np.array(corners, np.int32)], (0, 0, 0), cv2.LINE_AA)


@pytest.mark.parametrize("curve", ["curved", "straight", "orthogonal"])
def test_edges_of_graphviz_in_every_curve(curve):
    strokes, ids, _ = read(DOT, "dot", Style(curve=curve))
    assert edges(strokes, ids) == EDGES


@pytest.mark.parametrize("palette", ["mono", "sea", "dark"])
def test_edges_of_mermaid_in_every_palette(palette):
    strokes, ids, _ = read(MERMAID, "mermaid", Style(palette=palette))
    assert edges(strokes, ids) == EDGES


def test_a_label_stands_at_its_line_also_where_it_covers_it():
    for source, notation in (("digraph { a -> b [label=then]; a -> c }", "dot"), (MERMAID, "mermaid")):
        strokes, ids, _ = read(source, notation)
        pair = ("a", "b") if notation == "dot" else ("d", "e")
        assert {(ids[s.source], ids[s.target]): s.label for s in strokes if s.label} == {pair: "then"}


def test_lines_cross_frames_of_other_colours():
    source = "flowchart LR\n subgraph g\n a --> b\n end\n subgraph h\n c --> d\n end\n b --> c\n a --> d"
    strokes, ids, _ = read(source, "mermaid", Style(palette="classic"))
    assert edges(strokes, ids) == Counter([("a", "b"), ("c", "d"), ("b", "c"), ("a", "d")])


def test_opposite_and_parallel_edges_and_loops_are_kept_apart():
    strokes, ids, _ = read("digraph { rankdir=LR nodesep=1 a -> b; b -> a; b -> c; b -> c; c -> c }", "dot")
    assert edges(strokes, ids) == Counter({("a", "b"): 1, ("b", "a"): 1, ("b", "c"): 2, ("c", "c"): 1})


def test_line_styles_and_colours():
    source = """digraph { rankdir=LR ranksep=2 node [shape=box]
      a -> b [style=dashed, color="#d62828"]; c -> d [style=dotted, color="#1c5fd6"]
      e -> f [penwidth=3]; g -> h; i -> j; k -> l }"""
    strokes, ids, _ = read(source, "dot")
    found = {(ids[s.source], ids[s.target]): s for s in strokes}
    assert found["a", "b"].line is LineStyle.DASHED
    assert found["c", "d"].line is LineStyle.DOTTED
    assert found["e", "f"].line is LineStyle.THICK
    assert found["g", "h"].line is LineStyle.SOLID
    for pair, want in ((("a", "b"), "#d62828"), (("c", "d"), "#1c5fd6"), (("g", "h"), "#000000")):
        channels = zip(bytes.fromhex(want[1:]), bytes.fromhex(found[pair].color[1:]), strict=True)
        assert max(abs(a - b) for a, b in channels) <= 48
    assert found["e", "f"].width == pytest.approx(3 * found["g", "h"].width, rel=0.35)


@pytest.mark.parametrize(
    ("dot", "head"), [("normal", Head.POINTED), ("vee", Head.POINTED), ("dot", Head.CIRCLE), ("none", Head.NONE)]
)
def test_heads_of_graphviz(dot, head):
    source = f"digraph {{ rankdir=LR ranksep=1 edge [arrowhead={dot}] node [shape=box] a -> b; c -> d; e -> f }}"
    strokes, _, _ = read(source, "dot")
    assert [s.head for s in strokes] == [head] * 3
    assert [s.tail for s in strokes] == [Head.NONE] * 3


def test_a_head_at_each_end():
    strokes, _, _ = read(
        "digraph { rankdir=LR ranksep=1 node [shape=box] a -> b [dir=both]; c -> d [dir=back] }", "dot"
    )
    assert sorted((s.tail is Head.POINTED) + (s.head is Head.POINTED) for s in strokes) == [1, 2]


def test_a_bar_is_blunt():
    pixels = page()
    shapes = boxed(pixels, (20, 100, 80, 140), (200, 100, 260, 140))
    line(pixels, (80, 120), (194, 120))
    cv2.rectangle(pixels, (193, 112), (194, 128), (0, 0, 0), -1)
    (stroke,) = find_strokes(pixels, shapes, [])
    assert (stroke.source, stroke.target, stroke.head, stroke.tail) == (0, 1, Head.BLUNT, Head.NONE)


def test_lines_that_cross_go_straight_on():
    pixels = page()
    shapes = boxed(pixels, (10, 10, 60, 40), (340, 10, 390, 40), (10, 250, 60, 280), (340, 250, 390, 280))
    line(pixels, (60, 30), (340, 262))
    line(pixels, (60, 262), (340, 30))
    strokes = find_strokes(pixels, shapes, [])
    assert {frozenset((s.source, s.target)) for s in strokes} == {frozenset((0, 3)), frozenset((1, 2))}
    assert all(min(s.ends) >= 0.9 for s in strokes)


def test_a_fork_is_two_lines_from_one_shape():
    pixels = page()
    shapes = boxed(pixels, (10, 130, 60, 160), (340, 10, 390, 40), (340, 250, 390, 280))
    line(pixels, (60, 145), (200, 145), (200, 25), (340, 25))
    line(pixels, (200, 145), (200, 265), (340, 265))
    arrow(pixels, (339, 25), (1, 0))
    arrow(pixels, (339, 265), (1, 0))
    assert {(s.source, s.target) for s in find_strokes(pixels, shapes, [])} == {(0, 1), (0, 2)}


def test_words_interrupt_a_line():
    pixels = page()
    shapes = boxed(pixels, (20, 100, 80, 140), (300, 100, 360, 140))
    line(pixels, (80, 120), (300, 120))
    cv2.rectangle(pixels, (150, 108), (230, 132), (255, 255, 255), -1)
    cv2.putText(pixels, "because", (155, 125), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    words = [text("because", Box(155, 112, 222, 126)), text("it must", Box(160, 128, 220, 140))]
    (stroke,) = find_strokes(pixels, shapes, words)
    assert {stroke.source, stroke.target} == {0, 1}
    assert (stroke.label, stroke.texts) == ("because it must", (0, 1))


def test_a_head_that_was_read_as_a_letter_is_a_head():
    pixels = page()
    shapes = boxed(pixels, (20, 20, 80, 60), (20, 200, 80, 240))
    line(pixels, (50, 60), (50, 195))
    arrow(pixels, (50, 199), (0, 1))
    (stroke,) = find_strokes(pixels, shapes, [text("V", Box(46, 189, 55, 199))])
    assert (stroke.source, stroke.target, stroke.head, stroke.label) == (0, 1, Head.POINTED, "")


def test_a_letter_beside_a_line_is_its_label():
    pixels = page()
    shapes = boxed(pixels, (20, 20, 80, 60), (20, 200, 80, 240))
    line(pixels, (50, 60), (50, 200))
    cv2.putText(pixels, "x", (58, 130), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    (stroke,) = find_strokes(pixels, shapes, [text("x", Box(58, 121, 67, 131))])
    assert stroke.label == "x"


def test_a_line_that_grazes_a_shape_goes_on():
    pixels = page()
    shapes = boxed(pixels, (10, 20, 60, 60), (340, 20, 390, 60), (150, 41, 240, 90))
    line(pixels, (60, 40), (330, 40))
    arrow(pixels, (339, 40), (1, 0))
    others = boxed(pixels, (10, 200, 60, 240), (340, 200, 390, 240))
    line(pixels, (60, 220), (330, 220))
    arrow(pixels, (339, 220), (1, 0))
    found = {(s.source, s.target) for s in find_strokes(pixels, [*shapes, *others], [])}
    assert {(0, 1), (3, 4)} <= found


def test_an_end_at_nothing_has_no_shape_and_is_not_sure():
    pixels = page()
    shapes = boxed(pixels, (20, 100, 80, 140), (300, 20, 360, 60))
    line(pixels, (80, 120), (220, 250))
    (stroke,) = find_strokes(pixels, shapes, [])
    assert {stroke.source, stroke.target} == {0, None}
    assert max(stroke.ends) < 0.9


def test_a_picture_three_times_as_large_has_the_same_lines():
    pixels = page(100, 140)
    shapes = boxed(pixels, (5, 35, 35, 60), (100, 35, 130, 60))
    line(pixels, (35, 48), (100, 48))
    arrow(pixels, (99, 48), (1, 0), 9, 4)
    large = cv2.resize(pixels, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    grown = [shape(o.box.scale(4)) for o in shapes]
    words = TextItem("a", Box(40, 160, 80, 208), ((40, 160), (80, 160), (80, 208), (40, 208)), size=48.0)
    (small,), (big,) = find_strokes(pixels, shapes, []), find_strokes(large, grown, [words])
    assert (big.source, big.target, big.head) == (small.source, small.target, small.head) == (0, 1, Head.POINTED)
    assert np.allclose(np.array(big.points[-1]) / 4, small.points[-1], atol=2.5)


def test_points_lie_on_the_line():
    strokes, ids, diagram = read(DOT, "dot")
    drawing = render(DOT, "dot")
    assert drawing.scene is not None
    for edge, route in zip(diagram.edges, drawing.scene.routes, strict=True):
        stroke = next(s for s in strokes if (ids[s.source], ids[s.target]) == (edge.source, edge.target))
        along = np.concatenate([np.linspace(a, b, 60) for a, b in pairwise(route)])
        far = np.hypot(*(np.array(stroke.points)[:, None] - along[None]).transpose(2, 0, 1)).min(axis=1)
        assert far.max() < 4


NOISE = np.random.default_rng(0)
NO_DIAGRAMS = {
    "noise": NOISE.integers(0, 256, (700, 700, 3), dtype=np.uint8),
    "specks": np.where(NOISE.random((900, 900, 1)) < 0.003, 0, 255).astype(np.uint8).repeat(3, axis=2),
    "clouds": (cv2.GaussianBlur(NOISE.integers(0, 256, (600, 600, 3), dtype=np.uint8), (0, 0), 6) // 8 * 40),
    "black": np.zeros((200, 300, 3), np.uint8),
    "speck": np.zeros((1, 1, 3), np.uint8),
    "large": np.full((5000, 5000, 3), 255, np.uint8),
}


@pytest.mark.parametrize("name", NO_DIAGRAMS)
def test_pictures_that_are_no_diagrams_have_few_lines_and_end_soon(name):
    started = time.process_time()
    strokes = find_strokes(NO_DIAGRAMS[name], [shape(Box(20, 20, 90, 60)), shape(Box(120, 100, 180, 150))], [])
    assert len(strokes) <= 5
    assert time.process_time() - started < 5


def test_a_grid_ends_soon():
    pixels = page(1200, 1200)
    pixels[::40], pixels[:, ::40] = 0, 0
    started = time.process_time()
    for stroke in find_strokes(pixels, [shape(Box(100, 100, 170, 150)), shape(Box(500, 500, 590, 560))], []):
        assert 0 <= min(*stroke.ends, stroke.heads) <= max(*stroke.ends, stroke.heads) <= 1
    assert time.process_time() - started < 8


def test_shapes_outside_of_the_picture_do_no_harm():
    far = [shape(Box(-1e9, -1e9, 1e9, 1e9)), shape(Box(5e3, 5e3, 6e3, 6e3), frame=True), shape(Box(-50, 10, -20, 30))]
    assert find_strokes(page(), far, []) == []
    assert find_strokes(page(), [], []) == []
