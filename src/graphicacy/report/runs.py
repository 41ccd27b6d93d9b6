"""Which track a run belongs to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from graphicacy.draw.runs import read_facts

__all__ = ["Track", "track_of"]

Track = Literal["draw", "read"]


def track_of(folder: Path) -> Track:
    """Whether a run drew or read: ``run.json`` says so, else the first line of ``results.jsonl`` that can be read."""
    facts, _ = read_facts(folder)
    if "track" in facts:
        return "read" if facts["track"] == "read" else "draw"
    try:
        with (folder / "results.jsonl").open("rb") as lines:
            return "read" if any(map(_is_answer, lines)) else "draw"
    except OSError:
        return "draw"


def _is_answer(line: bytes) -> bool:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and "answer_type" in record
