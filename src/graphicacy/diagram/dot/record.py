"""Labels of Graphviz's records → their fields (Graphviz documentation, *Record-based Nodes*; ``parse_reclbl``)."""

from __future__ import annotations

import re

__all__ = ["record_fields"]

_PART = re.compile(r"\\(.)|.", re.S)
_MARKS = "{}|<>"


def record_fields(label: str, html_like: bool = False) -> list[str] | None:
    """The texts of the fields in reading order, escapes other than those of marks kept; None where it is no record.

    Graphviz stops at a ``}`` that closes nothing. In an HTML-like label ``<`` and ``>`` are text.
    """
    found: list[str] = []
    field, port, table, depth = "", "", False, 0  # port: "" before one, "<" in one, ">" behind one
    for match in _PART.finditer(label):
        part, escaped = match.group(), match.group(1)
        mark = part if part in _MARKS and not (html_like and part in "<>") else ""
        if port == "<" and mark not in ("", ">"):
            return None
        if mark == "<":
            if table or port:
                return None
            port = "<"
        elif mark == ">":
            if port != "<":
                return None
            port = ">"
        elif mark == "{":
            if table or port or field.strip(" "):
                return None
            depth, field = depth + 1, ""
        elif mark:
            found += [] if table else [field]
            field, port, table = "", "", mark == "}"
            depth -= mark == "}"
            if depth < 0:
                return found
        elif port != "<" and part >= " ":
            if table and part != " ":
                return None
            field += escaped if escaped and escaped in _MARKS + " " else part
    if depth or port == "<":
        return None
    return found if table else [*found, field]
