"""Two systems on the questions that both were asked, and many in a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphicacy.read.record import ReadResult, View
from graphicacy.read.taxonomy import LEAVES
from graphicacy.trust.reading.columns import Columns, Floats, Indices, columns_of
from graphicacy.trust.reading.pairs import Difference, differences
from graphicacy.trust.reading.scored import rounded
from graphicacy.trust.reading.summary import units_of
from graphicacy.trust.statistics import holm

__all__ = ["Compared", "Comparison", "Shared", "compare", "shared_by"]


@dataclass(frozen=True, slots=True)
class Compared:
    """Differences overall and by task. ``adjusted`` are the tasks' p-values after Holm, who counts all tasks tested."""

    overall: Difference
    tasks: Mapping[str, Difference]
    adjusted: Mapping[str, float | None]

    def to_json(self) -> dict[str, Any]:
        """``{"overall", "tasks"}``; a task's has ``p_holm`` too."""
        tasks = {name: found.to_json() | {"p_holm": rounded(self.adjusted[name])} for name, found in self.tasks.items()}
        return {"overall": self.overall.to_json(), "tasks": tasks}


@dataclass(frozen=True, slots=True)
class Comparison:
    """System ``a`` (first) against system ``b`` (second), each with its view.

    ``score`` is on the questions that both have a graded answer to, ``score_all`` on all that both were asked, where
    one without an answer counts 0. Overall means are over the tasks, or units of them, that have such questions.
    """

    a: tuple[str, View]
    b: tuple[str, View]
    score: Compared
    score_all: Compared

    def to_json(self) -> dict[str, Any]:
        """``{"a": {"system", "view"}, "b", "score", "score_all"}``."""
        names = {side: {"system": run[0], "view": run[1]} for side, run in (("a", self.a), ("b", self.b))}
        return {**names, "score": self.score.to_json(), "score_all": self.score_all.to_json()}


def compare(
    a: Iterable[ReadResult], b: Iterable[ReadResult], *, joined: Sequence[Sequence[str]] = (), seed: int = 0
) -> Comparison:
    """Compare two runs over one dataset, question by question.

    Args:
        a: the answers of one system in one view.
        b: those of another, or of the same in another view.
        joined: as in ``summarize``.
        seed: of the resampling and of the signs.

    Raises:
        ValueError: a side is not one run, or the two were asked different things under one id.
    """
    one, other = columns_of(a), columns_of(b)
    shared = shared_by(one, other)
    scores = _compared(shared, one.score, other.score, joined, seed)
    everything = _compared(shared, one.whole, other.whole, joined, seed)
    return Comparison((one.system, one.view), (other.system, other.view), scores, everything)


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """The questions of two runs: their rows in each, the diagrams that they are about, and the tasks' questions."""

    one: Indices
    other: Indices
    diagram: Indices
    tasks: Mapping[str, Indices]

    def differences(
        self, one: Floats, other: Floats, joined: Sequence[Sequence[str]], seed: int
    ) -> tuple[dict[str, Difference], Difference]:
        """By task and overall, of a column of each run."""
        units = units_of(tuple(self.tasks), joined)
        return differences(one[self.one], other[self.other], self.diagram, self.tasks, units, seed=seed)


def shared_by(one: Columns, other: Columns) -> Shared:
    """The questions that stand in both runs, by id. Raises ``ValueError`` where one id is of two questions."""
    rows = {result.id: row for row, result in enumerate(other.results)}
    pairs = [(row, rows[result.id]) for row, result in enumerate(one.results) if result.id in rows]
    left, right = (np.array(side, dtype=np.intp) for side in (zip(*pairs, strict=True) if pairs else ((), ())))
    tasks: dict[str, list[int]] = {name: [] for name in LEAVES}
    for index, (row, twin) in enumerate(pairs):
        here, there = one.results[row], other.results[twin]
        if (here.task, here.asks, here.gold) != (there.task, there.asks, there.gold):
            raise ValueError(f"question {here.id} is not the same in both runs: they are over different datasets")
        tasks[here.task].append(index)
    found = {name: np.array(index, dtype=np.intp) for name, index in tasks.items() if index}
    return Shared(left, right, one.diagram[left], found)


def _compared(shared: Shared, one: Floats, other: Floats, joined: Sequence[Sequence[str]], seed: int) -> Compared:
    tasks, overall = shared.differences(one, other, joined, seed)
    p = holm([np.nan if found.p is None else found.p for found in tasks.values()])
    adjusted = {name: None if np.isnan(value) else float(value) for name, value in zip(tasks, p, strict=True)}
    return Compared(overall, tasks, adjusted)
