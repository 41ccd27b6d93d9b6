"""JSON as language models write it: objects found in any text, and read in spite of common slips.

Accepted beyond RFC 8259: text and fences around the value, single and typographic quotes, unescaped quotes and
line breaks inside strings, bare keys, trailing or missing commas between entries, ``//`` and ``/* */`` comments,
``True``, ``None``, ``NaN``, and a value cut off at the end of the text. Reading never raises and takes time in
proportion to the length of the text for all but adversarial input, which is capped.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

__all__ = ["find_objects"]

_MAX_CHARS = 200_000
_MAX_DEPTH = 24
_MAX_STARTS = 400
_MAX_STEPS = 400_000

_CLOSERS = {'"': '"”', "“": '”"', "”": '”"', "„": "“”", "'": "'’", "‘": "’'", "’": "’'", "`": "`"}
_SPACE = re.compile(r"(?:\s+|//[^\n]*|#[^\n]*|/\*.*?\*/)+", re.S)
_WORD = re.compile(r"[^\s,:{}\[\]\"“”„'‘’`]+")
_BARE_KEY = re.compile(r"[A-Za-z_][\w-]*(?=\s*:)")
_AFTER_STRING = re.compile(r"""[ \t\r]{0,80}(?:[,:}\]\n]|$|["“'‘][\w ]{1,40}["”'’]\s{0,9}:)""")
_DIGITS = re.compile(r"\d+(?=\s*:)")
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "none": None, "undefined": None, "nan": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def find_objects(text: str) -> list[dict[str, Any]]:
    """Every outermost JSON object in the text, in order. Of very long text the last 200,000 characters count."""
    text = text[-_MAX_CHARS:]
    found: list[dict[str, Any]] = []
    budget = _Budget(_MAX_STEPS)
    position = text.find("{")
    for _ in range(_MAX_STARTS):
        if position < 0:
            break
        value, end = _read_at(text, position, budget)
        if value:
            found.append(value)
        position = text.find("{", end)
    return found


def _read_at(text: str, start: int, budget: _Budget) -> tuple[dict[str, Any] | None, int]:
    """The object that starts here and where it ends; (None, the next character) if there is none."""
    try:
        value, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        reader = _Reader(text, start, budget)
        try:
            value, end = reader.object(0), reader.at
        except _NotJson:
            return None, start + 1
    return value, end


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
            if not self.peek():
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

    def key(self) -> str:
        if self.peek() in _CLOSERS:
            return self.string()
        match = _BARE_KEY.match(self.text, self.at) or _DIGITS.match(self.text, self.at)
        if not match:
            self.fail()
        self.at = match.end()
        return match.group()

    def string(self) -> str:
        """A string, up to a closing quote that is followed by what may follow a string, or to the end of the text."""
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
        return "".join(parts)

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
        """A number, a constant, or a bare word (kept as a string)."""
        match = _WORD.match(self.text, self.at)
        if not match:
            self.fail()
        self.at = match.end()
        word = match.group()
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
