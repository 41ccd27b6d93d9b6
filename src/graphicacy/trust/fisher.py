"""The F distribution, of which intervals of intraclass correlations are made: tails and quantiles, without SciPy."""

from __future__ import annotations

from math import exp, inf, lgamma, log, log1p

__all__ = ["f_quantile", "f_tail"]

_TINY = 1e-300
_CLOSE = 1e-15
_TERMS = 10_000
_HALVINGS = 1_100  # of an interval of doubles, down to the smallest


def f_tail(f: float, df1: float, df2: float) -> float:
    """P(F > f), in [0, 1], for F of ``df1`` and ``df2`` degrees of freedom, both above 0."""
    if f <= 0:
        return 1.0
    if f == inf:
        return 0.0
    whole = df1 * f + df2
    return _beta(df2 / whole, df1 * f / whole, df2 / 2, df1 / 2)


def f_quantile(p: float, df1: float, df2: float) -> float:
    """The f with P(F ≤ f) = p, for p in (0, 1)."""
    x, rest = _solved(p, df1 / 2, df2 / 2)
    return df2 * x / (df1 * rest)


def _solved(p: float, a: float, b: float) -> tuple[float, float]:
    """x and 1 - x where the regularised incomplete beta function is p, the smaller of the two by bisection."""
    if _beta(0.5, 0.5, a, b) < p:
        rest, x = _solved(1 - p, b, a)
        return x, rest
    low, high = 0.0, 0.5
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if x in (low, high):
            break
        if _beta(x, 1 - x, a, b) < p:
            low = x
        else:
            high = x
    return high, 1 - high


def _beta(x: float, rest: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b); ``rest`` is 1 - x, given since it may be tiny.

    By the continued fraction of DLMF 8.17.22, on the side where it converges fast.
    """
    if x <= 0:
        return 0.0
    if rest <= 0:
        return 1.0
    log_x = log(x) if x < 0.5 else log1p(-rest)
    log_rest = log(rest) if rest < 0.5 else log1p(-x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log_x + b * log_rest)
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(rest, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of I_x(a, b), by Lentz's method as modified by Thompson and Barnett (1986)."""
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + term * d)
            c = _away(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return value


def _away(value: float) -> float:
    """The value, kept away from 0."""
    return value if abs(value) > _TINY else _TINY
