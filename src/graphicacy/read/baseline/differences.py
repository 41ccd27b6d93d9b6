"""V2: what differs between two pictures of a diagram.

Where most nodes are in the same place in both, a difference counts only if pixels changed there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from graphicacy.diagram.scene import Point
from graphicacy.read.baseline.mentions import alike
from graphicacy.read.baseline.overlay import Overlay, overlay
from graphicacy.read.baseline.perceived import Perceived, perceived
from graphicacy.read.baseline.seen import Asked, CannotAnswer, Seen
from graphicacy.read.figure import fold

__all__ = ["answer"]

_SAME = 0.85  # of the letters, from which on two labels are one, read in two ways
_LIKE = 0.5  # share of their arrows, from which on a node that is gone and a new one are one, relabelled
_REDRAWN = 0.5  # share of a line that changes where an arrow comes or goes
_TURNED = 0.02  # of one whose head moves to its other end
_REWRITTEN = 0.01  # share of a node's box that changes where other words are in it

_SURE = 0.5  # of the heads of a line, from which on it makes a difference

_Pair = tuple[str, str]


class _Lines(NamedTuple):
    """Of one picture, by ids in the second: the routes of its arrows by their ends, and which nodes lines join."""

    arrows: Mapping[_Pair, Sequence[Point]]
    joined: frozenset[frozenset[str]]


class _Two(NamedTuple):
    """Both figures; ``same`` has ids in the second by ids in the first; ``overlay`` is None where all has moved."""

    before: Perceived
    after: Perceived
    same: Mapping[str, str]
    overlay: Overlay | None
    lines: tuple[_Lines, _Lines]


def answer(asked: Asked, pictures: Sequence[Seen]) -> list[dict[str, Any]]:
    """Nodes and arrows that were added, removed, relabelled or reversed."""
    if len(pictures) != 2:
        raise CannotAnswer("it is about two pictures")
    before, after = (perceived(seen) for seen in pictures)
    same = _same_nodes(before, after)
    lines = _lines(before, pictures[0], same), _lines(after, pictures[1], {key: key for key in same.values()})
    two = _Two(before, after, same, overlay(pictures[0], pictures[1], same), lines)
    return [*_of_nodes(two), *_of_arrows(two)]


def _same_nodes(before: Perceived, after: Perceived) -> dict[str, str]:
    """Ids in the second picture by those in the first: labels that are equal first, then those that look alike."""
    scored = [
        (1.0 if fold(one) == fold(other) else alike(one, other), a, b)
        for a, one in before.labels.items()
        for b, other in after.labels.items()
    ]
    return _paired([pair for pair in scored if pair[0] >= _SAME])


def _paired(scored: list[tuple[float, str, str]]) -> dict[str, str]:
    """Pairs with the highest scores, each id in one at most."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for _, one, other in sorted(scored, key=lambda pair: -pair[0]):
        if one not in found and other not in taken:
            found[one] = other
            taken.add(other)
    return found


def _of_nodes(two: _Two) -> list[dict[str, Any]]:
    before, after = two.before.labels, two.after.labels
    gone = [key for key in before if key not in two.same and _is_new(two.before, key, two.overlay)]
    kept = set(two.same.values())
    new = [key for key in after if key not in kept and _is_new(two.after, key, two.overlay, second=True)]
    renamed = _relabelled(two, gone, new)
    taken = set(renamed.values())
    return [
        *({"change": "added", "node": after[key]} for key in new if key not in taken),
        *({"change": "removed", "node": before[key]} for key in gone if key not in renamed),
        *({"change": "relabelled", "from": before[a], "to": after[b]} for a, b in renamed.items()),
    ]


def _is_new(figure: Perceived, key: str, laid: Overlay | None, *, second: bool = False) -> bool:
    """Whether a picture shows a node where the other one shows something else, as far as that can be told."""
    box = figure.scene.nodes.get(key)
    return laid is None or box is None or laid.within(box, second=second) >= _REWRITTEN


def _relabelled(two: _Two, gone: Sequence[str], new: Sequence[str]) -> dict[str, str]:
    """Nodes whose words are gone, and those that have their arrows."""
    names = {key: key for key in two.same.values()}
    old = {key: _around(key, two.before, two.same) for key in gone}
    now = {key: _around(key, two.after, names) for key in new}
    scored = [(_overlap(old[a], now[b]), a, b) for a in gone for b in new]
    return _paired([pair for pair in scored if pair[0] >= _LIKE])


def _around(key: str, figure: Perceived, names: Mapping[str, str]) -> set[tuple[str, str]]:
    """The arrows at a node, by which way they run and where their other ends are."""
    out = {("to", names.get(a.target, "")) for a in figure.arrows if a.source == key}
    return out | {("from", names.get(a.source, "")) for a in figure.arrows if a.target == key}


def _overlap(one: set[tuple[str, str]], other: set[tuple[str, str]]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _of_arrows(two: _Two) -> list[dict[str, Any]]:
    """Arrows between nodes of both pictures that are in one alone; one that is back the other way was reversed.

    Nodes that a line joins in both pictures are joined in both, whichever of its heads were seen.
    """
    old, now = two.lines
    told: list[tuple[str, _Pair]] = []
    for pair, route in now.arrows.items():
        if frozenset(pair) not in old.joined and _is_redrawn(route, two.overlay, second=True):
            told.append(("added", pair))
    for pair, route in old.arrows.items():
        if frozenset(pair) not in now.joined and _is_redrawn(route, two.overlay):
            told.append(("removed", pair))
        elif _has_turned(pair, two) and _is_redrawn(route, two.overlay, least=_TURNED):
            told.append(("reversed", pair))
    labels = {b: two.before.labels[a] for a, b in two.same.items()}
    return [{"change": change, "edge": {"source": labels[a], "target": labels[b]}} for change, (a, b) in told]


def _has_turned(pair: _Pair, two: _Two) -> bool:
    old, now = (lines.arrows.keys() for lines in two.lines)
    return pair not in now and pair[::-1] in now and pair[::-1] not in old


def _lines(figure: Perceived, seen: Seen, names: Mapping[str, str]) -> _Lines:
    """The lines between nodes that have names, and the arrows among them whose heads are sure; no loops."""
    found = {
        (e.source, e.target): heads
        for e, heads in sorted(zip(seen.diagram.edges, seen.certainty.heads, strict=True), key=lambda pair: pair[1])
        if e.source != e.target and names.keys() >= {e.source, e.target}
    }
    sure = {frozenset(ends) for ends, heads in found.items() if heads >= _SURE}
    arrows = [a for a in figure.arrows if frozenset(a[:2]) in sure]
    return _Lines(
        {(names[a.source], names[a.target]): figure.scene.routes[a.edge] for a in arrows},
        frozenset(frozenset(names[end] for end in ends) for ends in found),
    )


def _is_redrawn(route: Sequence[Point], laid: Overlay | None, *, least: float = _REDRAWN, second: bool = False) -> bool:
    """Whether pixels changed along a line, as far as that can be told."""
    return laid is None or len(route) < 2 or laid.along(route, second=second) >= least
