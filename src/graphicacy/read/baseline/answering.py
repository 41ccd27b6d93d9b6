"""The classical reader's answer to a question, as a model would write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphicacy.read.answers import write_answer
from graphicacy.read.baseline import differences, language, layout, looks, places, structure
from graphicacy.read.baseline.seen import Asked, CannotAnswer, Seen
from graphicacy.read.question import AnswerType

__all__ = ["answer"]

Answering = Callable[[Asked, Sequence[Seen]], Any]

_BY_TASK: Mapping[str, Answering] = {
    "graph-parsing": structure.parse,
    "graph-to-code": structure.write_code,
    "masked-subpath": structure.unmask,
    "edge-layout": layout.answer,
    "structure-comparison": differences.answer,
    "localization": places.answer,
    "position-awareness": places.answer,
    "visual-attributes": looks.answer,
    "semantic": language.answer,
    "semantic-rewrite": language.answer,
    "comprehensive": language.answer,
    "comprehensive-semantic": language.answer,
    "comprehensive-rewrite": language.answer,
}


def answer(asked: Asked, pictures: Sequence[Seen]) -> str:
    """The answer, as ``write_answer`` writes it, or a refusal, which says why.

    Boxes are in the neutral convention.
    """
    try:
        found = _answer(asked, pictures)
        size = {"width": pictures[0].width, "height": pictures[0].height}
        return write_answer(found, asked.answer_type, size if asked.answer_type is AnswerType.BOX else None)
    except CannotAnswer as reason:
        return f"I cannot answer this question: {reason}."


def _answer(asked: Asked, pictures: Sequence[Seen]) -> Any:
    if not pictures:
        raise CannotAnswer("there is no picture")
    method = _BY_TASK.get(asked.task)
    if method is None:
        raise CannotAnswer("it is of a kind that I do not know")
    if asked.answer_type is AnswerType.BOX and method is not places.answer:
        raise CannotAnswer("no box is the answer in this task")
    if method is not places.answer and not all(seen.diagram.nodes for seen in pictures):
        raise CannotAnswer("I found no nodes in the picture")
    return method(asked, pictures)
