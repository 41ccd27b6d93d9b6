"""Examples of a stage → a file from which a trainer reads them, each checked before a GPU is kept waiting."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from graphicacy.train.example import Example
from graphicacy.train.local_model import messages_to, tokens_of

__all__ = ["Limit", "SequenceTooLong", "StageData", "load_examples", "row_of", "write_examples"]

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
    """How many examples there are, how many were dropped as too long, and the tokens of the longest that is there."""

    examples: int
    dropped: int
    longest: int


def write_examples(path: Path, examples: Iterable[Example], processor: Any, limit: Limit) -> StageData:
    """Write examples to an Arrow file, in one step: it is there as a whole, or not. Memory does not grow with it.

    Raises:
        SequenceTooLong: an example is over a limit that is an error.
        ValueError: there is no example, or what belongs to one cannot be read.
    """
    import pyarrow as pa

    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    lengths: list[int] = []
    dropped = 0
    schema = _features().arrow_schema
    with pa.OSFile(str(draft), "wb") as file, pa.ipc.new_stream(file, schema) as writer:
        rows: list[dict[str, Any]] = []
        for example in examples:
            length = _length(example, processor)
            if length > limit.tokens:
                dropped += _dropped(example, length, limit)
                continue
            lengths.append(length)
            rows.append(row_of(example))
            if len(rows) == _AT_ONCE:
                writer.write_batch(pa.RecordBatch.from_pylist(rows, schema=schema))
                rows = []
        if rows:
            writer.write_batch(pa.RecordBatch.from_pylist(rows, schema=schema))
    if not lengths:
        draft.unlink()
        why = f": all {dropped:,} are longer than {limit.tokens:,} tokens" if dropped else ""
        raise ValueError(f"there is no example to train on{why}")
    draft.replace(path)
    return StageData(len(lengths), dropped, max(lengths))


def load_examples(path: Path) -> Any:
    """The ``datasets.Dataset`` of a file of ``write_examples``, mapped into memory."""
    from datasets import Dataset

    return Dataset.from_file(str(path))


def row_of(example: Example) -> dict[str, Any]:
    """An example as the trainer takes it: the loss is on ``completion`` alone."""
    *prompt, answer = _conversation(example)
    pictures = [{"bytes": picture.png, "path": None} for picture in example.pictures]
    return {"prompt": [_plain(m) for m in prompt], "completion": [_plain(answer)], "images": pictures}


def _conversation(example: Example) -> list[dict[str, Any]]:
    asked = messages_to(example.row["system"], example.row["prompt"], len(example.pictures))
    return [*asked, {"role": "assistant", "content": [{"type": "text", "text": example.target}]}]


def _plain(message: dict[str, Any]) -> dict[str, str]:
    """A message as text: the trainer puts the pictures before the first of the user, as ``messages_to`` does."""
    return {"role": message["role"], "content": "".join(_texts(message))}


def _texts(message: dict[str, Any]) -> Iterator[str]:
    return (part["text"] for part in message["content"] if part["type"] == "text")


def _length(example: Example, processor: Any) -> int:
    text = processor.apply_chat_template(_conversation(example), tokenize=False)
    return tokens_of(processor, text, example.pictures)


def _dropped(example: Example, length: int, limit: Limit) -> bool:
    if limit.over == "drop":
        return True
    raise SequenceTooLong(
        f"example {example.row['id']}: {length:,} tokens, of which the limit is {limit.tokens:,}; raise max-length, "
        'lower max-pixels, or set over-length = "drop"'
    )


def _features() -> Any:
    from datasets import Features, Image, List, Value

    message = {"role": Value("string"), "content": Value("string")}
    return Features({"prompt": List(message), "completion": List(message), "images": List(Image())})
