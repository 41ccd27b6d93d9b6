"""Mermaid → its picture by Mermaid itself, in a page of a Chromium that stays open; SVG → PNG by the same Chromium."""

from __future__ import annotations

import re
from typing import Any

from graphicacy.diagram.drawing import BadDrawing, Sketch, place
from graphicacy.diagram.engines.mermaid_config import configuration, finished, prepared, turned, unescaped, unmarked
from graphicacy.diagram.engines.mermaid_curves import recurved
from graphicacy.diagram.engines.mermaid_signs import with_greater_signs
from graphicacy.diagram.engines.merman import understood
from graphicacy.diagram.engines.page import with_pages
from graphicacy.diagram.mermaid.scene import to_scene
from graphicacy.diagram.raster import MAX_PIXELS
from graphicacy.diagram.style import Style
from graphicacy.diagram.svg.size import size_of

__all__ = ["draw_mermaid", "rasterise"]

# What no source may change: what Mermaid protects by default, and a layout that is not in its package.
_SECURE = ["secure", "securityLevel", "startOnLoad", "maxTextSize", "suppressErrorRendering", "maxEdges", "layout"]
_FIXED = {
    "secure": _SECURE, "securityLevel": "strict", "startOnLoad": False, "suppressErrorRendering": True,
    "maxTextSize": 2_000_000, "maxEdges": 4_000, "deterministicIds": True, "deterministicIDSeed": "mermaid",
    "handDrawnSeed": 1, "logLevel": "fatal",
}  # fmt: skip


def draw_mermaid(source: str, style: Style | None = None) -> Sketch:
    """SVG of ``source``; for flowcharts and state diagrams also what it says and where, in CSS pixels of the SVG.

    Raises ``BadDrawing`` where the source is wrong or takes too long, or where Chromium or Mermaid is not installed.
    """
    source = prepared(turned(source, style.direction if style else None))
    meaning = understood(source)
    configured = {**configuration(style), **_FIXED}
    drawn = with_pages("Mermaid", lambda pages: pages.draw(with_greater_signs(unmarked(source)), configured))
    if "error" in drawn:
        raise BadDrawing(_complaint(drawn))
    svg = finished(unescaped(str(drawn["svg"])), style)
    if meaning is None:
        return Sketch(svg)
    return to_scene(recurved(svg, source, style, *meaning), *meaning).sketch()


def rasterise(svg: str, zoom: float = 1.0) -> bytes:
    """PNG of a *sanitised* SVG on white, ``zoom`` pixels per CSS pixel. Raises ``BadDrawing``."""
    width, height = size_of(svg)
    if width * height * zoom * zoom > MAX_PIXELS:
        raise BadDrawing(f"the picture would have more than {MAX_PIXELS:,} pixels: zoom less")
    return with_pages("Chromium", lambda pages: pages.picture(svg, width, height, zoom))


def _complaint(drawn: dict[str, Any]) -> str:
    """Mermaid's words on one line, with the place in front where it tells one."""
    said = " ".join(re.sub(r"^Parse error on line \d+:.*?(?=Expecting)", "", str(drawn["error"]), flags=re.S).split())
    where = place(drawn["line"]) if drawn.get("line") else ""
    return f"{where}Mermaid cannot draw this: {said[:300]}"
