"""Pictures as models of a family see them."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.raster import encode, png_size
from graphicacy.read.boxes import FAMILIES, NEUTRAL
from graphicacy.read.shown import shown


def picture(width: int, height: int) -> Image.Image:
    """A ramp: red to the right, green downwards."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[..., 0] = np.linspace(0, 255, width)[None, :]
    pixels[..., 1] = np.linspace(0, 255, height)[:, None]
    return Image.fromarray(pixels)


def test_a_picture_of_native_size_is_shown_as_it_is() -> None:
    png = encode(picture(300, 200))
    assert shown(png, NEUTRAL) == (png, (300, 200))
    assert shown(png, FAMILIES["claude"]) == (png, (300, 200))
    assert shown(b := encode(picture(280, 196)), FAMILIES["qwen2.5-vl"]) == (b, (280, 196))


@pytest.mark.parametrize("name", FAMILIES)
def test_any_other_is_resized_to_what_the_family_sees_and_no_more_after_that(name: str) -> None:
    png, size = shown(encode(picture(1900, 700)), FAMILIES[name])
    assert size == png_size(png) == FAMILIES[name].native_size(1900, 700)
    assert shown(png, FAMILIES[name]) == (png, size)
    with Image.open(io.BytesIO(png)) as image:
        assert image.mode == "RGB"
        seen = np.asarray(image).astype(int)
    assert np.abs(seen - np.asarray(picture(*size)).astype(int)).max() <= 4


def test_no_thin_line_is_lost() -> None:
    image = Image.new("RGB", (1900, 700), "white")
    for x in range(10, 1900, 10):
        image.paste("black", (x, 0, x + 1, 700))
    png, (width, _) = shown(encode(image), FAMILIES["claude"])
    with Image.open(io.BytesIO(png)) as seen:
        row = np.asarray(seen)[100, :, 0]
    assert all(
        row[max(0, at - 2) : at + 3].min() < 160 for at in (round(x * width / 1900) for x in range(10, 1900, 10))
    )


def test_a_picture_with_a_palette_keeps_its_colours() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (1600, 1600), "#12ab34").quantize(4).save(buffer, "PNG")
    png, _ = shown(buffer.getvalue(), FAMILIES["claude"])
    with Image.open(io.BytesIO(png)) as image:
        assert image.getpixel((5, 5)) == (0x12, 0xAB, 0x34)


GOOD = encode(picture(1900, 700))
HUGE = GOOD[:16] + (60_000).to_bytes(4, "big") * 2 + GOOD[24:]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no PNG"),
        (b"\x89PNG", "no PNG"),
        (b"GIF89a" + bytes(40), "no PNG"),
        (GOOD[:16] + bytes(8) + GOOD[24:], "0 × 0 pixels"),
        (HUGE, "the limit is 64,000,000"),
        (GOOD[:2000], "damaged"),
        (GOOD[:60] + bytes(200) + GOOD[260:], "damaged"),
    ],
)
def test_what_is_no_picture_is_told_in_a_line(data: bytes, why: str) -> None:
    with pytest.raises(BadDrawing, match=why) as caught:
        shown(data, FAMILIES["qwen2.5-vl"])
    assert "\n" not in str(caught.value)
