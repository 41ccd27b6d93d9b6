"""The records of a stress test: the drawings that are scored, what each scorer gave them, and what that says.

A folder of a stress test holds ``cases.jsonl`` (one ``Case`` a line), ``scores.jsonl`` (one ``Scored`` a line),
``probes.jsonl`` (one ``KeptAnswer`` a line, where judges were probed), ``pictures/`` and ``stress.json`` (a
``StressSummary``).
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from graphicacy.draw.record import Judgement

__all__ = [
    "Badge",
    "Case",
    "CaseKind",
    "ControlRow",
    "JudgeRow",
    "KeptAnswer",
    "Medium",
    "OrderRow",
    "Rate",
    "RepeatRow",
    "Scored",
    "ScorerKey",
    "ScorerSummary",
    "StressSummary",
    "WalkRow",
]

CaseKind = Literal["original", "defect", "harmless", "walk", "control"]
Medium = Literal["vector", "raster"]
Badge = Literal["validated", "advisory", "not measured"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Case(_Record):
    """One drawing to be scored, and what is known of it.

    ``drawing`` is the id of the correct drawing that it was made from (``reference:mech-001``,
    ``library:biology/mapk-cascade``, ``file:flow.gpml``), ``task`` the id of the task that this drawing fulfils.
    ``operator`` is the name of the edit or control, empty for an original; in a walk that of the last step.
    ``defects`` counts what is planted: 0 in originals and harmless edits. ``of`` is the id of the case to compare with:
    its original, or for a control laid over a drawing, that drawing. ``svg`` and ``png`` are paths in the folder.
    """

    id: str
    drawing: str
    task: str
    kind: CaseKind
    operator: str = ""
    defects: int = Field(default=0, ge=0)
    of: str = ""
    what: str = ""
    svg: str | None = None
    png: str


class ScorerKey(_Record):
    """What gives a number: a scorer, the dimension that it scores, and what it was shown.

    ``scorer``: ``tf-strict``, ``tf-published``, ``sc-geometry``, ``sq-rules``, ``ca-rules``, a judge model's name, or
    ``panel``. ``medium``: ``vector`` is the SVG, ``raster`` the picture alone.
    """

    scorer: str
    dimension: Literal["TF", "SC", "SQ", "CA", "overall"]
    medium: Medium


class Scored(ScorerKey):
    """One scorer's number for one case: in [0, 1], or None where it could not score it, and then ``why``.

    ``seconds`` and ``cost`` (US dollars) are what the case took this scorer, with what it shares with others of its
    medium (OCR, a judge's answer for all dimensions).
    """

    case: str
    value: float | None
    why: str = ""
    seconds: float | None = None
    cost: float | None = None


class KeptAnswer(_Record):
    """What a judge answered when it was probed: ``key`` says which asking, ``question`` is a hash of what was shown."""

    key: str
    question: str
    judge: str
    judgement: Judgement


class Rate(_Record):
    """How often a scorer fell on an edit: kills of a defect, or false alarms of a harmless edit.

    ``rate`` = ``fell`` / ``n`` over the cases scored both before and after, with Wilson's 95 % interval; None where
    n is 0. A fall is a loss of 0.005 or more. ``expected``: whether the scorer should notice this edit, so that it
    counts for its badge. ``drop`` is the mean loss. ``unscored`` counts cases that the scorer could not score.
    """

    operator: str
    kind: str = Field(description="label, relation, node, layout or look")
    defects: int = 1
    expected: bool = True
    n: int
    fell: int
    rate: float | None
    low: float | None
    high: float | None
    drop: float | None = None
    unscored: int = 0


class WalkRow(_Record):
    """Spearman's ρ between the number of planted defects and the score, mean over walks; -1 is perfect.

    The interval is of a bootstrap over drawings. ``curve`` is the mean score after 0, 1, 2 … defects.
    """

    n: int
    spearman: float | None
    low: float | None
    high: float | None
    curve: tuple[float | None, ...] = ()


class ControlRow(_Record):
    """A control: the mean score of what deserves none, or the mean rise of the score by what should change nothing.

    ``measures``: ``level`` (blank, wrong task, label dump, prompt printed: the score itself) or ``rise`` (a note or the
    prompt laid over a drawing with defects: the score with it minus the score without). The interval is of a bootstrap
    over drawings.
    """

    control: str
    measures: Literal["level", "rise"]
    n: int
    mean: float | None
    low: float | None
    high: float | None
    unscored: int = 0


class ScorerSummary(ScorerKey):
    """All that was measured of one scorer in one medium.

    ``kills`` has a row per edit that changes the meaning and number of defects, ``kill_rate`` the mean rate over the
    edits with one defect that this scorer should notice, ``false_alarm_rate`` the mean over harmless edits, both with
    intervals (``low``, ``high``) that allow for cases of one drawing being alike. ``original`` is the mean score of the
    correct drawings. ``reasons`` say in words why the badge is what it is. ``seconds`` and ``cost`` are means per case.
    """

    badge: Badge
    reasons: tuple[str, ...] = ()
    original: float | None = None
    kill_rate: Rate
    false_alarm_rate: Rate
    kills: tuple[Rate, ...] = ()
    false_alarms: tuple[Rate, ...] = ()
    walk: WalkRow
    controls: tuple[ControlRow, ...] = ()
    seconds: float | None = None
    cost: float | None = None


class RepeatRow(_Record):
    """One judge asked again about the same drawing: how often an item's verdict stayed, and how its ratings did.

    ``same`` is the share of pairs of answers with equal verdicts over ``n_items`` items, with the interval of a
    bootstrap over drawings; ``icc`` is ICC(1,1) of the ratings by dimension (None where they do not vary).
    """

    n_drawings: int
    n_items: int
    same: float | None
    low: float | None
    high: float | None
    icc: dict[str, float | None] = Field(default_factory=dict)


class OrderRow(RepeatRow):
    """The same with the items in another order: ``same`` here against ``same`` of plain repeats is the effect of order.

    ``effect`` is ``same`` in order minus ``same`` shuffled, over the same items, with the interval of a bootstrap over
    drawings (``effect_low``, ``effect_high``). ``by_place`` is the share of yes by fifth of the list, first to last.
    """

    effect: float | None = None
    effect_low: float | None = None
    effect_high: float | None = None
    by_place: tuple[float | None, ...] = ()


class JudgeRow(_Record):
    """How reliable one judge is.

    ``sensitivity`` is the share of true items that it affirms, ``specificity`` the share of planted false ones that it
    denies, each with Wilson's interval and broken down by how the falsehood was made; ``yes_bias`` is the share of yes
    among decided items minus the share of true ones. ``unscored`` counts drawings without a readable answer.
    """

    judge: str
    repeat: RepeatRow | None = None
    order: OrderRow | None = None
    sensitivity: Rate | None = None
    specificity: Rate | None = None
    falsehoods: tuple[Rate, ...] = ()
    yes_bias: float | None = None
    unscored: int = 0


class StressSummary(_Record):
    """``stress.json``: what a stress test of scorers of drawings found."""

    graphicacy: str
    seed: int
    drawings: int
    raster_drawings: int
    cases: int
    sources: tuple[str, ...] = ()
    thresholds: dict[str, float] = Field(default_factory=dict)
    scorers: tuple[ScorerSummary, ...] = ()
    judges: tuple[JudgeRow, ...] = ()
    skipped: tuple[str, ...] = Field(default=(), description="what was left out, one line each")
