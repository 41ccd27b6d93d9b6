"""The tables of the reading track, as rows: what the page and papers show of its numbers.

Scores stand side by side twice: over the answers that could be graded, and over all questions asked, where one without
an answer counts 0. Systems are in the order of the second.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from graphicacy.read.record import ReadResult
from graphicacy.report.formats import column
from graphicacy.report.reading.runs import column_of
from graphicacy.trust.reading import Difference, Scored, Standing, Summary, compare
from graphicacy.trust.statistics import Interval, holm, wilson_interval

__all__ = [
    "CAPABILITIES",
    "BoardRow",
    "PairRow",
    "RenderingRow",
    "TaskRow",
    "all_asked",
    "answered",
    "board_rows",
    "pair_rows",
    "rendering_rows",
    "task_rows",
]

CAPABILITIES = ("structural", "visual", "semantic", "comprehensive")

_ALL_PAIRS_UP_TO = 6  # systems; beyond that, the best against each, and each against the next


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One system in one view. Rates are shares of the questions asked; ``seconds`` is the mean of an answer."""

    place: int = field(metadata=column("Place", "count"))
    group: int = field(metadata=column("Group", "count"))
    system: str = field(metadata=column("System"))
    view: str = field(metadata=column("View"))
    all_asked: Interval = field(metadata=column("All asked"))
    answered: Interval = field(metadata=column("Answered"))
    strict: float | None = field(metadata=column("Strict", "score"))
    structural: float | None = field(metadata=column("Structural", "score"))
    visual: float | None = field(metadata=column("Visual", "score"))
    semantic: float | None = field(metadata=column("Semantic", "score"))
    comprehensive: float | None = field(metadata=column("Comprehensive", "score"))
    asked: int = field(metadata=column("Asked", "count"))
    graded: int = field(metadata=column("Graded", "count"))
    unparseable: float | None = field(metadata=column("Unparseable", "percent"))
    refused: float | None = field(metadata=column("Refused", "percent"))
    truncated: float | None = field(metadata=column("Truncated", "percent"))
    empty: float | None = field(metadata=column("Empty", "percent"))
    failed: int = field(metadata=column("Failed", "count"))
    fabrication: Interval = field(metadata=column("Fabrication", "percent"))
    over_refusal: Interval = field(metadata=column("Over-refusal", "percent"))
    cost: float | None = field(metadata=column("Cost", "money"))
    tokens: int | None = field(metadata=column("Tokens", "count"))
    seconds: float | None = field(metadata=column("Seconds an answer", "seconds"))

    @property
    def name(self) -> str:
        """The system, with its view where that is not the picture."""
        return column_of(self.system, self.view)


@dataclass(frozen=True, slots=True)
class TaskRow:
    """One system on one task, or on one of its variants."""

    system: str = field(metadata=column("System"))
    view: str = field(metadata=column("View"))
    code: str = field(metadata=column("Code"))
    task: str = field(metadata=column("Task"))
    variant: str | None = field(metadata=column("Variant"))
    all_asked: Interval = field(metadata=column("All asked"))
    answered: Interval = field(metadata=column("Answered"))
    strict: float | None = field(metadata=column("Strict", "score"))
    asked: int = field(metadata=column("Asked", "count"))
    graded: int = field(metadata=column("Graded", "count"))


@dataclass(frozen=True, slots=True)
class RenderingRow:
    """One system's score over all asked, on the pictures of each engine; a task, or all of them."""

    system: str = field(metadata=column("System"))
    view: str = field(metadata=column("View"))
    task: str = field(metadata=column("Task"))
    mermaid: Interval = field(metadata=column("Mermaid"))
    graphviz: Interval = field(metadata=column("Graphviz"))
    mean: Interval = field(metadata=column("Mean of both"))
    author: Interval = field(metadata=column("Author's layout"))


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two systems in one view on the questions that both were asked; the first is the one with the higher score."""

    first: str = field(metadata=column("Higher"))
    second: str = field(metadata=column("Lower"))
    difference: Interval = field(metadata=column("Difference", "signed"))
    p: float | None = field(metadata=column("p", "probability"))
    p_holm: float | None = field(metadata=column("p (Holm)", "probability"))
    answered: float | None = field(metadata=column("Difference where both answered", "signed"))
    questions: int = field(metadata=column("Questions", "count"))
    diagrams: int = field(metadata=column("Diagrams", "count"))


def board_rows(board: Iterable[Standing]) -> list[BoardRow]:
    """The leaderboard, in its order."""
    return [_board_row(standing) for standing in board]


def _board_row(standing: Standing) -> BoardRow:
    summary, overall = standing.summary, standing.summary.overall
    parts = {name: scored.score_all for name, scored in summary.capabilities.items()}
    seen = sum(overall.statuses.values()) - overall.statuses["failed"]
    return BoardRow(
        place=standing.place,
        group=standing.group,
        system=summary.system,
        view=summary.view,
        all_asked=all_asked(overall),
        answered=answered(overall),
        strict=overall.strict,
        structural=parts.get("structural"),
        visual=parts.get("visual"),
        semantic=parts.get("semantic"),
        comprehensive=parts.get("comprehensive"),
        asked=overall.asked,
        graded=overall.n,
        **overall.rates,
        failed=overall.statuses["failed"],
        fabrication=wilson_interval(overall.fabrication.count, overall.fabrication.n),
        over_refusal=wilson_interval(overall.over_refusal.count, overall.over_refusal.n),
        cost=standing.cost,
        tokens=standing.tokens,
        seconds=None if standing.seconds is None or not seen else standing.seconds / seen,
    )


def all_asked(scored: Scored) -> Interval:
    """The score over all questions asked, with its interval."""
    return Interval(scored.score_all, *(scored.interval_all or (None, None)))


def answered(scored: Scored) -> Interval:
    """The score over the answers that could be graded, with its interval."""
    return Interval(scored.score, *(scored.interval or (None, None)))


def task_rows(summaries: Iterable[Summary]) -> list[TaskRow]:
    """Each task, followed by its variants, of each system."""
    rows = []
    for summary in summaries:
        for name, task in summary.tasks.items():
            for variant, scored in ((None, task.scored), *task.variants.items()):
                rows.append(
                    TaskRow(
                        system=summary.system,
                        view=summary.view,
                        code=task.code,
                        task=name,
                        variant=variant,
                        all_asked=all_asked(scored),
                        answered=answered(scored),
                        strict=scored.strict,
                        asked=scored.asked,
                        graded=scored.n,
                    )
                )
    return rows


def rendering_rows(summaries: Iterable[Summary]) -> list[RenderingRow]:
    """Scores by engine, overall ("all") and in each task, of each system."""
    rows = []
    for summary in summaries:
        mean = summary.mean_of_renderings
        by_engine = {**summary.renderings, **({"mean": mean} if mean else {})}
        for task in ("all", *summary.tasks):
            found = {
                engine: rendered.overall if task == "all" else rendered.tasks.get(task)
                for engine, rendered in by_engine.items()
            }
            cells = {name: all_asked(scored) for name, scored in found.items() if scored is not None}
            none = Interval(None, None, None)
            engines = {name: cells.get(name, none) for name in ("mermaid", "graphviz", "mean", "author")}
            rows.append(RenderingRow(system=summary.system, view=summary.view, task=task, **engines))
    return rows


def pair_rows(results: Iterable[ReadResult], board: Sequence[BoardRow], seed: int = 0) -> list[PairRow]:
    """Differences within each view: all pairs of a few systems; of many, the best against each, and each the next.

    p-values are adjusted by Holm over all of these pairs.
    """
    runs: dict[tuple[str, str], list[ReadResult]] = defaultdict(list)
    for result in results:
        runs[result.system, result.view].append(result)
    pairs = [pair for view in dict.fromkeys(row.view for row in board) for pair in _pairs(board, view)]
    compared = [compare(runs[a.system, a.view], runs[b.system, b.view], seed=seed) for a, b in pairs]
    found = [(c.score_all.overall, c.score.overall) for c in compared]
    adjusted = holm([math.nan if whole.p is None else whole.p for whole, _ in found])
    return [
        _pair_row(a, b, whole, graded, None if math.isnan(p) else float(p))
        for (a, b), (whole, graded), p in zip(pairs, found, adjusted, strict=True)
    ]


def _pairs(board: Sequence[BoardRow], view: str) -> list[tuple[BoardRow, BoardRow]]:
    rows = [row for row in board if row.view == view]
    if len(rows) <= _ALL_PAIRS_UP_TO:
        return list(combinations(rows, 2))
    return list(dict.fromkeys([*((rows[0], other) for other in rows[1:]), *pairwise(rows)]))


def _pair_row(a: BoardRow, b: BoardRow, whole: Difference, graded: Difference, p_holm: float | None) -> PairRow:
    """The pair with the higher one, on these questions, first."""
    sign = -1 if whole.difference is not None and whole.difference < 0 else 1
    ends = sorted(sign * end for end in whole.interval) if whole.interval else [None, None]
    first, second = (a, b) if sign == 1 else (b, a)
    return PairRow(
        first=first.name,
        second=second.name,
        difference=Interval(None if whole.difference is None else sign * whole.difference, ends[0], ends[1]),
        p=whole.p,
        p_holm=p_holm,
        answered=None if graded.difference is None else sign * graded.difference,
        questions=whole.n,
        diagrams=whole.diagrams,
    )
