"""Graded answers for tests: what is not said has a plain default."""

from __future__ import annotations

from typing import Any

from graphicacy.read.question import AnswerType
from graphicacy.read.record import ReadResult

__all__ = ["graded"]

_VARIANTS = {"graph-parsing": "full", "localization": "node-box", "edge-layout": "long"}


def graded(number: int | str, score: float | None = None, *, task: str = "semantic", **fields: Any) -> ReadResult:
    """An answer to question ``number`` of diagram "d0"; without a score it is unparseable."""
    values: dict[str, Any] = {
        "key": f"q{number}",
        "variant": _VARIANTS.get(task, "element"),
        "answer_type": AnswerType.NODES,
        "gold": ["A"],
        "diagram": "d0",
        "rendering": "mermaid",
        "difficulty": "easy",
        "asks": f"a{number}",
        "system": "s",
        "status": "unparseable" if score is None else "ok",
        "strict": None if score is None else float(score == 1),
    } | fields
    return ReadResult(**{"id": f"{values['key']}@{values['rendering']}", "task": task, "score": score} | values)
