"""For lmms-eval: a task file, its functions, the questions as Parquet, and the pictures as files.

Keys of the task file are those of ``TaskConfig`` in lmms-eval 0.7. Its ``dataset_kwargs.data_files`` is relative to the
file itself, so that the folder may lie anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from shlex import quote
from typing import Any

from graphicacy.read.export.program import write_about, write_program
from graphicacy.read.export.records import NUMBERS, TEXTS, Chosen, Exported

__all__ = ["export_lmms_eval"]

_ROWS = 1024  # of a row group


def export_lmms_eval(chosen: Chosen, out: Path) -> Exported:
    """Write ``graphicacy_read.yaml`` and what it names. Memory is flat."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema(
        [
            *((name, pa.string()) for name in TEXTS),
            *((name, pa.int32()) for name in NUMBERS),
            ("pictures", pa.list_(pa.string())),  # file names in images/
        ]
    )
    table, count = out / "questions.parquet", 0
    (out / "images").mkdir()
    rows = _rows(chosen, out / "images")
    with pq.ParquetWriter(table, schema) as writer:
        while some := list(islice(rows, _ROWS)):
            writer.write_table(pa.Table.from_pylist(some, schema))
            count += len(some)
    task = write_program(out, "graphicacy_read.yaml", "lmms_eval.yaml")
    functions = write_program(out, "graphicacy_read_task.py", "lmms_eval.py")
    about = write_about(out, chosen, count)
    folder = quote(str(out))
    notes = (
        f"run it: python -m lmms_eval --include_path {folder} --tasks graphicacy_read --model MODEL --output_path OUT",
        "lmms-eval has no system message for all models: its text stands before the question",
        *chosen.notes(),
    )
    return Exported((task, functions, table, out / "images", about), notes, count)


def _rows(chosen: Chosen, images: Path) -> Iterator[dict[str, Any]]:
    written: set[str] = set()
    for record in chosen.records():
        for picture in record.pictures:
            if picture.name not in written:
                (images / picture.name).write_bytes(picture.png)
                written.add(picture.name)
        yield {**record.row, "pictures": [picture.name for picture in record.pictures]}
