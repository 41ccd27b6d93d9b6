"""Checked ratings → one table per dimension, and what looks odd about them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphicacy.read.answer_file import named
from graphicacy.trust.ratings.collect import Collector
from graphicacy.trust.ratings.names import Codes, natural
from graphicacy.trust.ratings.record import STUDY_SCALE, BadRatings, DimensionRatings, Floats, Ratings

__all__ = ["tabulate"]

MAX_TABLE = 20_000_000  # raters × items of a dimension: 160 MB
_FEWEST = 8  # ratings from which quartiles say what is far out


def tabulate(collected: Collector, form: str) -> Ratings:
    """The tables of all that was collected. Raises ``BadRatings`` as ``Collector.rows`` does."""
    rows, values, duplicated = collected.rows()
    tables = []
    for name in sorted(collected.dimensions, key=_order):
        here = rows[:, 0] == collected.dimensions.code(name)
        tables.append(_table(collected, name, rows[here, 1:], values[here]))
    warnings = [duplicated] if duplicated else []
    warnings += [*_alike(collected), *(line for table in tables for line in _odd(table))]
    return Ratings(tuple(tables), form, tuple(warnings))


def _order(name: str) -> tuple[int, object]:
    """The study's dimensions first, in the order in which scores are shown, then others by name."""
    known = list(STUDY_SCALE)
    return (known.index(name), ()) if name in known else (len(known), natural(name))


def _table(collected: Collector, name: str, rows: Codes, values: Floats) -> DimensionRatings:
    """The table of one dimension from its sorted rows: rater, item, occasion."""
    raters, row_of = collected.raters.sorted(rows[:, 0])
    items, column_of = collected.items.sorted(rows[:, 1])
    if len(raters) * len(items) > MAX_TABLE:
        raise BadRatings(
            f"{collected.name}: {named([name])}: {len(raters):,} raters × {len(items):,} items are more than "
            f"{MAX_TABLE:,} cells; split the file"
        )
    row, column = row_of[rows[:, 0]], column_of[rows[:, 1]]
    first = np.r_[True, (rows[1:, :2] != rows[:-1, :2]).any(axis=1)]
    ratings = np.full((len(raters), len(items)), np.nan)
    ratings[row[first], column[first]] = values[first]
    return DimensionRatings(
        name,
        tuple(raters),
        tuple(items),
        ratings,
        dict(_repeats(raters, row, column, rows[:, 2], values)),
        np.array([collected.auto_of(name, item) for item in items]),
        tuple(collected.task_of(item) for item in items),
        collected.scale_of(name),
    )


def _repeats(
    raters: list[str], row: Codes, column: Codes, occasion: Codes, values: Floats
) -> Iterator[tuple[str, Floats]]:
    """Of each rater who rated items again: occasions × those items."""
    for place in np.unique(row[occasion > 1]):
        mine = row == place
        columns, codes, times = np.unique(column[mine], return_inverse=True, return_counts=True)
        if (times > 1).any():
            occasions, order = np.unique(occasion[mine], return_inverse=True)
            table = np.full((len(occasions), len(columns)), np.nan)
            table[order, codes] = values[mine]
            yield raters[place], table[:, times > 1]


def _alike(collected: Collector) -> Iterator[str]:
    for what, names in (
        ("raters", collected.raters),
        ("items", collected.items),
        ("dimensions", collected.dimensions),
    ):
        groups = names.alike()
        if groups:
            more = f", and {len(groups) - 1:,} more such" if len(groups) > 1 else ""
            yield f"{what} {named(groups[0])} differ only in letter case or blanks, and count as different{more}"


def _odd(table: DimensionRatings) -> Iterator[str]:
    """What of a dimension may be wrong: ratings far out where no scale says so, and scores that only some items have.

    Far out is beyond three times the distance of the quartiles, Tukey's (1977) outer fences; at least 3 apart.
    """
    name, given = named([table.name]), table.ratings[~np.isnan(table.ratings)]
    if table.scale is None and len(given) >= _FEWEST:
        low, high = np.quantile(given, [0.25, 0.75])
        reach = 3 * max(high - low, 1.0)
        far = np.argwhere((table.ratings < low - reach) | (table.ratings > high + reach))
        if len(far):
            row, column = far[0]
            most = f"; there are {len(far):,} such" if len(far) > 1 else ""
            yield (
                f"{name}: item {named([table.items[column]])}, rater {named([table.raters[row]])}: rating "
                f"{table.ratings[row, column]:g} is far from the others, mostly {low:g} to {high:g}{most}; state the "
                "scale (--scale 1-5) to have such refused"
            )
    without = int(np.isnan(table.auto).sum())
    if 0 < without < len(table.items):
        yield f"{name}: {without:,} of {len(table.items):,} items have no automatic score, and are left out there"
