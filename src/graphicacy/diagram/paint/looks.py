"""What a style makes of a layout that leaves its looks open: colours, widths, the font."""

from __future__ import annotations

from dataclasses import dataclass

from graphicacy.diagram.contrast import BLACK, WHITE, contrast, is_readable, readable
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Group, LineStyle, Node, Shape
from graphicacy.diagram.style import PALETTES, Palette, Style

__all__ = ["Looks", "looks_of"]

_SIZE, _LINE = 14.0, 1.2  # pixels: font and line where neither layout nor style says
_THICK = 3.0  # times as wide as other lines
_SEEN = 2.0  # least contrast of a line


@dataclass(frozen=True, slots=True)
class Looks:
    """Colours, and sizes in pixels.

    ``chosen`` says that the palette was asked for, not just fallen back on; ``regrounded`` that it replaces the ground
    for which the colours of the layout were picked.
    """

    palette: Palette
    chosen: bool
    font: str
    size: float
    line: float
    ground: str
    regrounded: bool

    def width(self, said: float | None, line: LineStyle) -> float:
        """Width of a line in pixels."""
        if said is not None:
            return said
        return _THICK * self.line if line is LineStyle.THICK else self.line

    def fill(self, part: Node | Group) -> str | None:
        """What a node or group is filled with. The palette fills where it was asked for and nothing else is said.

        A part with a border of its own, or with none, is empty where it has no fill: it may be a frame.
        """
        bare = part.border is LineStyle.INVISIBLE or (isinstance(part, Node) and part.shape is Shape.TEXT)
        if part.fill or part.stroke or bare or not self.chosen:
            return part.fill
        return self.palette.fill if isinstance(part, Node) else self.palette.group_fill

    def stroke(self, part: Node | Group) -> str | None:
        """The colour of a node's or group's border."""
        if part.border is LineStyle.INVISIBLE or (isinstance(part, Node) and part.shape is Shape.TEXT):
            return None
        return self.line_color(
            part.stroke, self.palette.stroke if isinstance(part, Node) else self.palette.group_stroke
        )

    def line_color(self, said: str | None, otherwise: str | None = None) -> str:
        """The colour of a line: as said, where it can still be seen, else ``otherwise`` or that of all connectors."""
        if said is not None and not (self.regrounded and contrast(said, self.ground) < _SEEN):
            return said
        return otherwise or self.palette.line

    def ink(self, said: str | None, ground: str | None) -> str:
        """Colour of words: as said, else the palette's, or black or white where those cannot be read on ``ground``.

        ``ground`` is what the words' part is filled with. Black is what letterings have that say nothing, so that a
        palette that is asked for replaces it.
        """
        lost = self.regrounded and ground is None and said is not None and not is_readable(said, self.ground)
        if said is not None and not lost and not (self.chosen and said == BLACK):
            return said
        return readable(self.palette.text, ground or self.ground)


def looks_of(layout: Layout, style: Style | None) -> Looks:
    """Looks of a layout under a style; a palette's ground replaces white, which is what layouts have that say none."""
    style = style or Style()
    chosen = style.palette is not None
    palette = PALETTES[style.palette or "mono"]
    ground = palette.ground if chosen and layout.background == WHITE else layout.background
    regrounded = ground != layout.background
    return Looks(
        palette, chosen, style.font or "sans", style.font_size or _SIZE, style.line_width or _LINE, ground, regrounded
    )
