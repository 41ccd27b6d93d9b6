"""What an analysis gives: a table whose rows say in words what their numbers say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from graphicacy.read.record import View
from graphicacy.trust.reading.pairs import Difference
from graphicacy.trust.reading.scored import Range

__all__ = ["Contrast", "Row", "Table", "sentence", "told"]


_LEVEL = 0.05


class Row(Protocol):
    """A frozen record of one system in one view."""

    @property
    def reading(self) -> str:
        """What the numbers say, in one sentence."""

    def to_json(self) -> dict[str, Any]:
        """The record, numbers to six digits, null where nothing defines one."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one analysis; where there are none, ``reason`` says why in one line."""

    name: str
    title: str
    rows: tuple[Row, ...]
    reason: str

    @classmethod
    def of(cls, name: str, title: str, rows: Iterable[Row], otherwise: str) -> Table:
        """A table of these rows, or an empty one for the reason given in ``otherwise``."""
        found = tuple(rows)
        return cls(name, title, found, "" if found else otherwise)

    def to_json(self) -> dict[str, Any]:
        """``{"name", "title", "rows", "reason"}``."""
        rows = [row.to_json() for row in self.rows]
        return {"name": self.name, "title": self.title, "rows": rows, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two means of one system, and how far they are apart.

    ``task`` and ``part`` say over which questions, "" for all. ``names`` are those of the two sides, ``measure`` is
    what is averaged. ``asked`` is the number of pairs, or of answers, that there would be if all had been answered.
    """

    system: str
    view: View
    task: str
    part: str
    measure: str
    names: tuple[str, str]
    found: Difference
    asked: int
    reading: str

    def to_json(self) -> dict[str, Any]:
        """The fields of the row and those of ``Difference``, with ``first_name`` and ``second_name``."""
        return {
            "system": self.system,
            "view": self.view,
            "task": self.task,
            "part": self.part,
            "measure": self.measure,
            "first_name": self.names[0],
            "second_name": self.names[1],
            **self.found.to_json(),
            "asked": self.asked,
            "reading": self.reading,
        }


def sentence(found: Difference, verdicts: Mapping[int, str]) -> str:
    """What a difference says: one of three verdicts, then the numbers on which it stands.

    The verdict is about the second side, whose number comes first: ``verdicts[-1]`` where it is lower, ``[1]`` where it
    is higher, ``[0]`` where that is not sure: the interval holds 0, or there is none, or p is .05 or more.

    Raises ``ValueError`` for a difference of nothing.
    """
    if found.first is None or found.second is None:
        raise ValueError("a sentence needs a difference")
    sign = _sign(found)
    distance = _distance(found.second - found.first, found.interval, sign)
    return f"{verdicts[sign]}: {told(found.second)} against {told(found.first)} ({distance})"


def told(value: float) -> str:
    """A number to two digits, as prose has it: 0.62, −0.29."""
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def _sign(found: Difference) -> int:
    if found.interval is None or found.interval[0] <= 0 <= found.interval[1]:
        return 0
    if found.p is not None and found.p >= _LEVEL:  # of few diagrams, the bootstrap is too sure
        return 0
    return -1 if found.interval[0] > 0 else 1


def _distance(ahead: float, interval: Range | None, sign: int) -> str:
    """How far the second side is ahead, with the interval; how far behind, where it surely is."""
    turn = -1 if sign < 0 else 1
    far = f"difference {told(turn * ahead)}"
    if interval is None:
        return f"{far}; one diagram alone gives no interval"
    low, high = sorted(-turn * bound for bound in interval)
    return f"{far}, 95 % {told(low)} to {told(high)}"
