"""``folder/<name>``: pictures made elsewhere, read from ``<path>/<task id>/<n>.png`` (or .svg, .jpg, …)."""

from __future__ import annotations

from base64 import b64encode
from functools import cached_property
from typing import Any

import anyio.to_thread
from inspect_ai.model import ChatCompletionChoice as Choice
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ContentImage,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from graphicacy.draw.systems.folder import FigureFolder, read_folder
from graphicacy.providers.spec import spec_of

__all__ = ["FolderAPI"]


class FolderAPI(ModelAPI):
    """Answers with the picture that the folder holds for the task and sample.

    Model arguments: ``path``, the folder (by default the model's name is taken for it).
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        path: str | None = None,
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        if model_args:
            raise ValueError(f"folder/{model_name} takes only the model argument path, not {next(iter(model_args))!r}")
        self.path = path or model_name

    @cached_property
    def figures(self) -> FigureFolder:
        """The folder's pictures of every task that it has a folder for."""
        return read_folder(self.path)

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """The picture as an image, or the SVG's text in a fenced block."""
        task, sample = spec_of(input, "folder")
        data, mime = await anyio.to_thread.run_sync(lambda: self.figures.picture(task.id, sample))
        content: Any = f"```svg\n{_decode(data)}\n```"
        if mime != "image/svg+xml":
            content = [ContentImage(image=f"data:{mime};base64,{b64encode(data).decode()}")]
        message = ChatMessageAssistant(content=content, model=self.model_name, source="generate")
        choice = Choice(message=message, stop_reason="stop")
        notation = {"notation": "svg"} if mime == "image/svg+xml" else None
        return ModelOutput(model=self.model_name, choices=[choice], usage=ModelUsage(), metadata=notation)


def _decode(svg: bytes) -> str:
    if svg[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return svg.decode("utf-16", errors="replace")
    return svg.decode("utf-8-sig", errors="replace")
