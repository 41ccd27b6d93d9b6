"""Kill rates, false alarms, walks and controls of scorers whose numbers are made up."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from graphicacy.trust.statistics import wilson_interval
from graphicacy.trust.stress.record import Case, CaseKind, Scored, ScorerKey, ScorerSummary
from graphicacy.trust.stress.summary import summarize
from graphicacy.trust.stress.verdict import FALL

TF = ("typo", "sibling", "dropped-label", "gibberish", "dropped-node")


def case(
    drawing: str, kind: CaseKind, operator: str = "", defects: int = 0, name: str = "", of: str = "original"
) -> Case:
    return Case(
        id=f"{drawing}/{name or operator or kind}",
        drawing=drawing,
        task=drawing,
        kind=kind,
        operator=operator,
        defects=defects,
        of="" if kind == "original" else f"{drawing}/{of}",
        png="pictures/x.png",
    )


def drawing(name: str, edits: tuple[str, ...] = TF) -> list[Case]:
    """One drawing with a defect of each kind, a harmless edit, a walk of three steps, and two controls."""
    return [
        case(name, "original"),
        *(case(name, "defect", edit, 1) for edit in edits),
        case(name, "harmless", "mirrored"),
        *(case(name, "walk", "typo", k, f"walk-1-{k}") for k in (1, 2, 3)),
        case(name, "control", "blank"),
        case(name, "control", "note", 1, of="typo"),
    ]


def summary(
    cases: list[Case], value: Callable[[Case], float | None], dimension: str = "TF", scorer: str = "tf-strict"
) -> ScorerSummary:
    key = {"scorer": scorer, "dimension": dimension, "medium": "vector", "seconds": 2.0}
    rows = [Scored.model_validate({**key, "case": c.id, "value": value(c)}) for c in cases]
    (found,) = summarize(cases, rows)
    return found


def perfect(c: Case) -> float:
    return 0.0 if c.operator == "blank" else 1 - c.defects / 10


def test_a_perfect_scorer_is_validated_and_told_by_its_numbers() -> None:
    found = summary([c for i in range(30) for c in drawing(f"d{i}")], perfect)
    assert (found.kill_rate.rate, found.kill_rate.n, found.kill_rate.fell) == (1.0, 150, 150)
    assert found.kill_rate.low == wilson_interval(150, 150).low  # resamples of a rate of 1 would promise too much
    assert found.false_alarm_rate.rate == 0
    assert found.false_alarm_rate.high == wilson_interval(0, 30).high
    assert found.walk.spearman == pytest.approx(-1)
    assert found.walk.n == 30
    assert found.walk.curve == pytest.approx((1, 0.9, 0.8, 0.7))
    assert found.original == 1
    assert found.seconds == 2
    assert found.cost is None
    blank, note = found.controls
    assert (blank.control, blank.measures, blank.mean) == ("blank", "level", 0)
    assert (note.control, note.measures, note.mean) == ("note", "rise", 0)


def test_a_blind_scorer_kills_nothing_and_its_walks_count_as_no_correlation() -> None:
    found = summary([c for i in range(30) for c in drawing(f"d{i}")], lambda c: 0.5)
    assert found.kill_rate.rate == 0
    assert found.walk.spearman == 0
    assert found.badge == "advisory"
    assert {kill.rate for kill in found.kills} == {0.0}


def test_the_mean_over_edits_weighs_each_edit_the_same() -> None:
    many = [case("a", "original"), *(case("a", "defect", "typo", 1, f"typo-{i}") for i in range(9))]
    one = [case("a", "defect", "sibling", 1)]
    found = summary(many + one, lambda c: 1.0 if c.operator == "sibling" or c.kind == "original" else 0.0)
    assert found.kill_rate.rate == 0.5
    assert (found.kill_rate.fell, found.kill_rate.n) == (9, 10)


def test_only_single_defects_that_are_expected_count_for_the_mean_but_all_are_shown() -> None:
    cases = [
        case("a", "original"),
        case("a", "defect", "typo", 1),
        case("a", "defect", "typo", 3, "typo-3"),
        case("a", "defect", "flipped-edge", 1),
    ]
    found = summary(cases, lambda c: 0.4 if c.defects == 1 and c.operator == "typo" else 1.0)
    assert found.kill_rate.n == 1
    assert found.kill_rate.rate == 1
    assert [(k.operator, k.defects, k.expected, k.rate) for k in found.kills] == [
        ("typo", 1, True, 1.0),
        ("typo", 3, True, 0.0),
        ("flipped-edge", 1, False, 0.0),
    ]
    assert found.kills[0].drop == pytest.approx(0.6)
    assert found.kills[0].kind == "label"


def test_what_was_not_scored_is_counted_apart_and_never_as_zero() -> None:
    cases = [c for i in range(4) for c in drawing(f"d{i}")]
    found = summary(cases, lambda c: None if c.drawing == "d0" or c.operator == "sibling" else perfect(c))
    rows = {kill.operator: kill for kill in found.kills}
    assert (rows["typo"].n, rows["typo"].unscored, rows["typo"].rate) == (3, 1, 1.0)
    assert (rows["sibling"].n, rows["sibling"].rate, rows["sibling"].low, rows["sibling"].drop) == (0, None, None, None)
    assert found.walk.n == 3
    assert found.controls[0].unscored == 1
    nothing = summary(cases, lambda c: None)
    assert nothing.badge == "not measured"
    assert nothing.original is None
    assert nothing.walk.spearman is None
    assert nothing.kill_rate.rate is None
    assert nothing.controls[0].mean is None


def test_a_rise_by_a_note_is_measured_against_the_drawing_with_the_defect() -> None:
    cases = [c for i in range(3) for c in drawing(f"d{i}")]
    found = summary(cases, lambda c: 0.95 if c.operator == "note" else perfect(c))
    assert found.controls[1].mean == pytest.approx(0.05)


def test_the_interval_over_edits_resamples_drawings() -> None:
    """Where a drawing's edits are all noticed or all missed, ten drawings say no more than ten cases."""
    cases = [c for i in range(10) for c in drawing(f"d{i}")]
    apart = summary(cases, lambda c: 1.0 if c.drawing < "d5" else perfect(c)).kill_rate
    rng = np.random.default_rng(1)
    seen = {c.id: bool(rng.random() < 0.5) for c in cases}
    mixed = summary(cases, lambda c: perfect(c) if c.kind != "defect" or seen[c.id] else 1.0).kill_rate
    assert apart.low is not None
    assert apart.high is not None
    assert mixed.low is not None
    assert mixed.high is not None
    assert apart.high - apart.low > 1.5 * (mixed.high - mixed.low)


def test_two_walks_of_a_drawing_are_two_and_the_order_of_cases_is_none_of_their_business() -> None:
    steps = [case("a", "walk", "typo", k, f"walk-{w}-{k}") for w in (1, 2) for k in (1, 2, 3)]
    values = {"walk-1-1": 0.9, "walk-1-2": 0.8, "walk-1-3": 0.7, "walk-2-1": 0.8, "walk-2-2": 0.8, "walk-2-3": 0.9}
    found = summary([*steps[::-1], case("a", "original")], lambda c: values.get(c.id.rpartition("/")[2], 1.0))
    assert found.walk.n == 2
    assert found.walk.spearman == pytest.approx((-1 - 0.316228) / 2, abs=1e-5)
    assert found.walk.curve == pytest.approx((1.0, 0.85, 0.8, 0.8))


@pytest.mark.parametrize(("after", "falls"), [(0.3, 1), (0.305 - FALL, 1), (0.3001, 0), (0.305, 0), (0.9, 0)])
def test_a_fall_that_two_decimals_would_not_show_is_none(after: float, falls: int) -> None:
    cases = [case("a", "original"), case("a", "defect", "typo", 1), case("a", "harmless", "font")]
    found = summary(cases, lambda c: 0.305 if c.kind == "original" else after)
    assert (found.kill_rate.fell, found.kills[0].fell, found.false_alarm_rate.fell) == (falls, falls, falls)
    assert found.kills[0].drop == pytest.approx(0.305 - after)


def test_scorers_come_by_medium_and_in_their_order() -> None:
    cases = drawing("a")
    keys = [("panel", "overall", "raster"), ("sq-rules", "SQ", "vector"), ("tf-strict", "TF", "vector"),
            ("tf-strict", "TF", "raster"), ("a/b", "SC", "raster")]  # fmt: skip
    names = [dict(zip(ScorerKey.model_fields, key, strict=True)) for key in keys]
    rows = [Scored.model_validate({**name, "case": c.id, "value": perfect(c)}) for name in names for c in cases]
    found = [f"{s.scorer} {s.medium}" for s in summarize(cases, rows)]
    assert found == ["tf-strict vector", "sq-rules vector", "tf-strict raster", "a/b raster", "panel raster"]
    assert summarize(cases, rows) == summarize(cases, rows[::-1])
