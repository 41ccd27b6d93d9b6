"""A stress test of the grader of answers: on the questions of a dataset, without any model."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np

from graphicacy.diagram.cache import write_whole
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.grading import grade
from graphicacy.read.question import AnswerType, Question
from graphicacy.trust.grader.record import ANSWERS, GraderRow, GraderSlip, GraderSummary, PlantKind
from graphicacy.trust.grader.texts import EQUIVALENT, NO_ANSWER, Rewrite, wrong_texts
from graphicacy.trust.grader.values import ORDER_FREE
from graphicacy.trust.statistics import wilson_interval

__all__ = ["stress_grader", "write_answers"]

_MOST_SLIPS = 50
_LONGEST = 500  # characters of a response that is kept with a slip
_RIGHT = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class _Planted:
    question: Question
    kind: PlantKind
    operator: str
    response: str
    score: float | None
    strict: float | None

    @property
    def lost(self) -> bool:
        return self.score is None if self.kind == "no answer" else (self.score or 0.0) < _RIGHT

    @property
    def lost_strict(self) -> bool:
        return (self.strict or 0.0) < _RIGHT

    @property
    def is_slip(self) -> bool:
        """Whether it was graded as it should not be: an order that F1 does not see is left to the strict score."""
        if self.kind == "equivalent":
            return self.lost
        order_free = self.operator in ORDER_FREE and self.question.answer_type is AnswerType.SEQUENCE
        return not (self.lost_strict if order_free else self.lost) or (self.kind == "wrong" and self.score is None)


def stress_grader(dataset: Dataset, count: int = 50, seed: int = 0) -> GraderSummary:
    """Plants wrong answers, equivalent ones and texts that are no answer, grades them, and counts.

    Args:
        dataset: whose questions are answered.
        count: questions of each task, drawn at random; all where there are fewer.
        seed: of that draw and of what is planted.

    Raises:
        ValueError: the dataset has no question.
    """
    questions = _drawn(dataset, count, seed)
    if not questions:
        raise ValueError(f"{dataset.folder}: the dataset has no question; build one with graphicacy read build")
    planted = [one for question in questions for one in _plant(question, seed)]
    return GraderSummary(
        graphicacy=version("graphicacy"),
        dataset=dataset.folder.resolve().name,
        digest=dataset.digest,
        seed=seed,
        questions=len(questions),
        answers=len(planted),
        rows=tuple(_rows(planted)),
        order_free=ORDER_FREE,
        slips=tuple(_slip(one) for one in planted if one.is_slip)[:_MOST_SLIPS],
    )


def write_answers(out: Path, summary: GraderSummary) -> Path:
    """Writes ``answers.json`` into the folder ``out``, which is made where it does not exist."""
    path = out / ANSWERS
    write_whole(path, f"{summary.model_dump_json(indent=2)}\n".encode())
    return path


def _drawn(dataset: Dataset, count: int, seed: int) -> list[Question]:
    by_task: dict[str, list[Question]] = defaultdict(list)
    for question in dataset.questions():
        by_task[question.task].append(question)
    rng = np.random.default_rng(seed)
    return [
        questions[i]
        for _, questions in sorted(by_task.items())
        for i in sorted(rng.permutation(len(questions))[:count].tolist())
    ]


def _plant(question: Question, seed: int) -> Iterator[_Planted]:
    kinds: Sequence[tuple[PlantKind, Sequence[tuple[str, Rewrite]]]] = (
        ("wrong", wrong_texts(question)),
        ("equivalent", list(EQUIVALENT.items())),
        ("no answer", list(NO_ANSWER.items())),
    )
    for kind, ways in kinds:
        for operator, make in ways:
            rng = np.random.default_rng([seed, zlib.crc32(f"{question.id}/{kind}/{operator}".encode())])
            response = make(question, rng)
            if response is not None:
                found = grade(question.answer_type, question.answer, question.rubric, response)
                yield _Planted(question, kind, operator, response, found.score, found.strict)


def _rows(planted: Sequence[_Planted]) -> Iterator[GraderRow]:
    groups: dict[tuple[str, PlantKind, str], list[_Planted]] = defaultdict(list)
    for one in planted:
        groups[one.question.task, one.kind, one.operator].append(one)
    for (task, kind, operator), group in groups.items():
        lost = sum(one.lost for one in group)
        rate = wilson_interval(lost, len(group))
        drops = [1 - one.score for one in group if one.score is not None]
        yield GraderRow(
            task=task,
            kind=kind,
            operator=operator,
            n=len(group),
            lost=lost,
            strict=sum(one.lost_strict for one in group),
            rate=lost / len(group),
            low=rate.low,
            high=rate.high,
            drop=sum(drops) / len(drops) if drops else None,
        )


def _slip(one: _Planted) -> GraderSlip:
    return GraderSlip(
        question=one.question.id,
        task=one.question.task,
        kind=one.kind,
        operator=one.operator,
        response=one.response[:_LONGEST],
        score=one.score,
    )
