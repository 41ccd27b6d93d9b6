"""Words of procedures and science that say the same: classes of synonyms, written for labels of diagrams.

Between two bars is a class of words that can stand for each other as the first verb, the noun or the adjective of a
label, best known first; words that only sometimes agree (weight and mass, accept and approve) are in different classes.
``verb=noun`` gives the noun of an action. Irregular forms are in ``inflect``.
"""

from __future__ import annotations

from graphicacy.read.phrasing import lexicon_nouns, lexicon_verbs
from graphicacy.read.phrasing.text import listed

__all__ = [
    "ACTING",
    "ADJECTIVES",
    "COMMON",
    "CONDITIONS",
    "MASS",
    "NOUNS",
    "NOUNS_TOO",
    "OBJECTIVE",
    "PERSONS",
    "PREDICATES",
    "RELATIONAL",
    "UNCOUNTED",
    "VERBS",
    "WITH_PARTICLE",
]


def _classes(text: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    found = []
    for line in text.strip().replace("\n", "|").split("|"):
        pairs = [(word, noun) for word, _, noun in (item.partition("=") for item in line.split())]
        if pairs:
            found.append(tuple(pairs))
    return tuple(found)


VERBS = _classes(lexicon_verbs.CLASSES)
"""Classes of verbs, each with the noun of its action or an empty text."""
ACTING = listed(lexicon_verbs.ACTING)
NOUNS_TOO = listed(lexicon_verbs.NOUNS_TOO)
WITH_PARTICLE = frozenset(
    tuple(pair.split()) for pair in lexicon_verbs.WITH_PARTICLE.strip().replace("\n", "|").split("|")
)
NOUNS = tuple(tuple(w for w, _ in c) for c in _classes(lexicon_nouns.NOUNS))
ADJECTIVES = tuple(tuple(w for w, _ in c) for c in _classes(lexicon_nouns.ADJECTIVES))
PREDICATES = listed(lexicon_nouns.PREDICATES)
PERSONS = listed(lexicon_nouns.PERSONS)
"""Nouns of people: a complaint of theirs is one that they make."""
COMMON = listed(lexicon_nouns.COMMON)
MASS = listed(lexicon_nouns.MASS)
RELATIONAL = listed(lexicon_nouns.RELATIONAL)
UNCOUNTED = listed(lexicon_nouns.UNCOUNTED)
OBJECTIVE = listed(lexicon_nouns.OBJECTIVE)
CONDITIONS = listed(lexicon_nouns.CONDITIONS)
