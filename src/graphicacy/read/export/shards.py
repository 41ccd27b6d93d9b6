"""Rows with their pictures → Parquet files that ``datasets`` opens, with the pictures decoded.

A picture is stored once in a row group, however many rows show it: its column is dictionary-encoded, and dictionaries
may be large.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from graphicacy.read.export.pictures import Picture

__all__ = ["Shards", "schema_with_images"]

_GROUP_ROWS = 256
_GROUP_BYTES = 32_000_000  # of different pictures in a row group
_SHARD_BYTES = 500_000_000  # as the Hub advises
_IMAGES = pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))


class Shards:
    """Writes rows to files of a limited size, ``<name>-<number>.parquet``: memory does not grow with their number.

    ``rows`` counts them; ``size`` is that of all rows in memory, in bytes. ``files`` are whole after ``close``.
    """

    def __init__(self, folder: Path, name: str, schema: pa.Schema) -> None:
        self.files: list[Path] = []
        self.rows = self.size = 0
        self._folder, self._name, self._schema = folder, name, schema
        self._buffer: list[dict[str, Any]] = []
        self._pictures: dict[str, int] = {}
        self._writer: pq.ParquetWriter | None = None

    def add(self, row: Mapping[str, Any], pictures: Sequence[Picture]) -> None:
        """Add a row of the schema's columns but ``images``, which are ``pictures``."""
        images = [{"bytes": picture.png, "path": picture.name} for picture in pictures]
        self._buffer.append({"images": images, **row})
        self._pictures.update({picture.name: len(picture.png) for picture in pictures})
        if len(self._buffer) >= _GROUP_ROWS or sum(self._pictures.values()) >= _GROUP_BYTES:
            self._flush()

    def close(self) -> None:
        """Write what is left."""
        self._flush()
        if self._writer is not None:
            self._writer.close()

    def _flush(self) -> None:
        if not self._buffer:
            return
        table = pa.Table.from_pylist(self._buffer, self._schema)
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
                self.files[-1], self._schema, compression="zstd", dictionary_pagesize_limit=2 * _GROUP_BYTES
            )
        return self._writer


def schema_with_images(columns: Sequence[tuple[str, pa.DataType]], features: Mapping[str, Any]) -> pa.Schema:
    """The schema of ``images`` and further columns; ``features`` are these as ``datasets`` describes them in JSON."""
    images = {"feature": {"_type": "Image"}, "_type": "Sequence"}
    about = {"info": {"features": {"images": images, **features}}}
    return pa.schema([("images", _IMAGES), *columns], metadata={"huggingface": json.dumps(about)})
