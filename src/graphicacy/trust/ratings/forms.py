"""Rows of a CSV → ratings. The header tells which form a file has; letter case and order of the columns are free.

| Columns | Form |
|---|---|
| item, rater, rating [, dimension] | long: one rating a row |
| item, rater, and one column per dimension | wide by dimension |
| item [, dimension], and one column per rater | wide by rater |

Each may have ``auto``, ``occasion`` and ``task``; automatic scores in the form wide by dimension are ``auto_TF`` and
so on. Where a file has no dimension there is one, called ``rating``. In the wide forms a column counts where at least
half of its filled cells are numbers; others are notes, and left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from graphicacy.read.answer_file import named
from graphicacy.trust.ratings.numbers import MISSING, is_number
from graphicacy.trust.ratings.record import BadRatings, Cell
from graphicacy.trust.ratings.table import Table

__all__ = ["DIMENSION", "Form", "read_table", "split_auto"]

DIMENSION = "rating"
"""What the dimension is called where a file names none."""

_OWN = ("item", "rater", "dimension", "rating", "auto", "occasion", "task", "system")
_AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Form:
    """How a file was understood, in words, and what it says."""

    said: str
    cells: Iterator[Cell]


def read_table(table: Table) -> Form:
    """Tell the form of a table and read it. Raises ``BadRatings`` where a column is missing."""
    own = {name.casefold(): place for place, name in enumerate(table.header) if name.casefold() in _OWN}
    if "item" not in own:
        raise BadRatings(
            f"{table.name}:1: no column is called item, only {named(list(table.header))}; the first line names the "
            "columns: item,rater,dimension,rating"
        )
    if "rating" in own and "rater" not in own:
        raise BadRatings(f"{table.name}:1: a column rating, but no column rater; add who gave each rating")
    if "rating" in own:
        return Form("long: one rating a row", _long(table, own))
    values, left = _value_columns(table, own)
    ignored = f"; left out, since they hold no numbers: {named(left)}" if left else ""
    if "rater" in own:
        if "dimension" in own:
            raise BadRatings(f"{table.name}:1: columns item, rater and dimension, but no column rating; add it")
        autos, names = split_auto(values)
        _check_auto(table, own, names)
        said = f"wide: one row per item and rater, one column per dimension: {named(list(names))}{ignored}"
        return Form(said, _by_dimension(table, own, names, autos))
    said = f"wide: one row per item, one column per rater: {named(list(values))}{ignored}"
    return Form(said, _by_rater(table, own, values))


def split_auto(columns: Mapping[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    """Columns with automatic scores by the dimension that they name (auto_TF, TF auto), and the dimensions."""
    names = {name.casefold(): name for name in columns}
    autos: dict[str, int] = {}
    taken: set[str] = set()
    for name, place in columns.items():
        rest = _without_auto(name.casefold())
        if rest in names:
            autos[names[rest]] = place
            taken.add(name)
    return autos, {name: place for name, place in columns.items() if name not in taken}


def _without_auto(name: str) -> str:
    for mark in ("_", " ", ":", "-", "."):
        if name.startswith(_AUTO + mark):
            return name[len(_AUTO + mark) :].strip()
        if name.endswith(mark + _AUTO):
            return name[: -len(mark + _AUTO)].strip()
    return ""


def _check_auto(table: Table, own: Mapping[str, int], dimensions: Collection[str]) -> None:
    if _AUTO in own and len(dimensions) > 1:
        first = next(iter(dimensions))
        raise BadRatings(
            f"{table.name}:1: a column auto beside {len(dimensions)} dimensions; say whose scores it holds, such as "
            f"auto_{named([first])}"
        )


def _value_columns(table: Table, own: Mapping[str, int]) -> tuple[dict[str, int], list[str]]:
    """The columns with numbers by name, and the names of the others. Raises ``BadRatings`` where there are none."""
    places = [place for place, name in enumerate(table.header) if name and name.casefold() not in own]
    filled, numbers = dict.fromkeys(places, 0), dict.fromkeys(places, 0)
    for _, row in table.rows():
        for place in places:
            if row[place].casefold() not in MISSING:
                filled[place] += 1
                numbers[place] += is_number(row[place], table.separator != ",")
    good = {table.header[p]: p for p in places if filled[p] and 2 * numbers[p] >= filled[p]}
    if not good:
        what = "dimension" if "rater" in own else "rater"
        raise BadRatings(
            f"{table.name}:1: no column rating, and no column of numbers per {what}; the columns are "
            f"{named(list(table.header))}"
        )
    return good, [table.header[p] for p in places if filled[p] and table.header[p] not in good]


def _long(table: Table, own: Mapping[str, int]) -> Iterator[Cell]:
    item, rater, rating = own["item"], own["rater"], own["rating"]
    dimension = own.get("dimension")
    for number, row in table.rows():
        name = DIMENSION if dimension is None else row[dimension]
        yield Cell(f"line {number}", row[item], row[rater], name, row[rating], *_beside(row, own))


def _by_dimension(
    table: Table, own: Mapping[str, int], dimensions: Mapping[str, int], autos: Mapping[str, int]
) -> Iterator[Cell]:
    for number, row in table.rows():
        occasion, auto, task = _beside(row, own)
        for name, place in dimensions.items():
            score = row[autos[name]] if name in autos else auto
            yield Cell(f"line {number}", row[own["item"]], row[own["rater"]], name, row[place], occasion, score, task)


def _by_rater(table: Table, own: Mapping[str, int], raters: Mapping[str, int]) -> Iterator[Cell]:
    dimension = own.get("dimension")
    for number, row in table.rows():
        name = DIMENSION if dimension is None else row[dimension]
        beside = _beside(row, own)
        for rater, place in raters.items():
            yield Cell(f"line {number}", row[own["item"]], rater, name, row[place], *beside)


def _beside(row: list[str], own: Mapping[str, int]) -> tuple[str, str, str]:
    """Occasion, automatic score and task of a row; empty where there is no such column."""
    occasion, auto, task = (own.get(name) for name in ("occasion", _AUTO, "task"))
    return (
        "" if occasion is None else row[occasion],
        "" if auto is None else row[auto],
        "" if task is None else row[task],
    )
