"""What commands print for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from graphicacy.diagram.model import Diagram
from graphicacy.draw.record import DrawResult, DrawScore
from graphicacy.draw.task import DrawTask

__all__ = ["number", "print_diagram", "print_run", "print_score"]


def number(value: float | None) -> str:
    """A score with two decimals; a dash where nothing was scored."""
    return "–" if value is None else f"{value:.2f}"


def print_diagram(diagram: Diagram) -> None:
    """Groups, nodes with their shapes, then connectors with their heads. What has no label is called by its id."""
    names = {id_: label or f"#{id_}" for id_, label in diagram.labels().items()}
    plain = dict(names)
    for node in diagram.nodes:
        if node.on is not None:
            edge = diagram.edges[node.on]
            names[node.id] = f"({plain.get(edge.source, '?')} to {plain.get(edge.target, '?')})"
    for group in diagram.groups:
        print(f"{'group':14} {names[group.id]}{_inside(group.parent, names)}")
    for node in diagram.nodes:
        print(f"{node.shape.value:14} {names[node.id]}{_inside(node.group, names)}")
    for edge in diagram.edges:
        note = f"  [{edge.label}]" if edge.label else ""
        ends = f"{edge.tail.value} -> {edge.head.value}"
        print(f"{names.get(edge.source, '?')}  ({ends})  {names.get(edge.target, '?')}{note}")


def _inside(group: str | None, names: dict[str, str]) -> str:
    return "" if group is None else f"  in {names[group]}"


def print_score(score: DrawScore, task: DrawTask) -> None:
    """Scores, what is wrong, and who said so."""
    console = Console(highlight=False)
    table = Table(title=f"{task.id}: {task.figure_type}, {task.difficulty}", title_justify="left")
    table.add_column("score")
    table.add_column("value", justify="right")
    table.add_column("scored by")
    for name in ("TF", "SC", "SQ", "CA", "overall"):
        table.add_row(name, number(getattr(score, name)), score.scored_by.get(name, ""))
    console.print(table)
    right = sum(label.found for label in score.labels)
    yes = sum(relation.verdict == "yes" for relation in score.relations)
    console.print(f"labels {right}/{len(score.labels)}, relations {yes}/{len(score.relations)}")
    for error in score.errors:
        console.print(f"{error.severity:8} {error.kind}: {error.what}", markup=False, soft_wrap=True)
    if not score.errors:
        console.print("no error found")


def print_run(results: Sequence[DrawResult], tasks: Sequence[DrawTask], as_json: bool) -> None:
    """The leaderboard of one run, systems and controls alike."""
    from graphicacy.report.tables import leaderboard

    rows = leaderboard(results, tasks)
    if as_json:
        print(json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=2))
        return
    table = Table("system", "overall", "95 % interval", "TF", "SC", "SQ", "CA", "scored", "unscored", "failed")
    for row in rows:
        means = (None if i is None else i.estimate for i in (row.TF, row.SC, row.SQ, row.CA))
        spread = (
            "–"
            if row.overall is None or row.overall.low is None
            else (f"{number(row.overall.low)} to {number(row.overall.high)}")
        )
        counts = (row.scored + row.no_drawing, row.unscored, row.failed)
        overall = None if row.overall is None else row.overall.estimate
        table.add_row(row.system, number(overall), spread, *map(number, means), *map(str, counts))
    Console(highlight=False, width=None if sys.stdout.isatty() else 120).print(table)
