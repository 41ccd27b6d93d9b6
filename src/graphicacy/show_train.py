"""What the commands of training print for people."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from graphicacy.report.training import ablation_cells, unanswered_cells
from graphicacy.train.sft.gains import GainRow

if TYPE_CHECKING:
    from graphicacy.train.sft.ablation import Ablation

__all__ = ["print_ablation"]


def print_ablation(found: Ablation) -> None:
    """What each run gained, and how many answers cannot be read; wider tables are in the files."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    title = f"{found.model}: what each run gained; an answer that cannot be read counts 0"
    console.print(_table(title, found.rows, *ablation_cells(found.rows, short=True)))
    console.print("* the 95 % interval, which resamples diagrams, does not hold 0", markup=False)
    console.print(_table("answers that cannot be read", found.rows, *unanswered_cells(found.rows)))


def _table(title: str, rows: Sequence[GainRow], heads: list[str], cells: list[list[str]]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column(heads[0], no_wrap=True)
    for head in heads[1:]:
        table.add_column(head, justify="right")
    for _, lines in groupby(zip(rows, cells, strict=True), lambda pair: pair[0].kind in ("task", "variant")):
        for _, line in lines:
            table.add_row(*line)
        table.add_section()
    return table
