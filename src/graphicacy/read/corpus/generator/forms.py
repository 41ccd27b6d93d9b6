"""The forms of graphs: how forward arrows run."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

from graphicacy.read.corpus.generator.knobs import Form, Knobs
from graphicacy.read.corpus.generator.plan import Plan

__all__ = ["grow"]

_NESTED = 3  # blocks within blocks of a workflow
_CHOICES = 0.7  # of the splits of a workflow; after the others, work goes on side by side
_SKIP = 0.35  # of the choices have a way without steps
_EXIT = 0.22  # of the ways of a choice lead out of the workflow
_MOST_EXITS = 3
_MOST_OUTCOMES = 4


def grow(form: Form, knobs: Knobs, rng: random.Random) -> Plan:
    """A connected plan without cycles, with ``knobs.nodes`` nodes."""
    if knobs.nodes == 1:
        return Plan.of(1)
    plan = _FORMS[form](knobs, rng)
    _connect(plan)
    return plan


def _workflow(knobs: Knobs, rng: random.Random) -> Plan:
    flow = _Workflow(knobs, rng)
    start = flow.plan.node()
    ends = flow.sequence(knobs.nodes - 2, [start], 0)
    flow.plan.node(ends)
    return flow.plan


class _Workflow:
    """Steps and blocks of steps, put behind the open ends of what is there."""

    def __init__(self, knobs: Knobs, rng: random.Random) -> None:
        self.plan, self.knobs, self.rng = Plan(), knobs, rng
        self.exits = 0

    def sequence(self, steps: int, ends: list[int], level: int) -> list[int]:
        """That many steps; the ends that are open behind them."""
        is_first = level == 0
        while steps > 0:
            splits = steps >= 4 and not is_first and level < _NESTED and self.rng.random() < self.knobs.branching
            if splits:
                ways = self.rng.randint(2, min(self.knobs.width, steps - 2))
                inside = min(steps - 2, ways - 1 + self.rng.randint(1, 2 * ways))
                ends, steps = self.block(ways, inside, ends, level), steps - 1 - inside
            else:
                ends, steps = [self.plan.node(ends)], steps - 1
            is_first = False
        return ends

    def block(self, ways: int, steps: int, ends: list[int], level: int) -> list[int]:
        """A node after which several ways go on, with that many steps on all; the ends that are open behind them."""
        split = self.plan.node(ends)
        is_choice = ways <= _MOST_OUTCOMES and self.rng.random() < _CHOICES
        if is_choice:
            self.plan.choices.add(split)
        has_skip = is_choice and self.rng.random() < _SKIP
        opened: list[int] = []
        for index, part in enumerate(_parts(steps, ways, self.rng, least=0 if has_skip else 1)):
            way = self.sequence(part, [split], level + 1)
            goes_on = index == ways - 1 and not opened
            if is_choice and len(way) == 1 and part and not goes_on and self._may_exit():
                self.exits += 1
            else:
                opened += way
        return opened

    def _may_exit(self) -> bool:
        return self.exits < _MOST_EXITS and self.rng.random() < _EXIT


def _parts(total: int, count: int, rng: random.Random, least: int) -> list[int]:
    """``total`` as a sum; one part may be 0 where ``least`` is, the others are at least 1."""
    parts = [1] * count
    if not least:
        parts[rng.randrange(count)] = 0
    for _ in range(total - sum(parts)):
        parts[rng.choice([k for k, part in enumerate(parts) if part])] += 1
    return parts


def _layers(knobs: Knobs, rng: random.Random) -> Plan:
    return _ranked(knobs, rng, min(knobs.nodes, knobs.depth or rng.randint(3, 3 + knobs.nodes // 6)))


def _bipartite(knobs: Knobs, rng: random.Random) -> Plan:
    return _ranked(knobs, rng, 2)


def _ranked(knobs: Knobs, rng: random.Random, count: int) -> Plan:
    """Nodes in ranks: each has an arrow from the rank before it, and, unless it is an end, one to the next."""
    plan = Plan.of(knobs.nodes)
    rest = list(range(count)) + [rng.randrange(count) for _ in range(knobs.nodes - count)]
    ranks: list[list[int]] = [[] for _ in range(count)]
    for node, rank in enumerate(sorted(rest)):
        ranks[rank].append(node)
    for above, below in pairwise(ranks):
        for place, node in enumerate(below):
            free = [source for source in above if len(plan.out[source]) < knobs.width] or above
            begun = rng.random() < knobs.branching
            able = [source for source in free if bool(plan.out[source]) == begun] or free
            plan.arrow(_beside(able, place / len(below), above, rng), node)
        for place, node in enumerate(above):
            if not plan.out[node] and (not plan.into[node] or rng.random() < 0.7):
                plan.arrow(node, _beside(below, place / len(above), below, rng))
    return plan


def _beside(able: list[int], place: float, rank: list[int], rng: random.Random) -> int:
    """One of a rank's nodes about as far along it as ``place`` says, so that arrows can be drawn without a tangle."""
    wanted = rank[0] + place * len(rank) + rng.uniform(-1, 1)
    return min(able, key=lambda node: abs(node - wanted))


def _tree(knobs: Knobs, rng: random.Random) -> Plan:
    plan = Plan.of(knobs.nodes)
    depth = [0] * knobs.nodes
    deepest = (knobs.depth or knobs.nodes) - 1
    for node in range(1, knobs.nodes):
        able = [n for n in range(node) if depth[n] < deepest]
        open_ = [n for n in able if len(plan.out[n]) < knobs.width] or able
        # Half of the ends, the older ones, can grow: otherwise most trees would be a chain with twigs.
        ends = [n for n in open_ if not plan.out[n]] or open_
        begun = [n for n in open_ if plan.out[n]] or open_
        parent = rng.choice(begun if rng.random() < knobs.branching else ends[: max(1, len(ends) // 2)])
        depth[node] = depth[parent] + 1
        plan.arrow(parent, node)
    return plan


def _hub(knobs: Knobs, rng: random.Random) -> Plan:
    hubs = 1 + (knobs.nodes - 1) // 7
    plan = Plan.of(knobs.nodes, [(hub, hub + 1) for hub in range(hubs - 1)])
    for node in range(hubs, knobs.nodes):
        hub = node % hubs
        others = [n for n in range(hubs, node) if n in plan.out[hub]]
        if others and rng.random() < knobs.branching / 2:
            plan.arrow(rng.choice(others), node)
        elif rng.random() < 0.45:
            plan.arrow(node, hub)
        else:
            plan.arrow(hub, node)
    return plan


def _ring(knobs: Knobs, rng: random.Random) -> Plan:
    length = max(2, round(knobs.nodes * (1 - knobs.branching)))
    plan = Plan.of(knobs.nodes, [(node, node + 1) for node in range(length - 1)])
    for node in range(length, knobs.nodes):
        place = rng.randrange(length)
        if rng.random() < 0.5:
            plan.arrow(node, place)
        else:
            plan.arrow(place, node)
    plan.ring = (length - 1, 0)
    return plan


_FORMS: dict[Form, Callable[[Knobs, random.Random], Plan]] = {
    Form.WORKFLOW: _workflow,
    Form.LAYERS: _layers,
    Form.BIPARTITE: _bipartite,
    Form.TREE: _tree,
    Form.HUB: _hub,
    Form.RING: _ring,
}


def _connect(plan: Plan) -> None:
    """Join what is apart by short forward arrows, from a lower rank to a higher one."""
    ranks = plan.ranks()
    place: dict[int, float] = {}
    for rank in set(ranks):
        row = [node for node, at in enumerate(ranks) if at == rank]
        place |= {node: index / len(row) for index, node in enumerate(row)}
    home = list(range(len(ranks)))

    def root(node: int) -> int:
        while home[node] != node:
            home[node] = node = home[home[node]]
        return node

    for source, targets in enumerate(plan.out):
        for target in targets:
            home[root(target)] = root(source)
    for node in range(1, len(ranks)):
        if root(node) == root(0):
            continue
        here = [n for n in range(len(ranks)) if root(n) == root(node)]
        there = [n for n in range(len(ranks)) if root(n) == root(0)]
        pairs = [(a, b) if ranks[a] < ranks[b] else (b, a) for a in here for b in there if ranks[a] != ranks[b]]
        source, target = min(pairs, key=lambda p: (ranks[p[1]] - ranks[p[0]], abs(place[p[1]] - place[p[0]]), p))
        plan.arrow(source, target)
        home[root(node)] = root(0)
