"""The page that compares two systems: the reader chooses them, the numbers are those of the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphicacy.draw.record import DrawResult
from graphicacy.report.folder import Site
from graphicacy.report.names import slug
from graphicacy.report.tables import MEASURES, Row, by_system, paired_differences, task_means

__all__ = ["drawn_data", "write_compare"]

_MOST_PAIRS = 2_000  # whose intervals are made: all of 60 systems


def write_compare(site: Site, tracks: Mapping[str, Mapping[str, Any]], nav: Mapping[str, str]) -> None:
    """Writes ``compare.html``. ``tracks`` holds the data of each track, as ``drawn_data`` makes it."""
    content = {"nav": nav, "here": "Compare", "date": "", "warnings": (), "about": (), "tracks": tracks}
    address = site.data("compare", tracks)
    site.page("compare.html", "compare.html", {**content, "data": address}, scripts=("compare.js",))


def drawn_data(results: Sequence[DrawResult], board: Sequence[Row], seed: int) -> dict[str, Any]:
    """Each system's means by measure and by task, and the paired difference of every two, as JSON.

    ``systems`` are in the order of the board: name, kind, page, ``means`` (by measure), ``items`` (mean overall score
    by task, null where there is none). ``pairs`` holds [difference, low, high, p, tasks] at "i,j", i before j, p not
    adjusted, for two systems that the reader chose before seeing it.
    """
    own = by_system(results)
    names = [row.system for row in board]
    means = {name: {measure: task_means(own[name], measure) for measure in MEASURES} for name in names}
    tasks = sorted({task for name in names for task in means[name]["overall"]})
    chosen = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]][:_MOST_PAIRS]
    found = paired_differences(results, seed, chosen)
    place = {name: i for i, name in enumerate(names)}
    return {
        "title": "Drawing",
        "item": "task",
        "items": [{"name": task, "page": f"tasks/{slug(task)}.html"} for task in tasks],
        "measures": list(MEASURES),
        "systems": [
            {
                "name": row.system,
                "kind": row.kind,
                "page": f"systems/{slug(row.system)}.html",
                "means": [_mean(means[row.system][measure]) for measure in MEASURES],
                "items": [_rounded(means[row.system]["overall"].get(task)) for task in tasks],
            }
            for row in board
        ],
        "pairs": {
            f"{place[one.first]},{place[one.second]}": [
                *map(_rounded, (one.difference.estimate, one.difference.low, one.difference.high)),
                one.p,
                one.tasks,
            ]
            for one in found
            if one.difference is not None
        },
    }


def _mean(by_task: Mapping[str, float]) -> float | None:
    return round(sum(by_task.values()) / len(by_task), 5) if by_task else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 5)
