"""Pictures in the answers of chat models behind OpenAI-compatible servers.

The protocol has no field for them. Servers put them into ``message.images`` or into parts of the content; Inspect's
own provider reads text only, and would lose them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspect_ai.model import ContentImage, ContentText, ModelAPI

__all__ = ["answer_parts", "keep_pictures"]

_HOOK = "chat_choices_from_completion"


def keep_pictures(api: ModelAPI) -> bool:
    """Has a provider of chat completions keep the pictures of its answers; False where it is no such provider."""
    read: Callable[..., Any] | None = getattr(api, _HOOK, None)
    if read is None:
        return False
    if getattr(read, "keeps_pictures", False):
        return True

    def choices(completion: Any, *more: Any) -> Any:
        found = [answer_parts(choice.message) for choice in completion.choices]
        for choice, parts in zip(completion.choices, found, strict=True):
            choice.message.content = "".join(part.get("text") or "" for part in parts)
        result = read(completion, *more)
        for choice, parts in zip(result, found, strict=False):
            pictures = [ContentImage(image=url) for part in parts if (url := _url(part)).startswith("data:")]
            if pictures:
                text = [ContentText(text=choice.message.text)] if choice.message.text else []
                choice.message.content = [*text, *pictures]
        return result

    choices.keeps_pictures = True  # type: ignore[attr-defined]
    setattr(api, _HOOK, choices)
    return True


def answer_parts(message: Any) -> list[dict[str, Any]]:
    """The parts of an answer: its content (a text, or parts against the protocol), then its ``images``."""
    said = message.content
    parts = said if isinstance(said, list) else [{"text": said or ""}]
    images = (message.model_extra or {}).get("images")
    return [part for part in [*parts, *(images if isinstance(images, list) else [])] if isinstance(part, dict)]


def _url(part: dict[str, Any]) -> str:
    said = part.get("image_url")
    url = said.get("url") if isinstance(said, dict) else said
    return url if isinstance(url, str) else ""
