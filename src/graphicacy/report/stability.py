"""What the ranking of drawing systems owes to the tasks, and how small a difference these tasks can tell."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, median_low
from typing import Literal

import numpy as np

from graphicacy.draw.record import DrawResult
from graphicacy.report.tables import by_system, task_means, task_samples
from graphicacy.trust.power import minimum_detectable_difference, tasks_needed
from graphicacy.trust.ranking import rank_stability
from graphicacy.trust.statistics import Interval

__all__ = ["AIM", "Power", "RankRow", "Ranks", "power_of_drawing", "power_of_intervals", "ranks_by_tasks"]

AIM = 0.02
"""A difference of overall scores that one may want to tell."""

_LEVEL_95 = 3.919927969  # the width of a 95 % interval of a normal distribution, in standard errors


@dataclass(frozen=True, slots=True)
class RankRow:
    """A system, its rank from 1, the ranks that it holds in 95 % of resamples, and the share in which it is first."""

    system: str
    rank: int
    low: int
    high: int
    first: float


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranking by overall score over resamples of tasks: best first. ``same``, ``tau``: see ``RankStability``."""

    kind: Literal["system", "control"]
    tasks: int
    rows: tuple[RankRow, ...]
    same: float
    tau: float | None


@dataclass(frozen=True, slots=True)
class Power:
    """What a typical pair of systems must differ by to be told apart with a power of 80 % at the level of 5 %.

    ``n`` clusters (tasks, or diagrams) with ``k`` samples each give ``difference``; ``AIM`` needs ``needed`` clusters.
    ``least`` is the difference that remains with any number of samples; None where one sample cannot tell, or tasks
    do not show to differ.
    """

    n: int
    k: int
    difference: float
    needed: int
    least: float | None = None


def ranks_by_tasks(results: Sequence[DrawResult], seed: int = 0) -> Ranks | None:
    """Ranks of systems (of controls, where nothing else was run); None with fewer than two of them, or tasks."""
    kind, groups = _compared(results)
    scored = {system: means for system, group in groups.items() if (means := task_means(group, "overall"))}
    names = sorted(scored, key=lambda system: (-fmean(scored[system].values()), system))
    tasks = sorted({task for means in scored.values() for task in means})
    if len(names) < 2 or len(tasks) < 2:
        return None
    found = rank_stability([[scored[name].get(task, math.nan) for task in tasks] for name in names], seed=seed)
    if found.same is None:
        return None
    held = zip(names, found.low, found.high, found.shares[:, 0].tolist(), strict=True)
    rows = [RankRow(name, place, int(low), int(high), first) for place, (name, low, high, first) in enumerate(held, 1)]
    return Ranks(kind, len(tasks), tuple(rows), found.same, found.tau)


def power_of_drawing(results: Sequence[DrawResult]) -> Power | None:
    """The power of a run, from how its scores vary over tasks and samples; None without two systems on two tasks.

    A task with a score outside [0, 1], which no scorer gives, does not count.
    """
    _, groups = _compared(results)
    samples = [task_samples(group, "overall") for group in groups.values()]
    samples = [
        {task: values for task, values in one.items() if 0 <= min(values) <= max(values) <= 1} for one in samples
    ]
    means = [{task: fmean(values) for task, values in one.items()} for one in samples]
    pairs = [differences for a, b in combinations(means, 2) if len(differences := _differences(a, b)) > 1]
    if not pairs:
        return None
    every = [values for one in samples for values in one.values()]
    k = Counter(map(len, every)).most_common(1)[0][0]
    repeated = [float(np.var(values, ddof=1)) for values in every if len(values) > 1]
    between = fmean(float(np.var(differences, ddof=1)) for differences in pairs)
    within = min(fmean(repeated), between * k / 2) if repeated and k > 1 else 0.0  # both are only estimates
    of_tasks = math.sqrt(max(0.0, between - 2 * within / k))
    return _power(median_low(map(len, pairs)), k, of_tasks, math.sqrt(within))


def power_of_intervals(differences: Sequence[tuple[Interval | None, int]]) -> Power | None:
    """The power from intervals of paired differences, each with its number of clusters; None where there is none."""
    known = [(d.high - d.low, n) for d, n in differences if d and d.low is not None and d.high is not None and n > 1]
    known = [(width, n) for width, n in known if width <= 2]  # wider is no interval of differences of scores in [0, 1]
    if not known:
        return None
    spreads = [(width / _LEVEL_95) ** 2 * n for width, n in known]
    return _power(median_low(n for _, n in known), 1, math.sqrt(fmean(spreads)), 0.0)


def _power(n: int, k: int, of_tasks: float, of_samples: float) -> Power | None:
    """None where nothing varies, so that any difference would be told."""
    if of_tasks < 1e-9 and of_samples < 1e-9:
        return None
    return Power(
        n=n,
        k=k,
        difference=minimum_detectable_difference(n, k, of_tasks, of_samples),
        needed=tasks_needed(AIM, k, of_tasks, of_samples),
        least=minimum_detectable_difference(n, k, of_tasks, 0.0) if of_samples and of_tasks else None,
    )


def _compared(results: Sequence[DrawResult]) -> tuple[Literal["system", "control"], Mapping[str, list[DrawResult]]]:
    """Systems with their results; controls where nothing else was run."""
    groups = by_system(results)
    kind: Literal["system", "control"] = "system" if any(r.kind == "system" for r in results) else "control"
    return kind, {system: group for system, group in groups.items() if group[0].kind == kind}


def _differences(a: Mapping[str, float], b: Mapping[str, float]) -> list[float]:
    return [a[task] - b[task] for task in a if task in b]
