"""A synthetic stress test: offline scorers in two media, two judges and their panel, with all that may be missing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from graphicacy.diagram.edit import EDITS, HARMLESS, MEANING
from graphicacy.draw.task import DrawTask
from graphicacy.trust.statistics import wilson_interval
from graphicacy.trust.stress.files import StressFolder
from graphicacy.trust.stress.record import (
    Badge,
    Case,
    ControlRow,
    JudgeRow,
    OrderRow,
    Rate,
    RepeatRow,
    Scored,
    ScorerKey,
    ScorerSummary,
    StressSummary,
    WalkRow,
)
from graphicacy.trust.stress.scorers import expects
from report.synthetic_runs import draw

DRAWINGS = ("reference:task-001", "reference:task-002", "library:biology/mapk-cascade", "file:flow.gpml")
OFFLINE = {"tf-strict": "TF", "tf-published": "TF", "sc-geometry": "SC", "sq-rules": "SQ", "ca-rules": "CA"}
JUDGES = ("judge-a", "judge-b")
SKILL = {"tf-strict": 0.97, "tf-published": 0.55, "sc-geometry": 0.93, "sq-rules": 0.7, "ca-rules": 0.4, "judge-a": 0.6}
_CONTROLS = (("blank", "level"), ("wrong-task", "level"), ("label-dump", "level"), ("note", "rise"))


def keys() -> list[ScorerKey]:
    """The scorers of the synthetic test, in its order."""
    offline = [(name, dimension, medium) for medium in ("vector", "raster") for name, dimension in OFFLINE.items()]
    judged = [(name, dimension, "raster") for name in (*JUDGES, "panel") for dimension in ("SC", "SQ", "CA")]
    return [
        ScorerKey.model_validate({"scorer": name, "dimension": dimension, "medium": medium})
        for name, dimension, medium in [*offline, *judged]
    ]


def rate(operator: str, n: int, fell: int, kind: str = "", **more: object) -> Rate:
    """A rate with its Wilson interval; none where n is 0."""
    share = wilson_interval(fell, n)
    given = {"operator": operator, "kind": kind, "n": n, "fell": fell, "rate": share.estimate}
    return Rate.model_validate({**given, "low": share.low, "high": share.high, **more})


def scorer(key: ScorerKey, badge: Badge = "advisory", reasons: Sequence[str] = (), n: int = 12) -> ScorerSummary:
    """One scorer with rates by chance about its skill; ``n`` of 0 is a scorer that could score nothing."""
    dice = random.Random(f"{key.scorer}/{key.dimension}/{key.medium}")
    skill = SKILL.get(key.scorer, 0.65) - 0.12 * (key.medium == "raster")
    kills = []
    for name in MEANING:
        due = expects(key.dimension, name)
        fell = sum(dice.random() < (skill if due else 0.08) for _ in range(n))
        more = {"expected": due, "drop": 0.21 * skill if n else None, "unscored": 0 if n else 12}
        kills.append(rate(name, n, fell, EDITS[name].kind, **more))
    alarms = [
        rate(name, n, sum(dice.random() < 0.06 for _ in range(n)), "look", defects=0, expected=False)
        for name in HARMLESS
    ]
    due_kills = [one for one in kills if one.expected]
    curve = tuple(max(0.0, 0.95 - 0.11 * skill * step) if step != 3 else None for step in range(7)) if n else ()
    return ScorerSummary(
        **key.model_dump(),
        badge=badge if n else "not measured",
        reasons=tuple(reasons) or ("kill rate 0.61 [0.52, 0.70], 0.80 is asked for",),
        original=0.94 if n else None,
        kill_rate=rate("", sum(r.n for r in due_kills), sum(r.fell for r in due_kills)),
        false_alarm_rate=rate("", sum(r.n for r in alarms), sum(r.fell for r in alarms)),
        kills=tuple(kills),
        false_alarms=tuple(alarms),
        walk=WalkRow(n=8, spearman=-0.2 - 0.75 * skill, low=-0.99, high=-0.4, curve=curve)
        if n
        else WalkRow(n=0, spearman=None, low=None, high=None),
        controls=tuple(_control(*control, n, dice) for control in _CONTROLS),
        seconds=0.4 if key.scorer in OFFLINE else 6.2,
        cost=None if key.scorer in OFFLINE else 0.0041,
    )


def _control(name: str, measures: str, n: int, dice: random.Random) -> ControlRow:
    mean = dice.uniform(0, 0.3) - 0.1 * (measures == "rise") if n else None
    ends = {"low": mean - 0.05, "high": mean + 0.05} if mean is not None else {"low": None, "high": None}
    given = {"control": name, "measures": measures, "n": n, "mean": mean, "unscored": 0 if n else 4}
    return ControlRow.model_validate({**given, **ends})


def judge_row(name: str) -> JudgeRow:
    """One judge; the second was asked neither again nor in another order."""
    kinds = ("turned round", "other head", "invented relation")
    full = name == JUDGES[0]
    again = {"n_drawings": 4, "n_items": 88, "same": 0.92, "low": 0.85, "high": 0.97}
    by_place = (0.9, 0.82, None, 0.71, 0.64)
    return JudgeRow(
        judge=name,
        repeat=RepeatRow(**again, icc={"SQ": 0.71, "CA": None}) if full else None,
        order=OrderRow(**again, effect=0.06, effect_low=0.01, effect_high=0.11, by_place=by_place) if full else None,
        sensitivity=rate("true items", 80, 74),
        specificity=rate("false items", 60, 31),
        falsehoods=tuple(rate(kind, n, n // 2) for kind, n in zip(kinds, (30, 30, 0), strict=True)),
        yes_bias=0.21,
        unscored=1,
    )


def summary(**more: object) -> StressSummary:
    """The summary: a scorer of each badge and medium, one that could score nothing, and one of a single case."""
    rows = []
    for key in keys():
        strong = key.scorer in ("tf-strict", "sc-geometry") and key.medium == "vector"
        n = 0 if key.scorer == "ca-rules" and key.medium == "raster" else 1 if key.scorer == "judge-b" else 12
        reasons = ("all thresholds are kept",) if strong else ()
        rows.append(scorer(key, "validated" if strong else "advisory", reasons, n))
    given = {
        "graphicacy": "0.1.0",
        "seed": 0,
        "drawings": len(DRAWINGS),
        "raster_drawings": 2,
        "cases": 104,
        "sources": ("reference", "library"),
        "thresholds": {"least_cases": 20, "kill_rate": 0.8, "false_alarm_rate": 0.1, "walk": -0.7, "rise": 0.05},
        "scorers": tuple(rows),
        "judges": tuple(judge_row(name) for name in JUDGES),
        "skipped": ("library:physics/lens: nothing can be dropped from it",),
    }
    return StressSummary.model_validate({**given, **more})


def make_stress(folder: Path, tasks: Sequence[DrawTask], found: StressSummary | None = None) -> Path:
    """The folder of a finished stress test: a case for each edit, each drawing with its picture."""
    found = found or summary()
    stress = StressFolder(folder)
    cases = [
        case
        for place, drawing in enumerate(DRAWINGS)
        for case in _cases(stress, drawing, tasks[place % len(tasks)], place)
    ]
    dice = random.Random(7)
    rows = [_scored(key, case, dice) for key in found.scorers for case in cases]
    stress.finish(cases, rows, found)
    return folder


def _cases(stress: StressFolder, drawing: str, task: DrawTask, place: int) -> list[Case]:
    original = Case(id=f"c{place}", drawing=drawing, task=task.id, kind="original", png=f"pictures/c{place}.png")
    stress.add_case(original, None, draw(task, task.required_labels, place)[0])
    names = [*MEANING, *HARMLESS][place % 4 :: 4]
    made = [original]
    for name in names:
        harmless = name in HARMLESS
        case = Case(
            id=f"c{place}-{name}",
            drawing=drawing,
            task=task.id,
            kind="harmless" if harmless else "defect",
            operator=name,
            defects=0 if harmless else 1,
            of=original.id,
            what=f"{EDITS[name].description}, here “{task.required_labels[0]}”",
            png=f"pictures/c{place}-{name}.png",
        )
        words = [f"{word[:2]}x{word[3:]}" if i == 0 else word for i, word in enumerate(task.required_labels)]
        stress.add_case(case, None, draw(task, words, place)[0])
        made.append(case)
    return made


def _scored(key: ScorerKey, case: Case, dice: random.Random) -> Scored:
    named = {name: getattr(key, name) for name in ScorerKey.model_fields}
    if key.scorer == "ca-rules" and key.medium == "raster":
        return Scored.model_validate({**named, "case": case.id, "value": None, "why": "no topology"})
    seen = (
        case.kind == "defect" and expects(key.dimension, case.operator) and dice.random() < SKILL.get(key.scorer, 0.6)
    )
    return Scored.model_validate({**named, "case": case.id, "value": 0.71 if seen else 0.94})
