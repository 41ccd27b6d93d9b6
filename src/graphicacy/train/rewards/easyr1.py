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
        return _scores(_reward(reward_inputs))
    return [_scores(_reward(one)) for one in reward_inputs]


def _reward(given: Mapping[str, Any]) -> Reward:
    try:
        truth = json.loads(given["ground_truth"])
    except (KeyError, TypeError, ValueError):
        truth = None
    if not isinstance(truth, dict):
        raise BadColumn("ground_truth is no JSON object: set data.answer_key=answer")
    row = {**truth, "completion": given.get("response")}
    return draw_rewards([row], workers=1)[0] if "draw_task" in truth else read_rewards([row])[0]


def _scores(reward: Reward) -> dict[str, float]:
    return {"overall": reward.value, "format": reward.form, "accuracy": reward.score or 0.0}
