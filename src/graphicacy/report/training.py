"""The table of an ablation, as text for papers and cells for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, make_dataclass
from typing import Any

from graphicacy.report.formats import column, format_table
from graphicacy.report.numbers import show
from graphicacy.train.sft.gains import Gain, GainRow

__all__ = ["CAPTION", "UNANSWERED", "ablation_cells", "ablation_latex", "ablation_markdown", "unanswered_cells"]

CAPTION = (
    "Score of the base, and of each run with its gain and that gain's 95 % interval, which resamples diagrams. "
    "An answer that cannot be read counts 0."
)
UNANSWERED = "Answers that cannot be read, as a share of the questions asked."

Cells = tuple[list[str], list[list[str]]]


def ablation_cells(rows: Sequence[GainRow], *, short: bool = False) -> Cells:
    """Headings and cells: a row for each task, its variants and the means; ``short``: gains without scores."""
    names = list(rows[0].runs) if rows else []
    heads = ["task", "questions", "base", *names]
    return heads, [[*_head(row), *(_gain(row.runs[name], short) for name in names)] for row in rows]


def unanswered_cells(rows: Sequence[GainRow]) -> Cells:
    """The share of answers that cannot be read, of the base and of each run."""
    names = list(rows[0].runs) if rows else []
    cells = []
    for row in rows:
        first, runs = next(iter(row.runs.values())), [row.runs[name] for name in names]
        cells.append([_named(row), *(show(share, "percent") for share in _shares(first, runs))])
    return ["task", "base", *names], cells


def ablation_markdown(model: str, rows: Sequence[GainRow]) -> str:
    """Both tables, with what they show in words."""
    tables = ((CAPTION, ablation_cells(rows)), (UNANSWERED, unanswered_cells(rows)))
    return f"# What training did to {model}\n" + "".join(
        f"\n{words}\n\n{format_table(_rows(cells), 'markdown')}" for words, cells in tables
    )


def ablation_latex(rows: Sequence[GainRow]) -> str:
    """Both tables, each after a comment that says what it shows."""
    tables = ((CAPTION, ablation_cells(rows)), (UNANSWERED, unanswered_cells(rows)))
    return "\n".join(
        f"% {words.replace('%', chr(92) + '%')}\n{format_table(_rows(cells), 'latex')}" for words, cells in tables
    )


def _head(row: GainRow) -> list[str]:
    gain = next(iter(row.runs.values()))
    return [_named(row), show(gain.all.n, "count"), show(gain.all.second)]


def _named(row: GainRow) -> str:
    if row.kind == "variant":
        return f"· {row.code} {row.name}"
    return f"{row.code} {row.name}".strip()


def _gain(gain: Gain, short: bool) -> str:
    """ "0.512 (+0.093 [+0.021, +0.160])"; short: "+0.093", with a star where the interval does not hold 0."""
    found = gain.all
    if found.difference is None:
        return show(None)
    if short:
        sure = found.interval is not None and not found.interval[0] <= 0 <= found.interval[1]
        return f"{show(found.difference, 'signed')}{'*' if sure else ''}"
    interval = "" if found.interval is None else f" [{', '.join(show(bound, 'signed') for bound in found.interval)}]"
    return f"{show(found.first)} ({show(found.difference, 'signed')}{interval})"


def _shares(first: Gain, runs: Iterable[Gain]) -> list[float | None]:
    return [first.unanswered[1], *(gain.unanswered[0] for gain in runs)]


def _rows(cells: Cells) -> list[Any]:
    """Cells as rows of a table: a column for each heading."""
    heads, lines = cells
    fields = [(f"column_{k}", str, field(metadata=column(head))) for k, head in enumerate(heads)]
    make = make_dataclass("Row", fields, frozen=True)
    return [make(*line) for line in lines]
