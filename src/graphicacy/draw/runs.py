"""Reading the folders of runs: the results, the facts of the run, and what was wrong with either."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from graphicacy.draw.record import DrawResult

__all__ = ["BadRun", "Run", "Sample", "collect", "read_facts", "read_records", "read_run"]

R = TypeVar("R", bound=BaseModel)

_MOST_WARNINGS = 20  # lines of one file that are named


class BadRun(ValueError):
    """A folder that is no run: one line that says which, and what is missing."""


@dataclass(frozen=True, slots=True)
class Run(Generic[R]):
    """One run's folder: its results in the order of the file, the facts of ``run.json``, and warnings."""

    folder: Path
    results: tuple[R, ...]
    facts: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the folder, also where it was given as a relative path like "."."""
        return self.folder.resolve().name


@dataclass(frozen=True, slots=True)
class Sample:
    """One result under the name that its system is shown by, and the folder that holds its files."""

    result: DrawResult
    folder: Path

    def file(self, name: str | None) -> Path | None:
        """The path of a file named by the result; None where there is no name or it leaves the run's folder."""
        if not name:
            return None
        try:
            path = (self.folder / name).resolve()
            inside = path.is_relative_to(self.folder.resolve())
        except (OSError, ValueError):
            return None
        return path if inside else None


def read_run(folder: Path) -> Run[DrawResult]:
    """The results of one folder of a draw run, as ``read_records`` gives them.

    Of two lines for the same system, medium, task and sample the later counts (a sample that was run again).
    """
    return read_records(folder, DrawResult, lambda r: (r.system, r.medium, r.task, r.sample))


def read_records(folder: Path, kind: type[R], key: Callable[[R], Hashable]) -> Run[R]:
    """The results of one run folder. A line that cannot be read becomes a warning; the rest is kept.

    Of two lines with the same key the later counts.

    Raises:
        BadRun: the folder or its ``results.jsonl`` does not exist or cannot be read.
    """
    path = folder / "results.jsonl"
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise BadRun(f"{path}: cannot be read ({error.strerror}); name the folder of a finished run") from None
    kept: dict[Hashable, R] = {}
    warnings: list[str] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            result = kind.model_validate_json(line)
        except ValidationError as error:
            warnings.append(f"{path}, line {number}: left out ({_fault(error)})")
            continue
        kept.pop(key(result), None)
        kept[key(result)] = result
    facts, complaint = read_facts(folder)
    return Run(folder, tuple(kept.values()), facts, (*_first(warnings, path), *complaint))


def read_facts(folder: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What ``run.json`` says of a run, and what is wrong with it; nothing where there is no such file."""
    path = folder / "run.json"
    if not path.exists():
        return {}, ()
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        return {}, (f"{path}: left out, the date and facts of this run are not known ({error})",)
    if not isinstance(facts, dict):
        return {}, (f"{path}: left out, it is not a JSON object",)
    return facts, ()


def _first(warnings: list[str], path: Path) -> list[str]:
    more = len(warnings) - _MOST_WARNINGS
    return warnings if more <= 0 else [*warnings[:_MOST_WARNINGS], f"{path}: {more} more lines left out"]


def _fault(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else f"{first['msg']}"


def collect(runs: Sequence[Run[DrawResult]]) -> list[Sample]:
    """All samples of all runs, each system under one clear name.

    A system that drew in several media, or that occurs in several runs for the same task and sample, is told
    apart by its medium or by the run's folder: its name, or its path where two runs have the same name.
    """
    folders = Counter(run.name for run in runs)
    pairs = [(run, result) for run in runs for result in run.results]
    media = _several((r.system, r.medium) for _, r in pairs)
    named = [(run, r, f"{r.system} · {r.medium}" if r.system in media else r.system) for run, r in pairs]
    sightings = Counter((name, r.task, r.sample) for _, r, name in named)
    repeated = {name for (name, _, _), times in sightings.items() if times > 1}
    samples = []
    for run, result, name in named:
        if name in repeated:
            name = f"{name} · {run.name if folders[run.name] == 1 else run.folder}"
        samples.append(Sample(result.model_copy(update={"system": name}), run.folder))
    return samples


def _several(pairs: Iterable[tuple[str, str]]) -> set[str]:
    counts = Counter(first for first, _ in set(pairs))
    return {first for first, times in counts.items() if times > 1}
