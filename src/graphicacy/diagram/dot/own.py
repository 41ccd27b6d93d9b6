"""What DOT has no attribute for, in an attribute of ours, so that a ``Diagram`` comes back whole.

``graphicacy="shape=stadium&on=3"`` says fields of ``Node``, ``Edge`` or ``Group`` that Graphviz's own attributes
say otherwise: ``name=value`` joined by ``&``, signs that would end one percent-encoded (RFC 3986), the name alone for
None. Graphviz keeps it and draws nothing of it. Values that are none of their field are passed over: any source may
carry the attribute.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar
from urllib.parse import quote, unquote

from graphicacy.diagram.model import Edge, Group, Head, LineStyle, Node, Shape

__all__ = ["ATTRIBUTE", "CONTINUES", "FILLER", "differing", "pack", "restored", "unpack"]

ATTRIBUTE = "graphicacy"
FILLER = "filler"  # of a node that only keeps an empty group in being
CONTINUES = "continues"  # of an edge that goes on from the one before, on which another edge ends between the two
_UNSAFE = re.compile(r'[\x00-\x1f\x7f"\\&=%\ud800-\udfff]')
_COLOR = re.compile(r"#[0-9a-f]{6}")

Part = TypeVar("Part", Node, Edge, Group)


def _text(value: str) -> str:
    return value


def _color(value: str) -> str:
    if not _COLOR.fullmatch(value):
        raise ValueError(value)
    return value


def _length(value: str) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(value)
    return number


_REQUIRED: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(("id", "source", "target", "label"), _text),
    "shape": Shape,
    **dict.fromkeys(("border", "line"), LineStyle),
    **dict.fromkeys(("head", "tail"), Head),
}
_OPTIONAL: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(("group", "parent", "attached_to"), _text),
    **dict.fromkeys(("fill", "stroke", "color"), _color),
    **dict.fromkeys(("border_width", "width", "weight"), _length),
    "on": int,
}


def pack(values: dict[str, object]) -> str:
    """Fields as one text."""

    def text(value: object) -> str:
        return _UNSAFE.sub(lambda m: quote(m.group(), safe="", errors="surrogatepass"), str(value))

    return "&".join(name if value is None else f"{name}={text(value)}" for name, value in values.items())


def unpack(item: dict[str, Any]) -> dict[str, str | None]:
    """Fields of an item, as texts, None for None."""
    written = item["attributes"].get(ATTRIBUTE)
    if not written:
        return {}
    pairs = (pair.partition("=") for pair in written.split("&") if pair)
    return {name: _decoded(value) if equals else None for name, equals, value in pairs}


def _decoded(value: str) -> str:
    try:
        return unquote(value, errors="surrogatepass")
    except UnicodeDecodeError:
        return unquote(value)


def restored(part: Part, item: dict[str, Any]) -> Part:
    """``part`` with the fields that the item carries."""
    if not item["attributes"].get(ATTRIBUTE):
        return part
    known = {field.name for field in fields(part)}
    values: dict[str, Any] = {}
    for name, text in unpack(item).items():
        if name not in known:
            continue
        if text is not None:
            with contextlib.suppress(ValueError):
                values[name] = (_REQUIRED.get(name) or _OPTIONAL[name])(text)
        elif name in _OPTIONAL:
            values[name] = None
    return replace(part, **values) if values else part


def differing(wanted: Part, found: Part) -> dict[str, object]:
    """Fields of ``wanted`` that ``found`` says otherwise."""
    names = [field.name for field in fields(wanted)]
    return {name: getattr(wanted, name) for name in names if getattr(wanted, name) != getattr(found, name)}
