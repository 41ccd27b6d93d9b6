"""Any raster picture → an 8-bit RGB PNG on white, or one clear line about what is wrong with it."""

from __future__ import annotations

import io
import struct
import warnings as python_warnings
import zlib
from typing import TYPE_CHECKING

from graphicacy.diagram.drawing import BadDrawing, Drawing

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["MAX_PIXELS", "MAX_SIDE", "encode", "png_size", "read_raster", "without_notes"]

MAX_PIXELS = 64_000_000  # refused from the header, before anything is decoded
MAX_SIDE = 4096  # pixels: larger pictures are scaled down to this
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "TIFF", "BMP")
_PNG = b"\x89PNG\r\n\x1a\n"
_LEVEL, _NO_FILTER, _RGB = 4, b"\0", 2  # of a PNG: how hard it is compressed, its rows' filter, its kind of pixels
_NOTES = (b"tEXt", b"zTXt", b"iTXt", b"iCCP")  # chunks of a PNG


def read_raster(data: bytes, name: str) -> Drawing:
    """The picture in ``data``: first frame, upright, transparency laid on white, longest side at most ``MAX_SIDE``.

    ``name`` is what messages call it. Raises ``BadDrawing`` for what is empty, no picture, damaged or too large.
    """
    if not data:
        raise BadDrawing(f"{name} is empty: there is no picture in it")
    notes: list[str] = []
    with python_warnings.catch_warnings():
        python_warnings.simplefilter("ignore")  # what they warn about is checked here, or harmless metadata
        image = _open(data, name)
        _note_frames(image, name, notes)
        try:
            # Decoders raise whatever they like on damaged data.
            image.load()
            flat = _shrink(_flatten(_upright(image)), name, notes)
        except Exception as error:
            raise BadDrawing(f"{name} is damaged or cut off ({_reason(error)}): export it again") from None
    return Drawing(png=encode(flat), width=flat.width, height=flat.height, warnings=tuple(notes))


def png_size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels, from its header."""
    width, height = struct.unpack_from(">II", png, 16)
    return int(width), int(height)


def without_notes(data: bytes) -> bytes:
    """A PNG without its texts and colour profile; other data as they are.

    They say nothing of the pixels, as they are read here, but may unpack to any size, so that decoders refuse them.
    """
    if not data.startswith(_PNG) or not any(kind in data for kind in _NOTES):
        return data
    kept, at = [data[: len(_PNG)]], len(_PNG)
    while at + 12 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + size  # length, kind, content, checksum (PNG specification, section 5.3)
        if end > len(data) or kind == b"IEND":
            break
        if kind not in _NOTES:
            kept.append(data[at:end])
        at = end
    return b"".join((*kept, data[at:]))


def encode(image: Image) -> bytes:
    """PNG of an RGB image, without any metadata: the same pixels give the same bytes.

    Rows are not filtered: pictures of diagrams, and even of scanned ones, come out smaller than by the best filter of
    each row, in half the time (PNG specification, section 9).
    """
    pixels, stride = image.tobytes(), 3 * image.width
    deflate = zlib.compressobj(_LEVEL)
    rows = [deflate.compress(_NO_FILTER + pixels[at : at + stride]) for at in range(0, len(pixels), stride)]
    head = struct.pack(">IIBBBBB", *image.size, 8, _RGB, 0, 0, 0)
    data = b"".join((*rows, deflate.flush()))
    return b"".join((_PNG, _chunk(b"IHDR", head), _chunk(b"IDAT", data), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _open(data: bytes, name: str) -> Image:
    """Read the header, and refuse a picture by its size."""
    from PIL import Image, UnidentifiedImageError

    if data.startswith(_PNG) and len(data) >= 24:
        _check_size(*png_size(data), name)
    try:
        image = Image.open(io.BytesIO(without_notes(data)), formats=_FORMATS)
    except UnidentifiedImageError:
        raise BadDrawing(f"{name} is {_guess(data)}: use PNG, JPEG, GIF, WebP, TIFF, BMP or SVG") from None
    except Image.DecompressionBombError:
        raise BadDrawing(f"{name} has far more than {MAX_PIXELS:,} pixels: scale it down") from None
    except Exception as error:
        raise BadDrawing(f"{name} is damaged or cut off ({_reason(error)}): export it again") from None
    _check_size(*image.size, name)
    return image


def _check_size(width: int, height: int, name: str) -> None:
    if width < 1 or height < 1:
        raise BadDrawing(f"{name} is {width} × {height} pixels: there is nothing to see")
    if width * height > MAX_PIXELS:
        raise BadDrawing(f"{name} is {width:,} × {height:,} pixels: the limit is {MAX_PIXELS:,} in all; scale it down")


def _guess(data: bytes) -> str:
    """What a file that is no known picture looks like."""
    if data.startswith(_PNG) or data[:3] == b"\xff\xd8\xff":
        return "a damaged or cut off picture"
    if data.startswith(b"%PDF"):
        return "a PDF, not a picture"
    head = data[:16].decode("latin-1")
    return f"not a picture (it starts with {head!r})"


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:80] or type(error).__name__


def _note_frames(image: Image, name: str, notes: list[str]) -> None:
    try:
        frames = int(getattr(image, "n_frames", 1))
    except Exception:  # counting frames decodes headers, with the same liberty
        frames = 1
    if frames > 1:
        kind = "pages" if image.format == "TIFF" else "frames"
        notes.append(f"{name} has {frames} {kind}: the first was taken")


def _upright(image: Image) -> Image:
    from PIL import ImageOps

    return ImageOps.exif_transpose(image)


def _flatten(image: Image) -> Image:
    """Any mode → RGB; what is transparent shows white paper."""
    from PIL import Image

    if image.mode.startswith(("I", "F")):
        image = _to_eight_bits(image)
    if image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info:
        layer = image.convert("RGBA")
        paper = Image.new("RGBA", layer.size, "white")
        paper.alpha_composite(layer)
        return paper.convert("RGB")
    return image.convert("RGB")


def _to_eight_bits(image: Image) -> Image:
    """16-bit, 32-bit and floating point greys → 8 bits: full scale is 65,535, or 255 or 1 where nothing is above."""
    import numpy as np
    from PIL import Image

    values = np.nan_to_num(np.asarray(image).astype(np.float32))
    most = float(values.max())
    full = 65535.0 if most > 255 or image.mode.startswith("I;16") else (255.0 if most > 1 or image.mode == "I" else 1.0)
    return Image.fromarray(np.clip(values * (255.0 / full) + 0.5, 0, 255).astype(np.uint8))


def _shrink(image: Image, name: str, notes: list[str]) -> Image:
    from PIL import Image

    longest = max(image.size)
    if longest <= MAX_SIDE:
        return image
    width, height = (max(1, round(side * MAX_SIDE / longest)) for side in image.size)
    notes.append(f"{name} is {image.width} × {image.height} pixels and was scaled down to {width} × {height}")
    return image.resize((width, height), Image.Resampling.LANCZOS)
