"""The files of an export beside its questions: the program that a harness loads, and what the export is."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from graphicacy.read.export.records import Chosen

__all__ = ["write_about", "write_program"]


def write_program(out: Path, name: str, template: str) -> Path:
    """Write a file of ``templates`` under another name."""
    text = (files("graphicacy.read.export") / "templates" / template).read_text(encoding="utf-8")
    path = out / name
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def write_about(out: Path, chosen: Chosen, count: int) -> Path:
    """Write ``graphicacy.json``: dataset, split, box convention, prompt ids and versions."""
    path = out / "graphicacy.json"
    about = {**chosen.about(), "count": count}
    path.write_text(f"{json.dumps(about, indent=2, ensure_ascii=False)}\n", encoding="utf-8", newline="\n")
    return path
