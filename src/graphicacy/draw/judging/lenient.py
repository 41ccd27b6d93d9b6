"""JSON as language models write it: objects found in an answer, and read in spite of common slips.

Accepted beyond RFC 8259: text and fences around the value, single and typographic quotes, unescaped quotes and
line breaks inside strings, bare keys, trailing or missing commas between entries, ``//``, ``#`` and ``/* */`` comments,
``True``, ``None``, ``NaN``, and an object cut off at the end of the text (a string or number cut off is None).
Reading never raises, and the time it takes is bounded, whatever the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeAlias

__all__ = ["find_objects"]

_Found: TypeAlias = tuple[dict[str, Any], int, int]

_MAX_CHARS = 200_000
_MAX_DEPTH = 24
_MAX_STARTS = 400
_MAX_STEPS = 400_000

_CLOSERS = {'"': '"”', "“": '”"', "”": '”"', "„": "“”", "'": "'’", "‘": "’'", "’": "’'", "`": "`"}
_THINKING = re.compile(r"<(/?)(?:think|thinking|reasoning)>", re.I)
_SPACE = re.compile(r"(?:\s+|//[^\n]*|#[^\n]*|/\*.*?\*/)+", re.S)
_WORD = re.compile(r"[^\s,:{}\[\]\"“”„'‘’`]+")
_BARE_KEY = re.compile(r"[A-Za-z_][\w-]*(?=\s*:)")
_AFTER_STRING = re.compile(r"""[ \t\r]{0,80}(?:[,:}\]\n]|$|["“'‘][\w ]{1,40}["”'’]\s{0,9}:)""")
_DIGITS = re.compile(r"\d+(?=\s*:)")
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "none": None, "undefined": None, "nan": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def find_objects(answer: str) -> list[dict[str, Any]]:
    """Every outermost JSON object in a model's answer, in order, without what it wrote while thinking.

    Of a very long answer the last 200,000 characters count.
    """
    text = _without_thinking(answer[-_MAX_CHARS:])
    budget = _Budget(_MAX_STEPS)
    return [value for value, _, _ in _scan(text, lambda start: _read_at(text, start, budget))]


def _without_thinking(text: str) -> str:
    """The answer without its thinking, which ``<think>`` and ``</think>`` (or the like) enclose.

    A closing tag alone ends thinking that began before the text; an opening tag that is never closed hides nothing,
    since the answer may stand behind it. Tags inside well-formed JSON are quotations (of text printed in a picture,
    perhaps in order to cut off the answer) and do not count.
    """
    quoted = [(start, end) for _, start, end in _scan(text, lambda start: _read_strictly(text, start))]
    kept: list[str] = []
    opened: int | None = None
    position = 0
    for tag in _THINKING.finditer(text):
        if any(start <= tag.start() < end for start, end in quoted):
            continue
        kept.append(text[position : tag.start()])
        position = tag.end()
        if not tag[1]:
            opened = len(kept) if opened is None else opened
        else:
            del kept[opened or 0 :]
            opened = None
    return " ".join([*kept, text[position:]])


def _scan(text: str, read: Callable[[int], _Found | None]) -> Iterator[_Found]:
    """What ``read`` finds at each opening brace that lies in nothing found before; at most 400 places are tried."""
    position = text.find("{")
    for _ in range(_MAX_STARTS):
        if position < 0:
            return
        found = read(position)
        if found:
            yield found
        position = text.find("{", found[2] if found else position + 1)


def _read_strictly(text: str, start: int) -> _Found | None:
    try:
        value, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return value, start, end


def _read_at(text: str, start: int, budget: _Budget) -> _Found | None:
    """The object that starts here, with its start and end; None if there is none."""
    if found := _read_strictly(text, start):
        return found
    reader = _Reader(text, start, budget)
    try:
        return reader.object(0), start, reader.at
    except _NotJson:
        return None


class _NotJson(ValueError):
    """What stands here is no JSON, however loosely one reads."""


class _Budget:
    """Steps left for loose reading, over all starts: bounds the time that hostile text can take."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def spend(self, steps: int = 1) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise _NotJson


class _Reader:
    """A recursive-descent reader at a position of the text. At the end of the text, open values are closed."""

    def __init__(self, text: str, at: int, budget: _Budget) -> None:
        self.text, self.at, self.budget = text, at, budget

    def value(self, depth: int) -> Any:
        char = self.peek()
        if char == "{":
            return self.object(depth + 1)
        if char == "[":
            return self.array(depth + 1)
        if char in _CLOSERS:
            return self.string()
        return self.word()

    def object(self, depth: int) -> dict[str, Any]:
        self.open(depth)
        result: dict[str, Any] = {}
        while (char := self.peek()) != "}":
            if not char:
                return result
            if char == ",":
                self.at += 1
                continue
            key = self.key()
            if key is None or not self.peek():
                return result
            if self.peek() not in ":=":
                self.fail()
            self.at += 1
            if not self.peek():
                return result
            result[key] = self.value(depth)
        self.at += 1
        return result

    def array(self, depth: int) -> list[Any]:
        self.open(depth)
        result: list[Any] = []
        while (char := self.peek()) != "]":
            if not char:
                return result
            if char == ",":
                self.at += 1
            elif char == "}":
                self.fail()
            else:
                result.append(self.value(depth))
        self.at += 1
        return result

    def key(self) -> str | None:
        if self.peek() in _CLOSERS:
            return self.string()
        match = _BARE_KEY.match(self.text, self.at) or _DIGITS.match(self.text, self.at)
        if not match:
            self.fail()
        self.at = match.end()
        return match.group()

    def string(self) -> str | None:
        """A string, up to a closing quote that is followed by what may follow a string; None if the text ends in it."""
        closers = _CLOSERS[self.text[self.at]]
        self.at += 1
        parts: list[str] = []
        while self.at < len(self.text):
            self.budget.spend()
            char = self.text[self.at]
            self.at += 1
            if char == "\\":
                parts.append(self.escape())
            elif char in closers and self.ends_here():
                return "".join(parts)
            else:
                parts.append(char)
        return None

    def ends_here(self) -> bool:
        """Whether a quote just read can close its string: what follows is an entry's end, a line's, or a new key."""
        return bool(_AFTER_STRING.match(self.text, self.at))

    def escape(self) -> str:
        char = self.text[self.at : self.at + 1]
        self.at += 1
        code = _HEX.match(self.text, self.at) if char == "u" else None
        if not code:
            return _ESCAPES.get(char, char)
        self.at = code.end()
        letter = chr(int(code.group(), 16))
        return "\ufffd" if "\ud800" <= letter <= "\udfff" else letter

    def word(self) -> Any:
        """A number, a constant, or a bare word (kept as a string); None where the text ends, perhaps within it."""
        match = _WORD.match(self.text, self.at)
        if not match:
            self.fail()
        self.at = match.end()
        word = match.group()
        if self.at == len(self.text):
            return None
        if word.casefold() in _WORDS:
            return _WORDS[word.casefold()]
        try:
            return float(word)
        except ValueError:
            return word

    def open(self, depth: int) -> None:
        if depth > _MAX_DEPTH:
            self.fail()
        self.at += 1

    def peek(self) -> str:
        """The next character that is neither space nor comment; "" at the end of the text."""
        self.budget.spend()
        if match := _SPACE.match(self.text, self.at):
            self.at = match.end()
        return self.text[self.at : self.at + 1]

    def fail(self) -> NoReturn:
        raise _NotJson(self.at)
