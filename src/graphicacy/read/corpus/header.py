"""What an author says about a Mermaid diagram in the comments at the top of its file.

::

    %% title: TCP connection states
    %% kind: states
    %% source: RFC 9293, section 3.3.2, figure 5
    %% means: node fill green = states in which data can flow
    flowchart TD
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, cast

from graphicacy.diagram.colors import FILLS, LINES
from graphicacy.diagram.model import Head, LineStyle, Shape
from graphicacy.read.corpus.entry import BadEntry, Kind, Meaning

__all__ = ["Header", "read_header"]

_LINE = re.compile(r"%%\s*(title|kind|source|means)\s*:(.*)")
_MEANS = re.compile(r"(node|edge)\s+(\w+)\s+(\w+)\s*=\s*(\S.*)")
_LONGEST = 300  # characters of a value
_MOST = 20  # meanings

_Part = Literal["node", "edge"]
_Look = Literal["fill", "shape", "border", "color", "line", "head"]
_VALUES: dict[str, dict[str, tuple[str, ...]]] = {
    "node": {"fill": tuple(FILLS), "shape": tuple(Shape), "border": tuple(LineStyle)},
    "edge": {"color": tuple(LINES), "line": tuple(LineStyle), "head": tuple(Head)},
}


@dataclass(frozen=True, slots=True)
class Header:
    """What the comments say; empty or None where they do not."""

    title: str = ""
    kind: Kind | None = None
    source: str = ""
    meanings: tuple[Meaning, ...] = ()


def read_header(text: str) -> Header:
    """The header of a Mermaid source: its comment lines before the first line of the diagram.

    Comments of any other form are passed over, so that every Mermaid file has a header, if an empty one.

    Raises ``BadEntry``, with the line, for a kind, a look or a value that there is not, and for a line given twice.
    """
    told: dict[str, str] = {}
    meanings: list[Meaning] = []
    for number, name, value in _lines(text):
        if name == "means":
            meanings.append(_meaning(number, value))
        elif name in told:
            raise _bad(number, f"a second {name}; keep one")
        else:
            told[name] = str(_kind(number, value)) if name == "kind" else value
        if len(meanings) > _MOST:
            raise _bad(number, f"more than {_MOST} meanings; leave the least telling out")
    kind = Kind(told["kind"]) if "kind" in told else None
    return Header(told.get("title", ""), kind, told.get("source", ""), tuple(meanings))


def _lines(text: str) -> list[tuple[int, str, str]]:
    """Number, name and value of each line of the header that has one."""
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        bare = line.strip()
        if bare and not bare.startswith("%%"):
            break
        match = _LINE.fullmatch(bare)
        if match is None:
            continue
        name, value = match[1], match[2].strip()
        if not value or len(value) > _LONGEST:
            raise _bad(number, f"{name} has {len(value)} characters; give it 1 to {_LONGEST}")
        found.append((number, name, value))
    return found


def _kind(number: int, value: str) -> Kind:
    if value not in tuple(Kind):
        raise _bad(number, f"kind {value!r} is none of {', '.join(Kind)}")
    return Kind(value)


def _meaning(number: int, value: str) -> Meaning:
    match = _MEANS.fullmatch(value)
    if match is None:
        raise _bad(number, "means is not like 'node fill green = states in which data can flow'")
    part, look, named, text = match.groups()
    looks = _VALUES[part]
    if look not in looks:
        raise _bad(number, f"{part} {look!r} is none of {', '.join(looks)}")
    if named not in looks[look]:
        raise _bad(number, f"{look} {named!r} is none of {', '.join(looks[look])}")
    return Meaning(cast(_Part, part), cast(_Look, look), named, text)


def _bad(number: int, what: str) -> BadEntry:
    return BadEntry(f"line {number}: {what}", "header")
