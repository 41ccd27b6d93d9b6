"""Source text, a diagram or a file → a drawing."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from dataclasses import replace
from pathlib import Path

from graphicacy.diagram import fonts, raster
from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Box, Scene

__all__ = ["NOTATIONS", "open_bytes", "open_drawing", "render"]

NOTATIONS = ("svg", "mermaid", "dot", "tikz")
SMALLEST, ENLARGED, LARGEST = 600, 1200, 4096  # longest sides in pixels: below the first, draw at the second
_SUFFIXES = {
    ".svg": "svg", ".svgz": "svg", ".mmd": "mermaid", ".mermaid": "mermaid", ".dot": "dot", ".gv": "dot",
    ".tex": "tikz", ".tikz": "tikz",
}  # fmt: skip
_SVG = re.compile(rb"<(?:[\w.-]+:)?svg[\s>]", re.I)
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"II*\x00", b"MM\x00*", b"BM", b"%PDF")
_OTHER_FONTS = "some characters are not in the default font: another machine may draw them differently, or as boxes"
_MAX_FILE = 100_000_000  # bytes
_MAX_SOURCE = 2_000_000  # characters of Mermaid, DOT or TikZ
_MAX_LABEL = 10_000  # characters of Mermaid or DOT on one line: wrapping needs time by the square of it
_LABEL = re.compile(r"""\"([^"]*)\"|([^;"\[\]{}()|<>]+)""")  # in quotes, or between the signs of either notation


def open_drawing(path: Path, notation: str | None = None) -> Drawing:
    """Read a PNG, JPEG, GIF, WebP, TIFF, BMP or SVG, or draw a Mermaid (.mmd), DOT (.dot, .gv) or TikZ (.tex) file.

    ``notation`` (svg, mermaid, dot or tikz) says what the file holds where its suffix does not.
    Raises ``BadDrawing``, naming the file.
    """
    try:
        size = path.stat().st_size
        if size > _MAX_FILE:
            raise BadDrawing(f"{path.name} has {size:,} bytes: the limit is {_MAX_FILE:,}")
        if not path.is_file():
            raise BadDrawing(f"{path} is no file")
        data = path.read_bytes()
    except OSError as error:
        raise BadDrawing(f"{path} cannot be read: {error.strerror or error}") from None
    return open_bytes(data, path.name, notation)


def open_bytes(data: bytes, name: str, notation: str | None = None) -> Drawing:
    """``open_drawing`` for a file's content, which messages call ``name``; its suffix says what is not given."""
    if not data.strip(b"\x00\t\n\r "):
        raise BadDrawing(f"{name} is empty: there is no drawing in it")
    if data[:2] == b"\x1f\x8b":
        data = _unzip(data, name)
    notation = _notation(data, name, notation)
    if notation is None:
        return raster.read_raster(data, name)
    try:
        return _draw_svg(data) if notation == "svg" else render(_text(data), notation)
    except BadDrawing as error:
        raise BadDrawing(f"{name}: {error}") from None


def render(source: str | Diagram, notation: str) -> Drawing:
    """Draw ``source``, written in ``notation`` (svg, mermaid, dot or tikz); a ``Diagram`` is drawn by Graphviz.

    A small SVG is enlarged until its longest side is 1,200 pixels, a large one reduced to 4,096. Raises
    ``BadDrawing`` with the engine's own words where the source is wrong, and ``ValueError`` for another notation.
    """
    if isinstance(source, Diagram):
        from graphicacy.diagram.dot import write_dot

        return render(write_dot(source), "dot")
    if notation not in NOTATIONS:
        raise ValueError(f"notation {notation!r} is none of {', '.join(NOTATIONS)}")
    if not source.strip():
        raise BadDrawing(f"the {notation} source is empty")
    if notation == "svg":
        return _draw_svg(source)
    if len(source) > _MAX_SOURCE:
        raise BadDrawing(f"the {notation} source has {len(source):,} characters: the limit is {_MAX_SOURCE:,}")
    if notation == "tikz":
        from graphicacy.diagram.engines.tikz import draw_tikz

        return replace(raster.read_raster(draw_tikz(source), "the page"), source=source, notation="tikz")
    _check_labels(source, notation)
    diagram: Diagram | None
    scene: Scene | None
    if notation == "dot":
        from graphicacy.diagram.engines.graphviz import draw_dot

        svg, diagram, scene = draw_dot(source)
    else:
        from graphicacy.diagram.engines.merman import draw_mermaid

        svg, diagram, scene = draw_mermaid(source)
    return _draw_svg(svg, source, notation, diagram, scene)


def _check_labels(source: str, notation: str) -> None:
    """Refuse a label that is longer than any figure can show."""
    long = [line for line in source.splitlines() if len(line) > _MAX_LABEL]
    most = max((len(quoted or bare) for line in long for quoted, bare in _LABEL.findall(line)), default=0)
    if most > _MAX_LABEL:
        raise BadDrawing(f"the {notation} source has a label of {most:,} characters: the limit is {_MAX_LABEL:,}")


def _draw_svg(
    svg: str | bytes,
    source: str | None = None,
    notation: str = "svg",
    diagram: Diagram | None = None,
    scene: Scene | None = None,
) -> Drawing:
    from graphicacy.diagram.engines.resvg import rasterise
    from graphicacy.diagram.sanitise import sanitise
    from graphicacy.diagram.svg_size import size_of

    clean, warnings = sanitise(svg)
    if fonts.lacks(clean):
        warnings += (_OTHER_FONTS,)
    zoom = _zoom(max(size_of(clean)))
    png = rasterise(clean, zoom)
    width, height = raster.png_size(png)
    return Drawing(
        png=png,
        width=width,
        height=height,
        svg=clean,
        scale=zoom,
        source=source if source is not None else _text(svg),
        notation=notation,
        diagram=diagram,
        scene=_scale(scene, zoom, width, height) if scene is not None else None,
        warnings=warnings,
    )


def _zoom(longest: float) -> float:
    """Pixels per CSS pixel for a drawing with this longest side."""
    if longest < SMALLEST:
        return ENLARGED / longest
    return min(1.0, LARGEST / longest)


def _scale(scene: Scene, zoom: float, width: int, height: int) -> Scene:
    def boxes(of: dict[str, Box]) -> dict[str, Box]:
        return {key: box.scale(zoom) for key, box in of.items()}

    routes = tuple(tuple((x * zoom, y * zoom) for x, y in route) for route in scene.routes)
    return Scene(width, height, boxes(scene.nodes), routes, boxes(scene.groups))


def _notation(data: bytes, name: str, given: str | None) -> str | None:
    """The notation of a file by content, then as given, then by suffix; None for a raster picture (or nothing)."""
    if data.startswith(_PICTURES):
        return None
    known = given or _SUFFIXES.get(Path(name).suffix.lower())
    if known is not None:
        return known
    return "svg" if _SVG.search(data[:8192].replace(b"\x00", b"")) else None


def _text(data: str | bytes) -> str:
    """Source text of a file: UTF-8, UTF-16 with a byte order mark, else Latin-1."""
    if isinstance(data, str):
        return data
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _unzip(data: bytes, name: str) -> bytes:
    """Content of a compressed SVG (.svgz), as far as the largest SVG that is accepted."""
    from graphicacy.diagram.sanitise import MAX_BYTES

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise BadDrawing(f"{name} is damaged or cut off ({error}): export it again") from None
    if len(content) > MAX_BYTES:
        raise BadDrawing(f"{name} holds more than {MAX_BYTES:,} bytes when unpacked; simplify the drawing")
    return content
