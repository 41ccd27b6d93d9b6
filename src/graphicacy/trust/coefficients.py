"""Correlation and agreement coefficients: pure NumPy.

NaN stands for a missing rating. A coefficient that the data leave undefined (constant ratings, fewer than two
values) is None, never 0 or 1.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphicacy.trust.intraclass import Icc, IccKind, icc

__all__ = [
    "Icc",
    "IccKind",
    "KappaWeights",
    "Level",
    "average_ranks",
    "cohen_kappa",
    "distances",
    "fleiss_kappa",
    "icc",
    "kendall_tau_b",
    "krippendorff_alpha",
    "pairs_of",
    "pearson",
    "spearman",
    "weighted_kappa",
]

Level = Literal["nominal", "ordinal", "interval", "ratio"]
KappaWeights = Literal["linear", "quadratic"]
Floats = NDArray[np.float64]

_ROWS = 1024


def pearson(x: ArrayLike, y: ArrayLike) -> float | None:
    """Pearson's r of the pairs that have both values; None with fewer than two pairs or a constant side."""
    return _correlation(*pairs_of(x, y))


def spearman(x: ArrayLike, y: ArrayLike) -> float | None:
    """Spearman's ρ: Pearson's r of the average ranks; None as for ``pearson``."""
    first, second = pairs_of(x, y)
    return _correlation(average_ranks(first), average_ranks(second))


def kendall_tau_b(x: ArrayLike, y: ArrayLike) -> float | None:
    """Kendall's τ-b, which allows for ties (Kendall 1945); None as for ``pearson``. Takes O(n²) time."""
    first, second = pairs_of(x, y)
    together = untied_x = untied_y = 0
    for start in range(0, len(first), _ROWS):
        signs_x = np.sign(first[start : start + _ROWS, None] - first).astype(np.int8)
        signs_y = np.sign(second[start : start + _ROWS, None] - second).astype(np.int8)
        together += int((signs_x * signs_y).sum(dtype=np.int64))
        untied_x += int(np.count_nonzero(signs_x))
        untied_y += int(np.count_nonzero(signs_y))
    if not untied_x or not untied_y:
        return None
    return float(together / (np.sqrt(untied_x) * np.sqrt(untied_y)))


def cohen_kappa(a: ArrayLike, b: ArrayLike) -> float | None:
    """Cohen's (1960) κ of two raters on nominal categories given as numbers; items that one of them left are dropped.

    None without items, and where chance alone makes them agree (both gave one and the same category throughout).
    """
    first, second = pairs_of(a, b)
    if not len(first):
        return None
    categories = np.unique(np.concatenate([first, second]))
    shares_a = (first[:, None] == categories).mean(axis=0)
    shares_b = (second[:, None] == categories).mean(axis=0)
    return _beyond_chance(float((first == second).mean()), float(shares_a @ shares_b))


def weighted_kappa(a: ArrayLike, b: ArrayLike, weights: KappaWeights = "quadratic") -> float | None:
    """Cohen's (1968) κ of two raters on an interval scale: 1 less the observed over the expected disagreement.

    Ratings disagree by their distance (``linear``) or its square (``quadratic``; then κ is close to an intraclass
    correlation, Fleiss & Cohen 1973). Expected is what both give if they rate independently of each other. Categories
    must be given as numbers at the distances that count. Items that one of them left are dropped.

    None without items, and where chance alone makes them agree (both gave one and the same rating throughout).
    """
    first, second = pairs_of(a, b)
    if not len(first):
        return None
    if weights == "quadratic":
        observed = float(((first - second) ** 2).mean())
        expected = float(first.var() + second.var() + (first.mean() - second.mean()) ** 2)
    else:
        observed, expected = float(np.abs(first - second).mean()), _mean_distance(first, second)
    return None if expected == 0 else 1 - observed / expected


def fleiss_kappa(counts: ArrayLike) -> float | None:
    """Fleiss' (1971) κ from a table of items × categories: how many raters put the item into the category.

    None without items, and where all ratings fall into one category.

    Raises:
        ValueError: the items were not all rated by the same number of raters, at least two.
    """
    table = np.asarray(counts, dtype=np.float64)
    if table.ndim != 2:
        raise ValueError(f"counts must be a table of items × categories, got {table.ndim} dimension(s)")
    if not len(table):
        return None
    raters = table[0].sum()
    if raters < 2 or (table.sum(axis=1) != raters).any():
        raise ValueError("counts must have the same number of raters, at least 2, for every item")
    observed = ((table**2).sum(axis=1) - raters) / (raters * (raters - 1))
    shares = table.sum(axis=0) / table.sum()
    return _beyond_chance(float(observed.mean()), float(shares @ shares))


def krippendorff_alpha(data: ArrayLike, level: Level = "nominal") -> float | None:
    """Krippendorff's α of a table of raters × items, NaN where a rater left an item.

    Computed from the coincidence matrix of values (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").
    Items with fewer than two ratings do not count. None where the ratings that count are all the same, or none.

    Raises:
        ValueError: the table is not two-dimensional, or ``ratio`` data are negative.
    """
    table = np.asarray(data, dtype=np.float64)
    if table.ndim != 2:
        raise ValueError(f"data must be a table of raters × items, got {table.ndim} dimension(s)")
    table = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    values = np.unique(table[~np.isnan(table)])
    if len(values) < 2:
        return None
    counts = np.array([(table == value).sum(axis=0) for value in values], dtype=np.float64)
    scaled = counts / (counts.sum(axis=0) - 1)
    coincidences = scaled @ counts.T - np.diag(scaled.sum(axis=1))
    totals = counts.sum(axis=1)
    apart = distances(values, totals, level)
    observed = (coincidences * apart).sum()
    expected = totals @ apart @ totals / (totals.sum() - 1)
    return float(1 - observed / expected)


def distances(values: Floats, totals: Floats, level: Level) -> Floats:
    """The squared difference of each pair of values, at a level of measurement."""
    if level == "nominal":
        return 1.0 - np.eye(len(values))
    if level == "ordinal":
        values = np.cumsum(totals) - totals / 2
    difference = values[:, None] - values
    if level == "ratio":
        if values[0] < 0:
            raise ValueError(f"ratio data must not be negative, got {values[0]}")
        total = values[:, None] + values
        difference = np.divide(difference, total, out=np.zeros_like(total), where=total > 0)
    return np.asarray(difference**2)


def pairs_of(x: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    """Two lists of equal length without the places where either is missing (NaN).

    Raises:
        ValueError: the lengths differ.
    """
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise ValueError(f"two lists of the same length are needed, got shapes {first.shape} and {second.shape}")
    both = ~(np.isnan(first) | np.isnan(second))
    return first[both], second[both]


def average_ranks(x: Floats) -> Floats:
    """Ranks from 1, lowest first; ties share their mean rank."""
    _, index, counts = np.unique(x, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[index])


def _correlation(x: Floats, y: Floats) -> float | None:
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    x, y = x - x.mean(), y - y.mean()
    x, y = x / np.abs(x).max(), y / np.abs(y).max()  # neither tiny nor huge values leave the range of floats
    return float(np.clip(x @ y / np.sqrt((x @ x) * (y @ y)), -1.0, 1.0))


def _beyond_chance(observed: float, expected: float) -> float | None:
    return None if expected >= 1 else (observed - expected) / (1 - expected)


def _mean_distance(x: Floats, y: Floats) -> float:
    """The mean of |x - y| over all combinations of a value of x with one of y, from their order."""
    y = np.sort(y - x.mean())  # near 0, sums keep their digits
    x = x - x.mean()
    sums, below = np.concatenate([[0.0], np.cumsum(y)]), np.searchsorted(y, x)
    return float((x * (2 * below - len(y)) - 2 * sums[below] + sums[-1]).mean() / len(y))
