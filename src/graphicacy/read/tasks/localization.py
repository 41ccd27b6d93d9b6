"""V3, localization: where something is in the picture.

| Variant | Asks for | Arguments |
|---|---|---|
| ``node-box`` | the smallest upright rectangle around the outline of a node | ``node`` |
| ``edge-box`` | the smallest upright rectangle around the line of an arrow | ``source``, ``target`` |
| ``direction`` | in which of eight directions one node lies, seen from another | ``node``, ``seen_from`` |

Templates are the variants. The line of an arrow runs from the border of its source to the tip of its head; its words
are no part of it. Directions are those between centres. Boxes are ``[x0, y0, x1, y1]`` in pixels of the picture, from
its top left corner, cut at its sides, to a tenth; the rubric has its ``width`` and ``height``. Boxes and centres are
those of the scene, which is read off what the engine paints.

Guards. All nodes are named.

- ``node-box``: the outline can be seen (a border, or a fill, that stands out from what is behind it) and is 12 px large
  each way; no other node covers more than a twentieth of either.
- ``edge-box``: the arrow is the only one from its source to its target, no line that is no arrow joins the two, and it
  can be seen. Its line is at least 24 px (CSS pixels, where the picture is enlarged) wide and high, so that it hardly
  matters how wide its head is, and runs inside no node that it does not join.
- ``direction``: 8 degrees at least to the next of the eight; the boxes are 8 px apart at least, the centres 40. The
  direction that is looked for is drawn first, then a pair which has it, so that the eight are as frequent as figures
  allow. A pair is asked one way round.

Difficulty is by the number of nodes, or arrows, among which it has to be found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeVar

import numpy as np

from graphicacy.diagram.contrast import WHITE, contrast
from graphicacy.diagram.facts import Compass, bearings, box_gaps
from graphicacy.diagram.model import LineStyle, Node, Shape
from graphicacy.diagram.scene import Box, passes_through
from graphicacy.read.figure import Arrow, Figure
from graphicacy.read.question import AnswerType, Draft, difficulty_of
from graphicacy.read.tasks.leaf import Leaf

__all__ = ["LEAF", "box_answer", "has_outline"]

_SMALLEST = 12.0  # px of a node's outline, each way
_COVERED = 0.05  # share of a node, or of what covers it, from which its outline is in doubt
_SHORTEST = 24.0  # CSS px of an arrow's line, each way: twice and more what a head is wide
_INSIDE = 3.0  # px of a route inside a node that it does not join
_SEEN = 1.3  # least contrast of an outline with what is behind it
_ANGLE, _APART, _FAR = 8.0, 8.0, 40.0  # degrees to the next direction, px between boxes and between centres
_MOST = 200  # nodes of a figure between which directions are looked for

T = TypeVar("T")

_ANGLES = (
    "The directions are as on a map: N is straight up in the picture, E is to the right, "
    "and each of the eight covers 45 degrees, 22.5 to either side."
)


def box_answer(box: Box, width: float, height: float) -> list[float]:
    """A box as an answer on a picture of this size, in pixels: cut at its sides, to a tenth."""
    x0, y0, x1, y1 = box
    cut = max(0.0, x0), max(0.0, y0), min(width, x1), min(height, y1)
    return [round(float(value), 1) for value in cut]


def has_outline(node: Node, behind: str) -> bool:
    """Whether the outline of a node can be seen on this colour: its border or its fill stands out."""
    if node.shape in (Shape.TEXT, Shape.POINT, Shape.ANCHOR) or node.attached_to:
        return False
    bordered = node.border is not LineStyle.INVISIBLE and node.border_width != 0
    paints = [node.stroke if bordered else None, node.fill]
    return any(paint is not None and contrast(paint, behind) >= _SEEN for paint in paints)


def _node_box(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    nodes = {n.id: n for n in figure.nodes}
    ground = WHITE if figure.drawing.layout is None else figure.drawing.layout.background
    fills = {None: ground} | {g.id: g.fill or ground for g in figure.diagram.groups}
    for key in _shuffled(figure.named, rng):
        box = figure.scene.nodes.get(key)
        if (
            box is None
            or min(box.width, box.height) < _SMALLEST
            or not has_outline(nodes[key], fills[nodes[key].group])
        ):
            continue
        if _is_covered(figure, key, box):
            continue
        label = figure.labels[key]
        yield _boxed(
            figure,
            "node-box",
            f"Where in the picture is the node “{label}”? Give the smallest upright rectangle around its outline.",
            box,
            {"node": label},
            len(figure.nodes),
        )


def _edge_box(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    drawn = Counter(frozenset((e.source, e.target)) for e in figure.diagram.edges)
    arrows = Counter((a.source, a.target) for a in figure.arrows)
    named = set(figure.named)
    for arrow in _shuffled(figure.arrows, rng):
        ends = arrow.source, arrow.target
        only = drawn[frozenset(ends)] == 1 + arrows[ends[::-1]]  # and all that run the other way are arrows
        if arrow.source == arrow.target or not named.issuperset(ends) or not only:
            continue
        box = _line_box(figure, arrow)
        if box is None:
            continue
        source, target = (figure.labels[key] for key in ends)
        yield _boxed(
            figure,
            "edge-box",
            f"Where in the picture is the arrow from “{source}” to “{target}”? Give the smallest upright rectangle "
            f"around its line, from the border of “{source}” to the tip of its head. "
            "Words at the arrow are not part of it.",
            box,
            {"source": source, "target": target},
            len(figure.arrows),
        )


def _direction(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    keys = [key for key in _shuffled(figure.named, rng) if _is_box(figure.scene.nodes.get(key))][:_MOST]
    if len(keys) < 2:
        return
    boxes = [figure.scene.nodes[key] for key in keys]
    angles, margins, distances = bearings(boxes)
    clear = (margins >= _ANGLE) & (distances >= _FAR) & (box_gaps(boxes) >= _APART)
    sectors = np.where(clear, np.round(angles / 45).astype(int) % 8, -1)
    pairs = {way: rng.permutation(np.argwhere(sectors == way)).tolist() for way in range(8)}
    asked: set[tuple[int, int]] = set()
    while any(pairs.values()):
        for way in rng.permutation(8).tolist():
            pair = _unasked(pairs[way], asked)
            if pair is not None:
                asked.add(pair)
                yield _directed(figure, keys[pair[0]], keys[pair[1]], tuple(Compass)[way])


def _unasked(pairs: list[list[int]], asked: set[tuple[int, int]]) -> tuple[int, int] | None:
    """Take out pairs up to the first that has not been asked, either way round."""
    while pairs:
        one, other = pairs.pop()
        if (one, other) not in asked and (other, one) not in asked:
            return one, other
    return None


def _directed(figure: Figure, seen_from: str, key: str, way: Compass) -> Draft:
    one, other = figure.labels[seen_from], figure.labels[key]
    return Draft(
        variant="direction",
        text=f"In which direction does the centre of “{other}” lie, seen from the centre of “{one}”? {_ANGLES}",
        answer_type=AnswerType.DIRECTION,
        answer=way.value,
        template="direction",
        arguments={"node": other, "seen_from": one},
        difficulty=difficulty_of(len(figure.nodes)),
    )


def _boxed(figure: Figure, variant: str, text: str, box: Box, arguments: Mapping[str, str], looks: int) -> Draft:
    width, height = figure.drawing.width, figure.drawing.height
    return Draft(
        variant=variant,
        text=text,
        answer_type=AnswerType.BOX,
        answer=box_answer(box, width, height),
        template=variant,
        arguments=arguments,
        difficulty=difficulty_of(looks),
        rubric={"width": width, "height": height},
    )


def _shuffled(items: tuple[T, ...], rng: np.random.Generator) -> list[T]:
    return [items[k] for k in rng.permutation(len(items))]


def _is_box(box: Box | None) -> bool:
    return box is not None and box.width > 0 and box.height > 0


def _is_covered(figure: Figure, key: str, box: Box) -> bool:
    """Whether another node lies on a node, or it on another."""
    others = (other for name, other in figure.scene.nodes.items() if name != key)
    return any(
        other.x0 < box.x1 and other.x1 > box.x0 and box.intersection(other) > _COVERED * min(box.area, other.area)
        for other in others
    )


def _line_box(figure: Figure, arrow: Arrow) -> Box | None:
    """The box around the line of an arrow, None where it is small, or where the line can be taken for another's."""
    route = figure.scene.routes[arrow.edge]
    color = figure.diagram.edges[arrow.edge].color
    if len(route) < 2 or (color is not None and contrast(color, WHITE) < _SEEN):
        return None
    box = Box.around(route)
    if min(box.width, box.height) < _SHORTEST * max(1.0, figure.drawing.scale):
        return None
    others = (other for key, other in figure.scene.nodes.items() if key not in (arrow.source, arrow.target))
    inside = any(box.intersection(other) and passes_through(route, other) > _INSIDE for other in others)
    return None if inside else box


LEAF = Leaf(
    "localization",
    "V3",
    "visual",
    {"node-box": _node_box, "edge-box": _edge_box, "direction": _direction},
    visual=frozenset({"node-box", "edge-box", "direction"}),
)
