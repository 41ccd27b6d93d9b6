"""``gguf/<file>``: a language model in a GGUF file, run in this process by llama.cpp (extra ``local``)."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
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

__all__ = ["GgufAPI"]

QUIET = -1


class GgufAPI(ModelAPI):
    """A local model, known by its file's name.

    Model arguments: ``path`` (by default the model's name is taken for it), ``context`` and ``max_tokens`` (of an
    answer) in tokens, ``threads`` (by default all processors). One answer is made at a time; the same seed and threads
    give the same answer.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        path: str | None = None,
        context: int = 8192,
        max_tokens: int = 3072,
        threads: int | None = None,
        **model_args: Any,
    ) -> None:
        super().__init__(Path(model_name).name, base_url, api_key, [], config or GenerateConfig())
        if model_args:
            raise ValueError(
                f"gguf/{self.model_name} takes path, context, max_tokens and threads, not {next(iter(model_args))!r}"
            )
        self.path = Path(path or model_name).expanduser()
        self.context = int(context)
        self.most = int(max_tokens)
        self.threads = int(threads or os.cpu_count() or 1)
        self._server: Any = None
        self._lock = Lock()

    def check(self) -> None:
        """Says before a run begins what is missing.

        Raises:
            ValueError: xllamacpp is not installed, or there is no GGUF file at the path.
        """
        if find_spec("xllamacpp") is None:
            raise ValueError("gguf/ models need xllamacpp: pip install 'graphicacy[local]'")
        try:
            with self.path.open("rb") as file:
                magic = file.read(4)
        except OSError as error:
            raise ValueError(f"{self.path}: cannot be read ({error.strerror}); name a GGUF file: gguf/<file>") from None
        if magic != b"GGUF":
            raise ValueError(f"{self.path}: not a GGUF file")

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """The model's answer; ``config`` gives seed, temperature (0.7 by default), top_p and max_tokens.

        Raises:
            ValueError: the messages hold a picture, without which the answer would be a guess.
        """
        if any(isinstance(item, ContentImage) for m in input if isinstance(m.content, list) for item in m.content):
            raise ValueError("a language model sees no pictures; ask it in the source or blind view")
        request: dict[str, Any] = {
            "messages": [{"role": m.role, "content": m.text} for m in input],
            "max_tokens": config.max_tokens or self.most,
            "temperature": 0.7 if config.temperature is None else config.temperature,
            "seed": config.seed or 0,
            "cache_prompt": False,
        }
        if config.top_p is not None:
            request["top_p"] = config.top_p
        reply = await anyio.to_thread.run_sync(self._answer, request)
        return self._output(reply)

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            if self._server is None:
                self._server = self._started()
            reply = self._server.handle_chat_completions(request)
        if not isinstance(reply, dict) or "choices" not in reply:
            said = reply.get("error", reply) if isinstance(reply, dict) else reply
            said = said.get("message", said) if isinstance(said, dict) else said
            raise RuntimeError(f"gguf/{self.model_name}: llama.cpp says: {str(said)[:300]}")
        return reply

    def _started(self) -> Any:
        self.check()
        import xllamacpp

        params = xllamacpp.CommonParams()
        params.model.path = str(self.path)
        params.n_ctx = self.context
        params.n_parallel = 1
        params.verbosity = QUIET
        params.cpuparams.n_threads = self.threads
        params.cpuparams_batch.n_threads = self.threads
        return xllamacpp.Server(params)

    def _output(self, reply: dict[str, Any]) -> ModelOutput:
        choice, usage = reply["choices"][0], reply.get("usage") or {}
        text = choice["message"].get("content") or ""
        message = ChatMessageAssistant(content=text, model=self.model_name, source="generate")
        cut_off = choice.get("finish_reason") == "length"
        return ModelOutput(
            model=self.model_name,
            choices=[Choice(message=message, stop_reason="max_tokens" if cut_off else "stop")],
            usage=ModelUsage(
                input_tokens=usage.get("prompt_tokens", 0),
                output_tokens=usage.get("completion_tokens", 0),
                total_tokens=usage.get("total_tokens", 0),
            ),
        )

    def max_connections(self) -> int:
        """One answer at a time."""
        return 1

    async def aclose(self) -> None:
        """Frees the model."""
        with self._lock:
            self._server = None
