"""Markdown (CommonMark) → the diagrams that are fenced in it, and its plain words.

Besides fences of backticks and tildes: containers (``:::mermaid``, as some wikis write them) and HTML elements of a
class ``mermaid`` or ``language-mermaid``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from graphicacy.diagram.drawing import BadDrawing

__all__ = ["Fence", "fences", "plain_text"]

_MAX_CHARACTERS = 2_000_000
_NOTATIONS = {"mermaid": "mermaid", "mmd": "mermaid", "dot": "dot", "graphviz": "dot", "gv": "dot"}
_INFO = re.compile(r"\s*\{?\s*\.?(?:language-)?([A-Za-z0-9]+)(?=[\s}{,:;]|$)")
_CLASS = re.compile(
    r"""<(pre|div|code)\b[^<>]*?\bclass\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))[^<>]*>""", re.IGNORECASE
)


class Fence(NamedTuple):
    """A diagram in a Markdown file.

    ``notation`` is ``mermaid`` or ``dot``; ``line`` is the line of the file, from 1, at which ``source`` begins: line
    ``n`` of ``source`` is line ``line + n - 1`` of the file.
    """

    notation: str
    source: str
    line: int


def fences(text: str) -> tuple[Fence, ...]:
    """The fenced Mermaid and Graphviz sources of a Markdown file, in its order.

    Fences inside other fences are text, as in CommonMark. Raises ``BadDrawing`` for more than two million characters.
    """
    if len(text) > _MAX_CHARACTERS:
        raise BadDrawing(f"the Markdown file has {len(text):,} characters: the limit is {_MAX_CHARACTERS:,}")
    found: list[Fence] = []
    for token in _blocks().parse(text.removeprefix("\ufeff")):
        first = token.map[0] if token.map else 0
        if token.type in ("fence", _CONTAINER):
            notation = _notation(token.info)
            if notation is not None:
                found.append(Fence(notation, token.content, first + 2))
        elif token.type == "html_block":
            found += _in_html(token.content, first)
    return tuple(found)


def plain_text(text: str) -> str:
    """The words of a Markdown text on one line, without marks, images and addresses."""
    blocks = []
    for token in _words().parse(text):
        if token.type == "inline":
            words = (" " if inner.type.endswith("break") else inner.content for inner in token.children or ()
                     if inner.type in ("text", "code_inline", "softbreak", "hardbreak"))  # fmt: skip
            blocks.append("".join(words))
        elif token.type in ("fence", "code_block"):
            blocks.append(token.content)
    return " ".join(" ".join(blocks).split())


@cache
def _words() -> MarkdownIt:
    return MarkdownIt("commonmark")


_CONTAINER = "colon_fence"


@cache
def _blocks() -> MarkdownIt:
    """A parser of blocks only, which knows containers of colons."""
    parser = MarkdownIt("commonmark")
    parser.core.ruler.disable(["inline", "text_join"])
    parser.block.ruler.before("fence", _CONTAINER, _container, {"alt": ["paragraph", "blockquote", "list"]})
    return parser


def _container(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """A block from ``:::mermaid`` to ``:::``, or to the end of what is around it."""
    if state.is_code_block(first) or not _opens(_line(state, first)):
        return False
    if silent:
        return True
    last = first + 1
    while last < end and not _line(state, last).startswith(":::"):
        if state.sCount[last] < state.blkIndent and not state.isEmpty(last):
            break  # what is around it ends
        last += 1
    closed = last < end and _line(state, last).startswith(":::")
    token = state.push(_CONTAINER, "", 0)
    token.info = _line(state, first).lstrip(": \t")
    token.content = state.getLines(first + 1, last, state.sCount[first], True)
    token.map = [first, last + closed]
    state.line = last + closed
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _opens(line: str) -> bool:
    return line.startswith(":::") and _notation(line.lstrip(": \t")) is not None


def _notation(info: str) -> str | None:
    """The notation that the word after a fence's mark names: ``mermaid``, ``{.mermaid}``, ``{dot, width=9}``."""
    word = _INFO.match(info)
    return _NOTATIONS.get(word[1].lower()) if word else None


def _in_html(content: str, first: int) -> Iterator[Fence]:
    """The sources in elements of a class that names a notation."""
    at = 0
    while (opening := _CLASS.search(content, at)) is not None:
        at = opening.end()
        names = (opening[2] or opening[3] or opening[4] or "").lower().replace("language-", "").split()
        notation = next((_NOTATIONS[name] for name in names if name in _NOTATIONS), None)
        if notation is None:
            continue
        closing = content.lower().find(f"</{opening[1].lower()}", at)
        inner = content[at : closing if closing >= 0 else len(content)]
        at += len(inner)
        source = inner.lstrip("\r\n")
        lead = content[: opening.end()].count("\n") + inner[: len(inner) - len(source)].count("\n")
        yield Fence(notation, html.unescape(source), first + lead + 1)
