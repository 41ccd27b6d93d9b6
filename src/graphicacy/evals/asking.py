"""Plain questions to a model, outside Inspect's runs: a few at a time, with a time limit, errors in one line."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelOutput

from graphicacy.evals.failures import Unreachable, explain

__all__ = ["OutOfTime", "ask", "for_each", "is_cut_off"]

T = TypeVar("T")

_UNBOUND = 1000  # Inspect keeps the first limit that a process gives a model: ``for_each`` limits requests here
_GIVEN_UP = 5  # questions in a row without an answer, after which no more are asked


class OutOfTime(TimeoutError):
    """A model that gave no answer in time: one line."""


async def ask(model: Model, messages: list[ChatMessage], time_limit: float | None, retries: int) -> ModelOutput:
    """The model's answer. ``time_limit`` is in seconds, for all attempts together.

    Raises ``OutOfTime``, and ``Unreachable`` where there is no answer after all retries.
    """
    config = GenerateConfig(max_connections=_UNBOUND, max_retries=retries)
    try:
        async with asyncio.timeout(time_limit) as limit:
            return await model.generate(messages, config=config)
    except TimeoutError as error:
        if limit.expired():
            raise OutOfTime(f"{model}: no answer in {time_limit:g} seconds") from None
        raise Unreachable(explain(error, model)) from error
    except Exception as error:
        raise Unreachable(explain(error, model)) from error


def is_cut_off(output: ModelOutput) -> bool:
    """Whether the answer stopped at a limit."""
    return output.stop_reason in ("max_tokens", "model_length")


async def for_each(items: Iterable[T], work: Callable[[T], Awaitable[None]], most: int) -> list[str]:
    """Does ``work`` for every item, ``most`` at a time, in order; gives a line for each that could not be asked.

    Raises ``Unreachable`` where that happens to some in a row: the model is not there.
    """
    waiting = iter(items)
    failed: list[str] = []
    in_a_row = 0

    async def worker() -> None:
        nonlocal in_a_row
        for item in waiting:
            try:
                await work(item)
                in_a_row = 0
            except Unreachable as error:
                failed.append(str(error))
                in_a_row += 1
                if in_a_row >= _GIVEN_UP:
                    raise

    workers = [asyncio.create_task(worker()) for _ in range(most)]
    try:
        await asyncio.gather(*workers)
    finally:
        for one in workers:
            one.cancel()
        for one in workers:
            with contextlib.suppress(asyncio.CancelledError, Unreachable):
                await one
    return failed
