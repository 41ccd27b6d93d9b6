"""Runs on Inspect AI: the tasks ``graphicacy/draw`` and ``graphicacy/read``, their parts, and runs into a folder."""

from graphicacy.evals.progress import Listener, Outcome
from graphicacy.evals.reading import read
from graphicacy.evals.reading_results import collect_reading
from graphicacy.evals.reading_run import run_read
from graphicacy.evals.reading_scorer import answer
from graphicacy.evals.reading_solver import answer_question
from graphicacy.evals.rescore import rescore
from graphicacy.evals.results import collect
from graphicacy.evals.run import run_draw
from graphicacy.evals.running import RunError, RunStopped, RunSummary
from graphicacy.evals.scorer import best_of_k, figure
from graphicacy.evals.solver import draw_figure
from graphicacy.evals.task import draw

__all__ = [
    "Listener",
    "Outcome",
    "RunError",
    "RunStopped",
    "RunSummary",
    "answer",
    "answer_question",
    "best_of_k",
    "collect",
    "collect_reading",
    "draw",
    "draw_figure",
    "figure",
    "read",
    "rescore",
    "run_draw",
    "run_read",
]
