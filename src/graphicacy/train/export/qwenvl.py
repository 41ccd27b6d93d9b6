"""For the fine-tuning code of Qwen-VL: JSONL of conversations, with pictures in a folder."""

from __future__ import annotations

from functools import partial
from typing import Any

from graphicacy.train.example import Example
from graphicacy.train.export.format import Format, asked, paths_of, write_lines

__all__ = ["QWENVL", "row_of"]


def row_of(example: Example) -> dict[str, Any]:
    """A row. There are two roles, so the system message stands before the question."""
    paths = paths_of(example)
    return {
        "image": paths[0] if len(paths) == 1 else paths,
        "conversations": [
            {"from": "human", "value": asked(example, with_system=True)},
            {"from": "gpt", "value": example.target},
        ],
    }


QWENVL = Format(
    partial(write_lines, row_of),
    tags=("<image>", "<video>"),
    notes=("in qwenvl/data/__init__.py, set annotation_path to train.jsonl, and data_path to this folder",),
)
