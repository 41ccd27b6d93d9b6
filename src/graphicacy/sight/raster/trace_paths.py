"""Graph and joints → paths: every line from one of its ends to the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from graphicacy.sight.raster.trace_graph import Graph, Line
from graphicacy.sight.raster.trace_joints import Joint, Prong

__all__ = ["Path", "paths_of"]

_MOST_FROM_ONE = 40  # paths from one end
_MOST = 3_000
_LONGEST = 200  # branches of a path


@dataclass(slots=True, eq=False)
class Path:
    """A line through the graph. ``steps`` are its branches, each with the side at which it is entered."""

    steps: tuple[Prong, ...]
    joints: tuple[int, ...]

    @property
    def start(self) -> Prong:
        """The branch and side at which it begins."""
        return self.steps[0]

    @property
    def end(self) -> Prong:
        """The branch and side at which it ends."""
        branch, side = self.steps[-1]
        return branch, 1 - side

    def line(self, graph: Graph) -> Line:
        """Its points from start to end."""
        return np.concatenate([graph.branch(b).away(s) for b, s in self.steps])


def paths_of(graph: Graph, joints: list[Joint]) -> list[Path]:
    """All the paths from end to end that the chosen pairs at joints allow, each once, in a fixed order."""
    after: dict[Prong, list[tuple[Prong, int]]] = {}
    ends: list[Prong] = []
    for number, joint in enumerate(joints):
        for a, b in joint.way.pairs:
            after.setdefault(joint.prongs[a], []).append((joint.prongs[b], number))
            after.setdefault(joint.prongs[b], []).append((joint.prongs[a], number))
    inner = {branch for joint in joints for branch in joint.inner}
    for index, branch in enumerate(graph.branches):
        if branch is not None and index not in inner:
            ends += [(index, side) for side in (0, 1) if (index, side) not in after]
    found: dict[tuple[Prong, ...], Path] = {}
    for end in ends:
        for path in _from(end, after):
            mirrored = tuple((b, 1 - s) for b, s in reversed(path.steps))
            found.setdefault(min(path.steps, mirrored), path)
            if len(found) >= _MOST:
                return list(found.values())
    return list(found.values())


def _from(start: Prong, after: dict[Prong, list[tuple[Prong, int]]]) -> Iterator[Path]:
    stack: list[tuple[tuple[Prong, ...], tuple[int, ...]]] = [((start,), ())]
    count = 0
    while stack and count < _MOST_FROM_ONE:
        steps, passed = stack.pop()
        branch, side = steps[-1]
        onward = after.get((branch, 1 - side), [])
        if not onward:
            count += 1
            yield Path(steps, passed)
        elif len(steps) < _LONGEST:
            seen = {b for b, _ in steps}
            stack += [((*steps, prong), (*passed, joint)) for prong, joint in onward if prong[0] not in seen]
