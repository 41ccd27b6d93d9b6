"""Rows of a dataset that lies in files: JSON, JSON lines, Parquet and Arrow, read row by row.

Nothing that a file holds is trusted: sizes are capped, values of other types than expected are passed over, and a file
or row that cannot be read is a ``BadEntry`` that names it. Columns of pictures are never loaded.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Protocol

from graphicacy.read.corpus.entry import BadEntry

__all__ = ["SUFFIXES", "Table", "open_table", "record_files"]

_MOST_JSON = 1_000_000_000  # bytes of a JSON file
_MOST_LINE = 20_000_000  # bytes of a line of JSON
_MOST_GROUP = 2_000_000_000  # bytes of the words in a row group of a Parquet file
_NAME = re.compile(r"[\w.-]{1,100}", re.ASCII)


class Table(Protocol):
    """A file of rows. ``names`` are those of the rows: their numbers, from 0, or the keys of a JSON object."""

    @property
    def names(self) -> Sequence[str]:
        """Each once, in the order of the file; they have letters, digits, ``-``, ``_`` and ``.`` only."""

    def row(self, name: str) -> Mapping[str, Any]:
        """One row. Raises ``BadEntry`` where there is none of the name, or it is no record."""


def record_files(place: Path) -> Iterator[Path]:
    """The files of rows in a folder and the folders in it, sorted; or ``place`` itself, if it is a file.

    Hidden files and folders are passed over. Raises ``NotADirectoryError`` where there is neither, and ``ValueError``
    for a file of another kind.
    """
    if place.is_file():
        if place.suffix.lower() not in SUFFIXES:
            raise ValueError(f"{place}: rows are read from {', '.join(SUFFIXES)}, not from {place.suffix or 'this'}")
        yield place
        return
    if not place.is_dir():
        raise NotADirectoryError(f"{place}: there is no such folder or file of rows")
    for path in sorted(place.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(place).parts)
        if path.suffix.lower() in SUFFIXES and not hidden and path.is_file():
            yield path


def open_table(path: Path) -> Table:
    """The rows of a file. The last few that were opened are kept. Raises ``BadEntry``, naming the file."""
    if path.suffix.lower() not in SUFFIXES:
        raise BadEntry(f"{path.name}: rows are read from {', '.join(SUFFIXES)} only", "unreadable")
    try:
        facts = path.stat()
        return _opened(path, facts.st_size, facts.st_mtime_ns)
    except BadEntry:
        raise
    except Exception as error:  # whatever the readers of the formats raise for damaged files
        raise _bad(path.name, error) from None


@lru_cache(maxsize=4)
def _opened(path: Path, size: int, _changed: int) -> Table:
    return SUFFIXES[path.suffix.lower()](path, size)


class _Json:
    """A JSON file: a list of records, an object of records, or an object with one list of records in it."""

    def __init__(self, path: Path, size: int) -> None:
        if size > _MOST_JSON:
            raise BadEntry(f"{path.name}: more than {_MOST_JSON:,} bytes of JSON; split it", "unreadable")
        found = json.loads(path.read_bytes())
        if isinstance(found, dict):
            found = _only_list(found) or found
        self._file = path.name
        self._rows = _named(found) if isinstance(found, dict) else dict(_numbered(found))
        self.names = tuple(self._rows)

    def row(self, name: str) -> Mapping[str, Any]:
        return _record(self._rows.get(name), self._file, name)


class _Lines:
    """JSON lines: only where each line begins is kept."""

    def __init__(self, path: Path, _size: int) -> None:
        self._path = path
        self._starts: list[int] = []
        at = 0
        with path.open("rb") as file:
            while line := file.readline(_MOST_LINE + 1):
                if len(line) > _MOST_LINE:
                    raise BadEntry(f"{path.name}: a line has more than {_MOST_LINE:,} bytes", "unreadable")
                if line.strip():
                    self._starts.append(at)
                at += len(line)
        self.names = _Numbers(len(self._starts))

    def row(self, name: str) -> Mapping[str, Any]:
        if not 0 <= _number(name) < len(self._starts):
            return _record(None, self._path.name, name)
        try:
            with self._path.open("rb") as file:
                file.seek(self._starts[int(name)])
                found = json.loads(file.readline(_MOST_LINE))
        except (OSError, ValueError, RecursionError) as error:
            raise _bad(f"{self._path.name}, row {name}", error) from None
        return _record(found, self._path.name, name)


class _Parquet:
    """A Parquet file, of which one row group is held at a time."""

    def __init__(self, path: Path, _size: int) -> None:
        from pyarrow.parquet import ParquetFile

        self._path = path
        self._file = ParquetFile(path)
        self._columns = _wordy(self._file.schema_arrow)
        sizes = [self._file.metadata.row_group(k).num_rows for k in range(self._file.num_row_groups)]
        self._firsts = list(accumulate(sizes, initial=0))
        self.names = _Numbers(self._firsts[-1])
        self._held: tuple[int, Any] = (-1, None)

    def row(self, name: str) -> Mapping[str, Any]:
        number = _number(name)
        if not 0 <= number < len(self.names):
            return _record(None, self._path.name, name)
        group = bisect_right(self._firsts, number) - 1
        if self._held[0] != group:
            self._held = (group, self._read(group))
        return _record(
            _taken(self._held[1], number - self._firsts[group], self._path.name, name), self._path.name, name
        )

    def _read(self, group: int) -> Any:
        facts = self._file.metadata.row_group(group)
        chunks = [facts.column(k) for k in range(facts.num_columns)]
        size = sum(c.total_uncompressed_size for c in chunks if c.path_in_schema.split(".")[0] in self._columns)
        if size > _MOST_GROUP:
            raise BadEntry(f"{self._path.name}: row group {group} has {size:,} bytes of words", "unreadable")
        try:
            return self._file.read_row_group(group, columns=self._columns)
        except Exception as error:  # whatever its decoders raise for damaged data
            raise _bad(f"{self._path.name}, row group {group}", error) from None


class _Arrow:
    """An Arrow file, as ``datasets`` saves them: it is mapped into memory, not read."""

    def __init__(self, path: Path, _size: int) -> None:
        import pyarrow as pa

        self._file = path.name
        mapped = pa.memory_map(str(path))
        try:
            table = pa.ipc.open_stream(mapped).read_all()
        except pa.ArrowInvalid:
            table = pa.ipc.open_file(mapped).read_all()
        self._rows = table.select(_wordy(table.schema))
        self.names = _Numbers(table.num_rows)

    def row(self, name: str) -> Mapping[str, Any]:
        number = _number(name)
        if not 0 <= number < len(self.names):
            return _record(None, self._file, name)
        return _record(_taken(self._rows, number, self._file, name), self._file, name)


class _Numbers(Sequence[str]):
    """The numbers from 0, as names."""

    def __init__(self, count: int) -> None:
        self._range = range(count)

    def __len__(self) -> int:
        return len(self._range)

    def __getitem__(self, index: Any) -> Any:
        found = self._range[index]
        return list(map(str, found)) if isinstance(index, slice) else str(found)


SUFFIXES: dict[str, type[_Json | _Lines | _Parquet | _Arrow]] = {
    ".json": _Json, ".jsonl": _Lines, ".ndjson": _Lines, ".parquet": _Parquet, ".arrow": _Arrow,
}  # fmt: skip


def _only_list(found: dict[str, Any]) -> list[Any] | None:
    """The one list of records in an object, as in {"version": 1, "data": [...]}."""
    lists = [value for value in found.values() if isinstance(value, list) and any(isinstance(v, dict) for v in value)]
    return lists[0] if len(lists) == 1 and not any(isinstance(value, dict) for value in found.values()) else None


def _named(found: dict[str, Any]) -> dict[str, Any]:
    """The records of an object by their keys, or by their numbers where one of these is no plain name."""
    rows = {key: value for key, value in found.items() if isinstance(value, dict)}
    if all(_NAME.fullmatch(key) for key in rows):
        return rows
    return dict(_numbered(list(rows.values())))


def _numbered(found: Any) -> Iterator[tuple[str, Any]]:
    return ((str(number), value) for number, value in enumerate(found if isinstance(found, list) else ()))


def _number(name: str) -> int:
    return int(name) if name.isascii() and name.isdigit() and len(name) < 12 else -1


def _taken(table: Any, number: int, file: str, name: str) -> Any:
    """One row of an Arrow table. Its words are checked only now."""
    try:
        return table.slice(number, 1).to_pylist()[0]
    except Exception as error:  # bytes that are no UTF-8, dates that there are not
        raise _bad(f"{file}, row {name}", error) from None


def _bad(where: str, error: Exception) -> BadEntry:
    said = "nested too deeply" if isinstance(error, RecursionError) else " ".join(str(error).split())[:300]
    return BadEntry(f"{where}: {said or type(error).__name__}", "unreadable")


def _record(found: Any, file: str, name: str) -> Mapping[str, Any]:
    if isinstance(found, dict):
        return found
    raise BadEntry(f"{file}: row {name[:100]} is {'missing' if found is None else 'no record'}", "no record")


def _wordy(schema: Any) -> list[str]:
    """Columns of words, numbers and lists of them: those with bytes in them, such as pictures, are left out."""
    return [field.name for field in schema if "binary" not in str(field.type)]
