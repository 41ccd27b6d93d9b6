"""Other words for a label, offline: gerund, noun of the action, passive, synonyms, and what a question asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from graphicacy.read.phrasing.articles import (
    JOINED,
    NOUN_CLASS,
    PLACES,
    article,
    calmed,
    is_known,
    is_mass,
    with_article,
)
from graphicacy.read.phrasing.concepts import says, sense_of
from graphicacy.read.phrasing.lexicon import COMMON, CONDITIONS, OBJECTIVE, PERSONS, RELATIONAL
from graphicacy.read.phrasing.rewrite_actions import actions, done, events, synonyms
from graphicacy.read.phrasing.rewrite_questions import questions
from graphicacy.read.phrasing.text import listed, plain

__all__ = ["differs", "rewrites"]

_MOST_LETTERS, _MOST_WORDS, _MOST = 80, 9, 8
_FINE = re.compile(r"[^\W_]+(?:['/-][^\W_]+)*(?: [^\W_]+(?:['/-][^\W_]+)*)*\??")
_ACTS = listed("complaint request application claim order decision review reply response signature enquiry inquiry"
               " offer proposal question payment report")  # fmt: skip


@lru_cache(maxsize=20_000)
def rewrites(label: str) -> tuple[str, ...]:
    """Other words that say the same as a label, best first; none where it cannot be said otherwise for certain.

    Names, symbols, numbers, units and technical terms stay as they are. No two say it with the same words, and none
    differs from the label by case or articles alone.
    """
    text = plain(label)
    if len(text) > _MOST_LETTERS or not _FINE.fullmatch(text) or len(text.split()) > _MOST_WORDS:
        return ()
    words = calmed(text.rstrip("?").split())
    if len(words) < 2:
        return ()
    sense = sense_of(label)
    made = {"action": actions, "thing": _things, "question": questions, "done": done, "event": events}.get(sense.kind)
    if made is None:
        return ()
    found: dict[str, str] = {}
    for other in made(words):
        if says(sense_of(other), sense) and differs(other, label):
            found.setdefault(other.casefold(), other)
    return tuple(found.values())[:_MOST]


def differs(words: str, label: str) -> bool:
    """Whether words differ from a label by more than case, articles and signs."""
    return _bare(words) != _bare(label)


def _bare(text: str) -> list[str]:
    return [w for w in re.findall(r"\w+", plain(text).casefold()) if w not in ("the", "a", "an")]


def _things(words: list[str]) -> Iterator[str]:
    """Customer complaint: a complaint by a customer, client complaint. Stroke risk: the risk of stroke."""
    low = [w.lower() for w in words]
    if PLACES & set(low) or JOINED & set(low):
        return
    if len(words) == 2 and low[0] in PERSONS and low[1] in _ACTS:
        for person in (low[0], *(n for n in NOUN_CLASS.get(low[0], ()) if n != low[0])):
            yield f"{article(low[1])} {low[1]} by {article(person)} {person}"
    if low[-1] in RELATIONAL and words[0].islower() and len(words) <= 3 and _is_told_at_large(low):
        yield f"the {low[-1]} of {' '.join(words[:-1])}"
    elif (
        low[-1] in OBJECTIVE
        and len(words) == 2
        and all(w in COMMON or w in NOUN_CLASS for w in low[:-1])
        and low[-2] not in PERSONS
    ):
        yield f"the {low[-1]} of {with_article(words[:-1])}"
    if all(map(is_known, words)):
        yield from map(" ".join, synonyms(words))


def _is_told_at_large(low: list[str]) -> bool:
    return low[-2] in CONDITIONS if low[-1] in ("risk", "severity", "prevention", "awareness") else is_mass(low[-2])
