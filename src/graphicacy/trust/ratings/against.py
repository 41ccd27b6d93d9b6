"""Raters against automatic scores, and against what a single rater achieves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from graphicacy.trust import statistics
from graphicacy.trust.coefficients import Level, kendall_tau_b, pearson, spearman
from graphicacy.trust.permutation import correlation_p
from graphicacy.trust.ratings.among import MOST_PAIRED, NOMINAL
from graphicacy.trust.ratings.each import means_of_others
from graphicacy.trust.ratings.record import DimensionRatings, Floats
from graphicacy.trust.ratings.resampling import Resampling, with_interval
from graphicacy.trust.ratings.summary import Statistic, undefined

__all__ = ["against_automatic", "ceiling_of", "mean_ratings", "permutation_p"]

MOST_KENDALL = 10_000
"""Items up to which τ-b is computed; it takes the square of their number."""

MOST_KENDALL_RESAMPLED = 500
"""Items up to which τ-b is resampled too."""

Coefficient = Literal["spearman", "kendall", "pearson"]

_COEFFICIENTS: dict[Coefficient, Callable[[Floats, Floats], float | None]] = {
    "spearman": spearman,
    "kendall": kendall_tau_b,
    "pearson": pearson,
}


def mean_ratings(table: DimensionRatings) -> Floats:
    """The mean rating of each item, over the raters who rated it."""
    return np.asarray(np.nanmean(table.ratings, axis=0))


def against_automatic(table: DimensionRatings, level: Level, resampling: Resampling) -> dict[str, Statistic]:
    """Spearman's ρ, Kendall's τ-b and Pearson's r between the automatic score and the mean rating of an item."""
    mean = mean_ratings(table)
    reason = NOMINAL if level == "nominal" else _no_correlation(table.auto, mean)
    if reason:
        return {name: undefined(reason) for name in _COEFFICIENTS}
    return {name: _correlation(name, table.auto, mean, resampling) for name in _COEFFICIENTS}


def permutation_p(table: DimensionRatings, level: Level, seed: int) -> float | None:
    """Two-sided p of Spearman's ρ between automatic score and mean rating, None where ρ is undefined.

    A permutation test with 9,999 orders (see ``correlation_p``): items count as exchangeable.
    """
    mean = mean_ratings(table)
    return (
        None if level == "nominal" or _no_correlation(table.auto, mean) else correlation_p(table.auto, mean, seed=seed)
    )


def ceiling_of(table: DimensionRatings, level: Level, resampling: Resampling) -> dict[str, Statistic]:
    """What a single rater achieves, and how much more or less the automatic score does on equal terms.

    ``ceiling``: Spearman's ρ of a rater with the mean of the other raters, averaged over raters.
    ``ceiling_difference``: the same with the automatic score in place of the rater, against the same means of the
    others on the same items, less the rater's. A score that does as well as a rater has a difference near 0.
    """
    reason = _no_ceiling(table, level)
    if reason:
        return {"ceiling": undefined(reason), "ceiling_difference": undefined(reason)}
    others = means_of_others(table.ratings)
    raters = list(zip(table.ratings, others, strict=True))
    ceiling = _mean_over_raters([(own, rest, None) for own, rest in raters], resampling)
    missing = _no_correlation(table.auto, mean_ratings(table))
    if ceiling.value is None or missing:
        return {"ceiling": ceiling, "ceiling_difference": undefined(missing or ceiling.reason)}
    triples = [(own, rest, table.auto) for own, rest in raters]
    return {"ceiling": ceiling, "ceiling_difference": _mean_over_raters(triples, resampling)}


def _mean_over_raters(triples: Sequence[tuple[Floats, Floats, Floats | None]], resampling: Resampling) -> Statistic:
    """The mean over raters of ρ(own, others), or of ρ(auto, others) less that; raters without ρ do not count."""
    values, resampled = [], []
    for own, others, auto in triples:
        own = own if auto is None else np.where(np.isnan(auto), np.nan, own)
        value, drawn = _rho(own, others, resampling)
        if auto is not None and value is not None:
            score, scored = _rho(np.where(np.isnan(own), np.nan, auto), others, resampling)
            value, drawn = None if score is None else score - value, scored - drawn
        if value is not None:
            values.append(value)
            resampled.append(drawn)
    if not values:
        return undefined("no rater gave different ratings to items that others rated too")
    return with_interval(float(np.mean(values)), np.mean(resampled, axis=0), resampling)


def _rho(x: Floats, y: Floats, resampling: Resampling) -> tuple[float | None, Floats]:
    drawn = statistics.correlation_resamples(x, y, "spearman", resampling.n, resampling.seed, resampling.clusters)
    return spearman(x, y), drawn


def _no_ceiling(table: DimensionRatings, level: Level) -> str:
    if level == "nominal":
        return NOMINAL
    if len(table.raters) < 2:
        return "there is one rater, and a ceiling needs two"
    if len(table.raters) > MOST_PAIRED:
        return f"more than {MOST_PAIRED} raters are not compared one by one"
    return ""


def _correlation(name: Coefficient, auto: Floats, mean: Floats, resampling: Resampling) -> Statistic:
    n = int((~np.isnan(auto)).sum())
    if name == "kendall" and n > MOST_KENDALL:
        return undefined(f"τ-b takes too long for {n:,} items; {MOST_KENDALL:,} are allowed")
    value = _COEFFICIENTS[name](auto, mean)
    if name == "kendall" and n > MOST_KENDALL_RESAMPLED:
        return Statistic(value, reason=f"no interval: too slow for more than {MOST_KENDALL_RESAMPLED} items")
    drawn = statistics.correlation_resamples(auto, mean, name, resampling.n, resampling.seed, resampling.clusters)
    return with_interval(value, drawn, resampling)


def _no_correlation(auto: Floats, mean: Floats) -> str:
    """Why automatic scores cannot be compared; empty where they can."""
    scored = ~np.isnan(auto)
    n = int(scored.sum())
    if n < 2:
        return "there are no automatic scores" if n == 0 else "one item has an automatic score, and two are needed"
    if np.ptp(auto[scored]) == 0:
        return f"all automatic scores are {auto[scored][0]:g}"
    if np.ptp(mean[scored]) == 0:
        return f"the mean rating is {mean[scored][0]:g} for all items with an automatic score"
    return ""
