"""Which scorers can be relied on: thresholds, and the reasons in words. See docs/decisions/validated.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphicacy.trust.stress.record import Badge, ControlRow, Rate, WalkRow
from graphicacy.trust.stress.scorers import undue

__all__ = ["FALL", "THRESHOLDS", "verdict"]

FALL = 0.005  # of a score, that counts as one: what two decimals show
LEAST_CASES = 20  # defects that should be noticed, and harmless edits, each scored before and after
LEAST_OF_A_KIND = 5  # walks; cases of one edit or control
MOST_UNSCORED = 0.20
KILL_RATE = 0.80
KILL_RATE_OF_AN_EDIT = 0.50
FALSE_ALARM_RATE = 0.10
WALK = -0.70
LEVEL = 0.30
RISE = 0.05

THRESHOLDS: dict[str, float] = {
    "fall": FALL,
    "least_cases": LEAST_CASES,
    "least_of_a_kind": LEAST_OF_A_KIND,
    "most_unscored": MOST_UNSCORED,
    "kill_rate": KILL_RATE,
    "kill_rate_of_an_edit": KILL_RATE_OF_AN_EDIT,
    "false_alarm_rate": FALSE_ALARM_RATE,
    "walk": WALK,
    "level": LEVEL,
    "rise": RISE,
}


def verdict(
    dimension: str,
    kill_rate: Rate,
    kills: Sequence[Rate],
    false_alarm_rate: Rate,
    walk: WalkRow,
    controls: Sequence[ControlRow],
) -> tuple[Badge, tuple[str, ...]]:
    """The badge of a scorer of this dimension, and why, in sentences with the numbers.

    *validated*: every rule holds. *advisory*: one does not, and each that does not is a sentence. *not measured*: too
    few cases to say either.
    """
    due = [control for control in controls if control.measures == "rise" or undue(dimension, control.control)]
    lacking = tuple(_lacking(kill_rate, false_alarm_rate, walk, due))
    if lacking:
        return "not measured", lacking
    faults = (
        *_unscored(kill_rate, false_alarm_rate),
        *_kills(kill_rate, kills),
        *_false_alarms(false_alarm_rate),
        *_walk(walk),
        *_controls(due),
    )
    return ("advisory", faults) if faults else ("validated", _merits(kill_rate, false_alarm_rate, walk))


def _lacking(kills: Rate, alarms: Rate, walk: WalkRow, due: Sequence[ControlRow]) -> Iterator[str]:
    for what, rate in (("defects that it should notice", kills), ("harmless edits", alarms)):
        if rate.n < LEAST_CASES:
            yield f"{rate.n} cases of {what} were scored; {LEAST_CASES} are needed"
    if walk.n < LEAST_OF_A_KIND:
        yield f"{walk.n} walks were scored; {LEAST_OF_A_KIND} are needed"
    if not any(control.n >= LEAST_OF_A_KIND for control in due):
        yield f"no control was scored {LEAST_OF_A_KIND} times"


def _unscored(kills: Rate, alarms: Rate) -> Iterator[str]:
    missing, total = kills.unscored + alarms.unscored, kills.n + kills.unscored + alarms.n + alarms.unscored
    if missing > MOST_UNSCORED * total:
        yield (
            f"it could not score {missing} of {total} cases: more than {_percent(MOST_UNSCORED)}, "
            "and what it scores is likely to be what is easy"
        )


def _kills(rate: Rate, kills: Sequence[Rate]) -> Iterator[str]:
    if rate.low is None or rate.low < KILL_RATE:
        yield (
            f"it notices {_told(rate)} of the defects that it should; the lower end has to reach {_percent(KILL_RATE)}"
        )
    for edit in kills:
        if (
            edit.expected
            and edit.defects == 1
            and edit.n >= LEAST_OF_A_KIND
            and (edit.rate or 0) < KILL_RATE_OF_AN_EDIT
        ):
            yield (
                f"it notices {edit.fell} of {edit.n} of “{edit.operator}”; "
                f"at least {_percent(KILL_RATE_OF_AN_EDIT)} of each edit are asked"
            )


def _false_alarms(rate: Rate) -> Iterator[str]:
    if rate.high is None or rate.high > FALSE_ALARM_RATE:
        yield (
            f"it falls on {_told(rate)} of harmless edits; "
            f"the upper end has to stay within {_percent(FALSE_ALARM_RATE)}"
        )


def _walk(walk: WalkRow) -> Iterator[str]:
    if walk.spearman is None or walk.spearman > WALK:
        rho = "undefined" if walk.spearman is None else f"{walk.spearman:.2f}"
        yield f"along a walk of errors its correlation with their number is {rho}; {WALK:.2f} or less is asked"


def _controls(due: Sequence[ControlRow]) -> Iterator[str]:
    for control in due:
        if control.mean is None:
            continue
        if control.measures == "level" and control.mean > LEVEL:
            yield f"“{control.control}” gets {control.mean:.2f} of 1; {LEVEL:.2f} at most is asked"
        if control.measures == "rise" and control.mean > RISE:
            yield f"“{control.control}” lifts it by {control.mean:.2f}; {RISE:.2f} at most is asked"


def _merits(kills: Rate, alarms: Rate, walk: WalkRow) -> tuple[str, ...]:
    return (
        f"it notices {_told(kills)} of the defects that it should",
        f"it falls on {_told(alarms)} of harmless edits",
        f"along a walk of errors its correlation with their number is {walk.spearman:.2f}",
        "no control gets a score that it does not deserve",
    )


def _told(rate: Rate) -> str:
    """A rate with its interval, in percent."""
    if rate.rate is None:
        return "an unknown share"
    if rate.low is None or rate.high is None:
        return _percent(rate.rate)
    return f"{_percent(rate.rate)} (95 % interval {_percent(rate.low)} to {_percent(rate.high)})"


def _percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")
