"""What ``graphicacy trust agreement`` prints for people."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

from graphicacy.read.answer_file import named
from graphicacy.show import number
from graphicacy.trust.ratings.summary import AgreementSummary, Statistic

__all__ = ["print_agreement"]

_MOST_RATERS = 20  # rows of the table of raters


def print_agreement(found: AgreementSummary) -> None:
    """Agreement of all by dimension, then the raters one by one, then what it means in words."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    console.print(_agreement(found))
    if any(one.n_scored for one in found.dimensions.values()):
        console.print(_automatic(found))
    if any(len(one.raters) > 1 for one in found.dimensions.values()):
        console.print(_raters(found))
    unchecked = [name for name, one in found.dimensions.items() if one.scale is None]
    if unchecked:
        console.print(f"\nscale not checked: {named(unchecked)}; state it with --scale", markup=False, soft_wrap=True)
    for name, one in found.dimensions.items():
        console.print(f"\n[bold]{_plain(name)}[/]")
        for line in one.verdict:
            console.print(line, markup=False, soft_wrap=True)


def _agreement(found: AgreementSummary) -> Table:
    level = next(iter(found.dimensions.values())).level
    table = Table(title=f"Raters among themselves, 95 % intervals, α at the {level} level", title_justify="left")
    _columns(table, "dimension", "items", "raters", "α", "ICC(2,k)", "ICC(2,1)", "κ", "ρ of pairs", "verdict")
    for name, one in found.dimensions.items():
        values = (one.statistics[key] for key in ("krippendorff_alpha", "icc_2k"))
        means = (one.statistics[key].value for key in ("icc_21", "pairwise_kappa", "pairwise_spearman"))
        grades = ", ".join(one.grades[key] for key in ("krippendorff_alpha", "icc_2k") if key in one.grades)
        counts = (str(one.n_items), str(one.n_raters))
        table.add_row(_plain(name), *counts, *map(_shown, values), *map(number, means), grades or "–")
    return table


def _automatic(found: AgreementSummary) -> Table:
    table = Table(title="Automatic scores against the mean rating, 95 % intervals", title_justify="left")
    _columns(table, "dimension", "items", "ρ", "τ-b", "r", "p (Holm)", "one rater", "verdict")
    for name, one in found.dimensions.items():
        rho, others = one.statistics["spearman"], (one.statistics[key].value for key in ("kendall", "pearson"))
        p = "–" if one.p_holm is None else f"{one.p_holm:.4f}"
        grade = one.grades.get("spearman", "–")
        ceiling = _shown(one.statistics["ceiling"])
        table.add_row(_plain(name), str(one.n_scored), _shown(rho), *map(number, others), p, ceiling, grade)
    return table


def _raters(found: AgreementSummary) -> Table:
    """The raters who stand apart come first where not all fit."""
    table = Table(title="Rater by rater", title_justify="left")
    _columns(table, "dimension", "rater", "ratings", "mean", "sd", "ρ with others", "bias", "same again", "")
    for name, one in found.dimensions.items():
        chosen = sorted(one.raters, key=lambda row: not row.outlying)[:_MOST_RATERS]
        for row in one.raters:
            if row in chosen:
                again = row.repeatability.exact if row.repeatability else None
                numbers = (row.mean, row.sd, row.with_others, row.bias, again)
                apart = row.outlying or row.reason
                table.add_row(_plain(name), _plain(row.rater), str(row.n), *map(number, numbers), _plain(apart))
        left = len(one.raters) - len(chosen)
        if left:
            table.add_row(_plain(name), f"and {left:,} more")
        table.add_section()
    return table


def _columns(table: Table, *names: str) -> None:
    for name in names:
        words = name in ("dimension", "rater", "verdict", "")
        table.add_column(name, justify="left" if words else "right", no_wrap=not words)


def _shown(statistic: Statistic) -> str:
    interval = "" if statistic.low is None else f" [{number(statistic.low)}, {number(statistic.high)}]"
    return f"{number(statistic.value)}{interval}"


def _plain(text: str) -> str:
    """Text of a file, fit for a terminal and for rich."""
    return named([text]).replace("[", "\\[") if text else ""
