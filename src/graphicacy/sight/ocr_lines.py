"""What every OCR engine gives: lines of text with a quadrilateral, before boxes are shrunk to the ink."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphicacy.diagram.scene import Point

__all__ = ["RawLine", "Span", "TextEngineError", "words_of"]

_WORD = re.compile(r"[^\s\u2190-\u21ff\u27f0-\u27ff]+")


class TextEngineError(ValueError):
    """A text engine that is unknown, not installed, or cannot read this picture: one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Span:
    """One word of a line: from ``start`` to ``end`` along the reading direction, as shares of the line's length."""

    text: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class RawLine:
    """One line as an engine reports it.

    ``polygon`` holds the corners in pixels, clockwise from the start of the line; ``score`` is in [0, 1].
    """

    text: str
    polygon: tuple[Point, Point, Point, Point]
    score: float
    words: tuple[Span, ...]


def words_of(text: str) -> list[tuple[int, int]]:
    """The words of a line as half-open index ranges, split at white space and arrows."""
    return [match.span() for match in _WORD.finditer(text)]
