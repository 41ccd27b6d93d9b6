"""Closed outlines in a picture: candidates for shapes, with the ideal shape that each follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.scene import Box
from graphicacy.sight.raster.classify import Fit, fit_shape, with_lid
from graphicacy.sight.raster.ground import Canvas, Regions, dominant
from graphicacy.sight.raster.labels import Piece

__all__ = ["Face", "Rim", "face_of", "faces_of", "rim_of_mask"]

Rim = NDArray[np.float64]  # n × 2: x, y of the outermost pixels of the inside, clockwise
_LEAST_RIM = 16  # pixels
_TIP = 24  # pixels by which a tip may be longer than what is left of it between thick lines


@dataclass(slots=True, eq=False)
class Face:
    """A closed outline that may be a shape.

    ``regions`` and ``own``: in which cut of the picture it was found, and its regions there. ``rim`` runs along the
    outermost pixels of its inside, ``box`` around them; ``fill`` is its colour. ``pieces`` are the words in it,
    ``frame`` says whether it holds other shapes, ``sides`` whether it is known by its four sides alone.
    """

    regions: Regions
    own: frozenset[int]
    rim: Rim
    fit: Fit
    fill: NDArray[np.float64]
    box: Box
    pieces: list[Piece] = field(default_factory=list)
    frame: bool = False
    sides: bool = False

    @property
    def size(self) -> float:
        """The smaller side in pixels."""
        return min(self.box.width, self.box.height)

    @property
    def fits(self) -> bool:
        """Whether it follows its ideal shape closely."""
        return self.fit.error <= max(1.2, 0.025 * self.size) + 0.4 * self.regions.closed

    @property
    def area(self) -> float:
        """Area of the inside in square pixels."""
        x, y = self.rim.T
        return 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def faces_of(
    canvas: Canvas, regions: Regions, least_side: float, known: Callable[[Box], bool] = lambda box: False
) -> list[Face]:
    """Every region of the picture that has an outline, large ones first, without those that are known."""
    found = []
    for number in regions.faces(least_side):
        x, y, w, h = (int(v) for v in regions.boxes[number])
        if known(Box(x, y, x + w, y + h).pad(regions.closed + 1)):
            continue
        fill = _fill(canvas, regions, number)
        rim = _rim(canvas, regions, number, fill)
        if rim is not None:
            found.append(face_of(regions, frozenset([number]), rim, fill))
    return found


def face_of(regions: Regions, own: frozenset[int], rim: Rim, fill: NDArray[np.float64], fit: Fit | None = None) -> Face:
    """The face inside this rim."""
    fit = fit or fit_shape(rim, 0.25 * regions.closed)
    if fit.lid:
        rim = with_lid(rim, fit.lid)
    low, high = rim.min(axis=0), rim.max(axis=0)
    box = Box(float(low[0]), float(low[1]), float(high[0]) + 1, float(high[1]) + 1)
    return Face(regions, own, rim, fit, fill, box)


def rim_of_mask(mask: NDArray[np.uint8], x: int, y: int) -> Rim | None:
    """The longest outline in a mask whose first pixel is at (x, y), clockwise; None where it is tiny."""
    import cv2

    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    points = max(contours, key=len)[:, 0].astype(np.float64)
    if len(points) < _LEAST_RIM:
        return None
    a, b = points.T
    if float(a @ np.roll(b, -1) - b @ np.roll(a, -1)) < 0:
        points = points[::-1]
    return np.add(points, (x, y))


def _fill(canvas: Canvas, regions: Regions, number: int) -> NDArray[np.float64]:
    x, y, w, h = (int(v) for v in regions.boxes[number])
    step = max(1, min(w, h) // 200)
    inside = regions.labels[y : y + h : step, x : x + w : step] == number
    return dominant(canvas.pixels[y : y + h : step, x : x + w : step][inside])


def _rim(canvas: Canvas, regions: Regions, number: int, fill: NDArray[np.float64]) -> Rim | None:
    """The outline of a region, as far as its colour reaches: into corners and tips that lie close to lines."""
    import cv2

    height, width = regions.labels.shape
    x, y, w, h = (int(v) for v in regions.boxes[number])
    x0, y0, x1, y1 = max(0, x - _TIP), max(0, y - _TIP), min(width, x + w + _TIP), min(height, y + h + _TIP)
    core = (regions.labels[y0:y1, x0:x1] == number).astype(np.uint8)
    grown = np.asarray(cv2.dilate(core, _brush(core, w * h, regions.closed)), np.uint8)
    if not regions.closed:
        grown = _flooded(canvas.pixels[y0:y1, x0:x1], core, fill, canvas.tolerance, grown)
    return rim_of_mask(np.asarray(cv2.copyMakeBorder(grown, 1, 1, 1, 1, cv2.BORDER_CONSTANT)), x0 - 1, y0 - 1)


def _brush(core: NDArray[np.uint8], area: int, closed: int) -> NDArray[np.uint8]:
    """What a region is grown by to make up for thick lines: a square keeps the corners of a rectangle."""
    import cv2

    straight = not closed or core.sum() > 0.94 * area
    shape = cv2.MORPH_RECT if straight else cv2.MORPH_ELLIPSE
    return np.asarray(cv2.getStructuringElement(shape, (2 * closed + 3,) * 2), np.uint8)


def _flooded(
    pixels: NDArray[np.uint8],
    core: NDArray[np.uint8],
    fill: NDArray[np.float64],
    tolerance: float,
    grown: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """All of the colour that hangs together with the region; ``grown`` where that leaks out of it."""
    import cv2

    low, high = np.clip(np.rint(fill) - tolerance, 0, 255), np.clip(np.rint(fill) + tolerance, 0, 255)
    alike = np.asarray(cv2.inRange(np.ascontiguousarray(pixels), low, high), np.uint8) & 1
    count, pieces = cv2.connectedComponents(alike | core, connectivity=4)
    inside = np.zeros(count, bool)
    inside[pieces[core > 0]] = True
    inside[0] = False
    flooded = np.asarray(inside[pieces], np.uint8)
    rim = (flooded[0], flooded[-1], flooded[:, 0], flooded[:, -1])
    leaks = any(side.any() for side in rim) or flooded.sum() > 1.25 * grown.sum() + 400
    return grown if leaks else flooded
