"""The rows of the trust page's tables, for papers and spreadsheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphicacy.report.formats import column
from graphicacy.report.trust.sources import People
from graphicacy.trust.grader.record import GraderSummary
from graphicacy.trust.statistics import Interval
from graphicacy.trust.stress.record import Rate, RepeatRow, ScorerKey, StressSummary

if TYPE_CHECKING:
    from graphicacy.trust.ratings import Statistic

__all__ = [
    "ControlLine",
    "EditLine",
    "GraderLine",
    "JudgeLine",
    "PeopleLine",
    "ScorerLine",
    "control_lines",
    "edit_lines",
    "grader_lines",
    "judge_lines",
    "people_lines",
    "scorer_lines",
]


@dataclass(frozen=True, slots=True)
class ScorerLine:
    """One scorer in one medium: its badge, and what it rests on."""

    scorer: str = field(metadata=column("Scorer"))
    dimension: str = field(metadata=column("Dimension"))
    medium: str = field(metadata=column("Shown"))
    badge: str = field(metadata=column("Badge"))
    kill_rate: Interval = field(metadata=column("Kill rate", "percent"))
    kills_n: int = field(metadata=column("Defects"))
    false_alarm_rate: Interval = field(metadata=column("False alarms", "percent"))
    false_alarms_n: int = field(metadata=column("Harmless"))
    walk: Interval = field(metadata=column("Walk ρ", "signed"))
    walks: int = field(metadata=column("Walks"))
    original: float | None = field(metadata=column("Correct drawings", "score"))
    seconds: float | None = field(metadata=column("Time", "seconds"))
    cost: float | None = field(metadata=column("Cost", "money"))
    reasons: str = field(metadata=column("Reasons"))


@dataclass(frozen=True, slots=True)
class EditLine:
    """One scorer on one edit: how often its score fell."""

    scorer: str = field(metadata=column("Scorer"))
    dimension: str = field(metadata=column("Dimension"))
    medium: str = field(metadata=column("Shown"))
    edit: str = field(metadata=column("Edit"))
    kind: str = field(metadata=column("Kind"))
    harmless: str = field(metadata=column("Harmless"))
    expected: str = field(metadata=column("In its remit"))
    defects: int = field(metadata=column("Defects"))
    n: int = field(metadata=column("n"))
    fell: int = field(metadata=column("Fell"))
    rate: Interval = field(metadata=column("Rate", "percent"))
    drop: float | None = field(metadata=column("Mean fall", "signed"))
    unscored: int = field(metadata=column("Unscored"))


@dataclass(frozen=True, slots=True)
class ControlLine:
    """One scorer on one control: the mean score, or the mean rise of the score."""

    scorer: str = field(metadata=column("Scorer"))
    dimension: str = field(metadata=column("Dimension"))
    medium: str = field(metadata=column("Shown"))
    control: str = field(metadata=column("Control"))
    measures: str = field(metadata=column("Measures"))
    mean: Interval = field(metadata=column("Mean", "signed"))
    n: int = field(metadata=column("n"))
    unscored: int = field(metadata=column("Unscored"))


@dataclass(frozen=True, slots=True)
class JudgeLine:
    """How reliable one judge is."""

    judge: str = field(metadata=column("Judge"))
    repeat: Interval = field(metadata=column("Same when asked again", "percent"))
    order: Interval = field(metadata=column("Same in another order", "percent"))
    effect: Interval = field(metadata=column("Effect of order", "signed"))
    sensitivity: Interval = field(metadata=column("Sensitivity", "percent"))
    specificity: Interval = field(metadata=column("Specificity", "percent"))
    yes_bias: float | None = field(metadata=column("Yes-bias", "signed"))
    unscored: int = field(metadata=column("Unscored"))


@dataclass(frozen=True, slots=True)
class PeopleLine:
    """Ratings in one dimension: agreement among raters, and of their mean with automatic scores."""

    source: str = field(metadata=column("Ratings"))
    dimension: str = field(metadata=column("Dimension"))
    items: int = field(metadata=column("Items"))
    raters: int = field(metadata=column("Raters"))
    alpha: Interval = field(metadata=column("α", "score"))
    icc: Interval = field(metadata=column("ICC(2,k)", "score"))
    spearman: Interval = field(metadata=column("ρ with automatic", "score"))
    kendall: Interval = field(metadata=column("τ with automatic", "score"))
    ceiling: Interval = field(metadata=column("ρ of one rater with the others", "score"))


@dataclass(frozen=True, slots=True)
class GraderLine:
    """One kind of planted answer to the questions of one task: how many lost points."""

    dataset: str = field(metadata=column("Dataset"))
    task: str = field(metadata=column("Task"))
    kind: str = field(metadata=column("Kind"))
    planted: str = field(metadata=column("Planted"))
    n: int = field(metadata=column("n"))
    lost: int = field(metadata=column("Lost points"))
    rate: Interval = field(metadata=column("Rate", "percent"))
    strict: int = field(metadata=column("Lost strict points"))
    drop: float | None = field(metadata=column("Mean fall", "signed"))


def scorer_lines(summary: StressSummary) -> list[ScorerLine]:
    """A row per scorer and medium, in the order of the stress test."""
    return [
        ScorerLine(
            *_key(row),
            badge=row.badge,
            kill_rate=_interval(row.kill_rate),
            kills_n=row.kill_rate.n,
            false_alarm_rate=_interval(row.false_alarm_rate),
            false_alarms_n=row.false_alarm_rate.n,
            walk=Interval(row.walk.spearman, row.walk.low, row.walk.high),
            walks=row.walk.n,
            original=row.original,
            seconds=row.seconds,
            cost=row.cost,
            reasons="; ".join(row.reasons),
        )
        for row in summary.scorers
    ]


def edit_lines(summary: StressSummary) -> list[EditLine]:
    """A row per scorer, edit and number of defects; harmless edits last."""
    return [
        EditLine(
            *_key(row),
            edit=rate.operator,
            kind=rate.kind,
            harmless="yes" if harmless else "no",
            expected="yes" if rate.expected else "no",
            defects=0 if harmless else rate.defects,
            n=rate.n,
            fell=rate.fell,
            rate=_interval(rate),
            drop=rate.drop,
            unscored=rate.unscored,
        )
        for harmless in (False, True)
        for row in summary.scorers
        for rate in (row.false_alarms if harmless else row.kills)
    ]


def control_lines(summary: StressSummary) -> list[ControlLine]:
    """A row per scorer and control."""
    return [
        ControlLine(
            *_key(row),
            control=control.control,
            measures=control.measures,
            mean=Interval(control.mean, control.low, control.high),
            n=control.n,
            unscored=control.unscored,
        )
        for row in summary.scorers
        for control in row.controls
    ]


def judge_lines(summary: StressSummary) -> list[JudgeLine]:
    """A row per judge."""
    return [
        JudgeLine(
            judge=row.judge,
            repeat=_same(row.repeat),
            order=_same(row.order),
            effect=Interval(row.order.effect, row.order.effect_low, row.order.effect_high) if row.order else _NONE,
            sensitivity=_interval(row.sensitivity),
            specificity=_interval(row.specificity),
            yes_bias=row.yes_bias,
            unscored=row.unscored,
        )
        for row in summary.judges
    ]


def people_lines(people: Sequence[People]) -> list[PeopleLine]:
    """A row per file of ratings and dimension."""
    return [
        PeopleLine(
            source=one.name,
            dimension=name,
            items=found.n_items,
            raters=found.n_raters,
            alpha=_statistic(found.statistics.get("krippendorff_alpha")),
            icc=_statistic(found.statistics.get("icc_2k")),
            spearman=_statistic(found.statistics.get("spearman")),
            kendall=_statistic(found.statistics.get("kendall")),
            ceiling=_statistic(found.statistics.get("ceiling")),
        )
        for one in people
        for name, found in one.found.dimensions.items()
    ]


def grader_lines(summary: GraderSummary) -> list[GraderLine]:
    """A row per task and kind of planted answer."""
    return [
        GraderLine(
            dataset=summary.dataset,
            task=row.task,
            kind=row.kind,
            planted=row.operator,
            n=row.n,
            lost=row.lost,
            rate=Interval(row.rate, row.low, row.high),
            strict=row.strict,
            drop=row.drop,
        )
        for row in summary.rows
    ]


_NONE = Interval(None, None, None)


def _key(row: ScorerKey) -> tuple[str, str, str]:
    return row.scorer, row.dimension, row.medium


def _interval(rate: Rate | None) -> Interval:
    return Interval(rate.rate, rate.low, rate.high) if rate else _NONE


def _same(row: RepeatRow | None) -> Interval:
    return Interval(row.same, row.low, row.high) if row else _NONE


def _statistic(found: Statistic | None) -> Interval:
    return Interval(found.value, found.low, found.high) if found else _NONE
