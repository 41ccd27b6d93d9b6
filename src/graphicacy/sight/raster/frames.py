"""Rectangles by their sides: frames whose inside is cut to pieces by what crosses it, and boxes with compartments."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.scene import Box
from graphicacy.sight.raster.ground import Canvas

__all__ = ["frame_rim", "rectangles_of"]

Mask = NDArray[np.uint8]

_GAP = 9  # pixels: gaps of dashes that are bridged along a line
_STROKE = 9  # pixels: a straight line with its soft edges is no thicker
_MOST_SIDES = 500
_BREAK = 24  # pixels that an arrow's head may take out of a side
_MOST_BOXES = 300
_MOST_RUNS = 20_000
_MEET = 4.0  # pixels by which the ends of two sides may miss each other
_LONGER = 40.0  # pixels by which a side may seem longer, where another line crosses it at a small angle
_CORNER = 6.0  # pixels by which a side may end before the next one begins, where a corner is round
_DRAWN = 0.93  # share of a side that must be there
_DASHES = (0.25, 0.9)  # share of a dashed side that is there before its gaps are bridged


@dataclass(frozen=True, slots=True)
class _Side:
    """A straight line along an axis: from ``start`` to ``end`` at ``at``, all in pixels."""

    start: float
    end: float
    at: float


def rectangles_of(canvas: Canvas, least_side: float) -> list[Box]:
    """Boxes (along the middle of their borders) all four sides of which are drawn, solid or dashed; large first."""
    upright = np.ascontiguousarray(canvas.lines.T)
    solid = _boxes(_straight(canvas.lines, least_side), _straight(upright, least_side), least_side)
    across, down = _bridged(canvas.lines), _bridged(upright)
    dashed = _boxes(_straight(across, least_side), _straight(down, least_side), least_side)
    found = {*solid, *(box for box in dashed if _is_dashed(canvas.lines, box))}
    return sorted(found, key=lambda b: (-b.area, b))


def frame_rim(box: Box, inset: int) -> NDArray[np.float64]:
    """The pixels just inside the border of a rectangle, clockwise from its top left."""
    x0, y0, x1, y1 = round(box.x0) + inset, round(box.y0) + inset, round(box.x1) - inset, round(box.y1) - inset
    xs, ys = np.arange(x0, x1, dtype=float), np.arange(y0, y1, dtype=float)
    top = np.stack([xs, np.full_like(xs, y0)], axis=1)
    right = np.stack([np.full_like(ys, x1), ys], axis=1)
    foot = np.stack([xs + 1, np.full_like(xs, y1)], axis=1)[::-1]
    left = np.stack([np.full_like(ys, x0), ys + 1], axis=1)[::-1]
    return np.concatenate([top, right, foot, left])


def _boxes(across: Mask, down: Mask, least_side: float) -> list[Box]:
    levels = _sides(across)
    columns = np.array([(c.start, c.end, c.at) for c in _sides(down)]).reshape(-1, 3)
    found: list[Box] = []
    for i, top in enumerate(levels):
        for foot in levels[i + 1 :]:
            if foot.at - top.at < least_side or not _level(top, foot, least_side):
                continue
            left = _upright(columns, max(top.start, foot.start), (top.at, foot.at), -1)
            right = _upright(columns, min(top.end, foot.end), (top.at, foot.at), 1)
            if left is None or right is None or right - left < least_side:
                continue
            box = Box(left, top.at, right, foot.at)
            if _is_drawn(_border(across, down.T, box, _CORNER)) and _turns(across, down.T, box):
                found.append(box)
                if len(found) >= _MOST_BOXES:
                    return found
    return found


def _straight(lines: Mask, least_side: float) -> Mask:
    """What of the lines runs straight across the picture for at least this long."""
    import cv2

    return np.asarray(cv2.morphologyEx(lines, cv2.MORPH_OPEN, np.ones((1, max(3, round(least_side))), np.uint8)))


def _bridged(lines: Mask) -> Mask:
    import cv2

    return np.asarray(cv2.morphologyEx(lines, cv2.MORPH_CLOSE, np.ones((1, _GAP), np.uint8)))


def _sides(straight: Mask) -> list[_Side]:
    """The straight lines of a mask, by where they lie: runs of pixels in adjoining rows that begin and end alike."""
    stacks: list[list[tuple[int, int, int]]] = []  # of (row, start, end)
    open_stacks: list[list[tuple[int, int, int]]] = []
    for row, start, end in _runs(straight):
        open_stacks = [s for s in open_stacks if s[-1][0] >= row - 1]
        home = next((s for s in open_stacks if s[-1][0] < row and _like(s[-1], start, end)), None)
        if home is None:
            stacks.append([(row, start, end)])
            open_stacks.append(stacks[-1])
        else:
            home.append((row, start, end))
    sides = [_side(stack) for stack in stacks if len(stack) <= _STROKE]
    sides = sorted(sides, key=lambda s: s.start - s.end)[:_MOST_SIDES]
    longest = sorted([*sides, *_joined(sides)], key=lambda s: s.start - s.end)[:_MOST_SIDES]
    return sorted(longest, key=lambda s: (s.at, s.start))


def _joined(sides: list[_Side]) -> list[_Side]:
    """Sides in one line that something small stands between, an arrow's head, as one."""
    rest = sorted(sides, key=lambda s: s.start)
    found = []
    for i, first in enumerate(rest):
        whole = first
        for side in rest[i + 1 :]:
            if side.start - whole.end > _BREAK:
                break
            if abs(side.at - first.at) <= 2 and side.end > whole.end:
                whole = _Side(first.start, side.end, first.at)
        if whole is not first:
            found.append(whole)
    return found


def _runs(straight: Mask) -> list[tuple[int, int, int]]:
    """(row, start, end) of each run of pixels, row by row; of a picture full of them the longest."""
    rows = np.flatnonzero(straight.any(axis=1))
    padded = np.pad(straight[rows].astype(np.int8), ((0, 0), (1, 1)))
    change = np.diff(padded, axis=1)
    at, starts = np.nonzero(change == 1)
    ends = np.nonzero(change == -1)[1]
    if len(starts) > _MOST_RUNS:
        longest = np.sort(np.argsort(starts - ends, kind="stable")[:_MOST_RUNS])
        at, starts, ends = at[longest], starts[longest], ends[longest]
    return list(zip(rows[at].tolist(), starts.tolist(), ends.tolist(), strict=True))


def _like(run: tuple[int, int, int], start: int, end: int) -> bool:
    return abs(run[1] - start) <= _LONGER and abs(run[2] - end) <= _LONGER


def _side(stack: list[tuple[int, int, int]]) -> _Side:
    rows, starts, ends = zip(*stack, strict=True)
    return _Side(float(min(starts)), float(max(ends)), (rows[0] + rows[-1] + 1) / 2)


def _level(top: _Side, foot: _Side, least_side: float) -> bool:
    """Whether two sides begin and end alike."""
    alike = abs(foot.start - top.start) <= _LONGER and abs(foot.end - top.end) <= _LONGER
    return alike and min(top.end, foot.end) - max(top.start, foot.start) >= least_side


def _upright(columns: NDArray[np.float64], end: float, levels: tuple[float, float], outwards: int) -> float | None:
    """Where the side stands that joins two levels beside their ends; None where there is none.

    ``columns`` (n × 3): start, end and place of upright sides; ``outwards`` is -1 for a left side, 1 for a right one.
    """
    start, stop, at = columns.T
    beyond = outwards * (at - end)
    meets = (beyond >= -_MEET) & (beyond <= _CORNER) & (start <= levels[0] + _CORNER) & (stop >= levels[1] - _CORNER)
    if not meets.any():
        return None
    return float(at[meets][np.abs(beyond[meets]).argmin()])


def _border(across: Mask, down: Mask, box: Box, corner: float) -> list[NDArray[np.bool_]]:
    """Where along each side, without its corners, something is drawn."""
    x0, y0, x1, y1 = (round(v) for v in box)
    cut = round(min(corner, 0.25 * box.width, 0.25 * box.height))
    along, upright = slice(x0 + cut, x1 - cut), slice(y0 + cut, y1 - cut)
    return [
        np.any(across[max(0, y0 - 2) : y0 + 3, along], axis=0),
        np.any(across[max(0, y1 - 2) : y1 + 3, along], axis=0),
        np.any(down[upright, max(0, x0 - 2) : x0 + 3], axis=1),
        np.any(down[upright, max(0, x1 - 2) : x1 + 3], axis=1),
    ]


def _is_drawn(border: list[NDArray[np.bool_]]) -> bool:
    """Whether all four sides are there, and no two have a gap at one place, as two boxes side by side have."""
    if any(side.mean() < _DRAWN for side in border):
        return False
    return not any(bool((~one & ~other).any()) for one, other in (border[:2], border[2:]))


def _turns(across: Mask, down: Mask, box: Box) -> bool:
    """Whether sides meet at all four corners, sharp or round: not one going on where the other stops short."""
    x0, y0, x1, y1 = (round(v) for v in box)
    height, width = across.shape
    for x, dx in ((x0, 1), (x1, -1)):
        for y, dy in ((y0, 1), (y1, -1)):
            level = [bool(across[max(0, y - 2) : y + 3, x + k * dx].any()) for k in range(2, round(_CORNER))]
            upright = [bool(down[y + k * dy, max(0, x - 2) : x + 3].any()) for k in range(2, round(_CORNER))]
            on_y, on_x = y - 5 * dy, x - 5 * dx
            goes_down = 0 <= on_y < height and bool(down[on_y, max(0, x - 2) : x + 3].any())
            goes_across = 0 <= on_x < width and bool(across[max(0, y - 2) : y + 3, on_x].any())
            if (goes_down and not level[0]) or (goes_across and not upright[0]):
                return False
    return True


def _is_dashed(lines: Mask, box: Box) -> bool:
    """Whether every side has gaps all along, rather than one at an end that was bridged by mistake."""
    for side in _border(lines, lines, box, 0):
        gaps = np.count_nonzero(np.diff(side.astype(np.int8)) == -1)
        if not _DASHES[0] <= side.mean() <= _DASHES[1] or gaps < len(side) / 30:
            return False
    return True
