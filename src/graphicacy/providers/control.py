"""``control/<name>``: drawings made from the task's spec without a model, as code."""

from __future__ import annotations

from typing import Any

import anyio.to_thread
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage
from inspect_ai.tool import ToolChoice, ToolInfo

from graphicacy.draw.systems.controls import CONTROLS, draw_control
from graphicacy.providers.spec import spec_of

__all__ = ["ControlAPI"]


class ControlAPI(ModelAPI):
    """Answers with the code of a control: ``reference``, ``scrambled``, ``label-dump`` or ``blank``.

    ``metadata["notation"]`` of the output says what the code is written in.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        if model_name not in CONTROLS:
            raise ValueError(f"control/{model_name}: no such control; there are: {', '.join(CONTROLS)}")
        if model_args:
            raise ValueError(f"control/{model_name} takes no model argument {next(iter(model_args))!r}")

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """The drawing of the spec that the messages carry, in a fenced block; seeded by ``config.seed``."""
        task, _ = spec_of(input, "control")
        drawing = await anyio.to_thread.run_sync(draw_control, self.model_name, task, config.seed or 0)
        output = ModelOutput.from_content(self.model_name, f"```{drawing.notation}\n{drawing.source}\n```")
        output.usage = ModelUsage()
        output.metadata = {"notation": drawing.notation}
        return output
