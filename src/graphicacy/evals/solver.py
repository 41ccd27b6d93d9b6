"""The solver: asks a system for a drawing, takes it out of the answer, and draws it where the answer is code."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio.to_thread
from inspect_ai.model import (
    CachePolicy,
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    Model,
    ModelName,
    ModelOutput,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError, concurrency

from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.render import open_bytes, render
from graphicacy.draw.run import Drawn, Medium
from graphicacy.draw.systems.code import NoCode, code_prompt, extract_code
from graphicacy.draw.task import DrawTask
from graphicacy.evals.failures import Unreachable, explain, one_line
from graphicacy.evals.progress import tick
from graphicacy.providers import LOCAL, SEEDED
from graphicacy.providers.pictures import picture_bytes
from graphicacy.providers.spec import spec_metadata

__all__ = ["cache_policy", "draw_figure", "in_worker", "png_uri"]

T = TypeVar("T")


@solver
def draw_figure(medium: Medium = "image", repairs: int = 0, seed: int | None = None, cache: bool = True) -> Solver:
    """Asks for a drawing of the task's prompt, given word for word.

    A code medium adds its fixed system prompt, and ``repairs`` rounds in which the model sees why its code could not
    be drawn. The answer's content becomes the text and the picture as PNG; the rest is stored as ``drawn``.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        model = get_model()
        provider = ModelName(model).api
        local = provider in LOCAL
        coded = medium != "image" and not local
        task = DrawTask.model_validate(state.metadata["spec"])
        state.messages = _messages(task, medium if coded else None, state.epoch if local else None)
        options: dict[str, Any] = {} if coded or local else {"modalities": ["image"]}
        if seed is not None or provider in SEEDED:
            options["seed"] = (seed or 0) * 1000 + state.epoch
        policy = cache_policy(model, seed=seed) if cache and not local else False
        sums = _Sums()
        for round_ in range(repairs + 1 if coded else 1):
            state = await _answered(state, generate, model, policy, options)
            sums.add(state.output, round_)
            try:
                answer = await in_worker(_read, state.output, medium if coded else "image")
            except (NoCode, BadDrawing) as error:
                reason = one_line(str(error))
                _store(state, sums.drawn("no-drawing", medium if coded or not local else "svg", reason=reason))
                if round_ < repairs and coded:
                    state.messages.append(ChatMessageUser(content=_repair(medium, reason)))
                continue
            _show(state, answer.drawing)
            _store(state, sums.drawn("ok", answer.medium, source=answer.source))
            break
        return state

    return solve


def cache_policy(model: Model, per_epoch: bool = True, **scopes: Any) -> CachePolicy:
    """Answers are kept for ever, apart for each set of model arguments (which Inspect's own key leaves out)."""
    arguments = {key: value for key, value in model.model_args.items() if "key" not in key}
    scopes["model_args"] = json.dumps(arguments, sort_keys=True, default=str)
    return CachePolicy(expiry=None, per_epoch=per_epoch, scopes={key: str(value) for key, value in scopes.items()})


async def in_worker(work: Callable[..., T], *args: Any) -> T:
    """Runs slow work in a thread, as many at a time as there are processors, so that the event loop stays free."""
    async with concurrency("graphicacy-work", os.cpu_count() or 1, visible=False):
        return await anyio.to_thread.run_sync(work, *args)


def png_uri(png: bytes) -> str:
    """A PNG as a data URI."""
    return f"data:image/png;base64,{b64encode(png).decode()}"


def _messages(task: DrawTask, notation: str | None, sample: int | None) -> list[ChatMessage]:
    metadata = spec_metadata(task, sample) if sample else None
    user = ChatMessageUser(content=task.prompt, source="input", metadata=metadata)
    return [ChatMessageSystem(content=code_prompt(notation).system), user] if notation else [user]


def _repair(medium: str, reason: str) -> str:
    return code_prompt(medium).repair.replace("{error}", reason)


async def _answered(
    state: TaskState, generate: Generate, model: Model, policy: CachePolicy | bool, options: dict[str, Any]
) -> TaskState:
    try:
        return await generate(state, cache=policy, **options)
    except LimitExceededError:
        raise
    except Exception as error:
        tick("failed")
        raise Unreachable(explain(error, model)) from error


@dataclass(slots=True)
class _Sums:
    """What the rounds of one sample took."""

    model: str = ""
    seconds: float | None = None
    tokens: int | None = None
    cost: float | None = None
    rounds: int = field(default=0)

    def add(self, output: ModelOutput, round_: int) -> None:
        self.model = output.model
        self.rounds = round_
        if output.time is not None:
            self.seconds = (self.seconds or 0.0) + output.time
        if output.usage is not None:
            self.tokens = (self.tokens or 0) + output.usage.total_tokens
            if output.usage.total_cost is not None:
                self.cost = (self.cost or 0.0) + output.usage.total_cost

    def drawn(self, status: Any, medium: Medium, reason: str = "", source: str | None = None) -> Drawn:
        coded = medium != "image"
        return Drawn(
            status=status,
            reason=reason,
            medium=medium,
            notation=medium if coded and source is not None else None,
            source=source,
            model=self.model,
            seconds=self.seconds,
            tokens=self.tokens,
            cost=self.cost,
            repairs=self.rounds,
        )


@dataclass(frozen=True, slots=True)
class _Answer:
    medium: Medium
    drawing: Drawing
    source: str | None = None


def _read(output: ModelOutput, medium: Medium) -> _Answer:
    """The drawing in an answer. Where a picture was asked for, SVG code will do (a folder's, a control's)."""
    if output.stop_reason == "content_filter":
        raise NoCode(f"the system refused to draw this: {output.message.text[:200] or 'content filter'}")
    text = output.message.text
    if medium == "image":
        try:
            picture = picture_bytes(output.message)
        except ValueError as error:
            raise NoCode(str(error)) from None
        if picture is not None:
            return _Answer("image", open_bytes(picture, "picture"))
        if text.strip() and "<svg" not in text:
            raise NoCode(f"the answer holds no picture: {text[:200]}")
        medium = "svg"
    if not text.strip():
        raise NoCode("the answer is empty")
    code = extract_code(text, medium, cut_off=output.stop_reason == "max_tokens")
    return _Answer(medium, render(code, medium), code)


def _show(state: TaskState, drawing: Drawing) -> None:
    """Replaces the answer's content by its text and the picture, so that the log shows what was scored."""
    message = state.output.message
    content: list[Content] = [ContentText(text=message.text)] if message.text.strip() else []
    message.content = [*content, ContentImage(image=png_uri(drawing.png))]


def _store(state: TaskState, drawn: Drawn) -> None:
    state.store.set("drawn", drawn.model_dump(mode="json"))
