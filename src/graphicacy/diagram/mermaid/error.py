"""What Mermaid's parser says of a source that it refuses → one line with the place in the source as it was written.

Mermaid parses what is left after it has taken out front matter, directives and comments, so its lines are not those of
the file. The same cuts are made here with a note of where each character comes from.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from graphicacy.diagram.drawing import place
from graphicacy.diagram.engines.mermaid_db import MAX_EDGES

__all__ = ["explained"]

# As in Mermaid: diagram-api/regexes.ts and comments.ts, Diagram.ts with encodeEntities, parser/flowParser.ts.
_MATTER = re.compile(r"\A([^\S\n\r]*)-{3}\s*[\n\r](.*?)[\n\r]\1-{3}\s*[\n\r]+", re.S)
_DIRECTIVE = re.compile(r"%%{\s*(?:\w+\s*:|\w+)\s*(?:\w+|(?:(?!}%%)[^\n]|\r?\n)*)?\s*(?:}%%)?", re.A)
_COMMENT = re.compile(r"\s*%%(?!{)[^\n]+\n?")
_AFTER_BRACE = re.compile(r"}\s*\n")
_ENTITY = re.compile(r"#\w+;", re.A)

_SIGNS = {
    "SQE": "]", "PE": ")", "DIAMOND_STOP": "}", "PIPE": "|", "STADIUMEND": "])", "SUBROUTINEEND": "]]", "TAGEND": "]",
    "CYLINDEREND": ")]", "DOUBLECIRCLEEND": ")))", "SQS": "[", "PS": "(", "DIAMOND_START": "{", "STRUCT_STOP": "}",
    "STRUCT_START": "{", "-->": "-->", "AS": "as", "end": "end", "subgraph": "subgraph",
}  # fmt: skip
_WORDS = {
    "LINK": "an arrow", "START_LINK": "an arrow", "NODE_STRING": "a node", "ID": "a state", "DIR": "a direction",
    "TEXT": "text", "STR": "text", "NOTE_TEXT": "text", "NEWLINE": "a new line", "NL": "a new line",
    "SEMI": "a new line",
}  # fmt: skip
_ENDS = {"NEWLINE": "the line ends too early", "NL": "the line ends too early", "SEMI": "the statement ends too early"}
_OPENING = {"PS", "PE", "SQS", "SQE", "DIAMOND_START", "DIAMOND_STOP", "STR", "PIPE", "TAGEND", "TAGSTART"}
_LONGEST = 200  # characters of a message


def explained(source: str, facts: dict[str, Any]) -> str:
    """One line for the ``facts`` of ``mermaid_db.read_database`` about ``source``, which Mermaid refuses."""
    message, name = str(facts["error"]), str(facts.get("name"))
    if name == "UnknownDiagramError":
        first = next((line for line in source.splitlines() if line.strip()), "")
        where = _beginning(source)
        return f"{where}no Mermaid diagram starts with {first.strip()[:60]!r}: begin with flowchart, stateDiagram …"
    if name == "InternalError" and "recursion" in message:
        return "the Mermaid source is nested too deep: draw less at once"
    line = facts.get("line")
    if line is None:
        where = _in_front_matter(name, message) or _beginning(source)
        return f"{where}Mermaid syntax error: {_brief(message)}"
    token = facts.get("token")
    exact = token or message.startswith("Lexical error")
    where = _place(source, int(line), int(facts.get("column") or 0) if exact else None)
    return f"{where}Mermaid syntax error: {_unexpected(facts) if token else _brief(message)}"


def _unexpected(facts: dict[str, Any]) -> str:
    """What was found and what would have been right, in a few words."""
    token, text = str(facts["token"]), " ".join(str(facts.get("text") or "").split())
    expected = [str(item).strip("'") for item in facts.get("expected") or ()]
    if token in ("EOF", "1", "$end") or (not text and token not in _ENDS):
        found = "the source ends too early"
    else:
        found = _ENDS.get(token) or f'"{text[:40]}" is not expected here'
    if text.startswith("%%"):
        return f"{found}; a comment stands on a line of its own"
    if token in _OPENING and "TEXT" in expected:
        return f"{found}; put a text with such signs in double quotes"
    if token in ("end", "GRAPH", "subgraph", "STYLE", "CLASS", "DEFAULT", "CLICK"):
        return f"{found}: it is a word of Mermaid; write it otherwise, or in double quotes"
    wanted = [_WORDS[item] for item in expected if item in _WORDS]
    wanted += [f'"{_SIGNS[item]}"' for item in expected if item in _SIGNS]
    few = list(dict.fromkeys(wanted))[:4]
    return f"{found}; expected {' or '.join(few)}" if few else found


def _brief(message: str) -> str:
    """The first line of a message, without what only the parser knows."""
    if "edges[pos]" in message:
        return "linkStyle names an edge that does not exist: edges are counted from 0"
    if "_id is undefined" in message:
        return "a subgraph needs a name: subgraph id [title]"
    if message.startswith("Edge limit exceeded"):
        return f"more than {MAX_EDGES:,} edges: draw less at once"
    lines = [line.strip() for line in message.splitlines() if line.strip()] or ["it cannot be read"]
    said = re.sub(r"^(?:Error|Lexical error on line \d+|Parse error on line \d+)\s*[:.]\s*", "", lines[0])
    said = said.replace("Unrecognized text.", "no word of Mermaid can begin here; check brackets, quotes and arrows")
    return (said or "it cannot be read")[:_LONGEST]


def _beginning(source: str) -> str:
    """The place of the first character that is not blank."""
    blank = len(source) - len(source.lstrip())
    return place(source.count("\n", 0, blank) + 1, blank - source.rfind("\n", 0, blank))


def _in_front_matter(name: str, message: str) -> str:
    """The line that YAML names, which it counts from the one after the first ``---``."""
    found = re.search(r"\((\d+):(\d+)\)", message) if name == "YAMLException" else None
    return place(int(found[1]) + 1, int(found[2])) if found else ""


def _place(source: str, line: int, column: int | None) -> str:
    """The place in ``source`` of a line (from 1) and column (from 0) of what Mermaid parses.

    Without a column, that of the first word of the line.
    """
    text = _parsed(source)
    lines = text.words.split("\n")
    if line > len(lines):  # the end of the text, to which Mermaid adds a line break
        line, column = len(lines), len(lines[-1]) if column is not None else None
    if column is None:
        column = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    start = sum(len(other) + 1 for other in lines[: line - 1])
    length = len(lines[line - 1])
    at = start + min(column, length)
    # What is behind the last character of a line may have been cut out: the place is on the line all the same.
    origin = text.origins[at - 1] + 1 if at == start + length and length else text.origins[at]
    starts = [0, *(found.end() for found in re.finditer("\n", source.replace("\r\n", " \n").replace("\r", "\n")))]
    row = bisect_right(starts, origin) - 1
    return place(row + 1, origin - starts[row] + 1)


class _Text(NamedTuple):
    """Some text and, for each of its characters and for its end, the index in the source that it comes from."""

    words: str
    origins: list[int]

    def replace(self, spans: Iterable[tuple[int, int, str]]) -> _Text:
        """With other texts in place of what is from a start to an end."""
        words: list[str] = []
        origins: list[int] = []
        done = 0
        for start, end, new in spans:
            words += [self.words[done:start], new]
            origins += self.origins[done:start]
            kept = self.origins[start:end][: len(new)]
            origins += kept + [self.origins[start]] * (len(new) - len(kept))
            done = end
        return _Text("".join([*words, self.words[done:]]), origins + self.origins[done:])

    def sub(self, pattern: str | re.Pattern[str], new: Callable[[str], str]) -> _Text:
        return self.replace((found.start(), found.end(), new(found[0])) for found in re.finditer(pattern, self.words))


def _parsed(source: str) -> _Text:
    """What Mermaid's parser sees of ``source``."""
    text = _Text(source, list(range(len(source) + 1))).sub(r"\r\n?", lambda _: "\n")
    for pattern in (_MATTER, _DIRECTIVE):
        text = text.sub(pattern, lambda _: "")
    text = text.replace(_comments(text.words)).sub(r"\A\s+", lambda _: "")
    text = text.sub(_ENTITY, lambda entity: f"ﬂ°{'°' * entity[1:-1].isdigit()}{entity[1:-1]}¶ß")
    if text.words.lower().startswith(("flowchart", "graph")):
        text = text.sub(_AFTER_BRACE, lambda _: "}\n")
    return text


def _comments(words: str) -> Iterator[tuple[int, int, str]]:
    """Comments, each with the blank lines before it. One expression for both would take time by their square."""
    start, at = None, 0
    for line in words.splitlines(keepends=True):
        if start is None:
            start = at
        at += len(line)
        if line.isspace():
            continue
        if _COMMENT.fullmatch(line):
            yield start, at, ""
        start = None
