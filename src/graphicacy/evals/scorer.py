"""The scorer: evidence from the stored drawing, verdicts from the judges, scores from both; and best of k."""

from __future__ import annotations

import math
from typing import Any

from inspect_ai.scorer import Score, Scorer, ScoreReducer, Target, mean, score_reducer, scorer, stderr
from inspect_ai.solver import TaskState

from graphicacy.draw.record import DrawScore, Judgement
from graphicacy.draw.run import Drawn, Mode, nothing_drawn
from graphicacy.draw.score import score_drawing
from graphicacy.draw.task import DrawTask
from graphicacy.evals.answers import stored_drawing, stored_png
from graphicacy.evals.generating import in_worker
from graphicacy.evals.judges import ask_panel
from graphicacy.evals.progress import tick
from graphicacy.sight.evidence import Evidence
from graphicacy.sight.gather import gather

__all__ = ["DIMENSIONS", "best_of_k", "figure"]

DIMENSIONS = ("TF", "SC", "SQ", "CA", "overall")


@scorer(name="figure", metrics={"*": [mean(), stderr()]})
def figure(mode: Mode = "strict", text_engine: str = "rapidocr", cache: bool = True) -> Scorer:
    """TF, SC, SQ, CA and overall in [0, 1]; NaN where nothing could score a dimension, 0 where nothing was drawn.

    The metadata hold the whole ``DrawScore`` and every judge's raw answers. Works from what the log stores, so that
    ``inspect score`` scores and judges again without drawing again.
    """

    async def score(state: TaskState, target: Target) -> Score:
        task = DrawTask.model_validate(state.metadata["spec"])
        stored = state.store.get("drawn")
        if stored is None:
            return Score.unscored(reason="scoring_failed", explanation="the system was not asked to the end")
        drawn = Drawn.model_validate(stored)
        if drawn.status == "no-drawing":
            return _score(nothing_drawn(task, drawn.reason), drawn, [], "no_response")
        png = stored_png(state.output.message.content)
        evidence = await in_worker(_evidence, drawn, png, text_engine)
        asked = await ask_panel(task, png, cache)
        judgements = [one.judgement for one in asked]
        result = await in_worker(_scored, task, evidence, judgements, mode)
        return _score(result, drawn, [one.record for one in asked])

    async def counted(state: TaskState, target: Target) -> Score:
        try:
            result = await score(state, target)
        except Exception:
            tick("failed")
            raise
        tick("ok")
        return result

    return counted


@score_reducer(name="best_of_k")
def best_of_k() -> ScoreReducer:
    """One whole candidate: the one with the highest overall score, the first of several.

    A maximum taken in each dimension apart would describe a drawing that nobody made. Candidates without an overall
    score stand behind those with one.
    """

    def reduce(scores: list[Score]) -> Score:
        return max(scores, key=_overall)

    return reduce


def _overall(score: Score) -> float:
    value = score.value.get("overall") if isinstance(score.value, dict) else None
    number = float(value) if isinstance(value, int | float) else math.nan
    return -math.inf if math.isnan(number) else number


def _evidence(drawn: Drawn, png: bytes, text_engine: str) -> Evidence:
    return gather(stored_drawing(drawn, png), text_engine)


def _scored(task: DrawTask, evidence: Evidence, judgements: list[Judgement], mode: Mode) -> DrawScore:
    return score_drawing(task, evidence, judgements, mode)


def _score(result: DrawScore, drawn: Drawn, judges: list[dict[str, Any]], reason: str | None = None) -> Score:
    value = {name: math.nan if (number := getattr(result, name)) is None else number for name in DIMENSIONS}
    return Score(
        value=value,
        reason=reason,
        answer=drawn.notation or drawn.medium,
        explanation=drawn.reason or _summary(result),
        metadata={"status": drawn.status, "score": result.model_dump(mode="json"), "judges": judges},
    )


def _summary(result: DrawScore) -> str:
    return "\n".join(f"{error.severity}: {error.what}" for error in result.errors) or "no error found"
