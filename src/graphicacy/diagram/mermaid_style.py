"""Style declarations of Mermaid (``style``, ``classDef``, ``linkStyle``) → colours and line styles."""

from __future__ import annotations

from collections.abc import Sequence

from graphicacy.diagram.model import LineStyle

__all__ = ["declared_color", "line_style", "styles_of"]

_THICK = 3.5  # pixels: Mermaid's own thick line; its normal one has 2, a node's border 1


def styles_of(classes: dict[str, list[str]], names: Sequence[str], own: Sequence[str]) -> dict[str, str]:
    """Declarations that hold for an item: those of its classes, in their order, then its own."""
    lines = [*(line for name in names for line in classes.get(name, ())), *own]
    declared = {}
    for line in lines:
        for part in str(line).split(";"):
            name, colon, value = part.partition(":")
            if colon:
                declared[name.strip().lower()] = value.replace("!important", "").strip()
    return declared


def declared_color(style: dict[str, str], name: str) -> str | None:
    """A declared colour as ``#rrggbb``; None where there is none, or it is transparent or unknown."""
    value = style.get(name, "")
    if not value or value.lower() in ("none", "transparent"):
        return None
    from PIL import ImageColor

    try:
        red, green, blue, *alpha = ImageColor.getrgb(value)
    except ValueError:
        return None
    return None if alpha == [0] else f"#{red:02x}{green:02x}{blue:02x}"


def line_style(style: dict[str, str], drawn: LineStyle) -> LineStyle:
    """The line style that declarations make of one that is ``drawn`` anyway."""
    dashes = [float(n) for n in style.get("stroke-dasharray", "").replace(",", " ").split() if _is_number(n)]
    if any(dashes) and drawn is not LineStyle.INVISIBLE:
        return LineStyle.DOTTED if max(dashes) <= 3 else LineStyle.DASHED
    width = style.get("stroke-width", "").lower().removesuffix("px").strip()
    if drawn is LineStyle.SOLID and _is_number(width) and float(width) >= _THICK:
        return LineStyle.THICK
    return drawn


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()
