"""What commands print for people."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from graphicacy.draw.record import DrawResult, DrawScore
from graphicacy.draw.task import DrawTask

if TYPE_CHECKING:
    from graphicacy.read.dataset.finish import Built

__all__ = ["number", "print_built", "print_questions", "print_run", "print_score", "progress_of", "stages"]

_FAULTS = 20  # diagrams that were thrown out and are named on stderr


def number(value: float | None) -> str:
    """A score with two decimals; a dash where nothing was scored."""
    return "–" if value is None else f"{value:.2f}"


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


def print_questions(records: Sequence[dict[str, Any]]) -> None:
    """Questions with their answers, task by task."""
    console = Console(highlight=False)
    for record in records:
        console.print(f"[bold]{record['task']}[/] {record['variant']}, {record['difficulty']}")
        console.print(record["question"], markup=False, soft_wrap=True)
        answer = record["answer"]
        shown = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        console.print(f"→ {shown}", markup=False, soft_wrap=True)
        console.print(f"  {', '.join(record['images'])}\n", markup=False, style="dim", soft_wrap=True)


def print_built(out: Path, built: Built | None, as_json: bool) -> None:
    """What is in a dataset that was just built; None stands for one that was there already."""
    if built is None:
        print(json.dumps({"out": str(out), "made": False}) if as_json else f"{out}: this dataset is there already")
        return
    causes = Counter(item.cause for item in built.rejected)
    record = {
        "out": str(out),
        "made": True,
        "diagrams": sum(built.diagrams.values()),
        "pictures": sum(built.renderings.values()),
        "questions": sum(built.questions.values()),
        "rejected": dict(causes.most_common()),
        "faults": [item._asdict() for item in built.faults],
    }
    if as_json:
        print(json.dumps(record, ensure_ascii=False, indent=2))
        return
    print(f"{out}: {record['diagrams']:,} diagrams, {record['pictures']:,} pictures, {record['questions']:,} questions")
    for cause, count in causes.most_common():
        print(f"{count:6,} thrown out: {cause}")
    for item in built.faults[:_FAULTS]:
        line = f"{item.source}: {item.key}: {item.message}"
        print("".join(c if c.isprintable() else " " for c in line), file=sys.stderr)
    if len(built.faults) > _FAULTS:
        print(f"… and {len(built.faults) - _FAULTS:,} more, which {out / 'README.md'} names", file=sys.stderr)


@contextmanager
def progress_of(what: str, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr for what is told ``(done, of how many)``; nothing where quiet, or where nobody watches."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


@contextmanager
def stages(quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A bar on stderr for each stage that is told of: what is done, how many, of how many."""
    from rich import progress as rich

    console = Console(stderr=True)
    columns = (rich.TextColumn("{task.description}"), rich.BarColumn(), rich.MofNCompleteColumn())
    times = (rich.TimeElapsedColumn(), rich.TimeRemainingColumn())
    with rich.Progress(*columns, *times, console=console, disable=quiet or not console.is_terminal) as bar:
        tasks: dict[str, rich.TaskID] = {}

        def told(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what)
            bar.update(tasks[what], completed=done, total=of)

        yield told
