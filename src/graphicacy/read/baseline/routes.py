"""Paths in a graph of which some arrows were not seen.

Where no path is found along the arrows that were seen, one more is assumed: best from a node from which none was seen
to lead to one to which none was, else between nodes of which one is such.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise

from graphicacy.read.query.graph import Graph

__all__ = ["bridged", "fill"]

_STEPS = 3_000  # of a search for one gap
_LONGEST_RUN = 6  # nodes in a gap of unknown size
_TRIED = 50  # ways through a gap for which the gaps after it are tried

_Leap = Callable[[Graph, str, str], bool]  # whether there may be an arrow that was not seen
_Gap = tuple[str | None, str | None, int | None]  # the nodes before and after, and how many are missing between them


def fill(graph: Graph, told: Sequence[str | None], sizes: Sequence[int | None]) -> list[str]:
    """The nodes that are missing on a path, in order, given those told; of gaps through which no way is found, none.

    ``sizes`` has how many are missing after each node told but the last; None for any number from one on. A node that
    was told but not found is None.
    """
    gaps = [(*ends, size) for ends, size in zip(pairwise(told), sizes, strict=True) if size != 0]
    shunned = {key for key in told if key is not None}
    return _filled(graph, gaps, shunned)


def bridged(graph: Graph, start: str, end: str, without: Collection[str] = ()) -> tuple[str, ...]:
    """A short path with one arrow that was not seen; () where none is likely."""
    shunned = {start, end, *without}
    for leap in _LEAPS:
        for inside in _ways(graph, (start, end, None), shunned, leap):
            return (start, *inside, end)
    return ()


def _filled(graph: Graph, gaps: Sequence[_Gap], shunned: set[str]) -> list[str]:
    if not gaps:
        return []
    for leap in (None, *_LEAPS):
        best: list[str] = []
        for number, inside in enumerate(_ways(graph, gaps[0], shunned, leap)):
            rest = _filled(graph, gaps[1:], shunned | set(inside))
            best = max(best, [*inside, *rest], key=len)
            if rest or len(gaps) == 1 or number >= _TRIED:
                return best
        if best:
            return best
    return _filled(graph, gaps[1:], shunned)


def _ways(graph: Graph, gap: _Gap, shunned: Collection[str], leap: _Leap | None) -> Iterator[tuple[str, ...]]:
    """What may stand in a gap, the shortest first: on seen arrows alone, or on one unseen one that ``leap`` admits."""
    start, end, size = gap
    if start is None or end is None:
        return
    near = graph.distances(end, back=True)
    steps = 0
    for length in range(1, _LONGEST_RUN + 1) if size is None else (size,):
        stack: list[tuple[tuple[str, ...], _Leap | None]] = [((), leap)]
        while stack and steps < _STEPS:
            steps += 1
            inside, left = stack.pop()
            at = inside[-1] if inside else start
            if len(inside) == length:
                if left(graph, at, end) if left else graph.has(at, end):
                    yield inside
                continue
            for key, still in reversed(_onward(graph, at, left)):
                in_reach = still or near.get(key, length + 1) <= length - len(inside)
                if in_reach and key not in shunned and key not in inside:
                    stack.append(((*inside, key), still))


def _onward(graph: Graph, at: str, leap: _Leap | None) -> list[tuple[str, _Leap | None]]:
    """Where seen arrows lead, then where an unseen one may, each with what is still admitted after it."""
    seen: list[tuple[str, _Leap | None]] = [(key, leap) for key in graph.next[at]]
    return seen if leap is None else [*seen, *((key, None) for key in graph.next if leap(graph, at, key))]


def _joins_loose_ends(graph: Graph, source: str, target: str) -> bool:
    return source != target and not graph.next[source] and not graph.previous[target]


def _has_loose_end(graph: Graph, source: str, target: str) -> bool:
    return source != target and not graph.has(source, target) and not (graph.next[source] and graph.previous[target])


_LEAPS: tuple[_Leap, ...] = (_joins_loose_ends, _has_loose_end)
