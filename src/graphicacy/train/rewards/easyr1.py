"""The reward for EasyR1: ``worker.reward.reward_function=…/easyr1.py:compute_score``.

An input has ``response`` and ``ground_truth``, which is the ``answer`` of the export for EasyR1: JSON of the columns by
which answers are graded, or of ``draw_task`` and ``medium``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, overload

from graphicacy.train.rewards.draw import draw_rewards
from graphicacy.train.rewards.read import read_rewards
from graphicacy.train.rewards.reward import BadColumn, Reward

__all__ = ["REWARD_NAME", "REWARD_TYPE", "compute_score"]

REWARD_NAME = "graphicacy"
REWARD_TYPE = "batch"


@overload
def compute_score(reward_inputs: Mapping[str, Any]) -> dict[str, float]: ...
@overload
def compute_score(reward_inputs: Sequence[Mapping[str, Any]]) -> list[dict[str, float]]: ...
def compute_score(
    reward_inputs: Mapping[str, Any] | Sequence[Mapping[str, Any]],
) -> dict[str, float] | list[dict[str, float]]:
    """``overall``, the reward; ``format`` and ``accuracy``, in [0, 1]; of one input (sequential), or of each (batch).

    Raises ``BadColumn`` for a ground truth that is none, never for a response.
    """
    if isinstance(reward_inputs, Mapping):
        return _scored([reward_inputs])[0]
    return _scored(reward_inputs)


def _scored(inputs: Sequence[Mapping[str, Any]]) -> list[dict[str, float]]:
    """The scores of each; drawings are drawn together, by several processes."""
    rows = [_row(given) for given in inputs]
    drawings = [row for row in rows if "draw_task" in row]
    drawn = iter(draw_rewards(drawings) if drawings else ())
    read = iter(read_rewards([row for row in rows if "draw_task" not in row]))
    return [_scores(next(drawn if "draw_task" in row else read)) for row in rows]


def _row(given: Mapping[str, Any]) -> dict[str, Any]:
    try:
        truth = json.loads(given["ground_truth"])
    except (KeyError, TypeError, ValueError):
        truth = None
    if not isinstance(truth, dict):
        raise BadColumn("ground_truth is no JSON object: set data.answer_key=answer")
    return {**truth, "completion": given.get("response")}


def _scores(reward: Reward) -> dict[str, float]:
    return {"overall": reward.value, "format": reward.form, "accuracy": reward.score or 0.0}
