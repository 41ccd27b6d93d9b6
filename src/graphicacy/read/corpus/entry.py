"""A diagram of a corpus, with what is known about it, and what a source of such diagrams offers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram

__all__ = ["DOMAINS", "BadEntry", "Entry", "Kind", "Meaning", "Source"]

DOMAINS = (
    "medicine",
    "biology",
    "chemistry",
    "earth and environment",
    "computing",
    "software operations",
    "manufacturing",
    "law and administration",
    "finance",
    "education",
)


class Kind(StrEnum):
    """What the nodes and arrows of a diagram stand for: it chooses the words in which questions are asked."""

    PROCESS = "process"  # steps; an arrow: is followed by
    STATES = "states"  # states; an arrow: can change into
    INFLUENCE = "influence"  # factors, molecules; an arrow: acts on
    FLOW = "flow"  # places, substances, holders; an arrow: passes on to, is turned into
    STRUCTURE = "structure"  # parts, topics, modules; an arrow: points to, needs


class BadEntry(ValueError):
    """A diagram that cannot be used: one line that says why. ``cause`` is a short name to count by."""

    def __init__(self, message: str, cause: str) -> None:
        super().__init__(message)
        self.cause = cause

    def __reduce__(self) -> tuple[type[BadEntry], tuple[str, str]]:
        """Both arguments, so that it can be raised in another process."""
        return type(self), (str(self), self.cause)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a look stands for in one diagram: red nodes are urgent.

    ``value`` is, for fill and color, a name of a colour in ``diagram.colors``, and else a value of ``Shape``,
    ``LineStyle`` or ``Head``. ``text`` completes "Red nodes are …" or "Dashed arrows are …" in lower case:
    "steps that a physician must sign".
    """

    part: Literal["node", "edge"]
    look: Literal["fill", "shape", "border", "color", "line", "head"]
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One diagram of a corpus.

    ``id`` is unique in its source and names it: ``library/tcp-states``, ``generated/medicine-000123``; it has letters,
    digits, ``-``, ``_``, ``.`` and ``/`` only. ``origin`` is the name of the source. ``reference`` says where the
    facts, or the file, come from. ``layout`` has the author's positions, if there are any. ``mermaid`` and ``dot`` are
    the sources where the author gave them; they say the same graph as ``diagram``, and are written where None.
    ``problem`` is the text that a model transcribed.
    """

    id: str
    title: str
    domain: str
    origin: str
    kind: Kind
    diagram: Diagram
    meanings: tuple[Meaning, ...] = ()
    reference: str = ""
    licence: str = ""
    layout: Layout | None = None
    mermaid: str | None = None
    dot: str | None = None
    problem: str = ""


class Source(Protocol):
    """A named supply of entries that can be loaded one by one, in any order, in any process: it is pickled."""

    @property
    def name(self) -> str:
        """What ``Entry.origin`` says."""

    def keys(self) -> Iterable[str]:
        """One key per diagram, always in the same order. Cheap: no diagram is read."""

    def load(self, key: str) -> Entry:
        """The entry of a key. Raises ``BadEntry``, naming file and cause, where it cannot be read."""
