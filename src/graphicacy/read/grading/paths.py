"""Answers that are paths: any path that the graph and the question admit is right."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from rapidfuzz.distance import LCSseq

from graphicacy.read.grading.labels import normal
from graphicacy.read.grading.sets import f1

__all__ = ["Rules", "common", "fault_of", "nearest"]

_MOST_PATHS = 32  # admitted paths, the shortest ones, that an answer is compared with
_MOST_STEPS = 2_000  # extensions of paths tried to find them


class Rules:
    """Which paths are admitted: along these arrows, from ``start`` to ``end``, no node twice, and as the rest says.

    Labels are in normal form.
    """

    def __init__(self, rubric: Mapping[str, Any]) -> None:
        self.next: dict[str, dict[str, None]] = defaultdict(dict)
        for source, target in rubric["edges"]:
            self.next[normal(source)][normal(target)] = None
        self.start, self.end = normal(rubric["start"]), normal(rubric["end"])
        self.via, self.avoid = (_labels(rubric.get(field)) for field in ("via", "avoid"))
        self.shortest = bool(rubric.get("shortest"))

    def away(self) -> dict[str, int]:
        """Arrows from each node to the end, at least, by nodes that are not avoided; none where there is no way."""
        back: dict[str, list[str]] = defaultdict(list)
        for source, targets in self.next.items():
            for target in targets:
                back[target].append(source)
        found = {self.end: 0}
        waiting = deque([self.end])
        while waiting:
            here = waiting.popleft()
            for node in back[here]:
                if node not in found and node not in self.avoid:
                    found[node] = found[here] + 1
                    waiting.append(node)
        return found


def fault_of(path: Sequence[str], rules: Rules) -> str:
    """Why a path is not admitted, in a line; "" where it is."""
    if not path:
        return "no path is given"
    if path[0] != rules.start:
        return "starts at another node"
    if path[-1] != rules.end:
        return "ends at another node"
    if len(set(path)) < len(path):
        return "passes a node twice"
    for one, other in pairwise(path):
        if other not in rules.next.get(one, ()):
            return f"no arrow leads from {one[:60]!r} to {other[:60]!r}"
    if missed := [node for node in rules.via if node not in path]:
        return f"does not pass {missed[0][:60]!r}"
    if passed := [node for node in rules.avoid if node in path]:
        return f"passes {passed[0][:60]!r}"
    if rules.shortest and len(path) - 1 > rules.away().get(rules.start, 0):
        return "is not the shortest"
    return ""


def nearest(path: Sequence[str], gold: Sequence[str], rules: Rules) -> tuple[float, list[str]]:
    """The greatest F1 of arrows between a path and an admitted one, and that one.

    Compared are ``gold`` and the shortest 32 admitted paths, as far as 2,000 steps find them.
    """
    steps = _steps(path)
    admitted = [*([] if fault_of(gold, rules) else [list(gold)]), *_admitted(rules)]
    best = max(admitted, key=lambda other: f1(steps, _steps(other)), default=[])
    return f1(steps, _steps(best)) if steps and best else 0.0, best


def common(one: Sequence[str], other: Sequence[str]) -> float:
    """The longest common subsequence as a share: twice its length by that of both, 0 to 1; 1 where both are empty."""
    total = len(one) + len(other)
    return 2 * LCSseq.similarity(one, other) / total if total else 1.0


def _labels(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return (normal(value),) if isinstance(value, str) else tuple(map(normal, value))


def _steps(path: Sequence[str]) -> Counter[tuple[str, str]]:
    return Counter(pairwise(path))


def _admitted(rules: Rules) -> Iterator[list[str]]:
    """Admitted paths, shortest first: partial paths are extended in the order of the arrows they need at least."""
    away = rules.away()
    if rules.start not in away:
        return
    waiting: list[tuple[int, tuple[str, ...]]] = [(away[rules.start], (rules.start,))]
    found = 0
    for _ in range(_MOST_STEPS):
        if not waiting or found == _MOST_PATHS:
            return
        length, path = heapq.heappop(waiting)
        if rules.shortest and length > away[rules.start]:
            return
        if path[-1] == rules.end:
            if all(node in path for node in rules.via):
                found += 1
                yield list(path)
            continue
        for node in rules.next.get(path[-1], ()):
            if node in away and node not in path:
                heapq.heappush(waiting, (len(path) + away[node], (*path, node)))
