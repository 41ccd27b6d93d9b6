"""What somebody scores who answers without looking: the floor under every other score."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Any

from graphicacy.diagram.facts import Compass
from graphicacy.read.answers import write_answer
from graphicacy.read.answers.places import POSITIONS
from graphicacy.read.grading import grade
from graphicacy.read.question import NONE, AnswerType

__all__ = ["Guesses"]

_BOXES = ((0.0, 0.0, 1.0, 1.0), (0.25, 0.25, 0.75, 0.75), (0.4, 0.4, 0.6, 0.6))  # shares of the picture's sides


class Guesses:
    """Scores of constant answers, summed up question by question. Memory does not grow with the questions."""

    def __init__(self) -> None:
        self._count = Counter[str]()
        self._sum = defaultdict[tuple[str, str], float](float)

    def add(self, row: dict[str, Any]) -> None:
        """Grade every constant answer to one question (a row of the table)."""
        kind = AnswerType(row["answer_type"])
        gold, rubric = json.loads(row["answer"]), json.loads(row["rubric"])
        self._count[row["task"]] += 1
        for name, guess in _constant(kind, rubric):
            self._sum[row["task"], name] += grade(kind, gold, rubric, write_answer(guess, kind, rubric)).score or 0.0

    def best(self) -> dict[str, float]:
        """By task, the mean score of the constant answer that does best there, which only somebody who knows the
        gold can choose: an upper bound of a blind guess."""
        found = dict.fromkeys(self._count, 0.0)
        for (task, _), total in self._sum.items():
            found[task] = max(found[task], total / self._count[task])
        return found


def _constant(kind: AnswerType, rubric: dict[str, Any]) -> list[tuple[str, Any]]:
    if kind is AnswerType.DIRECTION:
        return [(way.value, way.value) for way in Compass]
    if kind is AnswerType.POSITION:
        return [(cell, cell) for cell in POSITIONS]
    if kind is AnswerType.BOX:
        sides = (rubric["width"], rubric["height"]) * 2
        return [(str(box), [share * side for share, side in zip(box, sides, strict=True)]) for box in _BOXES]
    if kind in (AnswerType.NODES, AnswerType.PATH):
        return [(NONE, NONE)]
    if kind in (AnswerType.EDGES, AnswerType.EDGE_PAIRS, AnswerType.DIFFERENCES):
        return [("nothing", [])]
    return []
