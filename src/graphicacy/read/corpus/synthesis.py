"""Graphs that a language model has transcribed from problems, as a source: a folder that ``read synthesize`` made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from graphicacy.diagram.cache import write_whole
from graphicacy.read.corpus.entry import BadEntry, Entry, Kind
from graphicacy.read.corpus.problems import Problem
from graphicacy.read.corpus.transcribe import entry_of_sources

__all__ = ["SynthesisSource", "record_path", "write_record"]

_LARGEST = 2_000_000  # bytes of a record
_TEXTS = ("id", "title", "domain", "kind", "problem", "mermaid", "dot", "model", "prompt")


@dataclass(frozen=True)
class SynthesisSource:
    """The transcriptions in a folder. A key is ``<domain with hyphens>/<id of the problem>``."""

    folder: Path

    @property
    def name(self) -> str:
        """What ``Entry.origin`` says."""
        return "synthesis"

    def keys(self) -> Iterator[str]:
        """One key per record, sorted. Raises ``NotADirectoryError`` where there is no folder."""
        if not self.folder.is_dir():
            raise NotADirectoryError(f"{self.folder}: there is no such folder; graphicacy read synthesize makes one")
        for path in sorted(self.folder.glob("*/*.json")):
            yield f"{path.parent.name}/{path.stem}"

    def load(self, key: str) -> Entry:
        """The entry of a key, read and checked as when it was made. Raises ``BadEntry``, naming the file."""
        path = self.folder / f"{key}.json"
        try:
            record = _record(path)
            kind = Kind(record["kind"])
            problem = Problem(record["id"], record["title"], record["problem"], record["domain"], kind)
            entry = entry_of_sources(problem, record["mermaid"], record["dot"])
        except BadEntry as error:
            raise BadEntry(f"{key}.json: {error}", error.cause) from None
        except (OSError, ValueError, RecursionError) as error:
            raise BadEntry(f"{key}.json: this is no record of a transcription: {error}", "unreadable") from None
        return replace(entry, reference=f"transcribed by {record['model']} from problem {problem.id}")


def record_path(folder: Path, problem: Problem) -> Path:
    """Where the transcription of a problem is kept."""
    return folder / problem.domain.replace(" ", "-") / f"{problem.id}.json"


def write_record(folder: Path, problem: Problem, entry: Entry, model: str, prompt: str) -> None:
    """Keep an accepted transcription: it is there as a whole or not at all. ``prompt`` is the id of what was asked."""
    record = {
        "id": problem.id,
        "title": entry.title,
        "domain": entry.domain,
        "kind": entry.kind.value,
        "problem": entry.problem,
        "mermaid": entry.mermaid,
        "dot": entry.dot,
        "model": model,
        "prompt": prompt,
    }
    write_whole(record_path(folder, problem), f"{json.dumps(record, ensure_ascii=False, indent=2)}\n".encode())


def _record(path: Path) -> dict[str, str]:
    if path.stat().st_size > _LARGEST:
        raise ValueError(f"it has more than {_LARGEST:,} bytes")
    record: Any = json.loads(path.read_text("utf-8"))
    if not isinstance(record, dict):
        raise ValueError("it is no JSON object")
    if missing := [name for name in _TEXTS if not isinstance(record.get(name), str)]:
        raise ValueError(f"{missing[0]} is missing, or no text")
    return record
