"""Examples of a stage → a file from which a trainer reads them, each checked before a GPU is kept waiting."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from graphicacy.train.example import Example
from graphicacy.train.export.trl import row_of
from graphicacy.train.local_model import tokens_of

__all__ = ["COLUMNS", "Limit", "SequenceTooLong", "StageData", "fits", "load_examples", "write_examples"]

COLUMNS = ("prompt", "completion", "images")
"""What the trainer takes; the loss is on the completion alone."""
_AT_ONCE = 32  # rows that are written in a piece


class SequenceTooLong(ValueError):
    """An example has more tokens than the limit: one line that names it, its length and what to do."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The most tokens of an example, pictures and answer included, and what is done with one that has more."""

    tokens: int
    over: Literal["error", "drop"] = "error"


@dataclass(frozen=True, slots=True)
class StageData:
    """How many examples there are, and how many were dropped as too long."""

    examples: int
    dropped: int


def write_examples(path: Path, examples: Iterable[Example], processor: Any, limit: Limit) -> StageData:
    """Write examples to an Arrow file, in one step: it is there as a whole, or not. Memory does not grow with it.

    Raises:
        SequenceTooLong: an example is over a limit that is an error.
        ValueError: there is no example, or what belongs to one cannot be read.
    """
    import pyarrow as pa

    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    schema = _features().arrow_schema
    seen = written = 0
    with pa.OSFile(str(draft), "wb") as file, pa.ipc.new_stream(file, schema) as writer:
        rows: list[dict[str, Any]] = []
        for example in examples:
            seen += 1
            row, sizes = row_of(example), [picture.size for picture in example.pictures]
            if not fits(row["id"], row["messages"], sizes, processor, limit):
                continue
            pictures = [{"bytes": picture.png, "path": None} for picture in example.pictures]
            rows.append({"prompt": row["prompt"], "completion": row["completion"], "images": pictures})
            if len(rows) == _AT_ONCE:
                writer.write_batch(pa.RecordBatch.from_pylist(rows, schema=schema))
                written, rows = written + len(rows), []
        writer.write_batch(pa.RecordBatch.from_pylist(rows, schema=schema))
        written += len(rows)
    if not written:
        draft.unlink()
        why = f": all {seen:,} are longer than {limit.tokens:,} tokens" if seen else ""
        raise ValueError(f"there is no example to train on{why}")
    draft.replace(path)
    return StageData(written, seen - written)


def load_examples(path: Path) -> Any:
    """The ``datasets.Dataset`` of a file of ``write_examples``, mapped into memory."""
    from datasets import Dataset

    return Dataset.from_file(str(path))


def fits(
    name: str, messages: Sequence[dict[str, Any]], sizes: Sequence[tuple[int, int]], processor: Any, limit: Limit
) -> bool:
    """Whether an example is within a limit; ``sizes`` are width and height of its pictures, in px.

    Raises ``SequenceTooLong`` where it is not, and that is an error.
    """
    length = tokens_of(processor, processor.apply_chat_template(messages, tokenize=False), sizes)
    if length <= limit.tokens:
        return True
    if limit.over == "drop":
        return False
    raise SequenceTooLong(
        f"example {name}: {length:,} tokens, of which the limit is {limit.tokens:,}; raise max-length, lower "
        'max-pixels, or set over-length = "drop"'
    )


def _features() -> Any:
    from datasets import Features, Image, List, Value

    part = {"type": Value("string"), "text": Value("string")}
    talk = List({"role": Value("string"), "content": List(part)})
    return Features({"prompt": talk, "completion": talk, "images": List(Image())})
