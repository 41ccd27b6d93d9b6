"""Differences between pairs of answers, with intervals and tests that resample, and flip, whole diagrams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from graphicacy.trust.reading.columns import Floats, Indices, by_diagram, codes_of, distinct
from graphicacy.trust.reading.scored import Range, listed, macro, rounded
from graphicacy.trust.statistics import joint_resamples, percentile_range, sign_flip

__all__ = ["Difference", "difference", "differences"]


@dataclass(frozen=True, slots=True)
class Difference:
    """The means of ``n`` pairs about so many ``diagrams``, and first - second.

    ``interval`` is the 95 % percentile interval from resampling diagrams; ``p`` is two-sided, from flipping the signs
    of diagrams; both are None with fewer than two. All is None without a pair.
    """

    first: float | None
    second: float | None
    difference: float | None
    interval: Range | None
    p: float | None
    n: int
    diagrams: int

    def reversed(self) -> Difference:
        """The same with the sides changed: second - first."""
        if self.difference is None:
            return self
        interval = None if self.interval is None else (-self.interval[1], -self.interval[0])
        return replace(self, first=self.second, second=self.first, difference=-self.difference, interval=interval)

    def to_json(self) -> dict[str, Any]:
        """The fields, numbers to six digits."""
        return {
            "first": rounded(self.first),
            "second": rounded(self.second),
            "difference": rounded(self.difference),
            "interval": listed(self.interval),
            "p": rounded(self.p),
            "n": self.n,
            "diagrams": self.diagrams,
        }


def difference(first: ArrayLike, second: ArrayLike, diagrams: Sequence[str], *, seed: int = 0) -> Difference:
    """The difference of the means of pairs; ``diagrams[i]`` is what pair i is about. A pair with a NaN is dropped."""
    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    return differences(one, other, codes_of(diagrams), {"": np.arange(len(one))}, [[""]], seed=seed)[1]


def differences(
    first: Floats,
    second: Floats,
    diagram: Indices,
    parts: Mapping[str, Indices],
    units: Sequence[Sequence[str]],
    *,
    seed: int = 0,
) -> tuple[dict[str, Difference], Difference]:
    """The difference in each part, and that of the means of units, a unit being the mean of parts.

    Args:
        first: of each pair; a pair with a NaN is dropped.
        second: of each pair.
        diagram: index of the diagram that a pair is about.
        parts: names → rows of pairs.
        units: names of the parts of each unit; every part is in one at most.
        seed: of the resamples and the signs, which all parts share.
    """
    paired = ~np.isnan(first - second)
    rows = {name: part[paired[part]] for name, part in parts.items() if paired[part].any()}
    at = {name: index for index, name in enumerate(rows)}
    used = [[at[name] for name in unit if name in at] for unit in units]
    used = [unit for unit in used if unit]
    sums, counts = by_diagram(diagram, [(first - second, part) for part in rows.values()])
    means = np.array([[column[part].mean() for part in rows.values()] for column in (first, second)])
    resampled = joint_resamples(sums, counts, seed=seed)
    shares = sums / counts.sum(axis=0)
    p = sign_flip(np.column_stack([shares, shares @ _weights(used, len(rows))]), seed)
    found = {name: _difference(means, resampled, [[k]], float(p[k]), diagram[rows[name]]) for name, k in at.items()}
    overall = [rows[name] for unit in units for name in unit if name in rows]
    joint = np.concatenate(overall) if overall else np.empty(0, dtype=np.intp)
    return (
        {name: found.get(name, _NOTHING) for name in parts},
        _difference(means, resampled, used, float(p[-1]), diagram[joint]),
    )


_NOTHING = Difference(None, None, None, None, None, 0, 0)


def _weights(units: Sequence[Sequence[int]], parts: int) -> Floats:
    """Of each part in the mean of units."""
    weights = np.zeros(parts)
    for unit in units:
        weights[list(unit)] = 1 / (len(units) * len(unit))
    return weights


def _difference(
    means: Floats, resampled: Floats, units: Sequence[Sequence[int]], p: float, diagram: Indices
) -> Difference:
    """Of units; ``diagram`` is that of each pair in them."""
    clusters = distinct(diagram)
    if not clusters:
        return _NOTHING
    first, second = macro(means, units).tolist()
    low, high = percentile_range(macro(resampled, units)) if clusters > 1 else (None, None)
    interval = None if low is None or high is None else (low, high)
    return Difference(first, second, first - second, interval, p if clusters > 1 else None, len(diagram), clusters)
