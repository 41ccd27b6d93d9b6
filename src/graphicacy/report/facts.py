"""What the page says of a run in words: date, suite, size, who leads, and what to be careful about."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from graphicacy.draw.record import DrawResult
from graphicacy.draw.runs import Run
from graphicacy.draw.task import DrawTask
from graphicacy.report.formats import show_interval
from graphicacy.report.numbers import NOTHING, show
from graphicacy.report.tables import PairRow, Row

__all__ = ["about", "facts_of", "file_name", "headline", "run_date", "warnings_of", "why_unscored"]

_DATES = ("date", "started", "started_at", "created", "finished", "finished_at")
_FILES = ("suite", "dataset", "answers")
_LONGEST = 600  # characters of a value


def run_date(facts: Sequence[Mapping[str, Any]]) -> str:
    """When the runs were made, "30 November 2026" or a span; "" where no run says so."""
    days = sorted(day for one in facts if (day := _day(one)) is not None)
    if not days:
        return ""
    first, last = (f"{day.day} {day:%B %Y}" for day in (days[0], days[-1]))
    return first if first == last else f"{first} to {last}"


def _day(facts: Mapping[str, Any]) -> datetime | None:
    for name in _DATES:
        value = facts.get(name)
        if isinstance(value, str):
            try:
                return datetime.fromisoformat(value).replace(tzinfo=None)
            except ValueError:
                continue
    return None


def about(facts: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The facts of each run as pairs of texts, lists and mappings joined by commas; files without their path."""
    return [
        (name, [(str(k).replace("_", " "), _text(file_name(v) if k in _FILES else v)) for k, v in one.items()])
        for name, one in zip(names, facts, strict=True)
    ]


def file_name(value: Any) -> Any:
    """The name of a file or folder without its path; what names none as it is."""
    return Path(value).name if isinstance(value, str) and value else value


def _text(value: Any) -> str:
    if isinstance(value, list):
        text = ", ".join(map(_text, value)) or NOTHING
    elif isinstance(value, dict):
        text = ", ".join(f"{key}: {_text(part)}" for key, part in value.items()) or NOTHING
    else:
        text = NOTHING if value is None else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def facts_of(results: Sequence[DrawResult], tasks: Sequence[DrawTask], board: Sequence[Row]) -> list[tuple[str, str]]:
    """The size of the run: (number, what it counts)."""
    kinds = [row.kind for row in board]
    drawn = sum(r.status == "ok" for r in results)
    errors = sum(len(r.score.errors) for r in results if r.score)
    counts = [
        (kinds.count("system"), "system", "systems"),
        (kinds.count("control"), "control", "controls"),
        (len(tasks), "task", "tasks"),
        (len({t.figure_type for t in tasks}), "figure type", "figure types"),
        (len({t.discipline for t in tasks}), "discipline", "disciplines"),
        (drawn, "drawing", "drawings"),
        (errors, "error found", "errors found"),
    ]
    return [(show(n, "count"), one if n == 1 else many) for n, one, many in counts]


def headline(board: Sequence[Row], differences: Sequence[PairRow]) -> str:
    """Who leads and whether that can be told from chance, in one or two sentences; "" where nothing was scored."""
    scored = [row for row in board if row.overall]
    if not scored:
        return ""
    if scored[0].kind == "control":
        return "Only controls were run: they show that the scores tell right from wrong, and rank no system."
    leader = scored[0]
    lead = f"{leader.system} scores {show_interval(leader.overall)} overall"
    rival = next((d for d in differences if d.first == leader.system and d.difference), None)
    if rival is None or rival.difference is None:
        return f"{lead}."
    gap = show(rival.difference.estimate)
    if rival.p_holm is None:
        return f"{lead}; {gap} more than {rival.second}, on too few tasks to test."
    if rival.p_holm < 0.05:
        return f"{lead}, ahead of {rival.second} by {gap}, more than chance over tasks explains."
    return f"{lead}. Its lead of {gap} over {rival.second} is within what chance over tasks explains."


def warnings_of(runs: Sequence[Run[DrawResult]], results: Sequence[DrawResult], tasks: Sequence[DrawTask]) -> list[str]:
    """What the reader of the numbers must know: unreadable lines, other suites, strange tasks, no results."""
    warnings = [warning for run in runs for warning in run.warnings]
    if not results:
        warnings.append("there are no results yet: the tables are empty")
    suites = {json.dumps(run.facts["suite_hash"]) for run in runs if "suite_hash" in run.facts}
    if len(suites) > 1:
        warnings.append(f"the runs were made with {len(suites)} different suites: their scores do not compare")
    known = {task.id for task in tasks}
    strange = sorted({r.task for r in results} - known)
    if strange:
        shown = ", ".join(strange[:8]) + (" …" if len(strange) > 8 else "")
        are = "1 task is" if len(strange) == 1 else f"{len(strange)} tasks are"
        warnings.append(f"{are} not in the suite of this report: {shown}")
    return warnings


def why_unscored(result: DrawResult, name: str) -> str:
    """Why a score of this sample does not exist, for the title of its dash."""
    if result.status == "failed":
        return f"not scored, the sample failed: {result.reason or 'no reason given'}"
    if result.score is None:
        return f"not scored: {result.reason or 'no score was written'}"
    return f"nothing could score {name} here" + "".join(f"; {w}" for w in result.score.warnings[:2])
