"""From a line's inflated quadrilateral to its ink: tight boxes, the size of the print, and its contrast.

Text detectors return boxes about 1.8 times as high as the ink. Overlap, size and contrast need the ink itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.contrast import contrast_ratio
from graphicacy.sight.evidence import TextItem, Word
from graphicacy.sight.ocr_lines import RawLine

__all__ = ["text_item"]

_GAP = 0.16  # blank rows inside a line (under the dot of an i), as a share of the height of its main band
_SOLID = 0.9  # a row or column inked over this share is a rule or a box's border, not print
_INFLATED = 0.24  # share of a crop's height that lies above the print, and below it
_RIM = 0.15  # share of a crop's height at its edges which print does not reach
_TILT = 0.2  # rise along a line, as a share of its height, that says nothing
_FAINT = 12  # least colour distance (of 441) between ink and ground


@dataclass(frozen=True, slots=True)
class _Frame:
    """The upright crop of a line, its map back to the picture, and its ink mask."""

    crop: NDArray[np.float32]  # height × width × 3, RGB
    back: NDArray[np.float64]  # 3 × 3, crop to picture
    ink: NDArray[np.bool_]

    def point(self, x: float, y: float) -> Point:
        u, v, w = self.back @ np.array([x, y, 1.0])
        return float(u / w), float(v / w)

    def corners(self, x0: float, y0: float, x1: float, y1: float) -> tuple[Point, Point, Point, Point]:
        return self.point(x0, y0), self.point(x1, y0), self.point(x1, y1), self.point(x0, y1)


def text_item(pixels: NDArray[np.uint8], line: RawLine) -> TextItem:
    """The line as a ``TextItem``, its boxes shrunk to the ink (left as they are where no ink can be told).

    Args:
        pixels: the picture, H × W × 3, RGB.
        line: as the engine gave it.
    """
    frame = _frame(pixels, line)
    top, bottom = _band(frame.ink)
    columns = _print_columns(frame.ink, top, bottom)
    inked = np.flatnonzero(columns)
    left, right = (int(inked[0]), int(inked[-1]) + 1) if len(inked) else (0, len(columns))
    polygon = frame.corners(left, top, right, bottom)
    (ax, ay), (bx, by) = polygon[0], polygon[1]
    return TextItem(
        text=line.text,
        box=_bounds(polygon),
        polygon=polygon,
        words=_words(line, frame, columns, top, bottom),
        angle=_angle(bx - ax, by - ay),
        size=math.dist(polygon[0], polygon[3]),
        score=line.score,
        contrast=_contrast(frame, (left, top, right, bottom)),
    )


def _frame(pixels: NDArray[np.uint8], line: RawLine) -> _Frame:
    quad = _squared(np.asarray(line.polygon, np.float32))
    width = max(2, round(max(math.dist(quad[0], quad[1]), math.dist(quad[3], quad[2]))))
    height = max(2, round(max(math.dist(quad[0], quad[3]), math.dist(quad[1], quad[2]))))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    forth = cv2.getPerspectiveTransform(quad, target)
    crop = cv2.warpPerspective(pixels, forth, (width, height), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    back = np.asarray(cv2.getPerspectiveTransform(target, quad), np.float64)
    return _Frame(crop, back, _ink(crop))


def _squared(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quadrilateral laid along the axes where its tilt is less than its corners are sure of."""
    run = quad[1] - quad[0] + quad[2] - quad[3]
    rise = quad[3] - quad[0] + quad[2] - quad[1]
    tilt, along = sorted(np.abs(run))
    if tilt > _TILT * float(np.linalg.norm(rise)) or tilt > 0.3 * along:
        return quad
    low, high = quad.min(axis=0), quad.max(axis=0)
    # Each corner goes to the corner of the bounding box on its side of the middle.
    return np.asarray(np.where(quad < quad.mean(axis=0), low, high), np.float32)


def _ink(crop: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Pixels whose colour is far from the ground's, by Otsu's threshold, without the frame of a box around the text."""
    distance = np.linalg.norm(crop - _ground(crop), axis=2)
    furthest = float(distance.max())
    if furthest < _FAINT:
        return np.zeros(distance.shape, bool)
    scaled = (distance * (255 / furthest)).astype(np.uint8)
    threshold, _ = cv2.threshold(_middle(scaled), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return _without_frame(scaled > threshold)


def _middle(crop: NDArray[Any], margin: float = _INFLATED) -> NDArray[Any]:
    """The part of an inflated crop in which a line's print lies."""
    height, width = crop.shape[:2]
    rows, columns = int(margin * height), int(margin * min(height, width))
    return np.ascontiguousarray(crop[rows : height - rows, columns : width - columns])


def _ground(crop: NDArray[np.float32]) -> NDArray[np.float32]:
    """The commonest colour in the middle of the crop: a box's fill, not the page around the box."""
    colors = _middle(crop, _RIM).reshape(-1, 3)
    bins = (colors // 16).astype(np.int64) @ np.array([256, 16, 1])
    values, counts = np.unique(bins, return_counts=True)
    return np.asarray(np.median(colors[bins == values[counts.argmax()]], axis=0), np.float32)


def _without_frame(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink without what lies around the print: pieces that reach the edge or span the crop but not its
    middle, and pieces close to the edge.
    """
    height, width = ink.shape
    _, pieces, boxes, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    x, y, w, h = (boxes[:, i] for i in range(4))
    edge = (x == 0) | (y == 0) | (x + w == width) | (y + h == height)
    around = edge | (h > 0.7 * height) | (w > 0.85 * width)
    around[np.unique(_middle(pieces, 0.32))] = False
    rim = _RIM * min(height, width)
    around |= (y + h <= rim) | (y >= height - rim) | (x + w <= rim) | (x >= width - rim)
    around[0] = False
    return np.asarray(ink & ~around[pieces])


def _runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Half-open ranges of true flags."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _band(ink: NDArray[np.bool_]) -> tuple[int, int]:
    """Rows [top, bottom) of the print: the run of inked rows with most ink, with accents and dots close by."""
    height, width = ink.shape
    side = int(_RIM * min(height, width))
    share = ink[:, side : width - side].mean(axis=1)
    outer = np.ones(height, bool)
    outer[int(_INFLATED * height) : height - int(_INFLATED * height)] = False
    runs = _runs((share > 0) & ~(outer & (share > _SOLID)))
    if not runs:
        return 0, ink.shape[0]
    main = max(range(len(runs)), key=lambda i: float(share[runs[i][0] : runs[i][1]].sum()))
    top, bottom = runs[main]
    gap = max(1.0, _GAP * (bottom - top))
    for a, b in reversed(runs[:main]):
        if top - b > gap:
            break
        top = a
    for a, b in runs[main + 1 :]:
        if a - bottom > gap:
            break
        bottom = b
    return top, bottom


def _print_columns(ink: NDArray[np.bool_], top: int, bottom: int) -> NDArray[np.bool_]:
    """Columns with print in the band; a column inked over the whole crop is a border that runs through it."""
    columns = ink[top:bottom].any(axis=0)
    if bottom - top < 0.95 * ink.shape[0]:
        columns &= ink.mean(axis=0) < _SOLID
    return np.asarray(columns)


def _bounds(corners: tuple[Point, ...]) -> Box:
    xs, ys = zip(*corners, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _angle(dx: float, dy: float) -> float:
    """Direction of the line in degrees, counter-clockwise, in (-180, 180]."""
    return math.degrees(math.atan2(-dy, dx)) or 0.0


def _words(line: RawLine, frame: _Frame, columns: NDArray[np.bool_], top: int, bottom: int) -> tuple[Word, ...]:
    """Each word's box: between the middles of the gaps to its neighbours, shrunk to the inked columns in there."""
    width = len(columns)
    spans = line.words
    edges = [0, *(round((a.end + b.start) / 2 * width) for a, b in pairwise(spans)), width]
    words = []
    for span, start, end in zip(spans, edges, edges[1:], strict=False):
        inked = np.flatnonzero(columns[start:end])
        if len(inked):
            start, end = start + int(inked[0]), start + int(inked[-1]) + 1
        words.append(Word(span.text, _bounds(frame.corners(start, top, max(end, start + 1), bottom))))
    return tuple(words)


def _contrast(frame: _Frame, area: tuple[int, int, int, int]) -> float | None:
    """Contrast of the print to its ground; thin strokes are blended, so that their furthest pixels count."""
    left, top, right, bottom = area
    crop, ink = frame.crop[top:bottom, left:right], frame.ink[top:bottom, left:right]
    if not ink.any() or ink.all():
        return None
    ground = np.median(crop[~ink], axis=0)
    colors = crop[ink]
    distance = np.linalg.norm(colors - ground, axis=1)
    core = colors[distance >= np.quantile(distance, 0.85)]
    return contrast_ratio(np.median(core, axis=0).tolist(), ground.tolist())
