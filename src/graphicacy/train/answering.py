"""A model in this process → its answers to the questions of a dataset, as ``read grade`` takes them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from graphicacy.read.boxes import BoxConvention
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.export.records import Chosen, Record
from graphicacy.read.journal import Journal
from graphicacy.train.example import Example
from graphicacy.train.export.trl import row_of
from graphicacy.train.local_model import LocalModel, images_of

__all__ = ["Asking", "answer_questions", "inputs_for"]


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked, in which box convention, and how: so many questions at a time, answers of so many tokens."""

    dataset: Dataset
    boxes: BoxConvention
    split: Literal["test", "train"] = "test"
    limit: int | None = None
    batch: int = 8
    max_tokens: int = 1024


def answer_questions(
    local: LocalModel, asking: Asking, out: Path, *, progress: Callable[[int], None] | None = None
) -> int:
    """Ask a model, greedily, and write its answers to a file of JSON lines; go on with one that a kill has cut off.

    Questions, their prompts and pictures are those of training, and of every export (``Chosen.records``). Batches are
    the same after a kill, since what else is in one can change the last digits. Returns the number of answers.

    Raises ``ValueError``, in one line, where there is no question, a picture is missing, or the file has answers to
    others.
    """
    journal = Journal(out)
    there = [record["id"] for record in journal.records()]
    chosen = Chosen(asking.dataset, asking.split, asking.boxes, asking.limit)
    done = 0
    for batch in _batches(chosen.records(), asking.batch):
        ids = [record.row["id"] for record in batch]
        known = there[done : done + len(ids)]
        if known != ids[: len(known)]:
            raise ValueError(f"{out}: there are answers to other questions; delete it, or choose another folder")
        if len(known) < len(ids):
            for line in _answers(local, batch, asking)[len(known) :]:
                journal.add(line)
        done += len(ids)
        if progress is not None:
            progress(done)
    return done


def inputs_for(local: LocalModel, records: Sequence[Record]) -> Any:
    """A batch as the model takes it; prompts are padded at their beginning."""
    prompts = [row_of(Example(record.row, "", record.pictures))["prompt"] for record in records]
    texts = [local.processor.apply_chat_template(p, tokenize=False, add_generation_prompt=True) for p in prompts]
    return local.processor(
        text=texts,
        images=[images_of(record.pictures) for record in records],
        return_tensors="pt",
        padding=True,
        padding_side="left",
        add_special_tokens=False,  # the template has them
    )


def _answers(local: LocalModel, records: Sequence[Record], asking: Asking) -> list[dict[str, Any]]:
    import torch

    began = time.monotonic()
    inputs = inputs_for(local, records).to(local.model.device)
    with torch.inference_mode():
        said = local.model.generate(**inputs, max_new_tokens=asking.max_tokens, do_sample=False, num_beams=1)
    said = said[:, inputs["input_ids"].shape[1] :].tolist()
    each = round((time.monotonic() - began) / len(records), 3)
    ends = _ends(local)
    lines = []
    for record, tokens in zip(records, said, strict=True):
        length = next((k for k, token in enumerate(tokens) if token in ends), None)
        answer = local.processor.tokenizer.decode(tokens[:length], skip_special_tokens=True)
        lines.append(
            {
                "id": record.row["id"],
                "answer": answer,
                "stopped": "length" if length is None else "stop",
                "model": local.name,
                "seconds": each,
                "tokens": len(tokens) if length is None else length + 1,
                "digest": asking.dataset.digest,
            }
        )
    return lines


def _ends(local: LocalModel) -> frozenset[int]:
    """Tokens that end an answer."""
    ends = local.model.generation_config.eos_token_id
    return frozenset(ends if isinstance(ends, list) else [ends])


def _batches(records: Iterator[Record], size: int) -> Iterator[list[Record]]:
    while batch := list(islice(records, size)):
        yield batch
