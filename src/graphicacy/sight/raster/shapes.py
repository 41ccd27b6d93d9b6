"""Every shape of a diagram in its pixels: nodes and the frames of groups, with their labels and paint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.classify import Fit, fit_shape
from graphicacy.sight.raster.colours import Look, hex_color, look_of
from graphicacy.sight.raster.ground import Canvas, Regions, canvas_of, regions_of
from graphicacy.sight.raster.labels import Piece, joined, pieces_of
from graphicacy.sight.raster.parts import Outline, Pixels

__all__ = ["find_outlines"]


@dataclass(slots=True, eq=False)
class Face:
    """A region with a closed outline that may be a shape; ``outline`` runs along the pixels of its rim."""

    own: frozenset[int]
    outline: NDArray[np.float64]
    fit: Fit
    look: Look
    box: Box
    pieces: list[Piece] = field(default_factory=list)


def find_outlines(pixels: Pixels, texts: Sequence[TextItem]) -> list[Outline]:
    """The node shapes and group frames of a picture (H × W × 3, RGB), given its lines of text.

    Works best on clean renderings: shapes are regions of one flat colour with a closed outline.
    """
    canvas = canvas_of(pixels, texts)
    regions = regions_of(canvas)
    faces = [f for number in regions.faces(canvas.unit) if (f := _face(canvas, regions, number))]
    faces = _shapes(faces, canvas, regions)
    for piece, home in pieces_of(texts, [f.box for f in faces]):
        if home is not None:
            faces[home].pieces.append(piece)
    return [_outline(f, canvas) for f in faces if f.pieces]


def _face(canvas: Canvas, regions: Regions, number: int) -> Face | None:
    rim = _rim(regions, number)
    if rim is None or len(rim) < 12:
        return None
    fit = fit_shape(rim)
    look = look_of(canvas, regions, frozenset([number]), rim)
    low, high = rim.min(axis=0), rim.max(axis=0)
    box = Box(float(low[0]), float(low[1]), float(high[0]) + 1, float(high[1]) + 1).pad(look.width)
    return Face(frozenset([number]), rim, fit, look, box)


def _rim(regions: Regions, number: int) -> NDArray[np.float64] | None:
    import cv2

    x, y, w, h = (int(v) for v in regions.boxes[number])
    mask = np.zeros((h + 4, w + 4), np.uint8)
    mask[2:-2, 2:-2] = regions.labels[y : y + h, x : x + w] == number
    mask = np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    points = max(contours, key=len)[:, 0].astype(np.float64)
    if _turning(points) < 0:
        points = points[::-1]
    return np.ascontiguousarray(points + (x - 2, y - 2))


def _turning(points: NDArray[np.float64]) -> float:
    x, y = points.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def _shapes(faces: list[Face], canvas: Canvas, regions: Regions) -> list[Face]:
    return [f for f in faces if f.fit.error <= max(1.5, 0.03 * min(f.box.width, f.box.height))]


def _outline(face: Face, canvas: Canvas) -> Outline:
    scale = 1 / canvas.scale
    look = face.look
    return Outline(
        box=face.box.scale(scale),
        shape=face.fit.shape,
        contour=tuple((float(x) * scale, float(y) * scale) for x, y in face.outline),
        label=joined(face.pieces),
        texts=tuple(p.index for p in face.pieces),
        fill=hex_color(look.fill),
        border="" if look.border is None else hex_color(look.border),
        border_line=look.line,
        border_width=look.width * scale,
    )
