"""The page of a system that read, and what the comparison of two needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES
from graphicacy.report.folder import Site
from graphicacy.report.names import slug
from graphicacy.report.reading.cards import question_page
from graphicacy.report.reading.runs import column_of
from graphicacy.report.reading.tables import BoardRow, RenderingRow, TaskRow
from graphicacy.report.reading.words import outcome_of
from graphicacy.trust.reading import compare
from graphicacy.trust.statistics import Interval

__all__ = ["read_data", "reader_page", "write_readers"]

_MOST_PAIRS = 300  # whose intervals are made: all of 25 systems in one view
_MOST_SHOWN = 20  # questions
_MEASURES = ("all asked", "answered", "strict", "structural", "visual", "semantic", "comprehensive")


def reader_page(name: str) -> str:
    """The address of the page of a system, as ``column_of`` names it, from the site's root."""
    return f"readers/{slug(name)}.html"


def write_readers(
    site: Site,
    results: Sequence[ReadResult],
    board: Sequence[BoardRow],
    tasks: Sequence[TaskRow],
    renderings: Sequence[RenderingRow],
    paged: frozenset[str],
    common: Mapping[str, Any],
) -> None:
    """Writes ``readers/NAME.html`` of every system of the board. ``paged`` are the questions that have a page."""
    own = _by_system(results)
    for row in board:
        content = {
            **common,
            "about": (),
            "warnings": (),
            "row": row,
            "lines": [line for line in tasks if (line.system, line.view) == (row.system, row.view)],
            "renderings": [r for r in renderings if (r.system, r.view, r.task) == (row.system, row.view, "all")],
            "worst": _worst(own[row.name], paged),
        }
        site.page(reader_page(row.name), "reading/reader_page.html", content, ("reading.css",))


def _by_system(results: Sequence[ReadResult]) -> dict[str, list[ReadResult]]:
    own: dict[str, list[ReadResult]] = defaultdict(list)
    for result in results:
        own[column_of(result.system, result.view)].append(result)
    return own


def _worst(results: Sequence[ReadResult], paged: frozenset[str]) -> list[tuple[str, str, ReadResult, str]]:
    """(page, code of the task, result, outcome) of the answers with the lowest scores, tasks in turn."""
    by_task: dict[str, list[ReadResult]] = defaultdict(list)
    for result in sorted(results, key=lambda r: (r.score is not None, r.score or 0.0, r.id)):
        if result.id in paged and result.strict != 1:
            by_task[result.task].append(result)
    queues = [by_task[name] for name in LEAVES if name in by_task]
    ordered = [queue[turn] for turn in range(_MOST_SHOWN) for queue in queues if turn < len(queue)][:_MOST_SHOWN]
    return [(question_page(r.id), LEAVES[r.task].code, r, outcome_of(r)) for r in ordered]


def read_data(
    results: Sequence[ReadResult], board: Sequence[BoardRow], tasks: Sequence[TaskRow], seed: int
) -> dict[str, Any]:
    """As ``compare_page.drawn_data``, of systems that read; pairs are within a view, over the questions of both."""
    own = _by_system(results)
    found = {(row.system, row.view, row.task): row for row in tasks if row.variant is None}
    leaves = [name for name in LEAVES if any(row.task == name for row in tasks)]
    pairs = [(i, j) for i, j in combinations(range(len(board)), 2) if board[i].view == board[j].view][:_MOST_PAIRS]
    return {
        "title": "Reading",
        "item": "task",
        "items": [{"name": f"{LEAVES[n].code} {n}", "page": f"reading.html#task={LEAVES[n].code}+{n}"} for n in leaves],
        "measures": list(_MEASURES),
        "systems": [
            {
                "name": row.name,
                "kind": row.view,
                "page": reader_page(row.name),
                "means": [_rounded(value) for value in _means(row)],
                "items": [_score(found.get((row.system, row.view, name))) for name in leaves],
            }
            for row in board
        ],
        "pairs": {f"{i},{j}": _pair(own[board[i].name], own[board[j].name], seed) for i, j in pairs},
    }


def _means(row: BoardRow) -> list[float | None]:
    parts = [row.structural, row.visual, row.semantic, row.comprehensive]
    return [row.all_asked.estimate, row.answered.estimate, row.strict, *parts]


def _score(row: TaskRow | None) -> float | None:
    return _rounded(row.all_asked.estimate) if row else None


def _pair(one: Sequence[ReadResult], other: Sequence[ReadResult], seed: int) -> list[float | int | None]:
    found = compare(one, other, seed=seed).score_all.overall
    ends = Interval(found.difference, *(found.interval or (None, None)))
    return [*map(_rounded, (ends.estimate, ends.low, ends.high)), found.p, found.n]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 5)
