"""The scorer: the one grader, on what the model said."""

from __future__ import annotations

import math

from inspect_ai.scorer import Metric, Score, Scorer, Target, grouped, mean, metric, scorer, stderr
from inspect_ai.solver import TaskState

from graphicacy.evals.generating import in_worker
from graphicacy.evals.progress import tick
from graphicacy.evals.reading_sample import facts_in, question_in
from graphicacy.read.boxes import FAMILIES
from graphicacy.read.predictions import result_of
from graphicacy.read.record import ReadResult

__all__ = ["answer"]

_MEAN = [mean(), stderr(cluster="diagram")]


@metric
def task() -> Metric:
    """The mean in each task; named, since Inspect drops a second metric that is called ``grouped``."""
    return grouped(mean(), "task", all=False)


@scorer(
    name="answer",
    metrics={"score": [*_MEAN, task()], "strict": _MEAN, "score_all": _MEAN},
)
def answer() -> Scorer:
    """``score`` and ``strict`` in [0, 1], NaN where there is no answer to grade; there ``score_all`` is 0.

    The metadata hold the whole ``ReadResult``. Works from what the log stores, so that ``inspect score`` grades again
    without asking again.
    """

    async def score(state: TaskState, target: Target) -> Score:
        if state.store.get("asked") is None:
            return Score.unscored(reason="scoring_failed", explanation="the model was not asked to the end")
        try:
            result = await in_worker(_result, state, target.text)
        except Exception:
            tick("failed")
            raise
        tick("ok")
        number = math.nan if result.score is None else result.score
        return Score(
            value={
                "score": number,
                "strict": math.nan if result.strict is None else result.strict,
                "score_all": 0.0 if result.score is None else number,
            },
            reason=None if result.score is not None else str(result.status),
            answer=result.response,
            explanation=str(result.details.get("note") or result.status),
            metadata={"result": result.model_dump(mode="json")},
        )

    return score


def _result(state: TaskState, target: str) -> ReadResult:
    asked, output = state.store.get("asked"), state.output
    return result_of(
        question_in(state.sample_id, state.input_text, state.metadata, target),
        facts_in(state.metadata),
        output.completion,
        system=str(state.model),
        view=asked["view"],
        boxes=FAMILIES[asked["boxes"]],
        prompt=asked["prompt"],
        model=output.model,
        stopped=output.stop_reason,
        seconds=output.time,
        tokens=output.usage.total_tokens if output.usage else None,
        cost=output.usage.total_cost if output.usage else None,
    )
