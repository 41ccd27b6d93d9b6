"""Figures at their gates, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TextIO

from graphicacy.draw.gate import SCORES, Checked
from graphicacy.show import number

__all__ = ["checked_json", "print_checked", "print_failures"]


def print_checked(figure: Checked) -> None:
    """One line with the scores of a figure, and one for each thing that fails it."""
    if figure.score is None:
        return
    scores = ", ".join(f"{name} {number(getattr(figure.score, name))}" for name in ("overall", *SCORES[:-1]))
    print(_plain(f"{'pass' if figure.passed else 'FAIL'}  {figure.file}: {scores}"), flush=True)
    print_failures(figure)


def print_failures(figure: Checked, file: TextIO | None = None) -> None:
    """One line for each thing that fails a figure."""
    for failure in figure.failures:
        print(_plain(f"      below the gate: {failure}"), file=file, flush=True)


def checked_json(figures: Sequence[Checked]) -> dict[str, Any]:
    """``{"passed", "figures": [{"file", "task", "passed", "checks", "fault", "score"}]}``."""
    return {"passed": all(figure.passed for figure in figures), "figures": [_record(figure) for figure in figures]}


def _record(figure: Checked) -> dict[str, Any]:
    return {
        "file": figure.file,
        "task": figure.task,
        "passed": figure.passed,
        "checks": [
            {"check": check.name, "passed": not check.failures, "failures": list(check.failures)}
            for check in figure.checks
        ],
        "fault": figure.fault or None,
        "score": None if figure.score is None else figure.score.model_dump(mode="json"),
    }


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)
