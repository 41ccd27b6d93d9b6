"""Plots as static SVG in one theme. In a page text takes its colour, so a plot fits light and dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from markupsafe import Markup

from graphicacy.report.numbers import show
from graphicacy.report.tables import MEASURES, Row
from graphicacy.trust.statistics import Interval

__all__ = ["CONTROL_COLOUR", "SYSTEM_COLOUR", "dimension_plot", "dot_plot", "standalone", "svg_of", "whisker"]

# Okabe and Ito (2008), "Color universal design": told apart with every common colour vision, on light and dark.
SYSTEM_COLOUR = "#0072B2"
CONTROL_COLOUR = "#8a8f98"

_NAMES = {"overall": "Overall", "TF": "Text", "SC": "Semantics", "SQ": "Structure", "CA": "Conventions"}
_FONT = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif"
_WIDTH, _ROW_HEIGHT, _GAP = 1120, 22, 18
_LETTER, _LONGEST = 7.6, 32  # pixels a letter in the widest common fonts, letters shown of a name


def whisker(interval: Interval | None, kind: str) -> Markup:
    """A dot at the estimate on its interval, on a scale from 0 to 1: small enough for a table cell."""
    if interval is None or interval.estimate is None:
        return Markup("")
    ends = (interval.low, interval.estimate, interval.high)
    low, dot, high = (round(6 + 88 * min(max(interval.estimate if v is None else v, 0.0), 1.0), 1) for v in ends)
    scale = "".join(f'<line class="tick" x1="{x}" x2="{x}" y1="1" y2="15"/>' for x in (6, 50, 94))
    shape = f'<circle class="dot" cx="{dot}" cy="8" r="3.5"/>'
    if kind == "control":
        shape = f'<path class="dot hollow" d="M{dot} 4.2l3.8 3.8-3.8 3.8-3.8-3.8z"/>'
    words = f"{show(interval.estimate)}, interval from {show(interval.low)} to {show(interval.high)}"
    return Markup(
        f'<svg class="whisker {kind}" viewBox="0 0 100 16" width="100" height="16" role="img" aria-label="{words}">'
        f'{scale}<line class="reach" x1="{low}" x2="{high}" y1="8" y2="8"/>{shape}</svg>'
    )


def dimension_plot(rows: Sequence[Row]) -> str:
    """Dots with 95 % intervals: one line per system in the order given, one panel per measure. SVG text.

    Returns "" where nothing was scored.
    """
    values = [
        {
            "system": row.system,
            "kind": row.kind,
            "measure": _NAMES[name],
            "estimate": interval.estimate,
            "low": interval.low,
            "high": interval.high,
        }
        for row in rows
        for name in MEASURES
        if (interval := getattr(row, name)) is not None
    ]
    return dot_plot(values, [row.system for row in rows], list(_NAMES.values()))


def dot_plot(values: Sequence[Mapping[str, Any]], order: Sequence[str], panels: Sequence[str]) -> str:
    """Dots with intervals on a scale from 0 to 1: one line per system in this order, one panel per measure. SVG text.

    Each value has ``system``, ``kind`` ("system" or "control"), ``measure``, one of the panels, ``estimate``, ``low``
    and ``high``. Returns "" without any.
    """
    return svg_of(_chart(list(values), list(order), list(panels))) if values else ""


def _chart(values: list[Mapping[str, Any]], order: list[str], panels: list[str]) -> Any:
    import altair as alt

    names = round(_LETTER * min(_LONGEST, max(map(len, order))))
    systems = alt.Y("system:N").sort(order).title(None).axis(labelLimit=names, labelPadding=8, minExtent=names)
    base = alt.Chart().encode(y=systems, color=_by_kind("color", [SYSTEM_COLOUR, CONTROL_COLOUR]))
    ticks = [0.0, 0.25, 0.5, 0.75, 1.0]
    axis = alt.Axis(values=ticks, labelExpr="datum.value * 4 % 2 ? '' : datum.value")
    low = alt.X("low:Q").scale(domain=[0, 1]).title(None).axis(axis)
    whiskers = base.mark_rule(strokeWidth=2, opacity=0.55, strokeCap="round").encode(x=low, x2="high:Q")
    dots = base.mark_point(size=62, filled=True, opacity=1).encode(
        x="estimate:Q", shape=_by_kind("shape", ["circle", "diamond"])
    )
    width = (_WIDTH - names - (len(panels) - 1) * _GAP) // len(panels) - 4
    layers = alt.layer(whiskers, dots).properties(width=width, height=alt.Step(_ROW_HEIGHT))
    column = alt.Column("measure:N").sort(panels).title(None)
    return layers.facet(data={"values": values}, column=column, spacing=_GAP)


def _by_kind(channel: str, values: list[str]) -> Any:
    import altair as alt

    scale = alt.Scale(domain=["system", "control"], range=values)
    encoding = {"color": alt.Color, "shape": alt.Shape}[channel]
    return encoding("kind:N", scale=scale, legend=None)


_THEME: dict[str, Any] = {
    "background": "transparent",
    "font": _FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": "currentColor",
        "labelFontSize": 11.5,
        "domain": False,
        "ticks": False,
        "grid": True,
        "gridColor": "currentColor",
        "gridOpacity": 0.13,
    },
    "axisY": {"labelFontSize": 12.5, "gridOpacity": 0.07},
    "legend": {"labelColor": "currentColor", "labelFontSize": 12.5},
    "header": {"labelColor": "currentColor", "labelFontSize": 12.5, "labelFontWeight": 600, "labelPadding": 6},
}


def svg_of(chart: Any) -> str:
    """An Altair chart as SVG text, in the theme of the report."""
    import vl_convert

    spec = chart.to_dict()
    spec["config"] = _THEME
    return _one_image(str(vl_convert.vegalite_to_svg(spec)))


def standalone(svg: str, fmt: Literal["svg", "pdf"]) -> bytes:
    """A plot of a page as a file of its own: black ink, and in a PDF the outlines of its letters' font inside."""
    import vl_convert

    inked = svg.replace("currentColor", "#1c2330")
    return inked.encode() if fmt == "svg" else bytes(vl_convert.svg_to_pdf(inked))


def _one_image(svg: str) -> str:
    """A plot as one image to those who do not see it: its marks have no names, and the table has the numbers."""
    from lxml import etree

    root = etree.fromstring(svg.encode(), etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    for element in root.iter():
        for name in [name for name in element.attrib if name == "role" or str(name).startswith("aria-")]:
            del element.attrib[name]
    root.set("role", "img")
    root.set("aria-label", "Plot of the scores in the table")
    return str(etree.tostring(root, encoding="unicode"))
