"""A picture made ready for looking: bounded in size, without noise, and cut into regions of one flat colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.scene import Box
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.parts import Pixels

__all__ = ["Canvas", "Regions", "canvas_of", "dominant", "regions_of"]

_MOST_PIXELS = 20_000_000  # larger pictures are looked at smaller
_MOST_REGIONS = 800  # of useful size; a diagram has hundreds
_CLEAN = 3.0  # grey levels by which pixels of one flat colour may differ in a picture without noise
_NOISIEST = 24.0
_CLEAN_SHARE = 0.02  # of neighbours that differ faintly: more are the marks of compression, blur or grain
_COMPRESSED, _GRAINY = 0.8, 1.5  # by which the tolerance goes beyond them, near lines only and everywhere
_THIN = 2.0  # pixels: a region nowhere further from its rim than this is the inside of a line, not a face
_USUAL_TEXT = 11.0  # pixels: height of print in a picture at its usual size
_LARGE_TEXT = 15.0  # pixels: higher print is looked at in this size, and the lines with it
_MOST_TEXTS = 3_000  # whose ink is taken out


@dataclass(frozen=True, slots=True)
class Canvas:
    """The picture as it is looked at; ``original`` is the one given.

    ``scale`` is how much smaller it is than the one given (1: as it was); ``tolerance`` the grey levels by which
    pixels of one flat colour may differ; ``unit`` the usual height of print. ``lines`` (H × W, 1 or 0) is where the
    colour changes, one pixel to each side of every line and border, without the print.
    """

    pixels: Pixels
    original: Pixels
    scale: float
    tolerance: float
    unit: float
    lines: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Regions:
    """Flat regions: ``labels`` (H × W) is 0 on lines, borders and print, else the number of the region.

    ``boxes`` (n × 4: x, y, width, height), ``areas`` (n) and ``thin`` (n: no wider than a line) by that number.
    ``closed``: by how many pixels lines were made thicker, to close the gaps of dashes.
    """

    labels: NDArray[np.int32]
    boxes: NDArray[np.int32]
    areas: NDArray[np.int32]
    thin: NDArray[np.bool_]
    closed: int

    def faces(self, least_side: float) -> list[int]:
        """Numbers of the regions that may be the inside of a shape, large ones first, not the ground around all."""
        height, width = self.labels.shape
        x, y, w, h = self.boxes.T
        sides = (x == 0).astype(int) + (y == 0) + (x + w == width) + (y + h == height)
        useful = ~self.thin & (np.minimum(w, h) >= least_side) & (sides < 2)
        useful[0] = False
        found = np.flatnonzero(useful)
        order = np.argsort(-self.areas[found], kind="stable")
        return [int(i) for i in found[order][:_MOST_REGIONS]]


def canvas_of(pixels: Pixels, texts: Sequence[TextItem]) -> Canvas:
    """The picture bounded in size, its print of usual height and, where it is noisy, smoothed."""
    import cv2

    original, tolerance = pixels, _tolerance(pixels)
    height, width = pixels.shape[:2]
    sizes = [item.size for item in texts if item.size > 0 and any(c.isalnum() for c in item.text)]
    unit = float(np.median(sizes)) if sizes else _USUAL_TEXT
    scale = min(
        1.0, math.sqrt(_MOST_PIXELS / max(1, height * width)), _USUAL_TEXT / unit if unit > _LARGE_TEXT else 1.0
    )
    if scale < 1:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    if tolerance > _CLEAN:
        pixels = np.asarray(cv2.medianBlur(np.ascontiguousarray(pixels), 3), np.uint8)
    change = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    lines = (change > tolerance).astype(np.uint8)
    for item in texts[:_MOST_TEXTS]:
        _without_print(lines, item.box.scale(scale))
    return Canvas(np.ascontiguousarray(pixels), original, scale, tolerance, max(4.0, unit * scale), lines)


def regions_of(canvas: Canvas, closed: int = 0) -> Regions:
    """The flat regions of a picture; gaps up to about ``2 * closed`` pixels in lines are closed first."""
    import cv2

    lines = canvas.lines
    if closed:
        lines = np.asarray(cv2.dilate(lines, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * closed + 1,) * 2)))
    flat = (1 - lines).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    depth = cv2.distanceTransform(flat, cv2.DIST_L2, 3)
    wide = np.zeros(count, bool)
    wide[labels[depth > _THIN]] = True
    table = np.asarray(stats, np.int32)
    return Regions(np.asarray(labels, np.int32), table[:, :4], table[:, 4], ~wide, closed)


def dominant(colors: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The commonest colour of n × 3 values: the median of those in the fullest of 32³ bins."""
    if len(colors) == 0:
        return np.zeros(3)
    bins = (colors >> 3).astype(np.int64) @ np.array([1024, 32, 1])
    values, counts = np.unique(bins, return_counts=True)
    inside = colors[bins == values[counts.argmax()]].astype(np.float64)
    return np.asarray(np.median(inside, axis=0), np.float64)


def _tolerance(pixels: Pixels) -> float:
    """How much flat ground varies, in grey levels: what nine of ten faint steps between neighbours keep to."""
    step = max(1, int(math.sqrt(pixels.shape[0] * pixels.shape[1] / 400_000)))
    across = np.abs(np.diff(pixels[::step].astype(np.int16), axis=1)).max(axis=2)[:, ::step]
    faint = across[across <= _NOISIEST]
    steps = faint[faint > 0]
    if len(steps) <= _CLEAN_SHARE * len(faint):
        return _CLEAN
    factor = _COMPRESSED if len(steps) < 0.5 * len(faint) else _GRAINY
    return float(min(_NOISIEST, max(_CLEAN, factor * np.quantile(steps, 0.9))))


def _without_print(lines: NDArray[np.uint8], box: Box) -> None:
    """Clear, in place, what lies wholly in the box of a text: letters, not lines that run through."""
    import cv2

    height, width = lines.shape
    x0, y0 = max(0, int(box.x0) - 3), max(0, int(box.y0) - 3)
    x1, y1 = min(width, math.ceil(box.x1) + 3), min(height, math.ceil(box.y1) + 3)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return
    crop = lines[y0:y1, x0:x1]
    count, pieces = cv2.connectedComponents(crop, connectivity=8)
    rim = np.concatenate([pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]])
    kept = np.zeros(count, bool)
    kept[rim] = True
    crop[~kept[pieces]] = 0
