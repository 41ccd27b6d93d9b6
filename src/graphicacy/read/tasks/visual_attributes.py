"""V5, visual attributes: which nodes, or arrows, have a given look.

| Variant | Template | Answer |
|---|---|---|
| ``nodes`` | ``nodes-with`` | the nodes that have all the given looks: fill, border colour, border style, shape |
| ``edges`` | ``edges-with`` | the arrows that have all the given looks: line style, colour, thickness, head |

One look or two (``arguments["looks"]``, pairs of what is looked at and its value). The answer is what ``read.traits``
says, which offers a look only where it is certain of every node or arrow. At least one node lacks each look that some
have. Of the questions, 12 % have no node or arrow for an answer: a look that occurs nowhere, or two that never occur
together. Two looks count twice for the difficulty, since everything has to be looked at again.

Guards. Nodes of an answer are named. Every connector of a figure whose arrows are asked for is an arrow between two
named nodes, and no two lead from one node to another the same way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphicacy.read.figure import Figure
from graphicacy.read.question import AnswerType, Draft, difficulty_of
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.traits import EDGE_TRAITS, NODE_TRAITS, Key, Trait, edge_traits, node_traits

__all__ = ["LEAF"]

_MOST = 20  # nodes or arrows in an answer
_EMPTY = 0.12  # share of questions to which nothing is the answer
_LATER = 0.3  # how much rarer a pair of looks tells some from others than one look
_LEAST_PARTS = 3  # nodes or arrows in the picture
_MOST_PARTS = 200
_FRAMES = " Frames around several nodes are no nodes."


def _nodes(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    parts = figure.diagram.nodes
    if not _LEAST_PARTS <= len(parts) <= _MOST_PARTS:
        return
    named, frames = set(figure.named), _FRAMES if figure.diagram.groups else ""
    for traits, having in _in_turn(NODE_TRAITS, node_traits(figure), rng):
        ids = [node.id for node, has in zip(parts, having, strict=True) if has]
        if named.issuperset(ids):
            text = f"Which nodes {_joined(traits)}? List their labels.{frames} If there is none, the list is empty."
            answer = [figure.labels[key] for key in ids]
            yield _draft("nodes", text, AnswerType.NODES, answer, "nodes-with", traits, len(parts))


def _edges(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    arrows, named = figure.arrows, set(figure.named)
    if len(arrows) != len(figure.diagram.edges) or not _LEAST_PARTS <= len(arrows) <= _MOST_PARTS:
        return
    ends = {(a.source, a.target) for a in arrows}
    if len(ends) < len(arrows) or not all(named.issuperset(pair) for pair in ends):
        return
    for traits, having in _in_turn(EDGE_TRAITS, edge_traits(figure), rng):
        text = (
            f"Which arrows {_joined(traits)}? List each by the node where it starts and the node at its head, whatever "
            "the form of the head. If there is none, the list is empty."
        )
        answer = [
            {"source": figure.labels[a.source], "target": figure.labels[a.target]} for a in arrows if having[a.edge]
        ]
        yield _draft("edges", text, AnswerType.EDGES, answer, "edges-with", traits, len(arrows))


LEAF = Leaf(
    name="visual-attributes",
    code="V5",
    capability="visual",
    variants={"nodes": _nodes, "edges": _edges},
    visual=frozenset({"nodes", "edges"}),
)

_Question = tuple[tuple[Trait, ...], tuple[bool, ...]]


def _in_turn(keys: Sequence[Key], traits: Mapping[Key, Trait], rng: np.random.Generator) -> Iterator[_Question]:
    """Questions with an answer, and now and then one without, in an order that does not depend on the figure."""
    choices = _choices(keys)
    asked = (
        q for k in _order(keys, rng).tolist() if (q := _asked([traits.get(key) for key in choices[k]])) is not None
    )
    full: deque[_Question] = deque()
    empty: deque[_Question] = deque()
    while True:
        pool = empty if rng.random() < _EMPTY else full
        while not pool and (question := next(asked, None)) is not None:
            (full if any(question[1]) else empty).append(question)
        if pool:
            yield pool.popleft()
        elif pool is full:
            return


@lru_cache(maxsize=8)
def _choices(keys: Sequence[Key]) -> tuple[tuple[Key, ...], ...]:
    """All single looks and all pairs of two different kinds."""
    pairs = (pair for pair in combinations(keys, 2) if pair[0][0] != pair[1][0])
    return (*((key,) for key in keys), *pairs)


def _order(keys: Sequence[Key], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random order of the choices, in which one look comes about as early as two, though there are more pairs."""
    single, pairs = len(keys), len(_choices(keys)) - len(keys)
    late = _LATER * pairs / single
    return np.argsort(np.concatenate([rng.random(single), rng.random(pairs) * late]), kind="stable")


def _asked(traits: Sequence[Trait | None]) -> _Question | None:
    """Who has all the looks, where it is worth asking: each look tells some from others, and two more than one."""
    known = tuple(t for t in traits if t is not None)
    if len(known) < len(traits):
        return None
    having = known[0].having if len(known) == 1 else tuple(map(all, zip(*(t.having for t in known), strict=True)))
    count, single = sum(having), [sum(t.having) for t in known]
    told = count < len(having) if len(known) == 1 else all(count < n < len(having) for n in single)
    return (known, having) if told and count <= _MOST else None


def _joined(traits: Sequence[Trait]) -> str:
    """ "have a red fill and a dashed or dotted border", "have a red fill and are diamonds"."""
    words = [t.words for t in traits]
    if len(words) > 1 and all(w.startswith("have ") for w in words):
        words[1:] = [w.removeprefix("have ") for w in words[1:]]
    return " and ".join(words)


def _draft(
    variant: str,
    text: str,
    answer_type: AnswerType,
    answer: list[Any],
    template: str,
    traits: Sequence[Trait],
    parts: int,
) -> Draft:
    arguments = {"looks": [list(t.key) for t in traits]}
    return Draft(variant, text, answer_type, answer, template, arguments, difficulty_of(parts * len(traits)))
