"""For verifiers: rows of an environment, as JSONL with pictures in a folder, and their opening as messages."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from graphicacy.train.example import Example
from graphicacy.train.export.format import LINES, Format, paths_of, write_lines

__all__ = ["VERIFIERS", "open_rows", "row_of"]


def row_of(example: Example) -> dict[str, Any]:
    """A row: ``prompt`` in the form of chat APIs, ``answer`` as a model should write it, ``info`` for the reward."""
    pictures = [{"type": "image_url", "image_url": {"url": path}} for path in paths_of(example)]
    return {
        "prompt": [
            {"role": "system", "content": [_text(example.row["system"])]},
            {"role": "user", "content": [*pictures, _text(example.row["prompt"])]},
        ],
        "answer": example.target,
        "info": {"id": example.row["id"], **example.rewarded_by()},
    }


def open_rows(folder: Path) -> Iterator[dict[str, Any]]:
    """The rows of an export, with each picture as the data URL that APIs take. Memory does not grow with them.

    Raises ``ValueError`` for a picture that is not in the folder, and ``FileNotFoundError``.
    """
    with (folder / LINES).open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            for part in row["prompt"][1]["content"]:
                if part["type"] == "image_url":
                    part["image_url"] = {"url": _data_url(folder, part["image_url"]["url"])}
            yield row


def _text(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


def _data_url(folder: Path, path: str) -> str:
    picture = (folder / path).resolve()
    if not picture.is_relative_to((folder / "images").resolve()):
        raise ValueError(f"{folder}: the picture {path[:100]!r} is not in its images")
    return f"data:image/png;base64,{b64encode(picture.read_bytes()).decode()}"


VERIFIERS = Format(
    partial(write_lines, row_of),
    notes=("open it: graphicacy.train.export.verifiers.open_rows(folder)",),
)
