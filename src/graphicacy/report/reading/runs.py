"""Runs of the reading track, each system under one clear name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from graphicacy.draw.runs import Run, read_records
from graphicacy.read.record import ReadResult

__all__ = ["collect_answers", "column_of", "read_reading_run"]


def read_reading_run(folder: Path) -> Run[ReadResult]:
    """The results of one folder of ``graphicacy read run`` or ``read grade``. Raises ``BadRun`` where there are none.

    A line that cannot be read becomes a warning. Of two lines for the same system, view and question the later counts.
    """
    return read_records(folder, ReadResult, lambda r: (r.system, r.view, r.id))


def collect_answers(runs: Sequence[Run[ReadResult]]) -> list[ReadResult]:
    """All results of all runs. A system asked the same in several runs is told apart by the run's folder.

    That is its name, or its path where two runs have the same name.
    """
    folders = Counter(run.name for run in runs)
    sightings = Counter((r.system, r.view, r.id) for run in runs for r in run.results)
    repeated = {(system, view) for (system, view, _), times in sightings.items() if times > 1}
    collected = []
    for run in runs:
        suffix = f" · {run.name if folders[run.name] == 1 else run.folder}"
        for result in run.results:
            is_repeated = (result.system, result.view) in repeated
            collected.append(result.model_copy(update={"system": result.system + suffix}) if is_repeated else result)
    return collected


def column_of(system: str, view: str) -> str:
    """What a system is called where it stands beside itself in other views: "name", "name · blind"."""
    return system if view == "image" else f"{system} · {view}"
