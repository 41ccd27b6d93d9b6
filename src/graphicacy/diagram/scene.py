"""Drawn geometry in pixels, x to the right, y down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from graphicacy.diagram.model import Diagram

__all__ = ["Box", "Point", "Scene", "passes_through"]

Point = tuple[float, float]


class Box(NamedTuple):
    """An axis-parallel rectangle ``(x0, y0, x1, y1)`` with ``x0 <= x1`` and ``y0 <= y1``, in pixels."""

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def around(cls, points: Iterable[Point]) -> Box:
        """The smallest box around points, of which there must be one at least."""
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @classmethod
    def about(cls, center: Point, width: float, height: float) -> Box:
        """The box of a size about its middle."""
        (x, y), dx, dy = center, width / 2, height / 2
        return cls(x - dx, y - dy, x + dx, y + dy)

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

    def holds(self, point: Point, slack: float = 0.0) -> bool:
        """Whether a point lies inside or on a side, up to ``slack`` pixels beyond."""
        return self.contains(Box(*point, *point), slack)

    def union(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))

    def pad(self, by: float) -> Box:
        """The box grown by ``by`` pixels on each side."""
        return Box(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def shift(self, dx: float, dy: float) -> Box:
        """The box moved by so many pixels."""
        return Box(self.x0 + dx, self.y0 + dy, self.x1 + dx, self.y1 + dy)

    def turn(self, angle: float, pivot: Point | None = None) -> Box:
        """The upright box around this one turned by ``angle`` radians clockwise about ``pivot``, else its middle."""
        if not angle:
            return self
        cos, sin, (x, y) = math.cos(angle), math.sin(angle), self.center
        px, py = pivot or (x, y)
        center = px + cos * (x - px) - sin * (y - py), py + sin * (x - px) + cos * (y - py)
        width, height = self.width * abs(cos), self.height * abs(cos)
        return Box.about(center, width + self.height * abs(sin), height + self.width * abs(sin))

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

    def renamed(self, ids: Mapping[str, str]) -> Scene:
        """The same scene where nodes and groups have other ids; those that ``ids`` does not have stay."""
        nodes, groups = ({ids.get(key, key): box for key, box in part.items()} for part in (self.nodes, self.groups))
        return replace(self, nodes=nodes, groups=groups)

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
