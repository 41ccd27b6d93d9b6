"""Which questions are kept, so that no answer is right too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from graphicacy.read.question import AnswerType

__all__ = ["CHOICE_SHARE", "NOTHING_SHARE", "Balance"]

NOTHING_SHARE = 0.15  # of a task's questions, at most: those whose right answer is none, or an empty list
CHOICE_SHARE = 0.2  # of a variant's questions, at most: those that have one of the eight directions, or nine cells
_CHOICES = (AnswerType.DIRECTION, AnswerType.POSITION)
_NOTHING = ('"none"', "[]")


class Balance:
    """Running counts of what was kept, for each split: rows come in the order of the dataset, diagram by diagram."""

    def __init__(self) -> None:
        self._asked = Counter[tuple[str, ...]]()
        self._given = Counter[tuple[str, ...]]()

    def kept(self, split: str, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """The rows of one diagram that are kept. Questions of one key with one answer stay or go together."""
        decided: dict[tuple[str, str], bool] = {}
        for row in rows:
            key = (row["key"], row["answer"])
            if key not in decided:
                decided[key] = self._admits(split, row)
            if decided[key]:
                yield row

    def _admits(self, split: str, row: dict[str, Any]) -> bool:
        task = (split, row["task"])
        if row["answer_type"] in _CHOICES:
            group = (*task, row["variant"], row["template"])
            return self._takes(group, (*group, row["answer"]), CHOICE_SHARE)
        if row["answer"] in _NOTHING:
            return self._takes(task, task, NOTHING_SHARE)
        self._asked[task] += 1
        return True

    def _takes(self, group: tuple[str, ...], answer: tuple[str, ...], share: float) -> bool:
        """Count one more with this answer, unless it would be more than its share: the first is always taken."""
        asked, given = self._asked[group] + 1, self._given[answer] + 1
        if given > share * asked + 1:
            return False
        self._asked[group], self._given[answer] = asked, given
        return True
