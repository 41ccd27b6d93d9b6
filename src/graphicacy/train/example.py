"""A question as a model learns it: what it is asked, what it should answer, and what a reward needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphicacy.read.export.pictures import Picture

__all__ = ["REWARD_COLUMNS", "Example"]

REWARD_COLUMNS = ("answer_type", "gold", "rubric", "boxes", "task")
"""Columns of text by which ``rewards`` grade a completion, in every export that has them; gold and rubric are JSON."""


@dataclass(frozen=True, slots=True)
class Example:
    """One example, of a diagram that is for training.

    ``row`` has the columns of every export (``read.export.records.TEXTS`` and ``NUMBERS``), so ``row["system"]`` and
    ``row["prompt"]`` are the whole words to the model. ``target`` is the answer as it should write it, in the box
    convention ``row["boxes"]``. ``pictures`` are as models of that family see them, in the order shown.
    """

    row: Mapping[str, Any]
    target: str
    pictures: Sequence[Picture]

    def rewarded_by(self) -> dict[str, str]:
        """The columns ``REWARD_COLUMNS``."""
        row = self.row
        return {
            "answer_type": row["answer_type"],
            "gold": row["answer"],
            "rubric": row["rubric"],
            "boxes": row["boxes"],
            "task": row["task"],
        }
