"""What an analysis of ratings found, and how it is written as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from graphicacy.trust.coefficients import Level
from graphicacy.trust.ratings.record import Scale

__all__ = [
    "AgreementSummary",
    "DimensionAgreement",
    "PairRow",
    "RaterRow",
    "Repeatability",
    "Statistic",
    "undefined",
]


@dataclass(frozen=True, slots=True)
class Statistic:
    """A value with its 95 % interval. What is undefined, the value or its interval, is None; ``reason`` says why.

    ``method`` says how the interval came about. ``bootstrap`` is a second interval, by bootstrap, where the first one
    rests on the F distribution.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    method: str = ""
    bootstrap: tuple[float, float] | None = None
    reason: str = ""


def undefined(reason: str) -> Statistic:
    """A statistic that the ratings leave undefined, and why."""
    return Statistic(None, reason=reason)


@dataclass(frozen=True, slots=True)
class Repeatability:
    """How well raters repeat themselves on items that they rated on several occasions.

    ``exact`` is the share of ``n`` repeated ratings that equal the first one, with Wilson's interval (``low``,
    ``high``); ``krippendorff_alpha`` and ``icc_11`` are between occasions, None where ratings do not vary.
    """

    n: int
    exact: float | None
    low: float | None
    high: float | None
    krippendorff_alpha: float | None
    icc_11: float | None


@dataclass(frozen=True, slots=True)
class RaterRow:
    """One rater: number, mean and standard deviation of the ratings, and how they stand to those of the others.

    ``with_others`` is Spearman's ρ with the mean of the others (``low``, ``high``: its bootstrap interval),
    ``bias`` the mean of rating minus mean of the others, on the items that others rated too, ``alpha_without``
    Krippendorff's α of the others alone. None is undefined, and ``reason`` says why ρ is. ``outlying`` says in words
    what sets the rater apart; empty where nothing does.
    """

    rater: str
    n: int
    mean: float | None
    sd: float | None
    with_others: float | None
    low: float | None
    high: float | None
    bias: float | None
    alpha_without: float | None = None
    repeatability: Repeatability | None = None
    reason: str = ""
    outlying: str = ""


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two raters on the ``n_items`` that both rated: Spearman's ρ, and Cohen's κ.

    κ is weighted by squared distance (Cohen 1968), at the nominal level unweighted (Cohen 1960).
    """

    raters: tuple[str, str]
    n_items: int
    spearman: float | None
    kappa: float | None


@dataclass(frozen=True, slots=True)
class DimensionAgreement:
    """One dimension.

    ``n_missing`` counts the empty cells of raters × items, ``n_complete`` the items that all raters rated, ``n_scored``
    those with an automatic score. ``p`` is of a permutation test of Spearman's ρ with the automatic scores, ``p_holm``
    the same corrected for the number of dimensions. ``statistics`` are by name (see ``docs/agreement.md``), ``grades``
    their classes in a word, ``verdict`` says all in sentences.
    """

    level: Level
    scale: Scale | None
    n_items: int
    n_raters: int
    n_ratings: int
    n_missing: int
    n_complete: int
    n_scored: int
    statistics: Mapping[str, Statistic]
    p: float | None = None
    p_holm: float | None = None
    repeatability: Repeatability | None = None
    raters: tuple[RaterRow, ...] = ()
    pairs: tuple[PairRow, ...] = ()
    grades: Mapping[str, str] = field(default_factory=dict)
    verdict: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Values by name; ``intervals``, how they came about, and reasons by the same names."""
        found = self.statistics
        return {
            **{name: one.value for name, one in found.items()},
            **{name: getattr(self, name) for name in _COUNTS},
            "level": self.level,
            "scale": None if self.scale is None else list(self.scale),
            "spearman_p": self.p,
            "spearman_p_holm": self.p_holm,
            "intervals": {name: _pair(one.low, one.high) for name, one in found.items()},
            "interval_methods": {name: one.method for name, one in found.items() if one.method},
            "bootstrap_intervals": {name: list(one.bootstrap) for name, one in found.items() if one.bootstrap},
            "reasons": {name: one.reason for name, one in found.items() if one.reason},
            "repeatability": None if self.repeatability is None else asdict(self.repeatability),
            "grades": dict(self.grades),
            "verdict": " ".join(self.verdict),
            "raters": [asdict(row) for row in self.raters],
            "pairs": [{**asdict(row), "raters": list(row.raters)} for row in self.pairs],
        }


@dataclass(frozen=True, slots=True)
class AgreementSummary:
    """All dimensions of a file by name, and ``warnings``: of the file, and of what the ratings leave open."""

    dimensions: Mapping[str, DimensionAgreement]
    warnings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """What ``graphicacy trust agreement --json`` prints: an object by dimension."""
        return {name: one.to_json() for name, one in self.dimensions.items()}


_COUNTS = ("n_items", "n_raters", "n_ratings", "n_missing", "n_complete", "n_scored")


def _pair(low: float | None, high: float | None) -> list[float] | None:
    return None if low is None or high is None else [low, high]
