"""Every kind of raster picture becomes RGB on white, or one clear line."""

from __future__ import annotations

import base64
import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.files import open_bytes
from graphicacy.diagram.raster import png_size, read_raster
from graphicacy.diagram.svg.mend import check_data_image


def encoded(image: Image.Image, form: str = "PNG", **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


def pixels(data: bytes, name: str = "a.png") -> np.ndarray:
    drawing = open_bytes(data, name)
    with Image.open(io.BytesIO(drawing.png)) as image:
        assert (image.mode, image.format) == ("RGB", "PNG")
        assert image.size == (drawing.width, drawing.height) == png_size(drawing.png)
        assert image.info == {}
        return np.asarray(image)


def header_only(width: int, height: int) -> bytes:
    """A PNG that says a size and holds nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


RED = Image.new("RGB", (40, 30), (255, 0, 0))


@pytest.mark.parametrize(
    ("image", "form", "expected"),
    [
        (RED, "PNG", (255, 0, 0)),
        (RED, "BMP", (255, 0, 0)),
        (RED, "TIFF", (255, 0, 0)),
        (RED, "GIF", (255, 0, 0)),
        (RED.convert("P"), "PNG", (255, 0, 0)),
        (Image.new("L", (40, 30), 100), "PNG", (100, 100, 100)),
        (Image.new("1", (40, 30), 1), "PNG", (255, 255, 255)),
        (Image.new("LA", (40, 30), (0, 0)), "PNG", (255, 255, 255)),
        (Image.new("RGBA", (40, 30), (255, 0, 0, 0)), "PNG", (255, 255, 255)),
        (Image.new("RGBA", (40, 30), (0, 0, 0, 128)), "PNG", (127, 127, 127)),
        (Image.new("RGBA", (40, 30), (255, 0, 0, 0)), "WEBP", (255, 255, 255)),
        (Image.fromarray(np.full((30, 40), 65535, np.uint16)), "PNG", (255, 255, 255)),
        (Image.fromarray(np.full((30, 40), 32768, np.uint16)), "PNG", (128, 128, 128)),
        (Image.fromarray(np.full((30, 40), 200, np.uint16)), "PNG", (1, 1, 1)),
        (Image.fromarray(np.full((30, 40), 0.5, np.float32)), "TIFF", (128, 128, 128)),
        (Image.fromarray(np.full((30, 40), 65535, np.int32)), "TIFF", (255, 255, 255)),
    ],
)
def test_every_mode_becomes_rgb_on_white(image: Image.Image, form: str, expected: tuple[int, int, int]) -> None:
    shown = pixels(encoded(image, form))
    assert shown.shape == (30, 40, 3)
    assert np.abs(shown.astype(int) - expected).max() <= 1


@pytest.mark.parametrize(("mode", "value"), [("RGB", (255, 0, 0)), ("CMYK", (0, 255, 255, 0)), ("L", 76)])
def test_jpeg_of_every_kind(mode: str, value: object) -> None:
    shown = pixels(encoded(Image.new(mode, (40, 30), value), "JPEG"), "a.jpg")  # type: ignore[arg-type]
    expected = (76, 76, 76) if mode == "L" else (255, 0, 0)
    assert np.abs(shown.astype(int) - expected).max() <= 6


def test_a_transparent_palette_is_laid_on_white() -> None:
    image = Image.new("P", (40, 30), 0)
    image.putpalette([10, 20, 30] * 256)
    assert (pixels(encoded(image, "PNG", transparency=0)) == 255).all()


def test_a_photo_is_turned_upright() -> None:
    image = Image.new("RGB", (40, 30), "white")
    image.paste("black", (0, 0, 40, 5))
    exif = Image.Exif()
    exif[0x0112] = 6  # turn by 90 degrees
    shown = pixels(encoded(image, "JPEG", exif=exif), "a.jpg")
    assert shown.shape == (40, 30, 3)
    assert shown[:, -3].max() < 60


@pytest.mark.parametrize("form", ["GIF", "WEBP", "PNG", "TIFF"])
def test_of_an_animation_the_first_frame_is_taken(form: str) -> None:
    frames = [Image.new("RGB", (40, 30), color) for color in ("red", "blue", "green")]
    drawing = open_bytes(encoded(frames[0], form, save_all=True, append_images=frames[1:]), "moving.x")
    with Image.open(io.BytesIO(drawing.png)) as image:
        red, green, blue = image.getpixel((5, 5))
    assert red > 200 > 60 > max(green, blue)
    assert "moving.x has 3" in drawing.warnings[0]


def test_a_large_picture_is_scaled_down_with_a_word() -> None:
    drawing = open_bytes(encoded(Image.new("L", (6000, 3000), 255)), "wide.png")
    assert (drawing.width, drawing.height) == (4096, 2048)
    assert "wide.png is 6000 × 3000 pixels and was scaled down" in drawing.warnings[0]


def test_metadata_is_left_behind() -> None:
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("prompt", "draw the answer")
    drawing = open_bytes(encoded(RED, "PNG", pnginfo=info), "a.png")
    assert b"answer" not in drawing.png


@pytest.mark.parametrize("kind", ["zTXt", "iTXt", "iCCP", "late"])
def test_notes_that_unpack_to_any_size_do_no_harm(kind: str) -> None:
    plain = encoded(Image.new("RGB", (5, 5), "red"))
    packed = zlib.compress(bytes(3_000_000))
    head = {"iTXt": b"note\0\1\0\0\0"}.get(kind, b"note\0\0")
    name = b"zTXt" if kind == "late" else kind.encode()
    note = struct.pack(">I4s", len(head + packed), name) + head + packed
    note += struct.pack(">I", zlib.crc32(note[4:]))
    at = len(plain) - 12 if kind == "late" else 33  # before the last chunk, or after the first
    noted = plain[:at] + note + plain[at:]
    assert read_raster(noted, "a.png") == read_raster(plain, "a.png")
    assert check_data_image("data:image/png;base64," + base64.b64encode(noted).decode()) is None


def test_the_same_picture_gives_the_same_bytes() -> None:
    data = encoded(Image.effect_noise((200, 100), 50))
    assert open_bytes(data, "a.png").png == open_bytes(data, "a.png").png


NOISE = Image.effect_noise((200, 150), 80).convert("RGB")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "x.png is empty"),
        (b"   \n", "x.png is empty"),
        (b"hello, this is text", "x.png: the notation of this text is not known; say it with --format"),
        (b"hello\x00\x01 this is none", "x.png is not a picture"),
        (b"%PDF-1.7 ...", "x.png is a PDF"),
        (b"\x89PNG\r\n\x1a\n", "x.png is a damaged or cut off"),
        (encoded(NOISE)[:2000], "x.png is damaged or cut off"),
        (encoded(NOISE, "JPEG")[:2000], "x.png is damaged or cut off"),
        (encoded(NOISE, "GIF")[:2000], "x.png is damaged or cut off"),
        (encoded(NOISE, "WEBP")[:2000], "x.png is"),
        (encoded(NOISE, "BMP")[:2000], "x.png is damaged or cut off"),
        (encoded(NOISE, "TIFF")[:2000], "x.png is"),
        (header_only(0, 0), "x.png is 0 × 0 pixels"),
        (header_only(20_000, 20_000), "x.png is 20,000 × 20,000 pixels: the limit is"),
        (header_only(10, 10), "x.png is damaged or cut off"),
        (encoded(Image.new("1", (20_000, 20_000)), "TIFF", compression="group4"), "x.png .* pixels"),
        (encoded(Image.new("1", (9_000, 9_000)), "TIFF", compression="group4"), "x.png is 9,000 × 9,000 pixels"),
    ],
)
def test_bad_files_are_named_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(BadDrawing, match=said) as caught:
        open_bytes(data, "x.png")
    assert "\n" not in str(caught.value)
