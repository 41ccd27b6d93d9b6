"""How well answers to questions are graded: planted wrong, equivalent and missing ones, by kind and task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from graphicacy.draw.runs import BadRun
from graphicacy.draw.task import explain
from graphicacy.read.taxonomy import LEAVES
from graphicacy.trust.grader.record import ANSWERS, GraderRow, GraderSummary, PlantKind

__all__ = ["GraderTable", "grader_tables", "read_grader"]

_MOST_BYTES = 50_000_000
_KINDS: tuple[tuple[PlantKind, str], ...] = (
    ("wrong", "Wrong answers that lost points"),
    ("equivalent", "Equivalent answers that lost points"),
    ("no answer", "Texts without an answer that were not graded"),
)


@dataclass(frozen=True, slots=True)
class GraderTable:
    """What was planted of one kind: (task code, name) of each column, and the cells of each way to plant it."""

    kind: PlantKind
    heading: str
    tasks: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[GraderRow | None, ...]], ...]


def read_grader(folder: Path) -> GraderSummary:
    """The stress test of the grader in a folder. Raises ``BadRun`` where it cannot be read."""
    path = folder / ANSWERS
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BadRun(f"{path}: more than {_MOST_BYTES:,} bytes")
        return GraderSummary.model_validate_json(path.read_bytes())
    except OSError as error:
        raise BadRun(f"{path}: cannot be read ({error.strerror or error})") from None
    except ValidationError as error:
        raise BadRun(f"{path}: not a stress test of the grader ({explain(error)})") from None


def grader_tables(rows: Sequence[GraderRow]) -> list[GraderTable]:
    """A table for each kind of planted answer that there is, tasks in the order of the taxonomy."""
    tables = []
    order = list(LEAVES)
    for kind, heading in _KINDS:
        found = {(row.operator, row.task): row for row in rows if row.kind == kind}
        names = sorted({task for _, task in found}, key=lambda t: (order.index(t) if t in LEAVES else len(order), t))
        tasks = tuple((LEAVES[name].code if name in LEAVES else "", name) for name in names)
        operators = dict.fromkeys(operator for operator, _ in found)
        lines = tuple((one, tuple(found.get((one, task)) for task in names)) for one in operators)
        if lines:
            tables.append(GraderTable(kind, heading, tasks, lines))
    return tables
