"""Graded answers as columns: what every number of the reading track is counted from."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from graphicacy.read.answers import Status
from graphicacy.read.question import NONE
from graphicacy.read.record import ReadResult, View
from graphicacy.read.taxonomy import LEAVES

__all__ = [
    "STATUSES",
    "UNANSWERED",
    "Columns",
    "Floats",
    "Indices",
    "by_diagram",
    "by_task",
    "codes_of",
    "columns_of",
    "distinct",
    "engine_of",
    "graded_score",
    "is_answerless",
    "is_asked",
    "is_graded",
    "runs_in",
]

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

STATUSES: tuple[str, ...] = (*(status.value for status in Status), "failed")
UNANSWERED: tuple[str, ...] = ("unparseable", "refused", "truncated", "empty")
_GRADED = frozenset({Status.OK.value, Status.REPAIRED.value})


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Answers of one run in the order of their ids, so that no number depends on the order in which they came.

    ``score`` and ``strict`` are NaN where an answer was not graded. ``whole`` is the score with 0 for a question that
    was asked and has no answer; NaN where the system could not be asked. ``status`` are indices in ``STATUSES``;
    ``diagram`` those of the diagrams in alphabetical order.
    """

    system: str
    view: View
    results: tuple[ReadResult, ...]
    score: Floats
    strict: Floats
    whole: Floats
    status: Indices
    diagram: Indices

    def details(self, names: Collection[str]) -> dict[str, Floats]:
        """Details of the grades, in [0, 1]; NaN where an answer was not graded, or its type has no such detail."""
        found = {name: np.full(len(self.results), np.nan) for name in names}
        for row in np.flatnonzero(~np.isnan(self.score)).tolist():
            for name, value in self.results[row].details.items():
                if name in found and _is_share(value):
                    found[name][row] = value
        return found


def columns_of(results: Iterable[ReadResult]) -> Columns:
    """The columns of one run.

    Raises ``ValueError``, in one line, where results are of several systems or views, or there are none, and where a
    question has two.
    """
    ordered = tuple(sorted(results, key=lambda result: result.id))
    system, view = _run_of(ordered)
    _check_once(ordered)
    score = np.array([graded_score(r) for r in ordered], dtype=np.float64)
    strict = np.array([math.nan if r.strict is None else r.strict for r in ordered], dtype=np.float64)
    status = np.array([STATUSES.index(r.status) for r in ordered], dtype=np.intp)
    without = np.isin(status, [STATUSES.index(name) for name in UNANSWERED])
    return Columns(
        system=system,
        view=view,
        results=ordered,
        score=score,
        strict=np.where(np.isnan(score), np.nan, strict),
        whole=np.where(without, 0.0, score),
        status=status,
        diagram=codes_of([r.diagram for r in ordered]),
    )


def runs_in(results: Iterable[ReadResult]) -> dict[tuple[str, View], list[ReadResult]]:
    """Results by system and view: systems by name, views in the order image, source, blind."""
    runs: dict[tuple[str, View], list[ReadResult]] = {}
    for result in results:
        runs.setdefault((result.system, result.view), []).append(result)
    order = get_args(View)
    return {run: runs[run] for run in sorted(runs, key=lambda run: (run[0], order.index(run[1])))}


def engine_of(rendering: str) -> str:
    """The engine that made a rendering: "mermaid" of "mermaid" and of "mermaid-turned"."""
    return rendering.removesuffix("-turned")


def by_task(results: Iterable[ReadResult]) -> dict[str, list[ReadResult]]:
    """Results by task, in the order of the taxonomy; those of a task that it does not have are left out."""
    tasks: dict[str, list[ReadResult]] = {name: [] for name in LEAVES}
    for result in results:
        tasks.get(result.task, []).append(result)
    return {task: found for task, found in tasks.items() if found}


def is_asked(result: ReadResult) -> bool:
    """Whether the system could be asked."""
    return result.status != "failed"


def is_answerless(result: ReadResult) -> bool:
    """Whether nothing is the right answer."""
    return result.gold in (NONE, [])


def by_diagram(diagram: Indices, values: Sequence[tuple[Floats, Indices]]) -> tuple[Floats, Floats]:
    """Sums and counts by diagram, as resampling wants them: diagrams × values.

    Args:
        diagram: index of the diagram that each row is about.
        values: columns, and which of their rows count; NaN does not.

    Returns:
        A row for each diagram about which there is any value.
    """
    rows = [part[~np.isnan(column[part])] for column, part in values]
    found = np.unique(np.concatenate([diagram[part] for part in rows])) if rows else diagram[:0]
    sums = np.zeros((len(found), len(rows)))
    counts = np.zeros_like(sums)
    for index, ((column, _), part) in enumerate(zip(values, rows, strict=True)):
        codes = np.searchsorted(found, diagram[part])
        sums[:, index] = np.bincount(codes, column[part], minlength=len(found))
        counts[:, index] = np.bincount(codes, minlength=len(found))
    return sums, counts


def distinct(diagram: Indices) -> int:
    """How many diagrams there are among these indices."""
    return int(np.count_nonzero(np.bincount(diagram)))


def is_graded(result: ReadResult) -> bool:
    """Whether there is an answer with a score."""
    return result.score is not None and result.status in _GRADED


def graded_score(result: ReadResult) -> float:
    """The score of an answer that was graded, else NaN."""
    return result.score if result.score is not None and result.status in _GRADED else math.nan


def codes_of(names: Sequence[str]) -> Indices:
    """The rank of each name among all."""
    rank = {name: k for k, name in enumerate(sorted(set(names)))}
    return np.array([rank[name] for name in names], dtype=np.intp)


def _run_of(results: Sequence[ReadResult]) -> tuple[str, View]:
    runs = sorted({(result.system, result.view) for result in results})
    if len(runs) != 1:
        found = ", ".join(f"{system} ({view})" for system, view in runs[:5]) or "nothing"
        raise ValueError(f"take the answers of one system in one view at a time: these are of {found}")
    return runs[0]


def _check_once(ordered: Sequence[ReadResult]) -> None:
    repeated = [a.id for a, b in pairwise(ordered) if a.id == b.id]
    if repeated:
        system = ordered[0].system
        raise ValueError(f"{system} has two results for {len(repeated)} question(s), such as {repeated[0]}: keep one")


def _is_share(value: Any) -> bool:
    """Whether a value is a number in [0, 1]: a file of results may hold anything here."""
    return isinstance(value, bool | int | float) and 0 <= value <= 1
