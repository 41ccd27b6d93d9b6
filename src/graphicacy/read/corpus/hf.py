"""Any data set of Hugging Face with a column of Mermaid or DOT: from a local copy, or by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.corpus.rows import RowSource, diagram_text, entry_of_row

__all__ = ["HuggingFaceSource", "LocalSource", "hugging_face"]

_SPLIT = "train"


def hugging_face(place: str | Path) -> HuggingFaceSource | LocalSource:
    """The source that ``PLACE``, ``PLACE#SPLIT`` or ``PLACE#SPLIT#COLUMN`` names.

    ``PLACE`` is a folder that ``datasets`` has saved or downloaded, or that has Parquet, Arrow or JSON files, or one
    such file: then a split is a word in the path of its files. Otherwise it is the name of a data set of the Hub, such
    as ``owner/name``; its split is ``train`` where none is given. Raises ``ValueError`` for anything else.
    """
    name, split, column, *more = (*str(place).split("#"), "", "")
    if not name or len(more) > 2:
        raise ValueError(f"hf:{place}: write hf:FOLDER, or hf:OWNER/NAME, with #SPLIT#COLUMN if you wish")
    path = Path(name)
    if path.exists():
        return LocalSource(path, column=column, split=split)
    if name.count("/") > 1 or name.startswith((".", "/", "~")):
        raise ValueError(f"hf:{place}: there is no such folder, and no data set is called so")
    return HuggingFaceSource(name, split or _SPLIT, column)


@dataclass(frozen=True)
class LocalSource(RowSource):
    """The rows of those files of a local copy that have the word ``split`` in their paths; of all where it is empty."""

    name: str = "hf"
    split: str = ""

    def files(self) -> Iterator[Path]:
        """The files of the split, in order."""
        base, word = self._base(), re.compile(rf"(?<![A-Za-z0-9]){re.escape(self.split)}(?![A-Za-z0-9])")
        return (path for path in super().files() if word.search(path.relative_to(base).as_posix()) or not self.split)


@dataclass(frozen=True)
class HuggingFaceSource:
    """The rows of a data set of the Hub, which ``datasets`` downloads. A key is the number of a row, from 0.

    ``column`` has the text; the first column that holds one where it is empty.
    """

    dataset: str
    split: str = _SPLIT
    column: str = ""
    name: str = "hf"

    def keys(self) -> Iterator[str]:
        """The numbers of the rows. Raises ``ValueError``, in one line, where the data set cannot be had."""
        return map(str, range(len(_loaded(self.dataset, self.split, self.column))))

    def load(self, key: str) -> Entry:
        """The entry of a key. Raises ``BadEntry``, naming the row."""
        rows = _loaded(self.dataset, self.split, self.column)
        place = f"{self.dataset}/{self.split}#{key}"
        if not (key.isascii() and key.isdigit() and len(key) < 12 and int(key) < len(rows)):
            raise BadEntry(f"{place[:200]}: there is no such row", "missing")
        try:
            record: Mapping[str, Any] = rows[int(key)]
        except Exception as error:  # whatever the decoders of a column raise
            raise BadEntry(f"{place}: {' '.join(str(error).split())[:200]}", "unreadable") from None
        entry = entry_of_row(diagram_text(record, self.column), self.name, place, record, _licence(rows))
        return replace(entry, reference=f"https://huggingface.co/datasets/{self.dataset}, {self.split}, row {key}")


@lru_cache(maxsize=4)
def _loaded(dataset: str, split: str, column: str) -> Any:
    """The rows, with columns of words only: pictures are not decoded."""
    try:
        load_dataset = import_module("datasets").load_dataset
    except ImportError:
        raise ValueError(f"hf:{dataset} needs the package datasets: pip install datasets") from None
    try:
        rows = load_dataset(dataset, split=split)
    except Exception as error:  # of the network, the Hub, its builders: too many kinds to name
        said = " ".join(str(error).split())[:300]
        raise ValueError(f"hf:{dataset}#{split} cannot be had: {said or type(error).__name__}") from None
    if column and column not in rows.column_names:
        raise ValueError(f"hf:{dataset}#{split} has no column {column!r}, but {', '.join(rows.column_names)[:300]}")
    return rows.select_columns([name for name, feature in rows.features.items() if _is_wordy(feature)])


def _is_wordy(feature: Any) -> bool:
    return not any(kind in repr(feature) for kind in ("Image", "Audio", "Video", "Pdf", "binary"))


def _licence(rows: Any) -> str:
    said = getattr(rows.info, "license", "")
    return str(said)[:100] if said else "unknown"
