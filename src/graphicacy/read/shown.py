"""Pictures as models of a family see them."""

from __future__ import annotations

import io

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.raster import MAX_PIXELS, encode, png_size
from graphicacy.read.boxes import BoxConvention

__all__ = ["shown"]

_HEADER = 24  # bytes up to the height


def shown(png: bytes, boxes: BoxConvention) -> tuple[bytes, tuple[int, int]]:
    """A picture of a dataset at the size that a family of models sees unchanged, and that width and height in px.

    The same bytes where it has that size; else resampled (Lanczos). Raises ``BadDrawing`` for what is no picture, or
    one of more than 64 million pixels.
    """
    from PIL import Image

    if len(png) < _HEADER or not png.startswith(b"\x89PNG"):
        raise BadDrawing("the picture is no PNG")
    width, height = png_size(png)
    if not 0 < width * height <= MAX_PIXELS:
        raise BadDrawing(f"the picture is {width:,} × {height:,} pixels: the limit is {MAX_PIXELS:,} in all")
    native = boxes.native_size(width, height)
    if native == (width, height):
        return png, native
    try:
        with Image.open(io.BytesIO(png), formats=["PNG"]) as image:
            return encode(image.convert("RGB").resize(native, Image.Resampling.LANCZOS)), native
    except (OSError, SyntaxError, ValueError) as error:
        raise BadDrawing(f"the picture is damaged ({' '.join(str(error).split())[:80]})") from None
