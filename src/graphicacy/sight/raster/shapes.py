"""Every shape of a diagram in its pixels: nodes and the frames of groups, with their labels and paint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.classify import Fit
from graphicacy.sight.raster.colours import Border, borders_of, hex_color, in_full, look_of
from graphicacy.sight.raster.faces import Face, face_of, faces_of
from graphicacy.sight.raster.frames import frame_rim, rectangles_of
from graphicacy.sight.raster.ground import Canvas, Regions, canvas_of, dominant, regions_of
from graphicacy.sight.raster.labels import joined, pieces_of, title_of
from graphicacy.sight.raster.parts import Outline, Pixels
from graphicacy.sight.raster.pieces import stacked, united, without_inner_borders
from graphicacy.sight.raster.telling import is_shape, shape_certainty

__all__ = ["find_outlines"]

Boxes = NDArray[np.float64]  # n × 4

_CLOSINGS = (2, 4)  # pixels by which lines are made thicker, to find outlines that are dashed or dotted
_SAME = 0.6  # overlap (intersection over union) from which two faces are one
_TILED = 0.97  # share of a box covered by faces, with half their walls, from which these are its compartments
_SHARED = 4.0  # pixels between sides that are one
_BORDER = 6.0  # pixels: no border is as thick, from its middle
_WALL = 2.5  # pixels


def find_outlines(pixels: Pixels, texts: Sequence[TextItem]) -> list[Outline]:
    """The node shapes and group frames of a picture (H × W × 3, RGB), given its lines of text.

    Works best on clean renderings: shapes are regions of one flat colour with a closed outline.
    """
    canvas = canvas_of(pixels, texts)
    placed = [_scaled(item, canvas.scale) for item in texts]
    faces = _candidates(canvas, placed)
    _give_words(faces, placed)
    looks = {id(f): look_of(canvas, f.regions, f.own, f.rim, f.fill) for f in faces}
    shapes = [f for f in faces if is_shape(canvas, f, looks[id(f)], faces)]
    _give_words(shapes, placed)
    borders = borders_of([looks[id(f)] for f in shapes], canvas.unit)
    return [
        _outline(f, in_full(canvas, f.rim, looks[id(f)], border) if border else None, canvas)
        for f, border in zip(shapes, borders, strict=True)
    ]


def _scaled(item: TextItem, factor: float) -> TextItem:
    """A line of text as it lies in the smaller picture."""
    words = tuple(replace(word, box=word.box.scale(factor)) for word in item.words)
    return replace(item, box=item.box.scale(factor), words=words)


def _give_words(faces: list[Face], texts: Sequence[TextItem]) -> None:
    """Give each face the words in it, and mark what holds others with words in them."""
    for face in faces:
        face.pieces = []
    for piece, home in pieces_of(texts, [f.box for f in faces]):
        if home is not None:
            faces[home].pieces.append(piece)
    boxes = _boxes_of(faces)
    labelled = np.array([bool(f.pieces) for f in faces], bool)
    for i, face in enumerate(faces):
        inside = np.all(boxes[:, :2] >= boxes[i, :2] - 1, axis=1) & np.all(boxes[:, 2:] <= boxes[i, 2:] + 1, axis=1)
        face.frame = bool(np.count_nonzero(inside & labelled) > labelled[i])


def _candidates(canvas: Canvas, texts: Sequence[TextItem]) -> list[Face]:
    """Faces with the form of a shape, large ones first."""
    regions = regions_of(canvas)
    faces = _formed(faces_of(canvas, regions, 0.3 * canvas.unit), canvas, texts)
    for closed in _CLOSINGS:
        boxes = _boxes_of(faces)
        more = faces_of(canvas, regions_of(canvas, closed), 0.5 * canvas.unit, partial(_known, boxes=boxes))
        faces += [f for f in _formed(more, canvas, texts) if not _known(f.box, boxes) and not _lined(f.box, faces)]
    faces = _with_rectangles(canvas, regions, faces)
    return sorted(without_inner_borders(faces), key=lambda f: (-f.box.area, f.box))


def _formed(faces: list[Face], canvas: Canvas, texts: Sequence[TextItem]) -> list[Face]:
    holders, labelled = _with_words(faces, texts)
    whole = united(faces, holders, labelled)
    return [f for f in whole if f.fits and f.size >= 0.6 * canvas.unit]


def _known(box: Box, boxes: Boxes) -> bool:
    """Whether one of the boxes is about this one."""
    if not len(boxes):
        return False
    shared = np.minimum(boxes[:, 2:], box[2:]) - np.maximum(boxes[:, :2], box[:2])
    area = np.clip(shared, 0, None).prod(axis=1)
    union = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1) + box.area - area
    return bool((area > _SAME * union).any())


def _lined(box: Box, faces: Sequence[Face]) -> bool:
    """Whether the box of something dashed is lined by sides of faces that are known: these and the gaps between."""
    return any(_shared(f.box, box) >= 2 and box.contains(f.box, _SHARED) for f in faces)


def _with_words(faces: list[Face], texts: Sequence[TextItem]) -> tuple[set[int], set[int]]:
    """Ids of the faces that hold others with words in them, and of those with words in them."""
    boxes = _boxes_of(faces)
    words = np.array([t.box.center for t in texts]).reshape(-1, 2)
    if not len(boxes) or not len(words):
        return set(), set()
    within = np.all((words[None] > boxes[:, None, :2]) & (words[None] < boxes[:, None, 2:]), axis=2)
    labelled = np.any(within, axis=1)
    holders = set()
    for i, face in enumerate(faces):
        inside = np.all(boxes[:, :2] > boxes[i, :2], axis=1) & np.all(boxes[:, 2:] < boxes[i, 2:], axis=1)
        if np.any(inside & labelled):
            holders.add(id(face))
    return holders, {id(face) for face, has in zip(faces, labelled, strict=True) if has}


def _with_rectangles(canvas: Canvas, regions: Regions, faces: list[Face]) -> list[Face]:
    """The faces and the rectangles known by their sides alone; compartments of one give way to it."""
    for box in rectangles_of(canvas, 1.5 * canvas.unit):
        if _about(box, _boxes_of(faces)):
            continue
        inner = [f for f in faces if box.contains(f.box, 1.0) and not f.regions.closed]
        if _tiled(box, inner):
            if len(inner) > 1 and all(stacked(inner[0].box, f.box) for f in inner):
                continue
            faces = [f for f in faces if not box.contains(f.box, 1.0)]
        elif any(_shared(f.box, box) >= 3 for f in inner):
            continue  # shapes side by side, with something in the gap between them
        rim = frame_rim(box, 2)
        x, y = np.rint(frame_rim(box, 4)).astype(int).T
        own = frozenset(int(v) for v in np.unique(regions.labels[y, x]))
        faces.append(face_of(regions, own, rim, dominant(canvas.pixels[y, x]), Fit(Shape.RECTANGLE, 0.5)))
        faces[-1].sides = True
    return faces


def _tiled(box: Box, faces: Sequence[Face]) -> bool:
    """Whether faces fill a box up to the walls between them."""
    covered = np.zeros((max(1, round(box.height)), max(1, round(box.width))), bool)
    for face in faces:
        x0, y0, x1, y1 = (max(0, round(v)) for v in face.box.pad(_WALL).shift(-box.x0, -box.y0))
        covered[y0:y1, x0:x1] = True
    return bool(covered.mean() > _TILED)


def _about(box: Box, boxes: Boxes) -> bool:
    """Whether a rectangle is a face that is known, or the straight part of it, as the body of a cylinder is."""
    if not len(boxes):
        return False
    apart = np.abs(boxes - np.array(box))
    shared = np.clip(np.minimum(boxes[:, 2:], box[2:]) - np.maximum(boxes[:, :2], box[:2]), 0, None).prod(axis=1)
    alike = shared / ((boxes[:, 2:] - boxes[:, :2]).prod(axis=1) + box.area - shared)
    part = (np.count_nonzero(apart <= _SHARED, axis=1) >= 2) & (alike > 0.5)
    part &= np.all((boxes[:, :2] <= np.array(box[:2]) + 2) & (boxes[:, 2:] >= np.array(box[2:]) - 2), axis=1)
    return bool((part | (alike > 0.85) | (apart.max(axis=1) <= _BORDER)).any())


def _shared(a: Box, b: Box) -> int:
    """How many sides of two boxes are one."""
    return int(np.count_nonzero(np.abs(np.subtract(a, b)) <= _SHARED))


def _boxes_of(faces: Sequence[Face]) -> Boxes:
    return np.array([f.box for f in faces], float).reshape(-1, 4)


def _outline(face: Face, border: Border | None, canvas: Canvas) -> Outline:
    scale = 1 / canvas.scale
    width = border.width if border else 0.0
    pieces = title_of(face.pieces, face.box, canvas.unit) if face.frame else face.pieces
    found = Outline(
        box=face.box.pad(width).scale(scale),
        shape=face.fit.shape,
        contour=_grown(face, width, scale),
        label=joined(pieces),
        texts=tuple(dict.fromkeys(p.index for p in pieces)),
        fill=hex_color(face.fill),
        border_width=width * scale,
        is_frame=face.frame,
        certainty=shape_certainty(face, pieces, canvas),
    )
    return replace(found, border=hex_color(border.color), border_line=border.line) if border else found


def _grown(face: Face, width: float, scale: float) -> tuple[tuple[float, float], ...]:
    """The rim moved out to the outer edge of the border, from the middles of pixels to the picture's coordinates."""
    x, y = face.box.center
    wide, high = max(face.box.width, 1.0), max(face.box.height, 1.0)
    across, down = (wide + 2 * width) / max(1.0, wide - 1), (high + 2 * width) / max(1.0, high - 1)
    points = (face.rim + 0.5 - (x, y)) * (across, down) + (x, y)
    return tuple((float(px) * scale, float(py) * scale) for px, py in points)
