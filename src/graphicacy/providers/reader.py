"""``reader/classical``: answers by algorithms on the pixels of pictures, without a model."""

from __future__ import annotations

import os
from base64 import b64decode
from time import perf_counter
from typing import Any

import anyio
import anyio.to_thread
from inspect_ai.model import (
    ChatMessage,
    ContentImage,
    GenerateConfig,
    ModelAPI,
    ModelCall,
    ModelOutput,
    ModelUsage,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from graphicacy.providers.question import asked_in
from graphicacy.read.baseline import Asked, answer, read_picture

__all__ = ["ReaderAPI"]


class ReaderAPI(ModelAPI):
    """Answers with the classical reader, ``classical``, from the pictures in the messages alone."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        if model_name != "classical":
            raise ValueError(f"reader/{model_name}: no such reader; there is: classical")
        if model_args:
            raise ValueError(f"reader/{model_name} takes no model argument {next(iter(model_args))!r}")
        self._processors = anyio.CapacityLimiter(os.cpu_count() or 1)

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> tuple[ModelOutput, ModelCall]:
        """The answer to the question that the messages carry, in a fenced block, or a refusal that says why.

        As many are worked on at a time as there are processors; the others wait, which does not count as time taken.
        """
        asked = asked_in(input, "reader")
        text, seconds = await anyio.to_thread.run_sync(_answer, asked, _pictures(input), limiter=self._processors)
        output = ModelOutput.from_content(self.model_name, text)
        output.usage = ModelUsage()
        return output, ModelCall(request={}, response={}, time=seconds)


def _answer(asked: Asked, pictures: list[bytes]) -> tuple[str, float]:
    start = perf_counter()
    text = answer(asked, [read_picture(png) for png in pictures])
    return text, perf_counter() - start


def _pictures(messages: list[ChatMessage]) -> list[bytes]:
    items = [item for message in messages if isinstance(message.content, list) for item in message.content]
    return [b64decode(item.image.partition(",")[2]) for item in items if isinstance(item, ContentImage)]
