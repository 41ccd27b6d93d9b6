"""Dashes and dots → lines: pieces that follow each other are joined, so that every line can be traced as a whole."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.scene import Point
from graphicacy.sight.raster.strokes_ink import Ink, Mask

__all__ = ["joined_dashes"]

_LONGEST = 26.0  # of a dash, in pixels at a scale of 1
_GAP = 10.0  # between dashes, likewise
_ROUND = 1.6  # times as long as wide: a piece less long is a dot, and has no direction
_OFF = 35.0  # degrees by which the next dash may lie off the direction of one
_TURN = 70.0  # degrees by which a row of dots may turn at one
_MOST = 3_000  # pieces: with more, the picture is noise


@dataclass(slots=True, eq=False)
class _Piece:
    """A piece of ink that may be a dash: its two ends, and the direction in which it leaves each, None for a dot."""

    ends: tuple[Point, Point]
    ways: list[Point | None]
    links: dict[int, Point] = field(default_factory=dict)  # by end: the end of the piece that it is joined to


def joined_dashes(ink: Ink, scale: float) -> Mask:
    """The ink with the gaps of dashed and dotted lines closed; ``scale`` is how much larger than usual all is."""
    import cv2

    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.mask.astype(np.uint8), connectivity=8)
    small = np.flatnonzero(np.maximum(stats[:, 2], stats[:, 3]) <= _LONGEST * scale)
    if len(small) < 2 or len(small) > _MOST:
        return ink.mask
    pieces = [_piece(np.asarray(labels, np.int32), stats[i], int(i)) for i in small]
    canvas = ink.mask.astype(np.uint8)
    for a, e, b, f in _links(pieces, _GAP * scale):
        _join(pieces, a, e, b, f)
        _draw(canvas, pieces[a].ends[e], pieces[b].ends[f])
    solid = ink.mask | (ink.places > 0) | ink.words
    for piece in pieces:
        if piece.links:
            for end in {0, 1} - piece.links.keys():
                _reach_out(canvas, solid, piece, end, _GAP * scale)
    return np.asarray(canvas > 0)


def _piece(labels: NDArray[np.int32], stats: NDArray[np.int32], index: int) -> _Piece:
    x0, y0, width, height = (int(v) for v in stats[:4])
    ys, xs = np.nonzero(labels[y0 : y0 + height, x0 : x0 + width] == index)
    points = np.column_stack([xs + x0, ys + y0]).astype(float)
    middle = points.mean(axis=0)
    if len(points) < 3:
        spread, axis = np.array([0.0, 0.0]), np.array([1.0, 0.0])
    else:
        spread, axes = np.linalg.eigh(np.cov((points - middle).T))
        axis = axes[:, 1]
    along = (points - middle) @ axis
    if spread[1] + 0.08 < _ROUND**2 * (spread[0] + 0.08):
        dot = (float(middle[0]), float(middle[1]))
        return _Piece((dot, dot), [None, None])
    ends = [middle + axis * float(v) for v in (along.min(), along.max())]
    way = (float(axis[0]), float(axis[1]))
    return _Piece(
        ((float(ends[0][0]), float(ends[0][1])), (float(ends[1][0]), float(ends[1][1]))), [(-way[0], -way[1]), way]
    )


def _links(pieces: list[_Piece], gap: float) -> list[tuple[int, int, int, int]]:
    """(piece, end, piece, end) of gaps to close, the surest first; each end is used once."""
    offers = []
    for a, e, b, f, far in _near(pieces, gap):
        off = _off(pieces[a], e, pieces[b].ends[f]) + _off(pieces[b], f, pieces[a].ends[e])
        if off < 2 * _OFF:
            offers.append((far * (1 + off / _OFF), a, e, b, f))
    found: list[tuple[int, int, int, int]] = []
    taken: dict[tuple[int, int], tuple[Point, int]] = {}
    for _, a, e, b, f in sorted(offers):
        if (a, e) in taken or (b, f) in taken:
            continue
        if _turns_back(pieces[a], taken.get((a, 1 - e)), b, pieces[b].ends[f]):
            continue
        if _turns_back(pieces[b], taken.get((b, 1 - f)), a, pieces[a].ends[e]):
            continue
        taken[a, e], taken[b, f] = (pieces[b].ends[f], b), (pieces[a].ends[e], a)
        found.append((a, e, b, f))
    return found


def _near(pieces: list[_Piece], gap: float) -> list[tuple[int, int, int, int, float]]:
    cells: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for i, piece in enumerate(pieces):
        for e, (x, y) in enumerate(piece.ends):
            cells[int(x // gap), int(y // gap)].append((i, e))
    found = []
    for (cx, cy), members in cells.items():
        around = [m for dx in (-1, 0, 1) for dy in (-1, 0, 1) for m in cells.get((cx + dx, cy + dy), ())]
        for i, e in members:
            for j, f in around:
                far = math.dist(pieces[i].ends[e], pieces[j].ends[f])
                if i < j and far <= gap:
                    found.append((i, e, j, f, far))
    return found


def _off(piece: _Piece, end: int, to: Point) -> float:
    """Degrees between the way in which a dash points and where the next lies; 0 for a dot."""
    way = piece.ways[end]
    x, y = piece.ends[end]
    return 0.0 if way is None or (x, y) == to else _angle(way, (to[0] - x, to[1] - y))


def _turns_back(piece: _Piece, other: tuple[Point, int] | None, to: int, at: Point) -> bool:
    """Whether a dot that is joined at its other end would be joined to the same piece, or nearly backwards."""
    if other is None:
        return False
    point, owner = other
    if owner == to:
        return True
    if piece.ways[0] is not None:
        return False
    x, y = piece.ends[0]
    return _angle((x - point[0], y - point[1]), (at[0] - x, at[1] - y)) > _TURN


def _angle(a: Point, b: Point) -> float:
    cross, dot = a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]
    return abs(math.degrees(math.atan2(cross, dot)))


def _join(pieces: list[_Piece], a: int, e: int, b: int, f: int) -> None:
    pieces[a].links[e] = pieces[b].ends[f]
    pieces[b].links[f] = pieces[a].ends[e]


def _draw(canvas: NDArray[np.uint8], a: Point, b: Point) -> None:
    import cv2

    cv2.line(canvas, (round(a[0]), round(a[1])), (round(b[0]), round(b[1])), 1, 1)


def _reach_out(canvas: NDArray[np.uint8], solid: Mask, piece: _Piece, end: int, gap: float) -> None:
    """Lead the last dash of a row on to what it points at, where that is no further than the next dash would be."""
    x, y = piece.ends[end]
    way = piece.ways[end]
    if way is None:
        px, py = piece.links[1 - end]
        length = max(math.dist((x, y), (px, py)), 1e-6)
        way = (x - px) / length, (y - py) / length
    height, width = solid.shape
    clear = False
    for step in range(1, round(gap) + 2):
        u, v = round(x + step * way[0]), round(y + step * way[1])
        if not (0 <= u < width and 0 <= v < height):
            return
        if not solid[v, u]:
            clear = True
        elif clear:
            _draw(canvas, (x, y), (u, v))
            return
