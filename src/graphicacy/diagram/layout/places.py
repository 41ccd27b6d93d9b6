"""Where things lie to one another: frames around parts, and the way that a diagram reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.model import Direction
from graphicacy.diagram.scene import Box, Point

__all__ = ["innermost", "prevailing_direction", "without_cycles"]

_MAX_FRAMES, _MAX_HELD = 2_000, 64  # frames in all, and around one part


def innermost(boxes: Sequence[Box], frames: Sequence[Box]) -> list[list[int]]:
    """For each box, the (at most 64) smallest frames that hold its middle and are larger, from the smallest on.

    Raises ``BadDrawing`` for more than 2,000 frames.
    """
    if not frames:
        return [[] for _ in boxes]
    if len(frames) > _MAX_FRAMES:
        raise BadDrawing(
            f"the drawing has {len(frames):,} frames around others: the limit is {_MAX_FRAMES:,}; split it"
        )
    table = np.asarray(frames, dtype=float).reshape(-1, 4)
    areas = (table[:, 2] - table[:, 0]) * (table[:, 3] - table[:, 1])
    found = []
    for box in boxes:
        x, y = box.center
        holds = (table[:, 0] <= x) & (x <= table[:, 2]) & (table[:, 1] <= y) & (y <= table[:, 3]) & (areas > box.area)
        inside = np.flatnonzero(holds)
        found.append([int(i) for i in inside[np.lexsort((-inside, areas[inside]))][:_MAX_HELD]])
    return found


def without_cycles(parents: dict[str, str | None]) -> dict[str, str | None]:
    """The same tree of frames, where one that would lie in itself lies in none."""
    found: dict[str, str | None] = {}
    for start in parents:
        path, key = dict[str, None](), start
        while key not in found and key not in path:
            path[key] = None
            outer = parents.get(key)
            if outer is None:
                break
            key = outer
        found.update({passed: parents.get(passed) for passed in path})
        if key in path and parents.get(key) is not None:
            found[key] = None
    return found


def prevailing_direction(pairs: Iterable[tuple[Point, Point]]) -> Direction | None:
    """Where most of the way from the first points to the second goes; None where there is no way."""
    way = dict.fromkeys(Direction, 0.0)
    for (ax, ay), (bx, by) in pairs:
        dx, dy = bx - ax, by - ay
        if abs(dx) >= abs(dy):
            way[Direction.RIGHT if dx > 0 else Direction.LEFT] += abs(dx)
        else:
            way[Direction.DOWN if dy > 0 else Direction.UP] += abs(dy)
    best = max(way, key=lambda key: way[key])
    return best if way[best] > 0 else None
