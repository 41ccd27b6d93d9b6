"""What the commands of the reading track print for people, and as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from graphicacy.read.record import ReadResult
from graphicacy.show import number

if TYPE_CHECKING:
    from graphicacy.trust.reading import Scored, Summary

__all__ = ["print_reading"]

_COLUMNS = ("score", "95 % interval", "strict", "score of all", "graded")
_WITHOUT = ("unparseable", "refused", "truncated", "empty", "failed")


def print_reading(
    results: Iterable[ReadResult],
    joined: Sequence[Sequence[str]] = (),
    as_json: bool = False,
    *,
    one: Mapping[str, Any] | None = None,
) -> None:
    """What each system scored in each view: a table; or JSON, a list of summaries, or the only one with ``one``."""
    from graphicacy.trust.reading import summarize

    groups = [list(group) for _, group in groupby(sorted(results, key=_run), _run)]
    summaries = [summarize(group, joined=joined) for group in groups]
    if as_json and one is not None:
        print(json.dumps({**summaries[0].to_json(), **one}, ensure_ascii=False, indent=2))
        return
    if as_json:
        pairs = zip(summaries, groups, strict=True)
        records = [{**summary.to_json(), "spent": _spent(group)} for summary, group in pairs]
        print(json.dumps(records, ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    for summary, group in zip(summaries, groups, strict=True):
        console.print(_table(summary))
        for line in (*_hallucinated(summary), *_said(_spent(group))):
            console.print(line, markup=False)


def _run(result: ReadResult) -> tuple[str, str]:
    return result.system, result.view


def _table(summary: Summary) -> Table:
    """Tasks, then capabilities, then all of them; with a column for each status without an answer that occurs."""
    there = [name for name in _WITHOUT if summary.overall.statuses[name]]
    table = Table(title=f"{summary.system}, {summary.view} view", title_justify="left")
    table.add_column("task", no_wrap=True)
    for name in (*_COLUMNS, *there):
        table.add_column(name, justify="right")
    for name, task in summary.tasks.items():
        table.add_row(f"{task.code} {name}", *_row(task.scored, there))
    table.add_section()
    for name, scored in summary.capabilities.items():
        table.add_row(name, *_row(scored, there))
    table.add_section()
    table.add_row("overall", *_row(summary.overall, there))
    return table


def _row(scored: Scored, without: Sequence[str]) -> tuple[str, ...]:
    interval = "–" if scored.interval is None else " to ".join(map(number, scored.interval))
    counts = (scored.n, *(scored.statuses[name] for name in without))
    return (
        number(scored.score),
        interval,
        number(scored.strict),
        number(scored.score_all),
        *(str(count or "") for count in counts),
    )


def _hallucinated(summary: Summary) -> Iterable[str]:
    for what, share, where in (
        ("fabricated", summary.overall.fabrication, "where nothing is right"),
        ("said that there is nothing in", summary.overall.over_refusal, "where something is right"),
    ):
        if share.n:
            yield f"{what} {share.count} of {share.n} answers {where}"


def _spent(results: Sequence[ReadResult]) -> dict[str, Any]:
    """Sums over the answers that tell: seconds of waiting, tokens, US dollars; None where none does."""

    def total(values: Iterable[float | None]) -> float | None:
        told = [value for value in values if value is not None]
        return sum(told) if told else None

    return {
        "seconds": total(result.seconds for result in results),
        "tokens": total(result.tokens for result in results),
        "cost": total(result.cost for result in results),
    }


def _said(spent: dict[str, Any]) -> Iterable[str]:
    parts = [
        f"{spent['tokens']:,} tokens" if spent["tokens"] else "",
        f"{spent['seconds']:,.0f} s of answering" if spent["seconds"] else "",
        f"${spent['cost']:,.2f}" if spent["cost"] else "",
    ]
    if any(parts):
        yield ", ".join(filter(None, parts))
