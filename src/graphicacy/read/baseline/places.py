"""V3, V4: where a node, an arrow or the whole drawing is, and in which direction one node lies from another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram import facts
from graphicacy.diagram.outline import border_point
from graphicacy.diagram.scene import Box
from graphicacy.read.answers.places import POSITIONS
from graphicacy.read.baseline.mentions import alike, mentioned, named, node_of, spelt
from graphicacy.read.baseline.perceived import Perceived, perceived
from graphicacy.read.baseline.seen import Asked, CannotAnswer, Seen
from graphicacy.read.question import AnswerType

__all__ = ["answer"]

_INK = 24  # levels of a channel by which a pixel differs from the ground
_MISREAD = 0.8  # of the letters of a line that may be a node's label
_PADDING = 0.9  # of the height of its letters: what lies between words and the outline around them


def answer(asked: Asked, pictures: Sequence[Seen]) -> Any:
    """A box in pixels, a direction or a cell."""
    seen, names = pictures[0], mentioned(asked.question)
    if asked.answer_type is AnswerType.POSITION or not names:
        box = _ink(seen.pixels)
        return list(box) if asked.answer_type is AnswerType.BOX else _cell(box, seen)
    figure = spelt(perceived(seen), names)
    if asked.answer_type is AnswerType.DIRECTION:
        if len(names) < 2:
            raise CannotAnswer("it does not mention two nodes")
        to, origin = (_outline(figure, seen, name) for name in names[:2])
        return facts.bearing(origin, to).direction.value
    if len(names) == 1:
        return list(_outline(figure, seen, names[0]))
    return list(_line(figure, *names[:2]))


def _outline(figure: Perceived, seen: Seen, name: str) -> Box:
    """The box of a node; where none was found, that around its words."""
    key = named(figure, name)
    if key is not None and key in figure.scene.nodes:
        return figure.scene.nodes[key]
    words = max(seen.texts, key=lambda item: alike(item.text, name), default=None)
    if words is None or alike(words.text, name) < _MISREAD:
        raise CannotAnswer("I did not find a node that it mentions")
    return words.box.pad(_PADDING * (words.size or words.box.height))


def _line(figure: Perceived, source: str, target: str) -> Box:
    """The box around the line of an arrow, or else of one back; where none was seen, around a straight one."""
    ends = node_of(figure, source), node_of(figure, target)
    for wanted in (ends, ends[::-1]):
        routes = (figure.scene.routes[a.edge] for a in figure.arrows if a[:2] == wanted)
        route = next((route for route in routes if len(route) > 1), None)
        if route is not None:
            return Box.around(route)
    shapes = {n.id: n.shape for n in figure.nodes}
    boxes = [figure.scene.nodes[key] for key in ends]
    middles = [box.center for box in boxes[::-1]]
    return Box.around(map(border_point, [shapes[key] for key in ends], boxes, middles))


def _ink(pixels: NDArray[np.uint8]) -> Box:
    """The smallest box around all pixels that differ from the one in the top left corner."""
    rows, columns = _changed(pixels)
    block = pixels[rows, columns].astype(np.int16)
    marked = (np.abs(block - pixels[0, 0]) > _INK).any(axis=2)
    if not marked.any():
        raise CannotAnswer("I see nothing on the ground")
    down, across = np.flatnonzero(marked.any(axis=1)), np.flatnonzero(marked.any(axis=0))
    left, top = columns.start, rows.start
    return Box(float(left + across[0]), float(top + down[0]), float(left + across[-1] + 1), float(top + down[-1] + 1))


def _changed(pixels: NDArray[np.uint8]) -> tuple[slice, slice]:
    """Rows and columns outside which all is exactly the ground: most of a large canvas, and found fast."""
    height, width = pixels.shape[:2]
    flat, ground = pixels.reshape(height, -1), np.tile(pixels[0, 0], width)
    rows = np.flatnonzero((flat != ground).any(axis=1))
    if not len(rows):
        return slice(0, 0), slice(0, 0)
    band = slice(int(rows[0]), int(rows[-1]) + 1)
    columns = np.flatnonzero((flat[band] != ground).any(axis=0)) // 3
    return band, slice(int(columns[0]), int(columns[-1]) + 1)


def _cell(box: Box, seen: Seen) -> str:
    x, y = box.center
    column, row = min(2, int(3 * x / seen.width)), min(2, int(3 * y / seen.height))
    return POSITIONS[3 * row + column]
