"""Queries with a premise: an arrow that is supposed to be otherwise, or that is stated as a fact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise

import numpy as np

from graphicacy.read.figure import Figure
from graphicacy.read.query.answers import find
from graphicacy.read.query.facts import Facts, facts_of
from graphicacy.read.query.form import Query, Supposition, Template
from graphicacy.read.query.graph import Pair
from graphicacy.read.query.sample import LONGEST, Asked, shuffled

__all__ = ["stated", "supposed"]

_TRIES = 6  # premises that are tried for one query
_EMPTY = 0.05  # share of queries that may have no answer under a supposition

# Of these, an arrow elsewhere than at a node of the query has an end in the answer, and so has a new one.
_ABOUT_ENDS = (
    Template.NEXT,
    Template.PREVIOUS,
    Template.REACHED,
    Template.REACHING,
    Template.WITHIN,
    Template.BOTH_NEXT,
    Template.BOTH_PREVIOUS,
)
_ADDED_ONLY = (Template.STARTS, Template.ENDS)  # where an arrow is gone, one of its ends is the answer


def supposed(base: Asked, figure: Figure, rng: np.random.Generator) -> Asked | None:
    """The query under a supposition by which no answer that was right before is right; None where none was found.

    Few of them leave nothing to answer.
    """
    premises = []
    if base.query.template not in _ADDED_ONLY:
        premises.append(_removed_or_reversed(base, facts_of(figure), rng))
    if base.query.template not in (*_ABOUT_ENDS, Template.ON_EVERY_WAY):
        premises.append(_added(base, facts_of(figure), rng))
    may_be_empty = rng.random() < _EMPTY
    for premise in chain.from_iterable(shuffled(premises, rng)):
        query = replace(base.query, suppose=premise)
        finding = find(query, figure)
        if (
            finding is None
            or len(finding.nodes) > LONGEST
            or (base.query.template.asks_path and _is_hop(finding.nodes))
        ):
            continue
        asked = Asked(query, finding)
        fits = bool(finding.nodes) or may_be_empty
        if fits and _differs(query, base.finding.nodes, finding.nodes) and not asked.gives_away:
            return asked
    return None


def stated(base: Asked, figure: Figure, rng: np.random.Generator, *, truly: bool) -> Asked | None:
    """The query after an arrow was stated as a fact, truly, or falsely the wrong way round; None where none was found.

    The arrow is near what is asked, if possible at one of its nodes.
    """
    facts = facts_of(figure)
    near = shuffled(_arrows_near(base, facts), rng)
    near.sort(key=lambda pair: set(pair).isdisjoint(base.query.nodes))
    for source, target in near[:_TRIES]:
        if facts.world.graph.has(target, source) or not {source, target}.isdisjoint(_answer_set(base)):
            continue
        query = replace(base.query, suppose=Supposition("stated", *((source, target) if truly else (target, source))))
        finding = find(query, figure)
        if finding is not None:
            return Asked(query, finding)
    return None


def _removed_or_reversed(base: Asked, facts: Facts, rng: np.random.Generator) -> Iterator[Supposition]:
    """Arrows of the path; for sets, those near, or at a node of the query, where others give away the answer."""
    if base.query.template.asks_path:
        pairs = list(pairwise(base.finding.nodes))
    else:
        pairs = _arrows_near(base, facts)
        if base.query.template in _ABOUT_ENDS:
            pairs = [pair for pair in pairs if not set(pair).isdisjoint(base.query.nodes)]
    for pair in shuffled(pairs, rng)[:_TRIES]:
        yield Supposition("removed" if rng.random() < 0.6 else "reversed", *pair)


def _added(base: Asked, facts: Facts, rng: np.random.Generator) -> Iterator[Supposition]:
    """Arrows between nodes that are seen and not joined: from the start's side of paths to the end's, from an end."""
    graph, nodes = facts.world.graph, base.query.nodes
    sources = targets = [key for key in facts.askable if key in base.finding.seen]
    if base.query.template.asks_path:
        behind, ahead = graph.reach(nodes[0]), graph.distances(nodes[1], back=True)
        sources, targets = ([key for key in facts.askable if key in part] for part in (behind, ahead))
    elif base.query.template is Template.ENDS:
        sources = list(base.finding.nodes)
    elif base.query.template is Template.STARTS:
        targets = list(base.finding.nodes)
    if not sources or not targets:
        return
    for _ in range(_TRIES):
        pair = sources[rng.integers(len(sources))], targets[rng.integers(len(targets))]
        if pair[0] != pair[1] and not graph.has(*pair) and not graph.has(*pair[::-1]) and pair != nodes[:2]:
            yield Supposition("added", *pair)


def _arrows_near(base: Asked, facts: Facts) -> list[Pair]:
    """Arrows among what has to be looked at, between nodes that can be asked about, each once."""
    inside = base.finding.seen.intersection(facts.askable)
    if base.query.template is Template.ON_EVERY_WAY:  # those on every way stay so, and are not to be mentioned
        inside = (inside & facts.world.graph.on_ways(*base.query.nodes)) - set(base.finding.nodes)
    return [(key, to) for key in facts.askable if key in inside for to in facts.world.graph.next[key] if to in inside]


def _answer_set(base: Asked) -> tuple[str, ...]:
    return () if base.query.template.asks_path else base.finding.nodes


def _differs(query: Query, before: tuple[str, ...], after: tuple[str, ...]) -> bool:
    """Whether no answer is right both before and after: of paths, those are all that are as short, or all."""
    if not query.template.asks_path:
        return set(before) != set(after)
    if query.template is Template.SHORTEST:
        return len(before) != len(after)
    return bool(before) != bool(after)


def _is_hop(path: tuple[str, ...]) -> bool:
    return len(path) == 2
