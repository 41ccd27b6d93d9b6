"""A taskset for verifiers (0.4, ``verifiers.v1``): fresh questions, or fresh figures to draw, for ever.

verifiers finds a taskset by the name of a module that exports it. Put these lines into an installed module of yours,
``graphicacy_tasks.py`` say, and run its id, ``graphicacy-tasks``:

    from graphicacy.train.rewards.verifiers import Graphicacy
    __all__ = ["Graphicacy"]
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import verifiers.v1 as vf

from graphicacy.draw.systems.code import code_prompt
from graphicacy.read.boxes import FAMILIES
from graphicacy.train.example import Example
from graphicacy.train.export.verifiers import row_of
from graphicacy.train.rewards.draw import Medium, draw_rewards
from graphicacy.train.rewards.read import read_rewards
from graphicacy.train.rewards.tasks import draw_tasks
from graphicacy.train.sources import stream

__all__ = ["Graphicacy", "GraphicacyConfig", "GraphicacyData", "GraphicacyTask"]


class GraphicacyConfig(vf.TasksetConfig):  # type: ignore[misc]
    """``track``: read or draw. ``seed`` chooses the diagrams, ``boxes`` the box convention, ``medium`` the notation."""

    track: Literal["read", "draw"] = "read"
    seed: int = 0
    boxes: str = "neutral"
    medium: Medium = "svg"


class GraphicacyData(vf.TaskData):  # type: ignore[misc]
    """A task, and in ``columns`` what its reward needs."""

    columns: dict[str, str]


class GraphicacyTask(vf.Task[GraphicacyData]):  # type: ignore[misc]
    """One question or figure."""

    @vf.reward  # type: ignore[untyped-decorator]
    async def right(self, trace: vf.Trace) -> float:
        """The shaped reward of an answer, or that of a drawing."""
        row = {**self.data.columns, "completion": trace.last_reply}
        rewards: Any = draw_rewards if "draw_task" in row else read_rewards
        (reward,) = await asyncio.to_thread(rewards, [row])
        return float(reward.value)


class Graphicacy(vf.Taskset[GraphicacyTask, GraphicacyConfig]):  # type: ignore[misc]
    """Tasks that never end, the same ones for a seed, none of a family in the public test sets."""

    INFINITE = True

    def load(self) -> Iterable[GraphicacyTask]:
        """The tasks, made as they are asked for."""
        config = self.config
        made: Iterator[GraphicacyData]
        if config.track == "draw":
            made = _drawn(config.seed, config.medium)
        else:
            made = map(_asked, stream(config.seed, boxes=FAMILIES[config.boxes]))
        return (GraphicacyTask(data, config.task) for data in made)


def _asked(example: Example) -> GraphicacyData:
    row = row_of(example)
    system, user = row["prompt"]
    pictures = [{"type": "image_url", "image_url": {"url": _data_url(p.png)}} for p in example.pictures]
    return GraphicacyData(
        id=str(example.row["id"]),
        system_prompt=system["content"][0]["text"],
        prompt=[{"role": "user", "content": [*pictures, user["content"][-1]]}],
        columns=example.rewarded_by(),
    )


def _data_url(png: bytes) -> str:
    return f"data:image/png;base64,{b64encode(png).decode()}"


def _drawn(seed: int, medium: Medium) -> Iterator[GraphicacyData]:
    for task in draw_tasks(seed):
        yield GraphicacyData(
            id=task.id,
            system_prompt=code_prompt(medium).system,
            prompt=task.prompt,
            columns={"draw_task": task.model_dump_json(), "medium": medium},
        )
