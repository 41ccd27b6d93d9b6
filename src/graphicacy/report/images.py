"""Pictures small enough to live inside a page: at most so many pixels wide, as a data URI."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graphicacy.diagram.drawing import BadDrawing

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Picture", "embed"]

_MOST_PIXELS = 40_000_000
_COLOURS = 64
_LONGEST = 2  # times ``side``, for the long side of a strip
_LARGE_PNG = 50_000  # bytes
_MOST_BYTES = 70_000  # so that 128 pictures stay under 12 MB as text
_WEBP_QUALITIES = (80, 60, 40, 25)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a data URI, with its size in pixels as embedded."""

    uri: str
    width: int
    height: int


def embed(path: Path, side: int) -> Picture:
    """The drawing of a file, with no more pixels than ``side`` × ⅔ ``side``: a long strip keeps its letters legible.

    SVG and code are rendered by the guarded renderer; nothing of their text reaches the page.

    Raises:
        BadDrawing: the file is missing or cannot be drawn.
    """
    if not path.is_file():
        raise BadDrawing(f"{path}: the drawing is not there")
    image = _open(path)
    image.thumbnail(_size(image.width, image.height, side))
    mime, data = _encode(image)
    return Picture(f"data:{mime};base64,{base64.b64encode(data).decode()}", image.width, image.height)


def _size(width: int, height: int, side: int) -> tuple[int, int]:
    factor = min(1.0, (side * side / 1.5 / (width * height)) ** 0.5, _LONGEST * side / max(width, height))
    return max(1, round(width * factor)), max(1, round(height * factor))


def _open(path: Path) -> Image.Image:
    from PIL import Image

    try:
        image = Image.open(path, formats=["PNG"])
        if image.mode == "RGB" and image.width * image.height <= _MOST_PIXELS:
            image.load()
            return image
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        pass  # no plain PNG: the guarded renderer reads it, or says what is wrong
    from graphicacy.diagram.files import open_drawing

    return Image.open(io.BytesIO(open_drawing(path).png)).convert("RGB")


def _encode(image: Image.Image) -> tuple[str, bytes]:
    """Media type and bytes: a palette PNG, sharp for a diagram; WebP where a PNG is large (shading, photographs)."""
    from PIL import Image

    out = io.BytesIO()
    image.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    if out.tell() <= _LARGE_PNG:
        return "image/png", out.getvalue()
    for quality in _WEBP_QUALITIES:
        out = io.BytesIO()
        image.save(out, "WEBP", quality=quality, method=4)
        if out.tell() <= _MOST_BYTES:
            break
    return "image/webp", out.getvalue()
