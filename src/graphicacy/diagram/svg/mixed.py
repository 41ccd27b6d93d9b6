"""Parts of a drawing that are painted in several colours, so that no one colour is theirs."""

from __future__ import annotations

import re

__all__ = ["has_mixed_fills", "has_mixed_lines"]

_GRADIENT = re.compile(r"<(?:linear|radial)Gradient\b")
_PART = r'<g id="{}\d+" class="{}">(.*?)</g>'  # of Graphviz
_NODE, _EDGE = (re.compile(_PART.format(kind, kind), re.S) for kind in ("node", "edge"))
_FILL = re.compile(r'<(?:polygon|path|ellipse)\b[^>]*? fill="([^"]*)"')
_STROKE = re.compile(r'<path\b[^>]*? stroke="([^"]*)"')


def has_mixed_fills(svg: str) -> bool:
    """Whether a gradient is used, or Graphviz fills a node with stripes, wedges or cells of several colours."""
    if _GRADIENT.search(svg):
        return True
    return any(len(set(_FILL.findall(node)) - {"none"}) > 1 for node in _NODE.findall(svg))


def has_mixed_lines(svg: str) -> bool:
    """Whether Graphviz draws an edge as pieces, or as lines side by side, of several colours."""
    return any(len(set(_STROKE.findall(edge))) > 1 for edge in _EDGE.findall(svg))
