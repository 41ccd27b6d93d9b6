"""Whether a label that begins with a verb may be the name of a thing: Test results, Select committee."""

from __future__ import annotations

from itertools import takewhile

from graphicacy.read.phrasing.articles import PLACES
from graphicacy.read.phrasing.generated import steps
from graphicacy.read.phrasing.inflect import singular
from graphicacy.read.phrasing.lexicon import ADJECTIVES, NOUNS_TOO, PREDICATES
from graphicacy.read.phrasing.text import listed

__all__ = ["is_compound"]

_MOSTLY_VERBS = listed(
    "check measure pay build invite read write select deploy delete insert restore compile enter restart"
    " refresh increase decrease kill serve render centrifuge replicate learn divide"
)
"""Verbs that are seldom the modifier of a noun; ``_HEADS`` has the nouns where they are."""
_ADJECTIVES_TOO = listed(
    "clean dry cool warm empty open close complete correct separate secure present level clear narrow smooth rough"
    " light thin moderate total lower duplicate reverse patch back express slow net"
    " commit"
)
_MAYBE_NOUNS = listed("current solvent constant minor major light level sound acid alkaline benign good lasting short")
_QUALIFIERS = listed("further written corrective additional ordinary deferred remaining final separate some")
_OBJECTS_ONLY = listed("take hold run")
"""Verbs that, before a plural, are no nouns: Take depositions."""
_HEADS = listed(
    "visit call care theory query statement path time times list valve sum point board panel committee report"
    " process period meeting team date form handler queue result results data log file system unit station phase"
    " stage step rate number level method plan procedure kit tube server service tracker manager controller agent"
    " department officer message code key table book card line loop cycle signal event status state center centre"
    " office desk case cell cells protein gene water air area zone room building machine tool cost costs price fee"
    " fees tax run history id type name set group page site protocol response model mode bus pipe tank pump filter"
    " flow change energy engine exchanger loss"
)
_ADJECTIVES = frozenset(word for words in ADJECTIVES for word in words)


def is_compound(words: list[str], size: int) -> bool:
    """Whether words that begin with a verb may as well be a noun with its modifier: Test results.

    A step of the generator begins with its verb, and so does what goes on with an adjective, since a noun's modifiers
    stand next to it: Test surgical tray. ``size`` is the number of the verb's words.
    """
    main = list(takewhile(lambda w: w not in PLACES, words[size:]))
    heads = not main or main[-1] in _HEADS or singular(main[-1]) in _HEADS
    if (words[0] in NOUNS_TOO or size > 1) and " ".join(words) in steps():
        return False
    if size > 1:
        return heads
    if words[0] in NOUNS_TOO:
        if words[0] not in _ADJECTIVES_TOO and len(main) > 1 and _is_adjective(main[0]):
            return False
        if words[0] in _OBJECTS_ONLY and main and singular(main[-1]) != main[-1]:
            return heads
        return True
    return words[0] in _MOSTLY_VERBS and heads


def _is_adjective(word: str) -> bool:
    if word in NOUNS_TOO or word in _MAYBE_NOUNS:
        return False
    return (
        (word.endswith(("ional", "ical", "ous")) and word != "chemical")
        or word in _ADJECTIVES
        or word in PREDICATES
        or word in _QUALIFIERS
    )
