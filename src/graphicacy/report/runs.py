"""What a path of a report holds: a run of a track, a stress test, a rater study, or ratings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from graphicacy.draw.runs import read_facts

__all__ = ["Kind", "Track", "is_of_drawings", "kind_of", "track_of"]

Track = Literal["draw", "read"]
Kind = Literal["draw", "read", "stress", "ratings"]


def kind_of(path: Path) -> Kind:
    """What is there: a file holds ratings, and so does the folder of a rater study; a stress test has its own files."""
    if path.is_file() or (path / "study.json").is_file():
        return "ratings"
    if is_of_drawings(path) or (path / "answers.json").is_file():
        return "stress"
    return track_of(path)


def is_of_drawings(folder: Path) -> bool:
    """Whether a folder has a stress test of scorers of drawings, finished or not."""
    return (folder / "stress.json").is_file() or (folder / "cases.jsonl").is_file()


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
