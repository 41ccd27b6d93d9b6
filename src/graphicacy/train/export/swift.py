"""For ms-swift: JSONL with pictures in a folder; boxes as objects, which it writes as the model's family does.

Where a box is the answer to a model of Qwen's families, the answer has the tag ``<bbox>``, and ``objects`` the box in
pixels of the picture: ms-swift puts its numbers there as that family counts, also where it resizes the picture. It
writes other families' boxes in words of their own, which are not those that the prompt asks for: for these, and for
the neutral convention, the numbers stand in the answer itself.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from graphicacy.read.question import AnswerType
from graphicacy.train.example import Example
from graphicacy.train.export.format import Format, asked, paths_of, write_lines

__all__ = ["SWIFT", "row_of"]

_WITH_OBJECTS = ("qwen2-vl", "qwen2.5-vl", "qwen3-vl")


def row_of(example: Example) -> dict[str, Any]:
    """A row; it has ``objects`` where a box is asked for, and the columns by which rewards grade."""
    row = example.row
    boxed = row["answer_type"] == AnswerType.BOX and row["boxes"] in _WITH_OBJECTS
    target = '```json\n{"answer": <bbox>}\n```' if boxed else example.target
    return {
        "messages": [
            {"role": "system", "content": row["system"]},
            {"role": "user", "content": asked(example)},
            {"role": "assistant", "content": target},
        ],
        "images": paths_of(example),
        **({"objects": {"ref": [], "bbox": [_box(example)], "bbox_type": "real"}} if boxed else {}),
        **example.rewarded_by(),
    }


def _box(example: Example) -> list[float]:
    """The box in pixels of the picture as it was written."""
    gold, rubric = json.loads(example.row["answer"]), json.loads(example.row["rubric"])
    width, height = example.pictures[0].size
    scales = (width / rubric["width"], height / rubric["height"]) * 2
    return [round(value * scale, 3) for value, scale in zip(gold, scales, strict=True)]


SWIFT = Format(
    partial(write_lines, row_of),
    tags=("<image>", "<video>", "<audio>", "<bbox>", "<ref-object>", "<cot-process>", "<start-image>"),
    notes=("start ms-swift in this folder, or with ROOT_IMAGE_DIR set to it",),
)
