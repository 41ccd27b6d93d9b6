"""The panel of judge models, asked over one picture. What they are asked and how they are read is in draw.judging."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inspect_ai.model import (
    CachePolicy,
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    ContentImage,
    ContentText,
    GenerateConfig,
    Model,
    model_roles,
)
from inspect_ai.util import LimitExceededError, collect

from graphicacy.draw.judging import judge_prompt, parse_judgement
from graphicacy.draw.record import Judgement
from graphicacy.draw.task import DrawTask
from graphicacy.evals.answers import png_uri
from graphicacy.evals.failures import Unreachable, explain
from graphicacy.evals.generating import cache_policy

__all__ = ["Asked", "ask_judge", "ask_panel", "judge_drawing", "judge_models"]


@dataclass(frozen=True, slots=True)
class Asked:
    """One judge's verdicts, and for the record the served model's name, every raw answer and the last problem.

    ``cost`` is in US dollars, over all answers; None where the provider does not tell.
    """

    judgement: Judgement
    record: dict[str, Any]
    cost: float | None = None


def judge_models() -> list[Model]:
    """The models bound to the role ``judge``: none, one or many."""
    bound = model_roles().get("judge") or []
    return bound if isinstance(bound, list) else [bound]


async def ask_panel(task: DrawTask, png: bytes, cache: bool = True) -> list[Asked]:
    """Every judge's verdicts, asked at the same time.

    Raises:
        Unreachable: a judge gave no answer. A sample scored by part of the panel could not be compared with others.
    """
    return list(await collect(*(ask_judge(model, task, png, cache) for model in judge_models())))


def judge_drawing(png: bytes, task: DrawTask, models: Sequence[Model]) -> tuple[Judgement, ...]:
    """The verdicts of these judges over one picture, outside any run; nothing is cached.

    Raises:
        Unreachable: a judge gave no answer.
    """

    async def ask() -> list[Asked]:
        return list(await asyncio.gather(*(ask_judge(model, task, png, cache=False) for model in models)))

    return tuple(one.judgement for one in asyncio.run(ask()))


async def ask_judge(model: Model, task: DrawTask, png: bytes, cache: bool) -> Asked:
    """One judge's verdicts; an answer that cannot be read is asked for once more, with what is wrong.

    Raises:
        Unreachable: the judge gave no answer.
    """
    prompt = judge_prompt(task)
    picture = ContentImage(image=png_uri(png))
    messages: list[ChatMessage] = [
        ChatMessageSystem(content=prompt.system),
        ChatMessageUser(content=[ContentText(text=prompt.text), picture]),
    ]
    policy = cache_policy(model, per_epoch=False, prompt=prompt.id) if cache else False
    answers: list[str] = []
    best: Judgement | None = None
    problem = served = ""
    costs: list[float] = []
    for attempt in range(2):
        output = await _answer(model, messages, policy)
        served = output.model
        answers.append(output.completion)
        costs += [output.usage.total_cost] if output.usage and output.usage.total_cost is not None else []
        found, problem = parse_judgement(output.completion, task, str(model), prompt.id)
        if found is not None and (best is None or _decided(found) > _decided(best)):
            best = found.model_copy(update={"status": "repaired" if attempt else "ok"})
        if not problem:
            break
        messages += [output.message, ChatMessageUser(content=problem)]
    judgement = best or Judgement(judge=str(model), prompt=prompt.id, status="unscored")
    record = {"judge": str(model), "served": served, "prompt": prompt.id, "answers": answers, "problem": problem}
    return Asked(judgement, record, sum(costs) if costs else None)


async def _answer(model: Model, messages: list[ChatMessage], policy: CachePolicy | bool) -> Any:
    try:
        return await model.generate(messages, config=GenerateConfig(temperature=0.0), cache=policy)
    except LimitExceededError:
        raise
    except Exception as error:
        raise Unreachable(f"judge {explain(error, model)}") from error


def _decided(judgement: Judgement) -> int:
    items = (*judgement.relations, *judgement.components, judgement.structure, judgement.conventions)
    return sum(item is not None for item in items)
