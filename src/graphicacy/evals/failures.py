"""Why a system or judge could not be asked: one line that names the model and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecodeError
from typing import Any

from inspect_ai.model import Model

__all__ = ["Unreachable", "explain", "one_line"]

MAX_LINE = 300


class Unreachable(RuntimeError):
    """A model that gave no answer, after all retries. The message is one line for the user."""

    def __repr__(self) -> str:
        """The message alone, since Inspect's log keeps the repr of an error."""
        return str(self)


def explain(error: BaseException, model: Model) -> str:
    """What went wrong and what to do, on one line that begins with the model's name."""
    causes = list(_causes(error))
    status = next((code for cause in causes if (code := _status(cause)) is not None), None)
    names = " ".join(type(cause).__name__ for cause in causes)
    return f"{model}: {_what(status, names, causes[-1], model)}"


def _what(status: int | None, names: str, cause: BaseException, model: Model) -> str:
    where = model.api.base_url or "its address"
    if status in (401, 403):
        return f"the server refused the key ({status}); set {_key_variable(model)} to a valid one and run again"
    if status == 404:
        return f"the server at {where} knows no such model or path (404); check the model's name and the base URL"
    if status == 429:
        return "still too many requests (429) after all retries; run again later or with fewer connections"
    if status is not None and status >= 500:
        return f"the server failed ({status}) after all retries; run again later"
    if "Timeout" in names or "TimeoutError" in names:
        return "no answer in time, after all retries; run again, with a longer time limit"
    if "Connection" in names or "RemoteProtocol" in names or "URLError" in names:
        return f"no connection to {where} after all retries; check the network and the base URL"
    if isinstance(cause, IndexError | JSONDecodeError):  # what SDKs raise of a body that they do not expect
        return f"what {where} replied is no answer of a model; check the base URL, and the server's own log"
    shown = one_line(_said(cause)) or type(cause).__name__
    return f"the server refused the request ({status}): {shown}" if status else shown


def _said(error: BaseException) -> str:
    """The server's own words where the error carries them, else the error's."""
    body = getattr(error, "body", None)
    words = body.get("message") if isinstance(body, dict) else None
    return words if isinstance(words, str) else str(error)


def one_line(text: str) -> str:
    """A text on one line of at most 300 characters."""
    text = re.sub(r"\[/?[a-z ]+\]", "", text)
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text if len(text) <= MAX_LINE else text[: MAX_LINE - 1] + "…"


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it was raised from, outermost first; a retry error stands for its last attempt."""
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        attempt = getattr(current, "last_attempt", None)
        current = attempt.exception() if attempt is not None else current.__cause__


def _status(error: BaseException) -> int | None:
    for value in (getattr(error, "status_code", None), getattr(error, "code", None)):
        if isinstance(value, int) and 400 <= value < 600:
            return value
    return None


def _key_variable(model: Model) -> str:
    variables: Any = model.api.api_key_vars
    return str(variables[0]) if variables else "its API key"
