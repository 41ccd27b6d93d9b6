"""A dataset on disk → its questions and diagrams."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from graphicacy.read.dataset.finish import digest_of
from graphicacy.read.journal import Journal
from graphicacy.read.question import AnswerType, Question

__all__ = ["REWORDED", "Dataset", "open_dataset"]

REWORDED = "reworded.jsonl"  # beside the tables: {"id", "question", "model"} on each line
_JSON = ("answer", "arguments", "rubric")
_ROWS = {"questions": 1024, "diagrams": 64}  # read at a time


@dataclass(frozen=True, slots=True)
class Dataset:
    """A dataset in a folder; ``digest`` names the plan that made it."""

    folder: Path
    digest: str

    def questions(self, split: str | None = None) -> Iterator[Question]:
        """The questions of a split, or all, in order, in the words that ``read reword`` gave them, if any.

        Memory does not grow with their number, but for such words.
        """
        words = {line["id"]: line["question"] for line in Journal(self.folder / REWORDED).records()}
        for row in self._rows("questions"):
            if split in (None, row["split"]):
                yield _question({**row, "question": words.get(row["id"], row["question"])})

    def diagrams(self, split: str | None = None) -> Iterator[dict[str, Any]]:
        """Rows of the table of diagrams (see ``schema``), with JSON as text."""
        return (row for row in self._rows("diagrams") if split in (None, row["split"]))

    def image(self, name: str) -> bytes:
        """The PNG of a path in ``Question.images``."""
        return (self.folder / name).read_bytes()

    def _rows(self, table: str) -> Iterator[dict[str, Any]]:
        with pq.ParquetFile(self.folder / f"{table}.parquet") as file:
            for batch in file.iter_batches(_ROWS[table]):
                yield from batch.to_pylist()


def open_dataset(folder: Path) -> Dataset:
    """The dataset in a folder. Raises ``FileNotFoundError``, in one line, where ``read build`` made none there."""
    digest = digest_of(folder)
    if not digest:
        raise FileNotFoundError(
            f"{folder}: there is no dataset here; make one with graphicacy read build --out {folder}"
        )
    return Dataset(folder, digest)


def _question(row: dict[str, Any]) -> Question:
    values = {name: json.loads(row[name]) if name in _JSON else row[name] for name in Question.__dataclass_fields__}
    return Question(**{**values, "answer_type": AnswerType(row["answer_type"]), "images": tuple(row["images"])})
