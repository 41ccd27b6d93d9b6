"""Mermaid → SVG by merman, an implementation of Mermaid that needs no browser.

What a source means, and whether it is Mermaid at all, is asked from Mermaid's own parser; merman lays it out and draws
it, with labels as SVG text, measured with the package's fonts. What merman does not understand though Mermaid does is
written anew and drawn from that. All of it runs in guarded processes.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from graphicacy.diagram import fonts
from graphicacy.diagram.drawing import BadDrawing, Sketch
from graphicacy.diagram.engines.guard import Caps, guarded
from graphicacy.diagram.engines.mermaid_anew import drawn_anew
from graphicacy.diagram.engines.mermaid_config import configuration, finished, prepared, turned
from graphicacy.diagram.engines.mermaid_curves import recurved
from graphicacy.diagram.engines.merman_source import mended, plain
from graphicacy.diagram.mermaid.read import Keys, NoGraph, parse_mermaid
from graphicacy.diagram.mermaid.scene import to_scene
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.style import Style
from graphicacy.diagram.svg.words import told, words_of

__all__ = ["MAX_PARTS", "draw_mermaid", "understood"]

MAX_PARTS = 4_000  # nodes and edges
_PREFIX = re.compile(r"^Diagram parse error \([^)]*\): ")
_UNKNOWN_ICON = "?"  # as Mermaid itself paints an icon that it does not know
_CAPS = Caps(wall=20, cpu=15, memory=1 << 30, jobs=5_000)


class _NotUnderstood(BadDrawing):
    """A source that merman refuses. What breaks a cap is another thing: drawing it anew would break it again."""


def draw_mermaid(source: str, style: Style | None = None) -> Sketch:
    """SVG of ``source``; for flowcharts and state diagrams also what it says and where, in CSS pixels of the SVG.

    Raises ``BadDrawing``.
    """
    source = prepared(turned(source, style.direction if style else None))
    meaning = understood(source)
    try:
        svg = _drawn(source, style)
    except _NotUnderstood as error:
        if meaning is None:
            raise
        return drawn_anew(meaning[0], style, str(error), _drawn)
    if meaning is None:
        return Sketch(svg)
    seen = to_scene(recurved(svg, source, style, *meaning), *meaning)
    if seen.missing:
        return drawn_anew(meaning[0], style, f"{', '.join(seen.missing[:5])} not drawn", _drawn)
    fault = _misspelt(svg, meaning[0])
    return drawn_anew(meaning[0], style, fault, _drawn) if fault else seen.sketch()


def understood(source: str) -> tuple[Diagram, Keys] | None:
    """What ``source`` says and the names of its edges; None for a diagram that is no graph.

    Raises ``BadDrawing`` for what Mermaid refuses, and for more parts than can be laid out.
    """
    try:
        diagram, keys = parse_mermaid(source)
    except NoGraph:
        return None
    parts = len(diagram.nodes) + len(diagram.edges)
    if parts > MAX_PARTS:
        raise BadDrawing(f"the diagram has {parts:,} nodes and edges: the limit is {MAX_PARTS:,}; draw less")
    return diagram, keys


def _misspelt(svg: str, diagram: Diagram) -> str:
    """What the picture says and the diagram does not, or the other way round; nothing where they say the same."""
    painted = [words for words in words_of(svg, titles=False) if words != _UNKNOWN_ICON]
    beside, missing = told(painted, [*diagram.labels().values(), *(edge.label for edge in diagram.edges)])
    return f"{(*missing, *beside)[0][:40]!r} drawn otherwise" if beside or missing else ""


def _drawn(source: str, style: Style | None) -> str:
    config = configuration(style)
    source = plain(source, config["fontSize"], config["state"]["wrappingWidth"])
    options = {"version": 2, "site_config": config, "svg": {"pipeline": "resvg-safe"}}
    svg, said = guarded("Mermaid", f"{__name__}:draw", source, json.dumps(options), caps=_CAPS)
    if said:
        raise _NotUnderstood(str(said))
    return finished(mended(str(svg)), style)


# What follows runs in the guarded process.


def draw(source: str, options: str) -> tuple[str, str]:
    """The SVG, and merman's words where it does not understand the source."""
    import merman

    try:
        return str(_engine(options).render_svg(source, None)), ""
    except merman.MermanError as error:
        message = " ".join(str(getattr(error, "message", error)).split())[:300]
        if getattr(error, "resource", None) is not None:
            raise BadDrawing(f"the diagram is too large for Mermaid ({message}); draw less") from None
        return "", _PREFIX.sub("", message) or "no reason given"


@lru_cache(maxsize=8)
def _engine(options: str) -> Any:
    import merman

    kinds = merman.MermanTextMeasurementResultKind

    class Measurer(merman.MermanTextMeasurer):  # type: ignore[misc]
        """Widths of the package's fonts; what is not a matter of width is left to merman."""

        def measure(self, request: Any) -> Any:
            operation = request.operation.name
            bold = str(request.font_weight or "").lower() in ("bold", "bolder", "600", "700", "800", "900")
            font = next((name for name, family in fonts.FAMILIES.items() if family in str(request.font_family)), "sans")
            lines = request.text.split("\n")
            if operation == "WRAPPED":
                if request.max_width is not None:
                    lines = [part for line in lines for part in fonts.wrap(line, request.font_size, request.max_width)]
                kind, height = kinds.METRICS, len(lines) * request.line_height
            elif operation == "COMPUTED_LENGTH" or (
                operation.endswith("_WIDTH") and not operation.startswith("WRAPPED")
            ):
                kind, height = kinds.LENGTH, 0.0
            else:
                return None
            width = max((fonts.text_width(line, request.font_size, bold, font) for line in lines), default=0.0)
            return merman.MermanTextMeasureResult(
                result_kind=kind,
                width=width,
                height=height,
                length=width,
                line_count=len(lines),
                bbox_left=None,
                bbox_right=None,
                raw_width=None,
            )

    services = merman.MermanEngineServices().with_text_measurer(Measurer())
    return merman.MermanEngine(options, services)
