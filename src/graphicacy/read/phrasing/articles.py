"""A label's words as they stand within a sentence: in lower case, with the article that English wants."""

from __future__ import annotations

from graphicacy.read.phrasing.generated import common_words
from graphicacy.read.phrasing.inflect import participle, plural, singular
from graphicacy.read.phrasing.lexicon import (
    ADJECTIVES,
    COMMON,
    MASS,
    NOUNS,
    NOUNS_TOO,
    PERSONS,
    PREDICATES,
    UNCOUNTED,
    VERBS,
)
from graphicacy.read.phrasing.text import listed

__all__ = [
    "ADJECTIVE_CLASS",
    "DETERMINERS",
    "JOINED",
    "NOUN_CLASS",
    "PARTICIPLES",
    "PARTICLES",
    "PLACES",
    "article",
    "calm",
    "calmed",
    "is_known",
    "is_mass",
    "is_person",
    "is_plural",
    "is_predicate",
    "reads_as_name",
    "with_article",
]

DETERMINERS = listed(
    "the a an all any each every no its their this that these those his her our your my both two three four five six"
    " ten one more most another other some such several many few much which what whose either neither enough"
)
PLACES = listed(
    "of by for from to into onto in on at with without within between among through via after before until during over"
    " under against about as per than while when if unless because so above below outside inside near across along"
    " towards toward beyond upon using"
)
PARTICLES = listed("up down out off in on over back away through for to with at about into")
JOINED = listed("and or if when while nor but then not no never unless")

NOUN_CLASS = {word: words for words in reversed(NOUNS) for word in words}
ADJECTIVE_CLASS = {word: words for words in ADJECTIVES for word in words}
PARTICIPLES = frozenset(participle(verb) for members in VERBS for verb, _ in members if participle(verb) != verb)

_NOMINALS = frozenset(noun for members in VERBS for _, noun in members if noun)
_KNOWN = (
    frozenset(NOUN_CLASS)
    | frozenset(ADJECTIVE_CLASS)
    | frozenset(verb for members in VERBS for verb, _ in members)
    | _NOMINALS
    | DETERMINERS
    | PLACES
    | PARTICLES
    | JOINED
    | PREDICATES
    | PERSONS
    | MASS
    | COMMON
    | UNCOUNTED
    | listed("is are was were has have been be special next certain main immediate early late private national local")
)
_COMMON_ENDINGS = tuple(
    sorted(
        listed(
            "ative itive ctive onal ical ious able ible ated ised tial cial tion sion ment ness ity ance ence ship ture"
            " tions ments ities ances"
        )
    )
)
_SUBSTANCE_ENDINGS = ("in", "amine", "onine", "ose")
_NO_SUBSTANCES = listed(
    "protein margin origin virgin domain remain captain mountain terrain cabin basin muffin cousin diagnose purpose"
)
_MASS_ENDINGS = ("ness", "ity", "ism", "therapy")
_COUNTED = listed(
    "facility activity community authority quantity university city entity impurity liability cavity utility"
)


def with_article(words: list[str]) -> str:
    """The words with "the": none before names, numbers, other determiners and what is not counted."""
    first, last = words[0], words[-1].lower()
    if first.lower() in DETERMINERS or not first.islower() or len(first) < 2:
        return " ".join(words)
    if last in UNCOUNTED or last.endswith("therapy"):
        return " ".join(words)
    return " ".join(("the", *words))


def is_mass(noun: str) -> bool:
    """Whether a noun needs no article where it means a thing at large, as in a risk of stroke."""
    if len(noun) > 5 and noun.endswith(_SUBSTANCE_ENDINGS):
        return noun not in _NO_SUBSTANCES
    return noun in MASS or (noun.endswith(_MASS_ENDINGS) and noun not in _COUNTED)


def calm(word: str) -> str:
    """A word of a title in lower case; names, symbols and what is not known stay."""
    low = word.lower()
    if word == low or word[1:] != low[1:]:
        return word
    forms = {low, singular(low)}
    known = forms & _KNOWN or low in PARTICIPLES or low.endswith(_COMMON_ENDINGS) or forms & common_words()
    return low if known else word


def calmed(words: list[str]) -> list[str]:
    """A label's words: the first in lower case where it is no name, and the others where all have a capital."""
    late = [w for w in words[1:] if w.lower() not in PLACES and w.lower() not in DETERMINERS]
    if late and all(w[0].isupper() for w in late):
        calm_words = [calm(w) for w in words]
        return words if len(late) > 1 and any(map(reads_as_name, calm_words[1:])) else calm_words
    if late and words[1][0].isupper():
        return words
    return [calm(words[0]), *words[1:]]


def article(word: str) -> str:
    """A or an."""
    return "an" if word[0] in "aeiou" and not word.startswith(("use", "uni")) else "a"


def reads_as_name(word: str) -> bool:
    """Whether a word begins with a capital, though it may be a common noun at the head of a label."""
    return word[:1].isupper() and word[1:].islower()


def is_known(word: str) -> bool:
    """Whether a word is a noun or an adjective of the lexicon, or a determiner."""
    return word in NOUN_CLASS or singular(word) in NOUN_CLASS or word in ADJECTIVE_CLASS or word in DETERMINERS


def is_person(word: str) -> bool:
    """Whether a noun is of people."""
    return word in PERSONS or singular(word) in PERSONS


def is_plural(word: str) -> bool:
    """Whether a noun wants "are"."""
    low = word.lower()
    return singular(low) != low or plural(singular(low)) == low or low in ("goods", "data", "people")


def is_predicate(word: str) -> bool:
    """Whether a word says how something is: an adjective or a participle."""
    if word in PARTICIPLES or word in PREDICATES or word in ADJECTIVE_CLASS:
        return True
    if word.endswith("ed") and len(word) > 4 and not word.endswith("eed"):
        return word not in NOUN_CLASS
    return word.startswith("un") and word[2:] in PARTICIPLES and word[2:] not in NOUNS_TOO
