"""The tables of a report, as pure functions of results: what the page, the terminal and papers show.

Every mean is taken over tasks: first over the samples of a task, then over tasks, so that a task counts once
however many of its samples could be scored. Intervals resample whole tasks. An answer without a drawing scores
0 in every dimension; a failed or unscored sample is left out and counted.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import numpy as np

from graphicacy.draw.record import DrawResult
from graphicacy.draw.task import DrawTask
from graphicacy.report.formats import column, format_table, table_cells
from graphicacy.trust.statistics import Interval, cluster_bootstrap, expected_best_of_k, holm, paired_difference

__all__ = [
    "DIMENSIONS",
    "GROUPINGS",
    "MEASURES",
    "BestRow",
    "ErrorRow",
    "GroupRow",
    "Grouping",
    "PairRow",
    "Row",
    "best_of_k",
    "breakdown",
    "by_system",
    "error_taxonomy",
    "format_table",
    "leaderboard",
    "measure",
    "paired_differences",
    "table_cells",
    "task_means",
]

DIMENSIONS = ("TF", "SC", "SQ", "CA")
MEASURES = ("overall", *DIMENSIONS)
Grouping = Literal["figure_type", "discipline", "difficulty"]
GROUPINGS: tuple[Grouping, ...] = ("figure_type", "discipline", "difficulty")
NOT_IN_SUITE = "not in the suite"

Kind = Literal["system", "control"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """One system of the leaderboard. Scores are in [0, 1]; ``seconds`` is the mean and ``cost`` (USD) the sum known.

    ``best`` is the expected best of ``samples`` whole candidates; ``all_right`` the share of drawings in which
    every label, relation and component is right. ``missing`` counts tasks of the suite without any sample;
    ``scored + unscored + no_drawing + failed`` is the number of samples.
    """

    system: str = field(metadata=column("System"))
    kind: Kind = field(metadata=column("Kind"))
    overall: Interval | None = field(metadata=column("Overall"))
    TF: Interval | None = field(metadata=column("TF"))
    SC: Interval | None = field(metadata=column("SC"))
    SQ: Interval | None = field(metadata=column("SQ"))
    CA: Interval | None = field(metadata=column("CA"))
    samples: int = field(metadata=column("k"))
    best: float | None = field(metadata=column("Best of k", "score"))
    all_right: float | None = field(metadata=column("All right", "percent"))
    tasks: int = field(metadata=column("Tasks"))
    missing: int = field(metadata=column("Missing tasks"))
    scored: int = field(metadata=column("Scored"))
    unscored: int = field(metadata=column("Unscored"))
    no_drawing: int = field(metadata=column("No drawing"))
    failed: int = field(metadata=column("Failed"))
    cost: float | None = field(metadata=column("Cost", "money"))
    seconds: float | None = field(metadata=column("Time", "seconds"))


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One system on the tasks of one group (a figure type, a discipline or a difficulty)."""

    group: str = field(metadata=column("Group"))
    system: str = field(metadata=column("System"))
    kind: Kind = field(metadata=column("Kind"))
    overall: Interval | None = field(metadata=column("Overall"))
    TF: float | None = field(metadata=column("TF", "score"))
    SC: float | None = field(metadata=column("SC", "score"))
    SQ: float | None = field(metadata=column("SQ", "score"))
    CA: float | None = field(metadata=column("CA", "score"))
    tasks: int = field(metadata=column("Tasks"))


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """One kind of error of one system: how often by severity, and in what share of its drawings."""

    error: str = field(metadata=column("Error"))
    system: str = field(metadata=column("System"))
    kind: Kind = field(metadata=column("Kind"))
    count: int = field(metadata=column("Count"))
    critical: int = field(metadata=column("Critical"))
    major: int = field(metadata=column("Major"))
    minor: int = field(metadata=column("Minor"))
    drawings: int = field(metadata=column("Drawings"))
    share: float = field(metadata=column("Of drawings", "percent"))


@dataclass(frozen=True, slots=True)
class BestRow:
    """The expected best of k whole candidates; ``tasks`` have k scored samples, others count with what they have."""

    system: str = field(metadata=column("System"))
    kind: Kind = field(metadata=column("Kind"))
    k: int = field(metadata=column("k"))
    expected: float = field(metadata=column("Expected best", "score"))
    tasks: int = field(metadata=column("Tasks"))


@dataclass(frozen=True, slots=True)
class PairRow:
    """First minus second in overall score, over the tasks that both have; ``p`` two-sided, ``p_holm`` adjusted."""

    first: str = field(metadata=column("First"))
    second: str = field(metadata=column("Second"))
    difference: Interval | None = field(metadata=column("Difference", "signed"))
    p: float | None = field(metadata=column("p", "probability"))
    p_holm: float | None = field(metadata=column("p (Holm)", "probability"))
    tasks: int = field(metadata=column("Tasks"))


def measure(result: DrawResult, name: str) -> float | None:
    """A score of one sample in [0, 1] (one of ``MEASURES``, ``all_right``, ``SC_geometry``, ``SC_judges``).

    0 where the system gave no drawing; None where the sample failed or this was not scored.
    """
    if result.status == "no-drawing":
        return 0.0
    if result.status == "failed" or result.score is None:
        return None
    value = getattr(result.score, name)
    return None if value is None or not math.isfinite(value) else float(value)


def by_system(results: Iterable[DrawResult]) -> dict[str, list[DrawResult]]:
    """Results by system, in order of name."""
    return dict(sorted(_group(results, lambda r: r.system).items()))


def _group(items: Iterable[T], key: Callable[[T], str]) -> dict[str, list[T]]:
    groups: dict[str, list[T]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


def task_samples(results: Iterable[DrawResult], name: str) -> dict[str, list[float]]:
    """The known scores of each task, in order of task id; a task without any is left out."""
    values = _group(((r.task, v) for r in results if (v := measure(r, name)) is not None), lambda pair: pair[0])
    return {task: [v for _, v in values[task]] for task in sorted(values)}


def task_means(results: Iterable[DrawResult], name: str) -> dict[str, float]:
    """The mean score of each task over its scored samples."""
    return {task: float(np.mean(values)) for task, values in task_samples(results, name).items()}


def _interval(means: Mapping[str, float], seed: int) -> Interval | None:
    return cluster_bootstrap(list(means.values()), list(means), seed=seed) if means else None


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return float(np.mean(known)) if known else None


def leaderboard(results: Sequence[DrawResult], tasks: Sequence[DrawTask], seed: int = 0) -> list[Row]:
    """One row per system: systems first, then controls, each by overall score; the unscored last.

    Args:
        results: samples of any number of systems.
        tasks: the suite, to count what is missing; results of other tasks count as well (the report warns of them).
        seed: seed of the bootstrap.
    """
    suite = {task.id for task in tasks}
    rows = [_row(system, group, suite, seed) for system, group in by_system(results).items()]
    return sorted(rows, key=lambda row: (row.kind == "control", *_downwards(row.overall), row.system))


def _downwards(score: Interval | None) -> tuple[bool, float]:
    known = score is not None and score.estimate is not None
    return not known, -(score.estimate or 0.0) if score else 0.0


def _row(system: str, results: Sequence[DrawResult], suite: set[str], seed: int) -> Row:
    drawn = {r.task for r in results}
    intervals = {name: _interval(task_means(results, name), seed) for name in MEASURES}
    status = Counter(r.status for r in results)
    scored = sum(r.status == "ok" and measure(r, "overall") is not None for r in results)
    curve = _best_curve(results)
    costs = [r.cost for r in results if r.cost is not None]
    return Row(
        system=system,
        kind=results[0].kind,
        overall=intervals["overall"],
        TF=intervals["TF"],
        SC=intervals["SC"],
        SQ=intervals["SQ"],
        CA=intervals["CA"],
        samples=max(Counter(r.task for r in results).values()),
        best=curve[-1][1] if curve else None,
        all_right=_mean(task_means(results, "all_right").values()),
        tasks=len(drawn),
        missing=len(suite - drawn),
        scored=scored,
        unscored=status["ok"] - scored,
        no_drawing=status["no-drawing"],
        failed=status["failed"],
        cost=math.fsum(costs) if costs else None,
        seconds=_mean(r.seconds for r in results if r.seconds is not None),
    )


def _best_curve(results: Iterable[DrawResult]) -> list[tuple[int, float, int]]:
    """(k, expected best, tasks with k scored samples) for k from 1 to the largest number of scored samples of a task.

    A task with fewer than k counts with the best of those it has, so that the same tasks count for every k.
    """
    samples = list(task_samples(results, "overall").values())
    most = max(map(len, samples), default=0)
    table = np.array([values + [math.nan] * (most - len(values)) for values in samples])
    curve: list[tuple[int, float, int]] = []
    best = np.full(len(samples), math.nan)
    for k in range(1, most + 1):
        exact = expected_best_of_k(table, k)
        best = np.where(np.isnan(exact), best, exact)
        curve.append((k, float(best.mean()), int(np.count_nonzero(~np.isnan(exact)))))
    return curve


def best_of_k(results: Sequence[DrawResult]) -> list[BestRow]:
    """For each system and each k up to its number of samples, the expected best overall of k whole candidates."""
    return [
        BestRow(system, group[0].kind, k, expected, tasks)
        for system, group in by_system(results).items()
        for k, expected, tasks in _best_curve(group)
    ]


def group_names(tasks: Sequence[DrawTask], by: Grouping) -> dict[str, str]:
    """The group of each task id."""
    return {task.id: str(getattr(task, by)) for task in tasks}


def breakdown(results: Sequence[DrawResult], tasks: Sequence[DrawTask], by: Grouping, seed: int = 0) -> list[GroupRow]:
    """Scores by figure type, discipline or difficulty: groups in the order of the suite, systems by name."""
    group_of = group_names(tasks, by)
    parts = _group(results, lambda r: group_of.get(r.task, NOT_IN_SUITE))
    order = [name for name in dict.fromkeys([*_order(group_of.values(), by), NOT_IN_SUITE]) if name in parts]
    return [_group_row(name, system, group, seed) for name in order for system, group in by_system(parts[name]).items()]


def _order(names: Iterable[str], by: Grouping) -> list[str]:
    if by == "difficulty":
        return ["easy", "medium", "hard"]
    return sorted(set(names))


def _group_row(group: str, system: str, results: Sequence[DrawResult], seed: int) -> GroupRow:
    means = {name: task_means(results, name) for name in MEASURES}
    return GroupRow(
        group=group,
        system=system,
        kind=results[0].kind,
        overall=_interval(means["overall"], seed),
        TF=_mean(means["TF"].values()),
        SC=_mean(means["SC"].values()),
        SQ=_mean(means["SQ"].values()),
        CA=_mean(means["CA"].values()),
        tasks=len({r.task for r in results}),
    )


def error_taxonomy(results: Sequence[DrawResult]) -> list[ErrorRow]:
    """Errors by kind and system, the most frequent kind first. The share is of the system's scored samples."""
    rows = [row for system, group in by_system(results).items() for row in _error_rows(system, group)]
    totals: Counter[str] = Counter()
    for row in rows:
        totals[row.error] += row.count
    return sorted(rows, key=lambda row: (-totals[row.error], row.error, row.kind == "control", row.system))


def _error_rows(system: str, results: Sequence[DrawResult]) -> list[ErrorRow]:
    scores = [r.score for r in results if r.score is not None and r.status != "failed"]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for score in scores:
        for error in score.errors:
            counts[error.kind][error.severity] += 1
        for kind in {error.kind for error in score.errors}:
            counts[kind]["drawings"] += 1
    return [
        ErrorRow(
            error=kind,
            system=system,
            kind=results[0].kind,
            count=count["critical"] + count["major"] + count["minor"],
            critical=count["critical"],
            major=count["major"],
            minor=count["minor"],
            drawings=count["drawings"],
            share=count["drawings"] / len(scores),
        )
        for kind, count in counts.items()
    ]


def paired_differences(
    results: Sequence[DrawResult], seed: int = 0, pairs: Sequence[tuple[str, str]] | None = None
) -> list[PairRow]:
    """Differences in overall score between systems, task by task, with Holm's adjustment over the pairs listed.

    Without ``pairs``, all pairs of systems (of controls, where nothing else was run), better one first.
    """
    means = {system: task_means(group, "overall") for system, group in by_system(results).items()}
    chosen = _all_pairs(results, means) if pairs is None else pairs
    rows = [_pair(first, second, means, seed) for first, second in chosen]
    return _adjusted(rows)


def _all_pairs(results: Sequence[DrawResult], means: Mapping[str, Mapping[str, float]]) -> list[tuple[str, str]]:
    kinds = {r.system: r.kind for r in results}
    compared: Kind = "system" if "system" in kinds.values() else "control"
    names = [name for name in means if kinds[name] == compared and means[name]]
    names.sort(key=lambda name: (-float(np.mean(list(means[name].values()))), name))
    return [(first, second) for i, first in enumerate(names) for second in names[i + 1 :]]


def _pair(first: str, second: str, means: Mapping[str, Mapping[str, float]], seed: int) -> PairRow:
    common = [task for task in means[first] if task in means[second]]
    if not common:
        return PairRow(first, second, None, None, None, 0)
    a = [means[first][task] for task in common]
    b = [means[second][task] for task in common]
    found = paired_difference(a, b, common, seed=seed)
    interval = Interval(found.difference, found.low, found.high)
    return PairRow(first, second, interval, found.p, None, found.n)


def _adjusted(rows: Sequence[PairRow]) -> list[PairRow]:
    p_values = holm([math.nan if row.p is None else row.p for row in rows])
    return [
        dataclasses.replace(row, p_holm=None if math.isnan(p) else float(p))
        for row, p in zip(rows, p_values, strict=True)
    ]
