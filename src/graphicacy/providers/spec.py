"""The task's spec, as the solver hands it to providers that draw without a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspect_ai.model import ChatMessage

from graphicacy.draw.task import DrawTask

__all__ = ["spec_metadata", "spec_of"]


def spec_metadata(task: DrawTask, sample: int) -> dict[str, Any]:
    """The metadata of a message that carries the spec and the sample's number (from 1)."""
    return {"spec": task.model_dump(mode="json"), "sample": sample}


def spec_of(messages: Sequence[ChatMessage], provider: str) -> tuple[DrawTask, int]:
    """The task and the sample's number that the messages carry.

    Raises:
        ValueError: there is none: the provider was used outside the task ``graphicacy/draw``.
    """
    for message in reversed(messages):
        if message.metadata and "spec" in message.metadata:
            return DrawTask.model_validate(message.metadata["spec"]), int(message.metadata["sample"])
    raise ValueError(f"{provider}/ draws from a task's spec: use it with the task graphicacy/draw")
