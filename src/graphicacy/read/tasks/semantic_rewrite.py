"""M2, semantic-rewrite: the questions of M1, with every node mentioned in other words than the figure's.

The words mean exactly one node of the figure; the answer is in the figure's labels. Questions that mention no node have
no counterpart here. All that is asked here, M1 asks as well, from the same generator, so that the two can be compared
in pairs.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphicacy.read.figure import Figure
from graphicacy.read.phrasing import Register
from graphicacy.read.question import Draft
from graphicacy.read.tasks.drafting import Wording, draft_of, paraphrases
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.tasks.semantic import rewritable

__all__ = ["LEAF"]

_WORDING = Wording("element", Register.PLAIN)


def _element(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    for asked, words in rewritable(figure, rng.spawn(1)[0]):
        draft = draft_of(asked, figure, words, _WORDING, paraphrases(asked.query, figure, words))
        if draft is not None:
            yield draft


LEAF = Leaf("semantic-rewrite", "M2", "semantic", {"element": _element})
