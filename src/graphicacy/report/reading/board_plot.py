"""The plot of the reading leaderboard."""

from __future__ import annotations

from collections.abc import Sequence

from graphicacy.report.plots import dot_plot
from graphicacy.report.reading.runs import column_of
from graphicacy.report.reading.tables import CAPABILITIES, all_asked
from graphicacy.trust.reading import Standing

__all__ = ["board_plot"]


def board_plot(board: Sequence[Standing]) -> str:
    """Scores over all asked, overall and by capability, with intervals: a line for each system. SVG text."""
    asked = [name for name in CAPABILITIES if any(name in standing.summary.capabilities for standing in board)]
    names = [column_of(standing.summary.system, standing.summary.view) for standing in board]
    values = []
    for standing, name in zip(board, names, strict=True):
        summary = standing.summary
        panels = {"Overall": summary.overall} | {c.capitalize(): summary.capabilities.get(c) for c in asked}
        for measure, scored in panels.items():
            if scored is not None and scored.score_all is not None:
                found = all_asked(scored)
                kind = "system" if summary.view == "image" else "control"
                ends = {"estimate": found.estimate, "low": found.low, "high": found.high}
                values.append({"system": name, "kind": kind, "measure": measure, **ends})
    return dot_plot(values, names, ["Overall", *(c.capitalize() for c in asked)])
