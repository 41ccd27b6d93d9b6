"""Graphviz labels → the text that a reader sees, on one line.

The three kinds are those of Graphviz's documentation: *escString*, *record*, *HTML-like*.
"""

from __future__ import annotations

import html
import re
from html.entities import name2codepoint

__all__ = ["escaped", "html_text", "plain_text", "record_text"]

_ESCAPE = re.compile(r"\\(.)", re.S)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_RECORD = re.compile(r"\\(.)|<[^>]*>|[{}|]", re.S)
_SPLITTING = re.compile(r"</?(?:br|hr|vr|tr|td|table)\b[^>]*>", re.I)
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^>]*>", re.S)


def plain_text(label: str, names: dict[str, str]) -> str:
    """An ordinary label; ``names`` gives what ``\\N``, ``\\G``, ``\\E``, ``\\T`` and ``\\H`` stand for."""
    return _one_line(_entities(_ESCAPE.sub(lambda m: _unescape(m.group(1), names), label)))


def record_text(label: str, names: dict[str, str]) -> str:
    """The fields of a record in reading order, without ports."""

    def part(match: re.Match[str]) -> str:
        return _unescape(match.group(1), names) if match.group(1) else " "

    return _one_line(_entities(_RECORD.sub(part, label)))


def html_text(label: str) -> str:
    """The words of an HTML-like label."""
    return _one_line(html.unescape(_TAG.sub("", _SPLITTING.sub(" ", label))))


def escaped(text: str) -> str:
    """``text`` as an ordinary label, its line breaks kept."""
    return _ENTITY.sub(lambda m: f"&amp;{m.group()[1:]}", text.replace("\\", "\\\\")).replace("\n", "\\n")


def _unescape(character: str, names: dict[str, str]) -> str:
    if character in "nlr":
        return "\n"
    return names.get(character, character)


def _entities(text: str) -> str:
    """Graphviz knows the 252 named entities of HTML 4, and numbers."""

    def character(match: re.Match[str]) -> str:
        name = match.group()[1:-1]
        return html.unescape(match.group()) if name.startswith("#") or name in name2codepoint else match.group()

    return _ENTITY.sub(character, text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
