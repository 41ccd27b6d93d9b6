"""Problems whose solution is a directed graph: texts that a language model is to transcribe.

Those that come with the package are in ``problems/<domain with hyphens>.json``, and were written for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from graphicacy.read.corpus.entry import DOMAINS, Kind

__all__ = ["Problem", "load_problems"]

_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")
_LARGEST = 50_000_000  # bytes of a file
_MOST = 100_000  # problems
_LETTERS = (20, 10_000)  # of a text
_LINES = (".jsonl", ".ndjson")
_KNOWN = {"id", "title", "text", "domain", "kind"}


@dataclass(frozen=True, slots=True)
class Problem:
    """A text that describes a graph. ``kind`` says what its nodes and arrows stand for."""

    id: str
    title: str
    text: str
    domain: str
    kind: Kind = Kind.PROCESS


def load_problems(path: Path | None = None) -> tuple[Problem, ...]:
    """The problems of a file, a JSON list or JSON lines; those of the package where there is none. Ids are unique.

    Each is ``{"id", "title", "text"}``, with "domain" and "kind" if one likes. An id has lower-case letters, digits,
    ``-``, ``_`` and ``.`` only. Raises ``ValueError``, naming the file and the problem, for all else, and ``OSError``.
    """
    if path is not None:
        return _distinct(_problems(_records(path), path.name, "unknown"), path.name)
    folder = files("graphicacy.read.corpus") / "problems"
    found: list[Problem] = []
    for domain in DOMAINS:
        file = folder / f"{domain.replace(' ', '-')}.json"
        found += _problems(json.loads(file.read_text("utf-8")), file.name, domain)
    return _distinct(found, "problems")


def _records(path: Path) -> Any:
    if path.stat().st_size > _LARGEST:
        raise ValueError(f"{path.name}: more than {_LARGEST:,} bytes of problems")
    try:
        text = path.read_text("utf-8")
        if path.suffix.lower() in _LINES:
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name}: this is no JSON: {error}") from None


def _problems(records: Any, name: str, domain: str) -> Iterator[Problem]:
    if not isinstance(records, list) or not 1 <= len(records) <= _MOST:
        raise ValueError(f"{name}: write a JSON list of 1 to {_MOST:,} problems")
    for number, record in enumerate(records, 1):
        try:
            yield _problem(record, domain)
        except ValueError as error:
            raise ValueError(f"{name}: problem {number}: {error}") from None


def _problem(record: Any, domain: str) -> Problem:
    if not isinstance(record, dict) or not all(isinstance(value, str) for value in record.values()):
        raise ValueError('write {"id": "…", "title": "…", "text": "…"}')
    if missing := [key for key in ("id", "title", "text") if not record.get(key, "").strip()]:
        raise ValueError(f"it has no {missing[0]}")
    if unknown := sorted(record.keys() - _KNOWN):
        raise ValueError(f"{unknown[0][:40]!r} is none of {', '.join(sorted(_KNOWN))}")
    if not _ID.fullmatch(record["id"]):
        raise ValueError(f"id {record['id'][:90]!r}: take lower-case letters, digits, '-', '_' and '.', at most 80")
    if not _LETTERS[0] <= len(record["text"]) <= _LETTERS[1]:
        raise ValueError(f"its text has {len(record['text'])} characters, not {_LETTERS[0]} to {_LETTERS[1]:,}")
    if record.get("kind", Kind.PROCESS) not in set(Kind):
        raise ValueError(f"kind {record['kind'][:40]!r} is none of {', '.join(Kind)}")
    domain = record.get("domain", domain)
    if domain not in (*DOMAINS, "unknown"):
        raise ValueError(f"domain {domain[:40]!r} is none of {', '.join(DOMAINS)}")
    title = " ".join(record["title"].split())[:200]
    return Problem(record["id"], title, record["text"].strip(), domain, Kind(record.get("kind", Kind.PROCESS)))


def _distinct(problems: Iterable[Problem], name: str) -> tuple[Problem, ...]:
    found: dict[str, Problem] = {}
    for problem in problems:
        if found.setdefault(problem.id, problem) is not problem:
            raise ValueError(f"{name}: two problems have the id {problem.id!r}")
    return tuple(found.values())
