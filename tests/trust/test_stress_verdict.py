"""When a scorer is validated, when it is advisory, and the sentences that say why."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.trust.stress.record import ControlRow, Rate, WalkRow
from graphicacy.trust.stress.verdict import THRESHOLDS, verdict

DOCS = Path(__file__).resolve().parents[2] / "docs"


def rate(value: float | None, low: float | None, high: float | None, n: int = 60, **more: object) -> Rate:
    fell = round((value or 0) * n)
    fields = {"operator": "", "kind": "", "n": n, "fell": fell, "rate": value, "low": low, "high": high} | more
    return Rate.model_validate(fields)


GOOD_KILLS, GOOD_ALARMS = rate(0.95, 0.88, 0.98), rate(0.02, 0.0, 0.06)
TYPO = rate(0.9, 0.7, 0.98, n=12, operator="typo", kind="label")
WALK = WalkRow(n=24, spearman=-0.9, low=-0.95, high=-0.85)
BLANK = ControlRow(control="blank", measures="level", n=12, mean=0.0, low=0.0, high=0.0)


def test_a_scorer_that_keeps_every_rule_is_validated_and_told_why() -> None:
    badge, reasons = verdict("TF", GOOD_KILLS, [TYPO], GOOD_ALARMS, WALK, [BLANK])
    assert badge == "validated"
    assert reasons == (
        "it notices 95 % (95 % interval 88 % to 98 %) of the defects that it should",
        "it falls on 2 % (95 % interval 0 % to 6 %) of harmless edits",
        "along a walk of errors its correlation with their number is -0.90",
        "no control gets a score that it does not deserve",
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"kills": rate(0.85, 0.79, 0.9)},
            "it notices 85 % (95 % interval 79 % to 90 %) of the defects that it should",
        ),
        (
            {"edits": [rate(5 / 12, 0.2, 0.7, n=12, operator="sibling", kind="label")]},
            "it notices 5 of 12 of “sibling”",
        ),
        ({"alarms": rate(0.05, 0.02, 0.11)}, "it falls on 5 % (95 % interval 2 % to 11 %) of harmless edits"),
        ({"walk": WALK.model_copy(update={"spearman": -0.69})}, "along a walk of errors its correlation"),
        ({"controls": [BLANK.model_copy(update={"mean": 0.31})]}, "“blank” gets 0.31 of 1"),
        (
            {"controls": [BLANK.model_copy(update={"control": "note", "measures": "rise", "mean": 0.06})]},
            "“note” lifts it by 0.06",
        ),
        ({"kills": GOOD_KILLS.model_copy(update={"unscored": 40})}, "it could not score 40 of 160 cases"),
    ],
)
def test_each_broken_rule_is_one_sentence(change: dict[str, object], said: str) -> None:
    given = {"kills": GOOD_KILLS, "edits": [TYPO], "alarms": GOOD_ALARMS, "walk": WALK, "controls": [BLANK]} | change
    badge, reasons = verdict("TF", given["kills"], given["edits"], given["alarms"], given["walk"], given["controls"])  # type: ignore[arg-type]
    assert badge == "advisory"
    assert len(reasons) == 1
    assert reasons[0].startswith(said)


@pytest.mark.parametrize(
    "change",
    [
        {"kills": rate(1.0, 0.8, 1.0, n=19)},
        {"alarms": rate(0.0, 0.0, 0.2, n=19)},
        {"walk": WALK.model_copy(update={"n": 4})},
        {"controls": []},
        {"controls": [BLANK.model_copy(update={"control": "label-dump"})]},  # says nothing of text fidelity
    ],
)
def test_too_few_cases_say_nothing(change: dict[str, object]) -> None:
    given = {"kills": GOOD_KILLS, "alarms": GOOD_ALARMS, "walk": WALK, "controls": [BLANK]} | change
    badge, reasons = verdict("TF", given["kills"], [TYPO], given["alarms"], given["walk"], given["controls"])  # type: ignore[arg-type]
    assert badge == "not measured"
    assert reasons


def test_a_defect_that_is_not_due_or_seldom_tried_does_not_count() -> None:
    edits = [
        rate(0.0, 0.0, 0.2, n=12, operator="overlap", kind="layout", expected=False),
        rate(0.0, 0.0, 0.6, n=4, operator="sibling", kind="label"),
        rate(0.0, 0.0, 0.2, n=12, operator="typo", kind="label", defects=2),
    ]
    assert verdict("TF", GOOD_KILLS, edits, GOOD_ALARMS, WALK, [BLANK])[0] == "validated"


def test_a_control_that_deserves_its_score_does_not_count() -> None:
    dump = BLANK.model_copy(update={"control": "label-dump", "mean": 1.0})
    assert verdict("TF", GOOD_KILLS, [TYPO], GOOD_ALARMS, WALK, [BLANK, dump])[0] == "validated"
    assert verdict("SC", GOOD_KILLS, [TYPO], GOOD_ALARMS, WALK, [BLANK, dump])[0] == "advisory"


def test_the_page_gives_the_thresholds_that_hold() -> None:
    page = (DOCS / "decisions" / "validated.md").read_text(encoding="utf-8")
    rows = dict(
        [cell.strip().strip("`") for cell in line.split("|")[1:3]] for line in page.splitlines() if "| `" in line
    )
    assert {name: float(rows[name]) for name in THRESHOLDS} == THRESHOLDS
