"""For the Hub of Hugging Face: a folder that ``datasets.load_dataset`` opens, with its pictures decoded.

Parquet with the feature ``Image`` (bytes and a name), as ``datasets`` itself writes it, and a card whose YAML head
names configuration, splits, features and licence.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyarrow as pa

from graphicacy.read.export.hf_card import card
from graphicacy.read.export.program import write_about
from graphicacy.read.export.records import NUMBERS, TEXTS, Chosen, Exported
from graphicacy.read.export.shards import Shards, schema_with_images

__all__ = ["export_hf"]


def export_hf(chosen: Chosen, out: Path) -> Exported:
    """Write ``data/<split>-<number>.parquet`` and ``README.md``. Memory does not grow with the number of questions."""
    (out / "data").mkdir()
    splits: dict[str, Shards] = {}
    licences: Counter[str] = Counter()
    for record in chosen.records():
        name = record.row["split"]
        splits.setdefault(name, Shards(out / "data", name, _SCHEMA)).add(record.row, record.pictures)
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


def _schema() -> pa.Schema:
    features = {
        **{name: {"dtype": "string", "_type": "Value"} for name in TEXTS},
        **{name: {"dtype": "int32", "_type": "Value"} for name in NUMBERS},
    }
    columns = [*((name, pa.string()) for name in TEXTS), *((name, pa.int32()) for name in NUMBERS)]
    return schema_with_images(columns, features)


_SCHEMA = _schema()
