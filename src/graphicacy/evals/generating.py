"""How solvers and scorers ask models and do slow work within a run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any, TypeVar

import anyio.to_thread
from inspect_ai.model import CachePolicy, Model, get_model
from inspect_ai.solver import Generate, TaskState
from inspect_ai.util import LimitExceededError, concurrency

from graphicacy.evals.failures import Unreachable, explain
from graphicacy.evals.progress import tick

__all__ = ["cache_policy", "generated", "in_worker"]

T = TypeVar("T")


async def generated(state: TaskState, generate: Generate, **options: Any) -> TaskState:
    """The state with the model's answer. Raises ``Unreachable`` where there is none after all retries."""
    try:
        return await generate(state, **options)
    except LimitExceededError:
        raise
    except Exception as error:
        tick("failed")
        raise Unreachable(explain(error, get_model())) from error


def cache_policy(model: Model, per_epoch: bool = True, **scopes: Any) -> CachePolicy:
    """Answers are kept for ever, apart for each set of model arguments (which Inspect's own key leaves out)."""
    arguments = {key: value for key, value in model.model_args.items() if "key" not in key}
    scopes["model_args"] = json.dumps(arguments, sort_keys=True, default=str)
    return CachePolicy(expiry=None, per_epoch=per_epoch, scopes={key: str(value) for key, value in scopes.items()})


async def in_worker(work: Callable[..., T], *args: Any) -> T:
    """Runs slow work in a thread, as many at a time as there are processors, so that the event loop stays free."""
    async with concurrency("graphicacy-work", os.cpu_count() or 1, visible=False):
        return await anyio.to_thread.run_sync(work, *args)
