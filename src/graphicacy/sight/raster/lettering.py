"""Letters that look alike in print: what the word around them says which one it is."""

from __future__ import annotations

import re

__all__ = ["doubtful", "mended"]

_ROMAN = re.compile(r"(?<![A-Za-z])(?=[IVXl]*[IVX])[IVXl]{2,5}(?=[ab]?(?![A-Za-z]))")
_ZERO = re.compile(r"(?<![A-Za-z0-9.,])0(?=[a-z]{3})")
_CAPITAL = re.compile(r"(?<=[a-z]{2})I(?=[a-z]|(?![A-Za-z0-9]))")
_ONE = re.compile(r"(?<=[a-z]{2})1(?=[a-z]{2})")
_DOUBTFUL = re.compile(r"[A-Za-z][01]|[01][A-Za-z]|[a-z]I|Il|lI|II|[*^]|[^\x00-\x7f]")


def mended(text: str) -> str:
    """The text with I for l in Roman numerals, O for 0 before letters, and l for I and 1 between small letters."""
    text = _ROMAN.sub(_roman, text)
    return _ONE.sub("l", _CAPITAL.sub("l", _ZERO.sub("O", text)))


def _roman(match: re.Match[str]) -> str:
    """The numeral, unless it is the English word "Ill" before another word."""
    word, rest = match[0], match.string[match.end() :]
    return word if word == "Ill" and re.match(r"\s[a-z]", rest) else word.replace("l", "I")


def doubtful(text: str) -> bool:
    """Whether a text has letters that are easily taken for others: I, l and 1, O and 0, accents, raised signs."""
    return bool(_DOUBTFUL.search(text))
