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
_TRIES = 60
_ALIKE = 0.5  # shared words, as a part of those of both, from which on a reader may take one label for another


def invented(figure: Figure, rng: np.random.Generator) -> Iterator[str]:
    """Labels as the figure has them, in which the first or the last word is that of another label, in random order.

    Only labels of two to four words that are built alike lend each other words; questions do not. What comes out
    differs from all that the figure shows by more than half of its words, and neither holds all words of the other.
    """
    parts = [split for key in figure.named if 1 < len(split := figure.labels[key].split()) < 5 and "?" not in split[-1]]
    shown = [*(n.label for n in figure.diagram.nodes), *(g.label for g in figure.diagram.groups)]
    shown += [e.label for e in figure.diagram.edges if e.label]
    taken = [_content(label) for label in shown]
    for _ in range(_TRIES if len(parts) > 1 else 0):
        one, other = (parts[k] for k in rng.choice(len(parts), 2, replace=False))
        at, beside = (0, 1) if rng.random() < 0.5 else (-1, -2)
        label = " ".join((*one[:-1], other[-1]) if at else (other[0], *one[1:]))
        words = _content(label)
        fits = len(one) == len(other) and all(_kind(one[k]) == _kind(other[k]) for k in (at, beside))
        if fits and len(words) > 1 and not any(_is_alike(words, known) for known in taken):
            taken.append(words)
            yield label


def _kind(word: str) -> tuple[object, ...]:
    """What two words must have in common to stand for each other: a guess at the part of speech."""
    ending = next((e for e in ("ed", "ing", "ly", "s") if word.endswith(e)), "")
    small = fold(word) if fold(word) in _SMALL else ""
    return ending, word[0].isupper(), word.isalpha(), word.isupper(), small


def _content(label: str) -> frozenset[str]:
    return frozenset(_WORD.findall(fold(label))) - _SMALL


def _is_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    if not other:
        return False
    return one <= other or other <= one or len(one & other) / len(one | other) >= _ALIKE
