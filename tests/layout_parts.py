"""Parts of layouts by name, and how far points are from lines: measured apart from the code that is tested."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Edge, Node, Shape
from graphicacy.diagram.outline import outline
from graphicacy.diagram.scene import Point


def node(layout: Layout, key: str) -> Node:
    return next(n for n in layout.diagram.nodes if n.id == key)


def edge(layout: Layout, source: str, target: str) -> tuple[int, Edge]:
    return next((i, e) for i, e in enumerate(layout.diagram.edges) if (e.source, e.target) == (source, target))


def distance(point: Point, line: Sequence[Point]) -> float:
    """Pixels from a point to a polyline."""
    best = math.inf
    for (ax, ay), (bx, by) in pairwise(line):
        square = (bx - ax) ** 2 + (by - ay) ** 2
        t = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / square if square else 0.0
        t = min(max(t, 0.0), 1.0)
        best = min(best, math.dist(point, (ax + t * (bx - ax), ay + t * (by - ay))))
    return best


def off_outline(layout: Layout, key: str, point: Point) -> float:
    """Pixels from a point to the outline of a node or group."""
    shapes = {n.id: n.shape for n in layout.diagram.nodes}
    corners = outline(shapes.get(key, Shape.RECTANGLE), (layout.scene.nodes | layout.scene.groups)[key])
    return distance(point, (*corners, corners[0]))
