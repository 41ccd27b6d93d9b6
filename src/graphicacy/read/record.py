"""What a run over a dataset leaves behind: one record for each question that a system was asked."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from graphicacy.read.answers import Status
from graphicacy.read.question import AnswerType, Question

__all__ = ["ReadResult", "View", "asks"]

View = Literal["image", "source", "blind"]  # what a system is shown: the pictures, the source text, neither


class ReadResult(BaseModel):
    """One answer, graded; a line of ``results.jsonl``.

    ``system`` is the name that the user gave the model, ``model`` that under which the server answered. ``response``
    is all that it said, ``stopped`` why it stopped, as its API names it. ``status`` is that of the answer, or "failed"
    where the system could not be asked (``reason`` says why). ``score``, ``strict`` and ``details`` are those of
    ``grading.Grade``: no number where there is no answer. ``boxes`` is the name of the box convention that was asked
    for, ``prompt`` the id of the prompt. ``seconds``, ``tokens`` and ``cost`` (US dollars) are of this answer.

    The rest tells of the question, so that results can be read without the dataset: ``gold`` is the right answer,
    ``asks`` what is asked in logical form (``asks``), ``nodes``, ``edges`` and ``crossings`` the size of the diagram
    and, of its picture, how often lines cross.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    key: str
    task: str
    variant: str
    answer_type: AnswerType
    gold: Any
    diagram: str
    rendering: str
    difficulty: str
    asks: str
    domain: str = ""
    nodes: int | None = None
    edges: int | None = None
    crossings: int | None = None

    system: str
    view: View = "image"
    boxes: str = "neutral"
    prompt: str = ""
    model: str = ""
    response: str = ""
    stopped: str | None = None
    status: Status | Literal["failed"]
    reason: str = ""
    score: float | None = Field(default=None, ge=0, le=1)
    strict: float | None = Field(default=None, ge=0, le=1)
    details: dict[str, Any] = Field(default_factory=dict)
    seconds: float | None = None
    tokens: int | None = None
    cost: float | None = None


def asks(question: Question) -> str:
    """16 hex digits that are equal where the same is asked about the same picture, in whatever words or size.

    So a question in the figure's words and one in other words are a pair, and so are a part of a figure drawn on a
    canvas of one size and of another.
    """
    form = [question.diagram, question.rendering, question.template, dict(question.arguments)]
    text = json.dumps(form, sort_keys=True, ensure_ascii=False, default=list)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
