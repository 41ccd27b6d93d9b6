"""The drawing track of a site: its leaderboard page, and a page of each figure, task and system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from markupsafe import Markup

from graphicacy.draw.record import DrawResult
from graphicacy.draw.runs import Run, Sample, collect
from graphicacy.draw.task import DrawTask
from graphicacy.report import tables
from graphicacy.report.compare_page import drawn_data
from graphicacy.report.facts import about, facts_of, headline, run_date, warnings_of
from graphicacy.report.figures import Thumb, figure_id, figures, thumb_of
from graphicacy.report.folder import Site
from graphicacy.report.gallery import gallery_data, gallery_filters
from graphicacy.report.plots import dimension_plot
from graphicacy.report.scorers import agreement_rows, ranking_stability, semantics_by_scorer
from graphicacy.report.stability import AIM, power_of_drawing, ranks_by_tasks
from graphicacy.report.system_page import write_systems
from graphicacy.report.task_page import write_tasks
from graphicacy.report.trust.badges import BadgeBook
from graphicacy.report.views import difference_view, error_view, heat_view
from graphicacy.trust.judges.matrix import family_matrix

__all__ = ["Drawn", "write_drawing"]

Drawn = Mapping[str, Any]
"""What other pages show of the track: ``headline``, ``board``, ``facts``, ``column_badges`` …, and ``compare``."""


def write_drawing(
    site: Site,
    runs: Sequence[Run[DrawResult]],
    tasks: Sequence[DrawTask],
    nav: Mapping[str, str],
    seed: int = 0,
    badges: BadgeBook | None = None,
) -> Drawn:
    """Writes ``draw.html`` and the pages of figures, tasks and systems; what the overview shows of them.

    Args:
        site: where to.
        runs: as ``draw.runs.read_run`` reads them.
        tasks: the suite that was drawn.
        nav: the main pages of the site by name.
        seed: seed of the intervals; the same inputs and seed give the same bytes.
        badges: what a stress test says of the scorers; without one, none is measured.
    """
    book = badges or BadgeBook()
    samples = collect(runs)
    results = [sample.result for sample in samples]
    board = tables.leaderboard(results, tasks, seed)
    order = [row.system for row in board]
    thumbs = _figures(site, samples, {task.id: task for task in tasks}, order, nav, book)
    differences = difference_view(results, board, seed)
    common = {
        "nav": nav,
        "here": "Draw",
        "date": run_date([run.facts for run in runs]),
        "facts": facts_of(results, tasks, board),
        "headline": headline(board, differences),
        "badges": book,
        "column_badges": book.columns(results),
        "board": board,
        "warnings": warnings_of(runs, results, tasks),
    }
    groups = [heat_view(results, tasks, by, order, seed) for by in tables.GROUPINGS]
    errors = error_view(results, thumbs, order)
    content = {
        **common,
        "about": about([run.facts for run in runs], [run.name for run in runs]),
        "plot": Markup(dimension_plot(board)),  # Vega escapes every text
        "differences": differences,
        "best": _best(results, order),
        "stability": ranking_stability(results, seed=seed),
        "ranks": ranks_by_tasks(results, seed),
        "power": power_of_drawing(results),
        "aim": AIM,
        "clusters": "tasks",
        "groups": groups,
        "semantics": sorted(semantics_by_scorer(results), key=lambda row: order.index(row.system)),
        "agreement": agreement_rows(results),
        "families": family_matrix(results, seed),
        "errors": errors,
        "figures": len(thumbs),
        "filters": gallery_filters(thumbs, tasks, order),
        "data": site.data("figures", gallery_data(thumbs, tasks, order)),
    }
    site.page("draw.html", "draw.html", content, scripts=("gallery.js", "figures.js"))
    write_tasks(site, results, thumbs, tasks, common)
    write_systems(site, results, thumbs, tasks, groups, errors, common)
    return {**common, "compare": drawn_data(results, board, seed)}


def _figures(
    site: Site,
    samples: Sequence[Sample],
    tasks: Mapping[str, DrawTask],
    order: Sequence[str],
    nav: Mapping[str, str],
    badges: BadgeBook,
) -> list[Thumb]:
    """Writes the page of each figure, by task, then by system in this order, then by sample; their rows."""
    place = {system: i for i, system in enumerate(order)}
    ordered = sorted(samples, key=lambda s: (s.result.task, place[s.result.system], s.result.sample))
    neighbours = _neighbours([sample.result for sample in ordered])
    thumbs = []
    for figure in figures(site, ordered, tasks):
        thumb = thumb_of(figure)
        content = {"figure": figure, "badges": badges, "nav": nav, "here": "Draw", "around": neighbours[figure.id]}
        site.page(
            thumb.href, "figure_page.html", {**content, "warnings": (), "about": (), "date": ""}, scripts=("figure.js",)
        )
        thumbs.append(thumb)
    return thumbs


def _neighbours(ordered: Sequence[DrawResult]) -> dict[str, tuple[str | None, str | None]]:
    """The figures before and after each, of the same task."""
    around: dict[str, tuple[str | None, str | None]] = {}
    for _, group in groupby(ordered, key=lambda result: result.task):
        ids = [figure_id(result) for result in group]
        around |= {one: (a, b) for one, a, b in zip(ids, [None, *ids], [*ids[1:], None], strict=False)}
    return around


def _best(results: Sequence[DrawResult], order: Sequence[str]) -> list[tuple[str, list[tables.BestRow]]]:
    """The rows of each system that drew more than once, in the order of the leaderboard."""
    rows = tables.best_of_k(results)
    curves = [(system, [row for row in rows if row.system == system]) for system in order]
    return [(system, curve) for system, curve in curves if len(curve) > 1]
