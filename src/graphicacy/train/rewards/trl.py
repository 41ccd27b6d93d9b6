"""Reward functions for TRL's GRPO trainer: ``GRPOTrainer(reward_funcs=[read_answers, draw_figures], …)``.

Each takes ``prompts``, ``completions`` and the columns of the data set, and gives one number for each completion, or
None for a row of the other kind, which TRL leaves out of that function's mean: both kinds may stand in one data set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphicacy.train.rewards.draw import draw_rewards
from graphicacy.train.rewards.read import read_reward

__all__ = ["draw_figures", "read_answers", "read_answers_strictly"]


def read_answers(prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> list[float | None]:
    """The shaped reward of answers, -0.2 to 1; ``columns`` are those of the export for TRL.

    Raises ``BadColumn`` for columns that are wrong, never for a completion.
    """
    return _read(completions, columns, shaped=True)


def read_answers_strictly(prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> list[float | None]:
    """As ``read_answers``: 1 for what is right in full, else 0."""
    return _read(completions, columns, shaped=False)


def draw_figures(prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> list[float | None]:
    """The reward of drawings, 0 to 1.

    The column ``draw_task`` is the JSON of a task; ``medium`` is svg (where there is no such column), mermaid or dot.
    Raises ``BadColumn`` for columns that are wrong, never for a completion.
    """
    count = len(completions)
    tasks, media = _column(columns, "draw_task", count), _column(columns, "medium", count)
    rows = [
        {"completion": said, "draw_task": task, "medium": medium}
        for said, task, medium in zip(completions, tasks, media, strict=True)
        if task
    ]
    values = iter([reward.value for reward in draw_rewards(rows)])
    return [next(values) if task else None for task in tasks]


def _read(completions: Sequence[Any], columns: dict[str, Any], shaped: bool) -> list[float | None]:
    needed = {name: _column(columns, name, len(completions)) for name in ("answer_type", "gold", "rubric", "boxes")}
    rows = zip(completions, *needed.values(), strict=True)
    return [
        read_reward(said, answer_type=kind, gold=gold, rubric=rubric, boxes=boxes, shaped=shaped).value
        if kind
        else None
        for said, kind, gold, rubric, boxes in rows
    ]


def _column(columns: dict[str, Any], name: str, count: int) -> Sequence[Any]:
    """A column, as long as there are completions; a data set of drawings alone has none."""
    return columns[name] if name in columns else [None] * count
