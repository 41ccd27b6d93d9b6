"""For TRL: Parquet with the pictures in it, for supervised fine-tuning and for GRPO alike.

| Trainer | Columns |
|---|---|
| SFT, the loss on all that is said | ``messages``, ``images`` |
| SFT, the loss on the answer alone | ``prompt``, ``completion``, ``images`` |
| GRPO | ``prompt``, ``images``, and ``REWARD_COLUMNS`` for the rewards |
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphicacy.train.example import REWARD_COLUMNS, Example
from graphicacy.train.export.format import TEXT, Format, write_parquet
from graphicacy.train.export.spool import Spool

__all__ = ["TRL", "row_of"]

_TALKS = ("messages", "prompt", "completion")
_TEXTS = ("id", "capability", *REWARD_COLUMNS)


def row_of(example: Example) -> dict[str, Any]:
    """A row but for its pictures, which stand before the question."""
    prompt = [
        _said("system", _text(example.row["system"])),
        _said("user", *({"type": "image", "text": None} for _ in example.pictures), _text(example.row["prompt"])),
    ]
    completion = [_said("assistant", _text(example.target))]
    about = {"id": example.row["id"], "capability": example.row["capability"], **example.rewarded_by()}
    return {"messages": [*prompt, *completion], "prompt": prompt, "completion": completion, **about}


def _write(spool: Spool, order: Sequence[int], out: Path) -> tuple[str, ...]:
    import pyarrow as pa

    part = pa.struct([("type", pa.string()), ("text", pa.string())])
    talk = pa.list_(pa.struct([("role", pa.string()), ("content", pa.list_(part))]))
    told = [{"role": TEXT, "content": [{"type": TEXT, "text": TEXT}]}]
    columns = {**dict.fromkeys(_TALKS, (talk, told)), **dict.fromkeys(_TEXTS, (pa.string(), TEXT))}
    return write_parquet(row_of, columns, spool, order, out)


def _said(role: str, *content: dict[str, str | None]) -> dict[str, Any]:
    return {"role": role, "content": list(content)}


def _text(text: str) -> dict[str, str | None]:
    return {"type": "text", "text": text}


TRL = Format(_write, notes=("give SFTConfig max_length=None: a text that is cut loses its pictures",))
