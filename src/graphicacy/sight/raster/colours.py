"""How a shape is painted: its fill, and its border's colour, width and dashes, read along lines across the border."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import LineStyle
from graphicacy.sight.raster.ground import Canvas, Regions, dominant

__all__ = ["Look", "hex_color", "look_of"]

_MOST_SAMPLES = 480  # places along an outline
_REACH = 11.0  # pixels outwards: the thickest border and its soft edge
_STEP = 0.5
_SEEN = 24.0  # grey levels by which a border's colour differs at least from both sides of it
_THICK = 3.0  # CSS pixels: borders from here on are called thick


@dataclass(frozen=True, slots=True)
class Look:
    """Paint of one shape.

    ``fill`` and ``border`` are RGB, ``border`` None where there is none; ``width`` in pixels of the canvas.
    ``outside`` holds, per place along the outline, the number of the region beyond the border (0: none in reach).
    """

    fill: NDArray[np.float64]
    border: NDArray[np.float64] | None
    line: LineStyle
    width: float
    outside: NDArray[np.int64]

    def beyond(self) -> dict[int, float]:
        """Share of the outline that each region lies beyond, of the places where a region is known."""
        known = self.outside[self.outside > 0]
        values, counts = np.unique(known, return_counts=True)
        return {int(v): float(c) / max(1, len(known)) for v, c in zip(values, counts, strict=True)}


def look_of(canvas: Canvas, regions: Regions, own: frozenset[int], outline: NDArray[np.float64]) -> Look:
    """The paint of the shape whose inside has this outline (n × 2, points along its rim, clockwise) and regions."""
    fill = _fill(canvas, regions, own)
    colors, labels = _across(canvas, regions, outline)
    outside = _first_outside(regions, own, labels)
    reach = _reach(regions, own, labels)
    steps = np.arange(colors.shape[1])
    within = steps[None] < reach[:, None]
    beyond = np.take_along_axis(colors, np.minimum(reach, len(steps) - 1)[:, None, None], axis=1)
    from_fill = np.linalg.norm(colors - fill, axis=2)
    # A pixel that only blends the fill with what is outside lies between the two: it is as near to either as they are.
    contrast = np.minimum(from_fill, np.linalg.norm(colors - beyond, axis=2)) * within
    strongest = contrast.max(axis=1)
    known = outside > 0
    if known.sum() < 8 or np.quantile(strongest[known], 0.75) < _SEEN:
        if known.sum() < 8 or np.quantile(strongest[known], 0.9) < _SEEN:
            return Look(fill, None, LineStyle.SOLID, 0.0, outside)
    border = _border(colors, contrast, strongest, known)
    peak = np.maximum(np.minimum(np.linalg.norm(border - fill), np.linalg.norm(border - beyond[:, 0], axis=1)), 1.0)
    widths = np.minimum(contrast / peak[:, None], 1.0).sum(axis=1) * _STEP
    inked = strongest > 0.45 * peak
    sure = known & inked
    width = float(np.median(widths[sure])) if sure.any() else 1.0
    return Look(fill, border, _style(inked | ~known, width, canvas.scale, outline), max(width, 0.5), outside)


def hex_color(color: NDArray[np.float64]) -> str:
    """``#rrggbb``."""
    red, green, blue = (int(v) for v in np.clip(np.rint(color), 0, 255))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _fill(canvas: Canvas, regions: Regions, own: frozenset[int]) -> NDArray[np.float64]:
    largest = max(own, key=lambda i: regions.areas[i])
    x, y, w, h = regions.boxes[largest]
    inside = regions.labels[y : y + h, x : x + w] == largest
    return dominant(canvas.pixels[y : y + h, x : x + w][inside])


def _across(
    canvas: Canvas, regions: Regions, outline: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Colours (n × steps × 3) and region numbers (n × steps) along lines outwards from the rim."""
    import cv2

    places, normals = _normals(outline)
    steps = np.arange(0, _REACH, _STEP)
    at = (places[:, None] + normals[:, None] * steps[None, :, None]).astype(np.float32)
    height, width = regions.labels.shape
    x, y = at[..., 0], at[..., 1]
    colors = cv2.remap(canvas.pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
    columns = np.clip(np.rint(x).astype(int), 0, width - 1)
    rows = np.clip(np.rint(y).astype(int), 0, height - 1)
    return colors, regions.labels[rows, columns].astype(np.int64)


def _normals(outline: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Places along a clockwise outline, and the unit vectors that point out of it there."""
    count = len(outline)
    reach = max(2, min(5, count // 16))
    tangent = np.roll(outline, -reach, axis=0) - np.roll(outline, reach, axis=0)
    length = np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-6)
    normal = np.stack([tangent[:, 1], -tangent[:, 0]], axis=1) / length
    every = max(1, count // _MOST_SAMPLES)
    return outline[::every], normal[::every]


def _first_outside(regions: Regions, own: frozenset[int], labels: NDArray[np.int64]) -> NDArray[np.int64]:
    at = _reach(regions, own, labels)
    last = labels.shape[1] - 1
    found = labels[np.arange(len(labels)), np.minimum(at, last)]
    return np.where(at <= last, found, 0)


def _reach(regions: Regions, own: frozenset[int], labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """The first step at which a region that is neither a line nor the shape itself begins; the last one, if none."""
    other = (labels > 0) & ~regions.thin[labels] & ~np.isin(labels, list(own))
    return np.where(other.any(axis=1), other.argmax(axis=1), labels.shape[1])


def _border(
    colors: NDArray[np.float64], contrast: NDArray[np.float64], strongest: NDArray[np.float64], known: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The colour where the border covers its pixels fully: that of the places with most contrast."""
    use = np.flatnonzero(known & (strongest > 0))
    floor = np.quantile(strongest[use], 0.8)
    use = use[strongest[use] >= floor]
    best = colors[use, contrast[use].argmax(axis=1)]
    return np.asarray(np.median(best, axis=0), np.float64)


def _style(inked: NDArray[np.bool_], width: float, scale: float, outline: NDArray[np.float64]) -> LineStyle:
    """Solid, dashed or dotted by how much of the outline is inked and how long its pieces are; else thick by width."""
    if inked.mean() > 0.88:
        return LineStyle.THICK if width / scale >= _THICK else LineStyle.SOLID
    spacing = len(outline) / len(inked)
    starts = np.count_nonzero(inked & ~np.roll(inked, 1))
    piece = inked.sum() * spacing / max(1, starts)
    return LineStyle.DOTTED if piece <= 2.0 * width + 1.2 else LineStyle.DASHED
