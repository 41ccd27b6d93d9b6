"""Drawings as pictures of few bytes: at most so many pixels wide."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graphicacy.diagram.drawing import BadDrawing

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Part", "Picture", "Small", "changed_part", "shrink"]

Part = tuple[int, int, int, int]  # left, top, right, bottom in pixels

_MOST_PIXELS = 40_000_000
_COLOURS = 64
_LONGEST = 2  # times ``side``, for the long side of a strip
_MOST_OF_IT = 0.6  # of a picture's area, that a part may have
_LEAST_ROOM = 120  # pixels about a change
_LARGE_PNG = 50_000  # bytes
_MOST_BYTES = 70_000
_WEBP_QUALITIES = (80, 60, 40, 25)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a site: its address from the site's root, and its size in pixels."""

    src: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Small:
    """A file of a picture: its bytes, the suffix that tells their format, and its size in pixels."""

    data: bytes
    suffix: str
    width: int
    height: int


def shrink(path: Path, side: int, part: Part | None = None) -> Small:
    """The drawing of a file, with no more pixels than ``side`` × ⅔ ``side``: a long strip keeps its letters legible.

    With ``part``, only that part of it. SVG and code are rendered by the guarded renderer; none of their text reaches
    the site.

    Raises:
        BadDrawing: the file is missing or cannot be drawn.
    """
    image = _open(path) if part is None else _open(path).crop(part)
    image.thumbnail(_size(image.width, image.height, side))
    suffix, data = _encode(image)
    return Small(data, suffix, image.width, image.height)


def changed_part(before: Path, after: Path) -> Part | None:
    """What differs between two drawings of one size, with room about it; None where that is most of it, or nothing.

    Raises ``BadDrawing`` where one of them is missing or cannot be drawn.
    """
    from PIL import ImageChops

    first, second = _open(before), _open(after)
    box = ImageChops.difference(first, second).getbbox() if first.size == second.size else None
    if box is None:
        return None
    width, height = _room(box[2] - box[0], first.width), _room(box[3] - box[1], first.height)
    width, height = max(width, height * 3 // 2), max(height, width * 2 // 3)
    if width * height > _MOST_OF_IT * first.width * first.height:
        return None
    left, right = _within(box[0], box[2], width, first.width)
    top, bottom = _within(box[1], box[3], height, first.height)
    return left, top, right, bottom


def _room(length: int, of: int) -> int:
    """The length of a part that shows a change of this length, in a picture so long."""
    return length + max(length, of // 8, _LEAST_ROOM)


def _within(low: int, high: int, length: int, of: int) -> tuple[int, int]:
    """The ends of a part of this length about a change, no further than the picture goes."""
    length = min(length, of)
    start = min(max(0, (low + high - length) // 2), of - length)
    return start, start + length


def _size(width: int, height: int, side: int) -> tuple[int, int]:
    factor = min(1.0, (side * side / 1.5 / (width * height)) ** 0.5, _LONGEST * side / max(width, height))
    return max(1, round(width * factor)), max(1, round(height * factor))


def _open(path: Path) -> Image.Image:
    from PIL import Image

    if not path.is_file():
        raise BadDrawing(f"{path}: the drawing is not there")
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
    """Suffix and bytes: a palette PNG, sharp for a diagram; WebP where a PNG is large (shading, photographs)."""
    from PIL import Image

    out = io.BytesIO()
    image.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    if out.tell() <= _LARGE_PNG:
        return "png", out.getvalue()
    for quality in _WEBP_QUALITIES:
        out = io.BytesIO()
        image.save(out, "WEBP", quality=quality, method=4)
        if out.tell() <= _MOST_BYTES:
            break
    return "webp", out.getvalue()
