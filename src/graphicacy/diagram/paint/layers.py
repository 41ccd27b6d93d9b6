"""What lies behind what, so that nothing hides what is inside it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from graphicacy.diagram.layout import Layout, Ornament
from graphicacy.diagram.model import Group, Node, Shape
from graphicacy.diagram.scene import Box

__all__ = ["Layers", "Part", "layers_of"]

Part = tuple[int, Node | Group] | Ornament  # nodes and groups with their index in the diagram


class Layers(NamedTuple):
    """Parts in the order in which they are painted; edges come after ``back``."""

    back: list[Part]
    nodes: list[tuple[int, Node]]
    front: list[Ornament]


def layers_of(layout: Layout) -> Layers:
    """Frames, ornaments ``behind`` and nodes that hold other nodes lie at the back, the larger of them lower.

    All else is in the order of the layout.
    """
    diagram, scene = layout.diagram, layout.scene
    boxes = [scene.nodes[node.id] for node in diagram.nodes]
    seen = [i for i, node in enumerate(diagram.nodes) if node.shape not in (Shape.ANCHOR, Shape.POINT)]
    holders = {seen[i] for i in _holders([boxes[i] for i in seen])}  # a place on a line lies in no node
    back: list[tuple[float, Part]] = [(scene.groups[g.id].area, (i, g)) for i, g in enumerate(diagram.groups)]
    back += [(ornament.box.area, ornament) for ornament in layout.ornaments if ornament.behind]
    back += [(boxes[i].area, (i, node)) for i, node in enumerate(diagram.nodes) if i in holders]
    return Layers(
        back=[part for _, part in sorted(back, key=lambda part: -round(part[0], 1))],
        nodes=[(i, node) for i, node in enumerate(diagram.nodes) if i not in holders],
        front=[ornament for ornament in layout.ornaments if not ornament.behind],
    )


def _holders(boxes: list[Box]) -> set[int]:
    """Indices of boxes that wholly hold another one of at most half their area."""
    if len(boxes) < 2:
        return set()
    x0, y0, x1, y1 = np.asarray(boxes, dtype=float).T
    areas = (x1 - x0) * (y1 - y0)
    found = set()
    for i in np.flatnonzero(areas >= 2 * areas.min()).tolist():
        inside = (x0 >= x0[i]) & (y0 >= y0[i]) & (x1 <= x1[i]) & (y1 <= y1[i])
        if (inside & (areas <= areas[i] / 2)).any():
            found.add(i)
    return found
