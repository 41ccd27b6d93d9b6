"""A small dataset of questions, and a server's script that knows its answers."""

from __future__ import annotations

import hashlib
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

from graphicacy.read.answers import write_answer
from graphicacy.read.boxes import FAMILIES, NEUTRAL, BoxConvention
from graphicacy.read.corpus.generator import Form, GeneratedSource, Knobs
from graphicacy.read.dataset.build import build
from graphicacy.read.dataset.load import open_dataset
from graphicacy.read.dataset.plan import Plan
from graphicacy.read.question import AnswerType, Question
from graphicacy.read.shown import shown
from loopback import Reply, Request, chat

TASKS = ("graph-parsing", "graph-to-code", "localization", "structure-comparison", "semantic", "comprehensive")


def write_dataset(folder: Path, count: int = 4, tasks: tuple[str, ...] = TASKS, seed: int = 5) -> Path:
    """Some of its diagrams are in the test split."""
    source = GeneratedSource(seed, 4 * count, knobs=Knobs(nodes=6, form=Form.WORKFLOW))
    build(Plan(seed, count, count // 2, tasks, (source,), costly_every=2), folder, engine="here")
    return folder


def questions_in(folder: Path, split: str | None = "test") -> list[Question]:
    return list(open_dataset(folder).questions(split))


def right(question: Question, boxes: BoxConvention = NEUTRAL) -> str:
    """The right answer as a model of a family would write it."""
    return write_answer(question.answer, question.answer_type, question.rubric, boxes=boxes)


class Knowing:
    """Tells which question a request asks, by its words and pictures, and lets ``say`` answer it.

    Models are shown pictures by the box convention that ``boxes`` has for their name, else the neutral one.
    """

    def __init__(
        self,
        folder: Path,
        say: Callable[[Question, BoxConvention], str | Reply] = right,
        boxes: dict[str, str] | None = None,
    ) -> None:
        self.say, self.boxes = say, boxes or {}
        dataset = open_dataset(folder)
        self.questions: dict[tuple[str, str], list[Question]] = {}
        for question in dataset.questions():
            for name in {"neutral", *self.boxes.values()}:
                pngs = [shown(dataset.image(image), FAMILIES[name])[0] for image in question.images]
                self.questions.setdefault((name, _hash(pngs)), []).append(question)

    def asked(self, request: Request) -> Question:
        pngs = [b64decode(picture.partition(",")[2]) for picture in request.pictures]
        among = self.questions[self.boxes.get(request.model, "neutral"), _hash(pngs)]
        found = [question for question in among if f"Question: {question.question}" in request.prompt]
        return max(found, key=lambda question: len(question.question))

    def __call__(self, request: Request) -> Reply:
        said = self.say(self.asked(request), FAMILIES[self.boxes.get(request.model, "neutral")])
        return said if isinstance(said, Reply) else chat(said)


def is_box(question: Question) -> bool:
    return question.answer_type is AnswerType.BOX


def _hash(pngs: list[bytes]) -> str:
    return hashlib.sha256(b"\0".join(pngs)).hexdigest()
