"""A picture made ready for looking: bounded in size, without noise, and cut into regions of one flat colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.parts import Pixels

__all__ = ["Canvas", "Regions", "canvas_of", "dominant", "regions_of"]

_MOST_PIXELS = 20_000_000  # larger pictures are looked at smaller
_MOST_REGIONS = 4_000  # of useful size; a diagram has hundreds
_CLEAN = 3  # grey levels by which pixels of one flat colour may differ in a picture without noise
_NOISIEST = 24
_THIN = 2.0  # pixels: a region nowhere further from its rim than this is the inside of a line, not a face
_USUAL_TEXT = 12.0  # pixels: height of print where a picture has none


@dataclass(frozen=True, slots=True)
class Canvas:
    """The picture as it is looked at.

    ``scale`` is how much smaller it is than the one given (1: as it was); ``tolerance`` the grey levels by which
    pixels of one flat colour may differ; ``ground`` the colour of its ground; ``unit`` the usual height of print.
    """

    pixels: Pixels
    scale: float
    tolerance: float
    ground: NDArray[np.float64]
    unit: float


@dataclass(frozen=True, slots=True)
class Regions:
    """Flat regions: ``labels`` (H × W) is 0 on lines, borders and print, else the number of the region.

    ``boxes`` (n × 4: x, y, width, height), ``areas`` (n) and ``thin`` (n: no wider than a line) by that number.
    """

    labels: NDArray[np.int32]
    boxes: NDArray[np.int32]
    areas: NDArray[np.int32]
    thin: NDArray[np.bool_]

    def faces(self, least_side: float) -> list[int]:
        """Numbers of the regions that may be the inside of a shape, large ones first, not the ground around all."""
        height, width = self.labels.shape
        x, y, w, h = self.boxes.T
        outside = ((x == 0) & (y == 0)) | ((x + w == width) & (y + h == height)) & ((w == width) | (h == height))
        useful = ~self.thin & (np.minimum(w, h) >= least_side) & ~outside
        useful[0] = False
        found = np.flatnonzero(useful)
        order = np.argsort(-self.areas[found], kind="stable")
        return [int(i) for i in found[order][:_MOST_REGIONS]]


def canvas_of(pixels: Pixels, texts: Sequence[TextItem]) -> Canvas:
    """The picture bounded in size and, where it is noisy, smoothed."""
    import cv2

    height, width = pixels.shape[:2]
    scale = min(1.0, math.sqrt(_MOST_PIXELS / max(1, height * width)))
    if scale < 1:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    noise = _noise(pixels)
    if noise > _CLEAN:
        pixels = np.asarray(cv2.medianBlur(np.ascontiguousarray(pixels), 3), np.uint8)
    tolerance = float(min(_NOISIEST, max(_CLEAN, 1.5 * noise)))
    sizes = [item.size * scale for item in texts if item.size > 0 and any(c.isalnum() for c in item.text)]
    unit = float(np.median(sizes)) if sizes else _USUAL_TEXT
    return Canvas(np.ascontiguousarray(pixels), scale, tolerance, _ground(pixels), max(4.0, unit))


def regions_of(canvas: Canvas, closed: int = 0) -> Regions:
    """The flat regions of a picture; gaps up to about ``2 * closed`` pixels in lines are closed first."""
    import cv2

    pixels = canvas.pixels
    kernel = np.ones((3, 3), np.uint8)
    change = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, kernel).max(axis=2)
    lines = (change > canvas.tolerance).astype(np.uint8)
    if closed:
        lines = np.asarray(cv2.dilate(lines, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * closed + 1,) * 2)))
    flat = (1 - lines).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    depth = cv2.distanceTransform(flat, cv2.DIST_L2, 3)
    deepest = np.zeros(count, np.float32)
    rows, columns = np.nonzero(depth > _THIN)
    deepest[labels[rows, columns]] = _THIN + 1
    return Regions(np.asarray(labels, np.int32), stats[:, :4], stats[:, 4], deepest <= _THIN)


def dominant(colors: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The commonest colour of n × 3 values: the mean of those within two levels of the fullest of 32³ bins."""
    if len(colors) == 0:
        return np.zeros(3)
    bins = (colors >> 3).astype(np.int64) @ np.array([1024, 32, 1])
    values, counts = np.unique(bins, return_counts=True)
    inside = colors[bins == values[counts.argmax()]].astype(np.float64)
    return np.asarray(np.median(inside, axis=0), np.float64)


def _noise(pixels: Pixels) -> float:
    """How much flat ground varies, in grey levels: what nine of ten neighbours that look flat differ by."""
    step = max(1, int(math.sqrt(pixels.shape[0] * pixels.shape[1] / 400_000)))
    across = np.abs(np.diff(pixels.astype(np.int16), axis=1)).max(axis=2)[::step, ::step]
    flat = across[across <= _NOISIEST]
    return float(np.quantile(flat, 0.9)) if len(flat) else 0.0


def _ground(pixels: Pixels) -> NDArray[np.float64]:
    rim = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    return dominant(rim)
