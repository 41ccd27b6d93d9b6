"""What a file says, made safe: numbers that are numbers, words on one line."""

from __future__ import annotations

import math
from collections.abc import Iterable

from graphicacy.diagram.drawing import MAX_LABEL, BadDrawing

__all__ = ["listed", "number", "one_line"]

_MAX_NUMBER = 1e7


def number(value: object, what: str) -> float:
    """A finite coordinate or size of at most ten million. Raises ``BadDrawing``, which says ``what`` is none."""
    try:
        found = float(value) if isinstance(value, str | int | float) else math.nan
    except (ValueError, OverflowError):
        found = math.nan
    if not abs(found) <= _MAX_NUMBER:
        raise BadDrawing(
            f"{what} is {str(value)[:40]!r}: give a number between -{_MAX_NUMBER:,.0f} and {_MAX_NUMBER:,.0f}"
        )
    return found


def one_line(text: str) -> str:
    """Words with one space between them. Raises ``BadDrawing`` for more than any figure can show."""
    if len(text) > MAX_LABEL:
        raise BadDrawing(f"a label has {len(text):,} characters: the limit is {MAX_LABEL:,}")
    return " ".join(text.split())


def listed(names: Iterable[str], most: int = 5) -> str:
    """The first names, for a message."""
    names = list(names)
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(name[:60] for name in names[:most]) + more
