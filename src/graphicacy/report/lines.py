"""Which line of an SVG an error is about."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from lxml import etree

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.svg import mend
from graphicacy.diagram.xml import local_name
from graphicacy.draw.record import ErrorItem

__all__ = ["lines_of"]

_TEXTS = {"text", "tspan", "div", "p", "span"}
_ROOT = re.compile(r"<(?:[\w.-]+:)?svg[\s>/]", re.I)
_QUOTED = re.compile("“([^“”]+)”")


def lines_of(svg: str, errors: Sequence[ErrorItem]) -> tuple[int | None, ...]:
    """For each error the line, from 1, of the text that it quotes; None where that is not there, or there twice."""
    lines = _lines_by_text(svg)
    return tuple(_line(error, lines) for error in errors)


def _line(error: ErrorItem, lines: dict[str, list[int]]) -> int | None:
    found = (lines.get(_plain(quoted), []) for quoted in _QUOTED.findall(error.what))
    return next((places[0] for places in found if len(places) == 1), None)


def _lines_by_text(svg: str) -> dict[str, list[int]]:
    """Where each text element begins; of those inside each other with the same text, the outermost."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    start = _ROOT.search(svg)
    if start is None:
        return found
    try:
        root = mend.parse(svg, Counter())
    except BadDrawing:
        return found
    before = svg.count("\n", 0, start.start())  # lines that the parser does not count
    outermost = ""
    for element in root.iter(etree.Element):
        if local_name(element) not in _TEXTS:
            continue
        text = _plain("".join(element.itertext()))
        parent = element.getparent()
        if parent is None or local_name(parent) not in _TEXTS:
            outermost = text
        elif text == outermost:
            continue
        if text:
            found[text].append(before + (element.sourceline or 1))
    return found


def _plain(text: str) -> str:
    return " ".join(text.split())
