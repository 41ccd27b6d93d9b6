"""Which answers the page shows, where a run has more than a page can hold."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import fsum

from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES
from graphicacy.report.reading.runs import column_of
from graphicacy.report.reading.words import OUTCOMES, Outcome, outcome_of

__all__ = ["MOST_ANSWERS", "chosen"]

MOST_ANSWERS = 480  # as many as a page is filled up to
_HARD_LIMIT = 1200  # as many as it may hold, so that every variant has an example of every system
_OUTCOMES: tuple[Outcome, ...] = ("wrong", "partly right", "no answer", "right")


def chosen(results: Sequence[ReadResult], order: Sequence[str], most: int = MOST_ANSWERS) -> list[ReadResult]:
    """Answers by task, variant and question, each question with those of all systems, in their order.

    Every variant of a task gets an example of every system in ``order`` (see ``runs.column_of``), then more in turn
    until there are ``most``. A system's examples are a wrong one, a partly right one, one without an answer, a right
    one, and again; within these they are as good as random, but the same for the same results. Of a variant, questions
    that were answered worst come first.
    """
    by_question: dict[str, list[ReadResult]] = defaultdict(list)
    for result in results:
        by_question[result.id].append(result)
    picked: dict[str, None] = {}
    count = 0
    for is_first, question in _in_turn(results, order):
        if count >= (_HARD_LIMIT if is_first else most):
            break
        if question not in picked:
            picked[question] = None
            count += len(by_question[question])
    place = {name: i for i, name in enumerate(order)}
    tasks = list(LEAVES)
    questions = sorted(
        (by_question[question] for question in picked),
        key=lambda answers: (tasks.index(answers[0].task), answers[0].variant, _mean(answers), answers[0].id),
    )
    return [r for answers in questions for r in sorted(answers, key=lambda r: place[column_of(r.system, r.view)])]


def _in_turn(results: Sequence[ReadResult], order: Sequence[str]) -> Iterator[tuple[bool, str]]:
    """Questions, one of each variant for each system in turn; whether it is the first of them."""
    queues: dict[tuple[str, str, str], list[ReadResult]] = defaultdict(list)
    for result in results:
        queues[result.task, result.variant, column_of(result.system, result.view)].append(result)
    tasks = list(LEAVES)
    keys = sorted(queues, key=lambda key: (tasks.index(key[0]), key[1], order.index(key[2])))
    waiting = [_varied(queues[key]) for key in keys]
    for turn in range(max(map(len, waiting), default=0)):
        for queue in waiting:
            if turn < len(queue):
                yield turn == 0, queue[turn].id


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
