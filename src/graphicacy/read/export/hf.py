"""For the Hub of Hugging Face: a folder that ``datasets.load_dataset`` opens, with its pictures decoded.

Parquet with the feature ``Image`` (bytes and a name), as ``datasets`` itself writes it, and a card whose YAML head
names configuration, splits, features and licence. A picture is stored once in a row group, however many questions are
about it: its column is dictionary-encoded, and dictionaries may be large.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from graphicacy.read.export.hf_card import card
from graphicacy.read.export.program import write_about
from graphicacy.read.export.records import NUMBERS, TEXTS, Chosen, Exported, Record

__all__ = ["export_hf"]

_GROUP_ROWS = 256
_GROUP_BYTES = 32_000_000  # of different pictures in a row group
_SHARD_BYTES = 500_000_000  # as the Hub advises
_IMAGES = pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))


def export_hf(chosen: Chosen, out: Path) -> Exported:
    """Write ``data/<split>-<number>.parquet`` and ``README.md``. Memory does not grow with the number of questions."""
    (out / "data").mkdir()
    splits: dict[str, _Split] = {}
    licences: Counter[str] = Counter()
    for record in chosen.records():
        name = record.row["split"]
        splits.setdefault(name, _Split(out / "data", name)).add(record)
        licences[record.row["licence"]] += 1
    for split in splits.values():
        split.close()
    sizes = {name: (split.rows, split.size) for name, split in sorted(splits.items())}
    count = sum(rows for rows, _ in sizes.values())
    readme = out / "README.md"
    readme.write_text(card(chosen.about(), sizes, licences), encoding="utf-8", newline="\n")
    about = write_about(out, chosen, count)
    files = [file for _, split in sorted(splits.items()) for file in split.files]
    notes = (f"open it: datasets.load_dataset({str(out)!r})", *chosen.notes())
    return Exported((readme, *files, about), notes, count)


class _Split:
    """Writes the rows of a split to files of a limited size. ``size`` is that of all rows in memory, in bytes."""

    def __init__(self, folder: Path, name: str) -> None:
        self.files: list[Path] = []
        self.rows = self.size = 0
        self._folder, self._name = folder, name
        self._buffer: list[dict[str, Any]] = []
        self._pictures: dict[str, int] = {}
        self._writer: pq.ParquetWriter | None = None

    def add(self, record: Record) -> None:
        images = [{"bytes": picture.png, "path": picture.name} for picture in record.pictures]
        self._buffer.append({"images": images, **record.row})
        self._pictures.update({picture.name: len(picture.png) for picture in record.pictures})
        if len(self._buffer) >= _GROUP_ROWS or sum(self._pictures.values()) >= _GROUP_BYTES:
            self._flush()

    def close(self) -> None:
        self._flush()
        if self._writer is not None:
            self._writer.close()

    def _flush(self) -> None:
        if not self._buffer:
            return
        table = pa.Table.from_pylist(self._buffer, _SCHEMA)
        self._open().write_table(table)
        self.rows += table.num_rows
        self.size += table.nbytes
        self._buffer.clear()
        self._pictures.clear()

    def _open(self) -> pq.ParquetWriter:
        """The file that is written; another one where it has grown large."""
        if self._writer is not None and self.files[-1].stat().st_size >= _SHARD_BYTES:
            self._writer.close()
            self._writer = None
        if self._writer is None:
            self.files.append(self._folder / f"{self._name}-{len(self.files):05d}.parquet")
            self._writer = pq.ParquetWriter(
                self.files[-1], _SCHEMA, compression="zstd", dictionary_pagesize_limit=2 * _GROUP_BYTES
            )
        return self._writer


def _schema() -> pa.Schema:
    features = {
        "images": {"feature": {"_type": "Image"}, "_type": "Sequence"},
        **{name: {"dtype": "string", "_type": "Value"} for name in TEXTS},
        **{name: {"dtype": "int32", "_type": "Value"} for name in NUMBERS},
    }
    columns = [
        ("images", _IMAGES),
        *((name, pa.string()) for name in TEXTS),
        *((name, pa.int32()) for name in NUMBERS),
    ]
    return pa.schema(columns, metadata={"huggingface": json.dumps({"info": {"features": features}})})


_SCHEMA = _schema()
