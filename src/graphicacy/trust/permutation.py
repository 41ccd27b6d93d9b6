"""Permutation tests, of correlations and of paired differences: pure NumPy, some permutations at a time."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphicacy.trust.coefficients import average_ranks, pairs_of

__all__ = ["correlation_p", "sign_flip"]

Floats = NDArray[np.float64]

_BLOCK = 2_000_000  # numbers that are held at once
_EXACT_CLUSTERS = 13
_PERMUTATIONS = 9_999
_TIE = 1e-9  # equal up to rounding is equal


def correlation_p(
    x: ArrayLike, y: ArrayLike, coefficient: Literal["pearson", "spearman"] = "spearman", n: int = 9_999, seed: int = 0
) -> float | None:
    """Two-sided p of a correlation: how often one as strong comes about where one side is put in random order.

    The order found counts among the n random ones (Phipson & Smyth 2010), so p is never below 1 / (n + 1). Pairs count
    as exchangeable: where they come in clusters, such as drawings of one task, p is too small.

    Args:
        x: one value a pair; a pair with a missing side (NaN) is dropped.
        y: the other.
        coefficient: Spearman's ρ permutes ranks, Pearson's r the values.
        n: number of random orders, at least 1.
        seed: of the orders.

    Returns:
        None where the correlation is undefined: fewer than two pairs, or a constant side.

    Raises:
        ValueError: the lists differ in length, or n is less than 1.
    """
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}")
    first, second = pairs_of(x, y)
    if len(first) < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    if coefficient == "spearman":
        first, second = average_ranks(first), average_ranks(second)
    first, second = first - first.mean(), second - second.mean()
    least = abs(first @ second) - _TIE * np.linalg.norm(first) * np.linalg.norm(second)
    rng = np.random.default_rng(seed)
    step = max(1, _BLOCK // len(first))
    extreme = 1
    for start in range(0, n, step):
        block = np.tile(second, (min(step, n - start), 1))
        extreme += int((np.abs(rng.permuted(block, axis=1) @ first) >= least).sum())
    return extreme / (n + 1)


def sign_flip(contributions: ArrayLike, seed: int = 0) -> Floats:
    """Two-sided p of the sum of each column, where the sign of each row, a cluster, is free in all columns at once.

    All signs are tried for a column with up to 13 clusters that contribute; beyond that 9,999 random ones, and the
    observed one counts among them, so p is never 0.

    Args:
        contributions: clusters × columns; 0 where a cluster has none.
        seed: of the signs.

    Returns:
        One p per column.
    """
    table = np.asarray(contributions, dtype=np.float64)
    contributing = [column[column != 0] for column in table.T]
    few = np.array([len(column) <= _EXACT_CLUSTERS for column in contributing], dtype=bool)
    p = np.empty(len(few))
    p[few] = [_all_flips(column) for column in contributing if len(column) <= _EXACT_CLUSTERS]
    p[~few] = _random_flips(table[:, ~few], seed)
    return p


def _all_flips(sums: Floats) -> float:
    size = len(sums)
    bits = (np.arange(2**size)[:, None] >> np.arange(size)) & 1
    return float(np.mean(np.abs((2.0 * bits - 1) @ sums) >= _least(sums)))


def _random_flips(sums: Floats, seed: int) -> Floats:
    """The p of each column of clusters × columns."""
    size, columns = sums.shape
    extreme = np.ones(columns)
    if not columns:
        return extreme
    rng, least = np.random.default_rng(seed), _least(sums)
    step = max(1, _BLOCK // size)
    for start in range(0, _PERMUTATIONS, step):
        signs = 2.0 * rng.integers(0, 2, size=(min(step, _PERMUTATIONS - start), size)) - 1
        extreme += np.count_nonzero(np.abs(signs @ sums) >= least, axis=0)
    return np.asarray(extreme / (_PERMUTATIONS + 1))


def _least(sums: Floats) -> Floats:
    """The least sum, of each column, that is as large as the observed one up to rounding."""
    return np.asarray(np.abs(sums.sum(axis=0)) - _TIE * np.abs(sums).sum(axis=0))
