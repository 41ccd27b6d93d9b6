"""S3, masked subpath query: a path of the figure is told with some of its nodes missing; which are they, in order?

| Variant | What stands for missing nodes | A cycle on the path |
|---|---|---|
| ``structure-matching`` | ``[?]``, one for each missing node | no |
| ``structure-matching-cyclic`` | the same | yes |
| ``full-merge`` | ``[…]``, one for each run of missing nodes, whose number is not told | no |
| ``full-merge-cyclic`` | the same | yes |

A path follows arrows from node to node and passes no node twice, but may, where the question says so, return to the
node at which it starts. Its first and its last node are told. With a cycle: at least one missing node lies on a
directed cycle of two nodes or more. Without: none of its nodes does, nor has an arrow to itself.

Template ``path-of-nodes`` (structure matching) or ``path-of-runs`` (full merge); the argument ``path`` has the labels,
with null for each mask. Paths are random walks; 1 to 4 nodes in a row or scattered are taken out, in a full merge at
least two in a row somewhere. A question is asked only where exactly one choice of nodes fits: every path of the whole
figure is searched for a second one, and where the search takes too long nothing is asked. Paths on which there is
nowhere a choice of arrows come last.

All nodes told or missing are named. From the first node no node can be reached at which a connector ends that is no
arrow between readable nodes, so that all paths are certain.

Difficulty is by the number of arrows that begin at nodes of the path: those that have to be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from graphicacy.read.figure import Figure
from graphicacy.read.query.graph import Graph
from graphicacy.read.question import AnswerType, Draft, difficulty_of
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.tasks.whole_graph import has_clear_lines

__all__ = ["LEAF"]

_LONGEST = 8  # nodes of a path
_MOST = 4  # missing nodes
_WALKS = 80  # tried on a figure
_CHOOSY = 56  # of them, those of which only paths with a choice are taken
_STEPS = 400  # of a search for a second fit
_ONE = "Each [?] stands for exactly one missing node."
_RUN = "Each […] stands for one missing node or more in a row, and their number is not told."


class Mask(NamedTuple):
    """A path with nodes missing: ``told`` ids, and what is missing after each but the last.

    ``gaps`` has a number of nodes, 0 for none, or None for any number but 0.
    """

    told: tuple[str, ...]
    gaps: tuple[int | None, ...]


class _Ways(NamedTuple):
    """What walks need to know of a figure."""

    graph: Graph
    starts: tuple[str, ...]  # named nodes from which all that can be reached is certain
    usable: frozenset[str]  # nodes that may be on a path of the variant
    on_cycle: frozenset[str]


def _ask(figure: Figure, rng: np.random.Generator, *, variant: str, merged: bool, cyclic: bool) -> Iterator[Draft]:
    if not has_clear_lines(figure):
        return
    ways = _ways(figure, cyclic)
    seen: set[Mask] = set()
    for attempt in range(_WALKS if ways.starts else 0):
        path = _walk(ways, rng, cyclic)
        if len(path) < 3:
            continue
        hidden = _hidden(path, rng, merged)
        if not hidden or (cyclic and not any(path[k] in ways.on_cycle for k in hidden)):
            continue
        looks = sum(len(ways.graph.next[key]) for key in path[:-1])
        if attempt < _CHOOSY and looks < len(path):
            continue
        mask = _mask(path, hidden, merged)
        if mask not in seen and fits(mask, ways.graph) == 1:
            seen.add(mask)
            yield _draft(figure.labels, path, hidden, mask, variant, looks)


def fits(mask: Mask, graph: Graph) -> int | None:
    """How many paths of the graph fit a mask: 0, 1, 2 for more, or None where it takes too long to say."""
    told, gaps = mask
    back = [graph.distances(goal, back=True) for goal in told[1:]]
    found = steps = 0
    stack: list[tuple[tuple[str, ...], int, int]] = [(told[:1], 0, 0)]  # path, number of the gap, nodes put in it
    while stack:
        path, at, inside = stack.pop()
        goal, gap = told[at + 1], gaps[at]
        for key in graph.next[path[-1]]:
            steps += 1
            if key == goal:
                if inside != gap and (gap is not None or not inside):
                    continue
                if at + 1 < len(gaps):
                    stack.append(((*path, key), at + 1, 0))
                    continue
                found += 1
                if found > 1:
                    return 2
            elif key not in path and key not in told and _leads(back[at].get(key), gap, inside):
                stack.append(((*path, key), at, inside + 1))
        if steps > _STEPS:
            return None
    return found


def _leads(distance: int | None, gap: int | None, inside: int) -> bool:
    """Whether a node put into a gap is near enough to its end."""
    return distance is not None and (gap is None or distance <= gap - inside)


def _ways(figure: Figure, cyclic: bool) -> _Ways:
    graph = Graph(tuple(figure.labels), ((a.source, a.target) for a in figure.arrows))
    on_cycle = _on_cycles(graph)
    loose = {key for end in figure.unsettled if end in graph.next for key in graph.distances(end, back=True)}
    if cyclic:
        usable = frozenset(figure.named)
    else:
        usable = frozenset(k for k in figure.named if k not in on_cycle and not graph.has(k, k))
    starts = tuple(k for k in figure.named if k in usable and k not in loose and graph.next[k])
    if cyclic and not on_cycle.intersection(usable):
        starts = ()
    return _Ways(graph, starts, usable, on_cycle)


def _on_cycles(graph: Graph) -> frozenset[str]:
    """Nodes on a directed cycle of at least two nodes: those of strongly connected components of that size."""
    import networkx as nx

    pairs = ((key, to) for key, others in graph.next.items() for to in others)
    parts = nx.strongly_connected_components(nx.DiGraph(pairs))
    return frozenset(key for part in parts if len(part) > 1 for key in part)


def _walk(ways: _Ways, rng: np.random.Generator, cyclic: bool) -> tuple[str, ...]:
    """A random path; one that returns to its start has that at both ends."""
    length = int(rng.integers(3, _LONGEST + 1))
    path = [ways.starts[rng.integers(len(ways.starts))]]
    returns = cyclic and path[0] in ways.on_cycle and rng.random() < 0.5
    while len(path) < length:
        options = ways.graph.next[path[-1]]
        if returns and len(path) > 1 and path[0] in options:
            return (*path, path[0])
        options = tuple(key for key in options if key in ways.usable and key not in path)
        if not options:
            break
        path.append(options[rng.integers(len(options))])
    return tuple(path)


def _hidden(path: Sequence[str], rng: np.random.Generator, merged: bool) -> tuple[int, ...]:
    """Places of the nodes to take out; none where the path is too short."""
    inner, least = len(path) - 2, 2 if merged else 1
    if inner < least:
        return ()
    count = int(rng.integers(least, min(inner, _MOST) + 1))
    if rng.random() < 0.5:
        first = int(rng.integers(1, inner - count + 2))
        return tuple(range(first, first + count))
    places = tuple(sorted(int(k) + 1 for k in rng.permutation(inner)[:count]))
    in_a_row = any(b == a + 1 for a, b in pairwise(places))
    return places if in_a_row or not merged else ()


def _mask(path: Sequence[str], hidden: Sequence[int], merged: bool) -> Mask:
    told = [k for k in range(len(path)) if k not in hidden]
    missing = [b - a - 1 for a, b in pairwise(told)]
    return Mask(tuple(path[k] for k in told), tuple(None if merged and count else count for count in missing))


def _draft(
    labels: Mapping[str, str], path: Sequence[str], hidden: Sequence[int], mask: Mask, variant: str, looks: int
) -> Draft:
    merged = None in mask.gaps
    shown: list[str | None] = []
    for key, gap in zip(mask.told, (*mask.gaps, 0), strict=True):
        shown += [labels[key], *[None] * (1 if gap is None else gap)]
    sign = "[…]" if merged else "[?]"
    line = " → ".join(sign if label is None else f"“{label}”" for label in shown)
    twice = "The path returns to the node at which it starts; no other node is" if path[0] == path[-1] else "No node is"
    return Draft(
        variant=variant,
        text=f"This path follows arrows of the figure, each from its beginning to its head:\n{line}\n"
        f"{_RUN if merged else _ONE} {twice} passed twice. "
        "Which nodes are missing? Give all of them in the order of the path.",
        answer_type=AnswerType.SEQUENCE,
        answer=[labels[path[k]] for k in hidden],
        template="path-of-runs" if merged else "path-of-nodes",
        arguments={"path": shown},
        difficulty=difficulty_of(looks),
    )


def _variant(name: str, merged: bool, cyclic: bool) -> partial[Iterator[Draft]]:
    return partial(_ask, variant=name, merged=merged, cyclic=cyclic)


LEAF = Leaf(
    "masked-subpath",
    "S3",
    "structural",
    {
        "structure-matching": _variant("structure-matching", merged=False, cyclic=False),
        "structure-matching-cyclic": _variant("structure-matching-cyclic", merged=False, cyclic=True),
        "full-merge": _variant("full-merge", merged=True, cyclic=False),
        "full-merge-cyclic": _variant("full-merge-cyclic", merged=True, cyclic=True),
    },
)
