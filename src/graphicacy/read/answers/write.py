"""How an answer is asked for, as a JSON schema, and how one is written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graphicacy.read.answers.forms import may_be_none
from graphicacy.read.answers.places import DIRECTIONS, POSITIONS
from graphicacy.read.boxes import NEUTRAL, BoxConvention
from graphicacy.read.question import NONE, AnswerType

__all__ = ["schema_of", "write_answer"]

_LABEL: dict[str, Any] = {"type": "string"}


def write_answer(
    answer: Any, answer_type: AnswerType, rubric: Mapping[str, Any] | None = None, *, boxes: BoxConvention = NEUTRAL
) -> str:
    """An answer as a model should write it: one fenced JSON object, ``{"answer": …}``, and nothing else.

    A BOX is given in pixels, and written in whole numbers of ``boxes``, for which ``rubric`` has the size of the
    picture; without a rubric its pixels are written.
    """
    if answer_type is AnswerType.BOX and rubric is not None:
        answer = [round(v) for v in boxes.from_pixels(answer, rubric["width"], rubric["height"])]
    return f"```json\n{json.dumps({'answer': answer}, ensure_ascii=False)}\n```"


def schema_of(answer_type: AnswerType) -> dict[str, Any]:
    """JSON Schema of ``{"answer": …}``; "none" is admitted where the figure may hold no answer."""
    schema = _ANSWERS[answer_type]
    if may_be_none(answer_type):
        schema = {"anyOf": [schema, {"const": NONE}]}
    return _object(answer=schema)


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _list(items: dict[str, Any], **bounds: int) -> dict[str, Any]:
    return {"type": "array", "items": items, **bounds}


_EDGE = _object(source=_LABEL, target=_LABEL)
_ANSWERS: dict[AnswerType, dict[str, Any]] = {
    AnswerType.NODES: _list(_LABEL),
    AnswerType.EDGES: _list(_EDGE),
    AnswerType.GRAPH: _object(nodes=_list(_LABEL), edges=_list(_EDGE)),
    AnswerType.CODE: _LABEL,
    AnswerType.SEQUENCE: _list(_LABEL),
    AnswerType.PATH: _list(_LABEL),
    AnswerType.EDGE_PAIRS: _list(_list(_EDGE, minItems=2, maxItems=2)),
    AnswerType.DIFFERENCES: _list(
        {
            "anyOf": [
                _object(change={"enum": ["added", "removed"]}, node=_LABEL),
                _object(change={"const": "relabelled"}, **{"from": _LABEL, "to": _LABEL}),
                _object(change={"enum": ["added", "removed", "reversed"]}, edge=_EDGE),
            ]
        }
    ),
    AnswerType.BOX: _list({"type": "number"}, minItems=4, maxItems=4),
    AnswerType.DIRECTION: {"enum": list(DIRECTIONS)},
    AnswerType.POSITION: {"enum": list(POSITIONS)},
}
