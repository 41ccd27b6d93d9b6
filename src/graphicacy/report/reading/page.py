"""The page of the reading track of a site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from markupsafe import Markup

from graphicacy.draw.runs import Run
from graphicacy.read.record import ReadResult
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.taxonomy import LEAVES
from graphicacy.report.facts import about, run_date
from graphicacy.report.folder import Site
from graphicacy.report.reading import tables
from graphicacy.report.reading.analyses import analysis_views
from graphicacy.report.reading.board_plot import board_plot
from graphicacy.report.reading.facts import headline_of, known_tasks, sizes_of, warnings_of
from graphicacy.report.reading.gallery import write_gallery
from graphicacy.report.reading.runs import collect_answers, column_of
from graphicacy.report.reading.systems import read_data, write_readers
from graphicacy.report.stability import AIM, power_of_intervals
from graphicacy.trust.reading import Standing, leaderboard

__all__ = ["write_reading"]

_STYLES = ("reading.css",)
_ENGINES = (("mermaid", "Mermaid"), ("graphviz", "Graphviz"), ("mean", "Mean of both"), ("author", "Author’s layout"))


def write_reading(
    site: Site,
    runs: Sequence[Run[ReadResult]],
    nav: Mapping[str, str],
    seed: int = 0,
) -> Mapping[str, Any]:
    """Writes ``reading.html`` of these runs; what it says, for the overview.

    Args:
        site: where to.
        runs: as ``reading.runs.read_reading_run`` reads them.
        nav: the main pages of the site by name.
        seed: of the intervals; the same inputs and seed give the same bytes.

    Raises:
        ValueError: two runs were asked different questions under one id.
    """
    everything = collect_answers(runs)
    results = known_tasks(everything)
    board = leaderboard(results, seed=seed)
    gallery = write_gallery(site, runs, results, [_name(standing) for standing in board], nav)
    warnings = [*warnings_of(runs, everything), *([gallery.why] if gallery.why and results else [])]
    content = {
        **_numbers(results, board, seed),
        "gallery": gallery,
        "data": gallery.data,
        "facts": sizes_of(runs, results),
        "about": about([run.facts for run in runs], [run.name for run in runs]),
        "date": run_date([run.facts for run in runs]),
        "warnings": warnings,
        "nav": nav,
        "here": "Read",
    }
    site.page("reading.html", "reading/page.html", content, _STYLES, ("gallery.js", "questions.js"))
    rows = tables.task_rows([standing.summary for standing in board])
    write_readers(site, results, content["board"], rows, content["renderings"], gallery.paged, content)
    return {**content, "compare": read_data(results, content["board"], rows, seed)}


def _name(standing: Standing) -> str:
    return column_of(standing.summary.system, standing.summary.view)


def _numbers(results: Sequence[ReadResult], board: Sequence[Standing], seed: int) -> dict[str, Any]:
    rows = tables.board_rows(board)
    pairs = tables.pair_rows(results, rows, seed)
    summaries = [standing.summary for standing in board]
    capabilities = [name for name in tables.CAPABILITIES if any(getattr(row, name) is not None for row in rows)]
    by_engine = tables.rendering_rows(summaries)
    return {
        "headline": headline_of(rows, pairs),
        "board": rows,
        "views": [(view, list(group)) for view, group in groupby(rows, key=lambda row: row.view)],
        "capabilities": capabilities,
        "letters": {leaf.capability: leaf.code[0] for leaf in LEAVES.values()},
        "plot": Markup(board_plot(board)),  # Vega escapes every text
        "pairs": pairs,
        "power": power_of_intervals([(pair.difference, pair.diagrams) for pair in pairs]),
        "aim": AIM,
        "clusters": "diagrams",
        "renderings": by_engine,
        "engines": [
            (name, head) for name, head in _ENGINES if any(getattr(row, name).estimate is not None for row in by_engine)
        ],
        "codes": {name: leaf.code for name, leaf in LEAVES.items()},
        "analyses": analysis_views(results, [_name(standing) for standing in board], seed),
        **_by_task(tables.task_rows(summaries), rows),
    }


@dataclass(frozen=True, slots=True)
class _Line:
    """A task or variant, how often it was asked at most, and its scores by system."""

    code: str
    task: str
    variant: str
    n: int
    cells: tuple[tables.TaskRow | None, ...]


def _by_task(rows: Sequence[tables.TaskRow], board: Sequence[tables.BoardRow]) -> dict[str, Any]:
    order = [(row.system, row.view) for row in board]
    found = {(row.task, row.variant, row.system, row.view): row for row in rows}
    lines = []
    for name, leaf in LEAVES.items():
        variants = dict.fromkeys(row.variant for row in rows if row.task == name)
        for variant in sorted(variants, key=lambda v: _place(v, leaf)):
            cells = tuple(found.get((name, variant, *run)) for run in order)
            lines.append(_Line(leaf.code, name, variant or "", max(c.asked for c in cells if c), cells))
    heads = [line for line in lines if not line.variant]
    bands = groupby(heads, key=lambda line: LEAVES[line.task].capability.capitalize())
    return {
        "task_heads": heads,
        "task_bands": [(name, len(list(band))) for name, band in bands],
        "task_lines": [
            (row.name, "system" if row.view == "image" else "control", [line.cells[i] for line in heads])
            for i, row in enumerate(board)
        ],
        "variant_lines": [line for line in lines if line.variant],
    }


def _place(variant: str | None, leaf: Leaf) -> tuple[int, str]:
    """The task itself first, then its variants in their order."""
    known = list(leaf.variants)
    return (-1, "") if variant is None else (known.index(variant) if variant in known else len(known), variant)
