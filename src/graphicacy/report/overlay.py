"""What is drawn over a picture: found, misspelt and wrong text, and where each error is. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from graphicacy.draw.record import BoxTuple, DrawScore, TextScore

__all__ = ["Look", "Mark", "marks", "missing_labels", "text_score"]

Look = Literal["found", "misspelt", "extra", "error"]

_ROOM = 0.004  # share of the long side left between ink and mark, so that a mark does not strike letters


@dataclass(frozen=True, slots=True)
class Mark:
    """One box over the picture, in pixels of the score's frame.

    ``number`` is the place of the error in the drawing's error list, from 1; None for a mark that is no error.
    """

    look: Look
    x: float
    y: float
    width: float
    height: float
    title: str
    number: int | None = None


def text_score(score: DrawScore) -> TextScore | None:
    """The strict text score, else the published one."""
    return score.text.get("strict") or score.text.get("published")


def missing_labels(score: DrawScore) -> list[str]:
    """Required labels that have no place in the picture."""
    return [label.label for label in score.labels if label.verdict == "missing"]


def marks(score: DrawScore) -> list[Mark]:
    """All marks of one drawing, errors last (on top). Boxes are cut to the frame; those outside it are left out."""
    if score.width <= 0 or score.height <= 0:
        return []
    return list(_clean(_raw(score), score.width, score.height))


_Raw = tuple[Look, BoxTuple, str, int | None]


def _raw(score: DrawScore) -> Iterator[_Raw]:
    errors = [(number, error) for number, error in enumerate(score.errors, start=1) if error.box]
    named: set[int] = set()
    for label in score.labels:
        if label.box is None or label.verdict == "missing":
            continue
        if label.found:
            yield "found", label.box, f"found: {label.label}", None
            continue
        number = next((n for n, error in errors if error.box and _same(error.box, label.box)), None)
        named.update([number] if number else [])
        yield "misspelt", label.box, f"misspelt: “{label.seen}” for “{label.label}”", number
    for text, box, what in _other_text(score):
        number = next((n for n, error in errors if error.box and _same(error.box, box)), None)
        named.update([number] if number else [])
        yield "extra", box, f"{what}: “{text}”", number
    for number, error in errors:
        if number not in named and error.box:
            yield "error", error.box, f"{number}. {error.kind} ({error.severity}): {error.what}", number


def _other_text(score: DrawScore) -> Iterator[tuple[str, BoxTuple, str]]:
    text = text_score(score)
    if text is None:
        return
    seen: list[BoxTuple] = []
    for what, items in (("gibberish", text.gibberish), ("duplicate", text.duplicates), ("extra text", text.extra)):
        for string, box in items:
            if not any(_same(box, other) for other in seen):
                seen.append(box)
                yield string, box, what


def _clean(raw: Iterable[_Raw], width: int, height: int) -> Iterator[Mark]:
    room = _ROOM * max(width, height)
    for look, box, title, number in raw:
        if not (all(map(math.isfinite, box)) and box[0] < width and box[1] < height and box[2] > 0 and box[3] > 0):
            continue
        by = 2 * room if look == "error" else room  # an error about a found label shows outside its mark
        x0, y0 = max(box[0] - by, 0.0), max(box[1] - by, 0.0)
        x1, y1 = min(box[2] + by, float(width)), min(box[3] + by, float(height))
        if x1 > x0 and y1 > y0:
            yield Mark(look, round(x0, 1), round(y0, 1), round(x1 - x0, 1), round(y1 - y0, 1), title, number)


def _same(a: BoxTuple, b: BoxTuple) -> bool:
    """Whether two boxes cover the same area: intersection over union of at least 0.8."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if not (width > 0 and height > 0):
        return False
    shared = width * height
    union = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared
    return shared >= 0.8 * union
