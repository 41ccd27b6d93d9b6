"""A sentence, its mentions masked, as a string of classes of words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from graphicacy.read.phrasing.mentions import FIRST, MEANT
from graphicacy.read.phrasing.patterns import CODES
from graphicacy.read.phrasing.text import listed
from graphicacy.read.phrasing.vocabulary import FILLERS, LOOKS, NUMBERS, PHRASES, QUANTIFIERS, UNITS

__all__ = ["Distance", "Tokens", "tokens_of", "words_in"]

_WORD = re.compile(r"[\ue000-\uf8ff]|[^\W_]+(?:'[^\W_]+)?|[^\s,]")
_NUMBERED = (
    # words before the number, words after it, kind
    (("at", "most"), (), "most"),
    (("no", "more", "than"), (), "most"),
    (("not", "more", "than"), (), "most"),
    (("up", "to"), (), "most"),
    (("within",), (), "most"),
    ((), ("or", "fewer"), "most"),
    ((), ("or", "less"), "most"),
    (("exactly",), (), "exact"),
    (("precisely",), (), "exact"),
    (("distance", "of", "exactly"), (), "distance"),
    (("distance", "of"), (), "distance"),
    (("distance",), (), "distance"),
)
_BEFORE_DISTANCE = listed("in along by via after over through following with at using of")
_CONTRACTED = {
    "what's": ("what", "is"), "that's": ("that", "is"), "there's": ("there", "is"), "cannot": ("can", "not"),
    **{f"{verb}n't": (verb.removesuffix("es") if verb == "does" else verb, "not")
       for verb in ("do", "does", "did", "is", "are", "was", "were", "could", "would")},
    "can't": ("can", "not"),
}  # fmt: skip


def _longest(*tables: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """How many words the longest phrase has that begins with a word."""
    found: dict[str, int] = {}
    for table in tables:
        for words in table:
            if words:
                found[words[0]] = max(len(words), found.get(words[0], 0))
    return found


_LONGEST_DISTANCE = _longest(QUANTIFIERS)
_LONGEST_PHRASE = _longest(PHRASES, LOOKS)
_BEFORE_NUMBER = frozenset(before[0] for before, _, _ in _NUMBERED if before)


@dataclass(frozen=True, slots=True)
class Distance:
    """How far along arrows: *direct*, *any*, *most* or *exact* ``number`` arrows, or *short* (by the shortest way)."""

    kind: str
    number: int | None = None


@dataclass(slots=True)
class Tokens:
    """A letter of ``CODES`` per word or phrase that counts, with what it holds, and the distances told beside."""

    codes: str
    held: list[object]
    distances: list[Distance] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def cut(self, pattern: re.Pattern[str], put: Callable[[list[object]], tuple[str, object] | None]) -> int:
        """Replaces each match by what ``put`` makes of the things held there, and says how many there were."""
        count = 0
        while m := pattern.search(self.codes):
            new = put(self.held[m.start() : m.end()])
            self.put(m, () if new is None else (new[0],), () if new is None else (new[1],))
            count += 1
        return count

    def put(self, m: re.Match[str], names: tuple[str, ...], held: tuple[object, ...]) -> None:
        """Puts tokens of these classes, holding these things, where a match was."""
        self.codes = self.codes[: m.start()] + "".join(CODES[name] for name in names) + self.codes[m.end() :]
        self.held[m.start() : m.end()] = held

    def mentions(self, m: re.Match[str]) -> tuple[object, ...]:
        """The mentions within a match, in order."""
        return tuple(t for c, t in zip(m[0], self.held[m.start() : m.end()], strict=True) if c == CODES["S"])


def words_in(text: str) -> list[str]:
    """The words, signs and mentions of a sentence, in lower case."""
    words: list[str] = []
    for word in _WORD.findall(re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text.casefold())):
        words += _CONTRACTED.get(word, (word,))
    return words


def tokens_of(words: list[str]) -> Tokens:
    """The classes of words; those that nobody knows are in ``unknown``."""
    kept = [w for w in words if w not in FILLERS]
    distances: list[Distance] = []
    rest: list[str] = []
    at = 0
    while at < len(kept):
        distance, length = _distance(kept, at)
        if distance is None:
            rest.append(kept[at])
            at += 1
            continue
        while rest and distance.number is not None and rest[-1] in _BEFORE_DISTANCE:
            rest.pop()
        distances.append(distance)
        at += length
    return _classed(rest, distances)


def _distance(words: list[str], at: int) -> tuple[Distance | None, int]:
    word, after = words[at], words[at + 1] if at + 1 < len(words) else ""
    if word in ("right", "straight") and after not in ("after", "before", "from", "to", "into"):
        return None, 0
    if word == "next" and after == "to":
        return None, 0
    for length in range(min(_LONGEST_DISTANCE.get(word, 0), len(words) - at), 0, -1):
        kind = QUANTIFIERS.get(tuple(words[at : at + length]))
        if kind is not None:
            return Distance(kind), length
    return _numbered(words, at) if word in _BEFORE_NUMBER or _number(word) is not None else (None, 0)


def _numbered(words: list[str], at: int) -> tuple[Distance | None, int]:
    for before, behind, kind in _NUMBERED:
        k = at + len(before)
        if tuple(words[at:k]) != before or k >= len(words) or (number := _number(words[k])) is None:
            continue
        k += 1
        rest = words[k : k + 3]
        if behind:
            if tuple(rest[:2]) == behind and rest[2:3] and rest[2] in UNITS:
                return Distance(kind, number), len(before) + 4
            if rest[:1] and rest[0] in UNITS and tuple(rest[1:3]) == behind:
                return Distance(kind, number), len(before) + 4
        elif rest[:1] and rest[0] in UNITS:
            return Distance(kind, number), len(before) + 2
        elif kind == "distance":
            return Distance(kind, number), len(before) + 1
    return None, 0


def _number(word: str) -> int | None:
    if word.isascii() and word.isdigit() and len(word) <= 3:
        return int(word)
    return NUMBERS.get(word)


def _classed(words: list[str], distances: list[Distance]) -> Tokens:
    codes: list[str] = []
    held: list[object] = []
    unknown: list[str] = []
    at = 0
    while at < len(words):
        name, thing, length = _class(words, at)
        if name is None:
            unknown.append(words[at])
        elif name:
            codes.append(CODES[name])
            held.append(thing)
        at += length
    return Tokens("".join(codes), held, distances, unknown)


def _class(words: list[str], at: int) -> tuple[str | None, object, int]:
    word = words[at]
    if word == MEANT:
        return "MEANT", None, 1
    if FIRST <= ord(word[0]) < ord(MEANT):
        return "S", ord(word[0]) - FIRST, 1
    for length in range(min(_LONGEST_PHRASE.get(word, 0), len(words) - at), 0, -1):
        phrase = tuple(words[at : at + length])
        if (look := LOOKS.get(phrase)) is not None:
            return look[0], (look[1], look[2]), length
        if (name := PHRASES.get(phrase)) is not None:
            return name, 1 if name == "ONE" else None, length
    number = _number(word)
    return (None, None, 1) if number is None else ("NUM", number, 1)
