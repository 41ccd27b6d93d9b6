"""V1, edge layout: which arrows are long, run against the main direction, or cross.

| Variant | Template | Answer |
|---|---|---|
| ``long`` | ``edges-long`` | the arrows whose line is at least twice as long as the median of all arrows' lines |
| ``against-flow`` | ``edges-against-flow`` | the arrows whose head's node lies wholly farther back than their tail's |
| ``crossing`` | ``edges-crossing`` | the unordered pairs of arrows whose lines cross |

All come from ``diagram.facts``, measured on the routes and boxes that are drawn. The answer may be empty. One question
per figure and variant; its difficulty counts all arrows, since all have to be looked at.

Guards. Every connector is an arrow between two named nodes, and no two lead from one node to another the same way: so
each is told by its source and its target (two that run both ways between two nodes are two arrows). At most 60 arrows;
for lengths at least four, else the median says nothing. Where an author placed the nodes, the main direction is that in
which arrows run twice as far as in any other. *Every* arrow or pair is far from being answered otherwise: a length by
12 % of the threshold; a box by 6 pixels; the strokes of crossing lines go 3 pixels beyond each other, look like one
line over 12 pixels at most, and cross in the open, not below a node or a word; those of other lines stay 2 pixels
apart. Lines of arrows with a node in common go 10 pixels beyond each other: where they leave it side by side, a reader
may see a fork.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from graphicacy.diagram import facts
from graphicacy.diagram.facts.routes import LONG
from graphicacy.diagram.model import Diagram, Direction
from graphicacy.read.figure import Arrow, Figure
from graphicacy.read.question import AnswerType, Draft, difficulty_of
from graphicacy.read.tasks.leaf import Leaf

__all__ = ["LEAF"]

_MOST_ARROWS = 60
_MOST_POINTS = 3000  # of all routes: what can be measured in some milliseconds
_MOST_PAIRS = 12
_LEAST_ARROWS = 4  # for a median
_LENGTH_MARGIN = 0.12  # of the threshold
_BOX_MARGIN = 6.0  # pixels
_DEPTH, _GAP, _TOGETHER = 3.0, 2.0, 12.0  # pixels, the first two between the sides of the strokes
_DEPTH_AT_NODE = 10.0  # pixels: the first of these for arrows that have a node in common
_WIDTH = 1.5  # CSS pixels: of a line whose width is not known
_OPEN = 3.0  # pixels between a crossing and what could hide it

_LONG = (
    "Which arrows are long? An arrow is long if its drawn line, measured along all its bends, is at least twice as "
    "long as the median of all arrows' lines in the picture (of an even number, the mean of the two middle ones). List "
    "every long arrow by the node where it starts and the node that it points to. If no arrow is long, the list is "
    "empty."
)
_AGAINST = (
    "The main direction of this diagram is {main}. Which arrows run against it? An arrow runs against it if the node "
    "that it points to lies wholly {back} the node where it starts: {rule}. List every such arrow by the node where it "
    "starts and the node that it points to. If there is none, the list is empty."
)
_CROSSING = (
    "Which pairs of arrows cross? Two arrows cross where the line of one passes from one side of the other's line to "
    "the other side. Arrows that only touch, or that only meet at a node where both start or end, do not cross. List "
    "every pair once, in any order, even if it crosses several times, and give each arrow by the node where it starts "
    "and the node that it points to. If no arrows cross, the list is empty."
)
_WORDS = {
    Direction.DOWN: ("from top to bottom", "above", "its lower edge is higher than the other's upper edge"),
    Direction.UP: ("from bottom to top", "below", "its upper edge is lower than the other's lower edge"),
    Direction.RIGHT: ("from left to right", "to the left of", "its right edge is left of the other's left edge"),
    Direction.LEFT: ("from right to left", "to the right of", "its left edge is right of the other's right edge"),
}


def _long(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    arrows = _all_arrows(figure)
    if arrows is None or len(arrows) < _LEAST_ARROWS:
        return
    lengths = facts.lengths(figure.scene.routes)
    if any(found.margin < _LENGTH_MARGIN for found in lengths):
        return
    answer = [_told(arrows[found.edge], figure) for found in lengths if found.long]
    yield _draft("long", _LONG, AnswerType.EDGES, answer, "edges-long", {"times": LONG}, len(arrows))


def _against_flow(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    arrows = _all_arrows(figure)
    if not arrows:
        return
    direction = facts.main_direction(_undirected(figure), figure.scene)
    if direction is None:
        return
    flows = facts.flows(figure.diagram, figure.scene, direction)
    if any(flow.margin < _BOX_MARGIN for flow in flows):
        return
    main, back, rule = _WORDS[direction]
    text = _AGAINST.format(main=main, back=back, rule=rule)
    answer = [_told(arrows[flow.edge], figure) for flow in flows if flow.way is facts.Way.AGAINST]
    arguments = {"direction": direction.value}
    yield _draft("against-flow", text, AnswerType.EDGES, answer, "edges-against-flow", arguments, len(arrows))


def _crossing(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    arrows = _all_arrows(figure)
    if arrows is None or len(arrows) < 2 or sum(map(len, figure.scene.routes)) > _MOST_POINTS:
        return
    meetings = facts.meetings(figure.scene.routes)
    crossing = [m for m in meetings if m.crosses]
    if len(crossing) > _MOST_PAIRS or not all(_is_clear(m, figure) for m in meetings):
        return
    answer = [[_told(arrows[m.first], figure), _told(arrows[m.second], figure)] for m in crossing]
    yield _draft("crossing", _CROSSING, AnswerType.EDGE_PAIRS, answer, "edges-crossing", {}, len(arrows))


LEAF = Leaf(
    name="edge-layout",
    code="V1",
    capability="visual",
    variants={"long": _long, "against-flow": _against_flow, "crossing": _crossing},
    visual=frozenset({"long", "against-flow", "crossing"}),
)


def _undirected(figure: Figure) -> Diagram:
    """The diagram; where an author placed its parts, without a direction, so that most of the arrows must show one."""
    return figure.diagram if figure.drawing.layout is None else replace(figure.diagram, direction=None)


def _all_arrows(figure: Figure) -> tuple[Arrow, ...] | None:
    """All connectors, in the order of the diagram's edges, where each can be told by the names of its ends."""
    arrows, named = figure.arrows, set(figure.named)
    drawn = all(len(route) > 1 for route in figure.scene.routes)
    if len(arrows) != len(figure.diagram.edges) or len(arrows) > _MOST_ARROWS or not drawn:
        return None
    ends = {(a.source, a.target) for a in arrows}
    return arrows if len(ends) == len(arrows) and all(named.issuperset(pair) for pair in ends) else None


def _is_clear(meeting: facts.Meeting, figure: Figure) -> bool:
    """Whether nobody could take a crossing for a touch, or lines that do not cross for a crossing."""
    width = _width(figure, meeting.first) + _width(figure, meeting.second)
    if meeting.depth == 0:
        return meeting.gap >= _GAP + width / 2
    least = _DEPTH_AT_NODE if _ends(meeting.first, figure) & _ends(meeting.second, figure) else _DEPTH
    hiding = (*figure.scene.nodes.values(), *figure.scene.labels.values())
    hidden = any(box.holds(point, slack=_OPEN) for point in meeting.points for box in hiding)
    return meeting.depth >= least + width / 2 and meeting.together <= _TOGETHER and not hidden


def _ends(edge: int, figure: Figure) -> set[str]:
    return {figure.diagram.edges[edge].source, figure.diagram.edges[edge].target}


def _width(figure: Figure, edge: int) -> float:
    """Of a line, in pixels of the picture."""
    return (figure.diagram.edges[edge].width or _WIDTH) * figure.drawing.scale


def _told(arrow: Arrow, figure: Figure) -> dict[str, str]:
    return {"source": figure.labels[arrow.source], "target": figure.labels[arrow.target]}


def _draft(
    variant: str,
    text: str,
    answer_type: AnswerType,
    answer: list[Any],
    template: str,
    arguments: Mapping[str, Any],
    looks: int,
) -> Draft:
    return Draft(variant, text, answer_type, answer, template, arguments, difficulty_of(looks))
