"""Means of answers, and differences of means of unlike answers, with intervals that resample whole diagrams."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from graphicacy.trust.reading.columns import Floats, Indices, by_diagram, distinct
from graphicacy.trust.reading.pairs import Difference
from graphicacy.trust.reading.scored import Range, listed, rounded
from graphicacy.trust.statistics import joint_resamples, percentile_range

__all__ = ["Average", "averages", "gap"]

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Average:
    """The mean of ``n`` values about so many ``diagrams``; None without one. ``interval``: 95 %, from two diagrams."""

    value: float | None
    interval: Range | None
    n: int
    diagrams: int

    def to_json(self) -> dict[str, Any]:
        """The fields, numbers to six digits."""
        return {
            "value": rounded(self.value),
            "interval": listed(self.interval),
            "n": self.n,
            "diagrams": self.diagrams,
        }


def averages(values: Floats, diagram: Indices, parts: Mapping[K, Indices], *, seed: int = 0) -> dict[K, Average]:
    """The mean of each part of the values; NaN is dropped. ``diagram`` is the index of what a value is about."""
    rows = {name: part[~np.isnan(values[part])] for name, part in parts.items()}
    resampled = joint_resamples(*by_diagram(diagram, [(values, part) for part in rows.values()]), seed=seed)
    return {
        name: _average(values[part], diagram[part], resampled[:, index])
        for index, (name, part) in enumerate(rows.items())
    }


def gap(values: Floats, diagram: Indices, first: Indices, second: Indices, *, seed: int = 0) -> Difference:
    """The mean of some answers less that of others, which are no pairs but may be about the same diagrams.

    The interval resamples the diagrams of both together; there is no test. ``n`` counts the answers of both.
    """
    rows = [part[~np.isnan(values[part])] for part in (first, second)]
    both = np.concatenate(rows)
    if not all(map(len, rows)):
        return Difference(None, None, None, None, None, 0, 0)
    one, other = (float(values[part].mean()) for part in rows)
    diagrams = distinct(diagram[both])
    low = high = None
    if diagrams > 1:
        resampled = joint_resamples(*by_diagram(diagram, [(values, part) for part in rows]), seed=seed)
        low, high = percentile_range(resampled[:, 0] - resampled[:, 1])
    interval = None if low is None or high is None else (low, high)
    return Difference(one, other, one - other, interval, None, len(both), diagrams)


def _average(values: Floats, diagram: Indices, resampled: Floats) -> Average:
    diagrams = distinct(diagram)
    low, high = percentile_range(resampled) if diagrams > 1 else (None, None)
    interval = None if low is None or high is None else (low, high)
    return Average(float(values.mean()) if len(values) else None, interval, len(values), diagrams)
