"""The answers of a study as tables: ratings, as ``graphicacy trust agreement`` reads them, and error tags.

Only what was answered is exported. "Cannot tell" is an empty cell, never a number.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from graphicacy.draw.errors import ERROR_KINDS, severity_of
from graphicacy.trust.study.record import Answer, Assignment, Item, Study

__all__ = ["RATING_COLUMNS", "TAG_COLUMNS", "answered", "ratings_csv", "tags_csv"]

RATING_COLUMNS = (
    "item", "rater", "dimension", "rating", "auto", "occasion", "system", "task", "figure_type", "difficulty",
    "seconds", "note",
)  # fmt: skip
TAG_COLUMNS = (
    "item", "rater", "occasion", "kind", "severity", "x0", "y0", "x1", "y1", "width", "height", "system", "task", "note"
)  # fmt: skip

Cell = str | float | None


def answered(study: Study, answers: Iterable[Answer]) -> Iterator[tuple[Item, Assignment, Answer]]:
    """Each answer that counts with what it is about, in the order of the study's raters and places.

    Raises:
        ValueError: an answer to a place that the study does not have.
    """
    items = {item.id: item for item in study.items}
    given = {(answer.rater, answer.place): answer for answer in answers if not answer.withdrawn}
    for rater in study.raters:
        for assignment in study.queue(rater.id):
            answer = given.pop((rater.id, assignment.place), None)
            if answer is not None:
                yield items[assignment.item], assignment, answer
    for rater_id, place in given:
        raise ValueError(f"an answer of {rater_id} at place {place}, which study {study.id} does not have")


def ratings_csv(study: Study, answers: Iterable[Answer]) -> str:
    """The ratings, one a row (``RATING_COLUMNS``).

    ``rating`` is 1 to 5, or empty for "cannot tell"; ``auto`` the automatic score of that dimension in [0, 1], or empty
    where there is none. ``seconds`` and ``note`` are of the whole answer, and stand in each of its rows.
    """
    return _table(RATING_COLUMNS, _rating_rows(study, answers))


def tags_csv(study: Study, answers: Iterable[Answer]) -> str:
    """The errors that raters marked, one a row (``TAG_COLUMNS``); boxes in pixels of a picture of that size."""
    return _table(TAG_COLUMNS, _tag_rows(study, answers))


def _rating_rows(study: Study, answers: Iterable[Answer]) -> Iterator[Sequence[Cell]]:
    for item, assignment, answer in answered(study, answers):
        about = (item.system, item.task, item.figure_type, item.difficulty, answer.seconds, answer.note)
        for name, rating in answer.ratings.items():
            yield item.id, answer.rater, name, rating, item.auto.get(name), assignment.occasion, *about


def _tag_rows(study: Study, answers: Iterable[Answer]) -> Iterator[Sequence[Cell]]:
    for item, assignment, answer in answered(study, answers):
        for tag in answer.tags:
            severity = severity_of(tag.kind) if tag.kind in ERROR_KINDS else None
            where = (*tag.box, item.width, item.height)
            yield (
                item.id,
                answer.rater,
                assignment.occasion,
                tag.kind,
                severity,
                *where,
                item.system,
                item.task,
                tag.note,
            )


def _table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: Cell) -> str:
    """A cell that no spreadsheet takes for a formula (OWASP, CSV injection): such text gets an apostrophe in front."""
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.lstrip().startswith(("=", "+", "-", "@")) or value[:1] in ("\t", "\n") else value
    return f"{value:.10g}"
