"""Graphviz labels → the text that a reader sees, on one line.

The three kinds are those of Graphviz's documentation: *escString*, *record*, *HTML-like*.
"""

from __future__ import annotations

import html
import re
from html.entities import name2codepoint

from graphicacy.diagram.dot.record import record_fields

__all__ = ["escaped", "html_text", "plain_text", "record_text"]

_ESCAPE = re.compile(r"\\(.)", re.S)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_SPLITTING = re.compile(r"</?(?:br|hr|vr|tr|td|table)\b[^>]*>", re.I)
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^>]*>", re.S)


def plain_text(label: str, names: dict[str, str]) -> str:
    r"""An ordinary label; ``names`` gives what ``\N``, ``\G``, ``\E``, ``\T`` and ``\H`` stand for.

    As in Graphviz, names are put in first, then entities, and only then ``\n`` and the like are read: a node named
    ``"a\nb"`` shows two lines.
    """
    named = _ESCAPE.sub(lambda m: names.get(m.group(1), m.group()), label)
    return _one_line(_ESCAPE.sub(lambda m: "\n" if m.group(1) in "nlr" else m.group(1), _entities(named)))


def record_text(label: str, names: dict[str, str], html_like: bool = False) -> str:
    """The fields of a record in reading order, without ports; the name of the node where the label is no record's."""
    fields = record_fields(label, html_like)
    if fields is None:
        return plain_text("\\N", names)
    return _one_line(" ".join(html_text(field, names) if html_like else plain_text(field, names) for field in fields))


def html_text(label: str, names: dict[str, str]) -> str:
    """The words of an HTML-like label."""
    words = html.unescape(_TAG.sub("", _SPLITTING.sub(" ", label)))
    return _one_line(_ESCAPE.sub(lambda m: names.get(m.group(1), "\\" if m.group(1) == "\\" else m.group()), words))


def escaped(text: str) -> str:
    """``text`` as an ordinary label, its line breaks kept."""
    return _ENTITY.sub(lambda m: f"&amp;{m.group()[1:]}", text.replace("\\", "\\\\")).replace("\n", "\\n")


def _entities(text: str) -> str:
    """Graphviz knows the 252 named entities of HTML 4, and numbers."""

    def character(match: re.Match[str]) -> str:
        name = match.group()[1:-1]
        if not name.startswith("#"):
            return chr(name2codepoint[name]) if name in name2codepoint else match.group()
        code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
        return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else match.group()

    return _ENTITY.sub(character, text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
