"""The page of the reading track of a site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from graphicacy.report.plots import dot_plot
from graphicacy.report.reading import tables
from graphicacy.report.reading.analyses import analysis_views
from graphicacy.report.reading.cards import Card, cards_of
from graphicacy.report.reading.choose import chosen
from graphicacy.report.reading.data import asked_of, find_dataset
from graphicacy.report.reading.facts import headline_of, known_tasks, sizes_of, warnings_of
from graphicacy.report.reading.pictures import Shown, shown_pictures
from graphicacy.report.reading.runs import collect_answers, column_of
from graphicacy.report.reading.words import OUTCOMES
from graphicacy.trust.reading import Standing, leaderboard

__all__ = ["write_reading"]

_STYLES = ("reading.css",)
_ENGINES = (("mermaid", "Mermaid"), ("graphviz", "Graphviz"), ("mean", "Mean of both"), ("author", "Author’s layout"))


def write_reading(
    site: Site,
    runs: Sequence[Run[ReadResult]],
    nav: Mapping[str, str],
    seed: int = 0,
    step: Callable[[], None] = lambda: None,
) -> Mapping[str, Any]:
    """Writes ``reading.html`` of these runs; what it says, for the overview.

    Args:
        site: where to.
        runs: as ``reading.runs.read_reading_run`` reads them.
        nav: the main pages of the site by name.
        seed: of the intervals; the same inputs and seed give the same bytes.
        step: called after each picture, to show progress.

    Raises:
        ValueError: two runs were asked different questions under one id.
    """
    everything = collect_answers(runs)
    results = known_tasks(everything)
    board = leaderboard(results, seed=seed)
    shown = _questions(site, runs, results, [_name(standing) for standing in board], step)
    warnings = [*warnings_of(runs, everything), *([shown.why] if shown.why and results else [])]
    content = {
        **_numbers(results, board, seed),
        **_gallery(shown, len(results)),
        "facts": sizes_of(runs, results),
        "about": about([run.facts for run in runs], [run.name for run in runs]),
        "date": run_date([run.facts for run in runs]),
        "warnings": warnings,
        "nav": nav,
        "here": "Read",
    }
    site.page("reading.html", "reading/page.html", content, _STYLES)
    return content


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
        "plot": Markup(_plot(board, capabilities)),  # Vega escapes every text
        "pairs": pairs,
        "renderings": by_engine,
        "engines": [
            (name, head) for name, head in _ENGINES if any(getattr(row, name).estimate is not None for row in by_engine)
        ],
        "codes": {name: leaf.code for name, leaf in LEAVES.items()},
        "analyses": analysis_views(results, [_name(standing) for standing in board], seed),
        **_by_task(tables.task_rows(summaries), rows),
    }


def _plot(board: Sequence[Standing], capabilities: Sequence[str]) -> str:
    values = []
    for standing in board:
        summary = standing.summary
        panels = {"Overall": summary.overall} | {c.capitalize(): summary.capabilities.get(c) for c in capabilities}
        for measure, scored in panels.items():
            if scored is not None and scored.score_all is not None:
                found = tables.all_asked(scored)
                kind = "system" if summary.view == "image" else "control"
                ends = {"estimate": found.estimate, "low": found.low, "high": found.high}
                values.append({"system": _name(standing), "kind": kind, "measure": measure, **ends})
    return dot_plot(values, [_name(s) for s in board], ["Overall", *(c.capitalize() for c in capabilities)])


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


@dataclass(frozen=True, slots=True)
class _Questions:
    cards: Sequence[Card] = ()
    pictures: Sequence[Shown] = ()
    why: str = ""


def _questions(
    site: Site,
    runs: Sequence[Run[ReadResult]],
    results: Sequence[ReadResult],
    order: Sequence[str],
    step: Callable[[], None],
) -> _Questions:
    """The cards of the gallery, or why there are none."""
    data, why = find_dataset(runs)
    if data is None:
        return _Questions(why=f"questions and pictures are not shown: {why}")
    answers = chosen(results, order)
    try:
        asked = asked_of(data, {result.id for result in answers})
    except (OSError, ValueError, KeyError) as error:
        return _Questions(why=f"questions and pictures are not shown: the dataset cannot be read ({error})")
    names = [name for result in answers if result.id in asked for name in asked[result.id].question.images]
    pictures = shown_pictures(site, data, names, step)
    cards = cards_of(answers, asked, pictures)
    absent = len({result.id for result in answers} - asked.keys())
    are = "1 question is" if absent == 1 else f"{absent} questions are"
    return _Questions(cards, list(pictures.values()), f"{are} not in the dataset" if absent else "")


def _gallery(shown: _Questions, answers: int) -> dict[str, Any]:
    return {
        "cards": shown.cards,
        "pictures": shown.pictures,
        "filters": _filters(shown.cards),
        "answers": answers,
        "no_cards": shown.why.capitalize() or "No answers yet.",
    }


_FILTERS = {
    "system": "System",
    "task": "Task",
    "variant": "Variant",
    "outcome": "Outcome",
    "status": "Status",
    "difficulty": "Difficulty",
    "rendering": "Drawn by",
}
_ORDERS = {"outcome": OUTCOMES, "difficulty": ("easy", "medium", "hard")}


def _filters(cards: Sequence[Card]) -> list[tuple[str, str, list[str]]]:
    """(name, heading, choices) of each filter; those with one choice are left out."""
    facets = [card.facets for card in cards]
    filters = []
    for name, heading in _FILTERS.items():
        seen = list(dict.fromkeys(facet[name] for facet in facets))
        order = _ORDERS.get(name, ())
        choices = [c for c in order if c in seen] + [c for c in seen if c not in order]
        if len(choices) > 1:
            filters.append((name, heading, choices))
    return filters
