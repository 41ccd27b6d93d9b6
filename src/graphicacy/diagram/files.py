"""A file, or what is in it → a drawing, or the diagram that it says."""

from __future__ import annotations

import gzip
import io
import re
import sys
import zlib
from dataclasses import replace
from pathlib import Path

from graphicacy.diagram import notations, raster
from graphicacy.diagram.decoding import decode
from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.loading import LOADING
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.render import PAINTED, render
from graphicacy.diagram.style import Style

__all__ = ["SOURCES", "Source", "open_any", "open_bytes", "open_drawing", "open_source"]

SOURCES = (*notations.NOTATIONS, *PAINTED, "markdown")  # what a text file may be said to hold
_SUFFIXES = {
    ".svg": "svg", ".svgz": "svg", ".tex": "tikz", ".tikz": "tikz",
    ".md": "markdown", ".markdown": "markdown", ".mdx": "markdown", ".qmd": "markdown", ".rmd": "markdown",
}  # fmt: skip
_SVG = re.compile(r"<(?:[\w.-]+:)?svg[\s>]", re.I)
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"II*\x00", b"MM\x00*", b"BM", b"%PDF")
_MAX_FILE = 100_000_000  # bytes
_LINE = re.compile(r"\Aline (\d+)")


class Source:
    """Text in a notation. ``line`` is where it begins in its file, from 1: more than 1 in a Markdown file."""

    __slots__ = ("line", "notation", "text", "warnings")

    def __init__(self, text: str, notation: str, line: int = 1, warnings: tuple[str, ...] = ()) -> None:
        self.text, self.notation, self.line, self.warnings = text, notation, line, warnings

    def read(self) -> Diagram | Layout:
        """What it says. Raises ``BadDrawing`` with the line in the file, and for SVG and TikZ, which only show."""
        if self.notation not in notations.NOTATIONS:
            raise BadDrawing(f"{self.notation} is a picture's source, not a diagram's")
        try:
            return notations.read(self.text, self.notation)
        except BadDrawing as error:
            raise self._placed(error) from None

    def draw(self, engine: str | None = None, style: Style | None = None) -> Drawing:
        """Its picture. Raises ``BadDrawing`` with the line in the file."""
        try:
            drawing = render(self.text, self.notation, engine=engine, style=style)
        except BadDrawing as error:
            raise self._placed(error) from None
        return replace(drawing, warnings=(*self.warnings, *drawing.warnings)) if self.warnings else drawing

    def _placed(self, error: BadDrawing) -> BadDrawing:
        """The error with the line counted from the start of the file."""
        return BadDrawing(_LINE.sub(lambda m: f"line {int(m.group(1)) + self.line - 1}", str(error)))


def open_drawing(
    path: Path, notation: str | None = None, *, engine: str | None = None, style: Style | None = None
) -> Drawing:
    """Read a picture (PNG, JPEG, GIF, WebP, TIFF, BMP), or draw an SVG, a TikZ file or a diagram in any notation.

    ``notation`` (one of ``SOURCES``) says what the file holds where its suffix does not. ``engine`` and ``style`` are
    those of ``render``. Raises ``BadDrawing``, naming the file.
    """
    return open_bytes(_content(path), path.name, notation, engine=engine, style=style)


def open_bytes(
    data: bytes, name: str, notation: str | None = None, *, engine: str | None = None, style: Style | None = None
) -> Drawing:
    """``open_drawing`` for a file's content, which messages call ``name``; its suffix says what is not given."""
    try:
        source = _source(data, name, notation)
    except _IsPicture:
        if engine is not None or style is not None:
            raise BadDrawing(f"{name} is a picture: no engine draws it anew") from None
        return raster.read_raster(data, name)
    try:
        return source.draw(engine, style)
    except BadDrawing as error:
        raise BadDrawing(f"{name}: {error}") from None


def open_source(path: Path, notation: str | None = None) -> Source:
    """The text of a file and its notation. Raises ``BadDrawing``, naming the file, also for a raster picture."""
    try:
        return _source(_content(path), path.name, notation, graphs=True)
    except _IsPicture:
        raise BadDrawing(f"{path.name}: a raster image has no diagram to read; give SVG, Mermaid, DOT …") from None


def open_any(path: Path, notation: str | None = None) -> Source | Drawing:
    """The text of a file and its notation, or the picture where it is a raster picture. Raises ``BadDrawing``."""
    data = _content(path)
    try:
        return _source(data, path.name, notation, graphs=True)
    except _IsPicture:
        return raster.read_raster(data, path.name)


class _IsPicture(Exception):
    """The content is a raster picture, or is taken for one."""


def _content(path: Path) -> bytes:
    """The bytes of a file, of a pipe such as ``/dev/stdin``, or, for ``-``, of the standard input."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(_MAX_FILE + 1)
        elif path.is_file() or path.is_fifo():
            with path.open("rb") as file:
                data = file.read(_MAX_FILE + 1)
        else:
            path.stat()  # says why, if it does not exist
            raise BadDrawing(f"{path} is no file")
    except OSError as error:
        raise BadDrawing(f"{path} cannot be read: {error.strerror or error}") from None
    if len(data) > _MAX_FILE:
        raise BadDrawing(f"{path.name} has more than {_MAX_FILE:,} bytes: the limit")
    return data


def _source(data: bytes, name: str, notation: str | None, graphs: bool = False) -> Source:
    """The source in a file; of a Markdown file the first diagram, or the first that is a graph, if there is one."""
    if not data.strip(b"\x00\t\n\r "):
        raise BadDrawing(f"{name} is empty: there is no drawing in it")
    if data[:2] == b"\x1f\x8b":
        data = _unzip(data, name)
    if data.startswith(_PICTURES):
        raise _IsPicture
    text = decode(data)
    known = notation or _SUFFIXES.get(Path(name).suffix.lower()) or notations.notation_of(text, name)
    if known is None and _SVG.search(text[:8192].replace("\x00", "")):
        known = "svg"
    if known is None and _is_text(data):
        raise BadDrawing(f"{name}: the notation of this text is not known; say it with --format {'|'.join(SOURCES)}")
    if known is None:
        raise _IsPicture
    return _fenced(text, name, graphs) if known == "markdown" else Source(text, known)


def _is_text(data: bytes) -> bool:
    try:
        return all(character.isprintable() or character.isspace() for character in data.decode())
    except UnicodeDecodeError:
        return False


def _fenced(text: str, name: str, graphs: bool) -> Source:
    with LOADING:
        from graphicacy.diagram.markdown import fences

    found = fences(text)
    if not found:
        raise BadDrawing(f"{name}: there is no fenced diagram (```mermaid or ```dot) in it")
    signs = {notation: facts.sign for notation, facts in notations.NOTATIONS.items()}
    alike = [fence for fence in found if signs[fence.notation].search(fence.source)] if graphs else []
    taken = (alike or found)[0]
    others = ", ".join(str(fence.line) for fence in found if fence is not taken)
    which = f"the {'first graph' if taken is not found[0] else 'first diagram'}, in line {taken.line},"
    warnings = (f"only {which} was taken; there are more in lines {others}",) if others else ()
    return Source(taken.source, taken.notation, taken.line, warnings)


def _unzip(data: bytes, name: str) -> bytes:
    """Content of a compressed SVG (.svgz), as far as the largest SVG that is accepted."""
    with LOADING:
        from graphicacy.diagram.svg.sanitise import MAX_BYTES

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise BadDrawing(f"{name} is damaged or cut off ({error}): export it again") from None
    if len(content) > MAX_BYTES:
        raise BadDrawing(f"{name} holds more than {MAX_BYTES:,} bytes when unpacked; simplify the drawing")
    return content
