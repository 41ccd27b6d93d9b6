"""The plots of the analyses as static SVG, in the one theme of the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from graphicacy.report.plots import CONTROL_COLOUR, SYSTEM_COLOUR, svg_of

__all__ = ["MOST_SYSTEMS", "curves", "deviations", "dumbbells"]

# Okabe and Ito (2008), as in ``report.plots``; without yellow and black, which fade on light and on dark.
_COLOURS = (SYSTEM_COLOUR, "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
_SHAPES = ("circle", "diamond", "square", "triangle-up", "triangle-down", "cross")
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [10, 4], [4, 4])
MOST_SYSTEMS = len(_COLOURS)  # that can be told apart in one panel

_WIDTH, _ROW, _GAP = 1040, 22, 26  # px
_LETTER, _LONGEST = 7.6, 32  # px a letter, letters shown of a name

Values = Sequence[Mapping[str, Any]]


def dumbbells(values: Values, order: Sequence[str], panels: Sequence[str]) -> str:
    """Two scores of each system, joined: one line per system in this order, one panel per pair of things compared.

    Each value has ``system``, ``panel``, ``first`` and ``second``. The first is hollow, the second filled. "" for none.
    """
    if not values:
        return ""
    import altair as alt

    base = alt.Chart().encode(y=_systems(order))
    bar = base.mark_rule(strokeWidth=3, opacity=0.4, color=CONTROL_COLOUR).encode(x=_score("first:Q"), x2="second:Q")
    first = base.mark_point(size=62, shape="diamond", filled=False, strokeWidth=2, opacity=1, color=CONTROL_COLOUR)
    second = base.mark_point(size=62, filled=True, opacity=1, color=SYSTEM_COLOUR)
    layers = alt.layer(bar, first.encode(x=_score("first:Q")), second.encode(x=_score("second:Q")))
    shown = layers.properties(width=_panel(len(panels), order), height=alt.Step(_ROW))
    return svg_of(_faceted(shown, values, panels))


def curves(values: Values, order: Sequence[str], panels: Sequence[str]) -> str:
    """Scores against a size, with intervals: one line per system, at most ``MOST_SYSTEMS`` of them, one panel per size.

    Each value has ``system``, ``panel``, ``x``, ``estimate``, ``low`` and ``high``. "" for none.
    """
    shown = _first(values, order)
    if not shown:
        return ""
    import altair as alt

    base = alt.Chart().encode(
        x=alt.X("x:Q").title(None).scale(zero=False, nice=True).axis(tickCount=6), color=_colour(order)
    )
    y = alt.Y("estimate:Q").title(None).scale(domain=[0, 1]).axis(_unit_axis())
    band = base.mark_rule(strokeWidth=2, opacity=0.35).encode(y="low:Q", y2="high:Q")
    line = base.mark_line(strokeWidth=2).encode(y=y, strokeDash=_channel(alt.StrokeDash, order, _DASHES))
    dots = base.mark_point(size=48, filled=True, opacity=1).encode(y=y, shape=_shape(order))
    layers = alt.layer(band, line, dots).properties(width=_panel(len(panels), ()) - 30, height=190)
    return svg_of(_faceted(layers, shown, panels, free="x"))


def deviations(
    values: Values, order: Sequence[str], panels: Sequence[str], rows: Sequence[str], free: Literal["x", "y"] = "y"
) -> str:
    """Values about zero, with intervals: one line per row, one mark per system, at most ``MOST_SYSTEMS`` of them.

    Each value has ``system``, ``panel``, ``row``, ``estimate``, ``low`` and ``high``. ``free`` is what is each panel's
    own: its rows, or its scale. "" for none.
    """
    shown = _first(values, order)
    if not shown:
        return ""
    import altair as alt

    room = _names_width(rows)
    y = alt.Y("row:N").sort(list(rows)).title(None).axis(labelLimit=room, labelPadding=8, minExtent=room)
    base = alt.Chart().encode(y=y, color=_colour(order))
    height: int | alt.Step = alt.Step(_ROW)
    if free == "y":
        names = [name for name in order if any(value["system"] == name for value in shown)]
        base = base.encode(yOffset=alt.YOffset("system:N").sort(names))
        height = alt.Step(max(11, 30 // len(names)), **{"for": "offset"})
    zero = alt.Chart().mark_rule(opacity=0.6, color=CONTROL_COLOUR).encode(x=alt.datum(0))
    x = alt.X("estimate:Q").title(None).axis(tickCount=5, labelOverlap=True)
    reach = base.mark_rule(strokeWidth=2, opacity=0.5).encode(x=alt.X("low:Q").title(None), x2="high:Q")
    dots = base.mark_point(size=46, filled=True, opacity=1).encode(x=x, shape=_shape(order))
    spacing = _GAP + room if free == "y" else _GAP
    width = (_WIDTH - room - (len(panels) - 1) * spacing) // len(panels)
    layers = alt.layer(zero, reach, dots).properties(width=min(400, width), height=height)
    return svg_of(_faceted(layers, shown, panels, free, spacing))


def _first(values: Values, order: Sequence[str]) -> list[Mapping[str, Any]]:
    return [value for value in values if value["system"] in order[:MOST_SYSTEMS]]


def _systems(order: Sequence[str]) -> Any:
    import altair as alt

    room = _names_width(order)
    return alt.Y("system:N").sort(list(order)).title(None).axis(labelLimit=room, labelPadding=8, minExtent=room)


def _score(field: str) -> Any:
    import altair as alt

    return alt.X(field).scale(domain=[0, 1]).title(None).axis(_unit_axis())


def _unit_axis() -> Any:
    import altair as alt

    return alt.Axis(values=[0.0, 0.25, 0.5, 0.75, 1.0], labelExpr="datum.value * 4 % 2 ? '' : datum.value")


def _names_width(names: Sequence[str]) -> int:
    return round(_LETTER * min(_LONGEST, max(map(len, names), default=0)))


def _panel(count: int, names: Sequence[str]) -> int:
    """Pixels of a panel, of so many beside each other and beside these names."""
    return min(460, max(110, (_WIDTH - _names_width(names) - (count - 1) * _GAP) // count))


def _colour(order: Sequence[str]) -> Any:
    import altair as alt

    return _channel(alt.Color, order, _COLOURS)


def _shape(order: Sequence[str]) -> Any:
    import altair as alt

    return _channel(alt.Shape, order, _SHAPES)


def _channel(encoding: Any, order: Sequence[str], values: Sequence[Any]) -> Any:
    import altair as alt

    shown = list(order[:MOST_SYSTEMS])
    scale = alt.Scale(domain=shown, range=list(values[: len(shown)]))
    legend = alt.Legend(title=None, orient="bottom", symbolSize=70, symbolOpacity=1, columnPadding=24)
    return encoding("system:N", scale=scale, legend=legend)


def _faceted(layers: Any, values: Values, panels: Sequence[str], free: str = "", spacing: int = _GAP) -> Any:
    import altair as alt

    column = alt.Column("panel:N").sort(list(panels)).title(None)
    chart = layers.facet(data={"values": [dict(value) for value in values]}, column=column, spacing=spacing)
    return chart.resolve_scale(**{free: "independent"}) if free else chart
