"""Words in an SVG of Mermaid that can be read on the fills that its source gives."""

from __future__ import annotations

import re

from graphicacy.diagram.contrast import is_readable, readable
from graphicacy.diagram.style import PALETTES, Style
from graphicacy.diagram.svg.cascade import hex_color

__all__ = ["legible"]

_PART = re.compile(
    r'(?P<before><g class="(?:node|cluster)[ "](?:(?!<g class="(?:node|cluster|edgeLabel|root)[ "])[\s\S])*?)'
    r'<text(?P<rest>[^>]*?)(?: style="(?P<own>[^"]*)")?>'
)
_FILL = re.compile(r'style="(?:[^";]*;)*\s*fill\s*:\s*([^;"!]+)')
_COLOR = re.compile(r'<g class="(?:cluster-)?label\b[^>]*style="(?:[^";]*;)*\s*color\s*:')


def legible(svg: str, style: Style | None) -> str:
    """The SVG with black or white words where a palette's cannot be read on the fill that the source gives a part."""
    if style is None or style.palette is None:
        return svg
    words = PALETTES[style.palette].text

    def colored(part: re.Match[str]) -> str:
        fill = _FILL.search(part["before"])
        ground = hex_color(fill[1]) if fill and not _COLOR.search(part["before"]) else None
        if ground is None or is_readable(words, ground) or part["own"]:
            return part[0]
        return f'{part["before"]}<text style="fill:{readable(words, ground)}"{part["rest"]}>'

    return _PART.sub(colored, svg)
