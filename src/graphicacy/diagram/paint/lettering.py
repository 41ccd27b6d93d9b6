"""Every label of a layout gets a place: in its node, at the top of its group, beside its edge."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from graphicacy.diagram.fonts import ASCENT, DEFAULT, DESCENT, LINE_HEIGHT, text_width
from graphicacy.diagram.layout import Layout, Lettering
from graphicacy.diagram.model import Group, Node, Shape
from graphicacy.diagram.outline import text_box
from graphicacy.diagram.paint.grounds import Grounds
from graphicacy.diagram.paint.lines import Lines
from graphicacy.diagram.paint.looks import Looks
from graphicacy.diagram.paint.text import SMALLEST, fitting_size, in_font, ink_box, lines_of
from graphicacy.diagram.polyline import along, length_of
from graphicacy.diagram.scene import Box, Point

__all__ = ["lettered"]

_EDGE = 12.0 / 14.0  # size of an edge's words by a node's
_ALONG = (0.5, 0.38, 0.62, 0.25, 0.75)  # shares of a route's length at which a label may stand
_WIDEST = 160.0  # pixels: longer words beside an edge are broken
_CARE = 1e6  # labels times what they must keep clear of: of more, all stand at the middle of their routes
_APART = 4.0  # pixels between a line and the words beside it


def lettered(layout: Layout, looks: Looks) -> Layout:
    """The layout with a lettering for each label that has none, and, for edges, the box of its words in the scene.

    Words that say no colour get the palette's, or one that can be read on what is below them. Sizes that are given
    stay, but where words stick out of their box only because another font was asked for.
    """
    grounds = Grounds(layout, looks)
    lettering: dict[str | int, Lettering] = {
        **_of_nodes(layout, looks, grounds),
        **_of_groups(layout, looks),
        **_of_edges(layout, looks, grounds),
        **_given(layout, looks),
    }
    labels = dict(layout.scene.labels)
    for index, edge in enumerate(layout.diagram.edges):
        words = ink_box(edge.label, lettering[index], looks.font) if edge.label and index not in labels else None
        if words is not None:
            labels[index] = words
    return replace(layout, lettering=lettering, scene=replace(layout.scene, labels=labels))


def _given(layout: Layout, looks: Looks) -> dict[str | int, Lettering]:
    """What the layout says itself, in the font that is asked for."""
    if looks.font == DEFAULT:
        return layout.lettering
    names: dict[str | int, str] = dict(enumerate(edge.label for edge in layout.diagram.edges))
    names.update(layout.diagram.labels())
    return {key: in_font(names.get(key, ""), given, looks.font) for key, given in layout.lettering.items()}


def _of_nodes(layout: Layout, looks: Looks, grounds: Grounds) -> dict[str | int, Lettering]:
    boxes = layout.scene.nodes
    return {
        node.id: _of_node(node, boxes[node.id], looks, looks.fill(node) or grounds.below(boxes[node.id]))
        for node in layout.diagram.nodes
        if node.label and node.id not in layout.lettering
    }


def _of_node(node: Node, box: Box, looks: Looks, ground: str | None) -> Lettering:
    if node.shape in (Shape.POINT, Shape.ANCHOR):  # too small to hold words: they stand to its right
        y = box.center[1]
        room = Box(box.x1 + 4, y - looks.size, box.x1 + 4 + _WIDEST, y + looks.size)
        return Lettering(room, looks.size, looks.ink(None, None), align="left")
    room = text_box(node.shape, box)
    size = fitting_size(node.label, room, looks.size, font=looks.font)
    return Lettering(room, size, looks.ink(None, ground))


def _of_groups(layout: Layout, looks: Looks) -> dict[str | int, Lettering]:
    """Titles between a frame's top and the first thing in it; above the frame where there is no room."""
    open_groups = [group for group in layout.diagram.groups if group.label and group.id not in layout.lettering]
    if not open_groups:
        return {}
    boxes, tops = layout.scene.groups, defaultdict[str, list[float]](list)
    for node in layout.diagram.nodes:
        if node.group is not None:
            tops[node.group].append(layout.scene.nodes[node.id].y0)
    for group in layout.diagram.groups:
        if group.parent is not None:
            tops[group.parent].append(boxes[group.id].y0)
    lines = Lines(layout)
    careful = len(open_groups) * len(lines) < _CARE
    found: dict[str | int, Lettering] = {}
    for group in open_groups:
        title = _of_group(group, boxes[group.id], min(tops.get(group.id, [math.inf])), looks)
        found[group.id] = _clear(title, group.label, lines, looks) if careful else title
    return found


def _clear(title: Lettering, label: str, lines: Lines, looks: Looks) -> Lettering:
    """A title in the middle of its box, or at its left or right where a line runs through the words otherwise."""
    places = (title, replace(title, align="left"), replace(title, align="right"))
    return next((at for at in places if not _struck(at, label, lines, looks)), title)


def _struck(title: Lettering, label: str, lines: Lines, looks: Looks) -> bool:
    box = ink_box(label, title, looks.font)
    return box is not None and lines.through(box) > 0


def _of_group(group: Group, box: Box, first: float, looks: Looks) -> Lettering:
    side = min(4.0, box.width / 10)
    top = box.y0 + 2
    room = Box(box.x0 + side, top, box.x1 - side, max(top, min(first - 1, box.y1)))
    size = fitting_size(group.label, room, looks.size, font=looks.font)
    if room.height >= size:
        return Lettering(room, size, looks.ink(None, looks.fill(group)), valign="top")
    above = Box(room.x0, box.y0 - LINE_HEIGHT * looks.size, room.x1, box.y0 - 1)
    size = fitting_size(group.label, above, looks.size, font=looks.font)
    return Lettering(above, size, looks.ink(None, None), valign="bottom")


def _of_edges(layout: Layout, looks: Looks, grounds: Grounds) -> dict[str | int, Lettering]:
    """Words where the scene has them, as large as fits, else beside their routes."""
    edges, boxes = layout.diagram.edges, layout.scene.labels
    open_edges = [i for i, edge in enumerate(edges) if edge.label and i not in layout.lettering]
    unplaced = [i for i in open_edges if i not in boxes]
    places = _Places(layout, len(unplaced)) if unplaced else None
    found: dict[str | int, Lettering] = {}
    for index in open_edges:
        label, size = edges[index].label, max(SMALLEST, _EDGE * looks.size)
        if index in boxes or places is None:
            box, size = boxes[index], fitting_size(label, boxes[index], size, font=looks.font)
        else:
            box = places.beside(index, label, size, looks.font)
        found[index] = Lettering(box, size, looks.ink(None, grounds.below(box)))
    return found


class _Places:
    """What words beside an edge must keep clear of: nodes, words that stand already, lines, sides of frames."""

    def __init__(self, layout: Layout, open_labels: int) -> None:
        self.scene = layout.scene
        self.lines = Lines(layout, frames=True)
        taken = [*layout.scene.nodes.values(), *layout.scene.labels.values()]
        self.count = len(taken)
        self.blocks = np.zeros((self.count + open_labels, 4))
        self.blocks[: self.count] = np.asarray(taken, dtype=float).reshape(-1, 4)
        self.careful = open_labels * (len(self.lines) + len(self.blocks)) < _CARE

    def beside(self, index: int, label: str, size: float, font: str) -> Box:
        """The first free place along the route of an edge, else the least bad one."""
        words = lines_of(label, size, _WIDEST, font=font)
        width = max((text_width(line, size, font=font) for line in words), default=0.0)
        height = ((len(words) - 1) * LINE_HEIGHT + ASCENT + DESCENT) * size
        best, least = Box(0, 0, width, height), math.inf
        for box in _candidates(self.scene.routes[index], width, height):
            cost = self._cost(box) if self.careful else 0.0
            if cost < least:
                best, least = box, cost
            if not cost:
                break
        self.blocks[self.count] = best
        self.count += 1
        return best

    def _cost(self, box: Box) -> float:
        outside = not Box(0, 0, self.scene.width, self.scene.height).contains(box)
        x0, y0, x1, y1 = self.blocks[: self.count].T
        shared = np.clip(np.minimum(x1, box.x1) - np.maximum(x0, box.x0), 0, None)
        shared *= np.clip(np.minimum(y1, box.y1) - np.maximum(y0, box.y0), 0, None)
        return 100.0 * outside + 10.0 * float(shared.sum()) / max(box.area, 1.0) + self.lines.through(box)


def _candidates(route: Sequence[Point], width: float, height: float) -> list[Box]:
    """Boxes beside a route, on either side of several of its points; the last one lies on its middle."""
    whole = length_of(route)
    if whole <= 0:
        x, y = route[0] if route else (0.0, 0.0)
        return [Box(x, y, x + width, y + height)]
    found = []
    for share in _ALONG:
        (x, y), (ux, uy) = along(route, share * whole)
        off = abs(uy) * width / 2 + abs(ux) * height / 2 + _APART
        for nx, ny in ((-uy, ux), (uy, -ux)) if uy < 0 or (uy == 0 and ux < 0) else ((uy, -ux), (-uy, ux)):
            found.append(Box.about((x + nx * off, y + ny * off), width, height))
    return [*found, Box.about(along(route, whole / 2)[0], width, height)]
