"""A text taken apart: what is supposed, what a look stands for, conditions and rules, and the question itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from graphicacy.read.corpus.entry import Meaning
from graphicacy.read.phrasing.mentions import Masked, Mention
from graphicacy.read.phrasing.patterns import CODES, pattern
from graphicacy.read.phrasing.tokens import Distance, Tokens, tokens_of, words_in
from graphicacy.read.phrasing.unmatched import Unmatched
from graphicacy.read.query.form import Filter

__all__ = ["Parts", "parts_of"]

_MOST_TOKENS = 60

Change = Literal["removed", "added", "reversed", "stated"]


class Clause(NamedTuple):
    """What is supposed of the arrow from a mention to another; ``back`` has the ends told for it instead, if any."""

    change: Change
    source: object
    target: object
    back: tuple[object, ...] = ()


@dataclass(slots=True)
class Parts:
    """A text taken apart. Mentions are told by their index in ``mentions``.

    ``core`` is the question without its conditions. ``arrow``: it speaks of one arrow, so that *directly* goes without
    saying. ``word``: the label of that arrow. ``rule``: a path passes no node twice.
    """

    core: Tokens
    mentions: tuple[Mention, ...]
    suppose: Clause | None = None
    distances: list[Distance] = field(default_factory=list)
    short: bool = False
    shortest: bool = False
    rule: bool = False
    arrow: bool = False
    word: object = None
    via: list[object] = field(default_factory=list)
    avoid: list[object] = field(default_factory=list)
    avoiding: Filter | None = None
    along: Filter | None = None


_ENDS_SENTENCE = re.compile(r"[.?!;:()|\n]|\s-\s|\.\.\.")
_SUPPOSES = re.compile(
    r"\s*(?:(?:now|please|then),?\s+)?(?:suppose|imagine|assum|pretend|if\b|what if\b|supposing"
    r"|since\b|because\b|as\s|given that\b"
    r"|seeing that\b|knowing that\b|the figure shows|the diagram shows|we can see that|as the figure)",
    re.IGNORECASE,
)
_SUPPOSED_LAST = re.compile(
    r",?\s(?=(?:if|supposing|assuming|given that|provided that) (?!you|one|we|any|there are any))", re.IGNORECASE
)
_OTHER_WAY = re.compile(
    r"\bthe (?:other|opposite) way(?: a?round)?\b|\bin the (?:opposite|reverse|other) direction\b", re.IGNORECASE
)
_SLOT = re.compile("[\ue000-\uf8fe]")


def parts_of(masked: Masked, meaning: Meaning | None) -> Parts:
    """The parts of a text.

    Raises:
        Unmatched: a word is unknown, a condition is not understood, or there is no question or more than one.
    """
    clauses, sentences = _clauses(masked.text)
    if len(clauses) > 1:
        raise Unmatched("two suppositions")
    suppose = _supposition(_read(clauses[0])) if clauses else None
    read = [_read(s) for s in sentences]
    bound = sum(_binds(t, meaning) for t in read) > 0
    parts = Parts(Tokens("", []), (), suppose)
    for tokens in read:
        _take(tokens, parts, meaning if bound else None)
    cores = [t for t in read if t.codes]
    if len(cores) != 1:
        raise Unmatched("no template", "no question" if not cores else "more than one sentence asks something")
    parts.core, parts.mentions = cores[0], masked.mentions
    return parts


def _read(words: str) -> Tokens:
    tokens = tokens_of(words_in(words))
    if tokens.unknown:
        raise Unmatched("unknown words", " ".join(tokens.unknown)[:80])
    if len(tokens.codes) > _MOST_TOKENS:
        raise Unmatched("too long", f"a sentence has more than {_MOST_TOKENS} words that count")
    return tokens


def _clauses(text: str) -> tuple[list[str], list[str]]:
    """What is supposed, and the other sentences."""
    text = _OTHER_WAY.sub("otherway", text)
    aside = re.findall(r"\(([^()]*)\)", text)
    text = re.sub(r"\([^()]*\)", " ", text)
    clauses: list[str] = []
    sentences: list[str] = []
    for sentence in _ENDS_SENTENCE.split(text):
        if _SUPPOSES.match(sentence):
            end = _end_of_clause(sentence)
            clauses.append(sentence[:end])
            sentence = re.sub(r"^\s*,?\s*then\b", "", sentence[end:])
        elif m := _SUPPOSED_LAST.search(sentence):
            clauses.append(sentence[m.end() :])
            sentence = sentence[: m.start()]
        sentences.append(sentence)
    return clauses, [s for s in (*sentences, *aside) if s.strip(" ,")]


def _end_of_clause(sentence: str) -> int:
    slots = [m.end() for m in _SLOT.finditer(sentence)]
    comma = sentence.find(",", slots[1]) if len(slots) > 1 else -1
    return comma if comma >= 0 else len(sentence)


_ARROW = "ARROW (THAT? (LEAD|LED))? FROM S TO S"
_CHANGES: tuple[tuple[Change, re.Pattern[str]], ...] = tuple(
    (change, pattern(f"SUPPOSE {text}"))  # type: ignore[misc]
    for change, texts in {
        "removed": (
            f"{_ARROW} (BE|DO)? (REMOVED | NOT EXIST | NOT THERE)",
            f"THAT? (THERE BE)? NO {_ARROW} (EXIST)?",
            f"WITHOUT {_ARROW}",
        ),
        "added": (
            f"THERE BE {_ARROW}",
            f"{_ARROW} (BE ADDED | EXIST)",
            "ARROW ((LEAD|LED)|EXIST)? FROM S TO S",
            "WITH ARROW FROM S TO S",
        ),
        "reversed": (
            f"{_ARROW} BE REVERSED",
            f"{_ARROW} (LEAD|LED) OTHERWAY",
            f"{_ARROW} ((LEAD|LED) OTHERWAY)? ((LEAD|LED))? FROM S TO S INSTEAD?",
            f"{_ARROW} (LEAD|LED) INSTEAD FROM S TO S",
        ),
    }.items()
    for text in texts
)
_STATED = pattern(f"(GIVEN | SUPPOSE) ({_ARROW} EXIST? | ARROW (LEAD|LED) FROM S TO S | THERE BE {_ARROW})")


def _supposition(tokens: Tokens) -> Clause:
    slots = [thing for code, thing in zip(tokens.codes, tokens.held, strict=True) if code == CODES["S"]]
    if tokens.distances:
        raise Unmatched("no template", "a supposition says how far")
    found = [c for c, form in _CHANGES if form.fullmatch(tokens.codes)]
    if tokens.codes[:1] == CODES["GIVEN"] and _STATED.fullmatch(tokens.codes):
        found = ["stated"]
    if len(found) != 1:
        raise Unmatched("no template", "what is supposed is not understood")
    return Clause(found[0], slots[0], slots[1], tuple(slots[2:]))


_BINDING = pattern("(ADJ? (NOUN|ARROW) POST?) (BE|MEAN) MEANT")


def _binds(tokens: Tokens, meaning: Meaning | None) -> bool:
    """Whether a sentence says what the look of the meaning stands for; it is then used up."""
    if meaning is None or not _BINDING.fullmatch(tokens.codes):
        return False
    looks = [thing for thing in tokens.held if isinstance(thing, tuple)]
    part = "node" if CODES["NOUN"] in tokens.codes else "edge"
    if len(looks) != 1 or part != meaning.part or _look(looks[0], part) != Filter(meaning.look, meaning.value):
        raise Unmatched("wrong meaning", "it binds another look")
    tokens.codes, tokens.held = "", []
    return True


def _look(thing: tuple[str, str], part: str) -> Filter:
    look, value = thing
    if part == "node":
        look = {"color": "fill", "line": "border"}.get(look, look)
    if look not in (("fill", "shape", "border") if part == "node" else ("color", "line", "head")):
        raise Unmatched("unknown look", f"no {part} has a {look}")
    return Filter(look, value)  # type: ignore[arg-type]


_X = "(NOUN (THAT|WHICH) BE (ADJ|POST|MEANT) | ADJ? NOUN POST? | MEANT)"
_A = "(ADJ ARROW POST? | ARROW POST | ARROW (THAT|WHICH) BE (MEANT|ADJ) | MEANT)"
_ALONG = pattern(
    f"(FOLLOW|COUNT|PASS) ONLY {_A} | ONLY {_A} (CAN? BE? (COUNT|FOLLOW))?"
    f" | (ON|VIA|BY) ONLY {_A} | (ON|VIA|BY|FOLLOW|COUNT) {_A} ONLY"
)
_RULES = tuple(
    map(
        pattern,
        (
            "((EVERY|ALL)? (PATH|CYCLE) (CAN|MUST)?|THAT|WHICH|AND|WITH|VIA|WHILE)*"
            " PASS? NO NOUN (CAN? BE? PASS)? TWICE",
            "WITHOUT (PASS|REPEAT)* ANY? NOUN (TWICE|REPEAT)",
            "WITHOUT REPEAT ANY? NOUN",
            "(PATH|CYCLE) (CAN|DO|MUST)* NOT (PASS|REPEAT) ANY? NOUN TWICE?",
            "(WHERE|AND|WITH)? (PATH|CYCLE)? REPEAT NO NOUN",
            "NO (PATH|CYCLE) (CAN|DO)* (PASS NOUN TWICE | REPEAT NOUN)",
        ),
    )
)
_FOUND = {
    "word": pattern("(ON|VIA|BY|WITH|FOLLOW|PASS)? ARROW LABELLED S"),
    "pair": pattern("(BOTH S (AND|ASWELL) S | S AND S CAN? BOTH | S ASWELL S)"),
    "arrows": pattern("BOTH? ARROW FROM S AND BOTH? (ARROW | ONE ARROW?) FROM S"),
    "arrows back": pattern("BOTH? ARROW TO S AND BOTH? (ARROW | ONE ARROW?) TO S"),
    "many": pattern("(ATLEAST (NUM|ONE) | (NUM|ONE) ORMORE | MORE THAN (NUM|ONE)) NOUN"),
    "top": pattern("(MOST NOUN | MORE NOUN THAN (ANY|EVERY|ALL) (NOUN|ONE)? (DO|HAVE|BE)?)"),
    "zero": pattern("(NO NOUN | NOTHING)"),
    "avoiding": pattern(
        f"(WITHOUT (PASS|VIA)* (ANY|ALL)? | (WHILE|THAT|WHICH|AND)? AVOID (ALL|EVERY|ANY)?"
        f"| (THAT|WHICH|AND)? (DO|CAN|MUST)? NOT PASS (ANY|ALL)? | (THAT|WHICH|AND)? PASS NO) {_X} BETWEEN?"
    ),
    "avoid": pattern(
        "WHILE? (WITHOUT (PASS|VIA)* | (THAT|WHICH)? AVOID | (THAT|WHICH|AND)? (DO|CAN|MUST)? NOT PASS) S"
    ),
    "via": pattern("((THAT|WHICH|AND|WHILE)? (DO|MUST)? PASS | VIA) S"),
    "short": pattern("SHORT|FEWEST"),
}


def _take(tokens: Tokens, parts: Parts, meaning: Meaning | None) -> None:
    """Moves conditions and rules of a sentence into the parts."""
    short = [d for d in tokens.distances if d.kind == "short"]
    parts.short |= bool(short)
    parts.distances += [d for d in tokens.distances if d.kind != "short"]
    if len(parts.distances) > 1:
        raise Unmatched("two readings", "more than one distance")
    for rule in _RULES:
        parts.rule |= bool(tokens.cut(rule, lambda _: None))
    _take_looks(tokens, parts, meaning)
    _take_ends(tokens, parts)
    if CODES["CYCLE"] not in tokens.codes:
        _take_places(tokens, parts)


def _take_looks(tokens: Tokens, parts: Parts, meaning: Meaning | None) -> None:
    """Takes out which arrows count and what a path avoids; the look of the nodes asked for stays, as a filter."""
    part: Literal["node", "edge"]
    for name, where, part in (("along", _ALONG, "edge"), ("avoiding", _FOUND["avoiding"], "node")):
        m = where.search(tokens.codes)
        held = tokens.held[m.start() : m.end()] if m else []
        if m is None or not (any(isinstance(t, tuple) for t in held) or CODES["MEANT"] in m[0]):
            continue
        if getattr(parts, name) is not None:
            raise Unmatched("two readings", "more than one look")
        setattr(parts, name, _filter(held, part, m[0], meaning))
        tokens.put(m, (), ())
    for k, code in enumerate(tokens.codes):
        if isinstance(tokens.held[k], tuple) or code == CODES["MEANT"]:
            tokens.held[k] = _filter([tokens.held[k]], "node", code, meaning)


def _filter(held: list[object], part: Literal["node", "edge"], codes: str, meaning: Meaning | None) -> Filter:
    looks = [_look(t, part) for t in held if isinstance(t, tuple)]
    if CODES["MEANT"] in codes:
        if meaning is None or meaning.part != part:
            raise Unmatched("no meaning", "it uses a meaning that it does not bind")
        looks.append(Filter(meaning.look, meaning.value))
    if len(looks) != 1:
        raise Unmatched("two readings", "more than one look")
    return looks[0]


def _take_ends(tokens: Tokens, parts: Parts) -> None:
    """Takes out the label of an arrow, and makes one token of two mentions, a number of nodes, or no node."""
    m = _FOUND["word"].search(tokens.codes)
    if m is not None:
        parts.word, parts.arrow = tokens.held[m.end() - 1], True
        alone = m[0][0] == CODES["ARROW"]
        tokens.put(m, ("ARROW",) if alone else (), (None,) if alone else ())
    for name, to in (("arrows", "FROM"), ("arrows back", "TO")):
        m = _FOUND[name].search(tokens.codes)
        if m is not None:
            tokens.put(m, ("ARROW", to, "PAIR"), (None, None, tokens.mentions(m)))
    tokens.cut(_FOUND["pair"], lambda held: ("PAIR", tuple(t for t in held if isinstance(t, int))))
    m = _FOUND["many"].search(tokens.codes)
    if m is not None:
        number = next(t for t in tokens.held[m.start() : m.end()] if isinstance(t, int))
        tokens.put(m, ("MANY",), (number + (m[0][0] == CODES["MORE"]),))
    tokens.cut(_FOUND["top"], lambda _: ("TOP", None))
    tokens.cut(_FOUND["zero"], lambda _: ("ZERO", None))


def _take_places(tokens: Tokens, parts: Parts) -> None:
    """Takes out the nodes that a path avoids or passes, and whether it is a shortest one."""
    tokens.cut(_FOUND["avoid"], lambda held: parts.avoid.append(held[-1]))
    tokens.cut(_FOUND["via"], lambda held: parts.via.append(held[-1]))
    parts.shortest |= bool(tokens.cut(_FOUND["short"], lambda _: None))
