"""Style declarations of Mermaid (``style``, ``classDef``, ``linkStyle``) → colours, widths and line styles."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphicacy.diagram.model import LineStyle

__all__ = ["declared", "declared_color", "line_style", "line_width"]

_THICK = 3.5  # pixels: Mermaid's own thick line; its normal one has 2, a node's border 1
_WIDEST = 1000.0  # pixels: a line that is wider is a mistake
_WIDTH = re.compile(r"(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})\s*(px|pt|em|rem)?", re.I)
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "em": 16.0, "rem": 16.0}  # CSS pixels; Mermaid's text has 16
_TRANSPARENT = re.compile(r"(?:rgb|hsl)a?\((?:(?:[^,)]*,){3}|[^,/)]*/)\s*0*(?:\.0*)?%?\s*\)", re.I)
_ALPHA = re.compile(r"(rgb|hsl)a?\(([^,)]*,[^,)]*,[^,)]*),[^,)]*\)", re.I)  # ← rgba(red, green, blue, alpha)
_SPACED = re.compile(r"(rgb|hsl)a?\(\s*([^\s,/)]+)\s+([^\s,/)]+)\s+([^\s,/)]+)\s*(?:/[^)]*)?\)", re.I)


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


def declared_color(style: dict[str, str], name: str) -> str | None:
    """A declared colour as ``#rrggbb``; None where there is none, or it is transparent or unknown."""
    value = style.get(name, "")
    if not value or len(value) > 100 or value.lower() in ("none", "transparent") or _TRANSPARENT.fullmatch(value):
        return None
    from PIL import ImageColor

    value = _ALPHA.sub(r"\1(\2)", _SPACED.sub(r"\1(\2,\3,\4)", value)).replace("deg", "")
    try:
        red, green, blue, *alpha = ImageColor.getrgb(value)
    except ValueError:
        return None
    if alpha == [0] or not max(red, green, blue) <= 255:
        return None
    return f"#{red:02x}{green:02x}{blue:02x}"


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
