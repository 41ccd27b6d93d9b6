"""Labels that a figure could have, and has not."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from graphicacy.read.figure import Figure, fold

__all__ = ["invented"]

_WORD = re.compile(r"\w+")
_SMALL = frozenset(
    ["a", "an", "the", "of", "to", "in", "on", "at", "for", "with", "and", "or", "by", "from", "is", "are", "be"]
)
_LONGEST = 60  # characters
_TRIES = 40
_ALIKE = 0.5  # shared words, as a part of those of both, from which on a reader may take one label for another


def invented(figure: Figure, rng: np.random.Generator) -> Iterator[str]:
    """Labels made of the first words of one and the last words of another, in random order; none of single words.

    Each differs from everything that the figure shows by more than half of its words, and neither holds all words of
    the other.
    """
    parts = [split for key in figure.named if len(split := figure.labels[key].split()) > 1]
    shown = [*(n.label for n in figure.diagram.nodes), *(g.label for g in figure.diagram.groups)]
    shown += [e.label for e in figure.diagram.edges if e.label]
    taken = [_content(label) for label in shown]
    for _ in range(_TRIES if len(parts) > 1 else 0):
        one, other = (parts[k] for k in rng.choice(len(parts), 2, replace=False))
        label = " ".join((*one[: (len(one) + 1) // 2], *other[(len(other) + 1) // 2 :]))
        words = _content(label)
        if len(words) > 1 and len(label) <= _LONGEST and not any(_is_alike(words, known) for known in taken):
            taken.append(words)
            yield label


def _content(label: str) -> frozenset[str]:
    return frozenset(_WORD.findall(fold(label))) - _SMALL


def _is_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    if not other:
        return False
    return one <= other or other <= one or len(one & other) / len(one | other) >= _ALIKE
