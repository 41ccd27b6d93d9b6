"""The gallery: a card for each answer, with its question, its pictures, and what was right."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from graphicacy.read.question import AnswerType, Question
from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES
from graphicacy.report.numbers import show
from graphicacy.report.reading.data import Asked
from graphicacy.report.reading.marks import Mark, marks_of
from graphicacy.report.reading.pictures import Shown
from graphicacy.report.reading.pieces import Answered, Piece, compared
from graphicacy.report.reading.places import Places
from graphicacy.report.reading.runs import column_of
from graphicacy.report.reading.words import STATUS_WORDS, outcome_of, remarks_of, words_of

__all__ = ["Card", "Line", "cards_of"]

_MOST_LINES = 60  # of one answer
_MOST_TEXT = 6_000  # characters of what a model said


@dataclass(frozen=True, slots=True)
class Line:
    """One item of an answer, in words; ``number`` is that of its mark."""

    words: str
    verdict: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Card:
    """One answer. ``id`` depends on system, view and question alone, so that links stay good.

    ``gold`` and ``said`` are the items of both answers, ``said`` None where no answer could be read; ``gold_more`` and
    ``said_more`` count what is not listed. ``beside`` are the cards of the same question: (id, system, score).
    """

    id: str
    column: str
    result: ReadResult
    question: Question
    title: str
    pictures: tuple[Shown, ...]
    marks: tuple[Mark, ...]
    gold: tuple[Line, ...]
    said: tuple[Line, ...] | None
    gold_more: int
    said_more: int
    remarks: tuple[str, ...]
    beside: tuple[tuple[str, str, str], ...] = ()

    @property
    def code(self) -> str:
        """The code of the task, "S1"."""
        return LEAVES[self.result.task].code

    @property
    def outcome(self) -> str:
        """Right, partly right, wrong, no answer."""
        return outcome_of(self.result)

    @property
    def status(self) -> str:
        """The status in words."""
        return STATUS_WORDS[self.result.status]

    @property
    def is_ordered(self) -> bool:
        """Whether the order of items is part of the answer."""
        return self.question.answer_type in (AnswerType.SEQUENCE, AnswerType.PATH)

    @property
    def shape(self) -> Literal["tall", "wide"]:
        """That of the first picture: a card makes more room for a tall one, and puts two wide ones below each other."""
        first = self.pictures[0] if self.pictures else None
        return "tall" if first and first.height > 1.1 * first.width else "wide"

    @property
    def source(self) -> str:
        """The right answer, where it is a source text."""
        return str(self.question.answer) if self.question.answer_type is AnswerType.CODE else ""

    @property
    def response(self) -> str:
        """What the model said, as far as a page can show it."""
        text = self.result.response
        return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}\n… ({len(text):,} characters in all)"

    @property
    def facets(self) -> dict[str, str]:
        """What the page filters by."""
        result = self.result
        return {
            "system": self.column,
            "task": f"{self.code} {result.task}",
            "variant": result.variant,
            "outcome": self.outcome,
            "status": result.status,
            "difficulty": result.difficulty,
            "rendering": result.rendering,
        }

    @property
    def words(self) -> str:
        """What a text search looks through, in lower case."""
        said = [line.words for line in self.said or ()]
        parts = [self.result.id, self.column, self.title, self.question.question, *said, *self.facets.values()]
        return " ".join(" ".join(parts).lower().split())


def cards_of(chosen: Sequence[ReadResult], asked: Mapping[str, Asked], pictures: Mapping[str, Shown]) -> list[Card]:
    """The cards of these answers, in their order; answers whose question the dataset does not have are left out."""
    cards = [_card(result, asked[result.id], pictures) for result in chosen if result.id in asked]
    by_question: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        by_question[card.result.id].append(card)
    return [replace(card, beside=_beside(card, by_question[card.result.id])) for card in cards]


def _beside(card: Card, answers: Sequence[Card]) -> tuple[tuple[str, str, str], ...]:
    others = [other for other in answers if other is not card]
    return tuple((other.id, other.column, show(other.result.score)) for other in others)


def _card(result: ReadResult, asked: Asked, pictures: Mapping[str, Shown]) -> Card:
    question, column = asked.question, column_of(result.system, result.view)
    shown = tuple(pictures[name] for name in question.images)
    answered, remarks = _compared(question, result)
    gold, gold_more = _lines(answered.gold)
    said, said_more = (None, 0) if answered.said is None else _lines(answered.said)
    key = f"{column}\n{result.id}"
    return Card(
        id=f"r-{hashlib.sha256(key.encode(errors='replace')).hexdigest()[:12]}",
        column=column,
        result=result,
        question=question,
        title=asked.title,
        pictures=shown,
        marks=_marks(question, answered, asked.places, shown),
        gold=gold,
        said=said,
        gold_more=gold_more,
        said_more=said_more + answered.more,
        remarks=tuple(remarks),
    )


def _compared(question: Question, result: ReadResult) -> tuple[Answered, list[str]]:
    remarks = remarks_of(result)
    try:
        return compared(question, result), remarks
    except RuntimeError as error:
        return Answered((), None), [*remarks, str(error)]


def _marks(question: Question, answered: Answered, places: Places | None, shown: Sequence[Shown]) -> tuple[Mark, ...]:
    if not shown or shown[0].picture is None:
        return ()
    known = places or Places(shown[0].width, shown[0].height)
    return tuple(marks_of(question, answered, known))


def _lines(pieces: Sequence[Piece]) -> tuple[tuple[Line, ...], int]:
    """The items of an answer, those that tell most first where there are too many for a list."""
    listed = [piece for piece in pieces if piece.listed]
    if len(listed) > _MOST_LINES:
        listed.sort(key=lambda piece: piece.verdict == "found")
    lines = tuple(Line(words_of(piece), piece.verdict, piece.number) for piece in listed[:_MOST_LINES])
    return lines, max(0, len(listed) - _MOST_LINES)
