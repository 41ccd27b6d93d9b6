"""A Mermaid source in the part of the language that merman draws as Mermaid does, and its SVG put right.

What is said stays the same: what a diagram means is read from the source itself, not from what is made here.
"""

from __future__ import annotations

import re

from graphicacy.diagram import fonts
from graphicacy.diagram.engines.mermaid_config import unescaped, unmarked
from graphicacy.diagram.mermaid.label import ICON

__all__ = ["mended", "plain"]

_HEADER = re.compile(r"^\s*(?:flowchart|graph|stateDiagram)\b", re.M)
_ELK = re.compile(r"(\b(?:layout|defaultRenderer)[\"']?\s*:\s*[\"']?)elk[\w.]*")
_STATES = re.compile(r"^\s*stateDiagram(?:-v2)?\b", re.M)
_WORDS = re.compile(r"(?P<head>[^:{}\"]*?:(?!::))(?P<words>[^{}]*)$|(?P<state>\s*state\s+\")(?P<name>[^\"]*)(?=\")")
_OPENED = re.compile(r"^\s*state\s+(?:\"[^\"]*\"\s+as\s+)?([^\s{\"]+)\s*\{", re.M)
_NAMED = re.compile(r"\bas\s+([^\s{]+)|^\s*([^\s:{]+)\s*:")
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.I)
_BESIDE = re.compile(r'(<rect class="background"[^>]*/><g transform="translate\([-\d.e]+,\s*)[-\d.e]+\)')


def plain(source: str, size: float, width: float) -> str:
    """``source`` without emphasis, and words of state diagrams wrapped: merman makes room for that, but does not do it.

    Names of icons are left out, since merman has no icons and would paint the names.
    The layout is Mermaid's own (dagre) in any case: elk, which a source may ask for, is no part of Mermaid's package.
    ``size`` is that of the letters and ``width`` the widest line, both in CSS pixels.
    """
    header = _HEADER.search(source)
    start = header.start() if header else 0
    source = _ELK.sub(r"\1dagre", source[:start]) + ICON.sub("", unmarked(source[start:]))
    states = _STATES.search(source)
    if states is None:
        return source
    return source[: states.end()] + _wrapped(source[states.end() :], size, width)


def mended(svg: str) -> str:
    """A drawn SVG with the words of transitions on their backgrounds, not below, and with signs escaped but once."""
    return unescaped(_BESIDE.sub(r"\g<1>0)", svg))


def _wrapped(body: str, size: float, width: float) -> str:
    kept, in_note = [], False
    composite = set(_OPENED.findall(body))  # their titles stay on one line
    for line in body.split("\n"):
        words = line.strip()
        if in_note:
            in_note = not words.startswith("end note")
            kept.append(line if not in_note else "\n".join(fonts.wrap(words, size, width)) or line)
            continue
        in_note = words.startswith("note ") and ":" not in words
        match = _WORDS.match(line)
        if match and len(line) * size > width and not _names(line) & composite:  # most lines are short
            begin, end = match.span("words" if match["head"] else "name")
            line = f"{line[:begin]} {_lines(line[begin:end], size, width)}{line[end:]}"
        kept.append(line)
    return "\n".join(kept)


def _names(line: str) -> set[str]:
    """The state that a line describes."""
    return {name for pair in _NAMED.findall(line) for name in pair if name}


def _lines(words: str, size: float, width: float) -> str:
    return "<br/>".join(line for part in _BREAK.split(words) for line in fonts.wrap(part, size, width) or [""])
