"""Source text of a diagram in an answer: in a fence, or the answer as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Code", "looks_like_code", "read_bare_code", "read_codes", "unfenced"]

_FENCE = re.compile(r"^[ \t]{0,8}(?:```|~~~)(?:`*|~*)[ \t]*([\w+.-]*)[^\n`]*$", re.M)
_LANGUAGES = frozenset({"mermaid", "dot", "graphviz", "gv", "mmd"})
_HEADER = re.compile(
    r"^[ \t]*+(?:(?:flowchart|graph)[ \t]++(?:TB|TD|BT|RL|LR)\b|stateDiagram"
    r"|(?:strict[ \t]++)?(?:di)?graph\b[^\n{]*+\{)",
    re.M | re.I,
)
_FIRST = re.compile(r"(?:flowchart|graph|stateDiagram(?:-v2)?|digraph|strict)\b", re.I)
_COMMENTS = ("%%", "//", "#", "/*", "*")


class Code(NamedTuple):
    """A source text that starts at ``start`` of the answer. ``closed``: what it stands in has an end."""

    text: str
    start: int
    closed: bool


def read_codes(text: str) -> Iterator[Code]:
    """What fences hold that looks like the source of a diagram; where there is no fence, all from its first line on."""
    opened: re.Match[str] | None = None
    for mark in _FENCE.finditer(text):
        if opened is not None:
            yield from _fenced(text, opened, mark.start(), closed=True)
        opened = mark if opened is None or mark[1] else None  # one that names a language opens another
    if opened is not None:
        yield from _fenced(text, opened, len(text), closed=False)


def read_bare_code(text: str) -> str | None:
    """The source of a diagram that stands in no fence: all from its first line on."""
    first = _HEADER.search(text)
    return text[first.start() :].strip() if first else None


def _fenced(text: str, opened: re.Match[str], end: int, closed: bool) -> Iterator[Code]:
    inside = text[opened.end() : end].strip("\r\n")
    if inside.strip() and (opened[1].lower() in _LANGUAGES or looks_like_code(inside)):
        yield Code(inside, opened.start(), closed)


def looks_like_code(text: str) -> bool:
    """Whether a text begins as Mermaid flowcharts and state diagrams, or DOT, begin, after comments and a header."""
    in_header = False
    for line in text[:20_000].splitlines():
        line = line.strip()
        if line == "---":
            in_header = not in_header
        elif line and not in_header and not line.startswith(_COMMENTS):
            return bool(_FIRST.match(line))
    return False


def unfenced(text: str) -> str:
    """A source text without the fence around it, where it has one."""
    return next((code.text for code in read_codes(text)), text)
