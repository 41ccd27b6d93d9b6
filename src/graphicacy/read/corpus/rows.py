"""Rows of a dataset, in which a text says a diagram → entries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from graphicacy.diagram.files import Source as Text
from graphicacy.diagram.notations import notation_of
from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.corpus.file import entry_id, entry_of_text
from graphicacy.read.corpus.records import Table, open_table, record_files

__all__ = ["RowSource", "diagram_text", "entry_of_row", "texts_in", "unfenced"]

_LONGEST = 200_000  # characters of a diagram
_LOOKED_AT = 100  # rows by which it is seen whether a file has diagrams
_FENCE = re.compile(r"```[ \t]*(?:[\w-]+[ \t]*)?\r?\n(.*?)(?:```|\Z)", re.S)
_WRITTEN = ("mermaid", "dot")  # notations of the texts that are looked for
_NAMED = {"mermaid": "mermaid", "dot": "dot", "graphviz": "dot"}  # words in names of columns, the best first


@dataclass(frozen=True)
class RowSource:
    """The rows with a diagram, in Mermaid or DOT, of the files of rows in a folder; or of one such file.

    ``column`` has the text; the first column that holds such a text where it is empty. A key is the path of the file
    within the folder, ``#``, and the name of the row. Files without any such row, which a folder may well have, are
    passed over.
    """

    folder: Path
    name: str = "rows"
    column: str = ""
    licence: str = "unknown"

    def keys(self) -> Iterator[str]:
        """Keys in the order of the files and their rows. Raises ``ValueError`` where there is no diagram at all."""
        found = False
        for path in self.files():
            file = path.relative_to(self._base()).as_posix()
            try:
                table = open_table(path)
                rows = self.rows(table) if self.has_diagrams(table) else ()
            except BadEntry:
                found = True
                yield file  # to be named, with its cause, when it is loaded
                continue
            for row in rows:
                found = True
                yield f"{file}#{row}"
        if not found:
            raise ValueError(f"{self.folder}: no row of any file in it has a diagram that {self.name} reads")

    def load(self, key: str) -> Entry:
        """The entry of a key. Raises ``BadEntry``, naming the file and the row."""
        file, mark, row = key.rpartition("#")
        path = self._base() / (file if mark else key)
        if not mark:
            open_table(path)
            raise BadEntry(f"{key}: no row is named", "no record")
        return self.entry(key, row, open_table(path).row(row))

    def files(self) -> Iterator[Path]:
        """The files of rows, in order."""
        return record_files(self.folder)

    def rows(self, table: Table) -> Iterator[str]:
        """Names of the rows that are given."""
        return iter(table.names)

    def has_diagrams(self, table: Table) -> bool:
        """Whether one of the first rows has a diagram, if a bad one."""
        for row in islice(table.names, _LOOKED_AT):
            with suppress(BadEntry):
                record = table.row(row)
                if self._has_diagram(record):
                    return True
        return False

    def _has_diagram(self, record: Mapping[str, Any]) -> bool:
        try:
            return self.text(record) is not None
        except BadEntry:
            return True

    def text(self, record: Mapping[str, Any]) -> Text | None:
        """The diagram's source in a row."""
        return diagram_text(record, self.column)

    def entry(self, key: str, row: str, record: Mapping[str, Any]) -> Entry:
        """The entry of a row."""
        return entry_of_row(self.text(record), self.name, key, record, self.licence)

    def _base(self) -> Path:
        return self.folder.parent if self.folder.is_file() else self.folder


def entry_of_row(text: Text | None, origin: str, key: str, record: Mapping[str, Any], licence: str) -> Entry:
    """The entry of a row whose diagram has this source. Raises ``BadEntry``, with the key."""
    if text is None:
        raise BadEntry(f"{key}: no text in this row is a diagram in Mermaid or DOT", "no diagram")
    if len(text.text) > _LONGEST:
        raise BadEntry(f"{key}: a diagram of more than {_LONGEST:,} characters", "long")
    entry = entry_of_text(text, key, origin, key)
    path, _, row = key.rpartition("#")
    title = record.get("title")
    named = isinstance(title, str) and 0 < len(title.strip()) <= 300
    return replace(
        entry,
        id=entry_id(origin, path, row),
        title=" ".join(str(title).split()) if named and entry.title == key else entry.title,
        licence=licence,
    )


def diagram_text(record: Mapping[str, Any], column: str = "") -> Text | None:
    """The first text of a record, or of its ``column``, that is a diagram in Mermaid or DOT.

    Where none begins as such a diagram does, the first text in a column that is named after a notation is taken for it.
    """
    names = [column] if column else sorted(record, key=_rank)
    texts = [(name, unfenced(value)) for name in names for value in texts_in(record.get(name))]
    for _, text in texts:
        notation = notation_of(text, "")
        if notation in _WRITTEN:
            return Text(text, notation)
    said = ((text, word) for name, text in texts for word in _NAMED if word in name.lower())
    return next((Text(text, _NAMED[word]) for text, word in said), None)


def texts_in(value: Any) -> Iterator[str]:
    """The texts in a value: itself, or the first few of a list."""
    for item in islice(value, 10) if isinstance(value, list) else (value,):
        if isinstance(item, str):
            yield item


def unfenced(text: str) -> str:
    """What stands in the first fence of a text that has one, as a model or a Markdown file would write it."""
    found = _FENCE.search(text)
    return found.group(1) if found else text


def _rank(name: str) -> int:
    return next((k for k, word in enumerate(_NAMED) if word in name.lower()), len(_NAMED))
