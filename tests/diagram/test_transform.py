"""Transforms: the geometry of a changed drawing is where its pixels are."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.model import Direction
from graphicacy.diagram.render import render
from graphicacy.diagram.scene import Box, Scene
from graphicacy.diagram.transform import crop, in_view, mirror, place, scale, translate
from picture_ink import box_of_color, darkness_along, pixels

COLORS = {"a": (255, 160, 60), "b": (90, 160, 255), "c": (120, 210, 120), "d": (230, 90, 90)}
SOURCE = """digraph {
  rankdir=LR; node [shape=box, style=filled, label="", penwidth=0, height=0.9]; edge [penwidth=2]
  subgraph cluster_0 { a [fillcolor="#ffa03c"]; b [fillcolor="#5aa0ff", height=0.4] }
  c [fillcolor="#78d278", width=1.5]; d [fillcolor="#e65a5a"]
  a -> b -> c; a -> d [label="there"]; d -> c
}"""

CHANGES: dict[str, Callable] = {
    "crop": lambda what: crop(what, Box(20.4, 15, 20.4 + what.width - 60, what.height - 7.5)),
    "smaller": lambda what: scale(what, 0.43),
    "larger": lambda what: scale(what, 1.3),
    "mirror": mirror,
    "translate": lambda what: translate(what, 31.2, -9),
    "place": lambda what: place(what, 1600, 900, 340, 133.3),
    "thumbnail": lambda what: place(what, 900, 700, 17, 480, factor=0.3, background="#fafafa"),
}
every_change = pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    return render(SOURCE, "dot")


def test_the_drawing_itself_is_true(drawing: Drawing) -> None:
    assert_true(drawing)


def assert_true(drawing: Drawing) -> None:
    """Boxes end where their colour does, and routes run over ink, as far as they are on the canvas."""
    picture, scene = pixels(drawing), drawing.scene
    assert scene is not None
    assert picture.shape[:2] == (drawing.height, drawing.width) == (scene.height, scene.width)
    view = in_view(scene)
    assert len(view.nodes) >= 2
    for key in view.nodes:
        assert np.allclose(box_of_color(picture, COLORS[key]), scene.nodes[key], atol=1.6), key
    assert view.edges
    for index in view.edges:
        assert np.quantile(darkness_along(picture, scene.routes[index]), 0.05) > 0.35


@every_change
def test_geometry_is_where_the_pixels_are(drawing: Drawing, change: Callable) -> None:
    assert_true(change(drawing))


@every_change
def test_the_scene_of_a_changed_drawing_is_the_changed_scene(drawing: Drawing, change: Callable) -> None:
    changed = change(drawing)
    assert changed.scene == change(drawing.scene)
    assert (changed.svg, changed.layout, changed.scale) == (None, None, 1.0)
    assert changed.scene.labels.keys() == drawing.scene.labels.keys() == {2}


def test_a_crop_says_what_is_out_of_view(drawing: Drawing) -> None:
    scene = drawing.scene
    assert scene is not None
    left = crop(drawing, Box(0, 0, scene.groups["cluster_0"].x1 + 2, scene.height))
    assert left.scene is not None
    assert in_view(left.scene) == (frozenset("abd"), frozenset(["cluster_0"]), frozenset([0, 2]))
    assert in_view(scene).edges == {0, 1, 2, 3}


def test_cropping_takes_whole_pixels_of_the_canvas() -> None:
    scene = Scene(100, 50, {"a": Box(10, 10, 20, 20)})
    found = crop(scene, Box(-5, 9.9, 30.1, 80))
    assert found == Scene(31, 41, {"a": Box(10, 1, 20, 11)})


def test_mirroring_turns_the_direction_and_nothing_else_of_the_diagram(drawing: Drawing) -> None:
    turned = mirror(drawing)
    assert drawing.diagram is not None
    assert turned.diagram is not None
    assert (drawing.diagram.direction, turned.diagram.direction) == (Direction.RIGHT, Direction.LEFT)
    assert turned.diagram.edges == drawing.diagram.edges
    assert mirror(turned).png == drawing.png
    assert mirror(turned).diagram == drawing.diagram


def test_the_canvas_around_a_placed_drawing_has_its_background(drawing: Drawing) -> None:
    placed = pixels(place(drawing, drawing.width + 40, drawing.height + 40, 20, 20, background="#102030"))
    assert (placed[:20] == (16, 32, 48)).all()
    assert (placed[20:-20, 20:-20] == pixels(drawing)).all()


def test_what_is_shifted_off_the_canvas_is_cut(drawing: Drawing) -> None:
    shifted = pixels(translate(drawing, 50, 0))
    assert (shifted[:, 50:] == pixels(drawing)[:, :-50]).all()
    assert (shifted[:, :50] == 255).all()


sizes = st.floats(0.1, 3)


@settings(deadline=None)
@given(sizes, st.integers(10, 300), st.integers(10, 300))
def test_scaling_keeps_edges_of_the_picture_on_edges(factor: float, width: int, height: int) -> None:
    whole = Scene(width, height, {"all": Box(0, 0, width, height)}, (((0, 0), (width, height)),))
    done = scale(whole, factor)
    assert done.nodes["all"] == pytest.approx((0, 0, done.width, done.height))
    assert done.routes[0][1] == pytest.approx((done.width, done.height))


def test_a_large_canvas_and_its_thumbnail_show_one_relative_place(drawing: Drawing) -> None:
    large = place(drawing, 2000, 1500, 600, 450)
    small = scale(large, 0.2)
    assert large.scene is not None
    assert small.scene is not None
    assert small.scene.nodes["a"] == pytest.approx([v / 5 for v in large.scene.nodes["a"]])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda s: crop(s, Box(200, 0, 300, 10)), "holds no pixel of the 100 × 50 canvas"),
        (lambda s: scale(s, 0), "factor 0 is not above 0"),
        (lambda s: scale(s, math.nan), "factor nan is not above 0"),
        (lambda s: scale(s, 1e6), "a canvas of 100000000 × 50000000 pixels has none, or more than"),
        (lambda s: place(s, 0, 10, 0, 0), "a canvas of 0 × 10 pixels has none"),
        (lambda s: place(s, 10_000, 10_000, 0, 0), "has none, or more than 64,000,000"),
    ],
)
def test_what_makes_no_picture_is_refused(wrong: Callable, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        wrong(Scene(100, 50))
