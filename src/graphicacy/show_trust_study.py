"""What ``graphicacy trust study new`` prints: the plan, and what it is large enough to show."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from graphicacy.trust.study.balance import Balance

__all__ = ["print_balance"]


def print_balance(plan: Balance) -> None:
    """A table of systems, then the plan in sentences."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    table = Table("system", "drawings", "each rater sees", title="What is rated", title_justify="left")
    for one in plan.systems:
        table.add_row(escape(one.system), f"{one.items:,}", _span(one.least, one.most))
    console.print(table)
    for line in _lines(plan):
        console.print(line, markup=False)


def _lines(plan: Balance) -> list[str]:
    kinds = f"{plan.tasks:,} tasks, {plan.strata} kinds by figure type and difficulty"
    shared = f"; two raters have {_span(*plan.shared)} in common" if plan.shared else ""
    lines = [
        f"{plan.items:,} drawings of {kinds}; raters: {plan.raters:,}",
        f"a rater sees {_span(*plan.load)} drawings{shared}",
        f"{plan.ratings:,} answers on four scales in all, {plan.repeats:,} of them to a drawing shown again",
    ]
    if plan.rho and plan.least_rho:
        lines.append(
            f"a Spearman correlation of 0.70 will have a 95 % interval of {plan.rho[0]:.2f} to {plan.rho[1]:.2f}"
        )
        finds = f"8 times of 10 it finds a correlation of {plan.least_rho:.2f}"
        if plan.least_difference:
            finds += f", and a difference between two systems of {plan.least_difference:.2f} standard deviations"
        lines.append(finds)
    return lines


def _span(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"
