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

    ``shares[s, r]`` is the share of resamples in which system s ranks r-th, from 0; systems with one mean share their
    ranks. ``low`` and ``high`` are the ranks, from 1, between which it stays in 95 % of them. ``same`` is the share
    with the ranking of all tasks, ``tau`` the mean Kendall τ-b with it; None where there is nothing to rank.
    """

    shares: NDArray[np.float64]
    low: tuple[float, ...]
    high: tuple[float, ...]
    same: float | None
    tau: float | None


def rank_stability(scores: ArrayLike, n: int = 2000, seed: int = 0) -> RankStability:
    """Ranks of systems, higher scores first, in n resamples of tasks.

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
    above, below = _others(means)
    held = (((above <= rank) & (rank < systems - below)) / (systems - above - below) for rank in range(systems))
    taus = [tau for row in means if (tau := kendall_tau_b(row, whole)) is not None]
    return RankStability(
        shares=np.array([share.mean(axis=0) for share in held]).T,
        low=tuple(np.quantile(1 + above, 0.025, axis=0, method="inverted_cdf").tolist()),
        high=tuple(np.quantile(systems - below, 0.975, axis=0, method="inverted_cdf").tolist()),
        same=float((above == _others(whole[None])[0]).all(axis=1).mean()),
        tau=sum(taus) / len(taus) if taus else None,
    )


def _others(means: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """How many systems have a higher mean than each, and how many a lower one; equal up to rounding is equal."""
    means = np.round(means, 12)
    above = [(means > means[:, [place]]).sum(axis=1) for place in range(means.shape[1])]
    below = [(means < means[:, [place]]).sum(axis=1) for place in range(means.shape[1])]
    return np.array(above).T, np.array(below).T
