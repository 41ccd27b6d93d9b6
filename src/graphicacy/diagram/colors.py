"""Colours that people name alike, and what they call a colour.

A name holds for a region of OKLCH (Björn Ottosson, *A perceptual color space for image processing*, 2020). Between the
regions lies what some readers call one thing and others another (coral, teal, lavender, navy, nearly white): no name.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from graphicacy.diagram.contrast import linear

__all__ = ["CLEAR", "FILLS", "LINES", "ColorName", "color_name", "may_be_called", "oklch"]

# Fills on which black words can be read, and lines that stand out on white, each far inside what its name covers.
FILLS = {
    "red": "#f26d6d",
    "orange": "#ffa94d",
    "yellow": "#ffe566",
    "green": "#8ce99a",
    "blue": "#74b0ff",
    "purple": "#c39bfa",
    "grey": "#c9ced4",
    "white": "#ffffff",
}
LINES = {
    "red": "#d62828",
    "orange": "#e8700a",
    "green": "#2b8a3e",
    "blue": "#1c5fd6",
    "purple": "#8a2fd0",
    "grey": "#8a9199",
    "black": "#000000",
}

CLEAR = 1.0  # steps: the least margin of a name that nobody doubts
_HUE_SPREAD = 50.0  # degrees beyond a name's hues within which somebody may still use it
_HUELESS = 0.01  # chroma below which nobody sees a hue
_GREYISH = 0.06  # chroma up to which somebody may call a colour black, grey or white
_LIGHTNESS_SPREAD = 0.22  # beyond a grey's lightness


class ColorName(NamedTuple):
    """What readers call a colour. ``margin`` is how far it is from being no longer called so.

    It counts in steps: a hundredth of lightness or of chroma (both from 0 to about 1), or two degrees of hue.
    """

    name: str
    margin: float

    @property
    def clear(self) -> bool:
        """Whether it is far enough from any other name for all to call it so."""
        return self.margin >= CLEAR


class _Region(NamedTuple):
    """From least to most: lightness, chroma, and hue in degrees (up to 360 more than a full turn)."""

    name: str
    lightness: tuple[float, float]
    chroma: tuple[float, float]
    hue: tuple[float, float] | None = None


_REGIONS = (
    _Region("black", (-1.0, 0.28), (-1.0, 0.04)),
    _Region("grey", (0.47, 0.90), (-1.0, 0.027)),
    _Region("white", (0.985, 2.0), (-1.0, 0.012)),
    _Region("red", (0.54, 0.715), (0.15, 1.0), (12, 34)),
    _Region("brown", (0.36, 0.56), (0.06, 0.135), (42, 66)),
    _Region("orange", (0.65, 0.86), (0.13, 1.0), (47, 76)),
    _Region("yellow", (0.88, 2.0), (0.11, 1.0), (93, 114)),
    _Region("green", (0.40, 0.95), (0.09, 1.0), (134, 158)),
    _Region("blue", (0.38, 0.83), (0.105, 1.0), (240, 271)),
    _Region("purple", (0.38, 0.80), (0.11, 1.0), (294, 317)),
    _Region("purple", (0.36, 0.50), (0.13, 1.0), (294, 335)),
    _Region("pink", (0.715, 0.90), (0.05, 0.22), (345, 374)),
)
_BY_NAME = {name: [r for r in _REGIONS if r.name == name] for name in dict.fromkeys(r.name for r in _REGIONS)}


@lru_cache(maxsize=4096)
def color_name(color: str) -> ColorName | None:
    """What readers call ``#rrggbb``; None where they differ. British spelling: grey."""
    lightness, chroma, hue = oklch(color)
    return max(
        (ColorName(r.name, margin) for r in _REGIONS if (margin := _depth(r, lightness, chroma, hue)) > 0),
        key=lambda found: found.margin,
        default=None,
    )


@lru_cache(maxsize=4096)
def may_be_called(color: str, name: str) -> bool:
    """Whether some reader might call ``#rrggbb`` so: a colour with a clear name has no other.

    Raises ``KeyError`` for a name that ``color_name`` never gives.
    """
    known = color_name(color)
    if known is not None and known.clear:
        return known.name == name
    lightness, chroma, hue = oklch(color)
    return any(_is_near(r, lightness, chroma, hue) for r in _BY_NAME[name])


def oklch(color: str) -> tuple[float, float, float]:
    """Lightness from 0 to 1, chroma, and hue in degrees from 0 to 360, of ``#rrggbb``."""
    r, g, b = linear(color)
    long = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    middle = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _depth(region: _Region, lightness: float, chroma: float, hue: float) -> float:
    """Steps from a colour inside a region to its nearest border; 0 or less outside."""
    depths = [_inside(lightness, region.lightness) / 0.01, _inside(chroma, region.chroma) / 0.01]
    if region.hue is not None:
        depths.append(max(_inside(hue, region.hue), _inside(hue + 360, region.hue)) / 2)
    return min(depths)


def _is_near(region: _Region, lightness: float, chroma: float, hue: float) -> bool:
    if region.hue is None:
        return chroma <= _GREYISH and _inside(lightness, region.lightness) >= -_LIGHTNESS_SPREAD
    off = -max(_inside(hue, region.hue), _inside(hue + 360, region.hue))
    return chroma >= _HUELESS and off <= _HUE_SPREAD


def _inside(value: float, span: tuple[float, float]) -> float:
    return min(value - span[0], span[1] - value)
