"""A drawing: the picture, and what is known of how it was made."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Scene

__all__ = ["BadDrawing", "Drawing"]


class BadDrawing(ValueError):
    """An input that is no drawing, or that was refused or stopped: one line that says what, where and what to do."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """One picture.

    ``png`` is an 8-bit RGB PNG of ``width`` × ``height`` pixels (transparency laid on white). ``svg`` is the
    *sanitised* SVG where the drawing is one, in whose coordinates (CSS pixels from the top left corner, after
    the view box is applied) one unit is ``scale`` pixels of ``png``. ``source`` is what it was rendered from, in
    ``notation`` (svg, mermaid, dot, tikz; None for a raster image). ``diagram`` and ``scene`` are set where the
    renderer knows them (Mermaid, DOT); ``scene`` is in pixels of ``png``.
    """

    png: bytes
    width: int
    height: int
    svg: str | None = None
    scale: float = 1.0
    source: str | None = None
    notation: str | None = None
    diagram: Diagram | None = None
    scene: Scene | None = None
    warnings: tuple[str, ...] = field(default=())
