"""What a stress test of the grader found, on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from graphicacy.trust.grader.record import GraderRow, GraderSummary

__all__ = ["print_grader"]

_KINDS = {
    "wrong": "wrong answers that lose points",
    "equivalent": "equivalent ones that lose some",
    "no answer": "texts without an answer that are left ungraded",
}


def print_grader(summary: GraderSummary) -> None:
    """A row per task: of each kind of planted answer, how many were graded as the heading says."""
    table = Table(title=f"{summary.answers:,} planted answers to {summary.questions:,} questions", title_justify="left")
    table.add_column("task", no_wrap=True)
    for words in _KINDS.values():
        table.add_column(words, justify="right")
    for task in dict.fromkeys(row.task for row in summary.rows):
        rows = [row for row in summary.rows if row.task == task]
        table.add_row(task, *(_share([row for row in rows if row.kind == kind], summary) for kind in _KINDS))
    Console().print(table)
    if summary.order_free:
        print(f"by the strict score alone, in sequences: {', '.join(summary.order_free)}")
    slips = Counter((slip.kind, slip.operator, slip.task) for slip in summary.slips)
    for (kind, operator, task), n in slips.items():
        print(f"graded otherwise: {kind} answer, {operator}, {task}: {n}")


def _share(rows: Sequence[GraderRow], summary: GraderSummary) -> str:
    """Strict scores count where the published score has no order."""
    of_order = {("masked-subpath", name) for name in summary.order_free}
    hit = sum(row.strict if (row.task, row.operator) in of_order else row.lost for row in rows)
    return f"{hit:,} of {sum(row.n for row in rows):,}"
