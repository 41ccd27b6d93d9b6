"""What a question says that a look stands for: "In this figure, red nodes are steps that need a signature." """

from __future__ import annotations

from functools import cache

from graphicacy.diagram.colors import FILLS, LINES
from graphicacy.diagram.model import Head, LineStyle, Shape
from graphicacy.read.corpus.entry import Meaning
from graphicacy.read.phrasing import binding

__all__ = ["meaning_in"]

_TEXT = "\ue000"  # stands for the text of a meaning
_COLOURS = tuple(dict.fromkeys([*FILLS, *LINES, "pink", "brown"]))


def meaning_in(text: str) -> Meaning | None:
    """The meaning that the first sentence of a question binds to a look, if it does."""
    for before, meaning in _bindings():
        if text.startswith(before):
            said = text[len(before) :].partition(". ")[0]
            return Meaning(meaning.part, meaning.look, meaning.value, said)
    return None


@cache
def _bindings() -> tuple[tuple[str, Meaning], ...]:
    """The words before the text of a meaning, for all looks that there are, and the meaning without its text."""
    looks = [
        *(("node", "fill", name) for name in _COLOURS),
        *(("node", "shape", shape.value) for shape in Shape),
        *(("node", "border", line.value) for line in LineStyle),
        *(("edge", "color", name) for name in _COLOURS),
        *(("edge", "line", line.value) for line in LineStyle),
        *(("edge", "head", head.value) for head in Head),
    ]
    meanings = [Meaning(part, look, value, _TEXT) for part, look, value in looks]  # type: ignore[arg-type]
    return tuple((binding(meaning).partition(_TEXT)[0], meaning) for meaning in meanings)
