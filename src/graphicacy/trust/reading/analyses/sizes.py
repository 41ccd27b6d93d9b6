"""Size curves: how does the score fall as diagrams grow, in nodes, in arrows, and in crossings of lines?

Large diagrams are asked other questions than small ones. So scores are *adjusted*: from each, the mean score of its
task and variant is taken, and the mean of all scores added; what is left of a curve is not due to the mix of questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import Any

import numpy as np

from graphicacy.read.record import ReadResult, View
from graphicacy.trust.coefficients import spearman
from graphicacy.trust.reading.analyses.table import Table, told
from graphicacy.trust.reading.averages import Average, averages
from graphicacy.trust.reading.columns import Columns, Floats, codes_of, columns_of, runs_in
from graphicacy.trust.reading.scored import Range, listed, rounded
from graphicacy.trust.statistics import joint_resamples, percentile_range

__all__ = ["SIZES", "SizeBin", "SizeTrend", "size_curves", "size_trends"]

SIZES = {"nodes": "nodes", "edges": "arrows", "crossings": "crossings"}
_BINS = 5
_STEP = 10  # more nodes, arrows or crossings, for which a slope is told
_LEAST = 10  # diagrams, for a trend
_Z = 1.959964
_REASON = "no graded answer says how large its diagram is"


@dataclass(frozen=True, slots=True)
class SizeBin:
    """Answers about diagrams with ``least`` to ``most`` of what ``size`` names; ``middle`` is their mean number."""

    system: str
    view: View
    size: str
    least: int
    most: int
    middle: float
    score: Average
    adjusted: Average
    reading: str

    def to_json(self) -> dict[str, Any]:
        """The fields; the averages as their own records."""
        return {
            "system": self.system,
            "view": self.view,
            "size": self.size,
            "least": self.least,
            "most": self.most,
            "middle": rounded(self.middle),
            "score": self.score.to_json(),
            "adjusted": self.adjusted.to_json(),
            "reading": self.reading,
        }


@dataclass(frozen=True, slots=True)
class SizeTrend:
    """Over ``n`` diagrams, each with the means of its adjusted scores and of its pictures' sizes.

    ``spearman``: the rank correlation of the two, with the interval of Bonett & Wright (2000). ``slope``: by how much
    the score changes for ten more, by least squares, with a bootstrap interval.
    """

    system: str
    view: View
    size: str
    spearman: float | None
    spearman_interval: Range | None
    slope: float | None
    slope_interval: Range | None
    n: int
    reading: str

    def to_json(self) -> dict[str, Any]:
        """The fields, numbers to six digits."""
        return {
            "system": self.system,
            "view": self.view,
            "size": self.size,
            "spearman": rounded(self.spearman),
            "spearman_interval": listed(self.spearman_interval),
            "slope": rounded(self.slope),
            "slope_interval": listed(self.slope_interval),
            "n": self.n,
            "reading": self.reading,
        }


def size_curves(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """Scores by fifths of the answers, from those about the smallest diagrams to those about the largest."""
    rows = (row for run in _runs(results) for size in SIZES for row in _bins(*run, size, seed))
    return Table.of("size-curves", "How does the score fall as diagrams grow?", rows, _REASON)


def size_trends(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """The rank correlation of score and size over diagrams, and the slope."""
    rows = (row for run in _runs(results) for size in SIZES for row in _trend(*run, size, seed))
    return Table.of(
        "size-trends", "How much does the score change with size?", rows, f"{_REASON}, or all are of the same size"
    )


def _runs(results: Sequence[ReadResult]) -> Iterator[tuple[str, View, Columns, Floats]]:
    """Each run that was shown something, with its adjusted scores."""
    shown = [result for result in results if result.view != "blind"]
    for (system, view), run in runs_in(shown).items():
        columns = columns_of(run)
        yield system, view, columns, _adjusted(columns)


def _adjusted(columns: Columns) -> Floats:
    kinds = codes_of([f"{result.task}:{result.variant}" for result in columns.results])
    graded = ~np.isnan(columns.score)
    if not graded.any():
        return columns.score
    counts = np.bincount(kinds[graded])
    sums = np.bincount(kinds[graded], columns.score[graded])
    means = sums / np.maximum(counts, 1)
    adjusted = np.full(len(kinds), np.nan)
    adjusted[graded] = columns.score[graded] - means[kinds[graded]] + columns.score[graded].mean()
    return adjusted


def _sizes(columns: Columns, size: str) -> Floats:
    """Of each graded answer; NaN for others."""
    numbers = [getattr(result, size) for result in columns.results]
    sizes = np.array([np.nan if number is None else min(float(number), 1e9) for number in numbers])
    return np.where(np.isnan(columns.score), np.nan, sizes)


def _bins(system: str, view: View, columns: Columns, adjusted: Floats, size: str, seed: int) -> Iterator[SizeBin]:
    sizes = _sizes(columns, size)
    known = np.flatnonzero(~np.isnan(sizes))
    if not len(known):
        return
    cuts = np.unique(np.quantile(sizes[known], np.arange(1, _BINS) / _BINS, method="inverted_cdf"))
    bins = np.searchsorted(cuts, sizes[known], side="left")
    parts = {int(k): known[bins == k] for k in np.unique(bins)}
    plain = averages(columns.score, columns.diagram, parts, seed=seed)
    found = averages(adjusted, columns.diagram, parts, seed=seed)
    for k, rows in parts.items():
        least, most = int(sizes[rows].min()), int(sizes[rows].max())
        reading = f"with {_span(least, most)} {SIZES[size]}: {_score(found[k])}"
        middle = float(sizes[rows].mean())
        yield SizeBin(system, view, size, least, most, middle, plain[k], found[k], reading)


def _trend(system: str, view: View, columns: Columns, adjusted: Floats, size: str, seed: int) -> Iterator[SizeTrend]:
    sizes = _sizes(columns, size)
    known = ~np.isnan(sizes)
    codes = codes_of([columns.results[row].diagram for row in np.flatnonzero(known)])
    if not len(codes):
        return
    counts = np.bincount(codes)
    x, y = np.bincount(codes, sizes[known]) / counts, np.bincount(codes, adjusted[known]) / counts
    if len(x) < _LEAST or np.ptp(x) == 0:
        return
    rho = spearman(x, y)
    slope, interval = _slope(x / _STEP, y, seed)
    reading = _trend_reading(SIZES[size], slope, interval)
    yield SizeTrend(system, view, size, rho, _rho_interval(rho, len(x)), slope, interval, len(x), reading)


def _slope(x: Floats, y: Floats, seed: int) -> tuple[float, Range | None]:
    """By least squares, with its interval from resampling the points."""
    x = x - x.mean()
    moments = np.column_stack([x, y, x * y, x * x])
    resampled = joint_resamples(moments, np.ones_like(moments), seed=seed)
    means = np.vstack([moments.mean(axis=0), resampled]).T
    spread = means[3] - means[0] ** 2
    slopes = np.full(len(spread), np.nan)
    np.divide(means[2] - means[0] * means[1], spread, out=slopes, where=spread > 1e-12)
    low, high = percentile_range(slopes[1:])
    return float(slopes[0]), None if low is None or high is None else (low, high)


def _rho_interval(rho: float | None, n: int) -> Range | None:
    """Fisher's z, with the variance that suits rank correlations: (1 + ρ² / 2) / (n − 3)."""
    if rho is None or abs(rho) >= 1:
        return None
    half = _Z * sqrt((1 + rho * rho / 2) / (n - 3))
    return tanh(atanh(rho) - half), tanh(atanh(rho) + half)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _score(found: Average) -> str:
    assert found.value is not None
    if found.interval is None:
        return f"{told(found.value)} (one diagram alone gives no interval)"
    return f"{told(found.value)} (95 % {told(found.interval[0])} to {told(found.interval[1])})"


def _trend_reading(what: str, slope: float, interval: Range | None) -> str:
    if interval is None:
        return f"the score changes by {told(slope)} for {_STEP} {what} more, with no interval"
    if interval[0] <= 0 <= interval[1]:
        span = f"95 % {told(interval[0])} to {told(interval[1])}"
        return f"the score does not surely change with the number of {what}: by {told(slope)} for {_STEP} more ({span})"
    low, high = sorted(abs(bound) for bound in interval)
    way = "falls" if slope < 0 else "rises"
    return f"the score {way} by {told(abs(slope))} for {_STEP} {what} more (95 % {told(low)} to {told(high)})"
