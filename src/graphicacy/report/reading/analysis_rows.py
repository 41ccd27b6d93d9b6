"""The rows of each analysis as columns of a table, for the page and for papers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from graphicacy.read.taxonomy import LEAVES
from graphicacy.report.formats import TableRow, column
from graphicacy.report.reading.runs import column_of
from graphicacy.trust.reading import Difference
from graphicacy.trust.reading.analyses import (
    Contrast,
    HallucinationRow,
    LayoutRow,
    OffsetRow,
    Row,
    SizeBin,
    SizeTrend,
    ValueRow,
)
from graphicacy.trust.reading.averages import Average
from graphicacy.trust.statistics import Interval, wilson_interval

__all__ = ["analysis_rows", "average_of", "difference_of", "task_name"]


def analysis_rows(rows: Sequence[Row]) -> list[TableRow]:
    """Rows of an analysis, all of one kind, as rows of a table."""
    return [_line(row) for row in rows]


def task_name(task: str) -> str:
    """A task with its code, "S1 graph parsing"; "all" for all."""
    return f"{LEAVES[task].code} {task.replace('-', ' ')}" if task in LEAVES else task or "all"


def average_of(found: Average) -> Interval:
    """An average as an interval."""
    return Interval(found.value, *(found.interval or (None, None)))


def difference_of(found: Difference, sign: int = 1) -> Interval:
    """First less second, or the other way round, as an interval."""
    if found.difference is None:
        return Interval(None, None, None)
    low, high = sorted(sign * end for end in found.interval) if found.interval else (None, None)
    return Interval(sign * found.difference, low, high)


@dataclass(frozen=True, slots=True)
class _ContrastLine:
    system: str = field(metadata=column("System"))
    task: str | None = field(metadata=column("Task"))
    part: str | None = field(metadata=column("Part"))
    measure: str = field(metadata=column("Measure"))
    first: str = field(metadata=column("First"))
    second: str = field(metadata=column("Second"))
    first_score: float | None = field(metadata=column("Score of the first", "score"))
    second_score: float | None = field(metadata=column("Score of the second", "score"))
    difference: Interval = field(metadata=column("First − second", "signed"))
    p: float | None = field(metadata=column("p", "probability"))
    n: int = field(metadata=column("n", "count"))
    asked: int = field(metadata=column("Asked", "count"))
    diagrams: int = field(metadata=column("Diagrams", "count"))


@dataclass(frozen=True, slots=True)
class _LayoutLine:
    system: str = field(metadata=column("System"))
    task: str = field(metadata=column("Task"))
    equal: Interval = field(metadata=column("Equal scores", "percent"))
    distance: Interval = field(metadata=column("Apart"))
    mermaid: float | None = field(metadata=column("Mermaid", "score"))
    graphviz: float | None = field(metadata=column("Graphviz", "score"))
    difference: Interval = field(metadata=column("Mermaid − Graphviz", "signed"))
    p: float | None = field(metadata=column("p", "probability"))
    questions: int = field(metadata=column("Questions", "count"))


@dataclass(frozen=True, slots=True)
class _BinLine:
    system: str = field(metadata=column("System"))
    size: str = field(metadata=column("Size in"))
    least: int = field(metadata=column("From", "count"))
    most: int = field(metadata=column("To", "count"))
    score: Interval = field(metadata=column("Score"))
    adjusted: Interval = field(metadata=column("Adjusted"))
    n: int = field(metadata=column("n", "count"))
    diagrams: int = field(metadata=column("Diagrams", "count"))


@dataclass(frozen=True, slots=True)
class _TrendLine:
    system: str = field(metadata=column("System"))
    size: str = field(metadata=column("Size in"))
    slope: Interval = field(metadata=column("Change for 10 more", "signed"))
    spearman: Interval = field(metadata=column("Spearman’s ρ", "signed"))
    diagrams: int = field(metadata=column("Diagrams", "count"))


@dataclass(frozen=True, slots=True)
class _ValueLine:
    system: str = field(metadata=column("System"))
    kind: str = field(metadata=column("Asked for"))
    value: str = field(metadata=column("Said"))
    said: float | None = field(metadata=column("Share said", "percent"))
    right: float | None = field(metadata=column("Share right", "percent"))
    difference: Interval = field(metadata=column("Said − right", "signed"))
    accuracy: Interval = field(metadata=column("Found where right"))
    n: int = field(metadata=column("n", "count"))


@dataclass(frozen=True, slots=True)
class _OffsetLine:
    system: str = field(metadata=column("System"))
    task: str = field(metadata=column("Task"))
    variant: str = field(metadata=column("Variant"))
    axis: str = field(metadata=column("Axis"))
    offset: Interval = field(metadata=column("Shift, in sides of the right box", "signed"))
    n: int = field(metadata=column("Boxes near enough", "count"))
    boxes: int = field(metadata=column("Boxes", "count"))


@dataclass(frozen=True, slots=True)
class _HallucinationLine:
    system: str = field(metadata=column("System"))
    task: str = field(metadata=column("Task"))
    kind: str = field(metadata=column("Questions"))
    measure: str = field(metadata=column("Measure"))
    share: Interval = field(metadata=column("Share", "percent"))
    count: int = field(metadata=column("Count", "count"))
    n: int = field(metadata=column("n", "count"))
    asked: int = field(metadata=column("Asked", "count"))


@singledispatch
def _line(row: Any) -> TableRow:
    raise TypeError(f"no table for rows of {type(row).__name__}")


@_line.register
def _(row: Contrast) -> TableRow:
    found = row.found
    return _ContrastLine(
        system=column_of(row.system, row.view),
        task=task_name(row.task),
        part=row.part or None,
        measure="all asked" if row.measure == "score_all" else row.measure,
        first=row.names[0],
        second=row.names[1],
        first_score=found.first,
        second_score=found.second,
        difference=difference_of(found),
        p=found.p,
        n=found.n,
        asked=row.asked,
        diagrams=found.diagrams,
    )


@_line.register
def _(row: LayoutRow) -> TableRow:
    return _LayoutLine(
        system=column_of(row.system, row.view),
        task=task_name(row.task),
        equal=average_of(row.equal),
        distance=average_of(row.distance),
        mermaid=row.engines.first,
        graphviz=row.engines.second,
        difference=difference_of(row.engines),
        p=row.engines.p,
        questions=row.equal.n,
    )


@_line.register
def _(row: SizeBin) -> TableRow:
    return _BinLine(
        system=column_of(row.system, row.view),
        size=_SIZES[row.size],
        least=row.least,
        most=row.most,
        score=average_of(row.score),
        adjusted=average_of(row.adjusted),
        n=row.score.n,
        diagrams=row.score.diagrams,
    )


@_line.register
def _(row: SizeTrend) -> TableRow:
    return _TrendLine(
        system=column_of(row.system, row.view),
        size=_SIZES[row.size],
        slope=Interval(row.slope, *(row.slope_interval or (None, None))),
        spearman=Interval(row.spearman, *(row.spearman_interval or (None, None))),
        diagrams=row.n,
    )


_SIZES = {"nodes": "nodes", "edges": "arrows", "crossings": "crossings"}


@_line.register
def _(row: ValueRow) -> TableRow:
    return _ValueLine(
        system=column_of(row.system, row.view),
        kind=row.answer_type,
        value=row.value,
        said=row.shares.first,
        right=row.shares.second,
        difference=difference_of(row.shares),
        accuracy=average_of(row.accuracy),
        n=row.shares.n,
    )


@_line.register
def _(row: OffsetRow) -> TableRow:
    return _OffsetLine(
        system=column_of(row.system, row.view),
        task=task_name(row.task),
        variant=row.variant,
        axis=row.axis,
        offset=average_of(row.offset),
        n=row.offset.n,
        boxes=row.boxes,
    )


@_line.register
def _(row: HallucinationRow) -> TableRow:
    return _HallucinationLine(
        system=column_of(row.system, row.view),
        task=task_name(row.task),
        kind=row.kind,
        measure=row.measure,
        share=wilson_interval(row.share.count, row.share.n),
        count=row.share.count,
        n=row.share.n,
        asked=row.asked,
    )
