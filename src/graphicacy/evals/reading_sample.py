"""A question as a sample of Inspect, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from inspect_ai.dataset import Sample

from graphicacy.read.facts import Facts
from graphicacy.read.question import AnswerType, Question

__all__ = ["facts_in", "question_in", "sample_of"]

_PLAIN = ("key", "task", "variant", "diagram", "rendering", "difficulty", "template")


def sample_of(question: Question, facts: Facts | None, sources: Sequence[str] = ()) -> Sample:
    """The question's text as input, its answer as target, and as metadata all that grading and grouping need.

    None of the metadata is shown to a model but ``sources``, those of its pictures.
    """
    metadata: dict[str, Any] = {name: getattr(question, name) for name in _PLAIN}
    metadata |= {
        "answer_type": question.answer_type.value,
        "images": list(question.images),
        "arguments": dict(question.arguments),
        "rubric": dict(question.rubric),
    }
    if facts is not None:
        metadata["facts"] = facts._asdict()
    if sources:
        metadata["sources"] = list(sources)
    target = json.dumps(question.answer, ensure_ascii=False)
    return Sample(id=question.id, input=question.question, target=target, metadata=metadata)


def question_in(id_: str | int, text: str, metadata: Mapping[str, Any], target: str = "null") -> Question:
    """The question that a sample was made of; without its answer where the target is not given."""
    return Question(
        id=str(id_),
        question=text,
        answer=json.loads(target),
        answer_type=AnswerType(metadata["answer_type"]),
        images=tuple(metadata["images"]),
        arguments=metadata["arguments"],
        rubric=metadata["rubric"],
        **{name: metadata[name] for name in _PLAIN},
    )


def facts_in(metadata: Mapping[str, Any]) -> Facts | None:
    """The facts that a sample was made with."""
    return Facts(**metadata["facts"]) if "facts" in metadata else None
