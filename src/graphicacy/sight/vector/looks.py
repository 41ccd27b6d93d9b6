"""How an element looks: the cascade, inheritance, opacity and transforms, resolved step by step down the tree."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from graphicacy.diagram.affine import Matrix, multiply, parse_transform
from graphicacy.diagram.svg.cascade import Sheet, pixels

__all__ = ["INHERITED", "Look", "fraction", "look_of"]

INHERITED = frozenset(
    [
        "fill",
        "stroke",
        "color",
        "visibility",
        "fill-opacity",
        "stroke-opacity",
        "stroke-width",
        "stroke-dasharray",
        "marker-start",
        "marker-mid",
        "marker-end",
        "font-size",
        "font-family",
        "font-weight",
        "font-style",
        "text-anchor",
        "dominant-baseline",
        "letter-spacing",
        "writing-mode",
    ]
)


@dataclass(frozen=True, slots=True)
class Look:
    """Resolved appearance at one element: its map to pixels, inherited properties, accumulated opacity."""

    matrix: Matrix
    style: dict[str, str]
    alpha: float = 1.0
    effect: bool = False
    size: float = 16.0  # font size in user units
    view: tuple[float, float] = (100.0, 100.0)  # what percentages refer to


def look_of(sheet: Sheet, element: etree._Element, parent: Look, keep_matrix: bool = False) -> Look | None:
    """The look of an element under a parent's, None where it is not drawn at all."""
    own = sheet.style(element)
    if own.get("display") == "none":
        return None
    if "marker" in own:
        for end in ("marker-start", "marker-mid", "marker-end"):
            own.setdefault(end, own["marker"])
    alpha = parent.alpha * fraction(own.get("opacity"))
    if alpha < 0.03:
        return None
    if "font" in own and "font-size" not in own:
        own["font-size"], weight = _shorthand(own["font"])
        own.setdefault("font-weight", weight)
    size = _font_size(own["font-size"], parent.size) if "font-size" in own else parent.size
    style = dict(parent.style)
    style.update((k, v) for k, v in own.items() if k in INHERITED and v != "inherit")
    matrix = parent.matrix
    if "transform" in own and not keep_matrix:
        matrix = multiply(matrix, parse_transform(own["transform"]))
    effect = parent.effect or own.get("filter", "none") != "none"
    return Look(matrix, style, alpha, effect, size, parent.view)


def fraction(text: str | None) -> float:
    """An opacity in [0, 1]; 1 where none is given."""
    if not text:
        return 1.0
    value = pixels(text, 1.0, whole=1.0)
    return max(0.0, min(1.0, value))


_NAMED_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip


_WEIGHTS = frozenset(("bold", "bolder", "600", "700", "800", "900"))


def _shorthand(font: str) -> tuple[str, str]:
    """Size and weight of a ``font`` shorthand: the size has a unit or a name, a number without one is a weight."""
    words = font.lower().split()
    named = (w for w in words if w.split("/")[0] in _NAMED_SIZES or (w[:1].isdigit() and not w.isdigit()))
    size = next(named, "16px").split("/")[0]
    return size, "bold" if _WEIGHTS.intersection(words) else "normal"


def _font_size(text: str, parent: float) -> float:
    if text in _NAMED_SIZES:
        return _NAMED_SIZES[text]
    factor = {"smaller": 1 / 1.2, "larger": 1.2}.get(text)
    return parent * factor if factor else pixels(text, parent, whole=parent, font=parent)
