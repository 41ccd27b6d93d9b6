"""A synthetic run whose judges are named, and whose preferences for their own families are known."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from graphicacy.draw.record import DrawResult, PanelVote
from graphicacy.draw.task import DrawTask
from graphicacy.trust.judges.families import family_of
from report.synthetic_runs import make_result, write_run

SYSTEMS = {
    "openai/gpt-5": 0.9,
    "anthropic/claude-opus-4-5": 0.88,
    "google/gemini-3-pro": 0.84,
    "hf/Qwen/Qwen2.5-VL-7B-Instruct": 0.6,
}
PREFERENCES = {"openai/gpt-5": 0.12, "anthropic/claude-opus-4-5": 0.0}


def judged_run(
    folder: Path, tasks: Sequence[DrawTask], judges: Mapping[str, float] | None = None, k: int = 1
) -> tuple[Path, list[DrawResult]]:
    """The folder, and its results; ``judges`` gives the preference of each."""
    given = PREFERENCES if judges is None else judges
    results = [
        _judged(make_result(task, system, skill, n, folder), given)
        for system, skill in SYSTEMS.items()
        for task in tasks
        for n in range(1, k + 1)
    ]
    return write_run(folder, results), results


def _judged(result: DrawResult, judges: Mapping[str, float]) -> DrawResult:
    assert result.score is not None
    dice = random.Random(f"{result.system}/{result.task}/{result.sample}")
    votes = []
    for judge, preference in judges.items():
        favour = preference * (family_of(judge) == family_of(result.system))
        values = [0.7 * (value or 0) + favour + dice.uniform(-0.05, 0.05) for value in (result.score.SC, 0.8)]
        sc, sq = (min(max(value, 0.0), 1.0) for value in values)
        votes.append(PanelVote(judge=judge, SC=sc, SQ=sq, CA=0.75))
    return result.model_copy(update={"score": result.score.model_copy(update={"panel": tuple(votes)})})
