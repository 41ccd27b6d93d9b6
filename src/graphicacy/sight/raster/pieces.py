"""Faces that are parts of one shape: the lid of a cylinder, compartments, bars, the two lines of a double border."""

from __future__ import annotations

import numpy as np

from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box
from graphicacy.sight.raster.faces import Face, face_of, rim_of_mask

__all__ = ["stacked", "united", "without_inner_borders"]

_APART = 7.0  # pixels between two parts: a line and its soft edges
_DOUBLE = 9.0  # pixels between the lines of a double border
_LEVEL = 3.0  # pixels by which the sides of two parts may be out of line
_ONE_SIZE = 0.2  # share by which the sides of nodes in a stack may differ
_WELL = 1.6  # pixels by which the outline of a whole may stray from its ideal
_MOST_ROUNDS = 6
_WHOLES = frozenset(
    (Shape.RECTANGLE, Shape.ROUNDED, Shape.STADIUM, Shape.CYLINDER, Shape.CIRCLE, Shape.ELLIPSE, Shape.DIAMOND)
)


def united(faces: list[Face], holders: set[int], labelled: set[int]) -> list[Face]:
    """The faces, those that together make a simple shape put together.

    ``holders`` (ids) hold others and stay. Of the ``labelled`` (ids), boxes of one size are nodes in a stack.
    """
    for _ in range(_MOST_ROUNDS):
        fewer = _pairs_united(faces, holders, labelled)
        if fewer is None:
            break
        faces = fewer
    return faces


def without_inner_borders(faces: list[Face]) -> list[Face]:
    """The faces without those that lie close inside another of the same form: the inside of a double border."""
    boxes = np.array([f.box for f in faces]).reshape(-1, 4)
    inner = set()
    for i, face in enumerate(faces):
        gaps = (boxes[i] - boxes) * (1, 1, -1, -1)
        around = (gaps > 0).all(axis=1) & (gaps.max(axis=1) <= _DOUBLE) & (np.ptp(gaps, axis=1) <= 4)
        if around.any():
            inner.add(id(face))
    return [f for f in faces if id(f) not in inner]


def stacked(a: Box, b: Box) -> bool:
    """Whether two boxes are of one size, as nodes in a stack are and the compartments of one node are not."""
    return abs(a.width - b.width) <= _ONE_SIZE * a.width and abs(a.height - b.height) <= _ONE_SIZE * a.height


def _pairs_united(faces: list[Face], holders: set[int], labelled: set[int]) -> list[Face] | None:
    """The faces after pairs that belong together were united, each face once; None where there is no such pair."""
    boxes = np.array([f.box for f in faces]).reshape(-1, 4)
    gone: set[int] = set()
    added: list[Face] = []
    for i, face in enumerate(faces):
        if i in gone or id(face) in holders:
            continue
        for j in _beside(boxes, i):
            if j in gone or id(faces[j]) in holders:
                continue
            if {id(face), id(faces[j])} <= labelled and stacked(face.box, faces[j].box):
                continue
            whole = _whole(face, faces[j])
            if whole:
                if labelled & {id(face), id(faces[j])}:
                    labelled.add(id(whole))
                gone |= {i, j}
                added.append(whole)
                break
    return [*added, *(f for i, f in enumerate(faces) if i not in gone)] if added else None


def _beside(boxes: np.ndarray[tuple[int, int], np.dtype[np.float64]], i: int) -> list[int]:
    """Later boxes that are as wide and right above or below, or as high and right beside."""
    x0, y0, x1, y1 = boxes[i]
    near = (boxes[:, 0] <= x1 + _APART) & (boxes[:, 2] >= x0 - _APART)
    near &= (boxes[:, 1] <= y1 + _APART) & (boxes[:, 3] >= y0 - _APART)
    level = np.abs(boxes - boxes[i]) <= _LEVEL
    near &= (level[:, 0] & level[:, 2]) != (level[:, 1] & level[:, 3])
    near[: i + 1] = False
    return [int(j) for j in np.flatnonzero(near)]


def _whole(a: Face, b: Face) -> Face | None:
    """Both as one, where that is a simple shape which they fill up to a line between them."""
    import cv2

    box: Box = a.box.union(b.box)
    margin = int(_APART) + 3
    x, y = int(box.x0) - margin, int(box.y0) - margin
    mask = np.zeros((int(box.height) + 2 * margin, int(box.width) + 2 * margin), np.uint8)
    for face in (a, b):
        cv2.fillPoly(mask, [np.rint(face.rim - (x, y)).astype(np.int32)], 1)
    filled = int(mask.sum())
    size = int(_APART) + 2
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)), np.uint8)
    between = 1.6 * size * min(max(a.box.width, b.box.width), max(a.box.height, b.box.height))
    rim = rim_of_mask(mask, x, y)
    if rim is None or int(mask.sum()) - filled > between:
        return None
    larger = a if a.area >= b.area else b
    whole = face_of(a.regions, a.own | b.own, rim, larger.fill)
    return whole if whole.fit.shape in _WHOLES and whole.fit.error <= _WELL + 0.4 * a.regions.closed else None
