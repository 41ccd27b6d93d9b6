"""Queries → the one answer that is certain, by an algorithm per template."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from graphicacy.read.figure import Figure, fold
from graphicacy.read.query.facts import Facts, World, facts_of
from graphicacy.read.query.form import Query, Supposition, Template
from graphicacy.read.query.looks import EDGE_LOOKS, NODE_LOOKS

__all__ = ["Finding", "answer", "find"]


class Finding(NamedTuple):
    """A certain answer: ids in diagram order, or a path, empty where there is none.

    ``looks`` is the number of nodes and arrows that have to be looked at to find it, ``seen`` are those nodes.
    ``paths`` has, where a path is asked, the arrows on ways from the first node to the last, as pairs of ids: all paths
    that are right lie on them.
    """

    nodes: tuple[str, ...]
    looks: int
    seen: frozenset[str] = frozenset()
    paths: tuple[tuple[str, str], ...] = ()


def answer(query: Query, figure: Figure) -> tuple[str, ...] | None:
    """The ids of a set in diagram order, or one right path (the rubric admits all), () if there is none.

    None where no answer is certain: a node of the query or of the answer is not named, an arrow that matters is not one
    for all readers, a look is doubtful, what is supposed does not fit the figure, two nodes tie. Raises ``ValueError``
    for a query that lacks what its template needs.
    """
    found = find(query, figure)
    return None if found is None else found.nodes


def find(query: Query, figure: Figure) -> Finding | None:
    """As ``answer``, with what it takes to find it."""
    _check(query)
    facts = facts_of(figure)
    if not facts.named.issuperset(query.nodes):
        return None
    world = facts.along(query.along)
    if query.suppose is not None:
        if not _is_certain(query.suppose, facts, world):
            return None
        if _is_wrong(query.suppose, world):
            return Finding((), 3)
        if query.suppose.change != "stated":
            supposed = facts.supposed(world, query.suppose)
            if supposed is None:
                return None
            world = supposed
    return _path(query, facts, world) if query.template.asks_path else _set(query, facts, world)


def _check(query: Query) -> None:
    template, number = query.template, query.number
    if len(query.nodes) != template.arity or len(set(query.nodes)) < template.arity:
        raise ValueError(f"{template}: takes {template.arity} different nodes, not {query.nodes!r}")
    if (number is not None) != (template in _NUMBERED) or (number is not None and number < 1):
        raise ValueError(f"{template}: {number!r} is no number for it")
    if (query.word is not None) != (template in _WORDED):
        raise ValueError(f"{template}: {query.word!r} is no word for it")
    if query.avoiding is not None and template not in (Template.PATH, Template.SHORTEST):
        raise ValueError(f"{template}: only paths and shortest paths avoid a look")
    if query.having is not None and template.asks_path:
        raise ValueError(f"{template}: a path is not chosen by the look of its nodes: use avoiding")
    for look, known in ((query.having, NODE_LOOKS), (query.avoiding, NODE_LOOKS), (query.along, EDGE_LOOKS)):
        if look is not None and look.look not in known:
            raise ValueError(f"{template}: {look.look!r} is no look of such parts, which are {', '.join(known)}")


def _is_certain(premise: Supposition, facts: Facts, world: World) -> bool:
    ends = {premise.source, premise.target}
    return ends <= facts.named and not ends & world.unsettled


def _is_wrong(premise: Supposition, world: World) -> bool:
    return premise.change == "stated" and not world.graph.has(premise.source, premise.target)


def _path(query: Query, facts: Facts, world: World) -> Finding | None:
    graph, (start, end) = world.graph, query.nodes[:2]
    near = graph.on_ways(start, end)
    if graph.reach(start) & world.unsettled or not near <= facts.named:
        return None
    shunned: set[str] = set()
    if query.avoiding is not None:
        verdicts = {key: facts.has(key, query.avoiding) for key in near - {start, end}}
        if None in verdicts.values():
            return None
        shunned = {key for key, verdict in verdicts.items() if verdict}
    if query.template is Template.PATH_VIA:
        path = graph.via(start, query.nodes[2], end)
    else:
        path = graph.shortest(start, end, shunned | set(query.nodes[2:]))
    if path is None:
        return None
    near = near - shunned
    arrows = tuple((key, to) for key in graph.next if key in near for to in graph.next[key] if to in near)
    seen = near or graph.reach(start)
    return Finding(path, len(seen) + len(arrows), frozenset(seen), arrows)


def _set(query: Query, facts: Facts, world: World) -> Finding | None:
    solved = _SOLVERS[query.template](query, facts, world)
    if solved is None or solved.touched & world.unsettled:
        return None
    found = solved.found - set(query.nodes)
    if query.having is not None:
        verdicts = {key: facts.has(key, query.having) for key in found}
        if None in verdicts.values():
            return None
        found = {key for key, verdict in verdicts.items() if verdict}
    if not found <= facts.named:
        return None
    seen = solved.touched | solved.found
    arrows = sum(to in seen for key in seen for to in world.graph.next[key])
    return Finding(tuple(sorted(found, key=facts.rank.__getitem__)), len(seen) + arrows, frozenset(seen))


class _Solved(NamedTuple):
    """The nodes that fit, and those whose arrows must be certain for that."""

    found: set[str]
    touched: set[str]


def _next(query: Query, facts: Facts, world: World) -> _Solved:
    return _Solved(_common(world.graph.next, query), set(query.nodes))


def _previous(query: Query, facts: Facts, world: World) -> _Solved:
    return _Solved(_common(world.graph.previous, query), set(query.nodes))


def _common(leads: dict[str, tuple[str, ...]], query: Query) -> set[str]:
    return set.intersection(*(set(leads[key]) for key in query.nodes))


def _by_label(query: Query, facts: Facts, world: World) -> _Solved:
    (at,), words = query.nodes, fold(query.word or "")
    return _Solved({a.target for a in world.arrows if a.source == at and fold(a.label) == words}, {at})


def _reached(query: Query, facts: Facts, world: World) -> _Solved:
    found = world.graph.reach(query.nodes[0])
    return _Solved(found, found)


def _reaching(query: Query, facts: Facts, world: World) -> _Solved:
    found = set(world.graph.distances(query.nodes[0], back=True))
    return _Solved(found, found)


def _within(query: Query, facts: Facts, world: World) -> _Solved:
    return _at_distance(query, world, range(1, _number(query) + 1))


def _exactly(query: Query, facts: Facts, world: World) -> _Solved:
    return _at_distance(query, world, range(_number(query), _number(query) + 1))


def _at_distance(query: Query, world: World, wanted: range) -> _Solved:
    far = world.graph.distances(query.nodes[0])
    return _Solved({k for k, d in far.items() if d in wanted}, {k for k, d in far.items() if d < wanted.stop - 1})


def _between(query: Query, facts: Facts, world: World) -> _Solved | None:
    found = world.graph.on_paths(*query.nodes)
    return None if found is None else _Solved(found, world.graph.reach(query.nodes[0]))


def _on_every_way(query: Query, facts: Facts, world: World) -> _Solved | None:
    start, end = query.nodes
    reach = world.graph.reach(start)
    return _Solved(world.graph.on_every_path(start, end), reach) if end in reach else None


def _loop(query: Query, facts: Facts, world: World) -> _Solved | None:
    found = world.graph.on_loops(query.nodes[0])
    return None if found is None else _Solved(found, world.graph.reach(query.nodes[0]))


def _starts(query: Query, facts: Facts, world: World) -> _Solved | None:
    return _everywhere(facts, world, {key for key, others in world.graph.previous.items() if not others})


def _ends(query: Query, facts: Facts, world: World) -> _Solved | None:
    return _everywhere(facts, world, {key for key, others in world.graph.next.items() if not others})


def _branches(query: Query, facts: Facts, world: World) -> _Solved | None:
    return _everywhere(facts, world, _at_least(world.graph.next, _number(query)))


def _merges(query: Query, facts: Facts, world: World) -> _Solved | None:
    return _everywhere(facts, world, _at_least(world.graph.previous, _number(query)))


def _most_next(query: Query, facts: Facts, world: World) -> _Solved | None:
    return _everywhere(facts, world, _most(world.graph.next))


def _most_previous(query: Query, facts: Facts, world: World) -> _Solved | None:
    return _everywhere(facts, world, _most(world.graph.previous))


def _everywhere(facts: Facts, world: World, found: set[str] | None) -> _Solved | None:
    """What needs the whole figure to be a graph whose nodes and arrows are all certain."""
    return _Solved(found, set(world.graph.next)) if facts.complete and found is not None else None


def _at_least(leads: dict[str, tuple[str, ...]], number: int) -> set[str]:
    return {key for key, others in leads.items() if len(set(others) - {key}) >= number}


def _most(leads: dict[str, tuple[str, ...]]) -> set[str] | None:
    counts = {key: len(set(others) - {key}) for key, others in leads.items()}
    most = max(counts.values(), default=0)
    found = {key for key, count in counts.items() if count == most}
    return found if most and len(found) == 1 else None


def _in_group(query: Query, facts: Facts, world: World) -> _Solved | None:
    found = facts.inside(query.word or "")
    return None if found is None else _Solved(found, set())


def _number(query: Query) -> int:
    return query.number or 0


_NUMBERED = (Template.WITHIN, Template.EXACTLY, Template.BRANCHES, Template.MERGES)
_WORDED = (Template.BY_LABEL, Template.IN_GROUP)
_SOLVERS: dict[Template, Callable[[Query, Facts, World], _Solved | None]] = {
    Template.NEXT: _next,
    Template.PREVIOUS: _previous,
    Template.BY_LABEL: _by_label,
    Template.REACHED: _reached,
    Template.REACHING: _reaching,
    Template.WITHIN: _within,
    Template.EXACTLY: _exactly,
    Template.BOTH_NEXT: _next,
    Template.BOTH_PREVIOUS: _previous,
    Template.BETWEEN: _between,
    Template.ON_EVERY_WAY: _on_every_way,
    Template.STARTS: _starts,
    Template.ENDS: _ends,
    Template.BRANCHES: _branches,
    Template.MERGES: _merges,
    Template.MOST_NEXT: _most_next,
    Template.MOST_PREVIOUS: _most_previous,
    Template.IN_GROUP: _in_group,
    Template.LOOP: _loop,
}
