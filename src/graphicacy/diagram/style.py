"""Knobs of a drawing's looks that leave its meaning alone.

Each engine applies what it can; a source's own looks win.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from graphicacy.diagram.model import Direction

__all__ = ["CURVES", "FONTS", "PALETTES", "Palette", "Style"]

CURVES = ("curved", "straight", "orthogonal")
FONTS = ("sans", "serif", "mono")


class Palette(NamedTuple):
    """Colours as ``#rrggbb``: insides and borders of nodes and groups, words, connectors, the ground."""

    fill: str
    stroke: str
    text: str
    group_fill: str
    group_stroke: str
    line: str
    ground: str


PALETTES = {
    "classic": Palette("#ececff", "#9370db", "#333333", "#ffffde", "#aaaa33", "#333333", "#ffffff"),
    "mono": Palette("#ffffff", "#000000", "#000000", "#ffffff", "#7f7f7f", "#000000", "#ffffff"),
    "grey": Palette("#eeeeee", "#666666", "#222222", "#f8f8f8", "#999999", "#555555", "#ffffff"),
    "sea": Palette("#dceef8", "#1f6f9c", "#0b2c40", "#f2f8fc", "#7fb2cf", "#24566f", "#ffffff"),
    "leaf": Palette("#e2f2dd", "#3d7a2f", "#173310", "#f4faf2", "#8fbf83", "#3b5c33", "#ffffff"),
    "sand": Palette("#fdf1dc", "#a8712a", "#402b0e", "#fefaf2", "#d9b986", "#6b5330", "#ffffff"),
    "dark": Palette("#2b3a4a", "#9ec7e8", "#f2f6fa", "#1d2833", "#5d7891", "#d5e2ee", "#10161d"),
}


@dataclass(frozen=True, slots=True)
class Style:
    """How a diagram is drawn where its source does not say. None leaves a knob as the engine has it.

    ``palette`` is a name in ``PALETTES``; ``font`` one of ``FONTS``; ``font_size`` and ``line_width`` are in CSS
    pixels; ``spacing`` multiplies the gaps between nodes; ``direction`` replaces the source's; ``curve`` is how
    connectors run. Raises ``ValueError``, naming the knob, for a value that is none of these.
    """

    palette: str | None = None
    font: str | None = None
    font_size: float | None = None
    line_width: float | None = None
    spacing: float | None = None
    direction: Direction | None = None
    curve: Literal["curved", "straight", "orthogonal"] | None = None

    def __post_init__(self) -> None:
        _check("palette", self.palette, tuple(PALETTES))
        _check("font", self.font, FONTS)
        _check("curve", self.curve, CURVES)
        for name, least, most in (("font_size", 4, 100), ("line_width", 0.1, 20), ("spacing", 0.2, 10)):
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise ValueError(f"{name} {value:g} is not from {least:g} to {most:g}")


def _check(name: str, value: str | None, known: tuple[str, ...]) -> None:
    if value is not None and value not in known:
        raise ValueError(f"{name} {value!r} is none of {', '.join(known)}")
