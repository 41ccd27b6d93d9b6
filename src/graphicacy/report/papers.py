"""The tables of a report as files for papers, spreadsheets and programs, and its plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from graphicacy.draw.runs import collect, read_run
from graphicacy.draw.task import DrawTask
from graphicacy.report.formats import FORMATS, Format, TableRow, format_table, parquet_table
from graphicacy.report.plots import standalone
from graphicacy.report.tables import GROUPINGS, breakdown, error_taxonomy, leaderboard, paired_differences

__all__ = ["FORMATS", "PLOT_FORMATS", "PlotFormat", "write_files", "write_plots", "write_tables"]

_SUFFIX: dict[Format, str] = {"csv": ".csv", "markdown": ".md", "latex": ".tex", "parquet": ".parquet"}

PlotFormat: TypeAlias = Literal["svg", "pdf"]
PLOT_FORMATS: tuple[PlotFormat, ...] = ("svg", "pdf")


def write_tables(runs: Sequence[Path], out: Path, tasks: Sequence[DrawTask], fmt: Format, seed: int = 0) -> list[Path]:
    """Writes leaderboard, differences, breakdowns and errors of these run folders; the paths written.

    Raises:
        BadRun: a run folder has no readable ``results.jsonl``.
    """
    results = [sample.result for sample in collect([read_run(Path(run)) for run in runs])]
    tables: dict[str, Sequence[TableRow]] = {
        "leaderboard": leaderboard(results, tasks, seed),
        "differences": paired_differences(results, seed=seed),
        **{f"by-{by.replace('_', '-')}": breakdown(results, tasks, by, seed) for by in GROUPINGS},
        "errors": error_taxonomy(results),
    }
    return write_files(tables, out, fmt)


def write_files(tables: Mapping[str, Sequence[TableRow]], out: Path, fmt: Format) -> list[Path]:
    """Writes each table that has rows into a file of its name in the folder ``out``; the paths written."""
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for name, rows in tables.items():
        if rows:
            path = out / f"{name}{_SUFFIX[fmt]}"
            data = parquet_table(rows) if fmt == "parquet" else format_table(rows, fmt).encode("utf-8", "replace")
            path.write_bytes(data)
            written.append(path)
    return written


def write_plots(plots: Mapping[str, str], out: Path, fmt: PlotFormat) -> list[Path]:
    """Writes each plot, as ``plots`` makes it for pages, into a file of its name that stands alone: ink on white."""
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for name, svg in plots.items():
        if svg:
            path = out / f"{name}.{fmt}"
            path.write_bytes(standalone(svg, fmt))
            written.append(path)
    return written
