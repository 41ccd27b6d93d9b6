"""The tables and plots of the reading track, for papers, spreadsheets and programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from graphicacy.draw.runs import Run
from graphicacy.read.record import ReadResult
from graphicacy.report.formats import Format, TableRow
from graphicacy.report.papers import write_files
from graphicacy.report.reading.analyses import analysis_views
from graphicacy.report.reading.analysis_rows import analysis_rows
from graphicacy.report.reading.board_plot import board_plot
from graphicacy.report.reading.facts import known_tasks
from graphicacy.report.reading.runs import collect_answers, column_of
from graphicacy.report.reading.tables import board_rows, pair_rows, rendering_rows, task_rows
from graphicacy.trust.reading import leaderboard
from graphicacy.trust.reading.analyses import ANALYSES

__all__ = ["reading_plots", "write_reading_tables"]


def write_reading_tables(runs: Sequence[Run[ReadResult]], out: Path, fmt: Format, seed: int = 0) -> list[Path]:
    """Writes leaderboard, differences, tasks, renderings and analyses, as ``reading-…``; the paths written.

    Raises ``ValueError`` where two runs were asked different questions under one id.
    """
    results = known_tasks(collect_answers(runs))
    board = leaderboard(results, seed=seed)
    rows, summaries = board_rows(board), [standing.summary for standing in board]
    tables: dict[str, Sequence[TableRow]] = {
        "reading-leaderboard": rows,
        "reading-differences": pair_rows(results, rows, seed),
        "reading-tasks": task_rows(summaries),
        "reading-renderings": rendering_rows(summaries),
        **{f"reading-{name}": analysis_rows(find(results, seed=seed).rows) for name, find in ANALYSES.items()},
    }
    return write_files(tables, out, fmt)


def reading_plots(runs: Sequence[Run[ReadResult]], seed: int = 0) -> dict[str, str]:
    """The plots of the leaderboard and of each analysis, as ``reading-…``, SVG text; "" for none.

    Raises ``ValueError`` where two runs were asked different questions under one id.
    """
    results = known_tasks(collect_answers(runs))
    board = leaderboard(results, seed=seed)
    order = [column_of(standing.summary.system, standing.summary.view) for standing in board]
    analyses = {f"reading-{view.name}": str(view.plot) for view in analysis_views(results, order, seed)}
    return {"reading-leaderboard": board_plot(board), **analyses}
