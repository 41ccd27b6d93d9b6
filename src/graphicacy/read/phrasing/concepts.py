"""What the words of a label say, whatever their form: which of a figure's nodes other words mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from graphicacy.read.figure import Figure, fold
from graphicacy.read.phrasing.compounds import is_compound
from graphicacy.read.phrasing.generated import things
from graphicacy.read.phrasing.inflect import gerund, participle, plural, singular, third
from graphicacy.read.phrasing.lexicon import (
    ACTING,
    ADJECTIVES,
    NOUNS,
    NOUNS_TOO,
    PERSONS,
    VERBS,
    WITH_PARTICLE,
)
from graphicacy.read.phrasing.once import once_per_figure
from graphicacy.read.phrasing.text import listed, plain

__all__ = [
    "Sense",
    "can_mention",
    "resolve",
    "says",
    "sense_of",
    "verb_class",
    "verb_length",
]

_MOST_LETTERS = 200
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[^\s\w.,]")
_ARTICLES = listed("the a an")
_DETERMINERS = _ARTICLES | listed("all any each every its their this these those both it them")
_PLACES = listed(
    "of by for from to into onto in on at with without within between among through via after before until during"
    " over under above below against about as per than near towards toward up down out off and or nor but if when while"
    " where that which who unless because due using"
)
_BE = listed("is are was were be been being")
_ASKING = listed("is are was were does do did been")
_AHEAD = listed("can could will would shall should must may have")
"""Verbs that stand before the subject in a question, and after it where the question is told."""
_OPENINGS = listed("check checking question whether if decision deciding determining has have had having being")
_WHETHER = (
    ("check", "whether"), ("check", "if"), ("question", "whether"), ("deciding", "whether"), ("deciding", "if"),
    ("checking", "whether"), ("checking", "if"), ("whether",), ("decision", "whether"), ("determining", "whether"),
    ("question", "of"), ("question", "as", "to"),
)  # fmt: skip
_MOVED = listed(
    "sent handed moved transferred admitted discharged returned referred delivered released merged escalated forwarded"
    " submitted assigned"
)
"""Participles of what is brought from one place to another."""
_HYPHENED = re.compile(
    r"\b(cross|peer|flash|double|second|right|pre)-(?=check|review|freez|froz|bag|mark|siz|match)", re.I
)


@dataclass(frozen=True, slots=True)
class Sense:
    """What words say.

    ``kind``: an *action* on a thing, a *thing*, a *question*, an action *done* to a thing, a *deed* that may be either
    of these two, an *event* of which something is the subject, or *raw* words that could be several of these.
    ``parts`` are equal where the words say the same; ``bag`` has every concept in them.
    """

    kind: str
    parts: tuple[object, ...]
    bag: frozenset[str]


def resolve(words: str, figure: Figure) -> str | None:
    """The id of the one named node that words mean: its label in other words.

    None where no node has the same concepts in the same roles, and where another is near: the same concepts otherwise
    joined, or all of them and more.
    """
    if len(words) > _MOST_LETTERS:
        return None
    table = _table(figure)
    exact = table.labels.get(fold(plain(words)))
    if exact is not None:
        return exact
    sense = sense_of(words)
    found = [key for reading in _readings(sense) for key in table.senses.get(reading, ())]
    if len(found) != 1:
        return None
    return found[0] if found[0] in table.apart else None


def can_mention(word: str, figure: Figure) -> bool:
    """Whether a word may stand in other words for one of a figure's labels: what it says is in some label."""
    return word in _FUNCTION or not _concepts(word).isdisjoint(_table(figure).words)


def says(words: Sense, label: Sense) -> bool:
    """Whether words say what a label does."""
    return (label.kind, label.parts) in _readings(words)


def _readings(sense: Sense) -> list[tuple[str, tuple[object, ...]]]:
    """What labels for it may say: the release of the drug is to release the drug, drug released, and drug release."""
    if sense.kind != "deed":
        return [(sense.kind, sense.parts)]
    verb, thing = sense.parts
    head, modifiers, more = cast("tuple[str, tuple[str, ...], tuple[object, ...]]", thing)
    found = [("action", sense.parts), ("done", sense.parts)]
    return found if more else [*found, ("thing", ((verb, (*modifiers, head), ()),))]


def _is_near(one: Sense, other: Sense) -> bool:
    kinds = {_family(one), _family(other)}
    if len(kinds) > 1 and "raw" not in kinds:
        return one.bag == other.bag
    return one.bag <= other.bag or other.bag <= one.bag


def _family(sense: Sense) -> str:
    """Its kind; what is done, has been done, and the doing of it are of one: they are told in the same words."""
    if sense.kind in ("action", "done", "deed"):
        return "deed"
    if sense.kind == "thing" and cast("tuple[object, ...]", sense.parts[0])[0] in _ACTIONS:
        return "deed"
    return sense.kind


def _label_sense(label: str) -> Sense:
    """What a label says; a participle before a noun may be its modifier: Building permit."""
    sense = sense_of(label)
    words = plain(label).casefold().split()
    if sense.kind == "action" and words[0] in _GERUND and len(words) > 1 and words[1] not in _DETERMINERS:
        return Sense("raw", sense.parts, sense.bag)
    return sense


@dataclass(frozen=True, slots=True)
class _Table:
    """``senses`` of named nodes, ``apart``: ids of those near which there is no other, ``words``: all concepts."""

    labels: Mapping[str, str]
    senses: Mapping[tuple[str, tuple[object, ...]], list[str]]
    apart: frozenset[str]
    words: frozenset[str]


@once_per_figure
def _table(figure: Figure) -> _Table:
    found = {node.id: _label_sense(node.label) for node in figure.nodes}
    senses: dict[tuple[str, tuple[object, ...]], list[str]] = {}
    for key, sense in found.items():
        senses.setdefault((sense.kind, sense.parts), []).append(key)
    apart = frozenset(
        key for key in figure.named if not any(key != k and _is_near(found[key], other) for k, other in found.items())
    )
    labels = {fold(plain(figure.labels[key])): key for key in figure.named}
    words = frozenset(concept for sense in found.values() for concept in sense.bag)
    return _Table(labels, senses, apart, words)


@lru_cache(maxsize=20_000)
def sense_of(words: str) -> Sense:
    """What a label, or other words for one, say."""
    text = plain(words)
    tokens = _TOKEN.findall(_HYPHENED.sub(r"\1", text).replace("-", " "))
    low = [t.casefold() for t in tokens]
    asked = low[-1:] == ["?"]
    low = [t for t in low if t != "?"]
    question = _question(low, asked)
    content = [t for t in low if t not in _ARTICLES and t not in _BE and t not in _PLACES]
    bag = frozenset(concept for t in content for concept in _concepts(t)) or frozenset(low)
    if question is not None:
        return Sense("question", question, bag)
    return _statement(low, bag)


def _question(low: list[str], asked: bool) -> tuple[str, ...] | None:
    """The concepts of a yes/no question in their order, or None where the words are none."""
    rest = ["have" if t in ("has", "had") else t for t in low if t not in _ARTICLES]
    for opening in _WHETHER:
        if tuple(rest[: len(opening)]) == opening:
            rest, asked = rest[len(opening) :], True
            break
    else:
        if not asked:
            return None
    ahead = next((k for k, t in enumerate(rest) if t in _AHEAD), None)
    if ahead is not None:
        rest = [*rest[:ahead], *rest[ahead + 1 :], rest[ahead]]
    return tuple(_concept(t) for t in rest if t not in _ASKING)


def _statement(low: list[str], bag: frozenset[str]) -> Sense:
    words = [t for t in low if t not in _ARTICLES]
    if not words:
        return Sense("raw", tuple(low), bag)
    for size in (1, 2):
        if len(words) > size + 1 and words[-size - 1] == "being" and (verb := _PARTICIPLE.get(" ".join(words[-size:]))):
            return Sense("action", (verb, _thing(words[: -size - 1])), bag)
    if (told := _done(words, len(low))) is not None:
        return Sense(told[0], told[1] or tuple(low), bag)
    if (happens := _event(low)) is not None:
        return Sense("event", happens, bag)
    for size in (2, 1):
        lead = " ".join(words[:size])
        if lead in _GERUND and len(words) > size:
            return Sense("action", (_GERUND[lead], _thing(words[size:])), bag)
    if len(words) > 2 and words[1] == "of" and words[0] in _NOMINAL and _plain_object(words[2:]):
        return Sense("deed", (_NOMINAL[words[0]], _thing(words[2:])), bag)
    size = verb_length(words)
    if size and len(words) > size:
        if is_compound(words, size) and low[size] not in _DETERMINERS:
            return Sense("raw", tuple(low), bag)
        return Sense("action", (_VERB[" ".join(words[:size])], _thing(words[size:])), bag)
    return Sense("thing", (_thing(words),), bag)


def _done(words: list[str], length: int) -> tuple[str, tuple[object, ...]] | None:
    """What has been done, or *raw* and nothing where the first word may be a verb; None for other words."""
    told = [t for t in words if t not in _BE and t not in ("has", "have", "had", "having")]
    at = next((k for k in range(1, len(told)) if told[k] in _PARTICIPLE), 0)
    size = 2 if " ".join(told[at : at + 2]) in _PARTICIPLE else 1
    subject, tail = told[:at], told[at + size :]
    if not at or _PLACES & set(subject) or (tail and (told[at] not in _MOVED or tail[0] not in ("to", "into", "from"))):
        return None
    if subject[0] in _VERB and not (
        singular(subject[0]) in NOUNS_TOO and (len(told) == 2 or len(told) < length or " ".join(subject) in things())
    ):
        return "raw", ()
    verb = _PARTICIPLE[" ".join(told[at : at + size])]
    return "done", (verb, _thing(subject), *((_thing(tail),) if tail else ()))


def _event(low: list[str]) -> tuple[object, ...] | None:
    """Who does what: The server accepts the ticket, the server accepting the ticket."""
    for at in range(1, len(low)):
        rest, subject = low[at + 1 :], [t for t in low[:at] if t not in _ARTICLES]
        determined = rest[:1] != [] and rest[0] in _DETERMINERS
        verb = _THIRD.get(low[at]) or (_ANY_THIRD.get(low[at]) if determined else None)
        if verb is None and low[0] in _DETERMINERS and (not rest or determined or at > 1):
            verb = _DOING.get(low[at]) or (_GERUND.get(low[at]) if determined else None)
        if verb is not None:
            if not subject or _PLACES & set(subject) or subject[0] in _GERUND:
                return None
            if subject == low[:1] and low[0] in _VERB:  # Stop writes to the server
                return None
            return verb, _thing(subject), _thing([t for t in rest if t not in _ARTICLES])
    return None


def verb_length(words: list[str]) -> int:
    """How many words the verb at the head of a label has: 2 with a particle (Shut down), 0 where there is none."""
    return next((size for size in (2, 1) if len(words) >= size and " ".join(words[:size]) in _VERB), 0)


def _plain_object(words: list[str]) -> bool:
    return not any(w in PERSONS or singular(w) in PERSONS for w in words)


def _thing(words: list[str]) -> tuple[object, ...]:
    """Head, modifiers, and what prepositions add: A complaint by a customer is a customer complaint."""
    groups: list[tuple[str, list[str]]] = [("", [])]
    for word in words:
        place, said = groups[-1]
        if word in _PLACES:
            groups.append((word, []))
        elif place in ("and", "or") and not said and word not in NOUNS_TOO and (verb := _acts(word)):
            said.append(verb)
        else:
            said.append(_concept(word))
    main, rest = groups[0][1], groups[1:]
    head, modifiers = (main[-1], main[:-1]) if main else ("", [])
    if len(rest) == 1 and rest[0][0] in ("of", "by") and len(rest[0][1]) <= 2 and len(main) == 1:
        modifiers, rest = rest[0][1], []
    return head, tuple(modifiers), tuple((place, tuple(more)) for place, more in rest)


def _acts(word: str) -> str | None:
    return _VERB.get(word) or _GERUND.get(word)


def verb_class(verb: str) -> tuple[tuple[str, str], ...]:
    """The verbs that say the same, with the nouns of their action; none where the verb is not known."""
    return _CLASS.get(verb, ())


@lru_cache(maxsize=20_000)
def _concept(word: str) -> str:
    """The name of what a word says: the first of its class, or its base form."""
    for table in (_NOUN, _ADJECTIVE, _NOMINAL):
        if word in table:
            return table[word]
    base = singular(word)
    return _NOUN.get(base, _NOMINAL.get(base, base))


@lru_cache(maxsize=20_000)
def _concepts(word: str) -> frozenset[str]:
    """Everything that a word may say."""
    base = singular(word)
    verbs = {t[w] for t in (_VERB, _GERUND, _PARTICIPLE, _NOMINAL) for w in (word, base) if w in t}
    is_noun = (
        not verbs
        or NOUNS_TOO & {word, base}
        or {word, base} & _NOUN.keys()
        or (word in _ADJECTIVE and word not in _PARTICIPLE)
    )
    return frozenset(verbs | {_concept(word)} if is_noun else verbs)


_CLASS: dict[str, tuple[tuple[str, str], ...]] = {}
_VERB: dict[str, str] = {}
_GERUND: dict[str, str] = {}
_THIRD: dict[str, str] = {}
_DOING: dict[str, str] = {}
_ANY_THIRD: dict[str, str] = {}
_PARTICIPLE: dict[str, str] = {}
_NOMINAL: dict[str, str] = {}
for _members in VERBS:
    for _verb, _noun in _members:
        _CLASS.setdefault(_verb, _members)
        _name = "to " + _CLASS[_verb][0][0]
        _VERB.setdefault(_verb, _name)
        _VERB.setdefault(third(_verb), _name)
        _ANY_THIRD.setdefault(third(_verb), _name)
        _GERUND.setdefault(gerund(_verb), _name)
        if participle(_verb) != _verb:  # a cut, a forecast
            _PARTICIPLE.setdefault(participle(_verb), _name)
        if _noun:
            _NOMINAL.setdefault(_noun, _name)
for _verb in sorted(ACTING):
    _name = _VERB.get(_verb, f"to {_verb}")
    _THIRD[third(_verb)] = _DOING[gerund(_verb)] = _name
for _verb, _particle in sorted(WITH_PARTICLE):
    _name = f"to {_verb} {_particle}"
    _VERB[f"{_verb} {_particle}"] = _VERB[f"{third(_verb)} {_particle}"] = _name
    _GERUND[f"{gerund(_verb)} {_particle}"] = _PARTICIPLE[f"{participle(_verb)} {_particle}"] = _name
_NOUN: dict[str, str] = {}
for _nouns in NOUNS:
    for _one in _nouns:
        _NOUN.setdefault(_one, _nouns[0])
        _NOUN.setdefault(plural(_one), _nouns[0])
_ACTIONS = frozenset(_VERB.values())
_ADJECTIVE = {word: words[0] for words in ADJECTIVES for word in words}
_FUNCTION = _ARTICLES | _BE | _PLACES | _OPENINGS
