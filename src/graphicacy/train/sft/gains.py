"""What each run gained over the base: by task, by kind of comprehensive question, by capability and in all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES
from graphicacy.train.mix import ABILITIES
from graphicacy.trust.reading.columns import STATUSES, UNANSWERED, Columns, Indices, columns_of
from graphicacy.trust.reading.compare import Shared, shared_by
from graphicacy.trust.reading.pairs import Difference
from graphicacy.trust.reading.scored import rounded
from graphicacy.trust.statistics import holm

__all__ = ["Gain", "GainRow", "gains"]

_VARIED = "comprehensive"  # the capability whose variants are told apart, as published


@dataclass(frozen=True, slots=True)
class Gain:
    """Run (first) against base (second) on the questions that both were asked.

    In ``all`` a question without a readable answer counts 0; ``graded`` is on those that both have a graded answer to.
    ``unanswered`` are the shares without one, of the run and of the base. ``p_holm`` is the p of ``all`` after Holm,
    who counts the tasks; None for what is no task.
    """

    all: Difference
    graded: Difference
    unanswered: tuple[float | None, float | None]
    p_holm: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The fields, numbers to six digits."""
        return {
            "all": self.all.to_json(),
            "graded": self.graded.to_json(),
            "unanswered": [rounded(share) for share in self.unanswered],
            "p_holm": rounded(self.p_holm),
        }


@dataclass(frozen=True, slots=True)
class GainRow:
    """A task, a variant of one, the mean of a capability's tasks, or that of all tasks; ``runs`` are by name."""

    kind: str  # task | variant | capability | overall
    name: str
    code: str
    runs: Mapping[str, Gain]

    def to_json(self) -> dict[str, Any]:
        """``{"kind", "name", "code", "runs": {name: …}}``."""
        return {
            "kind": self.kind,
            "name": self.name,
            "code": self.code,
            "runs": {name: gain.to_json() for name, gain in self.runs.items()},
        }


def gains(
    base: Iterable[ReadResult], runs: Mapping[str, Iterable[ReadResult]], *, seed: int = 0
) -> tuple[GainRow, ...]:
    """Pair the answers of each run with those of the base, question by question.

    Intervals are from resampling whole diagrams. Rows are in the order of the taxonomy, a comprehensive task before its
    variants, then capabilities, then all; what was not asked is absent. Raises ``ValueError`` where a run answered
    another dataset.
    """
    before = columns_of(base)
    found = {name: dict(_gains(columns_of(results), before, seed)) for name, results in runs.items()}
    keys = {key: None for of_run in found.values() for key in of_run}
    return tuple(
        GainRow(kind, name, code, {run: of_run[kind, name, code] for run, of_run in found.items()})
        for kind, name, code in sorted(keys, key=list(_order()).index)
    )


_Key = tuple[str, str, str]  # kind, name, code


def _order() -> Iterator[_Key]:
    for leaf in LEAVES.values():
        yield "task", leaf.name, leaf.code
        if leaf.capability == _VARIED:
            yield from (("variant", variant, leaf.code) for variant in leaf.variants)
    yield from (("capability", name, "") for name in ABILITIES)
    yield "overall", "overall", ""


def _gains(run: Columns, base: Columns, seed: int) -> Iterator[tuple[_Key, Gain]]:
    pair = _Pair(run, base, shared_by(run, base), seed)
    tasks = pair.shared.tasks
    each, overall = pair.gains(tasks)
    p = [np.nan if gain.all.p is None else gain.all.p for gain in each.values()]
    for (task, gain), adjusted in zip(each.items(), holm(p).tolist(), strict=True):
        yield ("task", task, LEAVES[task].code), replace(gain, p_holm=None if np.isnan(adjusted) else adjusted)
        if LEAVES[task].capability == _VARIED:
            for variant, found in pair.gains(pair.variants(task))[0].items():
                yield ("variant", variant, LEAVES[task].code), found
    for capability in ABILITIES:
        of_it = {task: rows for task, rows in tasks.items() if LEAVES[task].capability == capability}
        if of_it:
            yield ("capability", capability, ""), pair.gains(of_it)[1]
    yield ("overall", "overall", ""), overall


@dataclass(frozen=True, slots=True)
class _Pair:
    run: Columns
    base: Columns
    shared: Shared
    seed: int

    def variants(self, task: str) -> dict[str, Indices]:
        """The rows of each variant of a task."""
        rows = self.shared.tasks[task]
        names = np.array([self.run.results[row].variant for row in self.shared.one[rows]])
        return {name: rows[names == name] for name in LEAVES[task].variants if (names == name).any()}

    def gains(self, parts: Mapping[str, Indices]) -> tuple[dict[str, Gain], Gain]:
        """Of each part, and of their mean."""
        of = replace(self.shared, tasks=parts)
        every, every_mean = of.differences(self.run.whole, self.base.whole, (), self.seed)
        graded, graded_mean = of.differences(self.run.score, self.base.score, (), self.seed)
        each = {name: Gain(every[name], graded[name], self._unanswered([rows])) for name, rows in parts.items()}
        return each, Gain(every_mean, graded_mean, self._unanswered(list(parts.values())))

    def _unanswered(self, parts: Sequence[Indices]) -> tuple[float | None, float | None]:
        rows = np.concatenate(parts)
        return _share(self.run, self.shared.one[rows]), _share(self.base, self.shared.other[rows])


def _share(columns: Columns, rows: Indices) -> float | None:
    """Of the questions that were asked, those without a readable answer; None where none was asked."""
    asked = rows[~np.isnan(columns.whole[rows])]
    without = np.isin(columns.status[asked], [STATUSES.index(name) for name in UNANSWERED])
    return float(without.mean()) if len(asked) else None
