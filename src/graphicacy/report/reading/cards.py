"""Questions as their pages show them: pictures, the right answer, and every different answer that was given."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphicacy.read.question import AnswerType, Question
from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES
from graphicacy.report.reading.data import Asked
from graphicacy.report.reading.marks import Mark, marks_of
from graphicacy.report.reading.pictures import Shown
from graphicacy.report.reading.pieces import Answered, Piece, compared
from graphicacy.report.reading.places import Places
from graphicacy.report.reading.runs import column_of
from graphicacy.report.reading.words import STATUS_WORDS, outcome_of, remarks_of, words_of

__all__ = ["Card", "Given", "Line", "card_of", "question_page"]

_MOST_LINES = 60  # of one answer
_MOST_TEXT = 6_000  # characters of what a model said


@dataclass(frozen=True, slots=True)
class Line:
    """One item of an answer, in words; ``number`` is that of its mark."""

    words: str
    verdict: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Given:
    """An answer, and the results of all systems that gave it.

    ``gold`` and ``said`` are the items of the right answer and of this one, ``said`` None where no answer could be
    read; ``gold_more`` and ``said_more`` count what is not listed. ``marks`` lie over the first picture.
    """

    results: tuple[ReadResult, ...]
    gold: tuple[Line, ...]
    said: tuple[Line, ...] | None
    gold_more: int
    said_more: int
    remarks: tuple[str, ...]
    marks: tuple[Mark, ...]

    @property
    def first(self) -> ReadResult:
        """Any of the results: they differ in no number of their grade."""
        return self.results[0]

    @property
    def outcome(self) -> str:
        """Right, partly right, wrong, no answer."""
        return outcome_of(self.first)

    @property
    def status(self) -> str:
        """The status in words."""
        return STATUS_WORDS[self.first.status]

    @property
    def columns(self) -> list[str]:
        """The systems that gave it."""
        return [column_of(result.system, result.view) for result in self.results]

    @property
    def responses(self) -> list[tuple[str, ReadResult, str]]:
        """(system, result, all that it said, as far as a page can show it)."""
        return [(column_of(r.system, r.view), r, _cut(r.response)) for r in self.results]


@dataclass(frozen=True, slots=True)
class Card:
    """One question. ``page`` depends on its id alone, so that links stay good. ``marks`` are of the right answer."""

    page: str
    question: Question
    title: str
    pictures: tuple[Shown, ...]
    gold: tuple[Line, ...]
    gold_more: int
    marks: tuple[Mark, ...]
    given: tuple[Given, ...]

    @property
    def code(self) -> str:
        """The code of the task, "S1"."""
        return LEAVES[self.question.task].code

    @property
    def is_ordered(self) -> bool:
        """Whether the order of items is part of the answer."""
        return self.question.answer_type in (AnswerType.SEQUENCE, AnswerType.PATH)

    @property
    def source(self) -> str:
        """The right answer, where it is a source text."""
        return str(self.question.answer) if self.question.answer_type is AnswerType.CODE else ""


def question_page(question: str) -> str:
    """The address of a question's page, from the site's root."""
    return f"questions/q-{hashlib.sha256(question.encode(errors='replace')).hexdigest()[:12]}.html"


def card_of(answers: Sequence[ReadResult], asked: Asked, pictures: Mapping[str, Shown]) -> Card:
    """The page of one question, from all answers to it. Equal answers, graded alike, are one."""
    question = asked.question
    shown = tuple(pictures[name] for name in question.images)
    places = asked.places or (Places(shown[0].width, shown[0].height) if shown else Places(1, 1))
    drawn = bool(shown) and shown[0].picture is not None
    compare = _Comparison(question, places, drawn)
    groups: dict[object, list[ReadResult]] = {}
    for result in answers:
        groups.setdefault((result.status, result.score, result.strict, _key(result)), []).append(result)
    given = tuple(compare.given(tuple(results)) for results in groups.values())
    gold, more, marks = compare.right(answers[0])
    return Card(question_page(question.id), question, asked.title, shown, gold, more, marks, given)


def _key(result: ReadResult) -> str:
    """Answers of one key are the same: the text, and why it counts for nothing where it does."""
    return f"{result.reason}\n{result.stopped}\n{result.response}"


@dataclass(frozen=True, slots=True)
class _Comparison:
    question: Question
    places: Places
    drawn: bool

    def right(self, any_result: ReadResult) -> tuple[tuple[Line, ...], int, tuple[Mark, ...]]:
        """The right answer alone."""
        nothing = any_result.model_copy(update={"score": None, "strict": None, "response": ""})
        answered, _ = self._compared(nothing)
        found = Answered(tuple(replace(piece, verdict="found") for piece in answered.gold), None)
        return (*_lines(found.gold), self._marks(found))

    def given(self, results: tuple[ReadResult, ...]) -> Given:
        answered, remarks = self._compared(results[0])
        gold, gold_more = _lines(answered.gold)
        said, said_more = (None, 0) if answered.said is None else _lines(answered.said)
        more = said_more + answered.more
        return Given(results, gold, said, gold_more, more, tuple(remarks), self._marks(answered))

    def _compared(self, result: ReadResult) -> tuple[Answered, list[str]]:
        remarks = remarks_of(result)
        try:
            return compared(self.question, result), remarks
        except RuntimeError as error:
            return Answered((), None), [*remarks, str(error)]

    def _marks(self, answered: Answered) -> tuple[Mark, ...]:
        return tuple(marks_of(self.question, answered, self.places)) if self.drawn else ()


def _lines(pieces: Sequence[Piece]) -> tuple[tuple[Line, ...], int]:
    """The items of an answer, those that tell most first where there are too many for a list."""
    listed = [piece for piece in pieces if piece.listed]
    if len(listed) > _MOST_LINES:
        listed.sort(key=lambda piece: piece.verdict == "found")
    lines = tuple(Line(words_of(piece), piece.verdict, piece.number) for piece in listed[:_MOST_LINES])
    return lines, max(0, len(listed) - _MOST_LINES)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}\n… ({len(text):,} characters in all)"
