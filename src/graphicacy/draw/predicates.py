"""The controlled predicates of relations, and the line and head that draws each.

Heads follow the Systems Biology Graphical Notation, process description and activity flow (SBGN PD L1 V2.0,
SBGN AF L1 V1.2): stimulation pointed, inhibition a T-bar, catalysis a circle, modulation a diamond. Flow,
cause and dependency arrows are pointed, as in ISO 5807 flowcharts and UML 2.5 dependency.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from graphicacy.diagram.model import Head, LineStyle

__all__ = ["PREDICATES", "Drawn", "Predicate", "find_predicate"]


class Drawn(StrEnum):
    """How a relation shows in a picture."""

    ARROW = "arrow"  # subject → object: the direction counts
    LINE = "line"  # a connection without direction
    MUTUAL = "mutual"  # both ways: a two-headed line or two opposite arrows
    ENCLOSURE = "enclosure"  # the object lies inside the subject
    CALLOUT = "callout"  # a leader line from the label to the thing


@dataclass(frozen=True, slots=True)
class Predicate:
    """One predicate: ``head`` and ``line`` are how the reference draws it, ``accepts`` the heads that are right.

    ``sign`` is the edge label ("+" or "-") that says the same as the head in causal-loop diagrams.
    """

    name: str
    drawn: Drawn
    head: Head
    accepts: frozenset[Head]
    line: LineStyle = LineStyle.SOLID
    sign: str = ""
    synonyms: tuple[str, ...] = ()
    known: bool = True


_POINTED = frozenset({Head.POINTED})
_ANY = frozenset(Head) - {Head.NONE}


def _arrow(name: str, *synonyms: str, line: LineStyle = LineStyle.SOLID) -> Predicate:
    return Predicate(name, Drawn.ARROW, Head.POINTED, _POINTED, line, synonyms=synonyms)


PREDICATES: tuple[Predicate, ...] = (
    _arrow("activates", "stimulates", "induces", "promotes", "upregulates", "excites", "enhances", "phosphorylates"),
    Predicate(
        "inhibits",
        Drawn.ARROW,
        Head.BLUNT,
        frozenset({Head.BLUNT}),
        synonyms=("represses", "blocks", "suppresses", "downregulates", "inactivates", "antagonises", "prevents"),
    ),
    Predicate(
        "catalyses",
        Drawn.ARROW,
        Head.CIRCLE,
        frozenset({Head.CIRCLE, Head.POINTED}),
        synonyms=("catalyzes",),
    ),
    Predicate(
        "regulates",
        Drawn.ARROW,
        Head.DIAMOND,
        _ANY,
        synonyms=("modulates", "controls", "moderates", "affects", "influences"),
    ),
    Predicate("increases", Drawn.ARROW, Head.POINTED, _POINTED, sign="+", synonyms=("raises", "strengthens")),
    Predicate(
        "decreases",
        Drawn.ARROW,
        Head.POINTED,
        frozenset({Head.POINTED, Head.BLUNT}),
        sign="-",
        synonyms=("reduces", "lowers", "weakens"),
    ),
    _arrow("converts to", "is converted to", "becomes", "transforms into", "differentiates into", "is transcribed to"),
    _arrow("transports", "carries", "pumps", "delivers", "moves to", "flows to", "flows into", "drains into"),
    _arrow("produces", "yields", "generates", "emits", "secretes", "releases", "forms", "outputs"),
    _arrow("precedes", "leads to", "is followed by", "goes to", "then", "continues to", "branches to"),
    _arrow("causes", "results in", "triggers", "predicts", "drives", "acts on", "explains"),
    _arrow("recruits", "attracts"),
    _arrow("encodes", "specifies", "defines"),
    _arrow("feeds", "supplies", "provides", "inputs to", "is input to", "powers", "heats", "cools", "illuminates"),
    _arrow("sends to", "sends", "requests", "calls", "writes to", "publishes to", "transmits to", "signals", "queries"),
    _arrow("detects", "measures", "monitors", "senses", "observes", "recognises", "recognizes"),
    _arrow("presents to", "presents", "displays"),
    _arrow("depends on", "requires", "uses", line=LineStyle.DASHED),
    _arrow("is a kind of", "is a", "specialises", "inherits from"),
    Predicate(
        "binds",
        Drawn.LINE,
        Head.NONE,
        frozenset({Head.NONE, Head.POINTED, Head.CIRCLE, Head.DIAMOND}),
        synonyms=("binds to", "interacts with", "associates with", "forms a complex with"),
    ),
    Predicate(
        "connects to",
        Drawn.LINE,
        Head.NONE,
        frozenset({Head.NONE, Head.POINTED, Head.CIRCLE, Head.DIAMOND}),
        synonyms=("is connected to", "connects", "is linked to", "attaches to", "is joined to"),
    ),
    Predicate(
        "is in equilibrium with",
        Drawn.MUTUAL,
        Head.POINTED,
        _POINTED,
        synonyms=("equilibrates with", "exchanges with", "correlates with", "covaries with"),
    ),
    Predicate(
        "contains",
        Drawn.ENCLOSURE,
        Head.NONE,
        frozenset(),
        synonyms=("encloses", "includes", "has part", "houses", "surrounds"),
    ),
    Predicate(
        "names",
        Drawn.CALLOUT,
        Head.NONE,
        frozenset({Head.NONE, Head.CIRCLE, Head.POINTED}),
        synonyms=("labels", "points at", "points to"),
    ),
)

_BY_NAME = {name: p for p in PREDICATES for name in (p.name, *p.synonyms)}


def find_predicate(name: str) -> Predicate:
    """The predicate of this name or synonym; case, hyphens and underscores do not count.

    A name that is not in the list is taken for a directed arrow with any head (``known`` is False), so that a
    user's own suite can be scored; ``graphicacy draw tasks --check`` names it.
    """
    key = re.sub(r"[\s_-]+", " ", name).strip().casefold()
    found = _BY_NAME.get(key)
    return found or Predicate(key, Drawn.ARROW, Head.POINTED, _ANY, known=False)
