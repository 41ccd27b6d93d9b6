"""Signs ``>`` in labels of Mermaid: Mermaid 11 leaves them out where labels are drawn as plain text."""

from __future__ import annotations

import re

__all__ = ["with_greater_signs"]

_HEADER = re.compile(r"^[ \t]*(?:(flowchart|graph)|stateDiagram)\b.*\n", re.M)
# Quoted text, a tag, a comment, a class, or one sign; what is none of them needs no care.
_PART = re.compile(r'"[^"]*"|</?[A-Za-z][^<>"\n]*>|%%[^\n]*|<<\w+>>|:::|[\n\[({\])}|:>]')
_IN_QUOTES = re.compile(r"(</?[A-Za-z][^<>]*>)|>")


def with_greater_signs(source: str) -> str:
    """``source`` with each ``>`` that stands in a label of a flowchart or state diagram written as ``#gt;``.

    Those of arrows (``-->``), of tags and of a flag (``A>label]``) stay.
    """
    header = _HEADER.search(source)
    if header is None:
        return source
    body = source[header.end() :]
    return source[: header.end()] + "".join(_rewritten(body, flowchart=bool(header[1])))


def _rewritten(body: str, flowchart: bool) -> list[str]:
    done, at, depth, told = [], 0, 0, False  # told: between pipes, or behind the colon of a state
    for part in _PART.finditer(body):
        sign = part[0]
        new = sign
        if sign.startswith('"'):
            new = _IN_QUOTES.sub(lambda found: found[1] or "#gt;", sign)
        elif sign == "\n":
            depth, told = 0, False
        elif sign in "[({":
            depth += flowchart and not told
        elif sign in "])}":
            depth = max(0, depth - 1)
        elif sign == "|":
            told = told != (flowchart and depth == 0)
        elif sign == ":":
            told = told or not flowchart
        elif sign == ">" and (depth or told or body[part.start() - 1 : part.start()].isspace()):
            new = "#gt;"
        done += [body[at : part.start()], new]
        at = part.end()
    return [*done, body[at:]]
