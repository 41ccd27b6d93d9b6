"""The words of a domain, read from ``words/<domain>.txt``, and the labels that they make.

A file has the domain's themes, one after the other, and then what all of them share::

    = Outpatient biopsy work-up                a theme; start:, end: are labels of its first and last nodes
    ? Which urgency? : urgent, routine, none   a question of the theme, and its outcomes, three or more
    # Microscopy                               a phase of the theme, in its order
    stain, scan | tumour margin, smear | readable     verbs | objects | what may be asked of an object
    actors: Ward nurses; Pharmacy              a list of the domain
    * states                                   a kind of diagram, and the names of its nodes: plain ones, or
    patient, lab sample | registered, archived        first words | last words

Verbs stand in the order in which they are done, and fit every object beside them: each pair is a label, unless one word
echoes the other (*review the legal review*).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import NamedTuple

from graphicacy.read.corpus.entry import DOMAINS, Kind

__all__ = ["LONGEST", "Pair", "Phase", "Theme", "Vocabulary", "common_words", "vocabulary"]

LONGEST = 45  # characters of a label
_FILES = {"earth and environment": "earth", "software operations": "operations", "law and administration": "law"}
_STEM = 5  # letters by which words are told apart
_SINGULAR = ("ss", "us", "is", "series")  # ends of words in s that are no plurals


class Pair(NamedTuple):
    """A label made of two parts: a verb and its object, or the first and the last words of a name."""

    first: str
    last: str

    @property
    def label(self) -> str:
        """The words as a node shows them."""
        return self.words[0].upper() + self.words[1:]

    @property
    def words(self) -> str:
        """The label as it stands within a sentence."""
        return f"{self.first} {self.last}".strip()


@dataclass(frozen=True)
class Phase:
    """A stage of a theme: verbs in their order, and objects that each of them fits."""

    title: str
    verbs: tuple[str, ...]
    objects: tuple[str, ...]
    checks: tuple[str, ...]

    @cached_property
    def steps(self) -> tuple[Pair, ...]:
        """All steps, verb by verb."""
        pairs = (Pair(verb, thing) for verb in self.verbs for thing in self.objects)
        return tuple(pair for pair in pairs if len(pair.label) <= LONGEST and not _echo(pair.first, pair.last))

    def questions(self, thing: str) -> list[str]:
        """What may be asked of an object: *yes* is the answer when all is well."""
        is_plural = thing.endswith("s") and not thing.endswith(_SINGULAR)
        asked = [
            f"{'Are' if is_plural else 'Is'} the {thing} {check}?" for check in self.checks if not _echo(check, thing)
        ]
        return [question for question in asked if len(question) <= LONGEST]


@dataclass(frozen=True)
class Theme:
    """A piece of work of the domain, from its start to its end; ``choices`` are questions with three outcomes or more.

    The first of the ends is the good one.
    """

    title: str
    starts: tuple[str, ...]
    ends: tuple[str, ...]
    choices: tuple[tuple[str, tuple[str, ...]], ...]
    phases: tuple[Phase, ...]


@dataclass(frozen=True)
class Vocabulary:
    """The words of one domain.

    ``lists`` has the domain's other words by name: actors, places, edges, marks, links, events. ``names`` has the names
    of nodes by kind of diagram.
    """

    themes: tuple[Theme, ...]
    lists: dict[str, tuple[str, ...]]
    names: dict[Kind, tuple[Pair, ...]]

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Kinds of diagrams for which there are words."""
        return (Kind.PROCESS, *self.names)

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """All labels of steps, each once."""
        phases = (phase for theme in self.themes for phase in theme.phases)
        return tuple(dict.fromkeys(pair.label for phase in phases for pair in phase.steps))

    def size(self, kind: Kind) -> int:
        """Number of nodes that a diagram of a kind can have without repeating a label."""
        return len(self.steps if kind is Kind.PROCESS else self.names[kind])


@dataclass
class _Theme:
    """A theme that is being read."""

    title: str
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    choices: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    phases: list[Phase] = field(default_factory=list)

    def done(self) -> Theme:
        return Theme(self.title, self.lists["start"], self.lists["end"], tuple(self.choices), tuple(self.phases))


@cache
def vocabulary(domain: str) -> Vocabulary:
    """The words of one of ``DOMAINS``. Raises ``ValueError`` for any other."""
    if domain not in DOMAINS:
        raise ValueError(f"domain {domain!r} is none of {', '.join(DOMAINS)}")
    themes: list[_Theme] = []
    lists: dict[str, tuple[str, ...]] = {}
    names: dict[Kind, list[Pair]] = {}
    phase, kind = "", None
    for line in _lines(_FILES.get(domain, domain)):
        mark, rest = line[0], line[1:].strip()
        if mark == "=":
            themes.append(_Theme(rest))
        elif mark == "#":
            phase = rest
        elif mark == "*":
            kind = Kind(rest)
        elif mark == "?":
            question, outcomes = rest.split(" : ")
            themes[-1].choices.append((question, _split(outcomes, ",")))
        elif ": " in line:
            name, words = line.split(": ", 1)
            (themes[-1].lists if name in ("start", "end") else lists)[name] = _split(words, ";")
        elif kind is None:
            themes[-1].phases.append(Phase(phase, *(_split(part, ",") for part in line.split("|"))))
        else:
            names.setdefault(kind, []).extend(_pairs(line))
    return Vocabulary(
        tuple(theme.done() for theme in themes),
        lists,
        {kind: tuple({pair.label: pair for pair in pairs}.values()) for kind, pairs in names.items()},
    )


@cache
def common_words() -> dict[Kind, dict[str, tuple[str, ...]]]:
    """Words of diagrams that are no processes, in any domain, by kind: frames, edges, marks, links, titles."""
    found: dict[Kind, dict[str, tuple[str, ...]]] = {}
    for line in _lines("common"):
        if line.startswith("*"):
            found[Kind(line[1:].strip())] = current = {}
        else:
            name, words = line.split(": ", 1)
            current[name] = _split(words, ";")
    return found


def _echo(one: str, other: str) -> bool:
    """Whether two phrases have words that begin alike."""
    words = [[word[:_STEM] for word in re.split("[ -]", phrase) if len(word) > 2] for phrase in (one, other)]
    return any(a.startswith(b) or b.startswith(a) for a in words[0] for b in words[1])


def _lines(name: str) -> Iterator[str]:
    text = (files(__package__) / "words" / f"{name}.txt").read_text(encoding="utf-8")
    return (line for line in text.splitlines() if line.strip())


def _split(text: str, mark: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(mark))


def _pairs(line: str) -> Iterator[Pair]:
    if "|" not in line:
        return (Pair("", name) for name in _split(line, ","))
    firsts, lasts = (_split(part, ",") for part in line.split("|"))
    return (Pair(first, last) for last in lasts for first in firsts)
