"""How far the ranking of systems owes to the tasks that happen to be in the suite."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphicacy.trust.coefficients import kendall_tau_b
from graphicacy.trust.statistics import joint_resamples

__all__ = ["RankStability", "rank_stability"]


@dataclass(frozen=True, slots=True)
class RankStability:
    """The ranking of systems over resamples of tasks.

    ``shares[s, r]`` is the share of resamples in which system s ranks r-th, from 0; ``low`` and ``high`` are the ranks,
    from 1, between which it stays in 95 % of them. ``same`` is the share with the ranking of all tasks, ``tau`` the
    mean Kendall τ-b with it; None where there is nothing to rank.
    """

    shares: NDArray[np.float64]
    low: tuple[float, ...]
    high: tuple[float, ...]
    same: float | None
    tau: float | None


def rank_stability(scores: ArrayLike, n: int = 2000, seed: int = 0) -> RankStability:
    """Ranks of systems, higher scores first, in n resamples of tasks; equal means are ranked in the order given.

    Args:
        scores: systems × tasks; NaN is unscored and dropped.
        n: number of resamples.
        seed: of the resampling.

    Raises:
        ValueError: the table is not two-dimensional.
    """
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2:
        raise ValueError(f"scores must be a table of systems × tasks, got {table.ndim} dimension(s)")
    systems = len(table)
    means = joint_resamples(np.nan_to_num(table).T, (~np.isnan(table)).T, n, seed)
    means = means[~np.isnan(means).any(axis=1)]
    if systems < 2 or not len(means):
        return RankStability(np.full((systems, systems), np.nan), (), (), None, None)
    whole = np.nanmean(table, axis=1)
    ranks = np.argsort(np.argsort(-means, axis=1, kind="stable"), axis=1)
    shares = (ranks[:, :, None] == np.arange(systems)).mean(axis=0)
    low, high = np.quantile(ranks + 1, [0.025, 0.975], axis=0, method="inverted_cdf")
    taus = [tau for row in means if (tau := kendall_tau_b(row, whole)) is not None]
    straight = np.argsort(np.argsort(-whole, kind="stable"))
    return RankStability(
        shares=shares,
        low=tuple(low.tolist()),
        high=tuple(high.tolist()),
        same=float((ranks == straight).all(axis=1).mean()),
        tau=sum(taus) / len(taus) if taus else None,
    )
