"""What ``graphicacy trust stress`` prints for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from graphicacy.report.numbers import show

if TYPE_CHECKING:
    from graphicacy.trust.stress.record import Rate, ScorerSummary, StressSummary

__all__ = ["print_stress"]

_WORST = 6  # edits that are named


def print_stress(found: StressSummary) -> None:
    """A row for each scorer, and in words why it has its badge and what it misses most."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    table = Table(title=_title(found), title_justify="left")
    columns = ("scorer", "shown", "badge", "correct", "kill rate", "false alarms", "walk ρ", "time", "cost")
    for name in columns:
        table.add_column(name, justify="left" if name in ("scorer", "shown", "badge") else "right")
    for one in found.scorers:
        table.add_row(
            escape(_name(one)),
            "SVG" if one.medium == "vector" else "picture",
            one.badge,
            show(one.original),
            _rate(one.kill_rate),
            _rate(one.false_alarm_rate),
            show(one.walk.spearman, "signed"),
            show(one.seconds, "seconds"),
            show(one.cost, "money"),
        )
    console.print(table)
    for one in found.scorers:
        console.print(f"\n[bold]{escape(_name(one))}[/], {_shown(one)}: {one.badge}")
        for line in (*one.reasons, *_missed(one)):
            console.print(f"  {line}", markup=False, soft_wrap=True)


def _title(found: StressSummary) -> str:
    seen = f", {found.raster_drawings:,} of them as pictures" if found.raster_drawings else ""
    return f"{found.cases:,} cases of {found.drawings:,} correct drawings{seen}; 95 % intervals"


def _name(one: ScorerSummary) -> str:
    several = one.scorer == "panel" or "/" in one.scorer
    return f"{one.scorer} {one.dimension}" if several else one.scorer


def _shown(one: ScorerSummary) -> str:
    return "shown the SVG" if one.medium == "vector" else "shown the picture"


def _rate(rate: Rate) -> str:
    if rate.rate is None:
        return "–"
    if rate.low is None or rate.high is None:
        return show(rate.rate, "percent")
    return f"{100 * rate.rate:.0f} % ({100 * rate.low:.0f}–{100 * rate.high:.0f})"


def _missed(one: ScorerSummary) -> Iterator[str]:
    """The defects that it should notice and misses most, and the harmless edits that it falls on."""
    due = [kill for kill in one.kills if kill.expected and kill.defects == 1]
    missed = sorted((kill for kill in due if kill.n > kill.fell), key=lambda kill: kill.rate or 0.0)
    if missed:
        yield "misses: " + ", ".join(f"{kill.operator} {kill.n - kill.fell} of {kill.n}" for kill in missed[:_WORST])
    alarms = sorted((alarm for alarm in one.false_alarms if alarm.fell), key=lambda alarm: -(alarm.rate or 0.0))
    if alarms:
        yield "falls on: " + ", ".join(f"{alarm.operator} {alarm.fell} of {alarm.n}" for alarm in alarms[:_WORST])
