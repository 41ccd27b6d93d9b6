"""A drawing: the picture, and what is known of how it was made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Scene

__all__ = ["MAX_LABEL", "BadDrawing", "Drawing", "Sketch", "place"]

MAX_LABEL = 10_000  # characters of one label: more than any figure can show


class BadDrawing(ValueError):
    """An input that is no drawing, or that was refused or stopped: one line that says what, where and what to do.

    A fault at one place of a source begins with that place: ``line 3, column 5: …``, both counted from 1.
    """


def place(line: int, column: int | None = None) -> str:
    """How messages name a place in a source: ``line 3, column 5: ``."""
    return f"line {line}: " if column is None else f"line {line}, column {column}: "


class Sketch(NamedTuple):
    """What an engine makes of a source: an SVG, and, where the engine knows them, what it says and where its parts are.

    ``scene`` is in CSS pixels of the SVG, from the top left corner, after the view box is applied.
    """

    svg: str
    diagram: Diagram | None = None
    scene: Scene | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """One picture.

    ``png`` is an 8-bit RGB PNG of ``width`` × ``height`` pixels (transparency laid on white). ``svg`` is the
    *sanitised* SVG where the drawing is one, in whose coordinates (CSS pixels from the top left corner, after
    the view box is applied) one unit is ``scale`` pixels of ``png``. ``source`` is what it was rendered from, in
    ``notation`` (a name in ``notations``, or svg or tikz; None for a raster image). ``diagram`` and ``scene`` are set
    where the renderer knows them; ``scene`` is in pixels of ``png``. ``layout`` is set where our own writer painted it,
    in CSS pixels of the SVG. ``engine`` is the name of what drew it.
    """

    png: bytes = field(repr=False)
    width: int
    height: int
    svg: str | None = field(default=None, repr=False)
    scale: float = 1.0
    source: str | None = field(default=None, repr=False)
    notation: str | None = None
    diagram: Diagram | None = field(default=None, repr=False)
    scene: Scene | None = field(default=None, repr=False)
    layout: Layout | None = field(default=None, repr=False)
    engine: str | None = None
    warnings: tuple[str, ...] = field(default=())
