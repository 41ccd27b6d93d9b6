"""What is resampled for intervals: items, or whole tasks where items are known to share one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from graphicacy.trust.ratings.record import DimensionRatings, Floats
from graphicacy.trust.ratings.summary import Statistic
from graphicacy.trust.statistics import percentile_range

__all__ = ["Resampling", "interval_of", "resampling_of", "with_interval"]

_LEVEL = 0.95
_UNDEFINED = 0.1  # share of resamples that may leave a statistic undefined


@dataclass(frozen=True, slots=True)
class Resampling:
    """How often (``n``), from which ``seed``, and the cluster of each item; None where items stand for themselves.

    ``over`` says what is drawn: items, or tasks.
    """

    n: int
    seed: int
    clusters: Sequence[Hashable] | None
    over: str

    @property
    def method(self) -> str:
        """How intervals come about."""
        return f"percentile bootstrap over {self.over}"


def resampling_of(table: DimensionRatings, n: int, seed: int) -> Resampling:
    """Items of one task are drawn together, since they are not independent; an item without a task stands alone."""
    if not any(table.tasks):
        return Resampling(n, seed, None, "items")
    clusters = [("task", task) if task else ("item", item) for task, item in zip(table.tasks, table.items, strict=True)]
    return Resampling(n, seed, clusters, "tasks")


def with_interval(value: float | None, resampled: Floats, resampling: Resampling) -> Statistic:
    """A statistic with its bootstrap interval, or the reason why it has none."""
    low, high = interval_of(resampled, resampling)
    if low is not None:
        return Statistic(value, low, high, resampling.method)
    if _one_cluster(resampling):
        return Statistic(value, reason="no interval, since all items are of one task")
    return Statistic(value, reason=f"no interval, since too many samples of {resampling.over} leave it undefined")


def interval_of(resampled: Floats, resampling: Resampling) -> tuple[float | None, float | None]:
    """The 95 % percentile interval; None where there is one task, or where a tenth of the resamples is undefined."""
    finite = np.isfinite(resampled)
    if _one_cluster(resampling) or (~finite).mean() >= _UNDEFINED:
        return None, None
    return percentile_range(resampled[finite], _LEVEL)


def _one_cluster(resampling: Resampling) -> bool:
    return resampling.clusters is not None and len(set(resampling.clusters)) < 2
