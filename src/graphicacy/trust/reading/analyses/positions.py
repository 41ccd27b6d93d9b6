"""Position bias: are some directions, or cells, said more often than they are right, and are boxes shifted?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphicacy.read.answers.places import DIRECTIONS, POSITIONS
from graphicacy.read.question import AnswerType
from graphicacy.read.record import ReadResult, View
from graphicacy.trust.reading.analyses.table import Table, sentence, told
from graphicacy.trust.reading.averages import Average, averages
from graphicacy.trust.reading.columns import codes_of, columns_of, is_graded, runs_in
from graphicacy.trust.reading.pairs import Difference, differences

__all__ = ["OffsetRow", "ValueRow", "box_offsets", "position_bias"]

_VALUES = {AnswerType.DIRECTION: DIRECTIONS, AnswerType.POSITION: POSITIONS}
_OVERLAP = 0.1  # IoU from which a box is taken for a shifted right one
_LEAST_SHIFT = 0.005  # of a side, told: as much comes of rounding to thousandths
_AXES = {"x": ("width", "left of", "right of"), "y": ("height", "above", "below")}


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A direction or cell: its share among the graded answers (first) and among the right ones (second).

    ``accuracy`` is over the questions to which it is right.
    """

    system: str
    view: View
    answer_type: str
    value: str
    shares: Difference
    accuracy: Average
    reading: str

    def to_json(self) -> dict[str, Any]:
        """The fields; ``said`` and ``gold`` are the shares, ``accuracy`` is a record of its own."""
        shares = self.shares.to_json()
        return {
            "system": self.system,
            "view": self.view,
            "answer_type": self.answer_type,
            "value": self.value,
            "said": shares.pop("first"),
            "gold": shares.pop("second"),
            **shares,
            "accuracy": self.accuracy.to_json(),
            "reading": self.reading,
        }


@dataclass(frozen=True, slots=True)
class OffsetRow:
    """How far the centres of boxes lie from the right ones, in widths (axis x) or heights (y) of the right box.

    Positive is to the right, and down. Over boxes whose intersection with the right one is a tenth of their union: of
    others it is not clear that they are meant for it. ``boxes`` is the number of all graded ones.
    """

    system: str
    view: View
    task: str
    variant: str
    axis: str
    offset: Average
    boxes: int
    reading: str

    def to_json(self) -> dict[str, Any]:
        """The fields, with those of ``offset``."""
        return {
            "system": self.system,
            "view": self.view,
            "task": self.task,
            "variant": self.variant,
            "axis": self.axis,
            **self.offset.to_json(),
            "boxes": self.boxes,
            "reading": self.reading,
        }


def position_bias(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """How often each of the eight directions, and of the nine cells, is said and is right."""
    rows = (
        row
        for kind in _VALUES
        for (system, view), run in runs_in(_graded(results, kind)).items()
        for row in _values(system, view, kind, run, seed)
    )
    return Table.of(
        "position-bias", "Are some places said more often than they are right?", rows, "no place was answered"
    )


def box_offsets(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """Whether boxes are shifted to a side, by task and variant."""
    runs = runs_in(_graded(results, AnswerType.BOX))
    rows = (row for (system, view), run in runs.items() for row in _offsets(system, view, run, seed))
    return Table.of(
        "box-offsets", "Are boxes shifted to a side?", rows, "no box that was answered overlaps the right one"
    )


def _graded(results: Sequence[ReadResult], kind: AnswerType) -> list[ReadResult]:
    return [r for r in results if r.answer_type == kind and r.view != "blind" and is_graded(r)]


def _values(system: str, view: View, kind: AnswerType, run: Sequence[ReadResult], seed: int) -> Iterator[ValueRow]:
    columns = columns_of(run)
    spoken = [result.details.get("said") for result in columns.results]
    rows = np.arange(len(spoken))
    for value in _VALUES[kind]:
        said = np.array([word == value for word in spoken], dtype=np.float64)
        gold = np.array([result.gold == value for result in columns.results], dtype=np.float64)
        if not said.any() and not gold.any():
            continue
        shares = differences(said, gold, columns.diagram, {"": rows}, [[""]], seed=seed)[1]
        accuracy = averages(columns.score, columns.diagram, {"": np.flatnonzero(gold)}, seed=seed)[""]
        reading = sentence(shares.reversed(), _verdicts(value))
        yield ValueRow(system, view, kind.value, value, shares, accuracy, reading)


def _verdicts(value: str) -> dict[int, str]:
    return {
        -1: f"“{value}” is said less often than it is right",
        0: f"“{value}” is not surely said more, or less, often than it is right",
        1: f"“{value}” is said more often than it is right",
    }


def _offsets(system: str, view: View, run: Sequence[ReadResult], seed: int) -> Iterator[OffsetRow]:
    ordered = sorted(run, key=lambda result: result.id)
    offsets = np.array([_offset(result) for result in ordered])
    diagram = codes_of([result.diagram for result in ordered])
    kinds = [(result.task, result.variant) for result in ordered]
    parts = {kind: np.array([k for k, other in enumerate(kinds) if other == kind]) for kind in sorted(set(kinds))}
    for column, axis in enumerate(_AXES):
        for (task, variant), found in averages(offsets[:, column], diagram, parts, seed=seed).items():
            if found.n:
                reading = f"{task}, {variant}: {_shift(found, axis)}"
                boxes = len(parts[task, variant])
                yield OffsetRow(system, view, task, variant, axis, found, boxes, reading)


def _offset(result: ReadResult) -> tuple[float, float]:
    """How far the centre of the answer's box lies from that of the right one, in sides of the right one."""
    box, gold, iou = _box(result.details.get("box")), _box(result.gold), result.details.get("iou")
    if box is None or gold is None or not isinstance(iou, int | float) or not iou >= _OVERLAP:
        return math.nan, math.nan
    x, y = (((box[k] + box[k + 2]) - (gold[k] + gold[k + 2])) / 2 / (gold[k + 2] - gold[k]) for k in (0, 1))
    return x, y


def _box(value: Any) -> list[float] | None:
    """Four numbers, in pixels, that enclose something, else None: a file of results may hold anything here."""
    if not isinstance(value, list | tuple) or len(value) != 4:
        return None
    if not all(isinstance(side, int | float) and abs(side) <= 1e6 for side in value):
        return None
    x0, y0, x1, y1 = map(float, value)
    return [x0, y0, x1, y1] if x1 - x0 > 1e-3 and y1 - y0 > 1e-3 else None


def _shift(found: Average, axis: str) -> str:
    assert found.value is not None
    side, before, after = _AXES[axis]
    if found.interval is None:
        return f"centres lie {told(found.value)} of the right {side} off; one diagram alone gives no interval"
    low, high = found.interval
    if low <= 0 <= high or abs(found.value) < _LEAST_SHIFT:
        span = f"95 % {told(low)} to {told(high)}"
        return f"boxes are not surely shifted: {told(found.value)} of the right {side} ({span})"
    near, far = sorted((abs(low), abs(high)))
    shift = f"by {told(abs(found.value))} of their {side} (95 % {told(near)} to {told(far)})"
    return f"boxes lie {before if found.value < 0 else after} the right ones, {shift}"
