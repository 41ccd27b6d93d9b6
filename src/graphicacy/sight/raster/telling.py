"""Which closed outlines are shapes, and how sure that is: not the gaps between lines, nor the ground behind words."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from graphicacy.diagram.model import Shape
from graphicacy.sight.raster.colours import Look
from graphicacy.sight.raster.faces import Face
from graphicacy.sight.raster.ground import Canvas
from graphicacy.sight.raster.labels import Piece

__all__ = ["is_shape", "shape_certainty"]

_TIGHT = 0.55  # heights of print between words and the edge of the ground painted behind them
_BLANK = 1.2  # heights of print: a shape without words is no smaller
_HEAD = 2.5  # heights of print: a filled triangle or diamond without words that is smaller is an arrow's head
_ALONE = 0.7  # share of the outline of a shape without words or colour with one and the same region beyond it
_ALONG = 4.0  # pixels between two sides that are one
_ARMS = 3  # of the eight lines that could go on beyond the corners of a box, so many make it a gap between lines
_OTHERS = 0.3  # share of an outline with the insides of other shapes beyond it, from which it is a gap between them


def is_shape(canvas: Canvas, face: Face, look: Look, faces: Sequence[Face]) -> bool:
    """Whether a face with the form of a shape is one."""
    if face.sides and not (face.frame or face.pieces):
        return False
    if face.frame:
        return look.amount is not None or not _same(look.fill, look.base)
    if any(f.box.contains(face.box, 1.0) and not f.frame for f in faces if f is not face):
        return False
    if not face.pieces:
        return _is_blank_shape(canvas, face, look)
    print_height = max(p.box.height for p in face.pieces)
    if face.box.height < 1.05 * print_height and face.box.width < 1.05 * max(p.box.width for p in face.pieces):
        return False
    return not _is_ground_of_words(face, look, canvas.unit) and not _is_gap(canvas, face, look, faces)


def shape_certainty(face: Face, pieces: Sequence[Piece], canvas: Canvas) -> float:
    """That a face is a shape with these words in it, from how closely it follows its form and how surely they read."""
    limit = max(1.2, 0.025 * face.size) + 0.4 * face.regions.closed
    form = 1 - 0.15 * min(1.0, face.fit.error / limit) ** 2 - 0.03 * face.regions.closed
    words = math.prod(p.item.score for p in pieces) if pieces else 0.6
    return round(max(0.0, form * words), 4)


def _is_blank_shape(canvas: Canvas, face: Face, look: Look) -> bool:
    if face.size < _BLANK * canvas.unit or face.regions.closed:
        return False
    if _same(look.fill, look.base) and max(look.beyond().values(), default=0.0) < _ALONE:
        return False
    solid = look.amount is None
    if face.fit.shape in (Shape.TRIANGLE, Shape.DIAMOND, Shape.TRAPEZIUM) or solid:
        return face.size >= _HEAD * canvas.unit and not _crossed(canvas, face)
    return face.fit.error <= 1.0 and not _crossed(canvas, face)


def _is_ground_of_words(face: Face, look: Look, unit: float) -> bool:
    """Whether it is only the ground painted behind words, so that a line does not run through them."""
    if look.amount is not None or face.fit.shape not in (Shape.RECTANGLE, Shape.ROUNDED):
        return False
    words = face.pieces[0].box
    for piece in face.pieces[1:]:
        words = words.union(piece.box)
    gaps = np.subtract(words, face.box) * (1, 1, -1, -1)
    return bool(np.sort(gaps)[:3].max() <= _TIGHT * unit)


def _is_gap(canvas: Canvas, face: Face, look: Look, faces: Sequence[Face]) -> bool:
    """Whether it is the ground between lines and shapes that happen to enclose it."""
    if not _same(look.fill, look.base):
        return False
    known = (f for f in faces if f is not face and not (f.frame or f.sides) and f.regions is face.regions)
    insides = {number for f in known for number in f.own}
    if any(f.frame and _sides_shared(face, f) >= 2 for f in faces if f is not face):
        return True
    others = sum(share for number, share in look.beyond().items() if number in insides)
    return others > _OTHERS or _crossed(canvas, face)


def _sides_shared(face: Face, frame: Face) -> int:
    """How many sides of a box run along those of a frame around it."""
    gaps = np.subtract(face.box, frame.box) * (1, 1, -1, -1)
    return int((np.abs(gaps) <= _ALONG).sum()) if (gaps >= -_ALONG).all() else 0


def _crossed(canvas: Canvas, face: Face) -> bool:
    """Whether lines go on beyond the corners of a box."""
    if face.fit.shape is not Shape.RECTANGLE:
        return False
    x0, y0, x1, y1 = (round(v) for v in face.box)
    height, width = canvas.lines.shape
    arms = 0
    for x, dx in ((x0 - 1, -1), (x1, 1)):
        for y, dy in ((y0 - 1, -1), (y1, 1)):
            along = [(x + step * dx, y) for step in range(7, 11)], [(x, y + step * dy) for step in range(7, 11)]
            for arm in along:
                arms += all(0 <= a < width and 0 <= b < height and canvas.lines[b, a] for a, b in arm)
    return arms >= _ARMS


def _same(a: np.ndarray[tuple[int], np.dtype[np.float64]], b: np.ndarray[tuple[int], np.dtype[np.float64]]) -> bool:
    return float(np.abs(a - b).max()) <= 3
