"""The columns of a dataset's two tables."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa

__all__ = ["DIAGRAMS", "QUESTIONS", "compact"]

_TEXT, _TEXTS = pa.string(), pa.list_(pa.string())

QUESTIONS = pa.schema(
    [
        ("id", _TEXT),
        ("key", _TEXT),
        ("split", _TEXT),
        ("task", _TEXT),
        ("code", _TEXT),
        ("capability", _TEXT),
        ("variant", _TEXT),
        ("question", _TEXT),
        ("answer_type", _TEXT),
        ("answer", _TEXT),  # JSON
        ("images", _TEXTS),
        ("diagram", _TEXT),
        ("rendering", _TEXT),
        ("difficulty", _TEXT),
        ("template", _TEXT),
        ("arguments", _TEXT),  # JSON
        ("rubric", _TEXT),  # JSON
        ("domain", _TEXT),
        ("family", _TEXT),
    ]
)
DIAGRAMS = pa.schema(
    [
        ("id", _TEXT),
        ("split", _TEXT),
        ("family", _TEXT),
        ("title", _TEXT),
        ("domain", _TEXT),
        ("kind", _TEXT),
        ("origin", _TEXT),
        ("reference", _TEXT),
        ("licence", _TEXT),
        ("nodes", pa.int32()),
        ("edges", pa.int32()),
        ("groups", pa.int32()),
        ("cyclic", pa.bool_()),
        ("mermaid", _TEXT),
        ("dot", _TEXT),
        ("diagram", _TEXT),  # JSON, as ``graphicacy parse`` prints it
        ("meanings", _TEXT),  # JSON
        ("problem", _TEXT),
        (
            "renderings",
            pa.list_(
                pa.struct(
                    [
                        ("name", _TEXT),
                        ("engine", _TEXT),
                        ("image", _TEXT),
                        ("width", pa.int32()),
                        ("height", pa.int32()),
                        ("scene", _TEXT),  # JSON, as ``graphicacy render --scene`` writes it
                        ("painted", _TEXT),  # JSON: the diagram with the looks of this picture
                    ]
                )
            ),
        ),
    ]
)


def compact(value: Any) -> str:
    """JSON in one line, readable in any language."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
