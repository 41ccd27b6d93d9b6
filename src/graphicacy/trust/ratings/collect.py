"""Cells of any form of file, checked one by one.

A fault in the file (no number, out of range, two different values where one belongs) ends in ``BadRatings``: one line
that tells the first fault in full and where the others are.
"""

from __future__ import annotations

import numpy as np

from graphicacy.read.answer_file import named
from graphicacy.trust.ratings.names import Codes, Names
from graphicacy.trust.ratings.numbers import MISSING, to_number
from graphicacy.trust.ratings.record import STUDY_SCALE, BadRatings, Cell, Floats, Scale
from graphicacy.trust.study.record import Study

__all__ = ["Collector"]

MAX_RATINGS = 1_000_000
MAX_RATERS = 10_000
MAX_DIMENSIONS = 100
MAX_OCCASION = 1_000
_LONGEST_NAME = 500
_NAMED_PLACES = 5


class Collector:
    """Takes cells one by one, and remembers what is wrong with them.

    Args:
        name: of the file, for messages.
        scale: the least and the greatest rating allowed; None checks the dimensions of ``STUDY_SCALE`` only, and
            ``(-inf, inf)`` checks nothing.
        decimal_comma: 3,5 is a number.
        study: whose raters and items alone may occur, and whose tasks and automatic scores fill in what is not told.
    """

    def __init__(
        self, name: str, scale: Scale | None = None, decimal_comma: bool = False, study: Study | None = None
    ) -> None:
        self.name, self._scale, self._comma = name, scale, decimal_comma
        self.items, self.raters, self.dimensions = Names(), Names(), Names()
        self._rows: list[tuple[int, int, int, int]] = []
        self._values: list[float] = []
        self._wheres: list[str] = []
        self._autos: dict[tuple[str, str], tuple[float, str]] = {}
        self._tasks: dict[str, tuple[str, str]] = {}
        self._faults: dict[str, str] = {}
        self._study_items = {item.id: item for item in study.items} if study else {}
        self._study_raters = {rater.id for rater in study.raters} if study else set()
        self._in_study = study is not None

    def add(self, cell: Cell) -> None:
        """Take what a file says in one place. Raises ``BadRatings`` where there is more than is allowed."""
        try:
            self._check_names(cell)
            self._note_task(cell)
            self._note_auto(cell)
            if cell.rating.casefold() not in MISSING:
                self._take(cell, self._rating(cell))
        except _Fault as fault:
            self._faults.setdefault(cell.where, str(fault))

    def rows(self) -> tuple[Codes, Floats, str]:
        """All ratings, and a warning about those given twice, empty where there are none.

        Returns:
            n × 4 codes: dimension, rater, item, occasion; sorted by them, each once. And the n ratings.

        Raises:
            BadRatings: there is no rating, any cell was faulty, or two ratings of the same differ.
        """
        self._raise_faults()
        if not self._values:
            raise BadRatings(f"{self.name}: holds no rating; fill in the ratings")
        rows, values = np.array(self._rows, dtype=np.int64), np.array(self._values)
        order = np.lexsort((np.arange(len(rows)), *rows.T[::-1]))
        rows, values = rows[order], values[order]
        again = np.r_[False, (rows[1:] == rows[:-1]).all(axis=1)]
        first = np.maximum.accumulate(np.where(again, 0, np.arange(len(rows))))
        places = [(self._wheres[order[first[i]]], self._wheres[order[i]], first[i], i) for i in np.flatnonzero(again)]
        for one, other, before, now in places:
            if values[before] != values[now]:
                self._faults.setdefault(
                    other,
                    f"{self._cell(rows[now])}: rating {values[now]:g}, but {values[before]:g} in {one}; delete one, or "
                    "tell a repeat by a column occasion",
                )
        self._raise_faults()
        warning = (
            f"duplicated rows: {len(places):,}, counted once each; the first are {places[0][0]} and {places[0][1]}"
            if places
            else ""
        )
        return rows[~again], values[~again], warning

    def scale_of(self, dimension: str) -> Scale | None:
        """The least and the greatest rating allowed in a dimension; None where any is."""
        scale = self._scale or STUDY_SCALE.get(dimension.upper())
        return None if scale is None or np.isinf(scale).any() else scale

    def auto_of(self, dimension: str, item: str) -> float:
        """The automatic score of an item; NaN where there is none."""
        if (dimension, item) in self._autos:
            return self._autos[dimension, item][0]
        score = self._study_items[item].auto.get(dimension) if item in self._study_items else None
        return float("nan") if score is None else score

    def task_of(self, item: str) -> str:
        """The task of an item; empty where none is told."""
        if item in self._tasks:
            return self._tasks[item][0]
        return self._study_items[item].task if item in self._study_items else ""

    def _check_names(self, cell: Cell) -> None:
        for what, name in (("item", cell.item), ("rater", cell.rater), ("dimension", cell.dimension)):
            if not name:
                raise _Fault(f"names no {what}; fill it in, or leave the row out")
            if len(name) > _LONGEST_NAME:
                raise _Fault(f"the {what} has a name of {len(name):,} characters; {_LONGEST_NAME} are allowed")
        if self._in_study and cell.item not in self._study_items:
            raise _Fault(f"item {named([cell.item])} is not in the study; correct the id, or leave the row out")
        if self._in_study and cell.rater not in self._study_raters:
            raise _Fault(f"rater {named([cell.rater])} is not in the study; correct the id, or leave the row out")

    def _note_task(self, cell: Cell) -> None:
        if cell.task.casefold() not in MISSING:
            task, where = self._tasks.setdefault(cell.item, (cell.task, cell.where))
            if task != cell.task:
                raise _Fault(
                    f"item {named([cell.item])}: task {named([cell.task])}, but {named([task])} in {where}; give an "
                    "item one task"
                )

    def _note_auto(self, cell: Cell) -> None:
        if cell.auto.casefold() not in MISSING:
            score = self._number(cell, cell.auto, "auto")
            auto, where = self._autos.setdefault((cell.dimension, cell.item), (score, cell.where))
            if auto != score:
                raise _Fault(
                    f"item {named([cell.item])}, {named([cell.dimension])}: auto {score:g}, but {auto:g} in {where}; "
                    "give an item one automatic score"
                )

    def _rating(self, cell: Cell) -> float:
        value, scale = self._number(cell, cell.rating, "rating"), self.scale_of(cell.dimension)
        if scale is not None and not scale[0] <= value <= scale[1]:
            raise _Fault(
                f"{_who(cell)}: rating {value:g} is outside the scale of {scale[0]:g} to {scale[1]:g}; correct it, or "
                "state another scale (--scale)"
            )
        return value

    def _number(self, cell: Cell, text: str, what: str) -> float:
        try:
            return to_number(text, self._comma)
        except ValueError as error:
            raise _Fault(
                f'{_who(cell)}: {what} "{named([text[:40]])}" {error}; correct it, or empty the cell'
            ) from None

    def _take(self, cell: Cell, value: float) -> None:
        row = (self.dimensions.code(cell.dimension), self.raters.code(cell.rater), self.items.code(cell.item))
        self._rows.append((*row, _occasion(cell)))
        self._values.append(value)
        self._wheres.append(cell.where)
        for what, count, most in (
            ("ratings", len(self._values), MAX_RATINGS),
            ("raters", len(self.raters), MAX_RATERS),
            ("dimensions", len(self.dimensions), MAX_DIMENSIONS),
        ):
            if count > most:
                raise BadRatings(f"{self.name}: more than {most:,} {what}; split the file")

    def _cell(self, row: Codes) -> str:
        dimension, rater, item, _ = (int(code) for code in row)
        return f"item {self.items.shown(item)}, rater {self.raters.shown(rater)}, {self.dimensions.shown(dimension)}"

    def _raise_faults(self) -> None:
        if not self._faults:
            return
        (where, what), *others = self._faults.items()
        places = ", ".join(place for place, _ in others[:_NAMED_PLACES])
        more = f" and {len(others) - _NAMED_PLACES:,} more" if len(others) > _NAMED_PLACES else ""
        place = where.removeprefix("line ") if where.startswith("line ") else f" {where}"
        raise BadRatings(f"{self.name}:{place}: {what}{f' (also faulty: {places}{more})' if others else ''}")


class _Fault(ValueError):
    """What is wrong with one cell."""


def _who(cell: Cell) -> str:
    return f"item {named([cell.item])}, rater {named([cell.rater])}, {named([cell.dimension])}"


def _occasion(cell: Cell) -> int:
    text = cell.occasion
    if text.casefold() in MISSING:
        return 1
    if not (text.isascii() and text.isdigit() and len(text) < 8 and 1 <= int(text) <= MAX_OCCASION):
        raise _Fault(f'{_who(cell)}: occasion "{named([text[:40]])}" is no number from 1 to {MAX_OCCASION:,}')
    return int(text)
