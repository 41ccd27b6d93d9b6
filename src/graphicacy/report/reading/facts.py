"""What the page says of runs of the reading track in words: sizes, who leads, and what to be careful about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from graphicacy.draw.runs import Run
from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES
from graphicacy.report.facts import file_name
from graphicacy.report.formats import show_interval
from graphicacy.report.numbers import show
from graphicacy.report.reading.tables import BoardRow, PairRow

__all__ = ["headline_of", "known_tasks", "sizes_of", "warnings_of"]

_VIEWS = {"image": "picture", "source": "source text", "blind": "neither"}
_MOST_NAMED = 8


def known_tasks(results: Iterable[ReadResult]) -> list[ReadResult]:
    """The results of tasks that this version knows."""
    return [result for result in results if result.task in LEAVES]


def sizes_of(runs: Sequence[Run[ReadResult]], results: Sequence[ReadResult]) -> list[tuple[str, str]]:
    """The dataset and the size of the runs: (what, what it is or counts)."""
    counts = [
        (len({r.system for r in results}), "system", "systems"),
        (len({r.id for r in results}), "question", "questions"),
        (len({r.diagram for r in results}), "diagram", "diagrams"),
        (len(results), "answer", "answers"),
    ]
    sizes = [(show(n, "count"), one if n == 1 else many) for n, one, many in counts if n]
    views = [words for view, words in _VIEWS.items() if any(r.view == view for r in results)]
    told = [
        (_joined(file_name(run.facts.get("dataset")) for run in runs), "dataset"),
        (_joined(run.facts.get("digest") for run in runs), "its digest"),
        (_joined(run.facts.get("split") or "all" for run in runs if run.facts), "split"),
        (", ".join(views), "shown"),
        (_joined(version for run in runs for version in _prompts(run)), "prompts"),
    ]
    return [*sizes, *((text, what) for text, what in told if text)]


def _joined(values: Iterable[Any]) -> str:
    return ", ".join(dict.fromkeys(value for value in values if isinstance(value, str) and value))


def _prompts(run: Run[ReadResult]) -> list[str]:
    """The versions of a run's prompts: what stands before the digests in their ids, which are told by view."""
    told = run.facts.get("prompts")
    lists = [ids for ids in told.values() if isinstance(ids, list)] if isinstance(told, dict) else []
    return [name.partition(":")[0] for ids in lists for name in ids if isinstance(name, str)]


def headline_of(board: Sequence[BoardRow], pairs: Sequence[PairRow]) -> str:
    """Who leads of those that were shown pictures, and whether that can be told from chance; "" without a score."""
    scored = [row for row in board if row.all_asked.estimate is not None]
    if not scored:
        return ""
    leader = scored[0]
    lead = f"{leader.name} scores {show_interval(leader.all_asked)} over all questions asked"
    rival = next((pair for pair in pairs if pair.first == leader.name and pair.difference.estimate is not None), None)
    if rival is None:
        return f"{lead}."
    gap = show(rival.difference.estimate)
    if rival.p_holm is None:
        return f"{lead}; {gap} more than {rival.second}, on too few diagrams to test."
    if rival.p_holm < 0.05:
        return f"{lead}, ahead of {rival.second} by {gap}, more than chance over diagrams explains."
    return f"{lead}. Its lead of {gap} over {rival.second} is within what chance over diagrams explains."


def warnings_of(runs: Sequence[Run[ReadResult]], results: Sequence[ReadResult]) -> list[str]:
    """What the reader of the numbers must know: unreadable lines, other datasets, unknown tasks, unequal questions."""
    warnings = [warning for run in runs for warning in run.warnings]
    if not results:
        warnings.append("there are no results yet: the tables are empty")
    digests = {run.facts["digest"] for run in runs if isinstance(run.facts.get("digest"), str)}
    if len(digests) > 1:
        warnings.append(f"the runs read {len(digests)} different datasets: their scores do not compare")
    strange = sorted({r.task for r in results} - LEAVES.keys())
    if strange:
        shown = ", ".join(strange[:_MOST_NAMED]) + (" …" if len(strange) > _MOST_NAMED else "")
        warnings.append(f"left out, since this version does not know the task: {shown}")
    asked: dict[tuple[str, str], set[str]] = {}
    for result in results:
        asked.setdefault((result.system, result.view), set()).add(result.id)
    if len({frozenset(ids) for ids in asked.values()}) > 1:
        warnings.append(
            "not all systems were asked the same questions: scores are over what each was asked, "
            "differences over what both were"
        )
    return warnings
