"""Small algorithms on a directed graph: distances, paths that pass no node twice, and what lies on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

__all__ = ["BUDGET", "Graph", "Pair"]

Pair = tuple[str, str]

_MOST_TANGLED = 100  # nodes on ways, with cycles among them, up to which paths are searched
BUDGET = 5_000  # steps of a search for paths: whether a node is on one is hard to say in general


class Graph:
    """Nodes in a fixed order, and which leads to which. Parallel arrows count once."""

    def __init__(self, nodes: Sequence[str], arrows: Iterable[tuple[str, str]]) -> None:
        found: dict[str, dict[str, None]] = {key: {} for key in nodes}
        back: dict[str, dict[str, None]] = {key: {} for key in nodes}
        for source, target in arrows:
            found[source][target] = None
            back[target][source] = None
        self.next = {key: tuple(others) for key, others in found.items()}
        self.previous = {key: tuple(others) for key, others in back.items()}
        self._known: dict[tuple[str, bool], dict[str, int]] = {}

    def changed(self, without: Pair | None, with_: Pair | None) -> Graph:
        """The graph without one arrow and with another, of which there is none yet."""
        found = Graph((), ())
        found.next, found.previous = dict(self.next), dict(self.previous)
        if without is not None:
            source, target = without
            found.next[source] = tuple(key for key in found.next[source] if key != target)
            found.previous[target] = tuple(key for key in found.previous[target] if key != source)
        if with_ is not None:
            source, target = with_
            found.next[source] += (target,)
            found.previous[target] += (source,)
        return found

    def has(self, source: str, target: str) -> bool:
        """Whether an arrow leads from ``source`` to ``target``."""
        return target in self.next.get(source, ())

    def distances(self, start: str, *, back: bool = False) -> dict[str, int]:
        """Number of arrows on the shortest way from ``start``, or (``back``) to it, to all that are on such ways.

        In order of distance; ``start`` itself is 0.
        """
        known = self._known.get((start, back))
        if known is None:
            known = self._known[start, back] = _distances(self.previous if back else self.next, start)
        return known

    def reach(self, start: str) -> set[str]:
        """``start`` and all that can be reached from it."""
        return set(self.distances(start))

    def on_ways(self, start: str, end: str) -> set[str]:
        """Both ends and all nodes on a way from ``start`` to ``end``, also on one that passes a node twice."""
        back = self.distances(end, back=True)
        return {key for key in self.distances(start) if key in back} if start in back else set()

    def shortest(self, start: str, end: str, without: Collection[str] = ()) -> tuple[str, ...]:
        """One path with the fewest arrows, of one node at least; () where there is none."""
        if start in without or end in without:
            return ()
        came: dict[str, str | None] = {start: None}
        queue = [start]
        for at in queue:
            if at == end:
                return _trail(came, end)
            for to in self.next[at]:
                if to not in came and to not in without:
                    came[to] = at
                    queue.append(to)
        return ()

    def on_every_path(self, start: str, end: str) -> set[str]:
        """Nodes without which no path leads from ``start`` to ``end``; the two are left out."""
        path = self.shortest(start, end)
        return {key for key in path[1:-1] if not self.shortest(start, end, (key,))}

    def on_paths(self, start: str, end: str) -> set[str] | None:
        """All nodes on paths from ``start`` to ``end``, with the two; None where the search takes too long."""
        todo = self._way(start, end)
        if not todo or self._is_acyclic(todo, start, end):
            return todo
        if len(todo) > _MOST_TANGLED:
            return None
        covered = {start, end}
        for key in self.next:  # most nodes are on a path that a quick search finds
            if key in todo and key not in covered:
                covered.update(self._quick_via(start, key, end))
        for path in self.paths(start, end, todo):
            if covered == todo:
                break
            if path is None:
                return None
            covered.update(path)
        return covered

    def on_loops(self, at: str) -> set[str] | None:
        """All nodes on loops through ``at``, with it; None where the search takes too long."""
        near = self.on_ways(at, at)
        again = "".join(near) + "'"  # where loops end: longer than any id
        arrows = [(key, again if to == at else to) for key in near for to in self.next[key] if to in near]
        found = Graph([*(key for key in self.next if key in near), again], arrows).on_paths(at, again)
        return found if found is None else found - {again}

    def via(self, start: str, middle: str, end: str) -> tuple[str, ...] | None:
        """One path from ``start`` to ``end`` that passes ``middle``; () for none, None where the search is too long."""
        todo = self._way(start, end)
        if middle not in todo:
            return ()
        quick = self._quick_via(start, middle, end)
        if quick:
            return quick
        for path in self.paths(start, end, todo):
            if path is None:
                return None
            if middle in path:
                return path
        return ()

    def paths(self, start: str, end: str, inside: Collection[str]) -> Iterator[tuple[str, ...] | None]:
        """All paths from ``start`` to ``end`` through nodes of a set; None, and no more, when the budget is spent."""
        steps = 0
        stack: list[tuple[str, ...]] = [(start,)]
        while stack:
            path = stack.pop()
            if path[-1] == end:
                yield path
                continue
            steps += self._extend(path, end, inside, stack)
            if steps > BUDGET:
                yield None
                return

    def _extend(self, path: tuple[str, ...], end: str, inside: Collection[str], stack: list[tuple[str, ...]]) -> int:
        """Push what ``path`` can go on to, so that ``end`` can still be reached; the number of steps it took."""
        passed = set(path)
        steps, open_ = _sinks_to(self.previous, end, inside, passed)
        for to in reversed(self.next[path[-1]]):
            if to == end or (to in open_ and to not in passed):
                stack.append((*path, to))
        return steps

    def _way(self, start: str, end: str) -> set[str]:
        """Nodes on ways from start to end that pass neither on the way."""
        ahead = _distances(self.next, start, stop=end)
        if end not in ahead:
            return set()
        back = _distances(self.previous, end, stop=start)
        return {key for key in ahead if key in back}

    def _quick_via(self, start: str, middle: str, end: str) -> tuple[str, ...]:
        there = self.shortest(start, middle, (end,))
        back = self.shortest(middle, end, there[:-1]) if there else ()
        return (*there, *back[1:]) if back else ()

    def _is_acyclic(self, inside: Collection[str], start: str, end: str) -> bool:
        """Whether no cycle lies inside a set, but through the ends."""
        left = dict.fromkeys(inside, 0)
        for key in inside:
            for to in self.next[key] if key != end else ():
                if to in left and to != start:
                    left[to] += 1
        ready = [key for key, count in left.items() if not count]
        for key in ready:
            for to in self.next[key] if key != end else ():
                if to in left and to != start:
                    left[to] -= 1
                    if not left[to]:
                        ready.append(to)
        return len(ready) == len(left)


def _distances(leads: dict[str, tuple[str, ...]], start: str, stop: str | None = None) -> dict[str, int]:
    found = {start: 0}
    queue = [start]
    for at in queue:
        for to in leads[at] if at != stop else ():
            if to not in found:
                found[to] = found[at] + 1
                queue.append(to)
    return found


def _sinks_to(
    previous: dict[str, tuple[str, ...]], end: str, inside: Collection[str], passed: Collection[str]
) -> tuple[int, set[str]]:
    """How many steps it took to find the nodes of a set from which ``end`` can be reached past no passed node."""
    found = {end}
    queue = [end]
    for at in queue:
        for key in previous[at]:
            if key in inside and key not in found and key not in passed:
                found.add(key)
                queue.append(key)
    return len(queue), found


def _trail(came: dict[str, str | None], end: str) -> tuple[str, ...]:
    path = []
    at: str | None = end
    while at is not None:
        path.append(at)
        at = came[at]
    return tuple(reversed(path))
