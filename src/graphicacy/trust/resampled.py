"""Coefficients in many bootstrap resamples of items at once.

A resample is how often each item was drawn; every coefficient is computed from sums over items, so that all resamples
cost a few products of matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphicacy.trust.coefficients import Level, distances, krippendorff_alpha
from graphicacy.trust.intraclass import IccKind, complete_items, icc_values, mean_squares

__all__ = ["alpha_resamples", "bca_range", "correlation_resamples", "icc_resamples", "times_drawn"]

Floats = NDArray[np.float64]
Coefficient = Literal["pearson", "spearman", "kendall"]

_BLOCK = 2_000_000  # numbers that are held at once
_FEW = 24  # different ratings, up to which coincidences of all pairs are kept for each item


def times_drawn(rng: np.random.Generator, size: int, n: int) -> Floats:
    """How often each of ``size`` things is among as many draws with replacement, n times: n × size."""
    drawn = rng.integers(size, size=(n, size)) + size * np.arange(n)[:, None]
    return np.bincount(drawn.ravel(), minlength=n * size).reshape(n, size).astype(np.float64)


def bca_range(
    estimate: float, resampled: ArrayLike, jackknife: ArrayLike, level: float = 0.95
) -> tuple[float | None, float | None]:
    """The bias-corrected and accelerated interval of a statistic (Efron 1987).

    Args:
        estimate: the statistic of all items.
        resampled: its values in resamples; NaN is dropped.
        jackknife: its values with each item, or cluster, left out in turn.
        level: coverage, in (0, 1).

    Returns:
        None, None where all resampled values lie on one side of the estimate, or the jackknife does not vary.
    """
    normal = NormalDist()
    values, left_out = (np.asarray(part, dtype=np.float64) for part in (resampled, jackknife))
    values, left_out = values[~np.isnan(values)], left_out[~np.isnan(left_out)]
    below = float(((values < estimate).sum() + (values <= estimate).sum()) / 2 / max(1, len(values)))
    apart = left_out.mean() - left_out if len(left_out) else left_out
    spread = float((apart**2).sum())
    if not 0 < below < 1 or spread == 0:
        return None, None
    bias, acceleration = normal.inv_cdf(below), float((apart**3).sum()) / (6 * spread**1.5)
    ends = []
    for share in ((1 - level) / 2, (1 + level) / 2):
        shifted = bias + normal.inv_cdf(share)
        ends.append(normal.cdf(bias + shifted / (1 - acceleration * shifted)))
    low, high = np.quantile(values, ends)
    return float(low), float(high)


def alpha_resamples(
    data: ArrayLike, level: Level, n: int, seed: int = 0, clusters: Sequence[Hashable] | None = None
) -> Floats:
    """Krippendorff's α of raters × items (NaN missing) in n resamples of items; NaN where it is not defined.

    ``clusters`` names the cluster of each item: whole clusters are drawn then.
    """
    table = np.asarray(data, dtype=np.float64)
    values = np.unique(table[~np.isnan(table)])
    if level == "ratio" and len(values) and values[0] < 0:
        raise ValueError(f"ratio data must not be negative, got {values[0]}")
    if len(values) > _FEW:
        return _one_by_one(table, level, n, seed, clusters)
    counts = np.array([(table == value).sum(axis=0) for value in values], dtype=np.float64).T
    counts[counts.sum(axis=1) < 2] = 0.0
    scaled = counts / np.maximum(counts.sum(axis=1, keepdims=True) - 1, 1)
    pairs = counts[:, :, None] * scaled[:, None, :]
    pairs[:, range(len(values)), range(len(values))] -= scaled
    by_item = np.hstack([pairs.reshape(len(counts), -1), counts])

    def values_of(times: Floats) -> Floats:
        sums = times @ by_item
        coincidences = sums[:, : len(values) ** 2].reshape(len(times), len(values), len(values))
        totals = sums[:, len(values) ** 2 :]
        if level == "ordinal":  # the rank of a value depends on how often each was drawn
            ranks = np.cumsum(totals, axis=1) - totals / 2
            apart = (ranks[:, :, None] - ranks[:, None, :]) ** 2
        else:
            apart = distances(values, totals[0], level)[None]
        observed = (coincidences * apart).sum(axis=(1, 2))
        expected = ((totals[:, :, None] * apart).sum(axis=1) * totals).sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            found = 1 - observed * (totals.sum(axis=1) - 1) / expected
        return np.where(expected > 0, found, np.nan)

    return _resampled(values_of, table.shape[1], n, seed, clusters, by_item.shape[1]) if len(values) > 1 else _none(n)


def icc_resamples(
    data: ArrayLike, kind: IccKind, n: int, seed: int = 0, clusters: Sequence[Hashable] | None = None
) -> Floats:
    """An intraclass correlation of raters × items in n resamples of the items that every rater rated; as above."""
    table = np.asarray(data, dtype=np.float64)
    items = complete_items(table).T
    if items.shape[0] < 2 or items.shape[1] < 2:
        return _none(n)
    kept = np.flatnonzero(~np.isnan(table).any(axis=0))
    centred = items - items.mean()
    names = None if clusters is None else [clusters[i] for i in kept.tolist()]
    return _resampled(
        lambda times: icc_values(mean_squares(centred, times), kind), len(items), n, seed, names, len(items[0])
    )


def correlation_resamples(
    x: ArrayLike,
    y: ArrayLike,
    coefficient: Coefficient,
    n: int,
    seed: int = 0,
    clusters: Sequence[Hashable] | None = None,
) -> Floats:
    """A correlation of pairs in n resamples of them; NaN where it is not defined.

    Pairs with a value missing (NaN) are drawn and then dropped, so that one seed draws the same for any two lists of
    equal length.
    """
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise ValueError(f"two lists of the same length are needed, got shapes {first.shape} and {second.shape}")
    both = ~(np.isnan(first) | np.isnan(second))
    a, b = first[both], second[both]
    if len(a) < 2:
        return _none(n)
    found = {"pearson": _pearsons, "spearman": _spearmans, "kendall": _kendalls}[coefficient](a, b)
    return _resampled(lambda times: found(times[:, both]), len(first), n, seed, clusters, len(first))


Values = Callable[[Floats], Floats]


def _pearsons(x: Floats, y: Floats) -> Values:
    x, y = x - x.mean(), y - y.mean()
    return lambda times: _weighted(times, np.broadcast_to(x, times.shape), np.broadcast_to(y, times.shape))


def _spearmans(x: Floats, y: Floats) -> Values:
    places = [np.unique(values, return_inverse=True) for values in (x, y)]

    def values_of(times: Floats) -> Floats:
        ranks = []
        for values, place in places:
            members = (place[:, None] == np.arange(len(values))).astype(np.float64)
            drawn = times @ members
            ranks.append((np.cumsum(drawn, axis=1) - (drawn - 1) / 2)[:, place])
        return _weighted(times, *ranks)

    return values_of


def _kendalls(x: Floats, y: Floats) -> Values:
    signs_x, signs_y = (np.sign(values[:, None] - values) for values in (x, y))
    products = (signs_x * signs_y, np.abs(signs_x), np.abs(signs_y))

    def values_of(times: Floats) -> Floats:
        together, untied_x, untied_y = (((times @ signs) * times).sum(axis=1) for signs in products)
        below = np.sqrt(untied_x) * np.sqrt(untied_y)
        found = np.full(len(times), np.nan)
        np.divide(together, below, out=found, where=below > 0)
        return found

    return values_of


def _weighted(times: Floats, x: Floats, y: Floats) -> Floats:
    """Pearson's r of each row of x and y, in which a value counts as often as it was drawn."""
    n = np.maximum(times.sum(axis=1, keepdims=True), 1)
    x = x - (times * x).sum(axis=1, keepdims=True) / n
    y = y - (times * y).sum(axis=1, keepdims=True) / n
    spread_x, spread_y = (times * x * x).sum(axis=1), (times * y * y).sum(axis=1)
    below = np.sqrt(spread_x) * np.sqrt(spread_y)
    least = 1e-12 * len(times[0]) * np.maximum(1e-300, np.abs(x).max(axis=1) * np.abs(y).max(axis=1))
    found = np.full(len(times), np.nan)
    np.divide((times * x * y).sum(axis=1), below, out=found, where=below > least)
    return np.asarray(np.clip(found, -1.0, 1.0))


def _one_by_one(table: Floats, level: Level, n: int, seed: int, clusters: Sequence[Hashable] | None) -> Floats:
    """α of many different ratings: the coincidences of all pairs would be too many to keep for each item."""

    def values_of(times: Floats) -> Floats:
        found = (krippendorff_alpha(np.repeat(table, row.astype(np.intp), axis=1), level) for row in times)
        return np.array([np.nan if value is None else value for value in found])

    return _resampled(values_of, table.shape[1], n, seed, clusters, table.shape[0])


def _resampled(
    values_of: Values, items: int, n: int, seed: int, clusters: Sequence[Hashable] | None, width: int
) -> Floats:
    """Values of n resamples, some at a time, so that items, or clusters, times ``width`` numbers fit."""
    blocks = list(_draws(items, n, seed, clusters, max(1, _BLOCK // max(items, width))))
    return np.concatenate([values_of(times) for times in blocks]) if blocks else _none(n)


def _draws(items: int, n: int, seed: int, clusters: Sequence[Hashable] | None, step: int) -> Iterator[Floats]:
    if not items:
        return
    rng = np.random.default_rng(seed)
    codes = np.arange(items)
    if clusters is not None:
        index: dict[Hashable, int] = {}
        codes = np.array([index.setdefault(name, len(index)) for name in clusters], dtype=np.intp)
    for start in range(0, n, step):
        yield times_drawn(rng, int(codes.max()) + 1, min(step, n - start))[:, codes]


def _none(n: int) -> Floats:
    return np.full(n, np.nan)
