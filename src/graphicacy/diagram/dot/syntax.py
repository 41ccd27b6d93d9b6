"""Where a DOT source breaks the grammar: Graphviz tells the line only, and that of a broken string at its end.

The tokens and the grammar are those of the Graphviz documentation, *The DOT Language*. Nesting is counted, not
recursed into, so that no source is too deep.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["fault", "fault_behind"]

_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)
    |(?P<open_comment>/\*)
    |(?P<quoted>"(?:[^"\\]|\\.)*")
    |(?P<open_string>")
    |(?P<html><)
    |(?P<op>->|--)
    |(?P<number>-?(?:\.\d+|\d+(?:\.\d*)?))
    |(?P<name>[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*)
    |(?P<mark>[{}\[\];,:=+])
    |(?P<strange>.)""",
    re.X | re.S | re.M,
)
_LONGEST = 16_384  # bytes of a string that Graphviz reads
_PARTIAL = {  # tokens that are none, and why
    "a quoted string": "is never closed",
    "a <…> string": "is never closed",
    "a comment": "is never closed",
    "a text": f"is longer than {_LONGEST:,} bytes, the most that Graphviz reads",
}
_BEGINNING = "a graph begins with graph or digraph"
_KEYWORDS = ("graph", "digraph", "subgraph", "node", "edge", "strict")


class _Token(NamedTuple):
    """``kind`` is id, op, end, a keyword, a mark, or what is wrong with it."""

    kind: str
    text: str
    start: int


class _Broken(Exception):
    """The grammar does not allow this token."""

    def __init__(self, token: _Token, instead: str = "") -> None:
        self.token, self.instead = token, instead


def fault(source: str, line: int, near: str | None) -> tuple[int, int | None, str]:
    """Line and column (from 1) at which ``source`` breaks, and what is wrong there.

    ``line`` and ``near`` are what Graphviz says; they hold where this grammar finds nothing, or another token.
    """
    try:
        _Grammar(source).check()
    except _Broken as broken:
        token = broken.token
        # Behind a graph, Graphviz counts lines anew and skips the rest of the line.
        between = broken.instead == _BEGINNING
        if near is None or token.text == near or token.kind in _PARTIAL or between:
            return *_line_and_column(source, token), _words(token, broken.instead)
    lines = source.split("\n")
    column = lines[line - 1].find(near) + 1 if near and line <= len(lines) else 0
    what = f"{near!r} cannot stand here" if near else "the graph breaks off"
    return line, column or None, what


def fault_behind(source: str) -> tuple[int, int, str] | None:
    """Line, column and fault of what follows the first graph and begins none.

    Graphviz passes over the rest of the line on which a graph ends: only here is a ``}`` too much found there.
    """
    if source.rstrip().endswith("}") and source.count("{") == source.count("}"):
        return None
    depth, closed = 0, False
    for token in _tokens(source):
        if closed and token.kind in ("end", "strict", "graph", "digraph"):
            return None
        if closed:
            return *_line_and_column(source, token), _words(token, _BEGINNING)
        depth += {"{": 1, "}": -1}.get(token.kind, 0)
        closed = token.kind == "}" and depth == 0
    return None


def _line_and_column(source: str, token: _Token) -> tuple[int, int]:
    return source.count("\n", 0, token.start) + 1, token.start - source.rfind("\n", 0, token.start)


def _words(token: _Token, instead: str) -> str:
    if token.kind == "end":
        return f"the graph breaks off; {instead or 'a } is missing'}"
    if token.kind in _PARTIAL:
        return f"{token.kind} that begins here {_PARTIAL[token.kind]}"
    what = f"{_short(token.text)!r} cannot stand here"
    return f"{what}; {instead}" if instead else what


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 30 else f"{text[:27]}..."


def _tokens(source: str) -> Iterator[_Token]:
    at = 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        assert match is not None
        kind, text, start = str(match.lastgroup), match.group(), at
        at = match.end()
        if kind == "skip":
            continue
        if kind == "html":
            at = _html_end(source, start)
            kind, text = ("id", source[start:at]) if at > start else ("a <…> string", "<")
        elif kind in ("quoted", "number"):
            kind = "id"
        elif kind == "name":
            kind = text.lower() if text.lower() in _KEYWORDS else "id"
        elif kind == "mark":
            kind = text
        elif kind == "open_string":
            kind = "a quoted string"
        elif kind == "open_comment":
            kind = "a comment"
        yield _Token(kind, text, start)
        if kind in _PARTIAL:
            return
        if len(text) > _LONGEST // 4 and len(text.encode("utf-8", "replace")) > _LONGEST:
            raise _Broken(_Token("a text", text, start))
    last = len(source.rstrip()) or 1
    yield _Token("end", "", last - 1)


def _html_end(source: str, start: int) -> int:
    """Where an HTML string ends: at the > that closes its <, comments apart; ``start`` where none does."""
    depth = 0
    for match in re.finditer(r"<!--.*?-->|[<>]", source[start:], re.S):
        depth += {"<": 1, ">": -1}.get(match.group(), 0)
        if depth == 0:
            return start + match.end()
    return start


class _Grammar:
    """A walk over the tokens of one graph after the other."""

    def __init__(self, source: str) -> None:
        self.tokens = _tokens(source)
        self.token = next(self.tokens)
        self.op = "->"

    def check(self) -> None:
        """Raise ``_Broken`` at the first token that cannot stand where it does."""
        while self.token.kind != "end":
            self._take("strict")
            kind = self.token.kind
            if not (self._take("graph") or self._take("digraph")):
                raise _Broken(self.token, _BEGINNING)
            self.op = "->" if kind == "digraph" else "--"
            if self._take("id"):
                self._concatenation()
            self._need("{", "the parts of a graph stand between { and }")
            self._body()

    def _body(self) -> None:
        """Statements up to the } that closes the graph, those of subgraphs included."""
        depth = 1
        while depth:
            if self._take(";"):
                continue
            if self._take("}"):
                depth -= 1
                if depth:
                    self._behind()
            elif self._take("{"):
                depth += 1
            elif self._take("subgraph"):
                if self._take("id"):
                    self._concatenation()
                elif self.token.kind != "{":
                    raise _Broken(self.token, "a subgraph has its parts between { and }")
                if self._take("{"):
                    depth += 1
                else:
                    self._behind()
            elif self._take("graph") or self._take("node") or self._take("edge"):
                self._attributes()
            elif self._take("id"):
                self._concatenation()
                if self._take("="):
                    self._value()
                else:
                    self._port()
                    self._behind()
            else:
                raise _Broken(self.token)

    def _behind(self) -> None:
        """After an end of an edge: commas, more ends, attributes. A subgraph as the next end is left to ``_body``."""
        while True:
            if self._take(","):
                if not self._take("id"):
                    if self.token.kind in ("{", "subgraph"):
                        return
                    raise _Broken(self.token)
                self._concatenation()
                self._port()
            elif self.token.kind == "op":
                if self.token.text != self.op:
                    kind = "digraph" if self.op == "->" else "graph"
                    raise _Broken(self.token, f"edges of a {kind} are written {self.op}")
                self._next()
                if self.token.kind in ("{", "subgraph"):
                    return
                if not self._take("id"):
                    raise _Broken(self.token, "an edge leads to a node or a subgraph")
                self._concatenation()
                self._port()
            else:
                self._attributes()
                return

    def _attributes(self) -> None:
        while self._take("["):
            while not self._take("]"):
                if not self._take("id"):
                    raise _Broken(self.token, "attributes are written [name=value]")
                self._concatenation()
                self._need("=", "attributes are written [name=value]")
                self._value()
                self._take(",") or self._take(";")

    def _value(self) -> None:
        self._need("id", "a value is a word, a number, or text in quotes")
        self._concatenation()

    def _port(self) -> None:
        for _ in range(2):
            if self._take(":"):
                self._need("id", "a port has a name")

    def _concatenation(self) -> None:
        while self._take("+"):
            self._need("id", "only texts in quotes are joined")

    def _take(self, kind: str) -> bool:
        if self.token.kind != kind:
            return False
        self._next()
        return True

    def _need(self, kind: str, otherwise: str) -> None:
        if not self._take(kind):
            raise _Broken(self.token, otherwise)

    def _next(self) -> None:
        self.token = next(self.tokens)
