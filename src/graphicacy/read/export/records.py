"""Questions as every export gives them: one row each, with the whole prompt, and the pictures as they are shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from graphicacy.read.boxes import BoxConvention
from graphicacy.read.dataset.choose import choose
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.dataset.schema import compact
from graphicacy.read.export.pictures import Picture, Pictures
from graphicacy.read.facts import Facts, facts_of
from graphicacy.read.prompt import prompt_ids, prompt_of
from graphicacy.read.question import Question
from graphicacy.read.taxonomy import LEAVES

__all__ = ["NUMBERS", "TEXTS", "Chosen", "Exported", "Exporter", "Record", "resizing"]

TEXTS = (
    *("id", "key", "split", "task", "capability", "variant", "system", "prompt", "question", "answer_type", "answer"),
    *("rubric", "diagram", "rendering", "difficulty", "template", "arguments", "domain", "licence"),
    *("view", "boxes", "prompt_id", "digest", "graphicacy"),
)
"""Columns of text, in every export; ``answer``, ``rubric`` and ``arguments`` are JSON, ``digest`` is the dataset's."""
NUMBERS = ("nodes", "edges", "crossings")
_JSON = ("answer", "rubric", "arguments")
_AS_THEY_ARE = ("id", "key", "task", "variant", "question", "diagram", "rendering", "difficulty", "template")


@dataclass(frozen=True, slots=True)
class Exported:
    """``paths`` are the files that count, ``notes`` lines for the user, ``count`` the number of questions."""

    paths: tuple[Path, ...]
    notes: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Record:
    """A question: its row, of the columns ``TEXTS`` and ``NUMBERS``, and its pictures in the order shown."""

    row: Mapping[str, Any]
    pictures: Sequence[Picture]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The questions of a dataset that are exported, and the box convention of the models that they are for."""

    dataset: Dataset
    split: str | None
    boxes: BoxConvention
    limit: int | None = None

    def records(self, ids: Collection[str] | None = None) -> Iterator[Record]:
        """The questions, or those of some ids, in the order of the dataset. Memory does not grow with their pictures.

        Raises ``ValueError``, in one line, where there is no question, or what belongs to one is missing or damaged.
        """
        every = self.limit is None and ids is None
        ids = frozenset(choose(self.dataset.questions(self.split), self.limit) if ids is None else ids)
        if not ids:
            raise ValueError(f"{self.dataset.folder}: there is no question to export")
        diagrams = {row["id"]: (row["split"], row["licence"]) for row in self.dataset.diagrams(self.split)}
        few = None if every else {q.diagram for q in self.dataset.questions(self.split) if q.id in ids}
        facts = facts_of(self.dataset, self.split, diagrams=few)
        pictures = Pictures(self.dataset, self.boxes)
        for question in self.dataset.questions(self.split):
            if question.id not in ids:
                continue
            found = facts.get((question.diagram, question.rendering))
            if found is None:
                raise ValueError(f"{self.dataset.folder}: there is no diagram of question {question.id}")
            yield self._record(question, pictures.of(question), found, *diagrams[question.diagram])

    def about(self) -> dict[str, Any]:
        """What is exported, for the file that says so."""
        return {
            "digest": self.dataset.digest,
            "split": self.split or "all",
            "limit": self.limit,
            "view": "image",
            "boxes": self.boxes.name,
            "prompts": prompt_ids("image", self.boxes),
            "graphicacy": version("graphicacy"),
        }

    def notes(self) -> tuple[str, ...]:
        """What the user has to see to, in a line each: nothing may resize pictures again where boxes depend on it."""
        return resizing(self.boxes)

    def _record(
        self, question: Question, pictures: Sequence[Picture], facts: Facts, split: str, licence: str
    ) -> Record:
        prompt = prompt_of(question, "image", boxes=self.boxes, sizes=[picture.size for picture in pictures])
        texts = {
            **{name: getattr(question, name) for name in _AS_THEY_ARE},
            **{name: compact(_plain(getattr(question, name))) for name in _JSON},
            "answer_type": question.answer_type.value,
            "split": split,
            "capability": LEAVES[question.task].capability if question.task in LEAVES else "",
            "system": prompt.system,
            "prompt": prompt.text,
            "prompt_id": prompt.id,
            "domain": facts.domain,
            "licence": licence,
            "view": "image",
            "boxes": self.boxes.name,
            "digest": self.dataset.digest,
            "graphicacy": version("graphicacy"),
        }
        row = {**{name: _encodable(texts[name]) for name in TEXTS}, **{name: getattr(facts, name) for name in NUMBERS}}
        return Record(row, pictures)


Exporter = Callable[[Chosen, Path], Exported]


def resizing(boxes: BoxConvention) -> tuple[str, ...]:
    """What the user has to see to, in a line each: nothing may resize pictures again where boxes depend on it."""
    resize = boxes.resize
    if resize is None:
        return ()
    note = f"boxes are in pixels of the pictures as {boxes.name} sees them: let nothing resize these again"
    if resize.snap:  # by programs on the user's machine, whose limits can be set
        least, most = (patches * resize.patch**2 for patches in (resize.least_patches, resize.most_patches))
        note += f", and give the model's program min_pixels={least},max_pixels={most}"
    return (note,)


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def _encodable(text: str) -> str:
    """Text without halves of characters, which no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
