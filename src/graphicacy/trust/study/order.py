"""The order in which one rater sees drawings: random, repeats far from the first time, tasks apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np

__all__ = ["GAP", "ordered"]

GAP = 5
"""Places between a drawing and its repeat, at least."""

Shown = tuple[int, Literal[1, 2]]  # an item, and which time it is shown: 1 or 2


def ordered(tasks: Sequence[str], systems: Sequence[str], again: int, rng: np.random.Generator) -> list[Shown] | None:
    """All items in a random order, ``again`` of them twice; None where there are too few items for any repeat.

    Neighbours are of different tasks wherever an order allows it. Repeats are of every system about equally often, but
    where so many are asked for that chance leaves no place for the last: then the items are shown again in turn.
    """
    order = _apart(tasks, rng)
    if again and len(order) <= GAP:
        return None
    return _with_repeats(order, tasks, systems, again, rng) or _in_turn(order, again)


def _in_turn(order: Sequence[int], again: int) -> list[Shown]:
    """The first of the items once more after all of them, which are more than ``GAP``."""
    return [*((item, 1) for item in order), *((item, 2) for item in order[:again])]


def _with_repeats(
    order: Sequence[int], tasks: Sequence[str], systems: Sequence[str], again: int, rng: np.random.Generator
) -> list[Shown] | None:
    """The items with repeats at random places; None where chance has left no place for one."""
    queue: list[Shown] = [(item, 1) for item in order]
    repeated: Counter[str] = Counter()
    left = set(range(len(tasks)))
    for _ in range(again):
        # The queue grows with each repeat, so that later items get room for theirs.
        first = [item for item, occasion in queue[: max(0, len(queue) - GAP)] if occasion == 1 and item in left]
        if not first:
            return None
        item = min((repeated[systems[i]], float(rng.random()), i) for i in first)[2]
        place = _free_place(queue, item, tasks, rng)
        queue.insert(place, (item, 2))
        repeated[systems[item]] += 1
        left.discard(item)
    return queue


def _apart(tasks: Sequence[str], rng: np.random.Generator) -> list[int]:
    """A random order in which no task follows itself, unless one has more than half of the items."""
    waiting = [int(i) for i in rng.permutation(len(tasks))]
    counts = Counter(tasks)
    order: list[int] = []
    last = None
    while waiting:
        # Whoever has more than half of what is left has to go now, or meets itself at the end.
        urgent = [i for i in waiting if 2 * counts[tasks[i]] > len(waiting)]
        item = next((i for i in (*urgent, *waiting) if tasks[i] != last), waiting[0])
        waiting.remove(item)
        order.append(item)
        last = tasks[item]
        counts[last] -= 1
    return order


def _free_place(queue: list[Shown], item: int, tasks: Sequence[str], rng: np.random.Generator) -> int:
    """Where a repeat can be put in: more than ``GAP`` places after the first time, between other tasks if there are."""
    soonest = queue.index((item, 1)) + GAP + 1
    places = range(soonest, len(queue) + 1)
    apart = [p for p in places if all(tasks[i] != tasks[item] for i, _ in queue[max(0, p - 1) : p + 1])]
    free = apart or list(places)
    return free[int(rng.integers(len(free)))]
