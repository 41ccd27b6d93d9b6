"""Degradations: worse pixels, true geometry, the same bytes for the same seed."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram.degrade import DEGRADATIONS, degrade
from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.render import render
from graphicacy.diagram.transform import scale
from picture_ink import box_of_color, darkness_along, pixels

every_kind = pytest.mark.parametrize("kind", DEGRADATIONS)
COLORED = ("scan", "jpeg", "blur", "skew", "low-resolution")  # the others take colours away
COLORS = {"a": (255, 160, 60), "b": (60, 130, 255), "c": (0, 190, 0)}
SOURCE = """digraph {
  node [shape=box, style=filled, label="", penwidth=0, width=1.2, height=0.8]; edge [penwidth=2.5]
  a [fillcolor="#ffa03c"]; b [fillcolor="#3c82ff"]; c [fillcolor="#00be00"]
  a -> b -> c; a -> c [label="words"]
}"""


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    """A small one, so that tests are quick, as if it still had its SVG."""
    return replace(scale(render(SOURCE, "dot"), 0.5), svg="<svg/>")


def worse(drawing: Drawing, kind: str, strength: float, seed: int = 5) -> Drawing:
    return degrade(drawing, kind, strength, np.random.default_rng(seed))


@every_kind
@pytest.mark.parametrize("strength", [0.3, 1.0])
def test_geometry_goes_where_the_pixels_go(drawing: Drawing, kind: str, strength: float) -> None:
    found = worse(drawing, kind, strength)
    scene, picture = found.scene, pixels(found)
    assert scene is not None
    assert picture.shape[:2] == (found.height, found.width) == (scene.height, scene.width)
    for key, box in scene.nodes.items():
        if kind in COLORED:
            # A blurred or compressed box ends where its colour is half that of the paper.
            assert np.allclose(box_of_color(picture, COLORS[key], 75), box, atol=3.5), key
    for route in scene.routes:
        inner = route[1:-1] if len(route) > 3 else route
        assert np.quantile(darkness_along(picture, inner), 0.05) > 0.3


@every_kind
def test_the_same_seed_gives_the_same_bytes(drawing: Drawing, kind: str) -> None:
    assert worse(drawing, kind, 0.7).png == worse(drawing, kind, 0.7).png


@pytest.mark.parametrize("kind", ["scan", "skew"])
def test_another_seed_gives_other_pixels(drawing: Drawing, kind: str) -> None:
    assert len({worse(drawing, kind, 0.7, seed).png for seed in range(4)}) > 1


@every_kind
def test_stronger_is_farther_from_the_original(drawing: Drawing, kind: str) -> None:
    original = Image.fromarray(pixels(drawing).astype(np.uint8))

    def distance(strength: float) -> float:
        found = Image.open(io.BytesIO(worse(drawing, kind, strength).png)).resize(original.size)
        return float(np.abs(np.asarray(found, dtype=float) - np.asarray(original)).mean())

    steps = [distance(strength) for strength in (0, 0.3, 0.6, 1.0)]
    assert steps[0] == 0
    assert steps == sorted(steps)
    assert steps[1] > 0
    assert steps[3] > 1.2 * steps[1]


@every_kind
def test_the_svg_is_gone_and_the_rest_is_kept(drawing: Drawing, kind: str) -> None:
    found = worse(drawing, kind, 0.5)
    assert (found.svg, found.layout, found.scale) == (None, None, 1.0)
    assert (found.diagram, found.source, found.notation) == (drawing.diagram, drawing.source, "dot")
    assert found.scene is not None
    assert drawing.scene is not None
    assert found.scene.labels.keys() == drawing.scene.labels.keys()


def test_a_skewed_page_holds_all_of_the_drawing_and_no_black_corner(drawing: Drawing) -> None:
    found = worse(drawing, "skew", 1.0)
    assert found.width > drawing.width
    picture = pixels(found)
    assert all((picture[y, x] > 250).all() for y in (0, -1) for x in (0, -1))


def test_a_skewed_box_is_the_upright_one_around_it(drawing: Drawing) -> None:
    found = worse(drawing, "skew", 1.0)
    assert found.scene is not None
    assert drawing.scene is not None
    for key, box in found.scene.nodes.items():
        old = drawing.scene.nodes[key]
        angle = np.radians(4)
        assert box.width == pytest.approx(old.width * np.cos(angle) + old.height * np.sin(angle))
        assert box.height == pytest.approx(old.height * np.cos(angle) + old.width * np.sin(angle))


def test_full_strength_leaves_no_colour_and_no_grey(drawing: Drawing) -> None:
    grey = pixels(worse(drawing, "grey", 1.0))
    assert (grey[:, :, 0] == grey[:, :, 2]).all()
    assert set(np.unique(pixels(worse(drawing, "black-white", 1.0)))) == {0, 255}


def test_low_resolution_is_a_smaller_picture(drawing: Drawing) -> None:
    assert worse(drawing, "low-resolution", 1.0).width == round(0.4 * drawing.width)


@every_kind
def test_a_picture_without_geometry_is_made_worse_too(drawing: Drawing, kind: str) -> None:
    bare = replace(drawing, scene=None, diagram=None, svg=None)
    assert worse(bare, kind, 0.5).scene is None


def test_unknown_names_and_strengths_are_refused(drawing: Drawing) -> None:
    with pytest.raises(ValueError, match="degradation 'coffee' is none of scan, jpeg, blur"):
        worse(drawing, "coffee", 0.5)
    for strength in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="is not from 0 to 1"):
            worse(drawing, "blur", strength)
