"""Judge models for stress tests: each asked about many pictures, a few at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from inspect_ai.model import Model

from graphicacy.evals.failures import Unreachable
from graphicacy.evals.judges import judge_drawing
from graphicacy.evals.models import make_model
from graphicacy.trust.stress.asking import Answered, Asking, Judges

__all__ = ["judges_of"]

_GIVEN_UP = 5  # questions in a row without an answer, after which no more are asked


def judges_of(names: Sequence[str], model_args: Mapping[str, Any] | None = None, most: int = 4) -> Judges:
    """What asks these models about pictures, ``most`` questions at a time, and yields their answers in order.

    A picture that a judge could not be asked about is answered without a judgement, and why. The function that comes
    back raises ``Unreachable`` where that happens to five in a row: the judge is not there.

    Raises:
        ValueError: a model cannot be made.
    """
    models = [make_model(name, model_args) for name in names]

    def ask(askings: Sequence[Asking]) -> Iterator[Answered]:
        failed = 0
        with ThreadPoolExecutor(most) as pool:
            for one in pool.map(_answered, *zip(*((a, m) for a in askings for m in models), strict=True)):
                failed = 0 if one.judgement is not None else failed + 1
                if failed >= _GIVEN_UP:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise Unreachable(one.why)
                yield one

    return ask


def _answered(asking: Asking, model: Model) -> Answered:
    started = time.monotonic()
    try:
        judgement = judge_drawing(asking.png, asking.task, [model])[0]
    except Unreachable as error:
        return Answered(asking.key, str(model), None, str(error))
    return Answered(asking.key, str(model), judgement, seconds=round(time.monotonic() - started, 3))
