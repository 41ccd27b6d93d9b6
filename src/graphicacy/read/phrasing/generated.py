"""What the words of the generator tell: labels that begin with a verb, names of things, and common words."""

from __future__ import annotations

from functools import cache

from graphicacy.read.corpus.entry import DOMAINS
from graphicacy.read.corpus.generator.vocabulary import vocabulary

__all__ = ["common_words", "steps", "things"]


@cache
def steps() -> frozenset[str]:
    """The steps of processes, each of which begins with a verb, in lower case and with spaces for hyphens."""
    phases = (phase for domain in DOMAINS for theme in vocabulary(domain).themes for phase in theme.phases)
    pairs = ((verb, thing) for phase in phases for verb in phase.verbs for thing in phase.objects)
    return frozenset(_bare(f"{verb} {thing}") for verb, thing in pairs)


@cache
def things() -> frozenset[str]:
    """What is acted on, and what has states, written like ``steps``."""
    phases = (phase for domain in DOMAINS for theme in vocabulary(domain).themes for phase in theme.phases)
    names = (pair.first for domain in DOMAINS for pairs in vocabulary(domain).names.values() for pair in pairs)
    return frozenset(map(_bare, names)) | frozenset(_bare(thing) for phase in phases for thing in phase.objects)


@cache
def common_words() -> frozenset[str]:
    """Words in lower case within the names of things: they are no names of their own."""
    return frozenset(word for name in things() for word in name.split())


def _bare(words: str) -> str:
    return words.casefold().replace("-", " ")
