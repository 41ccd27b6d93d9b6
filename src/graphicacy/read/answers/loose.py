"""JSON values as language models write them: found in a text, and read in spite of common slips.

Accepted beyond RFC 8259: text around the value, single, typographic and back quotes, unescaped quotes and line breaks
inside strings, bare keys, one bare word as a value, tuples in round brackets, trailing or missing commas, ``//``, ``#``
and ``/* */`` comments, ``True``, ``None``, ``NaN``, and closing braces that are missing at the end. A list or a text
that is cut off is not read: half an answer is none.

Reading never raises, and takes time linear in the text up to fixed caps, whatever the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

__all__ = ["Found", "Number", "read_json", "scan"]

_MAX_DEPTH = 24
_MAX_FAILURES = 1_000  # places that look like a value and are none
_MAX_CHARS = 24_000_000  # characters that may be read in vain
_MAX_TOKENS = 400_000  # tokens that may be read loosely

_CLOSERS = {'"': '"”', "“": '”"', "”": "”", "„": "“”", "«": "»", "'": "'’", "‘": "’'", "’": "’'", "`": "`"}
_START = re.compile(r"\{(?=\s*+(?:[\"'“”„«‘’`}/#]|[A-Za-z_]))|(?<![\w\"'”’)\]}\[])\[(?=\s*+[\[{(\"'“”„«‘’`\]/#\d.N+-])")
_LAST = re.compile(r"\{\s{0,20}[\"'“‘]?answer\b", re.I)
_SPACE = re.compile(r"(?:\s++|//[^\n]*+|#[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)++")
_WORD = re.compile(r"[^\s,:{}\[\]()\"“”„«»'‘’`]++")
_BARE_KEY = re.compile(r"[A-Za-z_][\w-]*+(?=\s*+[:=])")
_PLAIN = re.compile(r"[^\\\"“”«»'‘’`]++")
_AFTER_STRING = re.compile(r"[ \t\r]{0,80}(?:[,:}\])\n]|\Z|/[/*]|[\"“'‘][\w ]{1,40}[\"”'’]\s{0,9}:)")
_BARE_WORD = re.compile(r"[^\W\d][\w-]{0,40}")
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_FENCE = "```"
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "none": None, "undefined": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Number(float):
    """A number with the characters in which it was written: 1.50 is a label, too."""

    text: str

    def __new__(cls, text: str) -> Number:
        """The number that ``text`` says; raises ``ValueError`` where it says none."""
        found = super().__new__(cls, text)
        found.text = text
        return found


class Found(NamedTuple):
    """A value, from ``start`` to before ``end``. ``strict``: it is JSON; ``bare``: it has words without quotes.

    ``inner`` values lie in something that was begun around them: an object of another form, or one that is cut off.
    """

    value: Any
    start: int
    end: int
    strict: bool
    bare: bool
    inner: bool


_STRICT = json.JSONDecoder(strict=False, parse_int=Number, parse_float=Number, parse_constant=Number)


def scan(text: str, take: Callable[[Found], bool]) -> bool:
    """Show ``take`` the objects and lists of a text, in order; says whether one of them has no end.

    Where ``take`` does not take a value, those within it are shown next. Of a text on which all patience is spent, the
    last place that begins like an answer is still read.
    """
    budget = _Budget()
    position, cut = _scan_from(text, 0, take, budget)
    if budget.is_out:
        last = max((match.start() for match in _LAST.finditer(text, position)), default=len(text))
        cut = _scan_from(text, last, take, _Budget())[1] or cut
    return cut


def read_json(text: str) -> list[Any] | dict[str, Any] | None:
    """The list or the object that a text is, as a whole, in JSON; None where it is none."""
    text = text.strip()
    if not text.startswith(("[", "{")):
        return None
    try:
        value, end = _STRICT.raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return value if end == len(text) and isinstance(value, list | dict) else None


def _scan_from(text: str, position: int, take: Callable[[Found], bool], budget: _Budget) -> tuple[int, bool]:
    cut = False
    inside = 0  # what begins before this place lies in something
    while not budget.is_out and (opener := _START.search(text, position)):
        start = opener.start()
        position = start + 1
        try:
            found = _read(text, start, budget)
        except _CutOff:
            cut, inside = True, len(text)
        except _NotJson:
            pass
        else:
            if take(found._replace(inner=start < inside)):
                position = found.end
            else:
                budget.chars -= found.end - start  # what lies within it is read again
            inside = max(inside, found.end)
    return position, cut


class _NotJson(ValueError):
    """What stands here is no JSON, however loosely one reads."""


class _CutOff(_NotJson):
    """A value has no end."""


class _Budget:
    """What may still be read in vain: it bounds the time that a hostile text can take."""

    def __init__(self) -> None:
        self.failures, self.chars, self.tokens = _MAX_FAILURES, _MAX_CHARS, _MAX_TOKENS

    @property
    def is_out(self) -> bool:
        return self.failures < 0 or self.chars < 0 or self.tokens < 0


def _read(text: str, start: int, budget: _Budget) -> Found:
    try:
        value, end = _STRICT.raw_decode(text, start)
    except json.JSONDecodeError as error:
        budget.chars -= len(text) - start if error.msg.startswith("Unterminated") else error.pos - start
    except (ValueError, RecursionError):
        budget.chars -= len(text) - start
    else:
        return Found(value, start, end, strict=True, bare=False, inner=False)
    budget.failures -= 1
    reader = _Reader(text, start, budget)
    value = reader.value(0)
    return Found(value, start, reader.at, strict=False, bare=reader.bare, inner=False)


class _Reader:
    """A recursive-descent reader at a position of the text, at most ``_MAX_DEPTH`` deep."""

    def __init__(self, text: str, at: int, budget: _Budget) -> None:
        self.text, self.at, self.budget, self.bare = text, at, budget, False

    def value(self, depth: int) -> Any:
        if depth > _MAX_DEPTH:
            raise _NotJson
        char = self.peek()
        if char == "{":
            return self.object(depth)
        if char in ("[", "("):
            return self.array(depth)
        if char in _CLOSERS:
            return self.string()
        return self.word()

    def object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        result: dict[str, Any] = {}
        ended = False  # a value has just ended, and nothing need follow
        while (char := self.peek()) != "}":
            if not char and not ended:
                raise _CutOff
            if not char:  # only braces are missing: every list and text within is whole
                return result
            if char == ",":
                self.at += 1
                ended = False
                continue
            key = self.key()
            if self.peek() not in (":", "="):
                self.fail()
            self.at += 1
            result[key] = self.value(depth + 1)
            ended = True
        self.at += 1
        return result

    def array(self, depth: int) -> list[Any]:
        closer = "]" if self.text[self.at] == "[" else ")"
        self.at += 1
        result: list[Any] = []
        while (char := self.peek()) != closer:
            if char == ",":
                self.at += 1
            elif char in ("}", "]", ")", ""):
                self.fail()
            else:
                result.append(self.value(depth + 1))
        self.at += 1
        return result

    def key(self) -> str:
        if self.peek() in _CLOSERS:
            return self.string()
        match = _BARE_KEY.match(self.text, self.at)
        if not match:
            self.fail()
        self.at = match.end()
        return match.group()

    def string(self) -> str:
        """A text up to a closing quote after which a text can end."""
        closers = _CLOSERS[self.text[self.at]]
        self.at += 1
        parts: list[str] = []
        while self.at < len(self.text):
            self.spend()
            if plain := _PLAIN.match(self.text, self.at):
                parts.append(plain.group())
                self.at = plain.end()
                continue
            char = self.text[self.at]
            self.at += 1
            if char == "\\":
                parts.append(self.escape())
            elif char in closers and _AFTER_STRING.match(self.text, self.at):
                return "".join(parts)
            else:
                parts.append(char)
        raise _CutOff

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
        """A number, a constant, or one bare word that stands alone."""
        match = _WORD.match(self.text, self.at)
        if not match:
            self.fail()
        self.at = match.end()
        if self.at == len(self.text):
            raise _CutOff
        word = match.group()
        if word.casefold() in _WORDS:
            return _WORDS[word.casefold()]
        try:
            return Number(word)
        except ValueError:
            if not _BARE_WORD.fullmatch(word) or self.peek() not in (",", "}", "]", ")"):
                self.fail()
            self.bare = True
            return word

    def peek(self) -> str:
        """The next character that is neither space nor comment; "" at the end of the text and of its fence."""
        self.spend()
        if match := _SPACE.match(self.text, self.at):
            self.at = match.end()
        return "" if self.text.startswith(_FENCE, self.at) else self.text[self.at : self.at + 1]

    def spend(self) -> None:
        self.budget.tokens -= 1
        if self.budget.tokens < 0:
            raise _NotJson

    def fail(self) -> NoReturn:
        raise _CutOff if not self.peek() else _NotJson
