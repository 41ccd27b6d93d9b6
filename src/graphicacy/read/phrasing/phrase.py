"""A question in words, drawn from a grammar of paraphrases."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TypeVar

import numpy as np

from graphicacy.read.corpus.entry import Kind, Meaning
from graphicacy.read.figure import Figure
from graphicacy.read.phrasing.frames import FRAMES, GRAPH_FRAMES
from graphicacy.read.phrasing.register import (
    Register,
    Words,
    a_or_an,
    arrows_of_look,
    binding,
    is_plural,
    nodes_of_look,
    words_of,
)
from graphicacy.read.phrasing.text import listed
from graphicacy.read.phrasing.vocabulary import KNOWN, NUMBERS, SINGLE
from graphicacy.read.query.form import Filter, Query, Supposition, Template

__all__ = ["phrase"]

T = TypeVar("T")


def phrase(
    query: Query,
    figure: Figure,
    rng: np.random.Generator,
    *,
    register: Register,
    names: Mapping[str, str] | None = None,
    meaning: Meaning | None = None,
) -> str:
    """One natural question that asks a query, and that ``match`` reads as this query.

    Nodes are mentioned by their label in quotes, or by the words in ``names``. Where the query has a look that
    ``meaning`` is about, the question first says what the look stands for, and then speaks of that alone.
    """
    draw = _Draw(rng)
    writer = _Writer(query, figure, draw, words_of(register, figure.entry.kind), names or {}, meaning)
    frames = _frames(query.template, register, figure.entry.kind, writer.singular)
    text = writer.fill(draw.one(frames))
    return writer.whole(text)


class _Draw:
    """Choices from one number drawn: cheaper than to draw each, and always as many."""

    def __init__(self, rng: np.random.Generator) -> None:
        high, low = rng.integers(1 << 62, size=2).tolist()
        self._left: int = (high << 62) | low

    def one(self, of: Sequence[T]) -> T:
        k = int(self._left % len(of))
        self._left //= len(of)
        return of[k]


_PART = re.compile(r"\{(\w+)\}|\[([^\]]*)\]")


@cache
def _parsed(frame: str) -> tuple[str | tuple[str, ...], ...]:
    """Literal texts, parts (``{…}`` without braces, at odd places) and choices of a frame, in turn."""
    parts: list[str | tuple[str, ...]] = []
    at = 0
    for m in _PART.finditer(frame):
        parts += [frame[at : m.start()], m[1] if m[1] is not None else tuple(m[2].split("|"))]
        at = m.end()
    return (*parts, frame[at:])


@cache
def _frames(template: Template, register: Register, kind: Kind, singular: bool) -> tuple[str, ...]:
    """The frames whose parts there are words for."""
    words = words_of(register, kind)
    frames = FRAMES[template] + (GRAPH_FRAMES.get(template, ()) if register is Register.GRAPH else ())
    missing = [
        names
        for names, there in {
            ("{B}", "{B3}", "{B0}", "{B03}"): words.backward,
            ("{FP}", "{FP0}"): words.forward_passive,
            ("{BP}", "{BP0}"): words.backward_passive,
            ("{x}",): singular,
        }.items()
        if not there
    ]
    fine = (f for f in frames if not any(name in f for names in missing for name in names))
    return tuple(f for f in fine if singular or "{X}" in f or template.asks_path)


class _Writer:
    """Fills the parts of a frame for one query."""

    def __init__(
        self,
        query: Query,
        figure: Figure,
        draw: _Draw,
        words: Words,
        names: Mapping[str, str],
        meaning: Meaning | None,
    ) -> None:
        self._query, self._figure, self._draw, self._words, self._names = query, figure, draw, words, names
        looks = (query.having, query.avoiding, query.along)
        bound = meaning is not None and Filter(meaning.look, meaning.value) in looks
        self._meaning = meaning if bound else None

    @property
    def singular(self) -> bool:
        """Whether the nodes asked for can be told in the singular, or by *what*."""
        return self._query.having is None

    def fill(self, frame: str) -> str:
        """A frame with its parts and choices made."""
        out: list[str] = []
        for k, part in enumerate(_parsed(frame)):
            if isinstance(part, tuple):
                out.append(self._draw.one(part))
            else:
                out.append(self._part(part) if k % 2 else part)
        return "".join(out)

    def whole(self, text: str) -> str:
        """The question with what is said before it: what a look means, which arrows count, what is supposed."""
        query = self._query
        before: list[str] = [binding(self._meaning)] if self._meaning is not None else []
        if query.along is not None:
            arrows = self._arrows(query.along)
            before.append(self._draw.one((f"Follow only {arrows}.", f"Only {arrows} count.")))
        if query.suppose is not None:
            clause, joined = self._supposed(query.suppose)
            text = f"{clause}, {_lower(text)}" if joined else f"{clause}. {_upper(text)}"
        elif not before:
            text = self._draw.one((text, text, f"In this figure, {_lower(text)}", f"In the diagram, {_lower(text)}"))
        return " ".join((*before, _upper(text)))

    def _part(self, name: str) -> str:
        query, words = self._query, self._words
        if name in "abc":
            return self.mention(query.nodes["abc".index(name)])
        if name == "X":
            return words.nodes if query.having is None else self._nodes(query.having, words.nodes)
        if name == "V":
            return "" if query.avoiding is None else self._avoiding(query.avoiding)
        if name in _NUMBERED:
            assert query.number is not None
            one = query.number == 1
            return {
                "n": _WORDS.get(query.number, str(query.number)),
                "many": words.node if one else words.nodes,
                "arrows": "arrow" if one else "arrows",
                "do": "does" if one else "do",
            }[name]
        return self._word(name)

    def _word(self, name: str) -> str:
        words, one = self._words, self._draw.one
        if name[0] in "FB" and name.rstrip("03P") in ("F", "B"):
            return self._verb(name)
        match name:
            case "x" | "node":
                return words.node
            case "nodes":
                return words.nodes
            case "w":
                return f"“{self._query.word}”"
            case "far":
                return one(words.far)
            case "farback":
                return one(words.far_back)
            case "once":
                return one((f"(a path passes no {words.node} twice)", f"(no path passes {a_or_an(words.node)} twice)"))
            case _:
                return f"(a loop passes no {words.node} twice)"

    def _verb(self, name: str) -> str:
        words = self._words
        active, passive = (
            (words.forward, words.forward_passive) if name[0] == "F" else (words.backward, words.backward_passive)
        )
        verb = self._draw.one(passive if "P" in name else active)
        adverb = "" if "0" in name else self._draw.one(("directly", "directly", "immediately"))
        return _inflected(verb, adverb, "3" in name)

    def mention(self, node: str) -> str:
        """The words that mention a node."""
        words = self._names.get(node)
        if words is None:
            return f"“{self._figure.labels[node]}”"
        return words if _reads_bare(words) else f"“{words}”"

    def _nodes(self, look: Filter, noun: str) -> str:
        if self._meaning is None or (self._meaning.look, self._meaning.value) != (look.look, look.value):
            return self._draw.one(nodes_of_look(look, noun))
        return self._meaning.text if is_plural(self._meaning.text) else f"{noun} that are {self._meaning.text}"

    def _arrows(self, look: Filter) -> str:
        if self._meaning is None or (self._meaning.look, self._meaning.value) != (look.look, look.value):
            return self._draw.one(arrows_of_look(look))
        return self._meaning.text if is_plural(self._meaning.text) else f"arrows that are {self._meaning.text}"

    def _avoiding(self, look: Filter) -> str:
        nodes = self._nodes(look, self._words.nodes)
        return self._draw.one((f", avoiding all {nodes} in between", f", without passing any {nodes} in between"))

    def _supposed(self, suppose: Supposition) -> tuple[str, bool]:
        """A supposition, and whether the question goes on after a comma."""
        a, b = self.mention(suppose.source), self.mention(suppose.target)
        text, joined = self._draw.one(_SUPPOSED[suppose.change])
        return _PART.sub(lambda m: a if m[1] == "a" else b, text), joined


_SUPPOSED: dict[str, tuple[tuple[str, bool], ...]] = {
    "removed": (
        ("Suppose the arrow from {a} to {b} were removed", False),
        ("If the arrow from {a} to {b} were missing", True),
        ("Imagine that there were no arrow from {a} to {b}", False),
        ("If the arrow from {a} to {b} did not exist", True),
        ("Suppose that no arrow led from {a} to {b}", False),
    ),
    "added": (
        ("Suppose there were also an arrow from {a} to {b}", False),
        ("If an arrow from {a} to {b} were added", True),
        ("Imagine an additional arrow from {a} to {b}", False),
        ("If another arrow led from {a} to {b}", True),
    ),
    "reversed": (
        ("Suppose the arrow from {a} to {b} ran the other way", False),
        ("If the arrow from {a} to {b} were reversed", True),
        ("Imagine that the arrow from {a} to {b} pointed in the opposite direction", False),
        ("If the arrow from {a} to {b} ran from {b} to {a} instead", True),
    ),
    "stated": (
        ("Since an arrow leads from {a} to {b}", True),
        ("Given that there is an arrow from {a} to {b}", True),
        ("As the figure shows, an arrow leads from {a} to {b}", False),
        ("The figure shows an arrow from {a} to {b}", False),
    ),
}
_WORDS = {n: word for word, n in NUMBERS.items() if n}
_NUMBERED = ("n", "many", "arrows", "do")


@cache
def _inflected(verb: str, adverb: str, third: bool) -> str:
    words = verb.split()
    if third:
        at = 1 if words[0] == "~" else 0
        words[at] += "es" if words[at].endswith(("s", "sh", "ch")) else "s"
    return " ".join(adverb if w == "~" else w for w in words if adverb or w != "~")


@lru_cache(maxsize=4096)
def _reads_bare(words: str) -> bool:
    """Whether words need no quotes: no sign in them, nor a word that could be one of the question."""
    own = [w for w in _WORDS_OF.findall(words.casefold()) if w not in _FAMILIAR]
    distinct = any(w not in KNOWN for w in own) and not any(w in SINGLE or w.isdigit() for w in own)
    return distinct and _PLAIN.fullmatch(words) is not None


_WORDS_OF = re.compile(r"\w+")
_PLAIN = re.compile(r"[^\W_]+(?:[ -][^\W_]+)*")
_FAMILIAR = listed("the a an of by is are being")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
