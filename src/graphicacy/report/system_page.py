"""The page of a system that drew: its scores among the others, by group and task, its errors and its figures."""

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
from graphicacy.report.tables import MEASURES, ErrorRow, GroupRow, by_system, task_means
from graphicacy.report.views import ErrorKind, HeatMap

__all__ = ["write_systems"]

_MOST_SHOWN = 12  # figures at either end
_EXAMPLES = 6


@dataclass(frozen=True, slots=True)
class _Line:
    """A task: its means by measure, and its samples."""

    id: str
    task: DrawTask | None
    means: Mapping[str, float | None]
    thumbs: Sequence[Thumb]


def write_systems(
    site: Site,
    results: Sequence[DrawResult],
    thumbs: Sequence[Thumb],
    tasks: Sequence[DrawTask],
    groups: Sequence[HeatMap],
    errors: Sequence[ErrorKind],
    common: Mapping[str, Any],
) -> None:
    """Writes ``systems/NAME.html`` of every system and control of the leaderboard."""
    known = {task.id: task for task in tasks}
    drawn: dict[str, list[Thumb]] = defaultdict(list)
    for thumb in thumbs:
        drawn[thumb.system].append(thumb)
    own = by_system(results)
    ranked = [row.system for row in common["board"] if row.kind == "system" and row.overall]
    for place, row in enumerate(common["board"]):
        ends = sorted((t for t in drawn[row.system] if t.scores["overall"] is not None), key=_score)
        content = {
            **common,
            "about": (),
            "warnings": (),
            "row": row,
            "rank": ranked.index(row.system) + 1 if row.system in ranked else None,
            "ranked": len(ranked),
            "groups": [(one.by, _of_group(one, place)) for one in groups],
            "lines": _lines(own[row.system], drawn[row.system], known),
            "errors": _errors(errors, place, drawn[row.system]),
            "worst": ends[:_MOST_SHOWN],
            "best_figures": ends[_MOST_SHOWN:][-_MOST_SHOWN:][::-1],
        }
        site.page(f"systems/{slug(row.system)}.html", "system_page.html", content)


def _score(thumb: Thumb) -> tuple[float, str, int]:
    return thumb.scores["overall"] or 0.0, thumb.task, thumb.sample


def _of_group(groups: HeatMap, place: int) -> list[tuple[str, int, GroupRow | None]]:
    cells = groups.rows[place][2]
    return [(name, size, cell) for (name, size), cell in zip(groups.heads, cells, strict=True)]


def _lines(results: Sequence[DrawResult], thumbs: Sequence[Thumb], known: Mapping[str, DrawTask]) -> list[_Line]:
    means = {name: task_means(results, name) for name in MEASURES}
    names = sorted({thumb.task for thumb in thumbs})
    return [
        _Line(
            name,
            known.get(name),
            {measure: means[measure].get(name) for measure in MEASURES},
            [thumb for thumb in thumbs if thumb.task == name],
        )
        for name in names
    ]


def _errors(
    errors: Sequence[ErrorKind], place: int, thumbs: Sequence[Thumb]
) -> list[tuple[ErrorRow, tuple[Thumb, ...]]]:
    rows = [row for kind in errors if (row := kind.by_system[place]) is not None]
    rows.sort(key=lambda row: (-row.count, row.error))
    return [(row, tuple(t for t in thumbs if row.error in t.error_kinds)[:_EXAMPLES]) for row in rows]
