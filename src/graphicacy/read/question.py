"""A question about pictures of diagrams, and the one right answer that an algorithm gave."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from graphicacy.diagram.drawing import Drawing

__all__ = ["NONE", "AnswerType", "Difficulty", "Draft", "Question", "difficulty_of"]

Difficulty = Literal["easy", "medium", "hard"]
NONE = "none"  # the answer where nothing in the figure answers the question


class AnswerType(StrEnum):
    """What an answer is, as JSON. Labels are as the picture shows them; sets have no order, and may be empty."""

    NODES = "nodes"  # a set of labels: ["A", "B"]
    EDGES = "edges"  # arrows, each as often as drawn: [{"source": "A", "target": "B"}]
    GRAPH = "graph"  # {"nodes": [...], "edges": [...]}, as in the two above
    CODE = "code"  # a source text in the notation that rubric["notation"] names: "mermaid" or "dot"
    SEQUENCE = "sequence"  # labels in their order
    PATH = "path"  # labels from the first to the last; every path that the rubric admits is right
    EDGE_PAIRS = "edge_pairs"  # unordered pairs of arrows: [[{"source", "target"}, {"source", "target"}]]
    DIFFERENCES = "differences"  # [{"change": "added", "node": "A"}, {"change": "reversed", "edge": {...}}]
    BOX = "box"  # [x0, y0, x1, y1] in pixels of the picture whose size is rubric["width"], rubric["height"]
    DIRECTION = "direction"  # one of N NE E SE S SW W NW
    POSITION = "position"  # one of nine cells: "top left", "top", …, "center", …, "bottom right"


@dataclass(frozen=True, slots=True)
class Draft:
    """A question on one figure, as a task asks it.

    ``text`` states every convention that the answer depends on, but not the JSON form of the answer, which follows
    from its type. ``answer`` is a JSON value of that type, or ``NONE``. ``template`` and ``arguments`` are the
    question in logical form: arguments that are equal ask the same. ``rubric`` is what grading needs beside the answer
    (see ``grading``). ``pictures`` are shown in this order; none means the figure itself. ``difficulty`` is by how much
    of the picture has to be looked at.
    """

    variant: str
    text: str
    answer_type: AnswerType
    answer: Any
    template: str
    arguments: Mapping[str, Any]
    difficulty: Difficulty
    rubric: Mapping[str, Any] = field(default_factory=dict)
    pictures: tuple[Drawing, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a dataset: a draft with its place.

    ``id`` is unique in the dataset. ``key`` is the id without the rendering: questions of one key ask the same about
    pictures of one diagram by several engines. ``images`` are paths within the dataset, in the order shown.
    """

    id: str
    key: str
    task: str
    variant: str
    question: str
    answer_type: AnswerType
    answer: Any
    images: tuple[str, ...]
    diagram: str
    rendering: str
    difficulty: Difficulty
    template: str
    arguments: Mapping[str, Any]
    rubric: Mapping[str, Any]

    def __str__(self) -> str:
        """What is asked, and the right answer."""
        answer = self.answer if isinstance(self.answer, str) else json.dumps(self.answer, ensure_ascii=False)
        return f"{self.task}, {self.variant}, {self.difficulty}\n{self.question}\n→ {answer}"

    def to_json(self) -> dict[str, Any]:
        """The record that ``graphicacy read ask --json`` prints."""
        return {
            "id": self.id,
            "task": self.task,
            "variant": self.variant,
            "question": self.question,
            "answer_type": self.answer_type.value,
            "answer": self.answer,
            "images": list(self.images),
            "diagram": self.diagram,
            "rendering": self.rendering,
            "difficulty": self.difficulty,
            "template": self.template,
            "arguments": dict(self.arguments),
            "rubric": dict(self.rubric),
        }


def difficulty_of(looks: int) -> Difficulty:
    """Difficulty by the number of nodes and arrows that have to be looked at: up to 4, up to 15, more."""
    return "easy" if looks <= 4 else "medium" if looks <= 15 else "hard"
