"""A question, as the solver hands it to providers that answer without a model: never with its answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspect_ai.model import ChatMessage

from graphicacy.read.baseline import Asked
from graphicacy.read.question import AnswerType, Question

__all__ = ["asked_in", "asked_metadata"]


def asked_metadata(question: Question) -> dict[str, Any]:
    """The metadata of a message that carries what is asked."""
    return {
        "asked": {
            "question": question.question,
            "task": question.task,
            "variant": question.variant,
            "answer_type": question.answer_type.value,
        }
    }


def asked_in(messages: Sequence[ChatMessage], provider: str) -> Asked:
    """What the messages ask.

    Raises:
        ValueError: there is nothing: the provider was used outside the task ``graphicacy/read``.
    """
    for message in reversed(messages):
        if message.metadata and "asked" in message.metadata:
            record = message.metadata["asked"]
            return Asked(**{**record, "answer_type": AnswerType(record["answer_type"])})
    raise ValueError(f"{provider}/ answers questions about diagrams: use it with the task graphicacy/read")
