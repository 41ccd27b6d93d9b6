"""The solver: asks a system for a drawing, takes it out of the answer, and draws it where the answer is code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from inspect_ai.model import (
    CachePolicy,
    ChatMessageSystem,
    ChatMessageUser,
    Model,
    ModelName,
    ModelOutput,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.draw.run import Drawn, Medium
from graphicacy.draw.systems.code import NoCode, code_prompt
from graphicacy.draw.task import DrawTask
from graphicacy.evals.answers import Answer, picture_content, read_answer
from graphicacy.evals.failures import one_line
from graphicacy.evals.generating import cache_policy, generated, in_worker
from graphicacy.providers import LOCAL, SEEDED
from graphicacy.providers.chat_pictures import keep_pictures
from graphicacy.providers.spec import spec_metadata

__all__ = ["draw_figure"]


@solver
def draw_figure(medium: Medium = "image", repairs: int = 0, seed: int | None = None, cache: bool = True) -> Solver:
    """Asks for a drawing of the task's prompt, given word for word.

    A code medium adds its fixed system prompt, and ``repairs`` rounds in which the model sees why its code could not
    be drawn. The answer's content becomes the text and the picture as PNG; the rest is stored as ``drawn``.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        model = get_model()
        provider = ModelName(model).api
        task = DrawTask.model_validate(state.metadata["spec"])
        if provider in LOCAL:
            state.messages = [ChatMessageUser(content=task.prompt, metadata=spec_metadata(task, state.epoch))]
            asking = _Asking(generate, "image", 0, False, {})
        else:
            system = [ChatMessageSystem(content=code_prompt(medium).system)] if medium != "image" else []
            state.messages = [*system, ChatMessageUser(content=task.prompt, source="input")]
            options = {} if system else _picture_options(model)
            policy = cache_policy(model, seed=seed) if cache else False
            asking = _Asking(generate, medium, repairs if system else 0, policy, options)
        if seed is not None or provider in SEEDED:
            asking.options["seed"] = (seed or 0) * 1000 + state.epoch
        return await asking.drawn(state)

    return solve


def _picture_options(model: Model) -> dict[str, Any]:
    """What asks a model for a picture: Inspect's modalities, or the field that compatible chat servers know."""
    if keep_pictures(model.api):
        return {"extra_body": {"modalities": ["image", "text"]}}
    return {"modalities": ["image"]}


@dataclass(slots=True)
class _Asking:
    """How one sample is asked for: in which medium, with how many repairs."""

    generate: Generate
    medium: Medium
    repairs: int
    policy: CachePolicy | bool
    options: dict[str, Any]

    async def drawn(self, state: TaskState) -> TaskState:
        """Asks until there is a drawing or the repairs are used up; stores the outcome."""
        spent = _Spent()
        for round_ in range(self.repairs + 1):
            state = await generated(state, self.generate, cache=self.policy, **self.options)
            spent.add(state.output, round_)
            try:
                answer = await in_worker(read_answer, state.output, self.medium)
            except (NoCode, BadDrawing) as error:
                reason = one_line(str(error))
                _store(state, spent.drawn("no-drawing", self.medium, reason))
                if round_ < self.repairs:
                    repair = code_prompt(self.medium).repair.replace("{error}", reason)
                    state.messages.append(ChatMessageUser(content=repair))
                continue
            state.output.message.content = picture_content(state.output.message, answer.drawing)
            _store(state, spent.drawn("ok", answer.medium, answer=answer))
            break
        return state


@dataclass(slots=True)
class _Spent:
    """What the rounds of one sample took."""

    model: str = ""
    seconds: float | None = None
    tokens: int | None = None
    cost: float | None = None
    repairs: int = 0

    def add(self, output: ModelOutput, round_: int) -> None:
        self.model, self.repairs = output.model, round_
        self.seconds = _plus(self.seconds, output.time)
        if output.usage is not None:
            self.tokens = (self.tokens or 0) + output.usage.total_tokens
            self.cost = _plus(self.cost, output.usage.total_cost)

    def drawn(
        self, status: Literal["ok", "no-drawing"], medium: Medium, reason: str = "", answer: Answer | None = None
    ) -> Drawn:
        source = answer.source if answer else None
        return Drawn(
            status=status,
            reason=reason,
            medium=medium,
            notation=medium if source is not None else None,
            source=source,
            model=self.model,
            seconds=self.seconds,
            tokens=self.tokens,
            cost=self.cost,
            repairs=self.repairs,
        )


def _plus(total: float | None, more: float | None) -> float | None:
    return total if more is None else (total or 0.0) + more


def _store(state: TaskState, drawn: Drawn) -> None:
    state.store.set("drawn", drawn.model_dump(mode="json"))
