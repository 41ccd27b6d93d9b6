"""What the words of a label say, whatever their form: which of a figure's nodes other words mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from graphicacy.read.figure import Figure, fold
from graphicacy.read.phrasing.inflect import gerund, participle, plural, singular, third
from graphicacy.read.phrasing.lexicon import ADJECTIVES, NOUNS, PERSONS, VERBS
from graphicacy.read.phrasing.once import once_per_figure
from graphicacy.read.phrasing.text import listed, plain

__all__ = ["Sense", "can_mention", "is_compound", "nominal_verb", "resolve", "sense_of", "verb_class"]

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
_OPENINGS = listed("check checking question whether if decision deciding determining has have had having being")
_WHETHER = (
    ("check", "whether"), ("check", "if"), ("question", "whether"), ("deciding", "whether"), ("deciding", "if"),
    ("checking", "whether"), ("checking", "if"), ("whether",), ("decision", "whether"), ("determining", "whether"),
)  # fmt: skip
_MOSTLY_VERBS = listed("check measure update pay build invite read write")
"""Verbs that are seldom the modifier of a noun; ``_COMPOUND_HEADS`` has the nouns where they are."""
_DUAL = listed(
    "test review report order record request sample design plan process control transport supply filter charge"
    " claim contract deposit transfer release issue log store file audit monitor signal trade answer call exchange"
    " export"
    " import access load heat mix wash cut copy print draft search sort rank match count change start stop launch"
    " ship run"
    " use train grade question sequence stain screen bind block route forward reset input output budget forecast"
    " cast mill"
    " roll press plant lock seal label package pack paint schedule purchase return interview repair cool dry clean"
    " empty"
    " open close level complete dispatch harvest split drill alert move fix produce refuse refund drain fill handle"
    " pick"
    " warm slice present separate duplicate correct concentrate precipitate graduate filtrate cancel consult"
    " perform appeal"
    " grant license save archive join link lower raise rinse boil melt freeze freezing reply respond discharge"
    " treat hire"
    " back leave keep end finish form set put scrap rate take post pass credit hold strip follow switch score mount"
    " colour"
    " query place spread stress state crop grow bond draw lift turn break harden pour reclaim track push cache"
    " serve offer"
    " show display highlight map model fold wrap secure hand vote debate scan value project escort broadcast settle"
    " swap"
    " blend halt document polish weld forge grind crush bend trim alter"
)
"""Verbs that are nouns or adjectives as well, where no article says which: Test results, Clean water, Heat"
" treatment."""
_COMPOUND_HEADS = listed(
    "list valve sum point board panel committee report process period meeting team date form handler queue result"
    " results data log file system unit station phase stage step rate time number level method plan procedure kit tube"
    " server service tracker manager controller agent department officer message code key table book card line loop"
    " cycle"
    " signal event status state center centre office desk case cell cells protein gene water air area zone room"
    " building"
    " machine tool cost costs price fee fees tax run history id type name set group page site protocol response model"
    " mode bus pipe tank pump filter flow change energy engine exchanger loss"
)


@dataclass(frozen=True, slots=True)
class Sense:
    """What words say.

    ``kind``: an *action* on a thing, a *thing*, a *question*, an action *done* to a thing, or *raw* words that could be
    several of these. ``parts`` are equal where the words say the same; ``bag`` has every concept in them.
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
    found = table.senses.get((sense.kind, sense.parts), ())
    if len(found) != 1:
        return None
    return found[0] if found[0] in table.apart else None


def can_mention(word: str, figure: Figure) -> bool:
    """Whether a word may stand in other words for one of a figure's labels: what it says is in some label."""
    return word in _FUNCTION or not _concepts(word).isdisjoint(_table(figure).words)


def _is_near(one: Sense, other: Sense) -> bool:
    if one.kind != other.kind and "raw" not in (one.kind, other.kind):
        return one.bag == other.bag
    return one.bag <= other.bag or other.bag <= one.bag


@dataclass(frozen=True, slots=True)
class _Table:
    """``senses`` of named nodes, ``apart``: ids of those near which there is no other, ``words``: all concepts."""

    labels: Mapping[str, str]
    senses: Mapping[tuple[str, tuple[object, ...]], list[str]]
    apart: frozenset[str]
    words: frozenset[str]


@once_per_figure
def _table(figure: Figure) -> _Table:
    found = {node.id: sense_of(node.label) for node in figure.nodes}
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
    tokens = _TOKEN.findall(text.replace("-", " "))
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
    rest = [t for t in low if t not in _ARTICLES]
    for opening in _WHETHER:
        if tuple(rest[: len(opening)]) == opening:
            rest, asked = rest[len(opening) :], True
            break
    else:
        if not asked:
            return None
    return tuple("have" if t in ("has", "had") else _concept(t) for t in rest if t not in _ASKING)


def _statement(low: list[str], bag: frozenset[str]) -> Sense:
    words = [t for t in low if t not in _ARTICLES]
    if not words:
        return Sense("raw", tuple(low), bag)
    if len(words) > 2 and words[-2] == "being" and (verb := _PARTICIPLE.get(words[-1])):
        return Sense("action", (verb, _thing(words[:-2])), bag)
    done = [t for t in words if t not in _BE and t not in ("has", "have", "had", "having")]
    if len(done) > 1 and (verb := _PARTICIPLE.get(done[-1])) and not _PLACES & set(done):
        if done[0] not in _VERB or (done[0] in _DUAL and (len(done) == 2 or len(done) < len(words))):
            return Sense("done", (verb, _thing(done[:-1])), bag)
        return Sense("raw", tuple(low), bag)
    if words[0] in _GERUND and len(words) > 1:
        return Sense("action", (_GERUND[words[0]], _thing(words[1:])), bag)
    if len(words) > 2 and words[1] == "of" and words[0] in _NOMINAL and _plain_object(words[2:]):
        return Sense("action", (_NOMINAL[words[0]], _thing(words[2:])), bag)
    if words[0] in _VERB and len(words) > 1:
        if is_compound(words) and low[1] not in _DETERMINERS:
            return Sense("raw", tuple(low), bag)
        return Sense("action", (_VERB[words[0]], _thing(words[1:])), bag)
    return Sense("thing", (_thing(words),), bag)


def _plain_object(words: list[str]) -> bool:
    return not any(w in PERSONS or singular(w) in PERSONS for w in words)


def is_compound(words: list[str]) -> bool:
    """Whether words that begin with a verb may as well be a noun with its modifier: Test results."""
    if words[0] in _DUAL:
        return True
    if words[0] not in _MOSTLY_VERBS:
        return False
    main = list(takewhile(lambda w: w not in _PLACES, words[1:]))
    return not main or main[-1] in _COMPOUND_HEADS or singular(main[-1]) in _COMPOUND_HEADS


def _thing(words: list[str]) -> tuple[object, ...]:
    """Head, modifiers, and what prepositions add: A complaint by a customer is a customer complaint."""
    groups: list[tuple[str, list[str]]] = [("", [])]
    for word in words:
        if word in _PLACES:
            groups.append((word, []))
        else:
            groups[-1][1].append(_concept(word))
    main, rest = groups[0][1], groups[1:]
    head, modifiers = (main[-1], main[:-1]) if main else ("", [])
    if len(rest) == 1 and rest[0][0] in ("of", "by") and len(rest[0][1]) <= 2 and len(main) == 1:
        modifiers, rest = rest[0][1], []
    return head, tuple(modifiers), tuple((place, tuple(more)) for place, more in rest)


def verb_class(verb: str) -> tuple[tuple[str, str], ...]:
    """The verbs that say the same, with the nouns of their action; none where the verb is not known."""
    return _CLASS.get(verb, ())


def nominal_verb(noun: str) -> str | None:
    """The first verb of the class whose action a noun is."""
    return _NOMINAL.get(noun)


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
    return frozenset(
        {_concept(word)} | {t[w] for t in (_VERB, _GERUND, _PARTICIPLE, _NOMINAL) for w in (word, base) if w in t}
    )


_CLASS: dict[str, tuple[tuple[str, str], ...]] = {}
_VERB: dict[str, str] = {}
_GERUND: dict[str, str] = {}
_PARTICIPLE: dict[str, str] = {}
_NOMINAL: dict[str, str] = {}
for _members in VERBS:
    for _verb, _noun in _members:
        _CLASS.setdefault(_verb, _members)
        _name = "to " + _CLASS[_verb][0][0]
        _VERB.setdefault(_verb, _name)
        _VERB.setdefault(third(_verb), _name)
        _GERUND.setdefault(gerund(_verb), _name)
        if participle(_verb) != _verb:  # a cut, a forecast
            _PARTICIPLE.setdefault(participle(_verb), _name)
        if _noun:
            _NOMINAL.setdefault(_noun, _name)
_NOUN: dict[str, str] = {}
for _nouns in NOUNS:
    for _one in _nouns:
        _NOUN.setdefault(_one, _nouns[0])
        _NOUN.setdefault(plural(_one), _nouns[0])
_ADJECTIVE = {word: words[0] for words in ADJECTIVES for word in words}
_FUNCTION = _ARTICLES | _BE | _PLACES | _OPENINGS
