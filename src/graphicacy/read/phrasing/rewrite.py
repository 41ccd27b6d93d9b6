"""Other words for a label, offline: gerund, noun of the action, passive, synonyms, and what a question asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from graphicacy.read.phrasing.concepts import sense_of, verb_class
from graphicacy.read.phrasing.inflect import gerund, participle, plural, singular
from graphicacy.read.phrasing.lexicon import ADJECTIVES, NOUNS, PERSONS, VERBS
from graphicacy.read.phrasing.text import listed, plain

__all__ = ["differs", "rewrites"]

_MOST_LETTERS, _MOST_WORDS, _MOST = 80, 9, 8
_FINE = re.compile(r"[^\W_]+(?:['/-][^\W_]+)*(?: [^\W_]+(?:['/-][^\W_]+)*)*\??")
_LOOSE = listed("it them him her you us itself themselves there here again")
_DETERMINERS = listed("the a an all any each every no its their this that these those his her our your")
_PLACES = listed("of by for from to into onto in on at with without within between through via after before until"
                    " during over under against about as per than while when if unless because until so")  # fmt: skip
_PARTICLES = listed("up down out off in on over back away through for to with at about into")
_JOINED = listed("and or if when while nor but then not no never unless")


@lru_cache(maxsize=20_000)
def rewrites(label: str) -> tuple[str, ...]:
    """Other words that say the same as a label, best first; none where it cannot be said otherwise for certain.

    Names, symbols, numbers, units and technical terms stay as they are. No two say it with the same words, and none
    differs from the label by case or articles alone.
    """
    text = plain(label)
    if len(text) > _MOST_LETTERS or not _FINE.fullmatch(text) or len(text.split()) > _MOST_WORDS:
        return ()
    words = text.rstrip("?").split()
    if len(words) < 2:
        return ()
    sense = sense_of(label)
    made = {"action": _actions, "thing": _things, "question": _questions, "done": _done}.get(sense.kind)
    if made is None:
        return ()
    found: dict[str, str] = {}
    for other in made(words):
        same = sense_of(other)
        if (same.kind, same.parts) == (sense.kind, sense.parts) and differs(other, label):
            found.setdefault(other.casefold(), other)
    return tuple(found.values())[:_MOST]


def differs(words: str, label: str) -> bool:
    """Whether words differ from a label by more than case, articles and signs."""
    return _bare(words) != _bare(label)


def _bare(text: str) -> list[str]:
    return [w for w in re.findall(r"\w+", plain(text).casefold()) if w not in ("the", "a", "an")]


def _actions(words: list[str]) -> Iterator[str]:
    """Check stock: verifying the stock, checking the stock, the verification of the stock, the stock being checked."""
    verb = words[0].lower()
    members = verb_class(verb)
    low = [w.lower() for w in words]
    if not members:
        return
    thing, rest = _object(words[1:])
    if low[1] in _JOINED:
        return
    if (
        not thing
        or low[1] in _PARTICLES
        or low[1] in _LOOSE
        or thing[-1].endswith("ly")
        or thing[-1] in _PARTICLES
        or thing[0].isdigit()
    ):
        yield " ".join((gerund(verb), *map(_calm, words[1:])))
        return
    determined = _with_article(thing)
    tail = " ".join(("", *rest)) if rest else ""
    others = [(v, n) for v, n in members if v != verb]
    for other, _ in others:
        yield f"{gerund(other)} {determined}{tail}"
    yield f"{gerund(verb)} {determined}{tail}"
    complement = len(thing) > 1 and thing[-1].lower() in _ADJECTIVE_CLASS
    if not rest and not complement and not any(_is_person(w) or not w.islower() for w in thing):
        for other, noun in (*others, *((v, n) for v, n in members if v == verb)):
            if noun and noun != other and not noun.endswith("ing"):
                yield f"the {noun} of {determined}"
        yield f"{determined} being {participle(verb)}"
    for changed in _synonyms(thing) if all(_is_known(w) for w in thing) else ():
        yield f"{gerund(verb)} {_with_article(changed)}{tail}"


def _things(words: list[str]) -> Iterator[str]:
    """Customer complaint: a complaint by a customer, client complaint."""
    low = [w.lower() for w in words]
    if len(words) == 2 and low[0] in PERSONS and low[1] in _ACTS:
        for person in (low[0], *(n for n in _NOUN_CLASS[low[0]] if n != low[0])):
            yield f"{_article(low[1])} {low[1]} by {_article(person)} {person}"
    if _PLACES & set(low) or _JOINED & set(low):
        return
    calm = [_calm(w) for w in words]
    if all(_is_known(w) for w in calm):
        yield from (" ".join(w) for w in _synonyms(calm))


def _questions(words: list[str]) -> Iterator[str]:
    """Is the sample valid?: the check whether the sample is valid."""
    low = [w.lower() for w in words]
    be = low[0] if low[0] in ("is", "are") else ""
    subject, predicate = words[1 if be else 0 : -1], low[-1]
    fine = predicate in _ADJECTIVE_CLASS or predicate in _PARTICIPLES
    if not fine or not subject or _PLACES & set(low) or (_JOINED - {"not"}) & set(low) or "not" in low:
        return
    subject = [_calm(w) for w in subject]
    if _reads_as_name(subject[0]):
        return
    be = be or ("are" if _is_plural(subject[-1]) else "is")
    for opening in ("the check whether", "the question whether"):
        yield f"{opening} {_with_article(subject)} {be} {predicate}"
    for other in _ADJECTIVE_CLASS.get(predicate, ()):
        if other != predicate:
            yield f"the check whether {_with_article(subject)} {be} {other}"


def _done(words: list[str]) -> Iterator[str]:
    """Order received: the order having been received."""
    subject, verb = [_calm(w) for w in words[:-1]], words[-1].lower()
    if {w.lower() for w in subject} & (_JOINED | {"is", "are", "was", "were", "has", "have", "been", "being", "be"}):
        return
    if _reads_as_name(subject[0]):
        return
    yield f"{_with_article(subject)} having been {verb}"


def _object(words: list[str]) -> tuple[list[str], list[str]]:
    """The thing that is acted on, and what follows from the first preposition on."""
    words = [_calm(w) for w in words]
    at = next((k for k, w in enumerate(words) if w.lower() in _PLACES), len(words))
    return words[:at], words[at:]


def _synonyms(words: list[str]) -> Iterator[list[str]]:
    """The words with one of them replaced by another that says the same."""
    for k, word in enumerate(words):
        low = word.lower()
        last = k == len(words) - 1
        if low in _ADJECTIVE_CLASS and not last:
            others = [w for w in _ADJECTIVE_CLASS[low] if w != low]
        elif low in _NOUN_CLASS:
            others = [n for n in _NOUN_CLASS[low] if n != low]
        elif (one := singular(low)) != low and one in _NOUN_CLASS:
            others = [plural(n) for n in _NOUN_CLASS[one] if n != one]
        else:
            continue
        for other in others:
            yield [*words[:k], other, *words[k + 1 :]]


def _with_article(words: list[str]) -> str:
    """The words with the article that English wants: none before names, numbers and other determiners."""
    first = words[0]
    if first.lower() in _DETERMINERS or not first.islower() or len(first) < 2:
        return " ".join(words)
    return " ".join(("the", *words))


def _calm(word: str) -> str:
    """A word of a title in lower case; names, symbols and what is not known stay."""
    low = word.lower()
    known = low in _KNOWN or singular(low) in _KNOWN or low.endswith(_COMMON_ENDINGS)
    return low if word == low or (known and word[1:] == low[1:]) else word


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" and not word.startswith(("use", "uni")) else "a"


def _reads_as_name(word: str) -> bool:
    """Whether a word begins with a capital, though it may be a common noun at the head of a label."""
    return word[:1].isupper() and word[1:].islower()


def _is_known(word: str) -> bool:
    return word in _NOUN_CLASS or singular(word) in _NOUN_CLASS or word in _ADJECTIVE_CLASS or word in _DETERMINERS


def _is_person(word: str) -> bool:
    return word in PERSONS or singular(word) in PERSONS


def _is_plural(word: str) -> bool:
    low = word.lower()
    return singular(low) != low or low in ("goods", "data", "people")


_COMMON_ENDINGS = (
    "tion",
    "sion",
    "ment",
    "ness",
    "ity",
    "ance",
    "ence",
    "ship",
    "ture",
    "tions",
    "ments",
    "ities",
    "ances",
)
_NOUN_CLASS = {word: words for words in reversed(NOUNS) for word in words}
_ADJECTIVE_CLASS = {word: words for words in ADJECTIVES for word in words}
_NOMINALS = {noun: verb for members in reversed(VERBS) for verb, noun in members if noun and noun != verb}
_PARTICIPLES = frozenset(participle(verb) for members in VERBS for verb, _ in members if participle(verb) != verb)
_ACTS = listed("complaint request application claim order decision review reply response signature enquiry inquiry"
                  " offer proposal question payment report")  # fmt: skip
_KNOWN = (
    frozenset(_NOUN_CLASS)
    | frozenset(_ADJECTIVE_CLASS)
    | frozenset(verb for members in VERBS for verb, _ in members)
    | frozenset(_NOMINALS)
    | _DETERMINERS
    | _PLACES
    | _PARTICLES
    | _JOINED
    | listed("is are was were has have been be")
)
