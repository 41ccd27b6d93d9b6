"""Which edges of two diagrams are the same, and how they differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable
from dataclasses import dataclass, replace
from typing import NamedTuple

from graphicacy.diagram.compare.difference import Change, FieldChange, Part
from graphicacy.diagram.compare.symbols import ENDS, Pairs, oriented, values, written
from graphicacy.diagram.model import Diagram, Edge, Head

__all__ = ["pair_edges"]

_MOST_PARALLEL = 60  # more differing edges between the same two ends are matched in order


@dataclass(frozen=True, slots=True)
class _Line:
    """An edge between ends that are named as in the first diagram. ``anchors`` are the nodes that sit on it."""

    index: int
    source: Hashable
    target: Hashable
    head: Head
    tail: Head
    values: dict[str, object]
    anchors: tuple[str, ...]

    def turned(self) -> _Line:
        return replace(self, source=self.target, target=self.source, head=self.tail, tail=self.head)

    def key(self) -> tuple[str, ...]:
        ends = (self.source, self.target, self.head, self.tail)
        return (*map(written, ends), *map(written, self.values.values()), *self.anchors)


class _Step(NamedTuple):
    """What makes one edge out of another, and how much that is."""

    cost: int
    fields: tuple[FieldChange, ...]
    reversed: bool


def pair_edges(a: Diagram, b: Diagram, pairs: Pairs, ignore: Collection[str]) -> tuple[Part[Edge], dict[int, int]]:
    """What differs among the edges, and which edge of ``b`` each edge of ``a`` is, by index.

    Only edges that join the same two ends can be the same. Of those that are parallel, equal ones go together first,
    then those that need the fewest changes in all.
    """
    first = _by_ends(_lines(a, Pairs({}, {}, {}, {}), ignore))
    second = _by_ends(_lines(b, pairs, ignore))
    match: dict[int, int] = {}
    changed: dict[int, Change[Edge]] = {}
    for ends, lines in first.items():
        for one, two in _assign(lines, second.get(ends, [])):
            match[one.index] = two.index
            step = _step(one, two)
            if step.fields or step.reversed:
                changed[one.index] = Change(a.edges[one.index], b.edges[two.index], step.fields, step.reversed)
    kept = set(match.values())
    part = Part(
        added=tuple(edge for k, edge in enumerate(b.edges) if k not in kept),
        removed=tuple(edge for k, edge in enumerate(a.edges) if k not in match),
        changed=tuple(changed[k] for k in sorted(changed)),
    )
    return part, match


def _lines(diagram: Diagram, pairs: Pairs, ignore: Collection[str]) -> list[_Line]:
    anchors = diagram.anchors()
    found = []
    for index, edge in enumerate(map(oriented, diagram.edges)):
        line = _Line(
            index,
            pairs.end(edge.source),
            pairs.end(edge.target),
            edge.head,
            edge.tail,
            values(edge, ignore),
            tuple(sorted(written(pairs.node(key)) for key in anchors.get(index, ()))),
        )
        # What is alike at both ends was turned by the ids of its own diagram: turn it by the common names.
        turn = line.head is line.tail and written(line.source) > written(line.target)
        found.append(line.turned() if turn else line)
    return found


def _by_ends(lines: list[_Line]) -> dict[frozenset[Hashable], list[_Line]]:
    found: dict[frozenset[Hashable], list[_Line]] = defaultdict(list)
    for line in sorted(lines, key=_Line.key):
        found[frozenset((line.source, line.target))].append(line)
    return found


def _assign(first: list[_Line], second: list[_Line]) -> list[tuple[_Line, _Line]]:
    """Pairs of parallel edges: as many as there are, with the least changes in all."""
    found = []
    rest: list[_Line] = []
    waiting: dict[tuple[str, ...], list[_Line]] = defaultdict(list)
    for line in reversed(second):
        waiting[line.key()].append(line)
    for line in first:
        equal = waiting[line.key()]
        if equal:
            found.append((line, equal.pop()))
        else:
            rest.append(line)
    left = sorted((line for lines in waiting.values() for line in lines), key=_Line.key)
    # The same pairs, whichever diagram comes first.
    if [line.key() for line in rest] <= [line.key() for line in left]:
        return found + _cheapest(rest, left)
    return found + [(one, two) for two, one in _cheapest(left, rest)]


def _cheapest(first: list[_Line], second: list[_Line]) -> list[tuple[_Line, _Line]]:
    if not first or not second:
        return []
    if max(len(first), len(second)) > _MOST_PARALLEL:
        return list(zip(first, second, strict=False))
    if len(first) == len(second) == 1:
        return [(first[0], second[0])]
    import networkx as nx

    graph = nx.Graph()
    for i, one in enumerate(first):
        for j, two in enumerate(second):
            graph.add_edge(("first", i), ("second", j), weight=-_step(one, two).cost)
    matching = {tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)}
    return [(first[i], second[j]) for (_, i), (_, j) in sorted(matching)]


def _step(one: _Line, two: _Line) -> _Step:
    """What differs between two edges that join the same ends, told in the way that takes fewer words."""
    plain = tuple(FieldChange(k, v, two.values[k]) for k, v in one.values.items() if v != two.values[k])
    moved = int(one.anchors != two.anchors)  # told of the anchors, not of the edge
    ways = []
    for other, reverse in ((two, one.source != two.source), (two.turned(), one.source != two.target)):
        heads = tuple(
            FieldChange(k, getattr(one, k), getattr(other, k))
            for k in ENDS[2:]
            if getattr(one, k) is not getattr(other, k)
        )
        ways.append(_Step(len(plain) + len(heads) + moved + reverse, plain + heads, reverse))
    return min(ways, key=lambda step: step.cost)
