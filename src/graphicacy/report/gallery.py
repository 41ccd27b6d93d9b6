"""The gallery of drawings: rows that a script filters, orders and shows a page of at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphicacy.draw.task import DrawTask
from graphicacy.report.figures import Thumb
from graphicacy.report.names import slug
from graphicacy.report.tables import MEASURES, NOT_IN_SUITE

__all__ = ["gallery_data", "gallery_filters"]

_FACETS = {"type": "figure_type", "discipline": "discipline", "difficulty": "difficulty"}


def gallery_data(thumbs: Sequence[Thumb], tasks: Sequence[DrawTask], order: Sequence[str]) -> dict[str, Any]:
    """What the script needs, as JSON: ``systems``, ``tasks`` and ``errors`` once, and for each figure a row.

    A row is [id, picture or null, system, task, sample, status, scores (overall, TF, SC, SQ, CA; null where not
    scored), errors, missing labels, words]; systems, tasks and errors are places in their lists.
    """
    known = {task.id: task for task in tasks}
    names = list(dict.fromkeys(thumb.task for thumb in thumbs))
    errors = sorted({kind for thumb in thumbs for kind in thumb.error_kinds})
    kinds = {thumb.system: thumb.kind for thumb in thumbs}
    system_at, task_at, error_at = ({name: i for i, name in enumerate(some)} for some in (order, names, errors))
    return {
        "systems": [{"name": name, "kind": kinds.get(name, ""), "page": slug(name)} for name in order],
        "tasks": [_task(name, known.get(name)) for name in names],
        "errors": errors,
        "figures": [
            [
                thumb.id,
                [thumb.picture.src, thumb.picture.width, thumb.picture.height] if thumb.picture else None,
                system_at[thumb.system],
                task_at[thumb.task],
                thumb.sample,
                thumb.status,
                [_rounded(thumb.scores[name]) for name in MEASURES],
                [error_at[kind] for kind in thumb.error_kinds],
                thumb.missing,
                thumb.words,
            ]
            for thumb in thumbs
        ],
    }


def gallery_filters(
    thumbs: Sequence[Thumb], tasks: Sequence[DrawTask], order: Sequence[str]
) -> list[tuple[str, str, list[str]]]:
    """(name, heading, choices) of each filter; those with one choice are left out."""
    known = {task.id: task for task in tasks}
    shown = {name: {_facet(known.get(thumb.task), by) for thumb in thumbs} for name, by in _FACETS.items()}
    systems = {thumb.system for thumb in thumbs}
    levels = ("easy", "medium", "hard", NOT_IN_SUITE)
    choices = [
        ("system", "System", [system for system in order if system in systems]),
        ("task", "Task", list(dict.fromkeys(thumb.task for thumb in thumbs))),
        ("type", "Figure type", sorted(shown["type"])),
        ("discipline", "Discipline", sorted(shown["discipline"])),
        ("difficulty", "Difficulty", [level for level in levels if level in shown["difficulty"]]),
        ("error", "Error", sorted({kind for thumb in thumbs for kind in thumb.error_kinds})),
    ]
    return [choice for choice in choices if len(choice[2]) > 1 or (choice[0] == "error" and choice[2])]


def _task(name: str, task: DrawTask | None) -> dict[str, Any]:
    words = [name, *(_facet(task, by) for by in _FACETS.values()), task.prompt if task else ""]
    words += task.required_labels if task else ()
    return {
        "id": name,
        "page": slug(name),
        "words": " ".join(" ".join(words).lower().split()),
        **{key: _facet(task, by) for key, by in _FACETS.items()},
    }


def _facet(task: DrawTask | None, by: str) -> str:
    return str(getattr(task, by)) if task else NOT_IN_SUITE


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
