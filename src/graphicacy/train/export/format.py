"""What the formats share: where pictures go, lines of JSON, Parquet."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphicacy.train.example import Example
from graphicacy.train.export.spool import Spool

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["LINES", "TEXT", "Format", "asked", "paths_of", "write_lines", "write_parquet"]

LINES = "train.jsonl"
TEXT = {"dtype": "string", "_type": "Value"}
"""A column of text, as ``datasets`` describes it."""
_ENDS = {ord(c): f"\\u{ord(c):04x}" for c in "\x85\u2028\u2029"}  # at which some readers end a line
RowOf = Callable[[Example], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of training data.

    ``write`` writes the examples of a spool, in an order, into a folder, and gives the names of what it wrote there.
    ``tags`` are texts that the tool takes for a picture or the like wherever they stand: an example whose words have
    one cannot be written. ``notes`` are lines for the user.
    """

    write: Callable[[Spool, Sequence[int], Path], tuple[str, ...]]
    tags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def write_lines(row_of: RowOf, spool: Spool, order: Sequence[int], out: Path) -> tuple[str, ...]:
    """Write ``train.jsonl``, a row on each line, and ``images/`` beside it, each picture once."""
    with (out / LINES).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{_line(row_of(example))}\n" for example in spool.examples(order))
    spool.images.rename(out / "images")
    return LINES, "images"


def write_parquet(
    row_of: RowOf,
    columns: Mapping[str, tuple[pa.DataType, Any]],
    spool: Spool,
    order: Sequence[int],
    out: Path,
) -> tuple[str, ...]:
    """Write ``data/train-<number>.parquet``, with the pictures in a column ``images``.

    ``columns`` are the others: their types, and how ``datasets`` describes them.
    """
    from graphicacy.read.export.shards import Shards, schema_with_images

    types = [(name, kind) for name, (kind, _) in columns.items()]
    schema = schema_with_images(types, {name: feature for name, (_, feature) in columns.items()})
    (out / "data").mkdir()
    shards = Shards(out / "data", "train", schema)
    for example in spool.examples(order):
        shards.add(row_of(example), example.pictures)
    shards.close()
    return tuple(f"data/{file.name}" for file in shards.files)


def paths_of(example: Example) -> list[str]:
    """The pictures of an example as ``write_lines`` lays them, in the order shown."""
    return [f"images/{picture.name}" for picture in example.pictures]


def asked(example: Example, *, with_system: bool = False) -> str:
    """A tag ``<image>`` for each picture, then the text; before it the system message, where no role is for that."""
    text: str = example.row["prompt"]
    if with_system:
        text = f"{example.row['system']}\n\n{text}"
    return f"{'<image>' * len(example.pictures)}\n{text}"


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False).translate(_ENDS)
