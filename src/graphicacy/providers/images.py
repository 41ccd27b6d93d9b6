"""``images/<model>``: models that make images behind a server that speaks OpenAI's protocol.

Two endpoints: ``/images/generations`` (the default), and ``/chat/completions`` for chat models that answer with
images (``-M endpoint=chat``), whose images are found in the message's ``images``, its parts, or its text.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from binascii import Error
from typing import Any, Literal
from urllib.request import urlopen

import anyio.to_thread
from inspect_ai.model import ChatCompletionChoice as Choice
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    RetryDecision,
    StopReason,
)
from inspect_ai.tool import ToolChoice, ToolInfo
from tenacity import RetryCallState
from tenacity.wait import wait_base, wait_exponential_jitter

from graphicacy.providers.chat_pictures import answer_parts
from graphicacy.providers.pictures import data_uri, pictures_in_text

__all__ = ["ImagesAPI"]

KEY_VARIABLES = ["IMAGES_API_KEY", "OPENAI_API_KEY"]
RETRIED = frozenset({408, 409, 429})
MAX_PICTURE = 64_000_000
MAX_WAIT = 300.0


class ImagesAPI(ModelAPI):
    """An image model.

    Model arguments: ``endpoint`` (images or chat); ``price_image`` in US dollars an image, ``price_input`` and
    ``price_output`` in US dollars a million tokens; every other one (``size``, ``quality``, ``background``,
    ``response_format`` …) is passed on with the request. The address is ``base_url`` or IMAGES_BASE_URL or
    OPENAI_BASE_URL, the key IMAGES_API_KEY or OPENAI_API_KEY.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        endpoint: Literal["images", "chat"] = "images",
        price_image: float = 0.0,
        price_input: float = 0.0,
        price_output: float = 0.0,
        **request: Any,
    ) -> None:
        base_url = base_url or os.environ.get("IMAGES_BASE_URL") or os.environ.get("OPENAI_BASE_URL")
        super().__init__(model_name, base_url, api_key, KEY_VARIABLES, config or GenerateConfig())
        if endpoint not in ("images", "chat"):
            raise ValueError(f"images/{model_name}: endpoint is images or chat, not {endpoint!r}")
        self.endpoint = endpoint
        self.prices = (float(price_image), float(price_input), float(price_output))
        self.request = request
        self._client: Any = None

    def check(self) -> None:
        """Says before a run begins that there is no key.

        Raises:
            ValueError: there is neither a key nor an address of a server that may need none.
        """
        if not self._key():
            raise ValueError(f"images/{self.model_name}: no key; set OPENAI_API_KEY (or IMAGES_API_KEY)")

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """One image for the text of the last user message; a refusal is an output with stop reason content_filter."""
        from openai import BadRequestError

        try:
            if self.endpoint == "chat":
                return await self._chat(input)
            return await self._images(input[-1].text)
        except BadRequestError as error:
            if not _is_refusal(error):
                raise
            return self._output([ContentText(text=_message(error))], "content_filter", None, None, pictures=0)

    async def _images(self, prompt: str) -> ModelOutput:
        reply = await self.client.images.generate(model=self.model_name, prompt=prompt, n=1, **self.request)
        content: list[Content] = []
        for item in reply.data or []:
            if item.b64_json:
                content.append(_picture(item.b64_json))
            elif item.url:
                content.append(await anyio.to_thread.run_sync(_fetch, item.url))
        return self._output(content, "stop", getattr(reply, "model", None), reply.usage, len(content))

    async def _chat(self, input: list[ChatMessage]) -> ModelOutput:
        messages: Any = [{"role": m.role, "content": m.text} for m in input]
        request = {"modalities": ["image", "text"], **self.request}
        reply = await self.client.chat.completions.create(model=self.model_name, messages=messages, extra_body=request)
        content: list[Content] = []
        for part in answer_parts(reply.choices[0].message) if reply.choices else []:
            url = (part.get("image_url") or {}).get("url") or ""
            if url.startswith("data:"):
                content.append(ContentImage(image=url))
            elif url:
                content.append(await anyio.to_thread.run_sync(_fetch, url))
            else:
                content.extend(pictures_in_text(part.get("text") or ""))
        refused = reply.choices and reply.choices[0].finish_reason == "content_filter"
        pictures = sum(isinstance(item, ContentImage) for item in content)
        return self._output(content, "content_filter" if refused else "stop", reply.model, reply.usage, pictures)

    def _output(
        self, content: list[Content], stop: StopReason, served: str | None, usage: Any, pictures: int
    ) -> ModelOutput:
        model = served or self.model_name
        message = ChatMessageAssistant(content=content, model=model, source="generate")
        return ModelOutput(
            model=model, choices=[Choice(message=message, stop_reason=stop)], usage=self._usage(usage, pictures)
        )

    def _usage(self, usage: Any, pictures: int) -> ModelUsage:
        def count(*names: str) -> int:
            return next((n for name in names if isinstance(n := getattr(usage, name, None), int)), 0)

        tokens_in, tokens_out = count("input_tokens", "prompt_tokens"), count("output_tokens", "completion_tokens")
        image, per_input, per_output = self.prices
        cost = pictures * image + (tokens_in * per_input + tokens_out * per_output) / 1e6
        return ModelUsage(
            input_tokens=tokens_in,
            output_tokens=tokens_out,
            total_tokens=count("total_tokens") or tokens_in + tokens_out,
            total_cost=cost if any(self.prices) else None,
        )

    @property
    def client(self) -> Any:
        """The SDK's client, made on first use. Inspect does the retries, so that they are counted and logged."""
        if self._client is None:
            from openai import AsyncOpenAI

            self.check()
            self._client = AsyncOpenAI(api_key=self._key(), base_url=self.base_url, max_retries=0)
        return self._client

    def _key(self) -> str | None:
        named = self.api_key or next((os.environ[name] for name in KEY_VARIABLES if os.environ.get(name)), None)
        return named or ("none" if self.base_url else None)

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    def should_retry(self, ex: Exception) -> RetryDecision:
        """Whether to ask again: lost connections, time-outs, 408, 409, 429 and 5xx."""
        from openai import APIConnectionError

        status = getattr(ex, "status_code", None) or getattr(ex, "code", None)
        if status == 429:
            return RetryDecision.rate_limit(_retry_after(ex))
        if isinstance(status, int):
            return RetryDecision.transient() if status in RETRIED or status >= 500 else RetryDecision.no()
        lost = isinstance(ex, APIConnectionError | OSError)
        return RetryDecision.transient() if lost else RetryDecision.no()

    def retry_wait(self) -> wait_base:
        """The server's Retry-After where it gives one, else 1, 2, 4 … seconds."""
        return _ServerWait()

    def connection_key(self) -> str:
        """One pool of connections a key and model."""
        return f"{self.initial_api_key}:{self.base_url}:{self.model_name}"


class _ServerWait(wait_base):
    def __init__(self) -> None:
        self.otherwise = wait_exponential_jitter(initial=1, max=60, jitter=1)

    def __call__(self, retry_state: RetryCallState) -> float:
        error = retry_state.outcome.exception() if retry_state.outcome else None
        asked = _retry_after(error) if error else None
        return self.otherwise(retry_state) if asked is None else asked


def _retry_after(error: BaseException) -> float | None:
    """Seconds of a Retry-After header, at most five minutes; None where there is none (or a date)."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        return min(max(float(headers.get("retry-after", "")), 0.0), MAX_WAIT)
    except ValueError:
        return None


def _fetch(url: str) -> ContentImage:
    """A picture that the server gives by address: http(s) only, at most 64 MB."""
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"the server gave a picture by an address that is not http(s): {url[:80]}")
    with urlopen(url, timeout=120) as reply:
        data = reply.read(MAX_PICTURE + 1)
    if len(data) > MAX_PICTURE:
        raise ValueError(f"the picture at {url[:80]} has more than {MAX_PICTURE:,} bytes")
    return ContentImage(image=data_uri(data))


def _picture(b64: str) -> ContentImage:
    text = b64.split(",", 1)[1] if b64.startswith("data:") else b64
    try:
        return ContentImage(image=data_uri(b64decode(text)))
    except Error:
        # Not base64: kept as the server sent it, so that the log shows it; it is then no picture.
        return ContentImage(image=f"data:application/octet-stream;base64,{b64encode(text[:1000].encode()).decode()}")


def _is_refusal(error: Any) -> bool:
    words = f"{getattr(error, 'code', '')} {getattr(error, 'type', '')} {_message(error)}".casefold()
    return any(word in words for word in ("moderation", "content_policy", "content policy", "safety", "content_filter"))


def _message(error: Any) -> str:
    body = getattr(error, "body", None)
    said = body.get("message") if isinstance(body, dict) else None
    return str(said or error)
