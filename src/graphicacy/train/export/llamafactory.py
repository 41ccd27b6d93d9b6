"""For LLaMA-Factory: ShareGPT-like JSONL with pictures in a folder, and the ``dataset_info.json`` that names it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphicacy.train.example import Example
from graphicacy.train.export.format import LINES, Format, asked, paths_of, write_lines
from graphicacy.train.export.spool import Spool

__all__ = ["LLAMAFACTORY", "row_of"]

_INFO = {
    "graphicacy": {
        "file_name": LINES,
        "formatting": "sharegpt",
        "columns": {"messages": "messages", "images": "images"},
        "tags": {
            "role_tag": "role",
            "content_tag": "content",
            "user_tag": "user",
            "assistant_tag": "assistant",
            "system_tag": "system",
        },
    }
}


def row_of(example: Example) -> dict[str, Any]:
    """A row: ``<image>`` as often as there are ``images``, whose paths are relative to the folder."""
    return {
        "messages": [
            {"role": "system", "content": example.row["system"]},
            {"role": "user", "content": asked(example)},
            {"role": "assistant", "content": example.target},
        ],
        "images": paths_of(example),
    }


def _write(spool: Spool, order: Sequence[int], out: Path) -> tuple[str, ...]:
    (out / "dataset_info.json").write_text(f"{json.dumps(_INFO, indent=2)}\n", encoding="utf-8", newline="\n")
    return ("dataset_info.json", *write_lines(row_of, spool, order, out))


LLAMAFACTORY = Format(
    _write,
    tags=("<image>", "<video>", "<audio>"),
    notes=("set dataset: graphicacy, and dataset_dir and media_dir: this folder",),
)
