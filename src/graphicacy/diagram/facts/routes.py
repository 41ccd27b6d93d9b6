"""What routes are to the drawing: which are long, which run against the flow, which run through a node."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from graphicacy.diagram.facts.segments import segments_of
from graphicacy.diagram.model import Diagram, Direction, Edge, Head, Shape
from graphicacy.diagram.scene import Box, Point, Scene, passes_through

__all__ = [
    "CORE",
    "LONG",
    "THROUGH",
    "Flow",
    "Length",
    "Passage",
    "Way",
    "flows",
    "lengths",
    "main_direction",
    "passages",
]

LONG = 2.0  # times the median length: what counts as a long edge
CORE = 0.15  # of its smaller side: what is taken off a box all around, as corners of round nodes are empty
THROUGH = 0.3  # of the smaller side: how far a route runs in the core of a node that it runs through
_CLEAR = 2.0  # how many times as far edges go in the main direction as in any other
_AXES = {
    Direction.DOWN: (0.0, 1.0),
    Direction.UP: (0.0, -1.0),
    Direction.RIGHT: (1.0, 0.0),
    Direction.LEFT: (-1.0, 0.0),
}


class Length(NamedTuple):
    """How long the route of an edge is: ``length`` in pixels, and ``ratio`` to the median of the drawing's edges."""

    edge: int
    length: float
    ratio: float

    @property
    def long(self) -> bool:
        """Whether it is at least ``LONG`` times as long as the median."""
        return self.ratio >= LONG

    @property
    def margin(self) -> float:
        """By which share of the threshold the length is away from it, at least 0."""
        return abs(self.ratio / LONG - 1)


class Way(StrEnum):
    """How an edge runs, by the boxes that it joins."""

    ALONG = "along"  # its head lies wholly farther on in the main direction than its tail
    ACROSS = "across"  # neither
    AGAINST = "against"  # its head lies wholly farther back


class Flow(NamedTuple):
    """How an edge runs; ``margin`` is how many pixels the box at its head would have to move to change that."""

    edge: int
    way: Way
    margin: float


class Passage(NamedTuple):
    """An edge whose route runs inside the box of a node that it does not join.

    ``length`` is how far, in pixels; ``core`` is how far inside the box without its outer part, as a share of the
    box's smaller side.
    """

    edge: int
    node: str
    length: float
    core: float

    @property
    def through(self) -> bool:
        """Whether it runs through the node: more than a touch of its border or of an empty corner of its box."""
        return self.core > THROUGH

    @property
    def margin(self) -> float:
        """How far ``core`` is from the threshold."""
        return abs(self.core - THROUGH)


def lengths(routes: Sequence[Sequence[Point]]) -> list[Length]:
    """Length of every route, against the median of those that have any. Raises ``ValueError`` for bad coordinates."""
    segments = segments_of(routes)
    total = np.bincount(segments.route, segments.length, minlength=len(routes))
    median = float(np.median(total[total > 0])) if (total > 0).any() else 1.0
    return [Length(k, float(length), float(length) / median) for k, length in enumerate(total)]


def main_direction(diagram: Diagram, scene: Scene) -> Direction | None:
    """The direction of the flow: what the diagram says, else where its arrows go in the drawing.

    Each arrow counts by how far it goes, from centre to centre; None where no direction gets twice as much as each of
    the others.
    """
    if diagram.direction is not None:
        return diagram.direction
    score = dict.fromkeys(Direction, 0.0)
    for _, tail, head in _arrows(diagram, scene):
        dx, dy = (b - a for a, b in zip(tail.center, head.center, strict=True))
        for direction, (ux, uy) in _AXES.items():
            score[direction] += max(0.0, dx * ux + dy * uy)
    best, *others = sorted(Direction, key=lambda d: -score[d])
    return best if score[best] > 0 and all(score[best] >= _CLEAR * score[d] for d in others) else None


def flows(diagram: Diagram, scene: Scene, direction: Direction | None = None) -> list[Flow]:
    """How every arrow runs against ``direction``, by default the drawing's; none where that is unknown.

    Arrows run to their head, whichever end it is at. Lines without a head or with one at both ends have no direction
    and are left out, and so are loops.
    """
    direction = direction or main_direction(diagram, scene)
    if direction is None:
        return []
    return [_flow(k, _extent(tail, direction), _extent(head, direction)) for k, tail, head in _arrows(diagram, scene)]


def passages(diagram: Diagram, scene: Scene) -> list[Passage]:
    """Where routes run inside the boxes of nodes that they do not join.

    Junctions, anchors and nodes that hold an end of the edge, or are attached to one, are no obstacles.
    """
    solid = [n for n in diagram.nodes if n.shape not in (Shape.POINT, Shape.ANCHOR) and n.id in scene.nodes]
    boxes = np.array([scene.nodes[n.id] for n in solid], dtype=float).reshape(-1, 4)
    host = {n.id: n.attached_to for n in diagram.nodes if n.attached_to is not None}
    found = []
    for k, (edge, route) in enumerate(zip(diagram.edges, scene.routes, strict=True)):
        if len(route) < 2:
            continue
        (x0, y0), (x1, y1) = np.min(route, axis=0), np.max(route, axis=0)
        near = (boxes[:, 0] < x1) & (boxes[:, 2] > x0) & (boxes[:, 1] < y1) & (boxes[:, 3] > y0)
        ends = {edge.source, edge.target, *(host[end] for end in (edge.source, edge.target) if end in host)}
        end_boxes = [box for end in ends if (box := _box(scene, end)) is not None]
        for number in np.flatnonzero(near):
            node, box = solid[number], scene.nodes[solid[number].id]
            if node.id in ends or host.get(node.id) in ends or any(box.contains(b, slack=1) for b in end_boxes):
                continue
            length = passes_through(route, box)
            if length > 0:
                side = min(box.width, box.height)
                found.append(Passage(k, node.id, length, passes_through(route, box.pad(-CORE * side)) / side))
    return found


def _arrows(diagram: Diagram, scene: Scene) -> list[tuple[int, Box, Box]]:
    """Index, box at the tail and box at the head of each edge that has one direction and two drawn ends."""
    found = []
    for k, edge in enumerate(diagram.edges):
        source, target = _box(scene, edge.source), _box(scene, edge.target)
        if _one_way(edge) and source is not None and target is not None:
            found.append((k, source, target) if edge.head is not Head.NONE else (k, target, source))
    return found


def _one_way(edge: Edge) -> bool:
    return edge.source != edge.target and (edge.head is Head.NONE) != (edge.tail is Head.NONE)


def _box(scene: Scene, key: str) -> Box | None:
    return scene.nodes.get(key) or scene.groups.get(key)


def _extent(box: Box, direction: Direction) -> tuple[float, float]:
    """Where a box begins and ends on the axis of the flow."""
    low, high = (box.x0, box.x1) if _AXES[direction][0] else (box.y0, box.y1)
    return (low, high) if sum(_AXES[direction]) > 0 else (-high, -low)


def _flow(edge: int, tail: tuple[float, float], head: tuple[float, float]) -> Flow:
    on, back = head[0] - tail[1], tail[0] - head[1]
    if on >= 0:
        return Flow(edge, Way.ALONG, on)
    if back >= 0:
        return Flow(edge, Way.AGAINST, back)
    return Flow(edge, Way.ACROSS, min(-on, -back))
