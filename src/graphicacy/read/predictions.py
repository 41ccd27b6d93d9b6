"""What a system said to a question → its result, by the one grader."""

from __future__ import annotations

import re
from typing import Any, Literal

from graphicacy.read.answers import Status
from graphicacy.read.boxes import NEUTRAL, BoxConvention
from graphicacy.read.facts import Facts
from graphicacy.read.grading import grade
from graphicacy.read.question import Question
from graphicacy.read.record import ReadResult, View, asks

__all__ = ["result_of"]

_SURROGATES = re.compile("[\ud800-\udfff]")


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
    said = _printable(response)
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
        model=_printable(model),
        response=said,
        stopped=None if stopped is None else _printable(stopped),
        status=status,
        reason=_printable(failed),
        score=score,
        strict=strict,
        details=details,
        seconds=seconds,
        tokens=tokens,
        cost=cost,
    )


def _printable(text: str) -> str:
    """Text without halves of characters, which no file can hold."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)
