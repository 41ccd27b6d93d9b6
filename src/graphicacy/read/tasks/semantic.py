"""M1, semantic: one fact of the figure, asked in the words of what it is about.

The question mentions nodes by their labels, in quotes, as the figure shows them: what comes directly after or before a
node, on an arrow of a label, after or before two nodes at once, two arrows on; where all begins or ends; what is in a
frame. The answer is a set of labels, never empty, of at most twelve. Asked are nodes whose words stand nowhere else in
the figure, and all of whose connectors are arrows between labelled nodes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

import numpy as np

from graphicacy.read.figure import Figure
from graphicacy.read.phrasing import Register
from graphicacy.read.query import Query, Template
from graphicacy.read.query.sample import Asked, answered, in_turn
from graphicacy.read.question import Draft
from graphicacy.read.tasks.drafting import Wording, draft_of, paraphrases_in, streams
from graphicacy.read.tasks.leaf import Leaf

__all__ = ["LEAF", "rewritable"]

_ABOUT_NODES = (
    Template.NEXT,
    Template.PREVIOUS,
    Template.BY_LABEL,
    Template.BOTH_NEXT,
    Template.BOTH_PREVIOUS,
    Template.EXACTLY,
)
_TEMPLATES = (*_ABOUT_NODES, Template.STARTS, Template.ENDS, Template.IN_GROUP)
_WORDING = Wording("element", Register.PLAIN)


def rewritable(figure: Figure, rng: np.random.Generator) -> Iterator[tuple[Asked, np.random.Generator]]:
    """The queries that both semantic leaves ask: of nodes for which there are other words."""
    return streams(_ABOUT_NODES, partial(_drawn, about=paraphrases_in(figure)), figure, rng)


def _element(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    shared, own = rng.spawn(2)
    pairs = rewritable(figure, shared)
    asked_before: set[Query] = set()
    for asked, words in in_turn([pairs, pairs, streams(_TEMPLATES, _drawn, figure, own)]):
        draft = draft_of(asked, figure, words, _WORDING) if asked.query not in asked_before else None
        asked_before.add(asked.query)
        if draft is not None:
            yield draft


def _drawn(
    template: Template, figure: Figure, rng: np.random.Generator, *, about: Collection[str] | None = None
) -> Iterator[Asked]:
    found = answered(template, figure, rng, about=about)
    return (a for a in found if a.query.number == 2) if template is Template.EXACTLY else found


LEAF = Leaf("semantic", "M1", "semantic", {"element": _element})
