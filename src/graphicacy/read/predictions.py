"""Answers of a system → results, by the one grader: one at a time in runs, a whole file of them offline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from graphicacy.read.answer_file import Answers, named, printable, read_answers
from graphicacy.read.answers import Status
from graphicacy.read.boxes import NEUTRAL, PIXELS, BoxConvention
from graphicacy.read.facts import Facts, facts_of
from graphicacy.read.grading import grade
from graphicacy.read.prompt import can_ask
from graphicacy.read.question import Question
from graphicacy.read.record import ReadResult, View, asks

if TYPE_CHECKING:
    from graphicacy.read.dataset.load import Dataset

__all__ = ["Graded", "grade_answers", "read_answers", "result_of"]


@dataclass(frozen=True, slots=True)
class Graded:
    """``results`` of the questions that were answered, in the dataset's order.

    ``unasked`` is how many questions, of those that can be asked in this view, have no answer. ``faults`` says, in
    lines, what was wrong with the file of answers.
    """

    results: list[ReadResult]
    faults: tuple[str, ...]
    unasked: int


def grade_answers(
    dataset: Dataset,
    answers: Answers,
    *,
    system: str,
    view: View = "image",
    boxes: BoxConvention | None = None,
    split: str | None = None,
) -> Graded:
    """Grade the answers to the questions of a split, or of all.

    ``system``, ``view`` and ``boxes`` say who was asked, what it was shown, and in which convention it gave boxes.
    Where none is named, what a model said is read in the neutral one, and an answer that is given as a JSON value as
    the dataset writes its own, in pixels: by the kind of the answer, never by what fits.

    Raises ``ValueError``, in one line, for answers to another dataset.
    """
    for digest in answers.digests:
        if digest.partition("+")[0] != dataset.digest:  # what follows names words that a model gave the questions
            raise ValueError(
                f"{answers.name}: these answer the dataset {digest}, not {dataset.digest} ({dataset.folder})"
            )
    known = {question.id: question.diagram for question in dataset.questions() if question.id in answers.by_id}
    unknown = [key for key in answers.by_id if key not in known]
    if not known:
        raise ValueError(f"{answers.name}: no question of {dataset.folder} has the id of an answer: {named(unknown)}")
    faults = answers.faults
    if unknown:
        faults = (*faults, f"no questions of this dataset: {named(unknown)}")
    facts = facts_of(dataset, split, diagrams=set(known.values()))
    results: list[ReadResult] = []
    unasked = 0
    for question in dataset.questions(split):
        answer = answers.by_id.get(question.id)
        if answer is None:
            unasked += not can_ask(question, view)
            continue
        results.append(
            result_of(
                question,
                facts.get((question.diagram, question.rendering)),
                answer.text,
                system=system,
                view=view,
                boxes=boxes or (PIXELS if answer.is_value else NEUTRAL),
                model=answer.model,
                stopped=answer.stopped,
                seconds=answer.seconds,
                tokens=answer.tokens,
                cost=answer.cost,
            )
        )
    return Graded(results, faults, unasked)


def result_of(
    question: Question,
    facts: Facts | None,
    response: str,
    *,
    system: str,
    view: View = "image",
    boxes: BoxConvention = NEUTRAL,
    prompt: str = "",
    model: str = "",
    stopped: str | None = None,
    failed: str = "",
    seconds: float | None = None,
    tokens: int | None = None,
    cost: float | None = None,
) -> ReadResult:
    """Grade what a system said to a question.

    ``failed`` says in a line why the system could not be asked: nothing is graded then. The rest is as in
    ``ReadResult``; ``boxes`` is the convention in which the system was asked for boxes. Never raises for anything that
    a system says; ``RuntimeError`` where a parser of code is not installed.
    """
    said = printable(response)
    status: Status | Literal["failed"] = "failed"
    score = strict = None
    details: dict[str, Any] = {}
    if not failed:
        found = grade(question.answer_type, question.answer, question.rubric, said, boxes=boxes, stopped=stopped)
        status, score, strict, details = found.status, found.score, found.strict, dict(found.details)
    return ReadResult(
        id=question.id,
        key=question.key,
        task=question.task,
        variant=question.variant,
        answer_type=question.answer_type,
        gold=question.answer,
        diagram=question.diagram,
        rendering=question.rendering,
        difficulty=question.difficulty,
        asks=asks(question),
        **(facts._asdict() if facts is not None else {}),
        system=system,
        view=view,
        boxes=boxes.name,
        prompt=prompt,
        model=printable(model),
        response=said,
        stopped=None if stopped is None else printable(stopped),
        status=status,
        reason=printable(failed),
        score=score,
        strict=strict,
        details=details,
        seconds=seconds,
        tokens=tokens,
        cost=cost,
    )
