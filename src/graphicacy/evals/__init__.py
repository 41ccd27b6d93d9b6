"""Runs on Inspect AI: the task ``graphicacy/draw``, its solver, scorer and reducer, and runs into a folder."""

from graphicacy.evals.progress import Listener, Outcome
from graphicacy.evals.rescore import rescore
from graphicacy.evals.results import collect
from graphicacy.evals.run import RunSummary, run_draw
from graphicacy.evals.running import RunError, RunStopped
from graphicacy.evals.scorer import best_of_k, figure
from graphicacy.evals.solver import draw_figure
from graphicacy.evals.task import draw

__all__ = [
    "Listener",
    "Outcome",
    "RunError",
    "RunStopped",
    "RunSummary",
    "best_of_k",
    "collect",
    "draw",
    "draw_figure",
    "figure",
    "rescore",
    "run_draw",
]
