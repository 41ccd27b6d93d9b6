"""Pixels → the ink of connectors: what differs from its ground, outside of shapes and of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box
from graphicacy.sight.raster.parts import Outline, Pixels

__all__ = ["MARGIN", "Ink", "Mask", "ink_of", "is_print", "without_words"]

Mask = NDArray[np.bool_]

MARGIN = 2  # pixels around a shape that its border may still tint
_FAINT = 22  # least difference in a channel (of 255) between ink and ground
_HALF = 0.42  # of the strongest ink within 2 pixels: a pixel with less is the soft edge of a line
_FLAT = 9  # side of a square of one colour that is ground, or inside something large
_FLATNESS = 6  # by which the colours of ground may differ in a channel
_WIDE = 23  # side of a square of one colour that only ground holds
_AROUND = 7  # pixels around a single letter in which it hangs together with a line, if it is no letter
_PAD = 1.5  # pixels around the ink of words


@dataclass(frozen=True, slots=True)
class Ink:
    """What connectors are made of, H × W each.

    ``mask`` says where ink is that is not of a shape, nor of words, ``depth`` how many pixels in from its edge;
    ``contrast`` in [0, 255] how far each pixel is from its ground. ``places`` is 1 + the index of the shape (frames
    apart) that covers a pixel or one close by, 0 where none does; ``bodies`` where shapes are; ``words`` where words
    are; ``bands`` 1 + the index of the frame whose border runs there.
    """

    pixels: Pixels
    mask: Mask
    depth: NDArray[np.float32]
    contrast: NDArray[np.uint8]
    places: NDArray[np.int32]
    bodies: Mask
    words: Mask
    bands: NDArray[np.int32]


def ink_of(pixels: Pixels, outlines: Sequence[Outline]) -> Ink:
    """The ink of a picture in which these shapes were found, words among it."""
    import cv2

    shape = pixels.shape[:2]
    places, bands = _places(shape, outlines, 2 * MARGIN + 1), _bands(shape, outlines)
    covered = places > 0
    contrast = _contrast(pixels, covered)
    bare = np.where(covered, 0, contrast)
    strongest = cv2.dilate(bare, np.ones((5, 5), np.uint8))
    mask = (bare >= _FAINT) & (bare >= _HALF * strongest) & ~_borders(contrast, bands)
    bodies = _places(shape, outlines, 3) > 0
    return Ink(pixels, mask, _depth(mask), contrast, places, bodies, np.zeros(shape, bool), bands)


def without_words(ink: Ink, words: Sequence[Box]) -> Ink:
    """The ink that is not of these words."""
    lettered = _boxes(ink.mask.shape, words)
    mask = ink.mask & ~lettered
    return replace(ink, mask=mask, depth=_depth(mask), words=lettered)


def is_print(ink: Ink, text: str, box: Box) -> bool:
    """Whether what was read in a box stands alone: the head of a line reads as V or A, and hangs on its line."""
    import cv2

    if sum(char.isalnum() for char in text) > 1:
        return True
    x0, y0, x1, y1 = (max(0, int(v)) for v in box.pad(_AROUND))
    _, parts, stats, _ = cv2.connectedComponentsWithStats(ink.mask[y0 : y1 + 1, x0 : x1 + 1].astype(np.uint8))
    inner = parts[_AROUND:-_AROUND, _AROUND:-_AROUND]
    if not inner.any():
        return True
    largest = int(np.bincount(inner[inner > 0]).argmax())
    x, y, width, height = (int(v) for v in stats[largest][:4])
    rest = _AROUND - 3
    return x >= rest and y >= rest and x + width <= parts.shape[1] - rest and y + height <= parts.shape[0] - rest


def _depth(mask: Mask) -> NDArray[np.float32]:
    import cv2

    return np.asarray(cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 3), np.float32)


def _borders(contrast: NDArray[np.uint8], bands: NDArray[np.int32]) -> Mask:
    """Where the borders of frames are, but for the lines across them that stand out more."""
    found = bands > 0
    for index in np.unique(bands[found]):
        band = bands == index
        usual = int(np.quantile(contrast[band], 0.97))
        found &= ~(band & (contrast > usual + _FAINT))
    return found


def _contrast(pixels: Pixels, covered: Mask) -> NDArray[np.uint8]:
    """The greatest difference of a channel from the nearest ground's colour."""
    import cv2

    ground = _ground(pixels, covered)
    if not ground.any():
        return np.zeros(covered.shape, np.uint8)
    _, labels = cv2.distanceTransformWithLabels(
        (~ground).astype(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    colors = np.zeros((int(labels.max()) + 1, 3), np.uint8)
    colors[labels[ground]] = pixels[ground]
    return np.asarray(cv2.absdiff(pixels, colors[labels]).max(axis=2), np.uint8)


def _ground(pixels: Pixels, covered: Mask) -> Mask:
    """The flat areas that are wide somewhere: the page and the insides of frames, not those of lines and heads."""
    import cv2

    square = np.ones((_FLAT, _FLAT), np.uint8)
    spread = cv2.subtract(cv2.dilate(pixels, square), cv2.erode(pixels, square)).max(axis=2)
    flat = (spread <= _FLATNESS) & ~covered
    _, areas = cv2.connectedComponents(flat.astype(np.uint8), connectivity=4)
    wide = cv2.erode(flat.astype(np.uint8), np.ones((_WIDE - _FLAT + 1,) * 2, np.uint8), borderValue=1)
    keep = np.zeros(int(areas.max()) + 1, bool)
    keep[areas[wide > 0]] = True
    keep[0] = False
    return np.asarray(keep[areas])


def _places(shape: tuple[int, ...], outlines: Sequence[Outline], border: int) -> NDArray[np.int32]:
    import cv2

    found = np.zeros(shape, np.int32)
    nodes = [(o.box.area, i) for i, o in enumerate(outlines) if not o.is_frame]
    for _, index in sorted(nodes, reverse=True):
        corners = _corners(outlines[index])
        cv2.fillPoly(found, [corners], index + 1)
        cv2.polylines(found, [corners], True, index + 1, border)
    return found


def _bands(shape: tuple[int, ...], outlines: Sequence[Outline]) -> NDArray[np.int32]:
    import cv2

    found = np.zeros(shape, np.int32)
    for index, outline in enumerate(outlines):
        if outline.is_frame:
            cv2.polylines(found, [_corners(outline)], True, index + 1, round(outline.border_width) + 4)
    return found


def _corners(outline: Outline) -> NDArray[np.int32]:
    box = outline.box
    if outline.shape is Shape.TEXT or len(outline.contour) < 3:
        points = [(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)]
    else:
        points = list(outline.contour)
    return np.rint(np.clip(np.array(points) - 0.5, -1e4, 1e5)).astype(np.int32)


def _boxes(shape: tuple[int, ...], words: Sequence[Box]) -> Mask:
    found = np.zeros(shape, bool)
    for box in words:
        x0, y0, x1, y1 = (max(0, int(v)) for v in box.pad(_PAD))
        found[y0 : y1 + 1, x0 : x1 + 1] = True
    return found
