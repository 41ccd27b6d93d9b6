"""The report of any runs: a page for each track among them, or tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphicacy.draw.runs import BadRun, Run, read_run
from graphicacy.draw.task import DrawTask
from graphicacy.report.formats import FORMATS
from graphicacy.report.runs import track_of

__all__ = ["Written", "write_site"]

_INDEX, _READING = "index.html", "reading.html"


@dataclass(frozen=True, slots=True)
class Written:
    """The files of a report, and what the reader of its numbers must know, a line each."""

    paths: tuple[Path, ...]
    warnings: tuple[str, ...]


def write_site(
    runs: Sequence[Path],
    out: Path,
    tasks: Sequence[DrawTask],
    form: str = "html",
    seed: int = 0,
    step: Callable[[], None] = lambda: None,
) -> Written:
    """Writes the report of run folders of either track, or of both, into the folder ``out``.

    As HTML, runs that drew are ``index.html``, and runs that read are ``reading.html`` beside it, or ``index.html``
    where none drew; the two link to each other.

    Args:
        runs: folders of ``draw run``, ``read run`` or ``read grade``.
        out: made where it does not exist.
        tasks: the suite that was drawn.
        form: "html", or a format of tables: "latex", "csv", "markdown".
        seed: of the intervals; the same inputs and seed give the same bytes.
        step: called after each picture, to show progress.

    Raises:
        BadRun: a folder has no readable results.
        ValueError: ``form`` is none of these, or runs that read were asked different questions under one id.
    """
    if form not in ("html", *FORMATS):
        raise ValueError(f"--format {form}: choose html, {', '.join(FORMATS)}")
    reading = [folder for folder in runs if track_of(folder) == "read"]
    drawing = [folder for folder in runs if folder not in reading]
    drawn, read = [read_run(folder) for folder in drawing], _read(reading)
    _check_any([*drawn, *read])
    warnings = [warning for run in drawn for warning in run.warnings]
    if form == "html":
        paths, told = _pages(drawing, read, out, tasks, seed, step)
        return Written(paths, (*warnings, *told))
    warnings += [warning for run in read for warning in run.warnings]
    return Written(_tables(drawing, read, out, tasks, form, seed), tuple(warnings))


def _read(folders: Sequence[Path]) -> list[Run[Any]]:
    from graphicacy.report.reading.runs import read_reading_run

    return [read_reading_run(folder) for folder in folders]


def _check_any(runs: Sequence[Run[Any]]) -> None:
    warnings = [warning for run in runs for warning in run.warnings]
    if warnings and not any(run.results for run in runs):
        raise BadRun(f"{warnings[0]}; no result can be read: name the folder of a run")


def _pages(
    drawing: Sequence[Path],
    read: Sequence[Run[Any]],
    out: Path,
    tasks: Sequence[DrawTask],
    seed: int,
    step: Callable[[], None],
) -> tuple[tuple[Path, ...], list[str]]:
    """The pages, and the warnings of that of the reading track, which looks for its dataset."""
    from graphicacy.report.page import write_report
    from graphicacy.report.reading.page import write_reading

    paths: list[Path] = []
    told: list[str] = []
    if drawing or not read:
        paths.append(write_report(drawing, out, tasks, seed, step, other=_READING if read else None))
    if read:
        path = out / (_READING if drawing else _INDEX)
        told = write_reading(read, path, other=_INDEX if drawing else None, seed=seed, step=step)
        paths.append(path)
    return tuple(paths), told


def _tables(
    drawing: Sequence[Path], read: Sequence[Run[Any]], out: Path, tasks: Sequence[DrawTask], form: Any, seed: int
) -> tuple[Path, ...]:
    from graphicacy.report.papers import write_tables
    from graphicacy.report.reading.papers import write_reading_tables

    paths = write_tables(drawing, out, tasks, form, seed) if drawing or not read else []
    return (*paths, *(write_reading_tables(read, out, form, seed) if read else []))
