"""Drawn geometry in pixels, x to the right, y down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Diagram

__all__ = ["Box", "Point", "Scene", "crossing_pairs", "overlapping_pairs", "passes_through"]

Point = tuple[float, float]


class Box(NamedTuple):
    """An axis-parallel rectangle ``(x0, y0, x1, y1)`` with ``x0 <= x1`` and ``y0 <= y1``, in pixels."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Width in pixels."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.y1 - self.y0

    @property
    def area(self) -> float:
        """Area in square pixels."""
        return self.width * self.height

    @property
    def center(self) -> Point:
        """Middle of the rectangle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def intersection(self, other: Box) -> float:
        """Area shared with ``other`` in square pixels, 0 where they are apart."""
        w = min(self.x1, other.x1) - max(self.x0, other.x0)
        h = min(self.y1, other.y1) - max(self.y0, other.y0)
        return w * h if w > 0 and h > 0 else 0.0

    def contains(self, other: Box, slack: float = 0.0) -> bool:
        """Whether ``other`` lies inside, up to ``slack`` pixels on each side."""
        return (
            other.x0 >= self.x0 - slack
            and other.y0 >= self.y0 - slack
            and other.x1 <= self.x1 + slack
            and other.y1 <= self.y1 + slack
        )

    def union(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))

    def pad(self, by: float) -> Box:
        """The box grown by ``by`` pixels on each side."""
        return Box(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def scale(self, factor: float) -> Box:
        """The box after the picture is scaled by ``factor`` about the origin."""
        return Box(*(v * factor for v in self))


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a diagram's parts are drawn on a canvas of ``width`` × ``height`` pixels.

    ``nodes`` and ``groups`` map ids to boxes. ``routes`` holds one polyline per edge of the diagram, in the
    order of ``Diagram.edges``, from the source's border to the target's border. ``labels`` maps the index of an edge
    that carries a label to the box of its words.
    """

    width: float
    height: float
    nodes: dict[str, Box] = field(default_factory=dict)
    routes: tuple[tuple[Point, ...], ...] = ()
    groups: dict[str, Box] = field(default_factory=dict)
    labels: dict[int, Box] = field(default_factory=dict)

    def to_json(self, diagram: Diagram) -> dict[str, object]:
        """The record that ``graphicacy render --scene`` writes: boxes by id, and a polyline per edge, in pixels."""
        edges = enumerate(zip(diagram.edges, self.routes, strict=True))
        return {
            "width": self.width,
            "height": self.height,
            "nodes": {key: _rounded(box) for key, box in self.nodes.items()},
            "edges": [
                {
                    "source": e.source,
                    "target": e.target,
                    "points": [_rounded(point) for point in route],
                    "label_box": _rounded(self.labels[index]) if index in self.labels else None,
                }
                for index, (e, route) in edges
            ],
            "groups": {key: _rounded(box) for key, box in self.groups.items()},
        }


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(v, 2) for v in values]


def overlapping_pairs(boxes: Sequence[Box], share: float = 0.1, nested: bool = True) -> list[tuple[int, int]]:
    """Pairs ``i < j`` of boxes that share more than ``share`` of the smaller one.

    Where ``nested``, a box that lies wholly inside one at least a tenth larger is contained, and overlaps nothing.
    Swept from left to right, so that only boxes that meet on the x axis are compared.
    """
    order = sorted(range(len(boxes)), key=lambda i: boxes[i].x0)
    found, active = [], list[int]()
    for i in order:
        active = [j for j in active if boxes[j].x1 > boxes[i].x0]
        for j in active:
            small, large = sorted((boxes[i], boxes[j]), key=lambda b: b.area)
            contained = nested and large.contains(small, slack=1e-6) and small.area < 0.9 * large.area
            if not contained and small.intersection(large) > share * small.area:
                found.append((min(i, j), max(i, j)))
        active.append(i)
    return sorted(found)


def crossing_pairs(routes: Sequence[Sequence[Point]], near_end: float = 2.0) -> list[tuple[int, int]]:
    """Pairs ``i < j`` of polylines that properly cross, leaving out touches within ``near_end`` pixels of an end.

    Vectorised over all pairs of segments: two segments cross where the ends of each lie on different sides of the
    other.
    """
    segments = [(i, *a, *b) for i, route in enumerate(routes) for a, b in pairwise(route) if a != b]
    if len(segments) < 2:
        return []
    table = np.asarray(segments, dtype=float)
    owner, p, q = table[:, 0].astype(int), table[:, 1:3], table[:, 3:5]
    d = q - p
    found: set[tuple[int, int]] = set()
    for k in range(len(table) - 1):
        other = slice(k + 1, None)
        between = p[other] - p[k]
        det = d[k, 0] * d[other, 1] - d[k, 1] * d[other, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (between[:, 0] * d[other, 1] - between[:, 1] * d[other, 0]) / det
            u = (between[:, 0] * d[k, 1] - between[:, 1] * d[k, 0]) / det
        hit = (det != 0) & (t > 0) & (t < 1) & (u > 0) & (u < 1) & (owner[other] != owner[k])
        for j in np.flatnonzero(hit):
            point = p[k] + t[j] * d[k]
            pair = (int(owner[k]), int(owner[k + 1 + j]))
            if all(_far_from_ends(point, routes[i], near_end) for i in pair):
                found.add((min(pair), max(pair)))
    return sorted(found)


def _far_from_ends(point: NDArray[np.float64], route: Sequence[Point], distance: float) -> bool:
    return all(np.hypot(point[0] - x, point[1] - y) > distance for x, y in (route[0], route[-1]))


def passes_through(route: Sequence[Point], box: Box) -> float:
    """Length in pixels of the part of a polyline that lies inside a box (Liang-Barsky clipping)."""
    if len(route) < 2 or box.width <= 0 or box.height <= 0:
        return 0.0
    points = np.asarray(route, dtype=float)
    start, step = points[:-1], np.diff(points, axis=0)
    low, high = np.zeros(len(step)), np.ones(len(step))
    for axis, (least, most) in enumerate(((box.x0, box.x1), (box.y0, box.y1))):
        moving = step[:, axis] != 0
        safe = np.where(moving, step[:, axis], 1.0)
        a, b = (least - start[:, axis]) / safe, (most - start[:, axis]) / safe
        low = np.where(moving, np.maximum(low, np.minimum(a, b)), low)
        high = np.where(moving, np.minimum(high, np.maximum(a, b)), high)
        outside = ~moving & ((start[:, axis] < least) | (start[:, axis] > most))
        high = np.where(outside, -1.0, high)
    return float((np.clip(high - low, 0, None) * np.hypot(step[:, 0], step[:, 1])).sum())
