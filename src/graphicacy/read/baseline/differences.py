"""V2: what differs between two pictures of a diagram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from graphicacy.read.baseline.mentions import alike
from graphicacy.read.baseline.perceived import Perceived, perceived
from graphicacy.read.baseline.seen import Asked, CannotAnswer, Seen
from graphicacy.read.figure import fold

__all__ = ["answer"]

_SAME = 0.85  # of the letters, from which on two labels are one, read in two ways
_LIKE = 0.5  # share of their arrows, from which on a node that is gone and a new one are one, relabelled
_MOST = 12  # differences: of more, most come of misreading

_Arrows = Counter[tuple[str, str]]


def answer(asked: Asked, pictures: Sequence[Seen]) -> list[dict[str, Any]]:
    """Nodes and arrows that were added, removed, relabelled or reversed."""
    if len(pictures) != 2:
        raise CannotAnswer("it is about two pictures")
    before, after = (perceived(seen) for seen in pictures)
    same = _same_nodes(before, after)
    gone = [key for key in before.labels if key not in same]
    new = [key for key in after.labels if key not in same.values()]
    renamed = _relabelled(before, after, same, gone, new)
    found: list[dict[str, Any]] = [
        *({"change": "added", "node": after.labels[key]} for key in new if key not in renamed.values()),
        *({"change": "removed", "node": before.labels[key]} for key in gone if key not in renamed),
        *({"change": "relabelled", "from": before.labels[a], "to": after.labels[b]} for a, b in renamed.items()),
        *_of_arrows(before, after, same),
    ]
    if len(found) > _MOST:
        raise CannotAnswer("so much differs that I must have misread a picture")
    return found


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


def _relabelled(
    before: Perceived, after: Perceived, same: Mapping[str, str], gone: Sequence[str], new: Sequence[str]
) -> dict[str, str]:
    """Nodes whose words are gone and those that have their arrows."""
    names = {key: key for key in same.values()}
    arrows = {key: _around(key, before, same) for key in gone}, {key: _around(key, after, names) for key in new}
    scored = [(_overlap(arrows[0][a], arrows[1][b]), a, b) for a in gone for b in new]
    return _paired([pair for pair in scored if pair[0] >= _LIKE])


def _around(key: str, figure: Perceived, names: Mapping[str, str]) -> set[tuple[str, str]]:
    """The arrows at a node, by which way they run and where their other ends are."""
    out = {("to", names.get(a.target, "")) for a in figure.arrows if a.source == key}
    return out | {("from", names.get(a.source, "")) for a in figure.arrows if a.target == key}


def _overlap(one: set[tuple[str, str]], other: set[tuple[str, str]]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _of_arrows(before: Perceived, after: Perceived, same: Mapping[str, str]) -> list[dict[str, Any]]:
    """Arrows between nodes of both pictures that are in one alone; a removed one that was added back is reversed."""
    old: _Arrows = Counter((same[a.source], same[a.target]) for a in before.arrows if {a.source, a.target} <= set(same))
    kept = set(same.values())
    now: _Arrows = Counter((a.source, a.target) for a in after.arrows if {a.source, a.target} <= kept)
    removed, added = old - now, now - old
    turned: _Arrows = Counter({pair: min(count, added[pair[::-1]]) for pair, count in removed.items()})
    turned = +turned
    back = {b: a for a, b in same.items()}

    def told(change: str, pairs: _Arrows) -> list[dict[str, Any]]:
        return [{"change": change, "edge": _told(pair, before, back)} for pair in pairs.elements()]

    undone: _Arrows = Counter({pair[::-1]: count for pair, count in turned.items()})
    return [*told("added", added - undone), *told("removed", removed - turned), *told("reversed", turned)]


def _told(pair: tuple[str, str], before: Perceived, back: Mapping[str, str]) -> dict[str, str]:
    source, target = (before.labels[back[key]] for key in pair)
    return {"source": source, "target": target}
