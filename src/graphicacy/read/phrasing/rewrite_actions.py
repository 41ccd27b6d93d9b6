"""Other words for labels that tell an action or what has been done: gerund, noun of the action, passive, synonyms."""

from __future__ import annotations

from collections.abc import Iterator

from graphicacy.read.phrasing.articles import (
    ADJECTIVE_CLASS,
    DETERMINERS,
    JOINED,
    NOUN_CLASS,
    PARTICIPLES,
    PARTICLES,
    PLACES,
    is_known,
    is_mass,
    is_person,
    is_plural,
    is_predicate,
    reads_as_name,
    with_article,
)
from graphicacy.read.phrasing.concepts import verb_class, verb_length
from graphicacy.read.phrasing.inflect import gerund, participle, plural, singular, third
from graphicacy.read.phrasing.lexicon import ACTING, NOUNS_TOO, VERBS
from graphicacy.read.phrasing.text import listed

__all__ = ["actions", "done", "events", "synonyms"]

_BE = listed("is are was were be been being has have had can may must will")
_LOOSE = _BE | listed(
    "it them him her you us itself themselves there here again afterwards together apart first last whether that how"
    " why who where"
)
_CLAUSE = listed("whether how why who where what")
_STATES = listed("frozen broken left grown spent ended")
"""Participles of what came about of itself."""
_ACTS = {third(verb): gerund(verb) for verb in sorted(ACTING)}
_ALL_ACTS = {third(verb): gerund(verb) for members in VERBS for verb, _ in members} | _ACTS
_BECOMING = listed("make keep let leave turn render call name")
"""Verbs that may have an object and what it becomes: Make the changes permanent."""
_GIVING = listed("give send tell ask show offer grant teach lend pay hand serve bring assign award keep make let")


def actions(words: list[str]) -> Iterator[str]:
    """Check stock: verifying the stock, checking the stock, the verification of the stock, the stock being checked."""
    low = [w.lower() for w in words]
    size = verb_length([low[0].replace("-", ""), *low[1:]])
    verb, particle = low[0], low[1:size]
    if not size or len(words) == size:
        return
    if (second := _second(low)) and size == 1 and not _BE & set(low):
        yield from _both(words, second)
        return
    if low[size] in JOINED or _goes_on(low) or _BE & set(low) or _is_title(words):
        return
    thing, rest = _object(words[size:])
    if not _is_object(thing) or (size == 1 and low[1] in PARTICLES) or (verb in _BECOMING and is_predicate(low[1])):
        yield " ".join((gerund(verb), *words[1:]))
        return
    determined = with_article(thing)
    tail = "".join(f" {word}" for word in rest)
    members = ((verb, ""),) if particle else verb_class(verb.replace("-", ""))
    others = [] if particle else [(v, n) for v, n in members if v != verb.replace("-", "")]
    for other, _ in others:
        yield f"{gerund(other)} {determined}{tail}"
    yield " ".join((gerund(verb), *particle, determined)) + tail
    if not rest and _can_be_subject(thing, verb):
        for other, noun in (*others, *(m for m in members if m not in others)):
            if noun and noun != other and not noun.endswith("ing") and not any(map(is_person, thing)):
                yield f"the {noun} of {determined}"
        yield " ".join((determined, "being", participle(verb), *particle))
    if not particle and all(map(is_known, thing)):
        for changed in synonyms(thing):
            yield f"{gerund(verb)} {with_article(changed)}{tail}"


def done(words: list[str]) -> Iterator[str]:
    """Order received: the order having been received, the receipt of the order."""
    low = [w.lower() for w in words]
    at = next(k for k in range(1, len(low)) if low[k] in PARTICIPLES or k == len(low) - 1)
    subject = words[:at]
    if low[at - 1] in ("is", "are") and at > 1:
        subject = subject[:-1]
    if {w.lower() for w in subject} & (JOINED | _BE) or reads_as_name(subject[0]):
        return
    if low[at] in _STATES:
        return
    yield " ".join((with_article(subject), "having been", *low[at : at + 1], *words[at + 1 :]))
    if at == len(low) - 1 and not any(map(is_person, subject)) and all(w.islower() for w in subject):
        for noun in _NOUNS_OF.get(low[at], ()):
            yield f"the {noun} of {with_article(subject)}"


def events(words: list[str]) -> Iterator[str]:
    """Controller adds the address: the controller adding the address."""
    low = [w.lower() for w in words]
    told = [k for k in range(1, len(low)) if low[k] in _ACTS or not DETERMINERS.isdisjoint(low[k + 1 : k + 2])]
    at = told[0] if told else 0
    if not at or low[at] not in _ALL_ACTS:
        return
    subject, rest = words[:at], words[at + 1 :]
    if set(low) & (JOINED | _BE | _CLAUSE) or reads_as_name(subject[0]) or any(map(is_predicate, low[at + 1 : at + 2])):
        return
    bare = rest and low[at + 1] not in DETERMINERS and low[at + 1] not in PLACES
    if bare and not is_plural(low[-1]) and not is_mass(low[-1]):
        return
    yield " ".join((with_article(subject), _ALL_ACTS[low[at]], *rest))


def synonyms(words: list[str]) -> Iterator[list[str]]:
    """The words with one of them replaced by another that says the same."""
    for k, word in enumerate(words):
        low = word.lower()
        last = k == len(words) - 1
        if low in ADJECTIVE_CLASS and not last:
            others = [w for w in ADJECTIVE_CLASS[low] if w != low]
        elif low in NOUN_CLASS:
            others = [n for n in NOUN_CLASS[low] if n != low]
        elif (one := singular(low)) != low and one in NOUN_CLASS:
            others = [plural(n) for n in NOUN_CLASS[one] if n != one]
        else:
            continue
        for other in others:
            yield [*words[:k], other, *words[k + 1 :]]


def _object(words: list[str]) -> tuple[list[str], list[str]]:
    """The thing that is acted on, and what follows from the first preposition on."""
    at = next((k for k, w in enumerate(words) if w.lower() in PLACES), len(words))
    return words[:at], words[at:]


def _is_object(thing: list[str]) -> bool:
    if not thing or thing[0].lower() in _LOOSE or thing[0][0].isdigit():
        return False
    return not thing[-1].endswith("ly") and thing[-1] not in PARTICLES and thing[-1] not in _LOOSE


def _can_be_subject(thing: list[str], verb: str) -> bool:
    """Whether a thing can be said to be acted on: no name, and no two objects, or an object and how it becomes."""
    if verb in _BECOMING or any(not w.islower() for w in thing) or (len(thing) > 1 and is_predicate(thing[-1])):
        return False
    return verb not in _GIVING or not any(w in DETERMINERS for w in thing[1:])


def _second(low: list[str]) -> int:
    """Where a second verb stands, one that is no noun: Find and remove the cause."""
    joined = [k for k, w in enumerate(low) if w in ("and", "or", "then", "but", "if", "while", "when")]
    if len(joined) != 1 or low[joined[0]] not in ("and", "or"):
        return 0
    at = joined[0] + 1
    return at if verb_length(low[at : at + 1]) == 1 and low[at] not in NOUNS_TOO and len(low) > at + 1 else 0


def _both(words: list[str], second: int) -> Iterator[str]:
    """Find and remove the cause: finding and removing the cause."""
    parts = []
    for verb, *after in (words[: second - 1], words[second:]):
        thing, rest = _object(after)
        if after and not (_is_object(thing) and after[0].lower() not in PARTICLES):
            return
        parts.append(" ".join((gerund(verb.lower()), *((with_article(thing), *rest) if thing else ()))))
    yield f" {words[second - 1].lower()} ".join(parts)


def _goes_on(low: list[str]) -> bool:
    """Whether a second verb follows: Stop and remove the part."""
    joined = [k for k, w in enumerate(low) if w in ("and", "or", "then", "but")]
    return any(verb_length(low[k + 1 :]) for k in joined) or bool(_CLAUSE & set(low))


def _is_title(words: list[str]) -> bool:
    """Whether capitals say nothing of a word that is not known: Evaluate Comprehensive Plan."""
    late = [w for w in words[1:] if w.lower() not in PLACES and w.lower() not in DETERMINERS]
    return len(late) > 1 and all(w[0].isupper() for w in late) and any(reads_as_name(w) for w in late)


_NOUNS_OF = {
    participle(verb): (noun,) for members in VERBS for verb, noun in members if noun and not noun.endswith("ing")
}
