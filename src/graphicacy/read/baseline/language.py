"""M1, M2, C1, C2, C3: questions in words, read by the same grammar that tells whether a question is clear."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

from graphicacy.diagram.model import Edge
from graphicacy.read.baseline.looks import edges_of, nodes_of
from graphicacy.read.baseline.meanings import meaning_in
from graphicacy.read.baseline.mentions import mentioned, named, spelt, stands_in
from graphicacy.read.baseline.perceived import Perceived, perceived, with_diagram
from graphicacy.read.baseline.routes import bridged
from graphicacy.read.baseline.seen import Asked, CannotAnswer, Seen
from graphicacy.read.phrasing import Unmatched, match
from graphicacy.read.query import Query, Supposition, Template, find
from graphicacy.read.query.facts import facts_of
from graphicacy.read.question import NONE

__all__ = ["answer"]

_NONE_RULE = " If nothing in the figure fits, or if "  # begins the sentence that admits "none"
_CONVENTIONS = re.compile(
    r"(?: Leave out (?:“[^”]*”|.{1,200}?) itself\.| Count lines that end in [a-z ]+ as arrows, too\."
    rf"|{_NONE_RULE}.*)+\Z",
    re.S,
)
_REWRITTEN = ("semantic-rewrite", "comprehensive-rewrite")  # their questions call nodes otherwise than pictures do
_BRIDGED = (Template.PATH, Template.SHORTEST, Template.PATH_AVOIDING, Template.BETWEEN, Template.ON_EVERY_WAY)


def answer(asked: Asked, pictures: Sequence[Seen]) -> list[str] | str:
    """Labels of a set or of a path, or ``NONE``, where the question admits that and nothing that is seen fits."""
    seen, may_be_none = pictures[0], _NONE_RULE in asked.question
    text = _CONVENTIONS.sub("", asked.question)
    names = mentioned(text)
    figure = perceived(seen)
    if asked.task not in _REWRITTEN:
        figure = spelt(figure, names)
    try:
        query = match(text, figure, meaning=meaning_in(text)).query
    except Unmatched as reason:
        absent = [name for name in names if named(figure, name) is None and not stands_in(seen.texts, name)]
        if may_be_none and absent and reason.cause == "unknown entity":
            return NONE
        raise CannotAnswer(f"I do not see for sure what it asks: {reason.cause}") from None
    found = [figure.labels[key] for key in answered(query, figure, guess=not may_be_none)]
    if not found and not may_be_none:
        raise CannotAnswer("nothing that I see in the picture fits")
    return found or NONE


def answered(query: Query, figure: Perceived, *, guess: bool = False) -> tuple[str, ...]:
    """The ids of a set, or of a path in its order, as far as can be seen; () where there are none.

    ``guess``: there is an answer, so that where there must be a path, one arrow of it may be unseen.
    """
    if query.suppose is not None:
        changed = _supposed(query.suppose, figure)
        if changed is None:
            return ()
        figure = changed
    if query.along is not None:
        having = edges_of(figure, query.along)
        figure = _with_edges(figure, [e for k, e in enumerate(figure.diagram.edges) if k in having])
    shunned: set[str] = set()
    if query.avoiding is not None:
        shunned = nodes_of(figure, query.avoiding) - set(query.nodes)
        figure = _with_edges(figure, [e for e in figure.diagram.edges if not {e.source, e.target} & shunned])
    plain = replace(query, suppose=None, along=None, avoiding=None, having=None)
    finding = find(plain, figure)
    if plain.template in _BRIDGED and (finding is None or (guess and not finding.nodes)):
        figure = _bridged(plain, figure, shunned)
        finding = find(plain, figure)
    if finding is None:
        return _tied(plain, figure)
    if query.having is None:
        return finding.nodes
    fit = nodes_of(figure, query.having)
    return tuple(key for key in finding.nodes if key in fit)


def _supposed(premise: Supposition, figure: Perceived) -> Perceived | None:
    """The figure as a premise has it; None where it states an arrow that runs the other way.

    What a question takes for granted of the figure itself counts as seen: an arrow that would be removed is there.
    """
    ends, back = (premise.source, premise.target), (premise.target, premise.source)
    pairs = {(a.source, a.target) for a in figure.arrows}
    others = [e for k, e in enumerate(figure.diagram.edges) if k not in _between(ends, figure)]
    if premise.change == "stated":
        if ends not in pairs and back in pairs:
            return None
        return figure if ends in pairs else _with_edges(figure, [*figure.diagram.edges, Edge(*ends)])
    if premise.change == "removed":
        return _with_edges(figure, others)
    new = Edge(*(ends if premise.change == "added" else back))
    return _with_edges(figure, [*others, new])


def _bridged(query: Query, figure: Perceived, shunned: AbstractSet[str]) -> Perceived:
    """The figure with an arrow that was not seen, where it is likely, so that there is the path that is asked about."""
    graph = facts_of(figure).world.graph
    start, end, *others = query.nodes
    path = bridged(graph, start, end, shunned | set(others))
    unseen = [Edge(*pair) for pair in pairwise(path) if not graph.has(*pair)]
    return _with_edges(figure, [*figure.diagram.edges, *unseen])


def _between(ends: tuple[str, str], figure: Perceived) -> set[int]:
    """Indices of the edges that are arrows from one node to another."""
    return {a.edge for a in figure.arrows if (a.source, a.target) == ends}


def _with_edges(figure: Perceived, edges: list[Edge]) -> Perceived:
    return with_diagram(figure, replace(figure.diagram, edges=tuple(edges)))


def _tied(query: Query, figure: Perceived) -> tuple[str, ...]:
    """All nodes with the most arrows, where these are several; else the question is not answered."""
    leads = {Template.MOST_NEXT: figure.next, Template.MOST_PREVIOUS: figure.previous}.get(query.template)
    if leads is None:
        raise CannotAnswer("what I see in the picture is not clear enough")
    counts = {key: len(set(others) - {key}) for key, others in leads.items()}
    most = max(counts.values(), default=0)
    return tuple(key for key, count in counts.items() if count == most)
