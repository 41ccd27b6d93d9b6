"""Where things are in the pixels of a picture, for tests of geometry."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from PIL import Image

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.scene import Box, Point


def pixels(drawing: Drawing) -> np.ndarray:
    """Pixels as an array of shape (height, width, 3), of ints that can be subtracted."""
    return np.asarray(Image.open(io.BytesIO(drawing.png)).convert("RGB")).astype(int)


def box_of_color(picture: np.ndarray, color: tuple[int, int, int], tolerance: int = 40) -> Box:
    """Around the largest patch of about this colour."""
    near = (np.abs(picture - color).max(axis=2) <= tolerance).astype(np.uint8)
    _, _, patches, _ = cv2.connectedComponentsWithStats(near, connectivity=4)
    x, y, width, height, _ = max(patches[1:], key=lambda patch: patch[4])
    return Box(x, y, x + width, y + height)


def darkness_along(picture: np.ndarray, route: Sequence[Point], reach: int = 2) -> np.ndarray:
    """For points along a route, how dark the darkest pixel within ``reach`` is, from 0 (white) to 1."""
    grey = picture.mean(axis=2)
    found = []
    for (x0, y0), (x1, y1) in pairwise(route):
        for t in np.linspace(0, 1, max(2, int(np.hypot(x1 - x0, y1 - y0) / 3))):
            x, y = round(x0 + t * (x1 - x0)), round(y0 + t * (y1 - y0))
            patch = grey[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
            found.append(1 - patch.min() / 255 if patch.size else 0)
    return np.array(found)
