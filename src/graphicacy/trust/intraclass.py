"""Intraclass correlations: how far raters give the same numbers to the same items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphicacy.trust.fisher import f_quantile, f_tail

__all__ = ["Icc", "IccKind", "MeanSquares", "complete_items", "icc", "icc_values", "mean_squares"]

IccKind = Literal["1", "2", "3", "1k", "2k", "3k"]
Floats = NDArray[np.float64]

_LEAST_DF = 1e-3  # degrees of freedom, below which the quantiles of F leave the range of floats


@dataclass(frozen=True, slots=True)
class Icc:
    """An intraclass correlation with its interval, and the F test of it being 0; None is undefined.

    ``n`` is the number of items that every rater rated; only these count.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    f: float | None = None
    df1: float | None = None
    df2: float | None = None
    p: float | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class MeanSquares:
    """The analysis of variance of raters × items, of one table or, as arrays, of many.

    Mean squares ``between`` items, ``within`` items, between ``raters``, and of the ``error`` left; ``n`` items and
    ``k`` raters.
    """

    between: Floats
    within: Floats
    raters: Floats
    error: Floats
    n: Floats
    k: int


def icc(data: ArrayLike, kind: IccKind, level: float = 0.95) -> Icc:
    """The intraclass correlation of a table of raters × items; items that a rater left (NaN) are dropped.

    Kinds as Shrout & Fleiss (1979) name them: "1" each item has raters of its own; "2" the same random raters rate
    all items, and agree absolutely; "3" these raters alone, and agree up to a shift of each; with "k" for the mean of
    all k raters. Intervals are theirs, too (McGraw & Wong 1996 give the same), that of "2" by Satterthwaite's degrees
    of freedom. None with fewer than two raters or items, where all ratings are the same, and where raters differ so
    that the variance of items is estimated below that of chance and the coefficient has no meaning (above 1).

    Raises:
        ValueError: the table is not two-dimensional.
    """
    table = complete_items(data)
    k, n = table.shape
    if k < 2 or n < 2 or np.ptp(table) == 0:
        return Icc(None, n=n)
    ratings = table - table.mean()
    squares = mean_squares(ratings.T, np.ones((1, n)))
    value = float(icc_values(squares, kind)[0])
    if np.isnan(value):
        return Icc(None, n=n)
    between, within, raters, error = (
        float(part[0]) for part in (squares.between, squares.within, squares.raters, squares.error)
    )
    rest, df1, df2 = (within, n - 1, n * (k - 1)) if kind[0] == "1" else (error, n - 1, (n - 1) * (k - 1))
    if rest <= 1e-12 * between:
        return Icc(value, n=n)  # without any error the F ratio is not defined
    f = between / rest
    tail = (1 + level) / 2
    low: float | None
    high: float | None
    if kind[0] == "2":
        low, high = _absolute(between, raters, error, n, k, tail)
    else:
        lower, upper = f / f_quantile(tail, df1, df2), f * f_quantile(tail, df2, df1)
        low, high = (lower - 1) / (lower + k - 1), (upper - 1) / (upper + k - 1)
    if kind.endswith("k") and low is not None and high is not None:
        low, high = _of_mean(low, k), _of_mean(high, k)
    if low is None or high is None:
        low = high = None
    return Icc(value, low, high, f, df1, df2, f_tail(f, df1, df2), n)


def complete_items(data: ArrayLike) -> Floats:
    """The items of raters × items that every rater rated. Raises ``ValueError`` for a table of another shape."""
    table = np.asarray(data, dtype=np.float64)
    if table.ndim != 2:
        raise ValueError(f"data must be a table of raters × items, got {table.ndim} dimension(s)")
    return table[:, ~np.isnan(table).any(axis=0)]


def mean_squares(items: Floats, times: Floats) -> MeanSquares:
    """The analysis of variance of tables that have item i, of items × raters, ``times[t, i]`` times in table t.

    Ratings should be centred about 0, or rounding grows.
    """
    k = items.shape[1]
    sums = items.sum(axis=1)
    parts = np.column_stack([np.ones(len(items)), sums, sums**2, (items**2).sum(axis=1), items])
    totals = times @ parts
    n, total, squared, squares = (totals[:, column] for column in range(4))
    by_rater = totals[:, 4:]
    with np.errstate(divide="ignore", invalid="ignore"):
        middle = total**2 / (n * k)
        between, within = squared / k - middle, squares - squared / k
        raters = (by_rater**2).sum(axis=1) / n - middle
        error = np.maximum(within - raters, 0.0)
        return MeanSquares(between / (n - 1), within / (n * (k - 1)), raters / (k - 1), error / ((n - 1) * (k - 1)),
                           n, k)  # fmt: skip


def icc_values(squares: MeanSquares, kind: IccKind) -> Floats:
    """The intraclass correlation of each table; NaN where it is not defined."""
    between, raters, error, n, k = squares.between, squares.raters, squares.error, squares.n, squares.k
    rest = squares.within if kind[0] == "1" else error
    shift = (raters - error) / n if kind[0] == "2" else np.zeros_like(between)
    below = between + shift if kind.endswith("k") else between + (k - 1) * rest + k * shift
    with np.errstate(divide="ignore", invalid="ignore"):
        found = (between - rest) / below
    return np.where((n >= 2) & np.isfinite(found) & (below > 1e-12 * (between + rest)), found, np.nan)


def _of_mean(single: float, k: int) -> float | None:
    """An ICC of the mean of k raters from that of one (Spearman and Brown 1910); None where it has no lower end."""
    below = 1 + single * (k - 1)
    return single * k / below if below > 1e-9 else None


def _absolute(
    between: float, raters: float, error: float, n: int, k: int, tail: float
) -> tuple[float, float] | tuple[None, None]:
    """The interval of ICC(2, 1), where that is defined: Shrout & Fleiss (1979), after Fleiss & Shrout (1978)."""
    below = between + (k - 1) * error + k * (raters - error) / n
    if below <= 1e-12 * (between + error):
        return None, None
    value = (between - error) / below
    ratio = raters / error
    spread = n * (1 + (k - 1) * value) - k * value
    above = (k - 1) * (n - 1) * (k * value * ratio + spread) ** 2
    df = above / ((n - 1) * (k * value * ratio) ** 2 + spread**2)
    if df < _LEAST_DF:
        return None, None
    lower, upper = f_quantile(tail, n - 1, df), f_quantile(tail, df, n - 1)
    rest = k * raters + (k * n - k - n) * error
    low = n * (between - lower * error) / (lower * rest + n * between)
    high = n * (upper * between - error) / (rest + n * upper * between)
    return low, high
