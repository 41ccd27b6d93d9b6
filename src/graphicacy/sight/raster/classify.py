"""From the outline of a region to the name of its shape: which ideal outline in its box it follows most closely."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Shape

__all__ = ["Fit", "fit_shape", "with_lid"]

Points = NDArray[np.float64]  # n × 2: x, y

_ARC = np.linspace(0, math.pi / 2, 13)
_SIMPLE = 0.3  # pixels by which a less simple shape must follow the outline better
_MOST_POINTS = 240
_BLUNT = 0.12  # share of a side to which the tips of a diamond may be blunted


@dataclass(frozen=True, slots=True)
class Fit:
    """A shape's name, and how far the outline strays from it: 97 % of its points by less than ``error`` pixels.

    ``lid``: height in pixels of the half lid that stands above the outline of a cylinder's body.
    """

    shape: Shape
    error: float
    lid: float = 0.0


def fit_shape(rim: Points, rough: float = 0.0) -> Fit:
    """The ideal shape nearest to a closed outline (n × 2 points in pixels, close together).

    ``rough``: pixels by which the outline is known no better, so that a simpler shape is as good.
    """
    low, high = rim.min(axis=0), rim.max(axis=0)
    width, height = (high - low).tolist()
    if min(width, height) < 3:
        return Fit(Shape.POLYGON, math.inf)
    points = rim[:: max(1, len(rim) // _MOST_POINTS)] - low
    share = min(1.0, _area(rim) / (width * height))
    best = Fit(Shape.POLYGON, math.inf)
    for shape, ideal in _ideals(width, height, share):
        away = _distances(points, ideal)
        error = float(np.quantile(away, 0.97)) + (
            _corner_error(points, ideal, rough) if shape is Shape.RECTANGLE else 0
        )
        if error < best.error - (_SIMPLE + rough if best.shape is not Shape.POLYGON else 0):
            best = Fit(shape, error)
    body_error, lid = _body_fit(points, width, height, share)
    return Fit(Shape.CYLINDER, body_error, lid) if body_error < best.error - _SIMPLE - rough else best


def with_lid(rim: Points, lid: float) -> Points:
    """The outline of a cylinder, from that of its body: its upper edge, hollow by ``lid`` pixels, turned up."""
    low, high = rim.min(axis=0), rim.max(axis=0)
    across = np.clip((rim[:, 0] - low[0]) / (high[0] - low[0]) * 2 - 1, -1, 1)
    hollow = low[1] + lid * np.sqrt(1 - across**2)
    upper = (np.abs(rim[:, 1] - hollow) <= 0.3 * lid + 1) & (rim[:, 1] < low[1] + 1.5 * lid + 1)
    flipped = np.where(upper, 2 * low[1] - rim[:, 1], rim[:, 1])
    return np.stack([rim[:, 0], flipped], axis=1)


def _body_fit(points: Points, w: float, h: float, share: float) -> tuple[float, float]:
    """How far an outline strays from a cylinder's body below its lid, and how high the lid is."""
    lid = (1 - share) * h
    if not 1.5 < lid < 0.3 * h:
        return math.inf, 0.0
    angle = np.linspace(0, math.pi, 25)
    foot = np.stack([w / 2 * (1 + np.cos(angle)), h - lid + lid * np.sin(angle)], axis=1)
    hollow = np.stack([w / 2 * (1 - np.cos(angle)), lid * np.sin(angle)], axis=1)
    return float(np.quantile(_distances(points, np.concatenate([foot, hollow])), 0.97)), lid


def _corner_error(points: Points, ideal: Points, rough: float) -> float:
    """Twice how far the corners of the ideal stand out, beyond half a pixel: a rectangle has its corners."""
    gaps = np.linalg.norm(points[:, None] - ideal[None], axis=2).min(axis=0)
    return 2 * max(0.0, float(np.median(gaps)) - 0.5 - 3 * rough)


def _ideals(w: float, h: float, share: float) -> Iterator[tuple[Shape, Points]]:
    """Outlines in a box of this size that cover about this share of it, simple ones first."""
    low = min(w, h)
    missing = 1 - share
    yield Shape.RECTANGLE, np.array([(0, 0), (w, 0), (w, h), (0, h)], float)
    if share > 0.7:
        radius = min(math.sqrt(missing * w * h / (4 - math.pi)), low / 2)
        if radius > 1.5:
            yield (Shape.ROUNDED if radius < 0.42 * low else _round(w, h)), _rounded(w, h, radius)
        if radius > 0.3 * low:
            yield _round(w, h), _rounded(w, h, low / 2)
    if 0.6 < share < 0.9:
        yield (Shape.CIRCLE if abs(w - h) <= 0.06 * low else Shape.ELLIPSE), _ellipse(w, h)
    if 0.4 < share < 0.62:
        yield Shape.DIAMOND, np.array([(w / 2, 0), (w, h / 2), (w / 2, h), (0, h / 2)])
        for turned in _turns(np.array([(w / 2, 0), (w, h), (0, h)]), h):
            yield Shape.TRIANGLE, turned
        for turned in _sides(np.array([(0, h / 2), (w, 0), (w, h)]), w):
            yield Shape.TRIANGLE, turned
    if 0.5 < share < 0.985:
        yield from _slanted(w, h, missing)
    if 0.7 < share < 0.99:
        rim = missing * h / (2 - math.pi / 2)
        if 2 < rim < 0.4 * h:
            yield Shape.CYLINDER, _cylinder(w, h, rim)


def _slanted(w: float, h: float, missing: float) -> Iterator[tuple[Shape, Points]]:
    """Outlines whose corners are cut off by slanted sides; the cut follows from what is missing in the box."""
    cut = missing * w
    kind = Shape.DIAMOND if w - 2 * cut < _BLUNT * w else Shape.HEXAGON  # the pixels of a thin tip are lost
    yield kind, np.array([(cut, 0), (w - cut, 0), (w, h / 2), (w - cut, h), (cut, h), (0, h / 2)])
    for turned in _sides(np.array([(cut, 0), (w, 0), (w - cut, h), (0, h)]), w):
        yield Shape.PARALLELOGRAM, turned
    for turned in _turns(np.array([(cut, 0), (w - cut, 0), (w, h), (0, h)]), h):
        yield Shape.TRAPEZIUM, turned
    cut = missing * h
    kind = Shape.DIAMOND if h - 2 * cut < _BLUNT * h else Shape.HEXAGON
    yield kind, np.array([(0, cut), (w / 2, 0), (w, cut), (w, h - cut), (w / 2, h), (0, h - cut)])
    for turned in _turns(np.array([(0, cut), (w, 0), (w, h - cut), (0, h)]), h):
        yield Shape.PARALLELOGRAM, turned
    for turned in _sides(np.array([(0, cut), (w, 0), (w, h), (0, h - cut)]), w):
        yield Shape.TRAPEZIUM, turned


def _round(w: float, h: float) -> Shape:
    return Shape.CIRCLE if abs(w - h) <= 0.06 * min(w, h) else Shape.STADIUM


def _rounded(w: float, h: float, r: float) -> Points:
    quarter = np.stack([r * np.cos(_ARC), r * np.sin(_ARC)], axis=1)
    right_low = np.add(quarter, (w - r, h - r))
    left_low = np.add((quarter * (-1, 1))[::-1], (r, h - r))
    left_top = np.add(-quarter, (r, r))
    right_top = np.add((quarter * (1, -1))[::-1], (w - r, r))
    return np.concatenate([right_low, left_low, left_top, right_top])


def _ellipse(w: float, h: float) -> Points:
    angle = np.linspace(0, 2 * math.pi, 49)[:-1]
    return np.stack([w / 2 * (1 + np.cos(angle)), h / 2 * (1 + np.sin(angle))], axis=1)


def _cylinder(w: float, h: float, rim: float) -> Points:
    angle = np.linspace(0, math.pi, 25)
    foot = np.stack([w / 2 * (1 + np.cos(angle)), h - rim + rim * np.sin(angle)], axis=1)
    lid = np.stack([w / 2 * (1 - np.cos(angle)), rim - rim * np.sin(angle)], axis=1)
    return np.concatenate([foot, lid])


def _turns(points: Points, h: float) -> tuple[Points, Points]:
    """Upright and upside down."""
    return points, np.add(points * (1, -1), (0, h))


def _sides(points: Points, w: float) -> tuple[Points, Points]:
    """As it is, and mirrored."""
    return points, np.add(points * (-1, 1), (w, 0))


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
