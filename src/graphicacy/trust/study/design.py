"""The plan of a rater study: which drawings are rated, by whom, in what order. Pure, and the same for the same seed.

The sample is stratified: as many drawings of each system as of any other, and within a system figure types and
difficulties in the proportions in which it drew them. The assignment is balanced: every drawing has the same number of
raters, every rater sees equally many drawings of each system and in all, give or take one, and pairs of raters meet
about equally often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from graphicacy.trust.study.order import ordered

__all__ = ["BadDesign", "Candidate", "Plan", "Seat", "plan"]

_MOST_RATERS = 1_000
_MOST_SEATS = 100_000


class BadDesign(ValueError):
    """A study that cannot be: one line that says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A drawing that could be rated, by what it is stratified by."""

    system: str
    task: str
    figure_type: str
    difficulty: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One rater's place in front of one drawing: all count from 0, but ``occasion`` is 1, or 2 for a repeat."""

    rater: int
    place: int
    item: int
    occasion: Literal[1, 2]


@dataclass(frozen=True, slots=True)
class Plan:
    """``items`` are places in the list of candidates, in an order that says nothing; ``seats`` name places in it."""

    items: tuple[int, ...]
    seats: tuple[Seat, ...]


def plan(
    candidates: Sequence[Candidate],
    *,
    items: int,
    raters: int,
    per_item: int = 3,
    repeats: float = 0.1,
    seed: int = 0,
) -> Plan:
    """Who rates what, and in what order.

    Each rater's order is random; a drawing shown again comes at least six places after its first time, and two drawings
    of one task do not follow each other where that can be avoided.

    Args:
        candidates: the drawings there are.
        items: how many of them are rated.
        raters: how many people rate.
        per_item: how many of them rate each drawing.
        repeats: the share of a rater's drawings that is shown again, in [0, 1].
        seed: of everything random.

    Raises:
        BadDesign: the numbers do not go together.
    """
    _check(len(candidates), items, raters, per_item, repeats, seed)
    rng = np.random.default_rng(seed)
    chosen = [int(i) for i in rng.permutation(_sample(candidates, items, rng))]
    shown = [candidates[i] for i in chosen]
    seats: list[Seat] = []
    for rater, mine in enumerate(_assign([c.system for c in shown], raters, per_item, rng)):
        again = round(repeats * len(mine))
        queue = ordered([shown[i].task for i in mine], [shown[i].system for i in mine], again, rng)
        if queue is None:
            raise BadDesign(f"{len(mine)} drawings per rater are too few to show {again} of them again; ask for less")
        seats += [Seat(rater, place, mine[i], occasion) for place, (i, occasion) in enumerate(queue)]
    return Plan(tuple(chosen), tuple(seats))


def _check(drawings: int, items: int, raters: int, per_item: int, repeats: float, seed: int) -> None:
    if not 1 <= items <= drawings:
        raise BadDesign(f"{items} items, but there are {drawings} drawings; ask for 1 to {drawings}, or add runs")
    if not 1 <= raters <= _MOST_RATERS:
        raise BadDesign(f"{raters} raters; 1 to {_MOST_RATERS:,} can take part")
    if not 1 <= per_item <= raters:
        raise BadDesign(
            f"{per_item} raters per item, but there are {raters} raters; ask for 1 to {raters}, or add some"
        )
    if seed < 0:
        raise BadDesign(f"seed {seed}: give a number from 0")
    if not 0 <= repeats <= 1:
        raise BadDesign(f"repeats are a share from 0 to 1, not {repeats:g}")
    if items * per_item > _MOST_SEATS:
        raise BadDesign(f"{items * per_item:,} ratings are planned; {_MOST_SEATS:,} are allowed")
    if items * per_item < raters:
        raise BadDesign(
            f"{items} items by {per_item} raters each leave some of {raters} raters without any; take fewer"
        )


def _sample(candidates: Sequence[Candidate], items: int, rng: np.random.Generator) -> list[int]:
    """A stratified choice, system by system; tasks that other systems' drawings already cover come last."""
    pools: dict[str, list[int]] = {}
    for i in rng.permutation(len(candidates)):
        pools.setdefault(candidates[i].system, []).append(int(i))
    tasks: Counter[str] = Counter()
    chosen: list[int] = []
    for system, quota in _quotas({name: len(pool) for name, pool in sorted(pools.items())}, items, rng).items():
        chosen += _stratified([(i, candidates[i]) for i in pools[system]], quota, tasks)
    return chosen


def _quotas(sizes: dict[str, int], items: int, rng: np.random.Generator) -> dict[str, int]:
    """How many of each system: equal, but no more than there are; who gets one more is drawn by lot."""
    quotas = dict.fromkeys(sizes, 0)
    while items:
        open_ = [name for name in sizes if quotas[name] < sizes[name]]
        for i in rng.permutation(len(open_))[:items]:
            quotas[open_[i]] += 1
            items -= 1
    return quotas


def _stratified(pool: list[tuple[int, Candidate]], quota: int, tasks: Counter[str]) -> list[int]:
    """``quota`` of a pool, each time one of the figure type and difficulty that are furthest behind their share of it.

    How far is told as in the divisor method of Webster; among equals, by the two together, then by the task.
    """
    sizes = Counter(key for _, candidate in pool for key in _strata(candidate))
    taken: Counter[Hashable] = Counter()
    chosen: list[int] = []
    for _ in range(quota):

        def behind(place: int) -> tuple[float, float, int]:
            candidate = pool[place][1]
            kind, difficulty, both = ((taken[key] + 0.5) / sizes[key] for key in _strata(candidate))
            return kind + difficulty, both, tasks[candidate.task]

        i, candidate = pool.pop(min(range(len(pool)), key=behind))
        taken.update(_strata(candidate))
        tasks[candidate.task] += 1
        chosen.append(i)
    return chosen


def _strata(candidate: Candidate) -> tuple[Hashable, Hashable, Hashable]:
    kind, difficulty = candidate.figure_type, candidate.difficulty
    return ("type", kind), ("difficulty", difficulty), ("both", kind, difficulty)


def _assign(systems: list[str], raters: int, per_item: int, rng: np.random.Generator) -> list[list[int]]:
    """The items of each rater. Within a system, those who have seen least of it are next, then those with least to do,
    then those who have met the others on this item least often.
    """
    load, met = np.zeros(raters, dtype=int), np.zeros((raters, raters), dtype=int)
    mine: list[list[int]] = [[] for _ in range(raters)]
    lot = {name: n for n, name in enumerate(sorted(set(systems)))}
    seen = np.zeros((len(lot), raters), dtype=int)
    for item in sorted(range(len(systems)), key=lambda i: lot[systems[i]]):
        here = seen[lot[systems[item]]]
        crew: list[int] = []
        for _ in range(per_item):
            keys = (rng.permutation(raters), met[:, crew].sum(axis=1), load, here)
            rater = next(int(r) for r in np.lexsort(keys) if r not in crew)
            met[rater, crew] += 1
            met[crew, rater] += 1
            here[rater] += 1
            load[rater] += 1
            crew.append(rater)
            mine[rater].append(item)
    return mine
