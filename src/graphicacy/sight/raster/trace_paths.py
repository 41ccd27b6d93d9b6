"""Graph and joints → paths: every line from one of its ends to the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from graphicacy.sight.raster.trace_graph import Graph, Line
from graphicacy.sight.raster.trace_joints import Joint, Prong

__all__ = ["After", "Path", "after_of", "onward", "pair_up", "paths_of"]

_MOST_FROM_ONE = 40  # paths from one end
_MOST = 3_000
_LONGEST = 200  # branches of a path

After = dict[Prong, list[tuple[Prong, int]]]  # by the prong that comes to a joint: those that go on, and which joint


@dataclass(slots=True, eq=False)
class Path:
    """A line through the graph. ``steps`` are its branches, each with the side at which it is entered."""

    steps: tuple[Prong, ...]
    joints: tuple[int, ...] = ()

    @property
    def mirrored(self) -> tuple[Prong, ...]:
        """The steps from its end to its start."""
        return tuple((branch, 1 - side) for branch, side in reversed(self.steps))

    @property
    def start(self) -> Prong:
        """The branch and side at which it begins."""
        return self.steps[0]

    @property
    def end(self) -> Prong:
        """The branch and side at which it ends."""
        return self.mirrored[0]

    def line(self, graph: Graph) -> Line:
        """Its points from start to end."""
        return np.concatenate([graph.branch(b).away(s) for b, s in self.steps])


def after_of(joints: list[Joint]) -> After:
    """How lines go on at the joints, by the ways that were chosen."""
    after: After = {}
    for number, joint in enumerate(joints):
        pair_up(after, joint, number)
    return after


def pair_up(after: After, joint: Joint, number: int) -> None:
    """Puts the chosen pairs of one joint in, in place of those that were there."""
    for prong in joint.prongs:
        after.pop(prong, None)
    for a, b in joint.way.pairs:
        after.setdefault(joint.prongs[a], []).append((joint.prongs[b], number))
        after.setdefault(joint.prongs[b], []).append((joint.prongs[a], number))


def paths_of(graph: Graph, joints: list[Joint]) -> list[Path]:
    """All the paths from end to end that the chosen pairs at joints allow, each once, in a fixed order."""
    after = after_of(joints)
    inner = {branch for joint in joints for branch in joint.inner}
    ends = [
        (index, side)
        for index, branch in enumerate(graph.branches)
        if branch is not None and index not in inner
        for side in (0, 1)
        if (index, side) not in after
    ]
    found: dict[tuple[Prong, ...], Path] = {}
    for end in ends:
        for path in onward(end, after):
            found.setdefault(min(path.steps, path.mirrored), path)
            if len(found) >= _MOST:
                return list(found.values())
    return list(found.values())


def onward(start: Prong, after: After) -> Iterator[Path]:
    """The paths that begin by entering a branch at one of its sides, to where they end."""
    stack: list[tuple[tuple[Prong, ...], tuple[int, ...]]] = [((start,), ())]
    count = 0
    while stack and count < _MOST_FROM_ONE:
        steps, passed = stack.pop()
        branch, side = steps[-1]
        ahead = after.get((branch, 1 - side), [])
        if not ahead:
            count += 1
            yield Path(steps, passed)
        elif len(steps) < _LONGEST:
            seen = {b for b, _ in steps}
            stack += [((*steps, prong), (*passed, joint)) for prong, joint in ahead if prong[0] not in seen]
