"""Each rater against the others, and against the same rater on another occasion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from graphicacy.trust import coefficients, statistics
from graphicacy.trust.coefficients import Level, krippendorff_alpha, spearman
from graphicacy.trust.ratings.among import MOST_PAIRED, NOMINAL, no_agreement
from graphicacy.trust.ratings.record import DimensionRatings, Floats
from graphicacy.trust.ratings.resampling import Resampling, interval_of
from graphicacy.trust.ratings.summary import RaterRow, Repeatability
from graphicacy.trust.statistics import wilson_interval

__all__ = ["means_of_others", "raters_of", "repeatability_of_all"]

OUTLYING_BELOW = 0.3
"""A rater whose ρ with the others is this much below the median rater's, and surely below it, is named."""

OUTLYING_BIAS = 1.0
"""A rater whose ratings differ this many standard deviations from the others' means, on average, is named."""


def raters_of(table: DimensionRatings, level: Level, resampling: Resampling) -> tuple[RaterRow, ...]:
    """A row per rater; those who stand apart are named where there are three or more, so that it can be told who."""
    others = means_of_others(table.ratings)
    rows = [_row(table, place, others[place], level, resampling) for place in range(len(table.raters))]
    if len(rows) < 3 or level == "nominal":
        return tuple(rows)
    return _with_outlying(rows, float(np.nanstd(table.ratings)))


def means_of_others(ratings: Floats) -> Floats:
    """Raters × items: the mean of the other raters on each item, NaN where no other rated it."""
    given = ~np.isnan(ratings)
    filled = np.where(given, ratings, 0.0)
    counts = given.sum(axis=0) - given
    sums = filled.sum(axis=0) - filled
    return np.asarray(np.divide(sums, counts, out=np.full(ratings.shape, np.nan), where=counts > 0))


def repeatability_of_all(table: DimensionRatings, level: Level) -> Repeatability | None:
    """All raters' repeats together: each rating that was repeated is an item of its own. None without repeats."""
    if not table.repeats:
        return None
    occasions = max(len(repeats) for repeats in table.repeats.values())
    padded = [
        np.vstack([repeats, np.full((occasions - len(repeats), repeats.shape[1]), np.nan)])
        for repeats in table.repeats.values()
    ]
    return _repeatability(np.hstack(padded), level)


def _row(table: DimensionRatings, place: int, others: Floats, level: Level, resampling: Resampling) -> RaterRow:
    own, name = table.ratings[place], table.raters[place]
    given = own[~np.isnan(own)]
    repeats = table.repeats.get(name)
    without = _alpha_without(table.ratings, place, level)
    again = None if repeats is None else _repeatability(repeats, level)
    if level == "nominal":
        return RaterRow(name, len(given), None, None, None, None, None, None, without, again, NOMINAL)
    both = ~np.isnan(own) & ~np.isnan(others)
    rho, low, high = spearman(own, others), None, None
    if rho is not None and len(table.raters) <= MOST_PAIRED:
        drawn = statistics.correlation_resamples(
            own, others, "spearman", resampling.n, resampling.seed, resampling.clusters
        )
        low, high = interval_of(drawn, resampling)
    mean, sd = float(given.mean()), float(given.std(ddof=1)) if len(given) > 1 else None
    bias = float((own - others)[both].mean()) if both.any() else None
    reason = "" if rho is not None else _no_correlation(own[both], others[both])
    return RaterRow(name, len(given), mean, sd, rho, low, high, bias, without, again, reason)


def _alpha_without(ratings: Floats, place: int, level: Level) -> float | None:
    """α of all but one rater, where there are three or more, and not so many that it takes long."""
    if not 3 <= len(ratings) <= MOST_PAIRED:
        return None
    rest = np.delete(ratings, place, axis=0)
    return None if no_agreement(rest, level) else krippendorff_alpha(rest, level)


def _no_correlation(own: Floats, others: Floats) -> str:
    if len(own) < 2:
        return f"{len(own) or 'no'} item{'' if len(own) == 1 else 's'} rated by another rater too"
    if np.ptp(own) == 0:
        return f"all ratings of this rater are {own[0]:g}"
    return "the others' means are the same on all items"


def _with_outlying(rows: Sequence[RaterRow], spread: float) -> tuple[RaterRow, ...]:
    """Rows with those named who follow the others less than most, never differ, or rate much higher or lower."""
    found = []
    for place, row in enumerate(rows):
        said = [_less_than_peers(row, [*rows[:place], *rows[place + 1 :]])] if row.high is not None else []
        if row.sd == 0 and spread:
            said.append(f"gave {row.mean:g} throughout")
        if row.bias is not None and spread and abs(row.bias) >= OUTLYING_BIAS * spread:
            said.append(f"rates {abs(row.bias):.1f} {'higher' if row.bias > 0 else 'lower'} than the others")
        said = [words for words in said if words]
        if said and row.alpha_without is not None:
            said.append(f"without this rater α = {row.alpha_without:.2f}")
        found.append(replace(row, outlying="; ".join(said)))
    return tuple(found)


def _less_than_peers(row: RaterRow, peers: Sequence[RaterRow]) -> str:
    """How far a rater's ρ with the others is below that of the median peer, if it is so by much, and surely."""
    values = [peer.with_others for peer in peers if peer.with_others is not None]
    median = float(np.median(values)) if values else -1.0
    if row.with_others is None or row.high is None or row.high >= median or row.with_others > median - OUTLYING_BELOW:
        return ""
    return f"follows the others by ρ = {row.with_others:.2f}, the median rater by {median:.2f}"


def _repeatability(repeats: Floats, level: Level) -> Repeatability:
    """Occasions × items: later ratings against the first of the item."""
    given = ~np.isnan(repeats)
    first = repeats[given.argmax(axis=0), np.arange(repeats.shape[1])]
    later = given & (np.cumsum(given, axis=0) > 1)
    n, same = int(later.sum()), int((later & (repeats == first)).sum())
    share = wilson_interval(same, n)
    complete = repeats[:, given.all(axis=0)]
    can_icc = level != "nominal" and complete.shape[1] > 1 and np.ptp(complete) > 0
    return Repeatability(
        n,
        share.estimate,
        share.low,
        share.high,
        None if no_agreement(repeats, level) else krippendorff_alpha(repeats, level),
        coefficients.icc(complete, "1").value if can_icc else None,
    )
