"""Other words for labels that ask: the check whether the sample is valid."""

from __future__ import annotations

from collections.abc import Iterator

from graphicacy.read.phrasing.articles import (
    ADJECTIVE_CLASS,
    DETERMINERS,
    JOINED,
    NOUN_CLASS,
    PLACES,
    is_plural,
    is_predicate,
    reads_as_name,
    with_article,
)
from graphicacy.read.phrasing.inflect import third
from graphicacy.read.phrasing.lexicon import COMMON, NOUNS_TOO
from graphicacy.read.phrasing.text import listed

__all__ = ["questions"]

_OPENINGS = ("the check whether", "the question whether")
_BE = listed("is are was were")
_HAVE = listed("has have")
_MODAL = listed("can could should must will")
_ARTICLES = ("the", "a", "an")
_AT = listed("in within above below on under out up outside inside over at without")
_FOUND = listed("left found detected present needed required available likely seen")
"""What is said of things that there may be."""
_LINKED = listed("and or")
_PRONOUNS = listed("it they this that there he she you we anyone anything someone")
_ADVERBS = listed("as well fully too very now already still yet so also all")
_NO_SUBJECTS = _PRONOUNS | _ADVERBS | PLACES
_ACCEPTED = listed(
    "accept pass exist meet exceed contain agree allow respond persist require want apply include remain fail hold fit"
    " match need show approve support affect recur arrive appeal succeed differ conflict uphold cover reach cause"
    " correspond consent comply belong confirm depend equal give have want raise waive find override indict affirm"
    " settle work form follow block grant order report set amount change fall rise"
)
"""Verbs at which a question with "do" is taken apart."""


def questions(words: list[str]) -> Iterator[str]:
    """Is the sample valid?: the check whether the sample is valid."""
    low = [w.lower() for w in words]
    if "yes" in low:
        return
    if "not" in low or low[0] in ("how", "why", "where", "what", "which", "who", "when"):
        yield from _open(words, low)
        return
    told = _told(words, low)
    if told is None:
        return
    for opening in _OPENINGS:
        yield f"{opening} {told}"
    if (last := low[-1]) in ADJECTIVE_CLASS:
        for other in ADJECTIVE_CLASS[last]:
            if other != last:
                yield f"{_OPENINGS[0]} {told.removesuffix(last)}{other}"


def _told(words: list[str], low: list[str]) -> str | None:
    """A yes/no question in the order in which it is told; None where its subject is not clear."""
    first, rest = low[0], words[1:]
    if first in _BE and low[1] == "there" and len(low) > 2:
        return " ".join(("there", first, *rest[1:]))
    if first in _BE or first in _HAVE:
        at = predicate_at(rest)
        if at is None or (first in _HAVE and (not rest[at].endswith("ed") or at < len(rest) - 1)):
            return None
        return " ".join((_subject(rest[:at]), first, *rest[at:]))
    if first in _MODAL and "be" in low:
        at = low.index("be") - 1
        return " ".join((_subject(rest[:at]), first, *rest[at:])) if at > 0 and _is_plain(rest[:at]) else None
    if first in ("does", "do"):
        return _with_verb(rest, first)
    at = predicate_at(words)
    if at is None or at < len(words) - 1 or reads_as_name(words[0]) or words[0] in _NO_SUBJECTS:
        return None
    if low[-1] in _FOUND:
        return f"{' '.join(words[:at])} are {low[-1]}" if is_plural(words[at - 1]) else None
    return " ".join((with_article(words[:at]), "are" if is_plural(words[at - 1]) else "is", *words[at:]))


def predicate_at(words: list[str]) -> int | None:
    """Where what is said of a subject begins: clean, fully cured, free of lumps, within limits, a member of it."""
    low = [w.lower() for w in words]
    if low[0] in _PRONOUNS and (low[0] not in ("this", "that") or not {*_ARTICLES}.isdisjoint(low[1:2])):
        return 1 if len(words) > 1 else None
    earliest = 2 if low[0] in DETERMINERS else 1
    for at in range(earliest, len(low)):
        if low[at] in _ARTICLES and at == earliest + sum(w not in PLACES for w in low[earliest:at]):
            return at
        if low[at] in _AT and at + 1 < len(low):
            return None if is_predicate(low[-1]) else at
        if _is_said(low[at:]):
            return at if _is_plain(words[:at]) else None
    return None


def _is_said(low: list[str]) -> bool:
    k = 0
    while k < len(low) - 1 and (low[k] in _ADVERBS or low[k].endswith("ly")):
        k += 1
    if not is_predicate(low[k]):
        return False
    after = low[k + 1 :]
    if after[:1] == ["enough"]:
        after = after[1:]
    while len(after) > 1 and after[0] in _LINKED and is_predicate(after[1]):
        after = after[2:]
    return not after or after[0] in PLACES


def _is_plain(subject: list[str]) -> bool:
    return not JOINED & {w.lower() for w in subject}


def _subject(words: list[str]) -> str:
    """The subject with an article, which a whole question leaves out of what is not counted: Is consent given?"""
    counted = words[-1] in NOUN_CLASS or words[-1] in COMMON
    return with_article(words) if counted and words[0].lower() not in _PRONOUNS else " ".join(words)


def _with_verb(rest: list[str], first: str) -> str | None:
    """Does the server accept a ticket: the server accepts a ticket."""
    low = [w.lower() for w in rest]
    earliest = 2 if low[0] in DETERMINERS else 1
    for at in range(earliest, len(low)):
        last = at == len(low) - 1
        if low[at] in _ACCEPTED and (
            low[at] not in NOUNS_TOO or last or low[at + 1] in DETERMINERS | PLACES | _PRONOUNS
        ):
            if not _is_plain(rest[:at]) or DETERMINERS & set(low[1:at]):
                return None
            verb = "has" if low[at] == "have" else third(low[at])
            return " ".join((_subject(rest[:at]), verb if first == "does" else low[at], *rest[at + 1 :]))
    return None


def _open(words: list[str], low: list[str]) -> Iterator[str]:
    """Which remedy is open?: the question of which remedy is open. What does the gauge show?: of what it shows."""
    asking, rest = low[0], words[1:]
    if asking not in ("how", "where", "what", "which", "who") or len(words) < 3:
        return
    if low[1] == "does" and low[-1] in _ACCEPTED | listed("go dry move lie end") and len(words) > 3:
        yield " ".join(("the question of", asking, _subject(rest[1:-1]), third(low[-1])))
    elif asking == "how" and low[2] in ("is", "are") and len(words) > 3 and _is_plain(rest[2:]):
        yield " ".join(("the question of how", low[1], _subject(rest[2:]), low[2]))
    elif asking == "how" and low[1] in ("is", "are") and (at := predicate_at(rest[1:])) is not None:
        yield " ".join(("the question of how", _subject(rest[1 : at + 1]), low[1], *rest[at + 1 :]))
    elif asking in ("which", "what") and low[-1] in ("it", "this") and low[-2] in ("is", "are"):
        yield " ".join(("the question of", asking, *rest[:-2], low[-1], low[-2]))
    elif asking in ("which", "who") and (set(low[1:]) & {"is", "are"}) and low[1] not in ("is", "are", "of"):
        yield " ".join(("the question of", asking, *rest))
