"""What the walk over an SVG yields: painted outlines and strokes in pixels."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphicacy.diagram.model import LineStyle
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.svg.cascade import RGB
from graphicacy.diagram.svg.paths import Sub

__all__ = ["Glyph", "Mark", "Paint", "hexadecimal", "line_style"]


@dataclass(frozen=True, slots=True)
class Paint:
    """Fill and stroke after opacity; None where nothing is painted. ``width`` and ``dashes`` in pixels."""

    fill: RGB | None = None
    fill_alpha: float = 1.0
    stroke: RGB | None = None
    stroke_alpha: float = 1.0
    width: float = 1.0
    dashes: tuple[float, ...] = ()
    explicit_fill: bool = False


@dataclass(slots=True, eq=False)
class Glyph:
    """What a marker draws at one place of a line: outlines in pixels, each with whether it is filled."""

    at: Point
    subs: list[tuple[Sub, bool]]


@dataclass(slots=True, eq=False)
class Mark:
    """One drawn element. ``order`` is its place in the drawing order, ``corner`` a rectangle's radius in pixels.

    ``start``, ``mid`` and ``end`` are the markers drawn on it; ``effect`` says that a filter (a shadow) is on it.
    """

    order: int
    tag: str
    subs: list[Sub]
    paint: Paint
    box: Box
    corner: float = 0.0
    effect: bool = False
    start: Glyph | None = None
    mid: list[Glyph] = field(default_factory=list)
    end: Glyph | None = None

    @property
    def opaque(self) -> bool:
        """Whether nothing under the fill can be seen."""
        return self.paint.fill is not None and self.paint.fill_alpha >= 0.97


def hexadecimal(color: RGB | None) -> str | None:
    """``#rrggbb``, or None."""
    return "#{:02x}{:02x}{:02x}".format(*color) if color else None


def line_style(paint: Paint) -> LineStyle:
    """Dotted: dashes up to half a pixel longer than 1.5 line widths; thick: 3.5 px or more."""
    if paint.dashes:
        return LineStyle.DOTTED if paint.dashes[0] <= 1.5 * paint.width + 0.5 else LineStyle.DASHED
    return LineStyle.THICK if paint.width >= 3.5 else LineStyle.SOLID
