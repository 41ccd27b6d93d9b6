"""Lines of JSON that are added one by one, and are there after a kill: what ``read synthesize`` and ``reword`` keep."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["Journal"]


class Journal:
    """A file with an object on each line. A last line that a kill has cut off does not count."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def records(self) -> Iterator[dict[str, Any]]:
        """The objects in the file, in order. Raises ``ValueError``, with the line, for what is none."""
        if not self.path.is_file():
            return
        with self.path.open(encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                record = _object(line)
                if record is not None:
                    yield record
                elif line.endswith("\n") and line.strip():
                    raise ValueError(f"{self.path}: line {number} is no JSON object; delete it, or the file")

    def add(self, record: dict[str, Any]) -> None:
        """Add an object at the end. What a kill has cut off there is taken away first."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as file:
            _trim(file)
            file.write(f"{json.dumps(record, ensure_ascii=False)}\n".encode("utf-8", "replace"))


def _object(line: str) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _trim(file: Any) -> None:
    """Cut off a last line without an end."""
    size = file.seek(0, 2)
    if size == 0:
        return
    file.seek(size - 1)
    if file.read(1) == b"\n":
        return
    file.seek(0)
    file.truncate(file.read().rfind(b"\n") + 1)
