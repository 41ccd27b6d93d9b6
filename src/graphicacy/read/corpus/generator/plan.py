"""A directed graph that is being made: nodes by number, arrows that run forward, and loops back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

__all__ = ["Plan", "add_loops", "add_merges"]

_TRIES = 30  # random picks of one arrow, before all that fit are listed


@dataclass
class Plan:
    """Forward arrows never close a cycle.

    ``choices`` are nodes of whose ways out one is taken. ``back`` are the arrows that close loops; ``ring`` is where
    the first of them belongs, if anywhere.
    """

    out: list[list[int]] = field(default_factory=list)
    into: list[list[int]] = field(default_factory=list)
    choices: set[int] = field(default_factory=set)
    back: list[tuple[int, int]] = field(default_factory=list)
    ring: tuple[int, int] | None = None

    @classmethod
    def of(cls, size: int, arrows: Iterable[tuple[int, int]] = ()) -> Plan:
        """A plan with that many nodes."""
        plan = cls([[] for _ in range(size)], [[] for _ in range(size)])
        for source, target in arrows:
            plan.arrow(source, target)
        return plan

    def node(self, after: Iterable[int] = ()) -> int:
        """Another node, with an arrow from each of ``after``."""
        new = len(self.out)
        self.out.append([])
        self.into.append([])
        for source in after:
            self.arrow(source, new)
        return new

    def arrow(self, source: int, target: int) -> None:
        """Another forward arrow."""
        self.out[source].append(target)
        self.into[target].append(source)

    def ranks(self) -> list[int]:
        """Number of arrows on the longest forward way to each node."""
        ranks, waiting = [0] * len(self.out), [len(sources) for sources in self.into]
        ready = [node for node, count in enumerate(waiting) if not count]
        for node in ready:
            for target in self.out[node]:
                ranks[target] = max(ranks[target], ranks[node] + 1)
                waiting[target] -= 1
                if not waiting[target]:
                    ready.append(target)
        return ranks

    def back_from(self, node: int) -> list[int]:
        """Where loops from a node lead."""
        return [target for source, target in self.back if source == node]


def add_merges(plan: Plan, share: float, rng: random.Random, most_ways: int, is_flow: bool) -> None:
    """Add forward arrows to nodes that have one already, until that share of arrows leads to such nodes, or none fits.

    No way becomes longer. In a flow, a step from which a second way goes on becomes a choice; none comes right before
    or after another one.
    """
    arrows = sum(map(len, plan.out))
    repeated = arrows - sum(1 for sources in plan.into if sources)
    ranks = plan.ranks()
    nodes = range(len(ranks))
    targets = [node for node in nodes if plan.into[node]]

    def fits(source: int, target: int) -> bool:
        return (
            ranks[source] < ranks[target]
            and len(plan.out[source]) < most_ways
            and target not in plan.out[source]
            and not (is_flow and _makes_row(plan, source))
        )

    while targets and repeated < share * arrows:
        picked = _pick(nodes, targets, fits, lambda one, other: ranks[other] - ranks[one], rng)
        if picked is None:
            return
        source, target = picked
        if is_flow and len(plan.out[source]) == 1:
            plan.choices.add(source)
        plan.arrow(source, target)
        arrows, repeated = arrows + 1, repeated + 1


def add_loops(plan: Plan, count: int, rng: random.Random, is_process: bool, is_flow: bool) -> None:
    """Add arrows back to nodes from which their start is reached: ``count``, or as many as fit.

    In a process, loops leave steps, which become choices, or choices of fewer than four ways. In a flow they neither
    leave the end nor lead back to the start.
    """
    ranks = plan.ranks()
    nodes = range(len(ranks))
    before = [0] * len(ranks)  # bit k: node k comes before
    for node in sorted(nodes, key=ranks.__getitem__):
        for source in plan.into[node]:
            before[node] |= before[source] | 1 << source

    def fits(source: int, target: int) -> bool:
        ways = len(plan.out[source])
        if not before[source] >> target & 1 or (source, target) in plan.back:
            return False
        if is_process and ways > 1 and (source not in plan.choices or ways + len(plan.back_from(source)) > 3):
            return False
        return not is_flow or (ways > 0 and bool(plan.into[target]))

    for _ in range(count):
        picked: tuple[int, int] | None
        if plan.ring and not plan.back and fits(*plan.ring):
            picked = plan.ring
        else:
            picked = _pick(nodes, nodes, fits, lambda one, other: ranks[one] - ranks[other], rng)
        if picked is None:
            return
        if is_process and plan.out[picked[0]]:
            plan.choices.add(picked[0])
        plan.back.append(picked)


def _makes_row(plan: Plan, step: int) -> bool:
    """Whether a second way out of a node would make a choice beside a choice, or of the start."""
    beside = (*plan.into[step], *plan.out[step])
    return not plan.into[step] or (len(plan.out[step]) == 1 and any(node in plan.choices for node in beside))


def _pick(
    sources: range,
    targets: range | list[int],
    fits: Callable[[int, int], bool],
    span: Callable[[int, int], int],
    rng: random.Random,
) -> tuple[int, int] | None:
    """A random pair that fits, the shorter of two; None where no pair does."""
    found: list[tuple[int, int]] = []
    for _ in range(_TRIES):
        pair = rng.choice(sources), rng.choice(targets)
        if fits(*pair):
            found.append(pair)
            if len(found) == 2:
                break
    if not found:
        every = [(one, other) for one in sources for other in targets if fits(one, other)]
        found = [rng.choice(every)] if every else []
    return min(found, key=lambda pair: span(*pair)) if found else None
