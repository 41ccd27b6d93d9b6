"""How the lines of a pathway run: straight, through elbows, curved, or through points.

The rules for elbows and curves are PathVisio's, in whose file format the author gives the ends, the sides from which
the line leaves, and sometimes the way between: a line leaves an element at right angles to the side that it touches,
20 pixels out, and turns as often as the two sides ask for.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from graphicacy.diagram.polyline import bezier
from graphicacy.diagram.scene import Point

__all__ = ["Side", "curve", "elbow", "side_of"]

_OUT = 20.0  # pixels that an elbow runs straight before it turns
_STEPS = 20  # straight pieces of a curve, as many as PathVisio uses to place anchors


class Side(Enum):
    """A side of an element, as the way out of it: x to the right, y down."""

    NORTH = (0, -1)
    EAST = (1, 0)
    SOUTH = (0, 1)
    WEST = (-1, 0)

    @property
    def horizontal(self) -> bool:
        """Whether a line leaves this side along the x axis."""
        return self.value[0] != 0

    @property
    def sign(self) -> int:
        """1 where the way out goes right or down, -1 where it goes left or up."""
        return self.value[0] + self.value[1]


def side_of(dx: float, dy: float) -> Side:
    """The side that a place faces which lies ``(dx, dy)`` from the middle; the sides above and below win ties."""
    if abs(dx) > abs(dy):
        return Side.EAST if dx > 0 else Side.WEST
    return Side.SOUTH if dy > 0 else Side.NORTH


class _End(NamedTuple):
    at: Point
    side: Side


def elbow(start: Point, start_side: Side, end: Point, end_side: Side, ways: Sequence[Point] = ()) -> list[Point]:
    """Corners of a line of horizontal and vertical pieces, both ends included.

    ``ways`` are the author's points for the pieces between the first and the last; they count only where there are as
    many as the two sides ask for.
    """
    a, b = _End(start, start_side), _End(end, end_side)
    count = _turns(a, b)
    chosen = list(ways) if len(ways) == count else _default_ways(a, b, count)
    points, along_x = [start], start_side.horizontal
    for x, y in (*chosen, end):
        before = points[-1]
        points.append((x, before[1]) if along_x else (before[0], y))
        along_x = not along_x
    return [*points, end]


def curve(corners: Sequence[Point]) -> list[Point]:
    """The curve that follows an elbow: it touches the middle of each piece between the first and the last."""
    at, points = corners[0], [corners[0]]
    for corner, following in pairwise(corners[1:-1]):
        middle = ((corner[0] + following[0]) / 2, (corner[1] + following[1]) / 2)
        points += bezier(at, at, corner, middle, steps=_STEPS)
        at = middle
    return points + bezier(at, corners[-2], corners[-1], corners[-1], steps=_STEPS)


def _turns(a: _End, b: _End) -> int:
    """How many pieces lie between the first and the last: 0 to 3.

    Sides on one axis need one piece, three where both face away from the other end; sides at right angles need none
    where both face the other end, else two.
    """
    left, right = (a, b) if b.at[0] > a.at[0] else (b, a)
    rising = right.at[1] < left.at[1]
    toward_right = {Side.EAST, Side.NORTH if rising else Side.SOUTH}
    toward_left = {Side.WEST, Side.SOUTH if rising else Side.NORTH}
    facing = (left.side in toward_right) + (right.side in toward_left)
    if a.side.horizontal == b.side.horizontal:
        return 1 if facing else 3
    return 0 if facing == 2 else 2


def _default_ways(a: _End, b: _End, count: int) -> list[Point]:
    if count == 0:
        return []
    if count == 1:
        return [_way(a, b.at)]
    if count == 2:
        beyond = (b.at[0] + _OUT * b.side.sign, b.at[1] + _OUT * b.side.sign)
        first = _way(a, beyond)
        return [first, _way(b, first)]
    middle = ((a.at[0] + b.at[0]) / 2, (a.at[1] + b.at[1]) / 2)
    return [_way(a, middle), middle, _way(b, middle)]


def _way(end: _End, toward: Point) -> Point:
    """A point 20 pixels out of a side, half-way to another place on the other axis."""
    (x, y), out = end.at, _OUT * end.side.sign
    if end.side.horizontal:
        return x + out, (y + toward[1]) / 2
    return (x + toward[0]) / 2, y + out
