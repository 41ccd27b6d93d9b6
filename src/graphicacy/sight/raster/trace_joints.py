"""Where lines meet: which go on into which. Lines that cross go straight on; lines that run together share a piece."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from graphicacy.sight.raster.trace_gaps import outward
from graphicacy.sight.raster.trace_graph import Graph, Line

__all__ = ["Joint", "Prong", "joints_of"]

_NEAR = 7.0  # pixels at a scale of 1: forks that are no further apart are one crossing
_SKIP = 2  # pixels next to a fork that thinning has bent
_SAMPLE = 26  # pixels of each line that show how it runs
_EACH = 0.35  # cost of each pair, so that no more are made than must be
_UNPAIRED = 6.0  # cost of a line that ends at a fork
_SHARPEST = 125.0  # degrees by which no line turns
_TURN = 50.0  # degrees of turning that cost 1
_MOST = 7  # prongs of a joint that are tried in every way
_RIVALS = 5.0  # a way of pairing that costs so much more than the best is none
_KEPT = 12  # ways that are kept

Prong = tuple[int, int]  # (branch, side): the end of a branch that comes to a joint


class Way(NamedTuple):
    """One way to pair the prongs of a joint, as pairs of their indices, and what it costs."""

    cost: float
    pairs: tuple[tuple[int, int], ...]


@dataclass(slots=True, eq=False)
class Joint:
    """Forks that belong together, with the prongs that leave them and the ways to pair these, the best first."""

    knots: set[int]
    inner: set[int]  # branches between the knots
    prongs: list[Prong] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    chosen: int = 0

    @property
    def way(self) -> Way:
        """The way of pairing that was chosen."""
        return self.ways[self.chosen]

    def margin(self, one: Prong, other: Prong) -> float:
        """By how much the best way without this pair costs more than the chosen one; infinite where there is none."""
        pair = tuple(sorted((self.prongs.index(one), self.prongs.index(other))))
        others = [way.cost for way in self.ways if pair not in way.pairs]
        return min(others, default=math.inf) - self.way.cost


def joints_of(graph: Graph, scale: float) -> list[Joint]:
    """All the joints of a graph. A piece that two lines share at both of its ends is inside one joint with them."""
    joints = _clusters(graph, _NEAR * scale)
    while True:
        for joint in joints:
            if not joint.ways:
                joint.prongs = _prongs(graph, joint)
                joint.ways = _ways(graph, joint.prongs)
        pair = _shared(graph, joints)
        if pair is None:
            return joints
        one, other, branch = pair
        joints.remove(other)
        one.knots |= other.knots
        one.inner |= other.inner | {branch}
        one.ways, one.prongs = [], []


def _clusters(graph: Graph, near: float) -> list[Joint]:
    home: dict[int, Joint] = {}
    for index, knot in enumerate(graph.knots):
        if knot.place is None and len(knot.ends) >= 2:
            home[index] = Joint({index}, set())
    for index, branch in enumerate(graph.branches):
        if branch is None:
            continue
        a, b = branch.knots
        if a not in home or b not in home or branch.length > near:
            continue
        if min(len(graph.knots[a].ends), len(graph.knots[b].ends)) < 3:
            continue
        one, other = home[a], home[b]
        one.inner.add(index)
        if one is not other:
            one.knots |= other.knots
            one.inner |= other.inner
            home.update(dict.fromkeys(other.knots, one))
    return list(dict.fromkeys(home.values()))


def _prongs(graph: Graph, joint: Joint) -> list[Prong]:
    return [end for k in sorted(joint.knots) for end in graph.knots[k].ends if end[0] not in joint.inner]


def _ways(graph: Graph, prongs: list[Prong]) -> list[Way]:
    if len(prongs) < 2:
        return [Way(0.0, ())]
    if len(prongs) == 2:
        return [Way(0.0, ((0, 1),))]
    lines = [graph.branch(b).away(s)[: _SAMPLE + _SKIP] for b, s in prongs]
    costs = {
        (i, j): _cost(lines[i], lines[j])
        for i, j in itertools.combinations(range(len(prongs)), 2)
        if prongs[i][0] != prongs[j][0]
    }
    costs = {pair: cost + _EACH for pair, cost in costs.items() if cost < math.inf}
    found = _greedy(costs) if len(prongs) > _MOST else _covers(costs, len(prongs))
    found.sort()
    return [way for way in found if way.cost <= found[0].cost + _RIVALS][:_KEPT]


def _cost(a: Line, b: Line) -> float:
    """How little two lines look like one that goes on: by the turn, and by how far they lie off a smooth curve."""
    way_a, way_b = outward(a, _SKIP), outward(b, _SKIP)
    turn = 180 - math.degrees(math.acos(max(-1.0, min(1.0, way_a[0] * way_b[0] + way_a[1] * way_b[1]))))
    if turn > _SHARPEST:
        return math.inf
    return turn / _TURN + _bumps(a, b)


def _bumps(a: Line, b: Line) -> float:
    """Root mean square distance in pixels of the two from one cubic curve."""
    one, two = a[_SKIP:][::-1], b[_SKIP:]
    if len(one) < 3 or len(two) < 3:
        return 0.0
    points = np.concatenate([one, two])
    way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    basis = np.vander((way - way.mean()) / max(way[-1], 1e-6), 4)
    fit, *_ = np.linalg.lstsq(basis, points, rcond=None)
    return float(np.sqrt(((basis @ fit - points) ** 2).sum(axis=1).mean()))


def _covers(costs: dict[tuple[int, int], float], count: int) -> list[Way]:
    """Every way in which each prong is in a pair, or left alone, and no pair could be left out."""
    found: dict[tuple[tuple[int, int], ...], float] = {}

    def extend(open_: tuple[int, ...], pairs: tuple[tuple[int, int], ...], cost: float) -> None:
        if not open_:
            key = tuple(sorted(pairs))
            found[key] = min(cost, found.get(key, math.inf))
            return
        i, rest = open_[0], open_[1:]
        extend(rest, pairs, cost + _UNPAIRED)
        for j in range(count):
            pair = (min(i, j), max(i, j))
            if pair in costs and pair not in pairs:
                extend(tuple(k for k in rest if k != j), (*pairs, pair), cost + costs[pair])

    extend(tuple(range(count)), (), 0.0)
    return [Way(cost, pairs) for pairs, cost in found.items()]


def _greedy(costs: dict[tuple[int, int], float]) -> list[Way]:
    """Of a joint with many prongs: the cheapest pairs one after the other, then a partner for those left over."""
    pairs: list[tuple[int, int]] = []
    used: set[int] = set()
    for fresh in (2, 1):
        for pair in sorted(costs, key=lambda p: (costs[p], p)):
            if len(set(pair) - used) >= fresh and costs[pair] < _UNPAIRED:
                pairs.append(pair)
                used |= set(pair)
    return [Way(sum(costs[p] for p in pairs), tuple(pairs))]


def _shared(graph: Graph, joints: list[Joint]) -> tuple[Joint, Joint, int] | None:
    """Two joints, and a branch between them that two lines go through at both."""
    home = {knot: joint for joint in joints for knot in joint.knots}
    for index, branch in enumerate(graph.branches):
        if branch is None:
            continue
        a, b = (home.get(k) for k in branch.knots)
        if a is None or b is None or a is b:
            continue
        if all(_through(joint, index) > 1 and len(joint.prongs) <= 4 for joint in (a, b)):
            return a, b, index
    return None


def _through(joint: Joint, branch: int) -> int:
    """How many pairs a branch is in at a joint."""
    mine = {i for i, (b, _) in enumerate(joint.prongs) if b == branch}
    return sum(bool(mine & set(pair)) for pair in joint.way.pairs)
