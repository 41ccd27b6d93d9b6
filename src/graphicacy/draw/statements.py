"""Sentences of a spec that a program can decide: the grammar of checkable components, conventions and negatives.

A sentence that follows none of these patterns is left to the judges. Labels stand in “quotes” (straight quotes work
too). The reference system draws what these sentences ask for, and the rule scorers check them, from one parse.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphicacy.diagram.model import Direction, Shape

__all__ = ["SHAPE_WORDS", "Statement", "parse_statement"]

SHAPE_WORDS: dict[str, frozenset[Shape]] = {
    "rectangle": frozenset({Shape.RECTANGLE, Shape.ROUNDED}),
    "box": frozenset({Shape.RECTANGLE, Shape.ROUNDED}),
    "rounded box": frozenset({Shape.ROUNDED, Shape.STADIUM}),
    "stadium": frozenset({Shape.STADIUM, Shape.ROUNDED}),
    "ellipse": frozenset({Shape.ELLIPSE, Shape.CIRCLE}),
    "circle": frozenset({Shape.CIRCLE, Shape.ELLIPSE}),
    "diamond": frozenset({Shape.DIAMOND}),
    "hexagon": frozenset({Shape.HEXAGON}),
    "parallelogram": frozenset({Shape.PARALLELOGRAM}),
    "cylinder": frozenset({Shape.CYLINDER}),
    "triangle": frozenset({Shape.TRIANGLE}),
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A decidable sentence: its ``kind``, the labels it speaks of, and its argument (shape word, side, edge label)."""

    kind: str
    labels: tuple[str, ...] = ()
    argument: str = ""


_Q = r"[“\"']([^“”\"]+?)[”\"']"
_SHAPE = "(" + "|".join(sorted(SHAPE_WORDS, key=len, reverse=True)) + ")"
_AN = r"(?:an? |the )?"

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(rf"^{pattern}\.?$", re.IGNORECASE))
    for kind, pattern in (
        ("present", _Q),
        ("shape", rf"{_AN}{_SHAPE} labelled {_Q}"),
        ("frame", rf"{_AN}(?:frame|enclosure) labelled {_Q}"),
        ("arrow", rf"{_AN}arrow from {_Q} to {_Q}"),
        ("line", rf"{_AN}line between {_Q} and {_Q}"),
        ("shape-of", rf"{_Q} is drawn as {_AN}{_SHAPE}"),
        ("inside", rf"{_Q} lies inside {_Q}"),
        ("side", rf"{_Q} is (above|below|left of|right of) {_Q}"),
        ("exits-labelled", rf"every arrow out of {_Q} is labelled"),
        ("edge-label", rf"the arrow from {_Q} to {_Q} is labelled {_Q}"),
        ("edge-dashed", rf"the arrow from {_Q} to {_Q} is dashed"),
        ("flow", r"the flow runs (?:from )?(top to bottom|left to right)"),
        ("inhibition-blunt", r"inhibition ends in a blunt head(?: \(T-bar\))?"),
        ("activation-pointed", r"activation ends in a pointed (?:arrow ?)?head"),
        ("catalysis-circle", r"catalysis ends in a circle"),
        ("one-head-one-meaning", r"one head style has one meaning"),
        ("no-arrow", rf"no arrow from {_Q} to {_Q}"),
        ("no-connection", rf"no connection between {_Q} and {_Q}"),
        ("no-arrow-out", rf"no arrow out of {_Q}"),
        ("no-arrow-in", rf"no arrow into {_Q}"),
        ("no-duplicates", r"no label appears twice"),
        ("no-extra-text", r"no text (?:besides|beyond) the required labels"),
        ("absent", rf"{_Q} does not appear"),
        ("no-crossings", r"no arrows cross"),
    )
)

FLOWS = {"top to bottom": Direction.DOWN, "left to right": Direction.RIGHT}


def parse_statement(sentence: str) -> Statement | None:
    """The statement that a sentence makes, or None where it is for a reader to judge."""
    text = " ".join(sentence.split())
    for kind, pattern in _PATTERNS:
        match = pattern.match(text)
        if match is None:
            continue
        words = [g for g in match.groups() if g is not None]
        if kind == "shape":
            return Statement(kind, (words[1],), words[0].lower())
        if kind == "side":
            return Statement(kind, (words[0], words[2]), words[1].lower())
        if kind == "shape-of":
            return Statement(kind, (words[0],), words[1].lower())
        if kind == "edge-label":
            return Statement(kind, (words[0], words[1]), words[2])
        if kind == "flow":
            return Statement(kind, (), words[0].lower())
        return Statement(kind, tuple(words))
    return None
