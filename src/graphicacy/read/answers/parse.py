"""What a model's text answers: its status, apart from any score, and the answer in one form.

The last valid object wins: an object with the key "answer" whose value has the form of the answer's type; only where
there is none, such a value alone. What is written around it, and thoughts in tags, do not count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from graphicacy.read.answers.codes import looks_like_code, read_bare_code, read_codes, unfenced
from graphicacy.read.answers.forms import NotAnswer, Reader, may_be_none, says_none
from graphicacy.read.answers.loose import Found, scan
from graphicacy.read.answers.places import direction_of, position_of
from graphicacy.read.answers.refusals import is_refusal, refuses_instead
from graphicacy.read.answers.thoughts import without_thoughts
from graphicacy.read.question import NONE, AnswerType

__all__ = ["Parsed", "Status", "parse_answer"]

_MAX_TEXT = 2_000_000  # characters; of a longer answer the last count
_MAX_PLAIN = 200  # characters of an answer in plain words
_WRAPPERS = frozenset({"answer", "answers", "finalanswer", "theanswer"})
_CUT = frozenset({"length", "max_tokens", "model_length", "max_output_tokens"})  # reasons to stop, as APIs name them
_BLOCKED = frozenset({"content_filter", "refusal", "safety", "prohibited_content", "blocklist"})
_NOT_WORD = re.compile(r"[\W_]+")
_PLAIN = re.compile(r"(?:(?:the |my )?(?:final )?answer(?: is)?\s*[:=]?\s*)?", re.I)
_WORDS = {AnswerType.DIRECTION: direction_of, AnswerType.POSITION: position_of}


class Status(StrEnum):
    """What became of an answer. Only ``OK`` and ``REPAIRED`` ones have a value, and can be scored."""

    OK = "ok"  # JSON in the form that was asked for, whatever stands around it
    REPAIRED = "repaired"  # understood without doubt, though in another form
    UNPARSEABLE = "unparseable"  # no answer of the type in it
    REFUSED = "refused"  # says that it will not, or cannot, answer
    TRUNCATED = "truncated"  # ends before the answer does
    EMPTY = "empty"  # says nothing, or nothing but thoughts


@dataclass(frozen=True, slots=True)
class Parsed:
    """``value`` is the answer in the form of its ``AnswerType``, a BOX as four numbers as given, ``NONE`` for none; or
    None where ``status`` says that there is none. ``note`` is one line that says what was wrong, or ""."""

    status: Status
    value: Any = None
    note: str = ""

    @property
    def is_answer(self) -> bool:
        """Whether there is a value to be graded."""
        return self.status in (Status.OK, Status.REPAIRED)


class _Answer(NamedTuple):
    value: Any
    start: int
    mended: bool
    note: str


def parse_answer(text: str, answer_type: AnswerType, *, stopped: str | None = None) -> Parsed:
    """Read a model's answer. Never raises, and takes time linear in the text.

    Args:
        text: all that the model said.
        answer_type: what was asked for.
        stopped: why the model stopped, as its API names it ("stop", "length", "max_tokens", "content_filter" …).
    """
    text = text.rstrip()[-_MAX_TEXT:]
    is_cut = (stopped or "").casefold() in _CUT
    said = without_thoughts(text)
    reading = _Reading(answer_type, is_cut)
    answer = reading.find(said.text)
    if answer is None and said.doubtful:
        answer = reading.find_at_end(said.doubtful)
    if answer is not None:
        return Parsed(Status.REPAIRED if answer.mended else Status.OK, answer.value, answer.note)
    if is_cut or reading.cut or said.open:
        return Parsed(Status.TRUNCATED, note="the answer ends before an answer is complete")
    if (stopped or "").casefold() in _BLOCKED:
        return Parsed(Status.REFUSED, note=f"the model stopped: {stopped}")
    if not said.text.strip() or reading.blank:
        return Parsed(Status.EMPTY, note="the answer is empty" if not text.strip() else "nothing is answered")
    if reading.refused or is_refusal(said.text):
        return Parsed(Status.REFUSED, note="the model refuses to answer")
    return Parsed(Status.UNPARSEABLE, note=reading.note or "no JSON object with an answer")


class _Reading:
    """Looks for answers of one type, and remembers why what it found is none."""

    def __init__(self, answer_type: AnswerType, is_cut: bool) -> None:
        self.type, self.is_cut = answer_type, is_cut
        self.cut = self.blank = self.refused = False
        self.note = ""

    def find(self, text: str) -> _Answer | None:
        """The last answer in a text."""
        if not text.strip():
            return None
        found = self._last(text)
        if self.type is AnswerType.CODE:
            return self._code(text, found)
        return found or self._plain(text)

    def find_at_end(self, text: str) -> _Answer | None:
        """The answer with which a text ends, that may be a thought: a model that forgot to close its thoughts."""
        found = None if self.is_cut else self._last(text, at_end=True)
        return found and found._replace(mended=True, note="the answer is not set apart from thoughts")

    def _last(self, text: str, at_end: bool = False) -> _Answer | None:
        wrapped: _Answer | None = None
        alone: _Answer | None = None
        end = len(text.rstrip("` \t\r\n"))

        def take(found: Found) -> bool:
            nonlocal wrapped, alone
            if at_end and found.end < end:
                return False
            value, depth = _unwrap(found.value)
            if depth:
                answer = self._read(found, value, mended=depth > 1)
                wrapped = answer or wrapped
                return answer is not None
            if wrapped is None and not found.inner and not found.bare:
                alone = self._read(found, found.value, mended=True) or alone
            return False  # an answer may lie within

        self.cut = scan(text, take) or self.cut
        return wrapped or alone

    def _read(self, found: Found, value: Any, mended: bool) -> _Answer | None:
        reader = Reader()
        if value == "":
            self.blank = True
        is_code = isinstance(value, str) and self.type is AnswerType.CODE
        if refuses_instead(value) and not (is_code and looks_like_code(unfenced(value))):
            self.refused = True
            return None
        try:
            read = reader.read(unfenced(value) if is_code else value, self.type)
        except NotAnswer as error:
            self.note = str(error)
            return None
        return _Answer(read, found.start, mended or reader.mended or not found.strict, "; ".join(reader.notes))

    def _code(self, text: str, found: _Answer | None) -> _Answer | None:
        codes = [code for code in read_codes(text) if code.closed or not self.is_cut]
        if codes and (found is None or codes[-1].start > found.start):
            return _Answer(codes[-1].text, codes[-1].start, not codes[-1].closed, "")
        bare = None if found or codes or self.is_cut else read_bare_code(text)
        return _Answer(bare, 0, True, "") if bare else found

    def _plain(self, text: str) -> _Answer | None:
        """A text that is, as a whole, "none", or the words for a direction or a place."""
        plain = text.strip("`*\"'. \t\r\n")
        if len(plain) > _MAX_PLAIN:
            return None
        prefix = _PLAIN.match(plain)
        plain = plain[prefix.end() if prefix else 0 :].strip("`*\"'. \t\r\n")
        if says_none(plain) and may_be_none(self.type):
            return _Answer(NONE, 0, True, "")
        read = _WORDS.get(self.type)
        value = read(plain) if read else None
        return _Answer(value, 0, True, "") if value else None


def _unwrap(value: Any) -> tuple[Any, int]:
    """What an object has under "answer", and 1; more where the key, or what is around it, has another name; else 0."""
    depth = 0
    for _ in range(3):
        if not isinstance(value, dict):
            return value, 0
        if "answer" in value:
            return value["answer"], depth + 1
        for key in value:
            if len(key) < 40 and _NOT_WORD.sub("", key).casefold() in _WRAPPERS:
                return value[key], depth + 2
        if len(value) != 1:
            return value, 0
        (value,) = value.values()
        depth += 2
    return value, 0
