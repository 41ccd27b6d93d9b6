"""Two pictures laid on each other, where most parts are in the same place: what changed, pixel by pixel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.polyline import along, length_of
from graphicacy.diagram.scene import Box, Point
from graphicacy.read.baseline.seen import Seen

__all__ = ["Overlay", "overlay"]

_LEVELS = 24  # of a channel, by which a pixel has to change to count
_STILL, _NEAR = 0.8, 2.0  # share of the nodes that must not have moved, within so many pixels
_REACH = 2  # pixels beside a line that are looked at
_SAMPLES = 40  # along a line


class Overlay:
    """Where a first picture and a second one differ; places are told in the first, or in the second if ``second``."""

    def __init__(self, changed: NDArray[np.bool_], shift: tuple[int, int]) -> None:
        self._changed, self._shift = changed, shift

    def along(self, route: Sequence[Point], *, second: bool = False) -> float:
        """The share of a line at which something changed, within two pixels."""
        total = length_of(route)
        points = [along(route, total * k / _SAMPLES)[0] for k in range(_SAMPLES + 1)]
        hits = sum(bool(self._cut(Box(*p, *p).pad(_REACH), second).any()) for p in points)
        return hits / len(points)

    def within(self, box: Box, *, second: bool = False) -> float:
        """The share of the pixels in a box that changed."""
        cut = self._cut(box, second)
        return float(cut.mean()) if cut.size else 0.0

    def _cut(self, box: Box, second: bool) -> NDArray[np.bool_]:
        dx, dy = self._shift if second else (0, 0)
        x0, y0, x1, y1 = (round(v) for v in box.shift(-dx, -dy))
        return self._changed[max(0, y0) : max(0, y1 + 1), max(0, x0) : max(0, x1 + 1)]


def overlay(before: Seen, after: Seen, same: Mapping[str, str]) -> Overlay | None:
    """Two pictures laid on each other by the nodes that both show; None where these moved in different ways.

    ``same`` has ids in the second picture by ids in the first.
    """
    pairs = [(before.scene.nodes.get(a), after.scene.nodes.get(b)) for a, b in same.items()]
    steps = np.array([(b.x0 - a.x0, b.y0 - a.y0) for a, b in pairs if a is not None and b is not None])
    if not len(steps):
        return None
    middle = np.round(np.median(steps, axis=0))
    if (np.abs(steps - middle).max(axis=1) <= _NEAR).mean() < _STILL:
        return None
    dx, dy = int(middle[0]), int(middle[1])
    return Overlay(_changed(before.pixels, after.pixels, dx, dy), (dx, dy))


def _changed(first: NDArray[np.uint8], second: NDArray[np.uint8], dx: int, dy: int) -> NDArray[np.bool_]:
    """Of each pixel of the first picture, whether the second one is different there; so is what it does not show."""
    (height, width), (down, across) = first.shape[:2], second.shape[:2]
    found = np.ones((height, width), dtype=bool)
    top, left = max(0, -dy), max(0, -dx)
    bottom, right = min(height, down - dy), min(width, across - dx)
    if bottom > top and right > left:
        one = first[top:bottom, left:right].astype(np.int16)
        other = second[top + dy : bottom + dy, left + dx : right + dx]
        found[top:bottom, left:right] = (np.abs(one - other) > _LEVELS).any(axis=2)
    return found
