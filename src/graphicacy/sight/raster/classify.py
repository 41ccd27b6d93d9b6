"""From the outline of a region to the name of its shape: which ideal outline in its box it follows most closely."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Shape

__all__ = ["Fit", "fit_shape"]

Points = NDArray[np.float64]  # n × 2: x, y

_ARC = np.linspace(0, math.pi / 2, 13)
_SIMPLE = 0.35  # pixels by which a less simple shape must follow the outline better


@dataclass(frozen=True, slots=True)
class Fit:
    """A shape's name, and how far the outline strays from it: 95 % of its points by less than ``error`` pixels."""

    shape: Shape
    error: float


def fit_shape(outline: Points) -> Fit:
    """The ideal shape nearest to a closed outline (n × 2 points in pixels, close together)."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    width, height = (high - low).tolist()
    if min(width, height) < 3:
        return Fit(Shape.POLYGON, math.inf)
    points = _sampled(outline) - low
    share = min(1.0, _area(outline) / (width * height))
    best = Fit(Shape.POLYGON, math.inf)
    for shape, ideal in _ideals(width, height, share):
        error = float(np.quantile(_distances(points, ideal), 0.95))
        if error < best.error - (_SIMPLE if best.shape is not Shape.POLYGON else 0):
            best = Fit(shape, error)
    return best


def _ideals(w: float, h: float, share: float) -> Iterator[tuple[Shape, Points]]:
    """Outlines in a box of this size that cover about this share of it, simple ones first."""
    box = np.array([(0, 0), (w, 0), (w, h), (0, h)], float)
    low = min(w, h)
    missing = 1 - share
    yield Shape.RECTANGLE, box
    if share > 0.7:
        radius = min(math.sqrt(missing * w * h / (4 - math.pi)), low / 2)
        round_kind = Shape.ROUNDED if radius < 0.42 * low else _round(w, h)
        if radius > 1:
            yield round_kind, _rounded(w, h, radius)
        if radius > 0.3 * low:
            yield _round(w, h), _rounded(w, h, low / 2)
    if 0.6 < share < 0.9:
        yield (Shape.CIRCLE if abs(w - h) <= 0.06 * low else Shape.ELLIPSE), _ellipse(w, h)
    if 0.35 < share < 0.65:
        yield Shape.DIAMOND, np.array([(w / 2, 0), (w, h / 2), (w / 2, h), (0, h / 2)])
        for flipped in _turns(np.array([(w / 2, 0), (w, h), (0, h)]), w, h):
            yield Shape.TRIANGLE, flipped
        for flipped in _sides(np.array([(0, h / 2), (w, 0), (w, h)]), w, h):
            yield Shape.TRIANGLE, flipped
    if 0.5 < share < 0.985:
        yield from _slanted(w, h, missing)
    if 0.7 < share < 0.99:
        rim = missing * h / (2 - math.pi / 2)
        if 2 < rim < 0.4 * h:
            yield Shape.CYLINDER, _cylinder(w, h, rim)


def _slanted(w: float, h: float, missing: float) -> Iterator[tuple[Shape, Points]]:
    inset = missing * w  # twice that of a hexagon's corner, which takes two triangles on each side
    yield Shape.HEXAGON, np.array([(inset, 0), (w - inset, 0), (w, h / 2), (w - inset, h), (inset, h), (0, h / 2)])
    inset = missing * h
    yield Shape.HEXAGON, np.array([(0, inset), (w / 2, 0), (w, inset), (w, h - inset), (w / 2, h), (0, h - inset)])
    slant = missing * w
    for turned in _sides(np.array([(slant, 0), (w, 0), (w - slant, h), (0, h)]), w, h):
        yield Shape.PARALLELOGRAM, turned
    slant = missing * h
    for turned in _turns(np.array([(0, slant), (w, 0), (w, h - slant), (0, h)]), w, h):
        yield Shape.PARALLELOGRAM, turned
    slant = missing * w
    for turned in _turns(np.array([(slant, 0), (w - slant, 0), (w, h), (0, h)]), w, h):
        yield Shape.TRAPEZIUM, turned
    slant = missing * h
    for turned in _sides(np.array([(0, slant), (w, 0), (w, h), (0, h - slant)]), w, h):
        yield Shape.TRAPEZIUM, turned


def _round(w: float, h: float) -> Shape:
    return Shape.CIRCLE if abs(w - h) <= 0.06 * min(w, h) else Shape.STADIUM


def _rounded(w: float, h: float, r: float) -> Points:
    quarter = np.stack([r * np.cos(_ARC), r * np.sin(_ARC)], axis=1)
    right_low = quarter + (w - r, h - r)
    left_low = (quarter * (-1, 1))[::-1] + (r, h - r)
    left_top = -quarter + (r, r)
    right_top = (quarter * (1, -1))[::-1] + (w - r, r)
    return np.concatenate([right_low, left_low, left_top, right_top])


def _ellipse(w: float, h: float) -> Points:
    angle = np.linspace(0, 2 * math.pi, 49)[:-1]
    return np.stack([w / 2 * (1 + np.cos(angle)), h / 2 * (1 + np.sin(angle))], axis=1)


def _cylinder(w: float, h: float, rim: float) -> Points:
    angle = np.linspace(0, math.pi, 25)
    foot = np.stack([w / 2 * (1 + np.cos(angle)), h - rim + rim * np.sin(angle)], axis=1)
    lid = np.stack([w / 2 * (1 - np.cos(angle)), rim - rim * np.sin(angle)], axis=1)
    return np.concatenate([foot, lid])


def _turns(points: Points, w: float, h: float) -> tuple[Points, Points]:
    """Upright and upside down."""
    return points, points * (1, -1) + (0, h)


def _sides(points: Points, w: float, h: float) -> tuple[Points, Points]:
    """As it is, and mirrored."""
    return points, points * (-1, 1) + (w, 0)


def _sampled(outline: Points, most: int = 240) -> Points:
    return outline[:: max(1, len(outline) // most)]


def _area(outline: Points) -> float:
    x, y = outline.T
    return 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def _distances(points: Points, polygon: Points) -> NDArray[np.float64]:
    """Of each point from a closed polygon's outline."""
    start, step = polygon, np.roll(polygon, -1, axis=0) - polygon
    square = np.maximum((step**2).sum(axis=1), 1e-9)
    away = points[:, None, :] - start[None]
    along = np.clip((away * step[None]).sum(axis=2) / square, 0, 1)
    return np.asarray(np.hypot(*np.moveaxis(away - along[..., None] * step[None], 2, 0)).min(axis=1))
