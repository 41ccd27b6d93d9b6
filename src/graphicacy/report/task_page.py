"""The page of a task: what was asked for, all systems side by side, and which of its items are hard."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphicacy.draw.record import DrawResult
from graphicacy.draw.task import DrawTask
from graphicacy.report.figures import Thumb
from graphicacy.report.folder import Site
from graphicacy.report.names import slug
from graphicacy.report.tables import Row

__all__ = ["write_tasks"]


@dataclass(frozen=True, slots=True)
class _Hard:
    """An item of a task: how many of the drawings in which it was decided have it right."""

    parts: tuple[str, ...]
    right: int
    decided: int


def write_tasks(
    site: Site,
    results: Sequence[DrawResult],
    thumbs: Sequence[Thumb],
    tasks: Sequence[DrawTask],
    common: Mapping[str, Any],
) -> None:
    """Writes ``tasks/ID.html`` of every task of the suite, and of every other task that was drawn."""
    drawn: dict[str, list[Thumb]] = defaultdict(list)
    for thumb in thumbs:
        drawn[thumb.task].append(thumb)
    scored: dict[str, list[DrawResult]] = defaultdict(list)
    for result in results:
        scored[result.task].append(result)
    known = {task.id: task for task in tasks}
    names = sorted({*known, *drawn})
    for name, before, after in zip(names, [None, *names], [*names[1:], None], strict=False):
        content = {
            **common,
            "about": (),
            "warnings": (),
            "id": name,
            "task": known.get(name),
            "around": (before, after),
            "rows": _side_by_side(drawn[name], common["board"]),
            "items": _items(scored[name]),
        }
        site.page(f"tasks/{slug(name)}.html", "task_page.html", content)


def _side_by_side(thumbs: Sequence[Thumb], board: Sequence[Row]) -> list[tuple[Row, list[Thumb], float | None]]:
    """(row of the leaderboard, its samples, their mean) by mean; systems before controls, the unscored last."""
    mine: dict[str, list[Thumb]] = defaultdict(list)
    for thumb in thumbs:
        mine[thumb.system].append(thumb)
    rows = [(row, mine[row.system], _mean(mine[row.system])) for row in board if row.system in mine]
    return sorted(rows, key=lambda one: (one[0].kind == "control", one[2] is None, -(one[2] or 0.0)))


def _mean(thumbs: Sequence[Thumb]) -> float | None:
    known = [value for thumb in thumbs if (value := thumb.scores["overall"]) is not None]
    return sum(known) / len(known) if known else None


def _items(results: Sequence[DrawResult]) -> list[tuple[str, list[_Hard]]]:
    """Labels, relations and components with how often systems had them right, the hardest first; without controls."""
    found: dict[str, dict[tuple[str, ...], list[bool]]] = {"Labels": {}, "Relations": {}, "Components": {}}
    for result in results:
        if result.score is None or result.kind == "control":
            continue
        for label in result.score.labels:
            found["Labels"].setdefault((label.label,), []).append(label.found)
        for kind, verdicts in (("Relations", result.score.relations), ("Components", result.score.components)):
            for verdict in verdicts:
                parts = getattr(verdict, "relation", None) or (getattr(verdict, "component", ""),)
                said = found[kind].setdefault(tuple(parts), [])
                if verdict.verdict is not None:
                    said.append(verdict.verdict == "yes")
    return [
        (kind, sorted((_Hard(parts, sum(said), len(said)) for parts, said in rows.items()), key=_ease))
        for kind, rows in found.items()
        if rows
    ]


def _ease(item: _Hard) -> tuple[bool, float, tuple[str, ...]]:
    return not item.decided, item.right / item.decided if item.decided else 0.0, item.parts
