"""Mermaid → its meaning, layout and SVG by merman, an implementation of Mermaid that needs no browser.

Mermaid's defaults have changed between versions: the classic ones are asked for by name. Labels are SVG text, measured
with the package's font. All of it runs in the guarded process.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from graphicacy.diagram import fonts
from graphicacy.diagram.drawing import BadDrawing, Sketch
from graphicacy.diagram.engines.guard import Caps, guarded
from graphicacy.diagram.engines.mermaid_config import configuration, dressed, turned
from graphicacy.diagram.mermaid_graph import is_graph, to_diagram
from graphicacy.diagram.mermaid_scene import to_scene
from graphicacy.diagram.style import Style

__all__ = ["draw_mermaid", "parse_mermaid"]

MAX_PARTS = 4_000  # nodes and edges
MAX_LINKS = 20_000  # in the source, before it is parsed
_CAPS = Caps(wall=20, cpu=15, memory=1 << 30)
# Labels are drawn as plain text: marks of emphasis and of formulas are left out, lest they be spelt out.
_EMPHASIS = re.compile(r"</?(?:b|i|u|s|em|strong|sub|sup|small|big|code|span|font|center|p|div)(?:\s[^<>]*)?>", re.I)


def parse_mermaid(source: str) -> dict[str, Any]:
    """What merman makes of ``source``: Mermaid's own database of the diagram. Raises ``BadDrawing`` with the line."""
    (meaning,) = guarded("Mermaid", f"{__name__}:read", source, caps=_CAPS)
    return dict(json.loads(meaning))


def draw_mermaid(source: str, style: Style | None = None) -> Sketch:
    """SVG of ``source``; for flowcharts and state diagrams also what it says and where, in CSS pixels of the SVG.

    Raises ``BadDrawing``.
    """
    source = turned(source, style.direction if style else None)
    options = _options(json.dumps(configuration(style)))
    meaning, svg = (str(part) for part in guarded("Mermaid", f"{__name__}:draw", source, options, caps=_CAPS))
    svg = dressed(svg, style)
    facts = json.loads(meaning)
    if not is_graph(facts):
        return Sketch(svg)
    diagram, keys = to_diagram(facts)
    drawn = to_scene(svg, diagram, keys)
    return Sketch(svg, drawn.diagram, drawn.scene)


def _options(config: str) -> str:
    return f'{{"version": 2, "site_config": {config}, "svg": {{"pipeline": "resvg-safe"}}}}'


# What follows runs in the guarded process.


def read(source: str) -> str:
    """The meaning as JSON."""
    return _ask(_engine(_options("{}")).parse_json, _prepared(source))


def draw(source: str, options: str) -> tuple[str, str]:
    """Meaning as JSON, and SVG."""
    source = _prepared(source)
    engine = _engine(options)
    meaning = _ask(engine.parse_json, source)
    facts = json.loads(meaning)
    if is_graph(facts):
        parts = len(facts["nodes"]) + len(facts["edges"])
        if parts > MAX_PARTS:
            raise BadDrawing(f"the diagram has {parts:,} nodes and edges: the limit is {MAX_PARTS:,}; draw less")
    return meaning, _ask(engine.render_svg, source)


def _prepared(source: str) -> str:
    source = source.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\x00", " ")
    links = sum(source.count(link) for link in ("--", "==", "-."))
    if links > MAX_LINKS:
        raise BadDrawing(f"the diagram has about {links:,} links: the limit is {MAX_LINKS:,}; draw less")
    return _EMPHASIS.sub("", source).replace("$$", "")


def _ask(operation: Any, source: str) -> str:
    import merman

    try:
        return str(operation(source, None))
    except merman.MermanError as error:
        message = str(getattr(error, "message", error))
        if getattr(error, "code_name", "") == "MERMAN_NO_DIAGRAM" or "No Mermaid diagram type" in message:
            first = source.strip().splitlines()[0][:60] if source.strip() else ""
            raise BadDrawing(
                f"no Mermaid diagram starts with {first!r}: begin with flowchart, stateDiagram …"
            ) from None
        if getattr(error, "resource", None) is not None:
            raise BadDrawing(f"the diagram is too large for Mermaid ({message}); draw less") from None
        raise BadDrawing(_located(source, message)) from None


def _located(source: str, message: str) -> str:
    """The message of a failed parse, with the line where the analyser finds it."""
    import merman

    try:
        found = json.loads(_engine(_options("{}")).analyze_json(source, None))["diagnostics"]
    except (merman.MermanError, KeyError, ValueError):
        found = []
    message = " ".join(re.sub(r"^Diagram parse error \([^)]*\): ", "", message).split())[:300]
    for item in found:
        line = (item.get("span") or {}).get("line")
        if item.get("severity") == "error" and line:
            return f"Mermaid syntax error in line {line}: {message}"
    return f"Mermaid syntax error: {message}"


@lru_cache(maxsize=8)
def _engine(options: str) -> Any:
    import merman

    kinds = merman.MermanTextMeasurementResultKind

    class Measurer(merman.MermanTextMeasurer):  # type: ignore[misc]
        """Widths of the package's font; what is not a matter of width is left to merman."""

        def measure(self, request: Any) -> Any:
            operation = request.operation.name
            bold = str(request.font_weight or "").lower() in ("bold", "bolder", "600", "700", "800", "900")
            font = next((name for name, family in fonts.FAMILIES.items() if family in str(request.font_family)), "sans")
            lines = request.text.split("\n")
            width = max(fonts.text_width(line, request.font_size, bold, font) for line in lines)
            if operation == "WRAPPED" and request.max_width is None:
                kind, height = kinds.METRICS, len(lines) * request.line_height
            elif operation == "COMPUTED_LENGTH" or (
                operation.endswith("_WIDTH") and not operation.startswith("WRAPPED")
            ):
                kind, height = kinds.LENGTH, 0.0
            else:
                return None
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
