"""C2, comprehensive semantic: several steps along arrows, where a look stands for something that the question tells.

The look of nodes (fill, shape, border) or of arrows (colour, line, head) is one that means something in the diagram, or
else, where it has none, one that the question binds for the occasion: "Suppose that red nodes are urgent steps."

- ``element``: which nodes of that meaning can be reached, lie between, …; or which can be reached along arrows of that
  meaning alone (a set, never empty);
- ``path``: a way that passes no node of that meaning between its ends, or runs along arrows of that meaning alone.

Only such are asked as admit other answers without the meaning, and only where every node or arrow that matters clearly
has the look, or clearly has not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np

from graphicacy.read.corpus.entry import Kind, Meaning
from graphicacy.read.figure import Figure
from graphicacy.read.phrasing import Register
from graphicacy.read.query import Filter, Finding, Query, Template, find
from graphicacy.read.query.facts import facts_of
from graphicacy.read.query.looks import EDGE_LOOKS, NODE_LOOKS
from graphicacy.read.query.sample import LONGEST, Asked, candidates, in_turn, shuffled
from graphicacy.read.question import Draft
from graphicacy.read.tasks.drafting import Wording, draft_of, streams
from graphicacy.read.tasks.leaf import Leaf

__all__ = ["LEAF"]

_OF_NODES = {
    "element": (
        Template.REACHED,
        Template.REACHING,
        Template.WITHIN,
        Template.EXACTLY,
        Template.BETWEEN,
        Template.ON_EVERY_WAY,
    ),
    "path": (Template.SHORTEST, Template.PATH),
}
_OF_ARROWS = {
    "element": (Template.NEXT, Template.PREVIOUS, Template.REACHED, Template.REACHING),
    "path": (Template.SHORTEST, Template.PATH),
}
_TRIES = 50  # queries of one template for which a meaning is tried to make a difference
_TRIES = 50  # queries of one template for which a meaning is tried
_FOR_THE_OCCASION = {
    Kind.PROCESS: ("steps that are urgent", "steps that are recorded", "steps that cost extra"),
    Kind.STATES: ("states that raise an alarm", "states that are logged", "states that need power"),
    Kind.INFLUENCE: ("factors that are measured", "factors that can be changed", "factors under suspicion"),
    Kind.FLOW: ("stages that are inspected", "stages that are kept cool", "stages that are recorded"),
    Kind.STRUCTURE: ("items that are under review", "items that are out of date", "items that are shared"),
}


def _meant(figure: Figure, rng: np.random.Generator, *, variant: str) -> Iterator[Draft]:
    own = [m for m in figure.entry.meanings if m.look in (NODE_LOOKS if m.part == "node" else EDGE_LOOKS)]
    meanings = shuffled(own, rng) or shuffled(_invented(figure, rng), rng)[:2]
    children = rng.spawn(len(meanings))
    return in_turn([_about(m, figure, child, variant) for m, child in zip(meanings, children, strict=True)])


def _about(meaning: Meaning, figure: Figure, rng: np.random.Generator, variant: str) -> Iterator[Draft]:
    wording = Wording(variant, Register.PLAIN, meaning=meaning)
    templates: Sequence[Template] = (_OF_NODES if meaning.part == "node" else _OF_ARROWS)[variant]
    for asked, words in streams(templates, partial(_bound, meaning=meaning), figure, rng):
        draft = draft_of(asked, figure, words, wording)
        if draft is not None:
            yield draft


def _bound(template: Template, figure: Figure, rng: np.random.Generator, *, meaning: Meaning) -> Iterator[Asked]:
    """Queries about what the meaning is of, where that makes a difference, and leaves something."""
    look = Filter(meaning.look, meaning.value)
    for plain in dict.fromkeys(islice(candidates(template, figure, rng), _TRIES)):
        if meaning.part == "edge":
            query = replace(plain, along=look)
        elif not template.asks_path:
            query = replace(plain, having=look)
        elif _is_in_the_way(look, plain, figure):
            query = replace(plain, avoiding=look)
        else:
            continue
        finding = find(query, figure)
        if finding is None or not 0 < len(finding.nodes) <= LONGEST:
            continue
        before = find(plain, figure)
        if before is not None and _admits(before) != _admits(finding):
            yield Asked(query, finding)


def _is_in_the_way(look: Filter, plain: Query, figure: Figure) -> bool:
    """Whether paths pass nodes of the look, but the ends clearly have it not: do they count as passed?"""
    facts, (start, end) = facts_of(figure), plain.nodes
    if facts.has(start, look) is not False or facts.has(end, look) is not False:
        return False
    ahead, behind = facts.world.graph.distances(start), facts.world.graph.distances(end, back=True)
    return any(key in ahead and key in behind for key in facts.marked(look))


def _admits(finding: Finding) -> tuple[object, ...]:
    """What is right: the nodes of a set, or the arrows on which paths lie."""
    return finding.paths or finding.nodes


def _invented(figure: Figure, rng: np.random.Generator) -> list[Meaning]:
    """Meanings for looks of some nodes."""
    texts = _FOR_THE_OCCASION[figure.entry.kind]
    return [
        Meaning("node", look.look, look.value, texts[rng.integers(len(texts))])
        for look in facts_of(figure).looks
        if look.look == "fill" or look.value not in _UNREMARKABLE
    ]


_UNREMARKABLE = frozenset({"rectangle", "solid", "text", "point", "anchor"})

LEAF = Leaf(
    "comprehensive-semantic",
    "C2",
    "comprehensive",
    {"element": partial(_meant, variant="element"), "path": partial(_meant, variant="path")},
)
