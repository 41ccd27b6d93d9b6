"""Which way to pair lines at crossings, by what becomes of the lines: each should have two ends and one head."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from graphicacy.diagram.model import Head
from graphicacy.sight.raster.trace_graph import Graph
from graphicacy.sight.raster.trace_joints import Joint, Prong
from graphicacy.sight.raster.trace_paths import After, Path, after_of, onward, pair_up, paths_of

__all__ = ["Tip", "settle"]

_BAD = 4.0  # cost of a line that is unlikely, in the units of the ways to pair
_DIRECTED = 0.5  # share of lines with one head from which all of a picture's lines should have one
_ROUNDS = 3
_MOST_JOINTS = 120  # that are gone over, those first where the ways cost nearly the same
_MOST_PATHS = 60  # through one joint


class Tip(NamedTuple):
    """What is at an end of a line: the shape it touches, and its head."""

    place: int | None
    head: Head


def settle(graph: Graph, joints: list[Joint], tip: Callable[[tuple[Prong, ...]], Tip]) -> None:
    """Chooses, at each joint, the way of pairing with the least cost in all, going over them a few times.

    ``tip`` tells what is at the start of a path, given its steps.
    """
    paths = paths_of(graph, joints)
    single = [_heads(path, tip) == 1 for path in paths]
    directed = bool(paths) and sum(single) >= _DIRECTED * len(single)
    doubted = {j for path in paths if _unlikely(path, tip, directed) for j in path.joints}
    after = after_of(joints)
    order = sorted(doubted, key=lambda j: (_margin(joints[j]), j))[:_MOST_JOINTS]
    for _ in range(_ROUNDS):
        changed = False
        for number in order:
            changed |= _improve(number, joints, after, tip, directed)
        if not changed:
            return


def _margin(joint: Joint) -> float:
    return joint.ways[1].cost - joint.ways[0].cost if len(joint.ways) > 1 else 99.0


def _improve(
    number: int, joints: list[Joint], after: After, tip: Callable[[tuple[Prong, ...]], Tip], directed: bool
) -> bool:
    joint, before = joints[number], joints[number].chosen
    costs = []
    for choice, way in enumerate(joint.ways):
        joint.chosen = choice
        pair_up(after, joint, number)
        costs.append(way.cost + _BAD * sum(_unlikely(p, tip, directed) for p in _through(joint, after)))
    best = min(range(len(costs)), key=lambda i: (costs[i], i))
    joint.chosen = best if costs[best] < costs[before] - 1e-9 else before
    pair_up(after, joint, number)
    return joint.chosen != before


def _through(joint: Joint, after: After) -> list[Path]:
    """The paths that go through a joint, or end there."""
    found = [path for prong in joint.prongs if prong not in after for path in onward(prong, after)]
    for a, b in joint.way.pairs:
        for one in onward(joint.prongs[a], after):
            for other in onward(joint.prongs[b], after):
                if len(found) < _MOST_PATHS and not {s[0] for s in one.steps} & {s[0] for s in other.steps}:
                    found.append(Path((*one.mirrored, *other.steps)))
    return found


def _unlikely(path: Path, tip: Callable[[tuple[Prong, ...]], Tip], directed: bool) -> float:
    """How unlikely a line is: 1 for each end at nothing, for no head or two where all have one, and for a loop."""
    start, end = tip(path.steps), tip(path.mirrored)
    lost = (start.place is None) + (end.place is None)
    loop = start.place is not None and start.place == end.place
    return lost + loop + (directed and _heads(path, tip) != 1)


def _heads(path: Path, tip: Callable[[tuple[Prong, ...]], Tip]) -> int:
    return (tip(path.steps).head is not Head.NONE) + (tip(path.mirrored).head is not Head.NONE)
