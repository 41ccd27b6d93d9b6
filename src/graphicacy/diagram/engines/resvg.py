"""SVG → PNG by resvg, with the package's fonts."""

from __future__ import annotations

from pathlib import Path

from graphicacy.diagram import fonts
from graphicacy.diagram.engines.guard import Caps, guarded
from graphicacy.diagram.raster import encode

__all__ = ["rasterise", "rasterise_fast"]

_CAPS = Caps(wall=20, cpu=15, memory=1 << 30)


def rasterise(svg: str, zoom: float = 1.0) -> bytes:
    """PNG of a *sanitised* SVG on white, ``zoom`` pixels per CSS pixel. Raises ``BadDrawing``."""
    (png,) = guarded("resvg", f"{__name__}:draw", svg, zoom, _fonts_of(svg), caps=_CAPS)
    assert isinstance(png, bytes)
    return png


def rasterise_fast(svg: str, zoom: float = 1.0) -> bytes:
    """As ``rasterise``, but the PNG as resvg writes it: larger, with an opaque alpha channel, for reading at once."""
    (png,) = guarded("resvg", f"{__name__}:paint", svg, zoom, _fonts_of(svg), caps=_CAPS)
    assert isinstance(png, bytes)
    return png


def _fonts_of(svg: str) -> tuple[str, ...]:
    """Files of the fonts that can be needed, the default first: to read them all takes a third of a small picture."""
    if fonts.lacks(svg):
        return (*fonts.font_files(), *fonts.system_fonts())
    named = svg.casefold()
    used = (name for name, family in fonts.FAMILIES.items() if name == fonts.DEFAULT or family.casefold() in named)
    files = (path for name in used for path in fonts.font_files(name))
    slanted = "italic" in named or "oblique" in named
    return tuple(path for path in files if slanted or "Italic" not in Path(path).name)


def draw(svg: str, zoom: float, font_files: tuple[str, ...]) -> bytes:
    """The work itself: runs in the guarded process."""
    import io

    from PIL import Image

    with Image.open(io.BytesIO(paint(svg, zoom, font_files))) as image:
        return encode(image.convert("RGB"))


def paint(svg: str, zoom: float, font_files: tuple[str, ...]) -> bytes:
    """The PNG as resvg writes it: runs in the guarded process."""
    import resvg_py

    family = fonts.FAMILY
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            background="#ffffff",
            zoom=zoom if zoom != 1.0 else None,
            dpi=96,
            skip_system_fonts=True,
            font_files=list(font_files),
            font_family=family,
            serif_family=family,
            sans_serif_family=family,
            cursive_family=family,
            fantasy_family=family,
            monospace_family=family,
        )
    )
