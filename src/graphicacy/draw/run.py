"""A run of drawings: what a system gave for one sample, and the files that a run's folder holds."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from graphicacy.draw.record import (
    ComponentVerdict,
    DrawResult,
    DrawScore,
    ErrorItem,
    LabelVerdict,
    RelationVerdict,
    TextScore,
)
from graphicacy.draw.task import DrawTask

__all__ = ["MEDIA", "SUFFIXES", "Drawn", "Medium", "Mode", "nothing_drawn", "save_file", "suite_hash", "write_results"]

Medium = Literal["image", "svg", "mermaid", "dot", "tikz"]
Mode = Literal["strict", "published"]
MEDIA: tuple[str, ...] = get_args(Medium)
SUFFIXES = {"svg": ".svg", "mermaid": ".mmd", "dot": ".dot", "tikz": ".tex"}


class Drawn(BaseModel):
    """What a system gave for one sample, kept in the log beside the picture.

    ``source`` is the code that was drawn, in ``notation`` (None for a picture made as pixels). ``model`` is the name
    under which the server answered; ``seconds``, ``tokens`` and ``cost`` (US dollars) are sums over all rounds;
    ``repairs`` counts the rounds after the first; ``prompt`` is the id of the fixed prompt, empty where there is none.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    status: Literal["ok", "no-drawing"]
    reason: str = ""
    medium: Medium
    notation: str | None = None
    source: str | None = None
    prompt: str = ""
    model: str = ""
    seconds: float | None = None
    tokens: int | None = None
    cost: float | None = None
    repairs: int = Field(default=0, ge=0)


def suite_hash(tasks: Iterable[DrawTask]) -> str:
    """The first 16 hex digits of the SHA-256 of the tasks, in the order of their ids."""
    records = [task.model_dump(mode="json") for task in sorted(tasks, key=lambda task: task.id)]
    text = json.dumps(records, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:16]


def nothing_drawn(task: DrawTask, reason: str) -> DrawScore:
    """The score of an answer that holds no drawing: 0 in every dimension, every label missing, every item "no"."""
    labels = tuple(LabelVerdict(label=label, found=False, verdict="missing") for label in task.required_labels)
    why = "nothing was drawn"
    return DrawScore(
        TF=0.0,
        SC=0.0,
        SQ=0.0,
        CA=0.0,
        overall=0.0,
        labels=labels,
        relations=tuple(RelationVerdict(relation=r, verdict="no", why=why) for r in task.required_relations),
        components=tuple(ComponentVerdict(component=c, verdict="no", why=why) for c in task.required_components),
        errors=(ErrorItem(kind="nothing-drawn", severity="critical", what=reason or why),),
        scored_by=dict.fromkeys(("TF", "SC", "SQ", "CA"), "no drawing"),
        text={mode: _no_text(mode, labels) for mode in get_args(Mode)},
        all_right=False,
    )


def _no_text(mode: Mode, labels: tuple[LabelVerdict, ...]) -> TextScore:
    return TextScore(mode=mode, tf=0.0, recall=0.0, cer=1.0, precision=None, labels=labels)


def save_file(out: Path, data: bytes, suffix: str) -> str:
    """Keeps a drawing or its source under a name made of its content; returns the path relative to ``out``."""
    name = f"drawings/{sha256(data).hexdigest()[:16]}{suffix}"
    if not (out / name).exists():
        _write(out / name, data)
    return name


def write_results(out: Path, results: Sequence[DrawResult], facts: dict[str, Any]) -> None:
    """Writes ``results.jsonl`` (one line a sample) and ``run.json``, each replaced in one step."""
    lines = "".join(result.model_dump_json() + "\n" for result in results)
    _write(out / "results.jsonl", lines.encode())
    _write(out / "run.json", (json.dumps(facts, indent=2, ensure_ascii=False, sort_keys=True) + "\n").encode())


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(path)
