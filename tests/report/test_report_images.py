from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.report.images import Small, shrink
from report.synthetic_runs import SUITE, draw


def decoded(picture: Small) -> Image.Image:
    return Image.open(io.BytesIO(picture.data)).convert("RGB")


def test_a_diagram_becomes_a_small_sharp_png(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(draw(SUITE[0], SUITE[0].required_labels, 1)[0])
    picture = shrink(path, 900)
    assert picture.suffix == "png"
    assert (picture.width, picture.height) == (900, 600)
    small = Image.open(path).convert("RGB").resize((900, 600), Image.Resampling.BICUBIC)
    assert np.abs(np.asarray(small, float) - np.asarray(decoded(picture), float)).mean() < 2


def test_a_photograph_stays_under_the_budget(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (60, 80, 3), dtype=np.uint8)
    path = tmp_path / "a.png"
    Image.fromarray(noise).resize((1600, 1200), Image.Resampling.BICUBIC).save(path)
    picture = shrink(path, 900)
    assert picture.suffix == "webp"
    assert len(picture.data) < 75_000


def test_a_strip_keeps_more_of_its_length(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    for size, embedded in (((2400, 120), (1800, 90)), ((1500, 500), (1273, 424)), ((600, 1800), (424, 1273))):
        Image.new("RGB", size, "white").save(path)
        assert (shrink(path, 900).width, shrink(path, 900).height) == pytest.approx(embedded, abs=1)


def test_a_small_drawing_is_not_enlarged(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Image.new("RGB", (40, 30), "red").save(path)
    assert (shrink(path, 900).width, shrink(path, 900).height) == (40, 30)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadDrawing, match=r"a\.png: the drawing is not there"):
        shrink(tmp_path / "a.png", 900)


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("graphicacy.diagram.render")
    path = tmp_path / "a.png"
    path.write_bytes(b"not a picture")
    with pytest.raises(BadDrawing):
        shrink(path, 900)
