"""The records of a stress test of the grader: ``answers.json``."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

__all__ = ["ANSWERS", "GraderRow", "GraderSlip", "GraderSummary", "PlantKind"]

ANSWERS = "answers.json"  # the name of the file
PlantKind = Literal["wrong", "equivalent", "no answer"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GraderRow(_Record):
    """What one kind of planted answer to the questions of one task was worth; the right answer is worth 1.

    ``lost`` counts, of ``n``, scores below 1; for "no answer" those that were not graded at all. ``rate`` is their
    share, with Wilson's 95 % interval: 1 is right for what is wrong or no answer, 0 for what is equivalent. ``strict``
    counts strict scores below 1, ``drop`` is the mean fall of the score.
    """

    task: str
    kind: PlantKind
    operator: str
    n: int
    lost: int
    strict: int
    rate: float
    low: float | None
    high: float | None
    drop: float | None


class GraderSlip(_Record):
    """One planted answer that was graded as it should not be."""

    question: str
    task: str
    kind: PlantKind
    operator: str
    response: str
    score: float | None


class GraderSummary(_Record):
    """``answers.json``. ``slips`` are the first of what went wrong; ``order_free`` are operators that only the strict
    score should notice, since the published score of their type has no order."""

    graphicacy: str
    dataset: str
    digest: str
    seed: int
    questions: int
    answers: int
    rows: tuple[GraderRow, ...]
    order_free: tuple[str, ...] = ()
    slips: tuple[GraderSlip, ...] = ()
