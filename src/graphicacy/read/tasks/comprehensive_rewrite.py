"""C3, comprehensive semantic-rewrite: several steps along arrows, with every node mentioned in other words.

- ``element``: all nodes that can be reached, that lie between, that are on every way, … (a set, never empty);
- ``path``: a way from one node to another: any, the shortest, by or around a third.

The words mean exactly one node of the figure each; the answer is in the figure's labels. All else is as in M1 and C1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from graphicacy.read.figure import Figure
from graphicacy.read.phrasing import Register
from graphicacy.read.query import Template
from graphicacy.read.query.sample import answered
from graphicacy.read.question import Draft
from graphicacy.read.tasks.drafting import PATHS, Wording, draft_of, paraphrases, paraphrases_in, streams
from graphicacy.read.tasks.leaf import Leaf

__all__ = ["LEAF"]

_ELEMENT = (
    Template.REACHED,
    Template.REACHING,
    Template.WITHIN,
    Template.EXACTLY,
    Template.BETWEEN,
    Template.ON_EVERY_WAY,
    Template.BOTH_NEXT,
    Template.BOTH_PREVIOUS,
    Template.LOOP,
)


def _rewritten(
    figure: Figure, rng: np.random.Generator, *, variant: str, templates: Sequence[Template]
) -> Iterator[Draft]:
    wording = Wording(variant, Register.PLAIN)
    for asked, words in streams(templates, partial(answered, about=paraphrases_in(figure)), figure, rng):
        draft = draft_of(asked, figure, words, wording, paraphrases(asked.query, figure, words))
        if draft is not None:
            yield draft


LEAF = Leaf(
    "comprehensive-rewrite",
    "C3",
    "comprehensive",
    {
        "element": partial(_rewritten, variant="element", templates=_ELEMENT),
        "path": partial(_rewritten, variant="path", templates=PATHS),
    },
)
