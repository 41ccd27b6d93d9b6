"""What a set of answers scored, with intervals from resampling diagrams."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from graphicacy.trust.reading.columns import (
    STATUSES,
    UNANSWERED,
    Columns,
    Floats,
    Indices,
    by_diagram,
    distinct,
    is_answerless,
)
from graphicacy.trust.statistics import joint_resamples, percentile_range, wilson_interval

__all__ = ["MEASURES", "Key", "Range", "Scored", "Scorer", "Share", "listed", "macro", "rounded"]

Key = tuple[str, ...]
Range = tuple[float, float]

MEASURES = (
    *("precision", "recall", "f1_fuzzy", "node_f1", "edge_f1", "node_f1_fuzzy", "edge_f1_fuzzy"),
    *("lcs", "admitted", "iou", "centre_in_box", "outside"),
)
"""The details of ``grading.Grade`` that are averaged over the answers whose type has them."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of n answers, with Wilson's 95 % interval."""

    count: int
    n: int

    @property
    def value(self) -> float | None:
        """The share; None of nothing."""
        return self.count / self.n if self.n else None

    @property
    def interval(self) -> Range | None:
        """None of nothing."""
        found = wilson_interval(self.count, self.n)
        return None if found.low is None or found.high is None else (found.low, found.high)

    def to_json(self) -> dict[str, Any]:
        """``{"share", "count", "n", "interval"}``."""
        return {"share": rounded(self.value), "count": self.count, "n": self.n, "interval": listed(self.interval)}


@dataclass(frozen=True, slots=True)
class Scored:
    """What a set of answers scored. Every number is None where nothing defines it, never 0 for want of answers.

    ``score`` and ``strict`` are means over the ``n`` graded answers; ``score_all`` over all ``asked`` ones, where one
    without an answer counts 0. Questions that a system could not be asked (``statuses["failed"]``) are in none of
    them. Of a capability, and overall, all three are means of the means of its ``parts``, and ``parts_scored`` is the
    number of those with a graded answer, over which ``score`` is taken.

    ``interval`` (of ``score``) and ``interval_all`` (of ``score_all``) are 95 % percentile intervals from resampling
    diagrams, None with fewer than two. ``measures`` are means of details (see ``MEASURES``), and ``acc_at_iou_50``.
    ``fabrication`` is the share of graded answers that say something where nothing is right, ``over_refusal`` that of
    those that say nothing where something is.
    """

    score: float | None
    strict: float | None
    score_all: float | None
    n: int
    asked: int
    diagrams: int
    interval: Range | None
    interval_all: Range | None
    statuses: Mapping[str, int]
    fabrication: Share
    over_refusal: Share
    measures: Mapping[str, float] = field(default_factory=dict)
    parts: int | None = None
    parts_scored: int | None = None

    @property
    def rates(self) -> dict[str, float | None]:
        """The share, of the questions asked, of each status without an answer."""
        return {name: self.statuses[name] / self.asked if self.asked else None for name in UNANSWERED}

    def to_json(self) -> dict[str, Any]:
        """JSON, numbers to six digits. ``measures``, and shares, stand in it where there is something to count."""
        shares = {"fabrication": self.fabrication, "over_refusal": self.over_refusal}
        record = {
            "score": rounded(self.score),
            "strict": rounded(self.strict),
            "score_all": rounded(self.score_all),
            "n": self.n,
            "asked": self.asked,
            "diagrams": self.diagrams,
            "interval": listed(self.interval),
            "interval_all": listed(self.interval_all),
            "statuses": dict(self.statuses),
            "rates": {name: rounded(rate) for name, rate in self.rates.items()},
            "measures": {name: rounded(value) for name, value in self.measures.items()},
            **{name: share.to_json() for name, share in shares.items() if share.n},
        }
        if self.parts is not None:
            record |= {"parts": self.parts, "parts_scored": self.parts_scored}
        return record


class Scorer:
    """Scores parts of one run, given as rows of its columns, and means of them.

    All parts share their resamples of diagrams, so that a mean of parts has an interval.
    """

    def __init__(self, columns: Columns, parts: Mapping[Key, Indices], seed: int) -> None:
        self._columns, self._parts = columns, parts
        self._at = {key: index for index, key in enumerate(parts)}
        self._details = columns.details((*MEASURES, "fabricated", "over_refused"))
        self._answerless = np.array([is_answerless(result) for result in columns.results], dtype=bool)
        scores = (columns.score, columns.strict, columns.whole)
        self._means = np.array([[_mean(column[part]) for part in parts.values()] for column in scores])
        drawn = [(column, part) for column in (columns.score, columns.whole) for part in parts.values()]
        resampled = joint_resamples(*by_diagram(columns.diagram, drawn), seed=seed)
        self._resampled = resampled[:, : len(parts)], resampled[:, len(parts) :]

    def part(self, key: Key) -> Scored:
        """What a part scored: means over its answers."""
        rows = self._parts[key]
        found = {name: _mean(self._details[name][rows]) for name in MEASURES}
        boxes = ~np.isnan(self._details["iou"][rows])
        found["acc_at_iou_50"] = _mean(self._columns.strict[rows][boxes])
        measures = {name: value for name, value in found.items() if not math.isnan(value)}
        return replace(self.mean([[key]]), measures=measures, parts=None, parts_scored=None)

    def mean(self, keys: Sequence[Sequence[Key]]) -> Scored:
        """The mean of units, a unit being the mean of parts; what has no number is left out of a mean."""
        parts = [self._parts[key] for unit in keys for key in unit]
        units = [[self._at[key] for key in unit] for unit in keys]
        rows = np.concatenate(parts) if parts else np.empty(0, dtype=np.intp)
        score, strict, whole = (_none(value) for value in macro(self._means, units))
        columns = self._columns
        return Scored(
            score=score,
            strict=strict,
            score_all=whole,
            n=int(np.count_nonzero(~np.isnan(columns.score[rows]))),
            asked=int(np.count_nonzero(~np.isnan(columns.whole[rows]))),
            diagrams=distinct(columns.diagram[rows]),
            interval=self._interval(0, columns.score, rows, units),
            interval_all=self._interval(1, columns.whole, rows, units),
            statuses=dict(
                zip(STATUSES, np.bincount(columns.status[rows], minlength=len(STATUSES)).tolist(), strict=True)
            ),
            fabrication=self._share("fabricated", rows[self._answerless[rows]]),
            over_refusal=self._share("over_refused", rows[~self._answerless[rows]]),
            parts=len(units),
            parts_scored=sum(not np.isnan(self._means[0, unit]).all() for unit in units),
        )

    def _interval(self, which: int, values: Floats, rows: Indices, units: Sequence[Sequence[int]]) -> Range | None:
        if distinct(self._columns.diagram[rows[~np.isnan(values[rows])]]) < 2:
            return None
        low, high = percentile_range(macro(self._resampled[which], units))
        return None if low is None or high is None else (low, high)

    def _share(self, flag: str, rows: Indices) -> Share:
        flags = self._details[flag][rows]
        return Share(int(np.nansum(flags)), int(np.count_nonzero(~np.isnan(flags))))


def rounded(value: float | None) -> float | None:
    """A number to six digits."""
    return None if value is None else round(value, 6)


def listed(interval: Range | None) -> list[float] | None:
    """An interval as JSON, to six digits."""
    return None if interval is None else [round(bound, 6) for bound in interval]


def macro(means: Floats, units: Sequence[Sequence[int]]) -> Floats:
    """Of each row of means of parts, the mean of its units, each the mean of its parts; NaN is left out of a mean."""
    if not units:
        return np.full(len(means), np.nan)
    return _mean_of_rows(np.column_stack([_mean_of_rows(means[:, list(unit)]) for unit in units]))


def _mean_of_rows(values: Floats) -> Floats:
    counts = np.count_nonzero(~np.isnan(values), axis=1)
    means = np.full(len(values), np.nan)
    np.divide(np.nansum(values, axis=1), counts, out=means, where=counts > 0)
    return means


def _mean(values: Floats) -> float:
    scored = values[~np.isnan(values)]
    return float(scored.mean()) if len(scored) else math.nan


def _none(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
