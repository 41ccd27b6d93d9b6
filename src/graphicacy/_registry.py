"""What Inspect finds through the entry point ``inspect_ai``: tasks, scorers, reducers, solvers and providers."""

from graphicacy.evals import best_of_k, draw, draw_figure, figure
from graphicacy.providers import control, folder, gguf, images

__all__ = ["best_of_k", "control", "draw", "draw_figure", "figure", "folder", "gguf", "images"]
