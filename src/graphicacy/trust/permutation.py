"""Permutation tests of correlations: pure NumPy, some orders at a time."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from graphicacy.trust.coefficients import average_ranks, pairs_of

__all__ = ["correlation_p"]

_BLOCK = 2_000_000  # numbers that are held at once
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
