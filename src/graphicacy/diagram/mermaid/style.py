"""Styles of Mermaid (``style``, ``classDef``, ``linkStyle``) → declarations by name, widths and kinds of lines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphicacy.diagram.model import LineStyle

__all__ = ["declared", "line_style", "line_width"]

_THICK = 3.5  # pixels: Mermaid's own thick line; its normal one has 2, a node's border 1
_WIDEST = 1000.0  # pixels: a line that is wider is a mistake
_WIDTH = re.compile(r"(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})\s*(px|pt|em|rem)?", re.I)
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "em": 16.0, "rem": 16.0}  # CSS pixels; Mermaid's text has 16


def declared(*lists: Iterable[object] | None) -> dict[str, str]:
    """Declarations by name; later ones win. A colour that was cut at its commas is put together again."""
    found: dict[str, str] = {}
    name = ""
    for line in (line for given in lists for line in given or ()):
        for part in str(line).split(";"):
            begin, colon, value = part.partition(":")
            open_ = name and found[name].count("(") > found[name].count(")")
            if colon and not open_:
                name = begin.strip().lower()
                found[name] = value.replace("!important", "").strip()
            elif open_:
                found[name] += f",{part.strip()}"
    return found


def line_width(style: dict[str, str]) -> float | None:
    """The declared ``stroke-width`` in CSS pixels; None where there is none that can be drawn."""
    found = _WIDTH.fullmatch(style.get("stroke-width", "").strip())
    if found is None:
        return None
    width = float(found[1]) * _UNITS[(found[2] or "").lower()]
    return width if width <= _WIDEST else None


def line_style(style: dict[str, str], drawn: LineStyle) -> LineStyle:
    """The line style that declarations make of one that is ``drawn`` anyway."""
    dashes = [float(n) for n in re.split(r"[\s,]+|px", style.get("stroke-dasharray", "")[:100]) if _is_number(n)]
    if any(dashes) and drawn is not LineStyle.INVISIBLE:
        return LineStyle.DOTTED if max(dashes) <= 3 else LineStyle.DASHED
    width = line_width(style)
    if drawn is LineStyle.SOLID and width is not None and width >= _THICK:
        return LineStyle.THICK
    return drawn


def _is_number(text: str) -> bool:
    return re.fullmatch(r"\d{1,9}(\.\d{1,9})?|\.\d{1,9}", text) is not None
