"""Intervals, tests and sensitivity for scores: pure NumPy, vectorised over resamples, deterministic for a seed.

NaN stands for unscored: it is dropped, never counted as zero. What is undefined comes back as None.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import comb, sqrt
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphicacy.trust.permutation import correlation_p, sign_flip
from graphicacy.trust.resampled import alpha_resamples, bca_range, correlation_resamples, icc_resamples, times_drawn

__all__ = [
    "PUBLISHED_WEIGHTS",
    "Interval",
    "IntervalMethod",
    "PairedDifference",
    "WeightSensitivity",
    "alpha_resamples",
    "bca_range",
    "cluster_bootstrap",
    "correlation_p",
    "correlation_resamples",
    "expected_best_of_k",
    "holm",
    "icc_resamples",
    "joint_resamples",
    "paired_difference",
    "percentile_range",
    "sign_flip",
    "weight_sensitivity",
    "wilson_interval",
]

PUBLISHED_WEIGHTS = (0.30, 0.30, 0.20, 0.20)
"""The weights of TF, SC, SQ and CA in the overall score (SciDraw-Bench, arXiv 2606.28406)."""

_BLOCK = 2_000_000

Floats = NDArray[np.float64]
IntervalMethod = Literal["percentile", "bca"]


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its interval; ``low`` and ``high`` are None where the data cannot give one."""

    estimate: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The mean of a - b with its bootstrap interval, the two-sided p of the sign-flip test, and n clusters."""

    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    n: int


@dataclass(frozen=True, slots=True)
class WeightSensitivity:
    """How much a ranking of systems owes to the weights.

    ``top_share``: for each system, the share of weightings under which it ranks first (ties share; None for a system
    without any score). ``rank_change_share``: the share of weightings whose ranking differs from that of the
    published weights. ``kendall_tau``: the mean τ-b between the two rankings; None where there is nothing to rank.
    """

    top_share: tuple[float | None, ...]
    rank_change_share: float
    kendall_tau: float | None


def cluster_bootstrap(
    values: ArrayLike,
    clusters: Sequence[Hashable],
    n: int = 2000,
    level: float = 0.95,
    seed: int = 0,
    method: IntervalMethod = "percentile",
) -> Interval:
    """The mean of all values with an interval from resampling whole clusters.

    The estimate is the pooled mean: each value weighs the same, so a cluster weighs by its number of values. Samples
    of one task are not independent, hence tasks, not drawings, are drawn with replacement (Cameron, Gelbach & Miller
    2008; Efron & Tibshirani 1993, ch. 13).

    Args:
        values: n_values numbers; NaN is unscored and dropped.
        clusters: the cluster of each value, such as its task id.
        n: number of resamples.
        level: coverage of the interval, in (0, 1).
        seed: of the resampling.
        method: "bca" corrects for bias and skew (Efron 1987), by leaving out each cluster in turn.

    Returns:
        ``low`` and ``high`` are None with fewer than two clusters, the estimate too where nothing is scored.

    Raises:
        ValueError: the lengths differ, or n or level is out of range.
    """
    sums, counts = _by_cluster(np.asarray(values, dtype=np.float64), clusters)
    _check(n, level)
    if not len(sums):
        return Interval(None, None, None)
    estimate = float(sums.sum() / counts.sum())
    if method == "percentile" or len(sums) < 2:
        return Interval(estimate, *_bootstrap_range(sums, counts, n, level, seed))
    drawn = joint_resamples(sums[:, None], counts[:, None], n, seed)[:, 0]
    left_out = (sums.sum() - sums) / (counts.sum() - counts)
    return Interval(estimate, *bca_range(estimate, drawn, left_out, level))


def paired_difference(
    a: ArrayLike,
    b: ArrayLike,
    clusters: Sequence[Hashable],
    n: int = 2000,
    level: float = 0.95,
    seed: int = 0,
) -> PairedDifference:
    """The mean of a - b over pairs, with a cluster bootstrap interval and a sign-flip permutation test.

    ``a[i]`` and ``b[i]`` belong to the same task and ``clusters[i]`` names it; a pair with an unscored side (NaN) is
    dropped. Under the null hypothesis the two systems are exchangeable within a task, so the sign of each cluster's
    difference is free. All 2**C signs are tried for up to 13 clusters; beyond that 9,999 random ones, and the
    observed one counts among them (Phipson & Smyth 2010), so p is never 0.

    Raises:
        ValueError: the lengths differ, or n or level is out of range.
    """
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if first.shape != second.shape:
        raise ValueError(f"a and b must be pairs of the same length, got {first.shape} and {second.shape}")
    sums, counts = _by_cluster(first - second, clusters)
    _check(n, level)
    if not len(sums):
        return PairedDifference(None, None, None, None, 0)
    low, high = _bootstrap_range(sums, counts, n, level, seed)
    p = float(sign_flip(sums[:, None], seed)[0]) if len(sums) > 1 else None
    return PairedDifference(float(sums.sum() / counts.sum()), low, high, p, len(sums))


def joint_resamples(sums: ArrayLike, counts: ArrayLike, n: int = 2000, seed: int = 0) -> Floats:
    """The pooled mean of each column in each of n resamples of whole clusters, which all columns share.

    So the columns of a resample can be averaged, or subtracted, as one wants to average or subtract the means.

    Args:
        sums: clusters × columns: the sum of the values of a cluster.
        counts: clusters × columns: their number.
        n: number of resamples.
        seed: of the resampling.

    Returns:
        n × columns; NaN where no value of a column was drawn.
    """
    both = np.hstack([np.asarray(sums, dtype=np.float64), np.asarray(counts, dtype=np.float64)])
    size, columns = len(both), both.shape[1] // 2
    means = np.full((n, columns), np.nan)
    if not size:
        return means
    rng = np.random.default_rng(seed)
    step = max(1, _BLOCK // size)
    for start in range(0, n, step):
        drawn = times_drawn(rng, size, min(step, n - start)) @ both
        totals, numbers = drawn[:, :columns], drawn[:, columns:]
        np.divide(totals, numbers, out=means[start : start + step], where=numbers > 0)
    return means


def percentile_range(resampled: ArrayLike, level: float = 0.95) -> tuple[float | None, float | None]:
    """The percentile interval of a statistic from its resampled values; NaN is dropped, and None where all are."""
    values = np.asarray(resampled, dtype=np.float64)
    values = values[~np.isnan(values)]
    if not len(values):
        return None, None
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def holm(p_values: ArrayLike) -> Floats:
    """Holm's (1979) step-down adjusted p-values, in the order given: they control the family-wise error rate.

    NaN stays NaN and does not count in the family.
    """
    p = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted


def expected_best_of_k(samples: ArrayLike, k: int) -> Floats:
    """The expected score of the best of k samples, for each task, from all its n ≥ k samples.

    The maximum over all k-subsets of the samples, averaged: the i-th smallest of n is the largest of a subset in
    C(i - 1, k - 1) of C(n, k) cases. Unlike the maximum of one batch it uses every sample, and unlike the estimate
    of Dodge et al. (2019) it is unbiased (Tang et al. 2020, "Showing Your Work Doesn't Always Work").

    Args:
        samples: tasks × samples; NaN is unscored (pad with it where tasks have unequally many).
        k: at least 1.

    Returns:
        One value per task; NaN where fewer than k samples are scored.
    """
    table = np.asarray(samples, dtype=np.float64)
    if table.ndim != 2:
        raise ValueError(f"samples must be a table of tasks × samples, got {table.ndim} dimension(s)")
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    ordered = np.sort(table, axis=1)  # NaN last
    scored = (~np.isnan(table)).sum(axis=1)
    best = np.full(len(table), np.nan)
    for size in np.unique(scored[scored >= k]):
        weights = np.array([comb(i, k - 1) / comb(int(size), k) for i in range(size)])
        rows = scored == size
        best[rows] = ordered[rows, :size] @ weights
    return best


def weight_sensitivity(
    scores: ArrayLike,
    n: int = 10_000,
    seed: int = 0,
    weights: Sequence[float] = PUBLISHED_WEIGHTS,
) -> WeightSensitivity:
    """How the ranking of systems changes over weightings drawn uniformly from the simplex, Dirichlet(1, ..., 1).

    Args:
        scores: systems × dimensions, higher is better. An unscored dimension (NaN) is left out for its system and
            the other weights are rescaled to sum to 1.
        n: number of weightings.
        seed: of the draw.
        weights: the published weights, one per dimension.

    Raises:
        ValueError: the table does not have one column per weight, or n or a weight is not positive.
    """
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] != len(weights):
        raise ValueError(f"scores must be a table of systems × {len(weights)} dimensions, got shape {table.shape}")
    if n < 1 or min(weights) <= 0:
        raise ValueError(f"n must be at least 1 and the weights positive, got n = {n}, weights {tuple(weights)}")
    scored = ~np.isnan(table).all(axis=1)
    if not scored.any():
        return WeightSensitivity((None,) * len(table), 0.0, None)
    rng = np.random.default_rng(seed)
    drawn = rng.dirichlet(np.ones(table.shape[1]), size=n)
    totals = _overall(table[scored], drawn)
    published = _overall(table[scored], np.asarray([weights], dtype=np.float64))
    top = np.full(len(table), np.nan)
    top[scored] = _first_shares(totals)
    changed, tau = _rank_changes(totals, published[0])
    return WeightSensitivity(tuple(None if np.isnan(t) else float(t) for t in top), changed, tau)


def wilson_interval(successes: int, n: int, level: float = 0.95) -> Interval:
    """A proportion with Wilson's (1927) score interval, which stays in [0, 1] and serves small n.

    Raises:
        ValueError: not 0 ≤ successes ≤ n, or level is out of range.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"successes must be between 0 and n = {n}, got {successes}")
    _check(1, level)
    if n == 0:
        return Interval(None, None, None)
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Interval(share, low, high)


def _check(n: int, level: float) -> None:
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}")
    if not 0 < level < 1:
        raise ValueError(f"level must be in (0, 1), got {level}")


def _by_cluster(values: Floats, clusters: Sequence[Hashable]) -> tuple[Floats, Floats]:
    """The sum and the number of scored values of each cluster that has any, in order of first appearance."""
    if values.shape != (len(clusters),):
        raise ValueError(f"values must be one number per cluster entry: got {values.shape}, {len(clusters)} clusters")
    scored = np.flatnonzero(~np.isnan(values))
    index: dict[Hashable, int] = {}
    codes = np.array([index.setdefault(clusters[int(i)], len(index)) for i in scored], dtype=np.intp)
    sums = np.bincount(codes, weights=values[scored], minlength=len(index))
    counts = np.bincount(codes, minlength=len(index))
    return sums.astype(np.float64), counts.astype(np.float64)


def _bootstrap_range(
    sums: Floats, counts: Floats, n: int, level: float, seed: int
) -> tuple[float | None, float | None]:
    """The percentile interval of the pooled mean over n resamples of whole clusters."""
    if len(sums) < 2:
        return None, None
    return percentile_range(joint_resamples(sums[:, None], counts[:, None], n, seed), level)


def _overall(table: Floats, weights: Floats) -> Floats:
    """Overall scores, weightings × systems; equal up to rounding noise becomes equal."""
    filled = np.nan_to_num(table)
    present = (~np.isnan(table)).astype(np.float64)
    return np.asarray(np.round((weights @ filled.T) / (weights @ present.T), 12))


def _first_shares(totals: Floats) -> Floats:
    first = totals == totals.max(axis=1, keepdims=True)
    return np.asarray((first / first.sum(axis=1, keepdims=True)).mean(axis=0))


def _rank_changes(totals: Floats, published: Floats) -> tuple[float, float | None]:
    """The share of rankings that differ from the published one, and their mean τ-b with it."""
    left, right = np.triu_indices(len(published), k=1)
    reference = np.sign(published[left] - published[right])
    if not reference.any():
        changed = float(np.mean((totals[:, left] != totals[:, right]).any(axis=1))) if len(left) else 0.0
        return changed, None
    changes, taus = 0, []
    step = max(1, _BLOCK // len(left))
    for start in range(0, len(totals), step):
        block = totals[start : start + step]
        order = np.sign(block[:, left] - block[:, right])
        changes += int((order != reference).any(axis=1).sum())
        norm = np.sqrt(np.abs(order).sum(axis=1) * np.abs(reference).sum())
        taus.append((order @ reference)[norm > 0] / norm[norm > 0])
    tau = np.concatenate(taus)
    return changes / len(totals), float(tau.mean()) if len(tau) else None
