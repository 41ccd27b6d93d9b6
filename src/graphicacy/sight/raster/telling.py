"""Which closed outlines are shapes, and how sure that is: not the gaps between lines, nor the ground behind words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce

import numpy as np

from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box
from graphicacy.sight.raster.colours import Look
from graphicacy.sight.raster.faces import Face
from graphicacy.sight.raster.ground import Canvas
from graphicacy.sight.raster.labels import Piece
from graphicacy.sight.raster.lettering import doubtful

__all__ = ["is_shape", "shape_certainty"]

_TIGHT = 0.55  # heights of print between words and the edge of the ground painted behind them
_BLANK = 1.6  # heights of print: a shape without words is no smaller
_HEAD = 2.5  # heights of print: a filled triangle or diamond without words that is smaller is an arrow's head
_ALONE = 0.7  # share of the outline of a shape without words with one and the same region beyond it
_ALONG = 4.0  # pixels between two sides that are one
_UNREAD = 0.6  # certainty of a shape without words
_DOUBTED = 0.88  # by which words with letters that look like others are less sure
_PLAIN = (Shape.RECTANGLE, Shape.ROUNDED, Shape.STADIUM, Shape.CIRCLE, Shape.ELLIPSE)  # gaps have corners, and slant
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
        return _is_blank_shape(canvas, face, look, faces)
    print_height = max(p.box.height for p in face.pieces)
    if face.box.height < 1.05 * print_height and face.box.width < 1.05 * max(p.box.width for p in face.pieces):
        return False
    return not _is_ground_of_words(face, look, canvas.unit) and not _is_gap(canvas, face, look, faces)


def shape_certainty(face: Face, pieces: Sequence[Piece], canvas: Canvas) -> float:
    """That a face is a shape with these words in it, from how closely it follows its form and how surely they read."""
    limit = max(1.2, 0.025 * face.size) + 0.4 * face.regions.closed
    form = 1 - 0.15 * min(1.0, face.fit.error / limit) ** 2 - 0.03 * face.regions.closed
    words = math.prod(p.item.score for p in pieces) if pieces else _UNREAD
    if any(doubtful(p.text) for p in pieces):
        words *= _DOUBTED
    return round(max(0.0, form * words), 4)


def _is_blank_shape(canvas: Canvas, face: Face, look: Look, faces: Sequence[Face]) -> bool:
    if face.size < _BLANK * canvas.unit or face.regions.closed:
        return False
    if max(look.beyond().values(), default=0.0) < _ALONE or _lines_frame(face, faces):
        return False
    solid = look.amount is None
    if face.fit.shape in (Shape.TRIANGLE, Shape.DIAMOND, Shape.TRAPEZIUM) or solid:
        return face.size >= _HEAD * canvas.unit and _arms(canvas, face) < _ARMS
    return face.fit.error <= 1.0 and _arms(canvas, face) < _ARMS


def _is_ground_of_words(face: Face, look: Look, unit: float) -> bool:
    """Whether it is only the ground painted behind words, so that a line does not run through them."""
    known = look.outside > 0
    bordered = look.amount is not None and np.count_nonzero(look.inked & known) > 0.5 * np.count_nonzero(known)
    if bordered or face.fit.shape not in (Shape.RECTANGLE, Shape.ROUNDED):
        return False
    words = _words(face)
    gaps = np.subtract(words, face.box) * (1, 1, -1, -1)
    return bool(np.sort(gaps)[:3].max() <= _TIGHT * unit)


def _is_gap(canvas: Canvas, face: Face, look: Look, faces: Sequence[Face]) -> bool:
    """Whether it is the ground between lines and shapes that happen to enclose it."""
    if _lines_frame(face, faces):
        return True
    if not _same(look.fill, look.base):
        return False
    if _centred(face):
        return False
    if max(look.beyond().values(), default=0.0) < _ALONE and face.fit.shape not in _PLAIN:
        return True
    known = (f for f in faces if f is not face and not (f.frame or f.sides) and f.regions is face.regions)
    insides = {number for f in known if _centred(f) for number in f.own}
    others = sum(share for number, share in look.beyond().items() if number in insides)
    return others > _OTHERS or _arms(canvas, face) >= _ARMS


def _centred(face: Face) -> bool:
    """Whether its words stand in the middle of it."""
    if not face.pieces:
        return False
    words = _words(face)
    (x, y), (a, b) = words.center, face.box.center
    return abs(x - a) <= 0.1 * face.box.width + 1 and abs(y - b) <= 0.1 * face.box.height + 2


def _words(face: Face) -> Box:
    return reduce(Box.union, (piece.box for piece in face.pieces))


def _lines_frame(face: Face, faces: Sequence[Face]) -> bool:
    """Whether it runs along two sides of a frame around it or more: it is a part of what the frame holds."""
    return any(f.frame and f is not face and _sides_shared(face, f) >= 2 for f in faces)


def _sides_shared(face: Face, frame: Face) -> int:
    """How many sides of a box run along those of a frame around it."""
    gaps = np.subtract(face.box, frame.box) * (1, 1, -1, -1)
    return int((np.abs(gaps) <= _ALONG).sum()) if (gaps >= -_ALONG).all() else 0


def _arms(canvas: Canvas, face: Face) -> int:
    """How many lines go on beyond the corners of a box."""
    if face.fit.shape is not Shape.RECTANGLE:
        return 0
    x0, y0, x1, y1 = (round(v) for v in face.box)
    height, width = canvas.lines.shape
    arms = 0
    for x, dx in ((x0 - 1, -1), (x1, 1)):
        for y, dy in ((y0 - 1, -1), (y1, 1)):
            along = [(x + step * dx, y) for step in range(7, 11)], [(x, y + step * dy) for step in range(7, 11)]
            for arm in along:
                arms += all(0 <= a < width and 0 <= b < height and canvas.lines[b, a] for a, b in arm)
    return arms


def _same(a: np.ndarray[tuple[int], np.dtype[np.float64]], b: np.ndarray[tuple[int], np.dtype[np.float64]]) -> bool:
    return float(np.abs(a - b).max()) <= 3
