"""Which questions have a page, where there are more than a site can hold."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import fsum

from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES
from graphicacy.report.reading.runs import column_of
from graphicacy.report.reading.words import OUTCOMES, Outcome, outcome_of

__all__ = ["MOST_QUESTIONS", "chosen"]

MOST_QUESTIONS = 2500
_OUTCOMES: tuple[Outcome, ...] = ("wrong", "partly right", "no answer", "right")


def chosen(results: Sequence[ReadResult], order: Sequence[str], most: int = MOST_QUESTIONS) -> list[list[ReadResult]]:
    """The answers to each question that has a page, by task and variant, those answered worst first.

    The answers to one are in the order of systems (see ``runs.column_of``). Where there are more than ``most``
    questions, every variant of a task gets an example of every system, then more in turn. A system's examples are a
    wrong one, a partly right one, one without an answer, a right one, and again; within these they are as good as
    random, but the same for the same results.
    """
    by_question: dict[str, list[ReadResult]] = defaultdict(list)
    for result in results:
        by_question[result.id].append(result)
    picked: dict[str, None] = dict.fromkeys(by_question)
    if len(by_question) > most:
        picked = {}
        for question in _in_turn(results, order):
            picked[question] = None
            if len(picked) == most:
                break
    place = {name: i for i, name in enumerate(order)}
    tasks = list(LEAVES)
    questions = sorted(
        (by_question[question] for question in picked),
        key=lambda answers: (tasks.index(answers[0].task), answers[0].variant, _mean(answers), answers[0].id),
    )
    return [sorted(answers, key=lambda r: place[column_of(r.system, r.view)]) for answers in questions]


def _in_turn(results: Sequence[ReadResult], order: Sequence[str]) -> Iterator[str]:
    """Questions, one of each variant for each system in turn."""
    queues: dict[tuple[str, str, str], list[ReadResult]] = defaultdict(list)
    for result in results:
        queues[result.task, result.variant, column_of(result.system, result.view)].append(result)
    tasks = list(LEAVES)
    keys = sorted(queues, key=lambda key: (tasks.index(key[0]), key[1], order.index(key[2])))
    waiting = [_varied(queues[key]) for key in keys]
    for turn in range(max(map(len, waiting), default=0)):
        for queue in waiting:
            if turn < len(queue):
                yield queue[turn].id


def _varied(results: Sequence[ReadResult]) -> list[ReadResult]:
    """One of each outcome, then the next of each."""
    by_outcome = {outcome: [r for r in results if outcome_of(r) == outcome] for outcome in OUTCOMES}
    ranks = []
    for outcome, mine in by_outcome.items():
        mine.sort(key=lambda r: hashlib.sha256(r.id.encode(errors="replace")).digest())
        ranks += [(turn, _OUTCOMES.index(outcome), r) for turn, r in enumerate(mine)]
    return [r for _, _, r in sorted(ranks, key=lambda rank: rank[:2])]


def _mean(answers: Sequence[ReadResult]) -> float:
    return fsum(r.score or 0.0 for r in answers) / len(answers)
