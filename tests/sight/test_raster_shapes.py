"""Shapes found in pixels: their kinds, labels, boxes and paint, and what is no shape."""

from __future__ import annotations

import io

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from graphicacy.diagram.model import LineStyle, Shape
from graphicacy.diagram.render import render
from graphicacy.diagram.scene import Box
from graphicacy.diagram.style import PALETTES, Style
from graphicacy.sight.evidence import TextItem, Word
from graphicacy.sight.gather import gather
from graphicacy.sight.raster.classify import fit_shape
from graphicacy.sight.raster.lettering import doubtful, mended
from graphicacy.sight.raster.parts import Outline, Pixels
from graphicacy.sight.raster.shapes import find_outlines

_MERMAID = """flowchart LR
  a[Plain box] --> b(Soft box) --> c([Long pill]) --> d[[Sub routine]] --> e[(Data base)]
  f((Ring)) --> g{Choice made} --> h{{Six sides}} --> i[/Lean right/] --> j[/Wide foot\\]
  a --> f
"""
_KINDS = {
    "Plain box": Shape.RECTANGLE,
    "Soft box": Shape.ROUNDED,
    "Long pill": Shape.STADIUM,
    "Sub routine": Shape.RECTANGLE,
    "Data base": Shape.CYLINDER,
    "Ring": Shape.CIRCLE,
    "Choice made": Shape.DIAMOND,
    "Six sides": Shape.HEXAGON,
    "Lean right": Shape.PARALLELOGRAM,
    "Wide foot": Shape.TRAPEZIUM,
}


def line_of(text: str, box: Box, words: tuple[Word, ...] = ()) -> TextItem:
    x0, y0, x1, y1 = box
    return TextItem(text, box, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), words, size=box.height)


def found_in(source: str, notation: str, style: Style | None = None) -> dict[str, Outline]:
    drawing = render(source, notation, style=style)
    return {o.label: o for o in find_outlines(pixels_of(drawing.png), gather(drawing, "live").text)}


def pixels_of(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def blank(width: int = 300, height: int = 200, color: tuple[int, int, int] = (255, 255, 255)) -> Pixels:
    return np.full((height, width, 3), color, np.uint8)


def test_every_kind_of_shape_is_told_by_its_outline() -> None:
    found = found_in(_MERMAID, "mermaid")
    assert {label: o.shape for label, o in found.items()} == _KINDS


@pytest.mark.parametrize("palette", ["classic", "mono", "dark"])
def test_fill_and_border_have_the_colours_of_the_palette(palette: str) -> None:
    found = found_in("flowchart TB\n  a[First step] --> b[Second step]\n", "mermaid", Style(palette=palette))
    paint = PALETTES[palette]
    for outline in found.values():
        assert _near(outline.fill, paint.fill)
        assert _near(outline.border, paint.stroke)
    assert set(found) == {"First step", "Second step"}


def _near(one: str, other: str) -> bool:
    parts = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return all(abs(a - b) <= 6 for a, b in parts)


def test_boxes_are_where_the_renderer_put_them() -> None:
    drawing = render("digraph { a [label=Alpha]; b [label=Beta, shape=box]; a -> b }", "dot")
    assert drawing.scene
    assert drawing.diagram
    found = {o.label: o.box for o in find_outlines(pixels_of(drawing.png), gather(drawing, "live").text)}
    for node in drawing.diagram.nodes:
        assert np.allclose(found[node.label], drawing.scene.nodes[node.id], atol=3 * drawing.scale)


def test_dashed_dotted_and_thick_borders_are_told_apart() -> None:
    source = """digraph { node [shape=box]
      a [label="Whole line"]; b [label="Long gaps", style=dashed]; c [label="Many dots", style=dotted]
      d [label="Heavy line", penwidth=4]; a -> b -> c -> d }"""
    found = found_in(source, "dot")
    assert {label: o.border_line for label, o in found.items()} == {
        "Whole line": LineStyle.SOLID,
        "Long gaps": LineStyle.DASHED,
        "Many dots": LineStyle.DOTTED,
        "Heavy line": LineStyle.THICK,
    }


def test_a_frame_is_found_though_a_chain_of_arrows_cuts_its_inside() -> None:
    source = """digraph { node [shape=box]; start -> a; a -> b; b -> end
      subgraph cluster_0 { label="Middle part"; a [label="Step one"]; b [label="Step two"] } }"""
    found = found_in(source, "dot")
    assert [label for label, o in found.items() if o.is_frame] == ["Middle part"]
    frame = found["Middle part"].box
    assert all(frame.contains(found[label].box) for label in ("Step one", "Step two"))
    assert not frame.contains(found["start"].box)


def test_labels_of_edges_and_heads_are_no_shapes() -> None:
    found = found_in("flowchart TB\n  a[One node] -->|some words| b[Other node]\n  b -->|more words| a\n", "mermaid")
    assert set(found) == {"One node", "Other node"}


def test_the_compartments_of_a_record_are_one_node() -> None:
    found = found_in('digraph { a [shape=record, label="A long head|x|y"]; b; a -> b }', "dot")
    assert set(found) == {"A long head x y", "b"}


def test_boxes_of_one_size_in_a_stack_are_nodes_of_their_own() -> None:
    pixels = blank()
    for y in (40, 70, 100):
        cv2.rectangle(pixels, (60, y), (180, y + 30), (0, 0, 0), 1)
    texts = [line_of(name, Box(100, y + 10, 140, y + 20)) for name, y in (("up", 40), ("mid", 70), ("low", 100))]
    assert [o.label for o in sorted(find_outlines(pixels, texts), key=lambda o: o.box.y0)] == ["up", "mid", "low"]


def test_a_double_border_is_one_node() -> None:
    found = found_in("digraph { a [label=Twice, shape=box, peripheries=2]; b [label=Once]; a -> b }", "dot")
    assert set(found) == {"Twice", "Once"}


@pytest.mark.parametrize("size", [1, 3])
def test_a_line_of_print_across_two_shapes_is_split_by_its_words(size: int) -> None:
    pixels = blank(300 * size, 200 * size)
    cv2.rectangle(pixels, (20 * size, 40 * size), (120 * size, 90 * size), (0, 0, 0), size)
    cv2.rectangle(pixels, (140 * size, 40 * size), (240 * size, 90 * size), (0, 0, 0), size)
    left, right = Box(50, 60, 90, 70).scale(size), Box(170, 60, 210, 70).scale(size)
    both = line_of("left right", left.union(right), (Word("left", left), Word("right", right)))
    found = sorted(find_outlines(pixels, [both]), key=lambda o: o.box.x0)
    assert [o.label for o in found] == ["left", "right"]
    assert [o.texts for o in found] == [(0,), (0,)]


def test_lines_of_a_label_are_joined_in_reading_order_by_one_space() -> None:
    pixels = blank()
    cv2.rectangle(pixels, (20, 20), (160, 100), (0, 0, 0), 1)
    texts = [line_of("lower  line", Box(50, 65, 130, 75)), line_of("upper re-", Box(50, 45, 130, 55))]
    (outline,) = find_outlines(pixels, texts)
    assert outline.label == "upper re- lower line"


def test_the_gap_between_crossing_lines_is_no_node() -> None:
    pixels = blank()
    for at in (60, 140):
        cv2.line(pixels, (at, 10), (at, 190), (0, 0, 0), 1)
        cv2.line(pixels, (10, at), (290, at), (0, 0, 0), 1)
    assert find_outlines(pixels, [line_of("note", Box(66, 64, 96, 74))]) == []


def test_a_fill_without_border_is_a_shape_but_the_ground_behind_words_is_none() -> None:
    pixels = blank()
    cv2.rectangle(pixels, (20, 20), (140, 80), (200, 230, 255), -1)
    cv2.rectangle(pixels, (180, 40), (230, 54), (232, 232, 232), -1)
    texts = [line_of("node", Box(60, 45, 100, 55)), line_of("label", Box(183, 42, 227, 52))]
    (outline,) = find_outlines(pixels, texts)
    assert (outline.label, outline.fill, outline.border) == ("node", "#c8e6ff", "")


@pytest.mark.parametrize("angle", [0, 90])
def test_the_outline_runs_clockwise_around_the_outer_edge(angle: int) -> None:
    pixels = blank(200, 200)
    cv2.ellipse(pixels, (100, 100), (60, 40), angle, 0, 360, (0, 0, 0), 2, cv2.LINE_AA)
    (outline,) = find_outlines(pixels, [line_of("round", Box(80, 95, 120, 105))])
    x, y = np.array(outline.contour).T
    assert outline.shape is Shape.ELLIPSE
    assert float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) > 0
    assert np.allclose(Box.around(outline.contour), outline.box, atol=0.6)


@settings(max_examples=12, deadline=None)
@given(
    width=st.integers(40, 160),
    height=st.integers(30, 90),
    fill=st.tuples(*[st.integers(110, 255)] * 3),
    thick=st.integers(1, 3),
)
def test_any_painted_rectangle_is_found_with_its_fill_and_box(
    width: int, height: int, fill: tuple[int, int, int], thick: int
) -> None:
    pixels = blank(220, 140)
    cv2.rectangle(pixels, (20, 20), (20 + width, 20 + height), fill, -1)
    cv2.rectangle(pixels, (20, 20), (20 + width, 20 + height), (0, 0, 0), thick)
    middle = Box.about((20 + width / 2, 20 + height / 2), 20, 10)
    (outline,) = find_outlines(pixels, [line_of("x", middle)])
    assert outline.fill == f"#{fill[0]:02x}{fill[1]:02x}{fill[2]:02x}"
    assert outline.shape is Shape.RECTANGLE
    out = thick // 2
    assert np.allclose(outline.box, (20 - out, 20 - out, 21 + out + width, 21 + out + height), atol=1.5)


def test_an_ideal_outline_fits_its_own_shape_without_error() -> None:
    mask = np.zeros((120, 200), np.uint8)
    cv2.fillPoly(mask, [np.array([(100, 10), (190, 60), (100, 110), (10, 60)])], 1)
    (contour,), _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    fit = fit_shape(contour[:, 0].astype(float))
    assert fit.shape is Shape.DIAMOND
    assert fit.error < 1


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("Factor VIla", "Factor VIIa"),
        ("Iron(IIl)", "Iron(III)"),
        ("0livine", "Olivine"),
        ("phosphory1ation", "phosphorylation"),
        ("Ill patients", "Ill patients"),
        ("0.5 mM of H2O", "0.5 mM of H2O"),
        ("Will call", "Will call"),
    ],
)
def test_letters_that_look_alike_are_told_by_the_word(read: str, meant: str) -> None:
    assert mended(read) == meant


def test_a_plain_word_is_in_no_doubt() -> None:
    assert not doubtful("Open the valve")
    assert doubtful("CO2 and Ca2+ at 10x")


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.full((40, 4000, 3), 7, np.uint8),
        np.random.default_rng(0).integers(0, 256, (600, 600, 3), dtype=np.uint8),
        np.repeat(np.indices((300, 300)).sum(axis=0)[..., None] % 2 * 255, 3, axis=2).astype(np.uint8),
    ],
    ids=["pixel", "one colour", "noise", "chequers"],
)
def test_hostile_pictures_have_few_shapes_and_end(pixels: Pixels) -> None:
    assert len(find_outlines(pixels, [])) < 50
