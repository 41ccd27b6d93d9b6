"""What Inspect finds through the entry point ``inspect_ai``: tasks, scorers, reducers, solvers and providers."""

from graphicacy.evals import answer, answer_question, best_of_k, draw, draw_figure, figure, read
from graphicacy.providers import control, folder, gguf, images, reader

__all__ = [
    "answer",
    "answer_question",
    "best_of_k",
    "control",
    "draw",
    "draw_figure",
    "figure",
    "folder",
    "gguf",
    "images",
    "read",
    "reader",
]
