"""Words in an SVG of Mermaid that can be read on the fills that its source gives."""

from __future__ import annotations

import re

from graphicacy.diagram.style import PALETTES, Style
from graphicacy.diagram.svg.cascade import hex_color

__all__ = ["legible"]

_PART = re.compile(
    r'(?P<before><g class="(?:node|cluster)[ "](?:(?!<g class="(?:node|cluster|edgeLabel|root)[ "])[\s\S])*?)'
    r'<text(?P<rest>[^>]*?)(?: style="(?P<own>[^"]*)")?>'
)
_FILL = re.compile(r'style="(?:[^";]*;)*\s*fill\s*:\s*([^;"!]+)')
_COLOR = re.compile(r'<g class="(?:cluster-)?label\b[^>]*style="(?:[^";]*;)*\s*color\s*:')
_LEAST = 3.0  # contrast of words, of at most 21 (WCAG 2.2, 1.4.3, for large text)


def legible(svg: str, style: Style | None) -> str:
    """The SVG with black or white words where a palette's cannot be read on the fill that the source gives a part."""
    if style is None or style.palette is None:
        return svg
    words = PALETTES[style.palette].text

    def coloured(part: re.Match[str]) -> str:
        fill = _FILL.search(part["before"])
        wanted = _readable(hex_color(fill[1].strip()), words) if fill and not _COLOR.search(part["before"]) else None
        if wanted is None or part["own"]:
            return part[0]
        return f'{part["before"]}<text style="fill:{wanted}"{part["rest"]}>'

    return _PART.sub(coloured, svg)


def _readable(fill: str | None, words: str) -> str | None:
    """Black or white where ``words`` are not readable on ``fill``."""
    if fill is None or _contrast(fill, words) >= _LEAST:
        return None
    return max("#000000", "#ffffff", key=lambda tint: _contrast(fill, tint))


def _contrast(a: str, b: str) -> float:
    """Contrast of two colours, from 1 to 21 (WCAG 2.2, *contrast ratio*)."""
    dark, light = sorted((_luminance(a), _luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(tint: str) -> float:
    """Relative luminance of ``#rrggbb``, from 0 to 1 (WCAG 2.2)."""
    shares = [int(tint[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
