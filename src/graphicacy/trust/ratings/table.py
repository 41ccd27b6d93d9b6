"""Text of a CSV file → a header and rows with their line numbers, whatever wrote it.

The separator (comma, semicolon, tab) is the one that splits the header into most names. Rows shorter than the header
are filled up with empty cells, rows that are blank are left out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from graphicacy.read.answer_file import named
from graphicacy.trust.ratings.record import BadRatings

__all__ = ["Table", "open_table"]

MAX_COLUMNS = 10_100  # raters, and what stands beside them
MAX_CELLS = 20_000_000
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}


@dataclass(frozen=True, slots=True)
class Table:
    """``header`` are the names of the columns as written, ``separator`` is what stands between cells."""

    name: str
    header: tuple[str, ...]
    separator: str
    text: str

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Each row, as long as the header, with the number of the line where it starts; cells without outer blanks.

        Raises ``BadRatings`` for a row that is longer than the header, or that is no CSV.
        """
        lines = _rows(self.name, self.text, self.separator)
        next(lines)
        width, cells = len(self.header), 0
        for number, row in lines:
            if len(row) > width and any(row[width:]):
                raise BadRatings(
                    f"{self.name}:{number}: {len(row)} cells, but the header has {width}; quote cells that hold "
                    f"{_SEPARATORS[self.separator]}"
                )
            cells += width
            if cells > MAX_CELLS:
                raise BadRatings(f"{self.name}:{number}: more than {MAX_CELLS:,} cells; leave out empty columns")
            yield number, (row + [""] * width)[:width]


def open_table(name: str, text: str) -> Table:
    """Find the separator and the header. Raises ``BadRatings`` where there is none, or where names occur twice."""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise BadRatings(f"{name}:{line}: holds NUL bytes, so this is no text; save it as CSV in UTF-8")
    first = text.lstrip("\r\n").split("\n", 1)[0]
    separator = max(_SEPARATORS, key=first.count)
    header = next(_rows(name, text, separator), None)
    if header is None:
        raise BadRatings(f"{name}: the file is empty; the first line names the columns: item,rater,dimension,rating")
    names = header[1]
    while names and not names[-1]:
        names.pop()
    if len(names) > MAX_COLUMNS:
        raise BadRatings(f"{name}: {len(names):,} columns; {MAX_COLUMNS:,} are allowed")
    seen: set[str] = set()
    for column in names:
        if column.casefold() in seen:
            raise BadRatings(f"{name}:{header[0]}: two columns are called {named([column])}; rename one")
        if column:
            seen.add(column.casefold())
    return Table(name, tuple(names), separator, text)


def _rows(name: str, text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    number = 1
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield number, cells
            number = reader.line_num + 1
    except csv.Error as error:
        raise BadRatings(f"{name}:{number}: no CSV ({error}); close every quote, and double those inside") from None
