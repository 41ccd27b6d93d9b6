"""Answers, statuses and outcomes in the words of the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, Literal

from graphicacy.read.record import ReadResult
from graphicacy.report.numbers import NOTHING, show
from graphicacy.report.reading.pieces import Piece

__all__ = ["OUTCOMES", "STATUS_WORDS", "Outcome", "label_text", "outcome_of", "remarks_of", "words_of"]

Outcome = Literal["wrong", "partly right", "right", "no answer"]
OUTCOMES: tuple[Outcome, ...] = ("wrong", "partly right", "right", "no answer")

STATUS_WORDS = {
    "ok": "answered in the form that was asked for",
    "repaired": "answered in another form, which could be read without doubt",
    "unparseable": "no answer of the kind that was asked for could be read",
    "refused": "refused to answer",
    "truncated": "cut off before the answer ended",
    "empty": "said nothing",
    "failed": "could not be asked",
}

_LONGEST = 160  # characters of a label


def outcome_of(result: ReadResult) -> Outcome:
    """Right where the strict score is 1, wrong where nothing is right; without a score there is no answer."""
    if result.score is None:
        return "no answer"
    if result.strict == 1:
        return "right"
    return "partly right" if result.score > 0 else "wrong"


def words_of(piece: Piece) -> str:
    """A piece of an answer as a reader would say it: "A", "A → B", "added: A → B"."""
    value = piece.value
    if piece.kind == "node":
        return label_text(value)
    if piece.kind == "edge":
        return _arrow(value)
    if piece.kind == "pair":
        return f"{_arrow(value[0])} × {_arrow(value[1])}"
    if piece.kind == "change":
        return _change(value)
    if piece.kind == "box":
        x0, y0, x1, y1 = (round(v) for v in value)
        return f"x {x0}–{x1}, y {y0}–{y1} px"
    return str(value)


def label_text(label: str) -> str:
    """A label in one line, without invisible characters, and not longer than a line of a list."""
    text = " ".join("".join(c for c in label if unicodedata.category(c)[0] != "C" or c.isspace()).split())
    if not text:
        return "(no label)"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _arrow(edge: Mapping[str, Any]) -> str:
    return f"{label_text(edge['source'])} → {label_text(edge['target'])}"


def _change(told: Mapping[str, Any]) -> str:
    change = label_text(str(told.get("change", "")))
    if isinstance(edge := told.get("edge"), Mapping):
        return f"{change}: {_arrow(edge)}"
    if isinstance(told.get("from"), str) and isinstance(told.get("to"), str):
        return f"{change}: {label_text(told['from'])} ⇒ {label_text(told['to'])}"
    return f"{change}: {label_text(str(told.get('node', '')))}"


def remarks_of(result: ReadResult) -> list[str]:
    """What a grade says beyond its number, a line each."""
    told, lines = result.details, []
    if result.status == "failed":
        lines.append(result.reason or "no reason was recorded")
    lines += [text for text in (told.get("note"), told.get("fault")) if isinstance(text, str) and text]
    if told.get("fabricated") is True:
        lines.append("fabricated: nothing in the figure is the answer")
    if told.get("over_refused") is True:
        lines.append("says that there is no answer, where there is one")
    if told.get("outside") is True:
        lines.append("the box was not in the picture: its corners are in other units than were asked for")
    if (iou := _share(told.get("iou"))) is not None:
        centre = "in" if told.get("centre_in_box") is True else "not in"
        lines.append(f"intersection over union {show(iou)}, right from 0.500; its centre is {centre} the right box")
    precision, recall = (show(_share(told.get(name)), "percent") for name in ("precision", "recall"))
    if result.score is not None and result.strict != 1 and precision != NOTHING:
        lines.append(f"of what was answered {precision} is right; of what is right {recall} was answered")
    fuzzy = _share(told.get("f1_fuzzy"))
    if fuzzy is not None and result.score is not None and fuzzy > result.score + 0.0005:
        lines.append(f"{show(fuzzy)} if slips of spelling were forgiven")
    if told.get("exact") is False and result.score == 1:
        lines.append("all items are right, in another order")
    return lines


def _share(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1 else None
