"""The report: one HTML file that needs nothing else, and asks no other host for anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from graphicacy.draw.record import DrawResult
from graphicacy.draw.runs import Sample, collect, read_run
from graphicacy.draw.task import DrawTask
from graphicacy.report import tables
from graphicacy.report.facts import about, facts_of, headline, run_date, warnings_of
from graphicacy.report.gallery import MOST_FIGURES, Figure, figures
from graphicacy.report.html import render
from graphicacy.report.plots import dimension_plot
from graphicacy.report.scorers import agreement_rows, ranking_stability, semantics_by_scorer
from graphicacy.report.trust.badges import BadgeBook
from graphicacy.report.views import difference_view, error_view, heat_view

__all__ = ["write_report"]


def write_report(
    runs: Sequence[Path],
    out: Path,
    tasks: Sequence[DrawTask],
    seed: int = 0,
    step: Callable[[], None] = lambda: None,
    others: Mapping[str, str] | None = None,
    badges: BadgeBook | None = None,
) -> Path:
    """Writes ``index.html`` of these run folders into the folder ``out``; the path of the page.

    Args:
        runs: folders with ``results.jsonl``, ``run.json`` and drawings, as ``graphicacy draw run`` makes them.
        out: made where it does not exist.
        tasks: the suite that was drawn.
        seed: seed of the intervals; the same inputs and seed give the same bytes.
        step: called after each figure of the gallery, to show progress.
        others: the pages beside it by the name of their track, to link to.
        badges: what a stress test says of the scorers; without one, none is measured.

    Raises:
        BadRun: a run folder has no readable ``results.jsonl``.
    """
    read = [read_run(Path(run)) for run in runs]
    samples = collect(read)
    content = _content(samples, list(tasks), seed, step, badges or BadgeBook())
    content |= {
        "about": about([run.facts for run in read], [run.name for run in read]),
        "date": run_date([run.facts for run in read]),
        "warnings": warnings_of(read, [s.result for s in samples], tasks),
        "others": others or {},
    }
    out.mkdir(parents=True, exist_ok=True)
    path = out / "index.html"
    path.write_bytes(render("page.html", content).encode("utf-8", errors="replace"))
    return path


def _content(
    samples: Sequence[Sample], tasks: list[DrawTask], seed: int, step: Callable[[], None], badges: BadgeBook
) -> dict[str, Any]:
    results = [s.result for s in samples]
    board = tables.leaderboard(results, tasks, seed)
    order = [row.system for row in board]
    gallery = figures(samples, {task.id: task for task in tasks}, order, step)
    differences = difference_view(results, board, seed)
    return {
        "facts": facts_of(results, tasks, board),
        "headline": headline(board, differences),
        "badges": badges,
        "column_badges": badges.columns(results),
        "board": board,
        "plot": Markup(dimension_plot(board)),  # Vega escapes every text
        "differences": differences,
        "best": _best(results, order),
        "stability": ranking_stability(results, seed=seed),
        "groups": [heat_view(results, tasks, by, order, seed) for by in tables.GROUPINGS],
        "semantics": sorted(semantics_by_scorer(results), key=lambda row: order.index(row.system)),
        "agreement": agreement_rows(results),
        "errors": error_view(results, gallery, order),
        "gallery": gallery,
        "filters": _filters(gallery, order),
        "left_out": max(0, len(samples) - MOST_FIGURES),
    }


def _best(results: Sequence[DrawResult], order: Sequence[str]) -> list[tuple[str, list[tables.BestRow]]]:
    """The rows of each system that drew more than once, in the order of the leaderboard."""
    rows = tables.best_of_k(results)
    curves = [(system, [row for row in rows if row.system == system]) for system in order]
    return [(system, curve) for system, curve in curves if len(curve) > 1]


def _filters(gallery: Sequence[Figure], order: Sequence[str]) -> list[tuple[str, str, list[str]]]:
    """(name, heading, choices) of each filter; those with one choice are left out."""
    seen = {
        name: {figure.facets[name] for figure in gallery} for name in ("system", "type", "discipline", "difficulty")
    }
    errors = {kind for figure in gallery for kind in figure.error_kinds}
    levels = [level for level in ("easy", "medium", "hard", tables.NOT_IN_SUITE) if level in seen["difficulty"]]
    choices = [
        ("system", "System", [system for system in order if system in seen["system"]]),
        ("type", "Figure type", sorted(seen["type"])),
        ("discipline", "Discipline", sorted(seen["discipline"])),
        ("difficulty", "Difficulty", levels),
        ("error", "Error", sorted(errors)),
    ]
    return [choice for choice in choices if len(choice[2]) > 1 or (choice[0] == "error" and choice[2])]
