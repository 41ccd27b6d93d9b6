"""The analyses as the page shows them: what they say, a plot, and a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from graphicacy.read.answers.places import DIRECTIONS, POSITIONS
from graphicacy.read.record import ReadResult
from graphicacy.report.formats import is_numeric, table_cells
from graphicacy.report.plots import dot_plot
from graphicacy.report.reading.analysis_rows import analysis_rows, average_of, difference_of, task_name
from graphicacy.report.reading.charts import MOST_SYSTEMS, curves, deviations, dumbbells
from graphicacy.report.reading.runs import column_of
from graphicacy.trust.reading.analyses import ANALYSES, Table
from graphicacy.trust.reading.scored import Range
from graphicacy.trust.statistics import Interval, wilson_interval

__all__ = ["AnalysisView", "analysis_views"]

_Rows = Sequence[Any]


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """One analysis.

    ``readings`` are (system, sentence); where there are none ``otherwise`` says what that means. ``numeric`` are the
    columns of the table that hold numbers.
    """

    name: str
    title: str
    readings: tuple[tuple[str, str], ...]
    otherwise: str
    plot: Markup
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int]


def analysis_views(results: Sequence[ReadResult], order: Sequence[str], seed: int = 0) -> list[AnalysisView]:
    """The analyses that have something to say of these results, systems in this order (see ``runs.column_of``)."""
    tables = {name: analysis(results, seed=seed) for name, analysis in ANALYSES.items()}
    views = {name: _view(name, table, order) for name, table in tables.items() if table.rows}
    if "size-curves" in views and "size-trends" in views:  # the sentences about curves are those about their trends
        trends = views["size-trends"]
        views["size-curves"] = replace(views["size-curves"], readings=trends.readings)
        views["size-trends"] = replace(trends, readings=())
    return list(views.values())


def _view(name: str, table: Table, order: Sequence[str]) -> AnalysisView:
    place = {system: index for index, system in enumerate(order)}
    rows = sorted(table.rows, key=lambda row: place[_system(row)])
    look = _LOOKS[name]
    present = [system for system in order if any(_system(row) == system for row in rows)]
    heads, cells = table_cells(analysis_rows(rows))
    return AnalysisView(
        name=name,
        title=table.title,
        readings=tuple((_system(row), row.reading) for row in rows if look.told(row)),
        otherwise=look.otherwise,
        plot=Markup(look.plot(rows, present)),  # Vega escapes every text
        caption=look.caption,
        heads=tuple(heads),
        rows=tuple(map(tuple, cells)),
        numeric=frozenset(index for index in range(len(heads)) if is_numeric(cells, index)),
    )


def _system(row: Any) -> str:
    return column_of(row.system, row.view)


def _contrast_plot(rows: _Rows, order: Sequence[str]) -> str:
    shown = [row for row in rows if row.measure != "score" or not _has_all_asked(rows)]
    names = {row.names for row in shown}
    values = [
        {
            "system": _system(row),
            "panel": _panel(row, len(names) > 1),
            "first": row.found.first,
            "second": row.found.second,
        }
        for row in shown
        if not (_has_all_asked(rows) and row.task)
    ]
    return dumbbells(values, order, _panels(values))


def _has_all_asked(rows: _Rows) -> bool:
    return any(row.measure == "score_all" for row in rows)


def _panel(row: Any, with_names: bool) -> str:
    what = row.part or (task_name(row.task) if row.task else "")
    names = " → ".join(_short(name) for name in row.names) if with_names else ""
    return ": ".join(filter(None, (what, names))) or "Score"


def _short(name: str) -> str:
    """The code of a task, other names as they are."""
    return task_name(name).split()[0] if task_name(name) != name else name


def _layout_plot(rows: _Rows, order: Sequence[str]) -> str:
    panels: dict[str, Callable[[Any], Interval]] = {
        "Equal scores": lambda row: average_of(row.equal),
        "Apart on average": lambda row: average_of(row.distance),
    }
    values = [_dot(row, panel, find(row)) for row in rows if not row.task for panel, find in panels.items()]
    return dot_plot(values, order, list(panels))


def _hallucination_plot(rows: _Rows, order: Sequence[str]) -> str:
    values = [
        _dot(row, f"{row.measure.capitalize()}: {row.kind}", wilson_interval(row.share.count, row.share.n))
        for row in rows
        if not row.task
    ]
    return dot_plot(values, order, sorted(dict.fromkeys(str(value["measure"]) for value in values)))


def _dot(row: Any, panel: str, found: Interval) -> dict[str, Any]:
    kind = "system" if row.view == "image" else "control"
    return {"system": _system(row), "kind": kind, "measure": panel, **_ends(found)}


def _ends(found: Interval) -> dict[str, Any]:
    low, high = (found.estimate if end is None else end for end in (found.low, found.high))
    return {"estimate": found.estimate, "low": low, "high": high}


def _size_plot(rows: _Rows, order: Sequence[str]) -> str:
    values = [
        {"system": _system(row), "panel": _SIZES[row.size], "x": row.middle, **_ends(average_of(row.adjusted))}
        for row in rows
        if row.adjusted.value is not None
    ]
    present = [name for name in _SIZES.values() if any(value["panel"] == name for value in values)]
    return curves(values, _pictured(rows, order), present)


_SIZES = {"nodes": "Nodes", "edges": "Arrows", "crossings": "Crossings"}


def _trend_plot(rows: _Rows, order: Sequence[str]) -> str:
    values = [
        {
            "system": _system(row),
            "panel": f"{_SIZES[row.size]}: change for 10 more",
            "row": _system(row),
            **_ends(Interval(row.slope, *(row.slope_interval or (None, None)))),
        }
        for row in rows
        if row.slope is not None
    ]
    shown = _pictured(rows, order)
    return deviations(values, shown, _panels(values), shown[:MOST_SYSTEMS], free="x")


def _bias_plot(rows: _Rows, order: Sequence[str]) -> str:
    values = [
        {
            "system": _system(row),
            "panel": f"{row.answer_type.capitalize()}: share said less share right",
            "row": row.value,
            **_ends(difference_of(row.shares)),
        }
        for row in rows
        if row.shares.difference is not None
    ]
    return deviations(values, _pictured(rows, order), _panels(values), [*DIRECTIONS, *POSITIONS])


def _offset_plot(rows: _Rows, order: Sequence[str]) -> str:
    values = [
        {
            "system": _system(row),
            "panel": {"x": "To the right, in widths", "y": "Down, in heights"}[row.axis],
            "row": f"{task_name(row.task).split()[0]} {row.variant}",
            **_ends(average_of(row.offset)),
        }
        for row in rows
        if row.offset.value is not None
    ]
    return deviations(values, _pictured(rows, order), _panels(values), sorted({str(value["row"]) for value in values}))


def _panels(values: Iterable[dict[str, Any]]) -> list[str]:
    """The panels of values, in the order of their rows."""
    return list(dict.fromkeys(str(value["panel"]) for value in values))


def _pictured(rows: Iterable[Any], order: Sequence[str]) -> list[str]:
    """Systems that were shown pictures first, since a plot shows only some."""
    views = {_system(row): row.view for row in rows}
    return sorted(order, key=lambda name: views[name] != "image")


def _is_sure(interval: Range | None) -> bool:
    return interval is not None and not interval[0] <= 0 <= interval[1]


def _always(row: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _Look:
    """How an analysis is shown: what draws it, what stands below that, and which of its rows' sentences are told."""

    plot: Callable[[_Rows, Sequence[str]], str]
    caption: str
    told: Callable[[Any], bool] = _always
    otherwise: str = ""


_PAIRS = "◇ the first, ● the second of what is compared."
_MANY = f"Bars are 95 % intervals. At most {MOST_SYSTEMS} systems are drawn; the table has all."

_LOOKS: dict[str, _Look] = {
    "edge-blindness": _Look(_contrast_plot, "F1 of ◇ nodes and ● arrows in the same answers."),
    "scale-invariance": _Look(
        _contrast_plot, "◇ on the normal canvas, ● on one five times the drawing’s sides.", lambda row: not row.part
    ),
    "words-and-meaning": _Look(_contrast_plot, "◇ in the figure’s words, ● the same questions in other words."),
    "templates-and-language": _Look(
        _contrast_plot,
        f"{_PAIRS} C1: in the words of graphs; C2: where a look has a meaning; C3: in other words.",
        lambda row: row.names == ("comprehensive", "comprehensive-rewrite"),
    ),
    "layout-invariance": _Look(
        _layout_plot, "Over pairs of pictures of one diagram; bars are 95 % intervals.", lambda row: not row.task
    ),
    "size-curves": _Look(_size_plot, f"Scores by size, adjusted for the mix of questions. {_MANY}", lambda row: False),
    "size-trends": _Look(_trend_plot, _MANY),
    "position-bias": _Look(
        _bias_plot,
        _MANY,
        lambda row: _is_sure(row.shares.interval),
        "Of no system is it sure that it says a direction, or a cell, too often or too seldom.",
    ),
    "box-offsets": _Look(
        _offset_plot,
        _MANY,
        lambda row: _is_sure(row.offset.interval),
        "Of no system is it sure that its boxes are shifted.",
    ),
    "hallucination": _Look(
        _hallucination_plot, "Shares of the graded answers; bars are 95 % intervals.", lambda row: not row.task
    ),
    "baselines": _Look(_contrast_plot, f"{_PAIRS} All asked.", lambda row: not row.task and row.measure == "score_all"),
}
