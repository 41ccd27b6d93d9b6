"""V2, structure comparison: what differs between two pictures of a diagram.

| Variant | The second picture |
|---|---|
| ``in-place`` | the first with some parts changed and all others where they were; our own writer paints both |
| ``relaid`` | the changed diagram, its parts in another order, drawn anew as the figure was: everything may move |

Template ``differences``; the answer is the set of changes, of which there are none to four, all within two arrows of
one node: a node added or removed, or relabelled; an arrow added, removed or reversed (told as in the first picture). A
new node comes with one arrow, a removed one takes its arrows along, and these are not listed; neither are the arrows of
a relabelled node. Of the questions, 8 % have no difference. The difficulty counts the nodes where nothing moves, and
else the arrows too.

Guards. The diagram consists of named nodes and of arrows, of which no two lead from one node to another the same way.
A node that is relabelled keeps its arrows, and comes and goes in no question beside nodes that do. Labels are changed
into clearly other words, unlike all in the picture. ``diagram.compare`` finds what the answer says between the two
drawn diagrams, and nothing else. Both pictures are legible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.model import Diagram
from graphicacy.read.changes import Plan, can_change, expected, made_in, made_in_layout, plan, told, what_differs
from graphicacy.read.figure import Figure
from graphicacy.read.legibility import is_legible
from graphicacy.read.question import AnswerType, Draft, difficulty_of
from graphicacy.read.tasks.leaf import Leaf

__all__ = ["LEAF"]

_SAME = 0.08  # share of questions without a difference
_MOST_CHANGES = 4
_TRIES = 4  # plans that are drawn until both pictures can be read

_TEXT = (
    "The first picture shows a diagram before it was revised, the second one after. {how} Which nodes and arrows "
    "differ? Report every node that was added or removed, every node that was relabelled (other words, with the same "
    "arrows), and every arrow that was added, removed or reversed between nodes that are in both pictures. Tell a "
    "removed or reversed arrow as it runs in the first picture, an added one as it runs in the second. Do not report "
    "the arrows of an added, removed or relabelled node. Colours, shapes, line styles and positions do not count. If "
    "nothing differs, the list is empty."
)
_HOW = {
    "in-place": "Parts that were not changed are where they were.",
    "relaid": "It was drawn anew, so that everything may be in another place.",
}


def _in_place(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    from graphicacy.diagram.edit import layout_in
    from graphicacy.diagram.render import render

    if not can_change(figure):
        return
    try:
        layout = layout_in(figure.drawing)
        first = render(layout) if layout is not None else None
    except BadDrawing:
        return
    if layout is None or first is None or not is_legible(first):
        return
    for changes in _plans(figure, rng):
        try:
            second = render(made_in_layout(layout, changes)) if len(changes) else first
        except BadDrawing:
            continue
        if _is_right(figure, first, second, changes):
            yield _draft("in-place", figure, first, second, changes, len(figure.nodes))


def _relaid(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    if not can_change(figure):
        return
    for changes in _plans(figure, rng):
        try:
            second = figure.draw(_shuffled(made_in(figure.entry.diagram, changes), rng))
        except BadDrawing:
            continue
        if _is_right(figure, figure.drawing, second, changes):
            looks = len(figure.nodes) + len(figure.arrows)
            yield _draft("relaid", figure, figure.drawing, second, changes, looks)


LEAF = Leaf(
    name="structure-comparison",
    code="V2",
    capability="visual",
    variants={"in-place": _in_place, "relaid": _relaid},
    visual=frozenset({"in-place", "relaid"}),  # where the changed diagram cannot be read, other changes are made
    costly=frozenset({"in-place", "relaid"}),
)


def _plans(figure: Figure, rng: np.random.Generator) -> Iterator[Plan]:
    """A few plans; those that cannot be drawn are left out where they are used."""
    for _ in range(_TRIES):
        count = 0 if rng.random() < _SAME else int(rng.integers(1, _MOST_CHANGES + 1))
        changes = plan(figure, count, rng)
        if changes is not None:
            yield changes


def _shuffled(diagram: Diagram, rng: np.random.Generator) -> Diagram:
    """The same diagram, its parts in another order, so that engines place them otherwise."""
    nodes, edges = (rng.permutation(len(part)).tolist() for part in (diagram.nodes, diagram.edges))
    return replace(diagram, nodes=tuple(diagram.nodes[k] for k in nodes), edges=tuple(diagram.edges[k] for k in edges))


def _is_right(figure: Figure, first: Drawing, second: Drawing, changes: Plan) -> bool:
    """Whether both pictures can be read, and differ as the changes say."""
    if first.diagram is None or second.diagram is None or not is_legible(second):
        return False
    return what_differs(first.diagram, second.diagram) == expected(changes, figure)


def _draft(variant: str, figure: Figure, first: Drawing, second: Drawing, changes: Plan, looks: int) -> Draft:
    answer = told(changes, figure)
    return Draft(
        variant,
        _TEXT.format(how=_HOW[variant]),
        AnswerType.DIFFERENCES,
        answer,
        "differences",
        {"changes": answer},
        difficulty_of(looks),
        pictures=(first, second),
    )
