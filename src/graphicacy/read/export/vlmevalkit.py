"""For VLMEvalKit: one TSV of questions with their pictures, and a dataset class that grades with ``graphicacy``.

Columns as its developers' guide has them: ``index`` (a whole number), ``image`` (base64; of several pictures a list in
Python's notation; where another row has the same pictures, the index of that row), ``image_path`` (file names under
which they are unpacked), ``question`` (all the text that a model sees), ``answer``, ``category``, ``l2-category`` and
``split``; beside them what grading needs. Every field is quoted, so that tabs, quotes and line ends in labels stay what
they are. Fields with pictures are longer than the 131,072 characters that Python's ``csv`` takes unless
``csv.field_size_limit`` is raised; ``pandas``, which VLMEvalKit uses, has no such limit.
"""

from __future__ import annotations

import base64
import csv
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from graphicacy.read.export.pictures import Picture
from graphicacy.read.export.program import write_about, write_program
from graphicacy.read.export.records import NUMBERS, TEXTS, Chosen, Exported, Record

__all__ = ["COLUMNS", "export_vlmevalkit"]

_OURS = tuple(name for name in TEXTS if name not in ("question", "answer", "split", "system", "prompt"))
COLUMNS = (
    *("index", "image", "image_path", "question", "answer", "category", "l2-category", "split"),
    *(*_OURS, *NUMBERS),
)
_PROGRAM = "graphicacy_read.py"


def export_vlmevalkit(chosen: Chosen, out: Path) -> Exported:
    """Write ``GraphicacyRead_<split>.tsv``, to lie in ``$LMUData``, and the dataset class. Memory is flat."""
    name = f"GraphicacyRead_{chosen.split or 'all'}"
    table = out / f"{name}.tsv"
    first: dict[tuple[str, ...], int] = {}  # by pictures, the row that has them
    count = 0
    with table.open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="\n").writerow
        write(COLUMNS)
        for count, record in enumerate(chosen.records(), 1):
            names = tuple(picture.name for picture in record.pictures)
            holder = first.setdefault(names, count)
            image = _cell(_base64(record.pictures)) if holder == count else str(holder)
            write(_fields(record, count, image, _cell(names)))
    program = write_program(out, _PROGRAM, "vlmevalkit.py")
    about = write_about(out, chosen, count)
    call = f"LMUData={quote(str(out))} python {quote(str(program))} --data {name} --model MODEL"
    notes = (
        f"run it in a checkout of VLMEvalKit: {call}",
        "VLMEvalKit has no system message for all models: its text stands before the question",
        *chosen.notes(),
    )
    return Exported((table, program, about), notes, count)


def _fields(record: Record, index: int, image: str, paths: str) -> list[str]:
    row = record.row
    own = {
        "index": index,
        "image": image,
        "image_path": paths,
        "question": f"{row['system']}\n\n{row['prompt']}",
        "category": row["task"],
        "l2-category": row["capability"],
    }
    return [str(own.get(name, row.get(name, ""))) for name in COLUMNS]


def _base64(pictures: Sequence[Picture]) -> tuple[str, ...]:
    return tuple(base64.b64encode(picture.png).decode() for picture in pictures)


def _cell(values: Sequence[str]) -> str:
    return values[0] if len(values) == 1 else repr(list(values))
