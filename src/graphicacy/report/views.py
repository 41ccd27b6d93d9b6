"""Tables as the page lays them out: heat maps by group, differences worth showing, errors with examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphicacy.draw.record import DrawResult
from graphicacy.draw.task import DrawTask
from graphicacy.report.figures import Thumb
from graphicacy.report.tables import (
    ErrorRow,
    Grouping,
    GroupRow,
    PairRow,
    Row,
    breakdown,
    error_taxonomy,
    paired_differences,
)

__all__ = ["ErrorKind", "HeatMap", "difference_view", "error_view", "heat_view"]

_ALL_PAIRS_UP_TO = 6  # systems; beyond that, the leader against each and each against the next
_EXAMPLES = 4


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Overall scores, systems by groups. ``tasks`` counts the suite's tasks of each group."""

    by: Grouping
    heads: tuple[tuple[str, int], ...]
    rows: tuple[tuple[str, str, tuple[GroupRow | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """One kind of error over all systems: counts by severity, by system in the page's order, and examples."""

    name: str
    count: int
    critical: int
    major: int
    minor: int
    by_system: tuple[ErrorRow | None, ...]
    examples: tuple[Thumb, ...]


def heat_view(
    results: Sequence[DrawResult], tasks: Sequence[DrawTask], by: Grouping, order: Sequence[str], seed: int
) -> HeatMap:
    """The heat map of one grouping, systems in the order given."""
    rows = breakdown(results, tasks, by, seed)
    cells = {(row.system, row.group): row for row in rows}
    groups = list(dict.fromkeys(row.group for row in rows))
    sizes = {group: sum(getattr(task, by) == group for task in tasks) for group in groups}
    kinds = {row.system: row.kind for row in rows}
    lines = tuple((s, kinds[s], tuple(cells.get((s, g)) for g in groups)) for s in order)
    return HeatMap(by, tuple(sizes.items()), lines)


def difference_view(results: Sequence[DrawResult], board: Sequence[Row], seed: int) -> list[PairRow]:
    """All pairs of a few systems; of many, the leader against each and each against the next below it."""
    compared = [row for row in board if row.overall and row.kind == "system"] or [row for row in board if row.overall]
    names = [row.system for row in compared]
    if len(names) <= _ALL_PAIRS_UP_TO:
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    else:
        leader = [(names[0], other) for other in names[1:]]
        pairs = list(dict.fromkeys([*leader, *pairwise(names)]))
    return paired_differences(results, seed, pairs)


def error_view(results: Sequence[DrawResult], gallery: Sequence[Thumb], order: Sequence[str]) -> list[ErrorKind]:
    """Kinds of error, the most frequent first, with examples from as many systems as possible."""
    rows = error_taxonomy(results)
    kinds = []
    for name in dict.fromkeys(row.error for row in rows):
        mine = {row.system: row for row in rows if row.error == name}
        kinds.append(
            ErrorKind(
                name=name,
                count=sum(row.count for row in mine.values()),
                critical=sum(row.critical for row in mine.values()),
                major=sum(row.major for row in mine.values()),
                minor=sum(row.minor for row in mine.values()),
                by_system=tuple(mine.get(system) for system in order),
                examples=_examples(name, gallery),
            )
        )
    return kinds


def _examples(kind: str, gallery: Sequence[Thumb]) -> tuple[Thumb, ...]:
    shown = [figure for figure in gallery if kind in figure.error_kinds and figure.picture]
    first = {figure.system: figure for figure in reversed(shown)}
    spread = [figure for figure in shown if first[figure.system] is figure]
    rest = [figure for figure in shown if first[figure.system] is not figure]
    return tuple([*spread, *rest][:_EXAMPLES])
