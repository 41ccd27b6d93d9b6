"""Queries drawn at random that have a certain answer, and that readers understand alike."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

import numpy as np

from graphicacy.read.figure import Figure, fold
from graphicacy.read.query.answers import Finding, find
from graphicacy.read.query.facts import Facts, facts_of
from graphicacy.read.query.form import Query, Template

__all__ = ["LONGEST", "Asked", "answered", "candidates", "in_turn", "shuffled", "unanswered", "varied"]

LONGEST = 12  # nodes of an answer: more are tedious to write down, and to check
_ROUNDS = 4  # pairs that are drawn for one first node
_TRIES = 200  # queries of one template that are tried for one figure,
_WORK = 20_000  # and times the number of its arrows, so that large ones take no longer
_CHOICE = 3  # nodes, at least, among which a question that names none lets choose
_PATIENCE = 6  # trivial queries that wait for a better one

Item = TypeVar("Item")


class Asked(NamedTuple):
    """A query with its certain answer."""

    query: Query
    finding: Finding

    @property
    def gives_away(self) -> bool:
        """Whether the question mentions a node of its answer, a set."""
        q = self.query
        ends = (q.suppose.source, q.suppose.target) if q.suppose is not None else ()
        return not q.template.asks_path and not set(ends).isdisjoint(self.finding.nodes)


def answered(
    template: Template, figure: Figure, rng: np.random.Generator, *, about: Collection[str] | None = None
) -> Iterator[Asked]:
    """Queries of a template in random order, each once, whose answer is not empty, nor of more than ``LONGEST`` nodes.

    ``about``: they mention only these nodes. Answers of one node, or along one arrow, come later than others, but are
    not left out.
    """
    facts = facts_of(figure)
    nodes = tuple(key for key in facts.askable if about is None or key in about)
    queries = _NEAR[template](template, facts, nodes, rng)
    found = (a for a in _certain(queries, figure) if 0 < len(a.finding.nodes) <= LONGEST)
    least = 4 if template.asks_path else 2
    return varied((a for a in found if _is_plain(a, facts)), lambda a: len(a.finding.nodes) >= least)


def candidates(template: Template, figure: Figure, rng: np.random.Generator) -> Iterator[Query]:
    """Queries of a template in random order, some of them more than once, that are likely to have an answer."""
    facts = facts_of(figure)
    return _NEAR[template](template, facts, facts.askable, rng)


def unanswered(template: Template, figure: Figure, rng: np.random.Generator) -> Iterator[Asked]:
    """Queries of a template in random order, each once, to which nothing in the figure is an answer."""
    facts = facts_of(figure)
    found = _certain(_ANYWHERE[template](template, facts, facts.askable, rng), figure)
    return (a for a in found if not a.finding.nodes and _is_plain(a, facts))


def varied(items: Iterable[Item], is_good: Callable[[Item], bool]) -> Iterator[Item]:
    """The same items, two good ones before each other one, as far as a short look ahead allows."""
    waiting: list[Item] = []
    run = 0
    for item in items:
        if is_good(item):
            run += 1
            yield item
        else:
            waiting.append(item)
        if waiting and (run >= 2 or len(waiting) > _PATIENCE):
            run = 0
            yield waiting.pop(0)
    yield from waiting


def in_turn(streams: Iterable[Iterator[Item]]) -> Iterator[Item]:
    """One item of each stream, then the next of each, until all have ended; of a stream given twice, two."""
    left = list(streams)
    while left:
        going = []
        for stream in left:
            for item in stream:
                yield item
                going.append(stream)
                break
        left = going


def shuffled(items: Sequence[Item], rng: np.random.Generator) -> list[Item]:
    """The items in random order."""
    return [items[k] for k in rng.permutation(len(items))]


def _certain(queries: Iterable[Query], figure: Figure) -> Iterator[Asked]:
    tried: set[Query] = set()
    most = min(_TRIES, _WORK // (1 + len(figure.arrows)))
    for query in queries:
        if len(tried) >= most:
            return
        if query not in tried:
            tried.add(query)
            finding = find(query, figure)
            if finding is not None:
                yield Asked(query, finding)


def _is_plain(asked: Asked, facts: Facts) -> bool:
    """Whether the answer is the same for readers who let a way pass a node twice, or count arrows to oneself."""
    query, graph = asked.query, facts.world.graph
    if query.template in (Template.BETWEEN, Template.LOOP):
        start, end = query.nodes[0], query.nodes[-1]
        return set(asked.finding.nodes) == graph.on_ways(start, end) - {start, end}
    if query.template in (Template.STARTS, Template.ENDS):
        leads = graph.previous if query.template is Template.STARTS else graph.next
        return all(others != (key,) for key, others in leads.items())
    return True


Nodes = tuple[str, ...]  # that may be mentioned, in diagram order
Draw = Callable[[Template, Facts, Nodes, np.random.Generator], Iterator[Query]]


def _once(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    if len(facts.named) >= _CHOICE:
        yield Query(template)


def _each(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    return (Query(template, (key,)) for key in shuffled(nodes, rng))


def _each_far(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    return (Query(template, (key,), int(rng.integers(2, 4))) for key in shuffled(nodes, rng))


def _each_number(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    numbers = shuffled((2, 3, 4), rng) if len(facts.named) >= _CHOICE else []
    return (Query(template, (), number) for number in numbers)


def _each_frame(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    titles = [g.label for g in facts.figure.diagram.groups if g.label.strip()]
    return (Query(template, word=title) for title in shuffled(titles, rng))


def _labelled(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    """Arrows whose label matters: one with another label leads from the same node."""
    words: dict[str, set[str]] = {}
    for arrow in facts.world.arrows:
        words.setdefault(arrow.source, set()).add(fold(arrow.label))
    askable = set(nodes)
    for arrow in shuffled([a for a in facts.world.arrows if a.label.strip() and a.source in askable], rng):
        if len(words[arrow.source]) > 1:
            yield Query(template, (arrow.source,), word=arrow.label)


def _labelled_elsewhere(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    """Nodes from which labelled arrows lead, with a label of other arrows."""
    arrows = [a for a in facts.world.arrows if a.label.strip()]
    words = list({fold(a.label): a.label for a in arrows}.values())
    sources = {a.source for a in arrows}
    for key in shuffled([key for key in nodes if key in sources], rng):
        yield Query(template, (key,), word=words[rng.integers(len(words))])


def _joined(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    """Pairs of nodes that have a next, or a previous, node in common."""
    graph, askable = facts.world.graph, set(nodes)
    shared = graph.previous if template is Template.BOTH_NEXT else graph.next
    for key in shuffled([key for key, others in shared.items() if len(others) > 1], rng):
        pairs = list(combinations([other for other in shared[key] if other in askable], 2))
        for pair in shuffled(pairs, rng)[:_ROUNDS]:
            yield Query(template, tuple(shuffled(pair, rng)))


def _connected(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    """Pairs with a way of two arrows or more, but not many more, from one to the other."""
    askable, graph = set(nodes), facts.world.graph
    for start in shuffled(nodes * _ROUNDS, rng):
        ends = [key for key, far in graph.distances(start).items() if 2 <= far < LONGEST and key in askable]
        if ends:
            yield Query(template, (start, ends[rng.integers(len(ends))]))


def _between(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    """Pairs with some nodes, but not many, on the ways from one to the other."""
    return (
        q for q in _connected(template, facts, nodes, rng) if len(facts.world.graph.on_ways(*q.nodes)) <= LONGEST + 2
    )


def _on_loops(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    graph = facts.world.graph
    return (q for q in _each(template, facts, nodes, rng) if len(graph.on_ways(q.nodes[0], q.nodes[0])) <= LONGEST + 1)


def _by_way(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    """Pairs with a third node that makes the shortest path wrong."""
    graph = facts.world.graph
    for pair in _connected(Template.PATH, facts, nodes, rng):
        start, end = pair.nodes
        on = set(graph.shortest(start, end)[1:-1])
        near = on if template is Template.PATH_AVOIDING else graph.on_ways(start, end) - on - {start, end}
        middles = [key for key in nodes if key in near]
        if middles:
            yield Query(template, (start, end, middles[rng.integers(len(middles))]))


def _anywhere(template: Template, facts: Facts, nodes: Nodes, rng: np.random.Generator) -> Iterator[Query]:
    """Any nodes; half of the seconds are such as lead to the first."""
    graph, askable, more = facts.world.graph, set(nodes), template.arity - 1
    if len(askable) <= more:
        return
    for start in shuffled(nodes * _ROUNDS, rng):
        back = [key for key in graph.distances(start, back=True) if key != start and key in askable]
        others = [key for key in nodes if key != start]
        second = back if back and rng.random() < 0.5 else others
        chosen = {start: None, second[rng.integers(len(second))]: None}
        while len(chosen) <= more:
            chosen[others[rng.integers(len(others))]] = None
        yield Query(template, tuple(chosen))


_SHARED: dict[Template, Draw] = {
    **dict.fromkeys((Template.NEXT, Template.PREVIOUS, Template.REACHED, Template.REACHING, Template.LOOP), _each),
    **dict.fromkeys((Template.WITHIN, Template.EXACTLY), _each_far),
    **dict.fromkeys((Template.STARTS, Template.ENDS, Template.MOST_NEXT, Template.MOST_PREVIOUS), _once),
    **dict.fromkeys((Template.BRANCHES, Template.MERGES), _each_number),
    Template.IN_GROUP: _each_frame,
}
_NEAR: dict[Template, Draw] = {
    **_SHARED,
    **dict.fromkeys((Template.ON_EVERY_WAY, Template.PATH, Template.SHORTEST), _connected),
    **dict.fromkeys((Template.PATH_VIA, Template.PATH_AVOIDING), _by_way),
    **dict.fromkeys((Template.BOTH_NEXT, Template.BOTH_PREVIOUS), _joined),
    Template.BETWEEN: _between,
    Template.LOOP: _on_loops,
    Template.BY_LABEL: _labelled,
}
_ANYWHERE: dict[Template, Draw] = {
    **_SHARED,
    **dict.fromkeys((Template.BETWEEN, Template.PATH, Template.SHORTEST, Template.PATH_VIA), _anywhere),
    **dict.fromkeys((Template.BOTH_NEXT, Template.BOTH_PREVIOUS), _anywhere),
    **dict.fromkeys((Template.PATH_AVOIDING,), _by_way),
    Template.ON_EVERY_WAY: _connected,
    Template.BY_LABEL: _labelled_elsewhere,
}
