"""The tables of a report as files for papers and spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from graphicacy.draw.runs import collect, read_run
from graphicacy.draw.task import DrawTask
from graphicacy.report.formats import FORMATS, Format, TableRow, format_table
from graphicacy.report.tables import GROUPINGS, breakdown, error_taxonomy, leaderboard, paired_differences

__all__ = ["FORMATS", "write_files", "write_tables"]

_SUFFIX: dict[Format, str] = {"csv": ".csv", "markdown": ".md", "latex": ".tex"}


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
            path.write_text(format_table(rows, fmt), encoding="utf-8")
            written.append(path)
    return written
