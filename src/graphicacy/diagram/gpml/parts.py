"""Items, groups and loose lines of a pathway as nodes, frames and ornaments of a layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.gpml.outlines import Drawn, Stroke
from graphicacy.diagram.gpml.places import PlacedFrame, PlacedItem
from graphicacy.diagram.gpml.source import Line, Looks
from graphicacy.diagram.gpml.words import broken, set_words
from graphicacy.diagram.layout import Lettering, Ornament
from graphicacy.diagram.layout.values import one_line
from graphicacy.diagram.model import Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box, Point

__all__ = [
    "Stack",
    "captions",
    "frame_group",
    "is_hollow",
    "item_node",
    "item_strokes",
    "lies_behind",
    "loose_line",
]

_UNSEEN = "group"  # the style of groups that PathVisio draws no frame for
_FRAME, _FRAME_FILL, _PATHWAY_FILL = "#808080", "#f8f8f0", "#f2fff2"  # PathVisio's, laid on white
_NAME = 12.0  # pixels: font of a group's name


def item_node(placed: PlacedItem) -> tuple[Node, Lettering | None]:
    """An item as a node. What ``Shape`` has no word for is TEXT; ``item_strokes`` then draw its outline."""
    looks, drawn = placed.item.looks, placed.drawn
    bare = drawn.shape is Shape.TEXT
    label = one_line(placed.item.label)
    node = Node(
        placed.id,
        label,
        drawn.shape,
        fill=None if bare else looks.fill,
        stroke=None if bare or looks.style is LineStyle.INVISIBLE else looks.stroke,
        border=LineStyle.INVISIBLE if bare else looks.style,
        group=placed.group,
        border_width=None if bare else looks.width,
        attached_to=placed.host,
    )
    return node, set_words(placed.item.label, drawn.box, looks) if label else None


def item_strokes(placed: PlacedItem, nodes: Stack) -> list[Ornament]:
    """Lines that belong to a node: its outline where no ``Shape`` has it, marks in it, a second line along a border.

    They lie behind what the node holds; ``nodes`` are all nodes.
    """
    looks, drawn = placed.item.looks, placed.drawn
    if not drawn.strokes and not looks.double:
        return []
    whole = drawn.shape is Shape.TEXT
    behind = whole or looks.fill is None or _holds(drawn.box, nodes.boxes)
    found = [_second_line(drawn, looks, placed.id, behind)] if looks.double and not whole else []
    for stroke in drawn.strokes:
        found.append(_line(stroke, looks, looks.fill if whole and stroke.closed else None, placed.id, behind))
    return found


def _holds(box: Box, boxes: NDArray[np.float64]) -> bool:
    """Whether some other box lies inside."""
    inside = (boxes[:, 0] >= box.x0) & (boxes[:, 1] >= box.y0) & (boxes[:, 2] <= box.x1) & (boxes[:, 3] <= box.y1)
    return int(inside.sum()) > 1


def captions(placed: PlacedItem, behind: bool) -> Iterator[Ornament]:
    """An item on which no line ends, as what it is painted as: its outline, then its words."""
    looks, drawn = placed.item.looks, placed.drawn
    lettering = set_words(placed.item.label, drawn.box, looks)
    label = broken(placed.item.label)
    if drawn.shape is not Shape.TEXT:
        yield Ornament(
            drawn.box,
            drawn.shape,
            fill=looks.fill,
            stroke=None if looks.style is LineStyle.INVISIBLE else looks.stroke,
            border=looks.style,
            border_width=looks.width,
            behind=behind,
        )
        if looks.double:
            yield _second_line(drawn, looks, None, behind)
    for stroke in drawn.strokes:
        filled = drawn.shape is Shape.TEXT and stroke.closed
        yield _line(stroke, looks, looks.fill if filled else None, None, behind)
    if label:
        yield Ornament(lettering.box, Shape.TEXT, label, lettering)


class Stack(NamedTuple):
    """Depths (n) and boxes (n × 4) of parts: a part of greater depth lies above."""

    depths: NDArray[np.float64]
    boxes: NDArray[np.float64]

    def over(self, box: Box) -> NDArray[np.float64]:
        """Depths of the parts whose boxes meet ``box``."""
        x0, y0, x1, y1 = self.boxes.T
        found: NDArray[np.float64] = self.depths[(x0 <= box.x1) & (x1 >= box.x0) & (y0 <= box.y1) & (y1 >= box.y0)]
        return found


def lies_behind(box: Box, depth: float, nodes: Stack, edges: Stack) -> bool:
    """Whether what is no part of the graph is painted before it.

    So it is where a node lies on it; and, where it meets no node, where an edge may run over it.
    """
    met = nodes.over(box)
    if len(met):
        return bool((met >= depth).any())
    return bool((edges.over(box) >= depth).any())


def is_hollow(placed: PlacedItem) -> bool:
    """Whether an item hides nothing below it."""
    return placed.item.looks.fill is None or (placed.drawn.shape is Shape.TEXT and not placed.drawn.strokes)


def frame_group(placed: PlacedFrame) -> tuple[Group, Lettering | None]:
    """A group as a frame: dashed, or in 2021 as it says; unseen where its style is only to hold things together."""
    frame, box = placed.frame, placed.box
    if frame.style == _UNSEEN:
        return Group(placed.id, parent=placed.parent, border=LineStyle.INVISIBLE), None
    label = one_line(frame.label)
    if frame.box is not None:
        stroke, fill, border, width = frame.looks.stroke, frame.looks.fill, frame.looks.style, frame.looks.width
    else:
        stroke, fill, width = _FRAME, _PATHWAY_FILL if frame.style == "pathway" else _FRAME_FILL, 1.0
        border = LineStyle.SOLID if frame.style == "complex" else LineStyle.DASHED
    seen = None if border is LineStyle.INVISIBLE else stroke
    above = Lettering(Box(box.x0, box.y0 - 1.5 * _NAME, box.x1, box.y0), _NAME, _FRAME, valign="bottom")
    return Group(placed.id, label, placed.parent, fill, seen, border, width), above if label else None


def loose_line(line: Line, route: tuple[Point, ...], heads: tuple[Head, Head], behind: bool) -> Ornament:
    """A line that joins nothing; ``heads`` are at its start and its end."""
    looks = line.looks
    return Ornament(
        Box.around(route),
        points=route,
        stroke=looks.stroke,
        border=looks.style,
        border_width=looks.width,
        tail=heads[0],
        head=heads[1],
        behind=behind,
    )


def _line(stroke: Stroke, looks: Looks, fill: str | None, of: str | None, behind: bool) -> Ornament:
    return Ornament(
        Box.around(stroke.points),
        points=stroke.points,
        closed=stroke.closed,
        fill=fill,
        stroke=looks.stroke,
        border=looks.style,
        border_width=looks.width,
        of=of,
        behind=behind,
    )


def _second_line(drawn: Drawn, looks: Looks, of: str | None, behind: bool) -> Ornament:
    """The inner one of two lines of a double border: two widths of line inside the other."""
    by = min(3 * looks.width, drawn.box.width / 2, drawn.box.height / 2)
    return Ornament(
        drawn.box.pad(-by),
        drawn.shape,
        stroke=looks.stroke,
        border=looks.style,
        border_width=looks.width,
        of=of,
        behind=behind,
    )
