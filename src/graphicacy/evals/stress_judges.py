"""Judge models for stress tests: each asked about many pictures, a few at a time."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from threading import Thread
from typing import Any

from inspect_ai.model import Model

from graphicacy.evals.failures import Unreachable
from graphicacy.evals.judges import ask_judge
from graphicacy.evals.models import make_model
from graphicacy.trust.stress.asking import Answered, Asking, Judges

__all__ = ["judges_of"]

_GIVEN_UP = 5  # questions in a row that a judge leaves without an answer, after which no more are asked


def judges_of(names: Sequence[str], model_args: Mapping[str, Any] | None = None, most: int = 4) -> Judges:
    """What asks these models about pictures, ``most`` questions at a time, and yields their answers in order.

    A picture that a judge could not be asked about is answered without a judgement, and why. The function that comes
    back raises ``Unreachable`` where one judge leaves five in a row so: it is not there.

    Raises:
        ValueError: a model cannot be made.
    """
    models = [make_model(name, model_args) for name in names]
    loop = asyncio.new_event_loop()  # one for all questions, since a model's connections belong to a loop
    Thread(target=loop.run_forever, daemon=True).start()
    places = asyncio.Semaphore(most)

    def ask(askings: Sequence[Asking]) -> Iterator[Answered]:
        pairs = [(asking, model) for asking in askings for model in models]
        waiting = [asyncio.run_coroutine_threadsafe(_answered(places, *pair), loop) for pair in pairs]
        failed: Counter[str] = Counter()
        try:
            for future in waiting:
                one = future.result()
                failed[one.judge] = 0 if one.judgement is not None else failed[one.judge] + 1
                if failed[one.judge] >= _GIVEN_UP:
                    raise Unreachable(one.why)
                yield one
        finally:
            for future in waiting:
                future.cancel()

    return ask


async def _answered(places: asyncio.Semaphore, asking: Asking, model: Model) -> Answered:
    async with places:
        started = time.monotonic()
        try:
            asked = await ask_judge(model, asking.task, asking.png, cache=False)
        except Unreachable as error:
            return Answered(asking.key, str(model), None, str(error))
        return Answered(asking.key, str(model), asked.judgement, "", time.monotonic() - started, asked.cost)
