"""The pattern language over classes of words: names of classes, macros in lower case after ``@``, and ( ) | ? * +."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from graphicacy.read.phrasing.vocabulary import LOOKS, PHRASES

__all__ = ["CODES", "pattern"]

_NAMES = [
    *sorted({name for name in PHRASES.values() if name} | {kind for kind, _, _ in LOOKS.values()}),
    "S",  # a mention
    "PAIR",  # two mentions that both have to hold
    "MANY",  # at least so many nodes
    "TOP",  # the largest number of nodes
    "ZERO",  # no node
    "NUM",  # a number
    "MEANT",  # the words of a meaning
]
CODES = {name: chr(0x4E00 + k) for k, name in enumerate(_NAMES)}
"""One letter for each class: a question is read as a string of them."""

_MACROS = {
    # The nodes that are asked for, with their look.
    "look": "(ADJ|POST|MEANT)",
    "x": "(ADJ? NOUN POST? | NOUN (THAT|WHICH) BE @look | MEANT)",
    "q": "((OF ALL? @x WHICH) | WHICH (BE THERE?)? (ALL|EVERY)? (OF ALL?)? @x? | LIST (ALL|EVERY|WHICH)? @x | WHICH)",
    "rel": "(THAT|WHICH)?",
    "aux": "(BE|CAN|DO)*",
    # What stands for the other end of a relation.
    "o": "(S|PAIR|MANY|TOP|ZERO)",
    # From the earlier to the later node, and back.
    "fwd": "((LEAD|PASS|GET) ON? TO | CHANGE TO | BECOME | REACH | PRECEDE | ACT (ON|UPON) | COME? BEFORE"
    " | COME TO | FOLLOWED)",
    "bwd": "(FOLLOW (AFTER|FROM)? | COME FROM | COME? AFTER | REACHED FROM | PRECEDED)",
    "some": "(SOME | ATLEAST ONE | ONE ORMORE | ONE)",
    "one": "(PERSON|ONE)",
}
_WORD = re.compile(r"@[a-z]+|[A-Z_]+|\s+|<|>|.")


@cache
def pattern(text: str) -> re.Pattern[str]:
    """A regular expression over ``CODES`` from its readable form."""
    return re.compile("".join(_expand(text)))


def _expand(text: str) -> Iterable[str]:
    for part in _WORD.findall(text):
        if part.isspace():
            continue
        if part[0] == "@":
            yield f"(?:{''.join(_expand(_MACROS[part[1:]]))})"
        elif part == "(":
            yield "(?:"
        else:
            yield CODES[part] if part[0].isalpha() else part
