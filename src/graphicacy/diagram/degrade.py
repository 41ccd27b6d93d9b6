"""Drawings as bad copies show them: scanned, compressed, blurred, askew, small, without colours.

Each degradation takes a drawing, a strength in [0, 1] (0 leaves the pixels as they are, 1 is as bad as people still
read) and a random generator, and returns the drawing with worse pixels and its geometry where these have gone. The
SVG is left out. The same seed gives the same bytes. Lengths are shares of the longer side, so that a strength looks
alike on pictures of any size.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.affine import Matrix, multiply
from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.transform import pixels_of, redrawn, scale

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["DEGRADATIONS", "Degradation", "degrade"]

Degradation = Callable[[Drawing, float, np.random.Generator], Drawing]
Pixels = NDArray[np.uint8]
Worse = Callable[[Pixels], NDArray[Any]]
_REFERENCE = 1200.0  # pixels: the longer side for which the lengths below are given
_PAPER = np.array([246.0, 240.0, 226.0])  # a yellowish sheet
_SHADE = 0.22  # how much darker the darkest corner of a scan is
_GRAIN = 18.0  # grey levels: standard deviation of a scan's noise
_SPECKS = 6e-4  # per pixel
_WORST_JPEG, _BEST_JPEG = 8, 95
_BLUR = 3.2  # pixels: standard deviation
_ANGLE = 4.0  # degrees
_SMALLEST = 0.4  # of its size
_THRESHOLD = 160.0  # grey level below which a fax is black
_LUMA = np.array([0.299, 0.587, 0.114])  # ITU-R BT.601


def degrade(drawing: Drawing, kind: str, strength: float, rng: np.random.Generator) -> Drawing:
    """The drawing, made worse by the degradation of this name.

    Raises ``ValueError`` for a name that is none of ``DEGRADATIONS`` or a strength outside [0, 1].
    """
    if kind not in DEGRADATIONS:
        raise ValueError(f"degradation {kind!r} is none of {', '.join(DEGRADATIONS)}")
    if not 0 <= strength <= 1:
        raise ValueError(f"strength {strength:g} is not from 0 to 1")
    return DEGRADATIONS[kind](drawing, strength, rng)


def scan(drawing: Drawing, strength: float, rng: np.random.Generator) -> Drawing:
    """Paper that is not white, light that falls off to one corner, grain and specks."""

    def worse(pixels: Pixels) -> NDArray[Any]:
        height, width = pixels.shape[:2]
        tone = 1 - strength * (1 - _PAPER / 255)
        corner = rng.integers(0, 2, 2)
        across = np.abs(np.linspace(0, 1, width)[None, :] - corner[0])
        down = np.abs(np.linspace(0, 1, height)[:, None] - corner[1])
        light = 1 - strength * _SHADE * (across**2 + down**2) / 2
        noise = rng.standard_normal((height, width))[:, :, None] * _GRAIN * strength
        specked: NDArray[Any] = pixels * tone * light[:, :, None] + noise
        _speckle(specked, strength, rng)
        return specked

    return _repainted(drawing, worse)


def jpeg(drawing: Drawing, strength: float, _rng: np.random.Generator) -> Drawing:
    """Compressed as JPEG, from quality 95 down to 8, with halved colour resolution."""
    if strength == 0:
        return redrawn(drawing, pixels_of(drawing))
    from PIL import Image as images

    buffer = io.BytesIO()
    quality = round(_BEST_JPEG + strength * (_WORST_JPEG - _BEST_JPEG))
    pixels_of(drawing).save(buffer, "JPEG", quality=quality, subsampling="4:2:0")
    return redrawn(drawing, images.open(buffer).convert("RGB"))


def blur(drawing: Drawing, strength: float, _rng: np.random.Generator) -> Drawing:
    """Out of focus: a Gaussian of up to 3.2 pixels on a picture 1,200 pixels long."""
    sigma = strength * _BLUR * _unit(drawing)
    if sigma == 0:
        return redrawn(drawing, pixels_of(drawing))
    import cv2

    return _repainted(drawing, lambda pixels: cv2.GaussianBlur(pixels, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE))


def skew(drawing: Drawing, strength: float, rng: np.random.Generator) -> Drawing:
    """Turned by up to 4 degrees, to either side, on a canvas that holds all of it, filled with the picture's ground."""
    angle = math.radians(strength * _ANGLE) * (1 if rng.random() < 0.5 else -1)
    if angle == 0:
        return redrawn(drawing, pixels_of(drawing))
    width, height = drawing.width, drawing.height
    cos, sin = math.cos(angle), math.sin(angle)
    wide = math.ceil(width * cos + height * abs(sin))
    high = math.ceil(height * cos + width * abs(sin))
    turn: Matrix = multiply((cos, sin, -sin, cos, wide / 2, high / 2), (1, 0, 0, 1, -width / 2, -height / 2))
    return redrawn(drawing, _image(_warped(np.asarray(pixels_of(drawing)), turn, wide, high)), turn)


def low_resolution(drawing: Drawing, strength: float, _rng: np.random.Generator) -> Drawing:
    """A smaller picture, down to 40 % of its size."""
    return scale(drawing, 1 - strength * (1 - _SMALLEST))


def grey(drawing: Drawing, strength: float, _rng: np.random.Generator) -> Drawing:
    """Colours faded, at full strength to grey."""

    def worse(pixels: Pixels) -> NDArray[Any]:
        return np.asarray((1 - strength) * pixels + strength * (pixels @ _LUMA)[:, :, None])

    return _repainted(drawing, worse)


def black_white(drawing: Drawing, strength: float, _rng: np.random.Generator) -> Drawing:
    """As a fax: towards black or white, whichever is nearer, at full strength with nothing between."""

    def worse(pixels: Pixels) -> NDArray[Any]:
        black = np.where(pixels @ _LUMA < _THRESHOLD, 0.0, 255.0)
        return np.asarray((1 - strength) * pixels + strength * black[:, :, None])

    return _repainted(drawing, worse)


DEGRADATIONS: dict[str, Degradation] = {
    "scan": scan,
    "jpeg": jpeg,
    "blur": blur,
    "skew": skew,
    "low-resolution": low_resolution,
    "grey": grey,
    "black-white": black_white,
}


def _repainted(drawing: Drawing, worse: Worse) -> Drawing:
    """Other pixels in the same places."""
    return redrawn(drawing, _image(worse(np.asarray(pixels_of(drawing)))))


def _image(pixels: NDArray[Any]) -> Image:
    from PIL import Image as images

    return images.fromarray(np.clip(np.rint(pixels), 0, 255).astype(np.uint8))


def _unit(drawing: Drawing) -> float:
    return max(drawing.width, drawing.height) / _REFERENCE


def _speckle(pixels: NDArray[np.float64], strength: float, rng: np.random.Generator) -> None:
    """Dust: dark and light specks, in place, two pixels wide on a picture 1,200 pixels long."""
    height, width = pixels.shape[:2]
    size = max(1, round(2 * max(height, width) / _REFERENCE))
    count = rng.poisson(_SPECKS * height * width / size**2)
    tops, lefts = rng.integers(0, height, count), rng.integers(0, width, count)
    levels = np.where(rng.random(count) < 0.7, 60.0, 255.0)
    for dy in range(size):
        for dx in range(size):
            y, x = np.minimum(tops + dy, height - 1), np.minimum(lefts + dx, width - 1)
            pixels[y, x] += strength * (levels[:, None] - pixels[y, x])


def _warped(pixels: Pixels, matrix: Matrix, width: int, height: int) -> NDArray[Any]:
    import cv2

    a, b, c, d, e, f = matrix
    # OpenCV counts from the middle of the first pixel, the matrix from its corner.
    e, f = e + (a + c - 1) / 2, f + (b + d - 1) / 2
    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    ground = tuple(float(v) for v in np.median(edge, axis=0))
    return cv2.warpAffine(
        pixels,
        np.array([[a, c, e], [b, d, f]]),
        (width, height),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=ground,
    )
