"""FlowVQA (arXiv 2406.19237, MIT): flowcharts in Mermaid, of algorithms and of instructions, with questions.

The data lies in ``train_full.json`` and ``test_full.json``: an object of records by names such as ``code00453``,
``wiki00203``, ``instruct00017``, each with ``mermaid`` and ``qa``, an object of ``{"Q", "A1", "A2", "A3", "type"}``.
Lists of such records, JSON lines, Parquet, and rows with one question each are read as well.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from graphicacy.diagram.files import Source as Text
from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.corpus.records import Table, open_table
from graphicacy.read.corpus.rows import RowSource

__all__ = ["Asked", "FlowVqaSource"]

_QUESTION = ("Q", "q", "question", "Question", "query")
_ANSWER = ("A", "A1", "A2", "A3", "a", "answer", "Answer", "answers", "gold", "label", "ground_truth")
_TYPE = ("type", "qa_type", "question_type", "category", "Type", "task")
_TYPES = ("topolog", "fact", "applied", "referential")  # in the names of the four types
_DEEPEST = 6
_MOST = 2_000  # questions of a record


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the data set: its words, its gold answers as they stand there, and its type; "" if not given."""

    question: str
    answers: tuple[str, ...]
    type: str


@dataclass(frozen=True)
class FlowVqaSource(RowSource):
    """The flowcharts of FlowVQA in a folder, or in one of its files. A chart that several rows repeat is given once."""

    name: str = "flowvqa"
    licence: str = "MIT"

    def rows(self, table: Table) -> Iterator[str]:
        """Names of the rows with a chart that no row before has; and of those that cannot be read, to be named."""
        seen = set()
        for row in table.names:
            try:
                text = self.text(table.row(row))
            except BadEntry:
                text = None
            mark = text and hashlib.blake2b(text.text.encode(errors="replace"), digest_size=16).digest()
            if mark is None or mark not in seen:
                seen.add(mark)
                yield row

    def entry(self, key: str, row: str, record: Mapping[str, Any]) -> Entry:
        """The entry of a row."""
        entry = super().entry(key, row, record)
        own = record.get("key", row)
        name = own if isinstance(own, str) and 0 < len(own) <= 100 else row
        return replace(
            entry,
            title=name if entry.title == key else entry.title,
            domain="computing" if name.startswith("code") else entry.domain,
            reference=f"FlowVQA (arXiv 2406.19237), {name}",
        )

    def questions(self) -> Iterator[tuple[str, Text | None, Asked]]:
        """Each question of the data set, with the key and the source of its chart. Rows without a chart have None.

        Files that cannot be read are passed over: ``keys`` names them; so are those without any chart, such as answers
        of models.
        """
        for path in self.files():
            try:
                table = open_table(path)
            except BadEntry:
                continue
            for row in table.names if self.has_diagrams(table) else ():
                try:
                    record = table.row(row)
                except BadEntry:
                    continue
                key, text = f"{path.relative_to(self._base()).as_posix()}#{row}", self.text(record)
                for count, asked in enumerate(_asked(record, "", 0)):
                    if count == _MOST:
                        break
                    yield key, text, asked


def _asked(value: Any, type_: str, depth: int) -> Iterator[Asked]:
    """The questions anywhere in a record; those under a name of a type are of that type."""
    if depth > _DEEPEST:
        return
    if isinstance(value, Mapping):
        question = next((value[name] for name in _QUESTION if isinstance(value.get(name), str)), None)
        if question is not None:
            told = next((value[name] for name in _TYPE if isinstance(value.get(name), str)), type_)
            yield Asked(question, tuple(_golds(value)), told)
        for name, inner in value.items():
            under = name if any(word in str(name).lower() for word in _TYPES) else type_
            yield from _asked(_opened(name, inner), under, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _asked(inner, type_, depth + 1)


def _golds(record: Mapping[str, Any]) -> Iterator[str]:
    for name in _ANSWER:
        value = record.get(name)
        for item in value[:10] if isinstance(value, list) else (value,):
            if isinstance(item, str | int | float):
                yield str(item)[:1_000]


def _opened(name: object, value: Any) -> Any:
    """Questions that a table holds as a text of JSON."""
    if "qa" in str(name).lower() and isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value
