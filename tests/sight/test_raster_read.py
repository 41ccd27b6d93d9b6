"""Whole pictures read from their pixels: nodes, edges, groups, and how sure each is."""

from __future__ import annotations

import io
from functools import lru_cache

import cv2
import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram.degrade import degrade
from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.model import Direction, Head, Shape
from graphicacy.diagram.render import render
from graphicacy.diagram.scene import Box
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.gather import gather
from graphicacy.sight.raster import RasterReading, read_raster
from graphicacy.sight.raster.build import assemble
from graphicacy.sight.raster.parts import Outline, Pixels, Stroke
from graphicacy.sight.raster.standing import with_words
from graphicacy.sight.text import read_text

_FLOW = """flowchart TB
  subgraph intake[Goods intake]
    a([Truck arrives]) --> b[Count the pallets]
  end
  b --> c{Is the count right?}
  c -->|yes| d[Store the goods]
  c -->|no| e[Call the sender]
  e --> f[Wait for news]
"""


@lru_cache(maxsize=1)
def drawn() -> Drawing:
    return render(_FLOW, "mermaid")


def pixels_of(drawing: Drawing) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(drawing.png)).convert("RGB"))


def reading_of(source: str, notation: str) -> RasterReading:
    drawing = render(source, notation)
    return read_raster(pixels_of(drawing), gather(drawing, "live").text)


def edges_of(reading: RasterReading) -> set[tuple[str, str]]:
    labels = reading.diagram.labels()
    return {(labels[e.source], labels[e.target]) for e in reading.diagram.edges}


def test_a_flowchart_is_read_back_from_its_pixels_by_real_ocr() -> None:
    pixels = pixels_of(drawn())
    reading = read_raster(pixels, read_text(pixels))
    diagram = reading.diagram
    assert {n.label: n.shape for n in diagram.nodes} == {
        "Truck arrives": Shape.STADIUM,
        "Count the pallets": Shape.RECTANGLE,
        "Is the count right?": Shape.DIAMOND,
        "Store the goods": Shape.RECTANGLE,
        "Call the sender": Shape.RECTANGLE,
        "Wait for news": Shape.RECTANGLE,
    }
    assert edges_of(reading) == {
        ("Truck arrives", "Count the pallets"),
        ("Count the pallets", "Is the count right?"),
        ("Is the count right?", "Store the goods"),
        ("Is the count right?", "Call the sender"),
        ("Call the sender", "Wait for news"),
    }
    assert sorted(e.label for e in diagram.edges) == ["", "", "", "no", "yes"]


def test_groups_hold_their_nodes_and_ids_follow_reading_order() -> None:
    reading = reading_of(_FLOW, "mermaid")
    diagram, scene = reading.diagram, reading.scene
    assert [(g.id, g.label) for g in diagram.groups] == [("g1", "Goods intake")]
    assert {n.label for n in diagram.nodes if n.group == "g1"} == {"Truck arrives", "Count the pallets"}
    assert [n.id for n in diagram.nodes] == [f"n{k}" for k in range(1, 7)]
    assert diagram.nodes[0].label == "Truck arrives"
    assert list(scene.nodes) == [n.id for n in diagram.nodes]
    assert len(scene.routes) == len(diagram.edges)


def test_the_direction_is_where_the_arrows_go() -> None:
    assert reading_of(
        "flowchart LR\n  a[From here] --> b[Over there] --> c[And on]\n", "mermaid"
    ).diagram.direction is (Direction.RIGHT)


def test_certainties_are_there_for_every_part_and_high_for_a_clean_picture() -> None:
    reading = reading_of(_FLOW, "mermaid")
    certainty, diagram = reading.certainty, reading.diagram
    assert set(certainty.nodes) == {n.id for n in diagram.nodes} | {g.id for g in diagram.groups}
    assert len(certainty.ends) == len(certainty.heads) == len(diagram.edges)
    assert min(certainty.nodes[n.id] for n in diagram.nodes) >= 0.9
    assert all(0 <= value <= 1 for ends in certainty.ends for value in ends)


def test_a_label_that_ocr_is_unsure_of_is_less_certain() -> None:
    drawing = drawn()
    texts = gather(drawing, "live").text
    unsure = [TextItem(t.text, t.box, t.polygon, t.words, size=t.size, score=0.6) for t in texts]
    sure = read_raster(pixels_of(drawing), texts).certainty.nodes
    less = read_raster(pixels_of(drawing), unsure).certainty.nodes
    assert all(less[key] < 0.7 < sure[key] for key in sure if key.startswith("n"))


def test_the_same_picture_gives_the_same_reading() -> None:
    drawing = drawn()
    texts = gather(drawing, "live").text
    assert read_raster(pixels_of(drawing), texts) == read_raster(pixels_of(drawing), texts)


def test_a_fill_colour_is_read_as_painted() -> None:
    source = 'digraph { a [label="Warm", style=filled, fillcolor="#ffa94d", shape=box]; b [label="Cold"]; a -> b }'
    reading = reading_of(source, "dot")
    fills = {n.label: n.fill for n in reading.diagram.nodes}
    assert fills == {"Warm": "#ffa94d", "Cold": "#ffffff"}


def outline(box: Box, label: str, frame: bool = False) -> Outline:
    x0, y0, x1, y1 = box
    return Outline(box, Shape.RECTANGLE, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), label, is_frame=frame)


def test_words_at_the_end_of_a_line_are_a_node_and_other_words_are_none() -> None:
    texts = [_line("Outside world", Box(200, 45, 280, 55)), _line("A caption", Box(20, 180, 90, 190))]
    start = outline(Box(10, 30, 90, 70), "Inside")
    stroke = Stroke(0, None, ((90, 50), (195, 50)), Head.POINTED)
    outlines, strokes = with_words([start], [stroke], texts)
    assert [(o.label, o.shape) for o in outlines] == [("Inside", Shape.RECTANGLE), ("Outside world", Shape.TEXT)]
    assert strokes[0].target == 1
    assert strokes[0].ends[1] < 0.9


def _line(text: str, box: Box) -> TextItem:
    x0, y0, x1, y1 = box
    return TextItem(text, box, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), size=box.height)


def test_frames_nest_and_lines_without_an_end_are_left_out() -> None:
    outlines = [
        outline(Box(0, 0, 300, 300), "Outer", frame=True),
        outline(Box(20, 40, 200, 200), "Inner", frame=True),
        outline(Box(40, 80, 100, 120), "Deep"),
        outline(Box(220, 80, 280, 120), "Shallow"),
    ]
    strokes = [
        Stroke(2, 3, ((100, 100), (220, 100)), Head.POINTED, label="to", texts=(0,)),
        Stroke(2, None, ((70, 120), (70, 290)), Head.NONE),
    ]
    reading = assemble(outlines, strokes, [_line("to", Box(150, 85, 165, 95))], 300, 300)
    assert [(g.id, g.label, g.parent) for g in reading.diagram.groups] == [("g1", "Outer", None), ("g2", "Inner", "g1")]
    assert {n.label: n.group for n in reading.diagram.nodes} == {"Deep": "g2", "Shallow": "g1"}
    assert edges_of(reading) == {("Deep", "Shallow")}
    assert reading.scene.labels == {0: Box(150, 85, 165, 95)}


@pytest.mark.parametrize(
    ("kind", "strength"),
    [("jpeg", 0.2), ("blur", 0.3), ("grey", 1.0), ("low-resolution", 0.4), ("scan", 0.4), ("skew", 0.3)],
)
def test_worse_pictures_lose_parts_but_never_fail(kind: str, strength: float) -> None:
    worse = degrade(drawn(), kind, strength, np.random.default_rng(3))
    drawing = drawn()
    factor = worse.width / drawing.width
    texts = [
        TextItem(t.text, t.box.scale(factor), t.polygon, size=t.size * factor) for t in gather(drawing, "live").text
    ]
    reading = read_raster(pixels_of(worse), texts)
    if kind in ("jpeg", "grey"):
        assert len(reading.diagram.nodes) >= 5


@pytest.mark.parametrize("size", [(1, 1), (3, 500), (500, 3)])
def test_pictures_too_small_for_anything_are_empty(size: tuple[int, int]) -> None:
    reading = read_raster(np.zeros((*size, 3), np.uint8), ())
    assert reading.diagram.nodes == ()
    assert reading.scene.width == size[1]


def test_a_photograph_ends_soon_with_hardly_a_shape() -> None:
    rng = np.random.default_rng(5)
    small = rng.integers(0, 256, (60, 80, 3), dtype=np.uint8)
    photo = np.asarray(cv2.resize(small, (800, 600), interpolation=cv2.INTER_CUBIC), np.uint8)
    reading = read_raster(photo, ())
    assert len(reading.diagram.nodes) < 20
