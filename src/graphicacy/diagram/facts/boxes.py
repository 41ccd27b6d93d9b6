"""What boxes are to each other: which overlap, which lie inside which, how far apart, in which direction."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from graphicacy.diagram.facts.sweep import FARTHEST, Floats, Ints, meeting_pairs
from graphicacy.diagram.scene import Box

__all__ = [
    "Bearing",
    "Compass",
    "Containment",
    "Overlap",
    "bearing",
    "bearings",
    "box_gaps",
    "containments",
    "overlapping_pairs",
    "overlaps",
]

_TOUCHING = 1e-6  # pixels by which a box may stick out of another and still lie inside


class Compass(StrEnum):
    """Eight directions on the page, north is up, clockwise."""

    N = "N"
    NE = "NE"
    E = "E"
    SE = "SE"
    S = "S"
    SW = "SW"
    W = "W"
    NW = "NW"


class Bearing(NamedTuple):
    """Where one box lies, seen from another, by their centres.

    ``angle`` is in degrees clockwise from north (up), in [0, 360). ``margin`` is how many degrees are left to the next
    of the eight directions, at most 22.5, and 0 where the centres coincide. ``distance`` is between the centres and
    ``gap`` between the boxes (0 where they overlap), in pixels.
    """

    direction: Compass
    angle: float
    margin: float
    distance: float
    gap: float


class Overlap(NamedTuple):
    """Boxes ``first < second`` by index that share area: ``share`` of the smaller one, in (0, 1].

    ``depth`` is how many pixels one would have to move along an axis to come free. ``nested`` says whether the smaller
    lies wholly inside the other, which is at least a tenth larger.
    """

    first: int
    second: int
    share: float
    depth: float
    nested: bool


class Containment(NamedTuple):
    """Box ``inner`` overlaps the larger box ``outer``, by index, with its centre inside.

    ``slack`` is the least distance in pixels from its sides to those of ``outer``; negative by how far it sticks out.
    """

    inner: int
    outer: int
    slack: float

    @property
    def inside(self) -> bool:
        """Whether it lies inside, sides touching or not."""
        return self.slack >= -_TOUCHING


def bearing(seen_from: Box, box: Box) -> Bearing:
    """Where ``box`` lies, seen from ``seen_from``."""
    angles, margins, distances = (table[0, 1] for table in bearings([seen_from, box]))
    direction = tuple(Compass)[round(angles / 45) % 8]
    gap = box_gaps([seen_from, box])[0, 1]
    return Bearing(direction, float(angles), float(margins), float(distances), float(gap))


def bearings(boxes: Sequence[Box]) -> tuple[Floats, Floats, Floats]:
    """Angle, margin and distance (as in ``Bearing``) of box ``j`` seen from box ``i``: three tables of shape (n, n)."""
    x0, y0, x1, y1 = _array(boxes).T
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
    angle = np.degrees(np.arctan2(dx, -dy)) % 360
    angle[angle == 360] = 0  # a tiny negative angle, rounded
    distance = np.hypot(dx, dy)
    margin = np.where(distance > 0, 22.5 - np.abs((angle + 22.5) % 45 - 22.5), 0.0)
    return angle, margin, distance


def box_gaps(boxes: Sequence[Box]) -> Floats:
    """Least distance in pixels between each two boxes, 0 where they touch or overlap: shape (n, n)."""
    x0, y0, x1, y1 = _array(boxes).T
    dx = np.maximum(x0[:, None], x0) - np.minimum(x1[:, None], x1)
    dy = np.maximum(y0[:, None], y0) - np.minimum(y1[:, None], y1)
    return np.asarray(np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)))


def overlaps(boxes: Sequence[Box]) -> list[Overlap]:
    """All pairs of boxes that share area, in order."""
    table = _array(boxes)
    area = (table[:, 2] - table[:, 0]) * (table[:, 3] - table[:, 1])
    found = []
    for i, j in meeting_pairs(table[:, :2], table[:, 2:]):
        small = np.where((area[i] < area[j]) | ((area[i] == area[j]) & (i < j)), i, j)
        large = i + j - small
        sides = np.minimum(table[i, 2:], table[j, 2:]) - np.maximum(table[i, :2], table[j, :2])
        out = np.minimum(table[i, 2:] - table[j, :2], table[j, 2:] - table[i, :2]).min(axis=1)
        inside = (_slack(table, small, large) >= -_TOUCHING) & (area[small] < 0.9 * area[large])
        hit = (sides > 0).all(axis=1) & (area[small] > 0)
        share = np.divide(sides.prod(axis=1), area[small], where=hit, out=np.zeros(len(i)))
        rows = np.minimum(i, j), np.maximum(i, j), share, out, inside
        found += [Overlap(*row) for row in zip(*(values[hit].tolist() for values in rows), strict=True)]
    return sorted(found)


def overlapping_pairs(boxes: Sequence[Box], share: float = 0.1, nested: bool = True) -> list[tuple[int, int]]:
    """Pairs ``i < j`` of boxes that share more than ``share`` of the smaller one.

    Where ``nested``, a box that lies wholly inside one at least a tenth larger is contained, and overlaps nothing.
    """
    return [(o.first, o.second) for o in overlaps(boxes) if o.share > share and not (nested and o.nested)]


def containments(boxes: Sequence[Box]) -> list[Containment]:
    """All pairs of a box and a larger one that holds its centre, in order; the tightest is the innermost around it."""
    table = _array(boxes)
    area = (table[:, 2] - table[:, 0]) * (table[:, 3] - table[:, 1])
    middle = (table[:, :2] + table[:, 2:]) / 2
    found = []
    for i, j in meeting_pairs(table[:, :2], table[:, 2:]):
        inner, outer = np.where(area[i] < area[j], i, j), np.where(area[i] < area[j], j, i)
        holds = ((middle[inner] >= table[outer, :2]) & (middle[inner] <= table[outer, 2:])).all(axis=1)
        hit = holds & (area[inner] < area[outer])
        slack = _slack(table, inner[hit], outer[hit])
        rows = zip(inner[hit].tolist(), outer[hit].tolist(), slack.tolist(), strict=True)
        found += [Containment(*row) for row in rows]
    return sorted(found)


def _array(boxes: Sequence[Box]) -> Floats:
    """Boxes as an array of shape (n, 4). Raises ``ValueError``, naming the box, for a coordinate that is no number."""
    table = np.array(boxes, dtype=float).reshape(-1, 4)
    bad = ~(np.abs(table) <= FARTHEST).all(axis=1)
    if bad.any():
        raise ValueError(f"box {np.flatnonzero(bad)[0]} has a coordinate that is not a number within ±{FARTHEST:.0e}")
    return table


def _slack(table: Floats, inner: Ints, outer: Ints) -> Floats:
    a, b = table[inner], table[outer]
    return np.asarray(np.concatenate([a[:, :2] - b[:, :2], b[:, 2:] - a[:, 2:]], axis=1).min(axis=1))
