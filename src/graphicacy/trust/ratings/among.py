"""Raters among themselves: agreement of all, and of each pair."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from graphicacy.trust import coefficients, statistics
from graphicacy.trust.coefficients import (
    Level,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    spearman,
    weighted_kappa,
)
from graphicacy.trust.ratings.record import DimensionRatings, Floats
from graphicacy.trust.ratings.resampling import Resampling, interval_of, with_interval
from graphicacy.trust.ratings.summary import PairRow, Statistic, undefined

__all__ = ["MOST_PAIRED", "MOST_VALUES", "NOMINAL", "agreement_of_all", "no_agreement", "pairs_of"]

MOST_PAIRED = 50
"""Raters up to which they are compared one by one and in pairs."""

MOST_VALUES = 1_000
"""Different ratings up to which they are compared: the coincidence matrix has this many rows."""

NOMINAL = "nominal ratings have no order, and no mean"

_ICC: Mapping[str, coefficients.IccKind] = {"icc_2k": "2k", "icc_21": "2", "icc_11": "1"}


def agreement_of_all(
    table: DimensionRatings, level: Level, pairs: tuple[PairRow, ...], resampling: Resampling
) -> dict[str, Statistic]:
    """Krippendorff's α, ICCs, Fleiss' κ and the means over pairs, by name."""
    return {
        "krippendorff_alpha": _alpha(table.ratings, level, resampling),
        **_iccs(table.ratings, level, resampling),
        "fleiss_kappa": _fleiss(table.ratings, level),
        "pairwise_spearman": undefined(NOMINAL) if level == "nominal" else _mean(table, pairs, "spearman"),
        "pairwise_kappa": _mean(table, pairs, "kappa"),
    }


def pairs_of(table: DimensionRatings, level: Level) -> tuple[PairRow, ...]:
    """Each pair of raters who share an item; none of more than ``MOST_PAIRED`` raters."""
    if len(table.raters) > MOST_PAIRED:
        return ()
    rows = []
    for one, other in combinations(range(len(table.raters)), 2):
        a, b = table.ratings[one], table.ratings[other]
        both = int((~np.isnan(a) & ~np.isnan(b)).sum())
        if both:
            rho = None if level == "nominal" else spearman(a, b)
            kappa = cohen_kappa(a, b) if level == "nominal" else weighted_kappa(a, b)
            rows.append(PairRow((table.raters[one], table.raters[other]), both, rho, kappa))
    return tuple(rows)


def no_agreement(ratings: Floats, level: Level) -> str:
    """Why nothing can be said of the agreement of raters; empty where something can."""
    if len(ratings) < 2:
        return "there is one rater, and agreement needs two"
    shared = ratings[:, (~np.isnan(ratings)).sum(axis=0) >= 2]
    if not shared.size:
        return "no item was rated by two raters"
    values = np.unique(shared[~np.isnan(shared)])
    if len(values) == 1:
        return f"all ratings are {values[0]:g}, so that agreement cannot be told from chance"
    if len(values) > MOST_VALUES:
        return f"there are {len(values):,} different ratings; round them to {MOST_VALUES:,} or fewer"
    if level == "ratio" and values[0] < 0:
        return f"a rating is {values[0]:g}, and ratio data have no negative numbers"
    return ""


def _alpha(ratings: Floats, level: Level, resampling: Resampling) -> Statistic:
    reason = no_agreement(ratings, level)
    if reason:
        return undefined(reason)
    value = krippendorff_alpha(ratings, level)
    resampled = statistics.alpha_resamples(ratings, level, resampling.n, resampling.seed, resampling.clusters)
    return with_interval(value, resampled, resampling)


def _iccs(ratings: Floats, level: Level, resampling: Resampling) -> dict[str, Statistic]:
    """ICC(2,k), ICC(2,1) and ICC(1,1) over the items that all raters rated."""
    complete = ~np.isnan(ratings).any(axis=0)
    table = ratings[:, complete]
    reason = NOMINAL if level == "nominal" else _no_icc(table, len(ratings))
    if reason:
        return {name: undefined(reason) for name in _ICC}
    clusters = resampling.clusters
    clusters = None if clusters is None else [clusters[int(place)] for place in np.flatnonzero(complete)]
    found = {}
    for name, kind in _ICC.items():
        one = coefficients.icc(table, kind)
        drawn = statistics.icc_resamples(table, kind, resampling.n, resampling.seed, clusters)
        found[name] = _icc_statistic(one.value, one.low, one.high, interval_of(drawn, resampling))
    return found


def _icc_statistic(
    value: float | None, low: float | None, high: float | None, resampled: tuple[float | None, float | None]
) -> Statistic:
    """An ICC with both intervals; without the one from F where items differ so little that it has no finite ends."""
    if value is None or not np.isfinite(value):
        return undefined("items differ no more than chance would have it, so that ICC has no value")
    bootstrap = None if resampled[0] is None or resampled[1] is None else (resampled[0], resampled[1])
    if low is None or high is None or not -np.inf < low <= high < np.inf:
        return Statistic(value, bootstrap=bootstrap, reason="no interval, since items differ too little for the F test")
    return Statistic(value, low, high, "F distribution", bootstrap)


def _no_icc(table: Floats, raters: int) -> str:
    if raters < 2:
        return "there is one rater, and agreement needs two"
    if table.shape[1] < 2:
        return f"{'one' if table.shape[1] else 'no'} item was rated by all {raters} raters, and ICC needs two"
    if np.ptp(table) == 0:
        return f"all ratings are {table[0, 0]:g}, so that agreement cannot be told from chance"
    return ""


def _fleiss(ratings: Floats, level: Level) -> Statistic:
    """Fleiss' κ of categories, over the items with two ratings or more, if these have equally many."""
    if level in ("interval", "ratio"):
        return undefined(f"Fleiss' κ is of categories, and the ratings are taken as {level}")
    reason = no_agreement(ratings, level)
    if reason:
        return undefined(reason)
    times = (~np.isnan(ratings)).sum(axis=0)
    shared = ratings[:, times >= 2]
    fewest, most = times[times >= 2].min(), times.max()
    if fewest != most:
        return undefined(f"items have {fewest} to {most} ratings, and Fleiss' κ needs equally many")
    values = np.unique(shared[~np.isnan(shared)])
    return Statistic(fleiss_kappa(np.column_stack([(shared == value).sum(axis=0) for value in values])))


def _mean(table: DimensionRatings, pairs: tuple[PairRow, ...], what: str) -> Statistic:
    """The mean of a coefficient over the pairs that have it."""
    values = [value for row in pairs if (value := getattr(row, what)) is not None]
    if values:
        return Statistic(float(np.mean(values)))
    if len(table.raters) > MOST_PAIRED:
        return undefined(f"more than {MOST_PAIRED} raters are not compared in pairs")
    apart = "no two raters share items to which each gave different ratings"
    return undefined(no_agreement(table.ratings, "ordinal") or apart)
