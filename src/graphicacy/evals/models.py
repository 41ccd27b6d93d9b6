"""Models by their names, checked before a run begins."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import Model, get_model

from graphicacy import providers
from graphicacy.evals.failures import one_line

__all__ = ["make_model"]

_NAMES = (
    "write provider/name with a provider such as openai, anthropic, google, images, gguf or control; "
    "the package of a provider must be installed"
)


def make_model(name: str, arguments: Mapping[str, Any] | None) -> Model:
    """The model of this name, made with these arguments unless it is a control, and checked where it can be.

    Raises:
        ValueError: there is no such provider, or a key, package or file is missing; the message names the model.
    """
    provider, _, model_name = name.partition("/")
    if not provider or not model_name:
        raise ValueError(f"{name}: {_NAMES}")
    if provider == "openai" and model_name.startswith(("gpt-image", "chatgpt-image", "dall-e")):
        raise ValueError(f"{name}: models of the Images API are named images/{model_name}")
    given = {} if provider in providers.LOCAL else dict(arguments or {})
    if provider == "openai" and (given.get("base_url") or os.environ.get("OPENAI_BASE_URL")):
        given.setdefault("responses_api", False)  # other servers than OpenAI's seldom have this API
    if provider in ("openai", "openai-api"):
        given.setdefault("max_retries", 0)  # of its client, which would multiply those that are asked for
    try:
        model = get_model(name, memoize=False, **given)
        check = getattr(model.api, "check", None)
        if check is not None:
            check()
    except (PrerequisiteError, ValueError, TypeError, ImportError) as error:
        fault = one_line(str(error)).removeprefix("ERROR: ")
        if fault.endswith("not recognized."):
            fault = f"{name}: there is no provider {provider!r} here; {_NAMES}"
        raise ValueError(fault if name in fault else f"{name}: {fault}") from error
    return model
