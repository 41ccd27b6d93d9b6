"""How numbers, words and attributes are written in the SVG that we paint."""

from __future__ import annotations

from collections.abc import Iterable

from graphicacy.diagram.model import LineStyle
from graphicacy.diagram.scene import Point
from graphicacy.diagram.xml import ILLEGAL

__all__ = ["attributes", "dashes", "number", "points", "words"]


def number(value: float) -> str:
    """A length with at most two decimals."""
    text = f"{value:.2f}"
    if text[-1] != "0":
        return text
    text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(of: Iterable[Point]) -> str:
    """Coordinates as ``x,y x,y …``, which path data may follow an M with, too."""
    return " ".join([f"{number(x)},{number(y)}" for x, y in of])


def words(text: str) -> str:
    """Text as the content of an element; what XML cannot hold becomes the replacement character."""
    safe = ILLEGAL.sub("\ufffd", text)
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def attributes(fill: str | None, stroke: str | None, width: float = 0.0, line: LineStyle = LineStyle.SOLID) -> str:
    """Paint of an element, with a space in front; None paints nothing."""
    filled = f' fill="{fill or "none"}"'
    if stroke is None:
        return filled
    return f'{filled} stroke="{stroke}" stroke-width="{number(width)}"{dashes(line, width)}'


def dashes(line: LineStyle, width: float) -> str:
    """The pattern of a line: dots as long as the line is wide, dashes about five times as long."""
    if line is LineStyle.DOTTED:
        dot = max(1.0, width)
        return f' stroke-dasharray="{number(dot)},{number(2 * dot)}"'
    if line is LineStyle.DASHED:
        return f' stroke-dasharray="{number(4 * width + 1.5)},{number(2.5 * width + 1)}"'
    return ""
