"""For EasyR1: Parquet with the pictures in it, ``problem`` with a tag for each, and ``answer`` for the reward.

The reward gets the ``answer`` as its ground truth, and nothing else of a row: it is JSON of ``REWARD_COLUMNS``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphicacy.read.dataset.schema import compact
from graphicacy.train.example import Example
from graphicacy.train.export.format import TEXT, Format, asked, write_parquet
from graphicacy.train.export.spool import Spool

__all__ = ["EASYR1", "row_of"]

_TEXTS = ("id", "problem", "answer")


def row_of(example: Example) -> dict[str, Any]:
    """A row but for its pictures. There is no system message there: its text stands before the question."""
    return {
        "id": example.row["id"],
        "problem": asked(example, with_system=True),
        "answer": compact(example.rewarded_by()),
    }


def _write(spool: Spool, order: Sequence[int], out: Path) -> tuple[str, ...]:
    import pyarrow as pa

    return write_parquet(row_of, dict.fromkeys(_TEXTS, (pa.string(), TEXT)), spool, order, out)


EASYR1 = Format(_write, tags=("<image>", "<video>"), notes=("set data.prompt_key=problem and data.answer_key=answer",))
