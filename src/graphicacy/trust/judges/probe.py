"""Asks judges about correct drawings in all these ways, and sums up what they answer."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from graphicacy.draw.record import Judgement
from graphicacy.draw.task import DrawTask
from graphicacy.trust.judges.items import Falsified, Shuffled, falsified, shuffled
from graphicacy.trust.judges.reliability import Asked, reliability
from graphicacy.trust.stress.asking import Asking, Judges
from graphicacy.trust.stress.record import JudgeRow

__all__ = ["probe"]


@dataclass(slots=True)
class _Plan:
    """What is asked of one drawing."""

    again: list[str] = field(default_factory=list)
    shuffled: dict[str, Shuffled] = field(default_factory=dict)
    falsified: dict[str, Falsified] = field(default_factory=dict)


def probe(
    judges: Judges, drawings: Sequence[tuple[str, DrawTask, bytes]], *, repeats: int = 2, seed: int = 0
) -> tuple[JudgeRow, ...]:
    """How reliable each judge is, on correct drawings with their tasks.

    Every judge is asked ``repeats`` + 1 times in the order of the task, as often with the items shuffled, and once with
    half of them made false.

    Args:
        judges: asks every judge.
        drawings: the id of each, its task, and its PNG.
        repeats: at least 0; with 0 nothing is said of repeats.
        seed: of orders and falsehoods.
    """
    plans: dict[str, _Plan] = {}
    askings: list[Asking] = []
    for drawing, task, png in drawings:
        plan = plans.setdefault(drawing, _Plan())
        rng = np.random.default_rng([seed, zlib.crc32(drawing.encode())])
        for n in range(repeats + 1):
            plan.again.append(f"{drawing}/again/{n}")
            askings.append(Asking(plan.again[-1], task, png, n))
            key, mixed = f"{drawing}/shuffled/{n}", shuffled(task, rng)
            plan.shuffled[key] = mixed
            askings.append(Asking(key, mixed.task, png))
        key, wrong = f"{drawing}/falsified", falsified(task, rng)
        plan.falsified[key] = wrong
        askings.append(Asking(key, wrong.task, png))
    answers: dict[str, dict[str, Judgement | None]] = defaultdict(dict)
    for one in judges(askings):
        answers[one.judge][one.key] = one.judgement
    return tuple(reliability(judge, _asked(plans, said), seed) for judge, said in answers.items())


def _asked(plans: dict[str, _Plan], said: dict[str, Judgement | None]) -> list[Asked]:
    return [
        Asked(
            again=tuple(said.get(key) for key in plan.again),
            shuffled=tuple((said.get(key), mixed) for key, mixed in plan.shuffled.items()),
            falsified=tuple((said.get(key), wrong) for key, wrong in plan.falsified.items()),
        )
        for plan in plans.values()
    ]
