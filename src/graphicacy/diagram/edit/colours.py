"""Colours turned, tinted and mixed so that what could be told apart and read still can.

Done in OKLCH (Björn Ottosson, *A perceptual color space for image processing*, 2020): lightness, chroma, hue.
"""

from __future__ import annotations

import math

from graphicacy.diagram.colors import oklch

__all__ = ["is_grey", "mix", "tint", "turn"]

_GREY = 0.02  # chroma below which a colour has no hue worth turning
_Triple = tuple[float, float, float]


def turn(color: str, degrees: float) -> str:
    """``#rrggbb`` with its hue turned, its lightness kept, and as much of its chroma as the screen can show."""
    lightness, chroma, hue = oklch(color)
    return color if chroma < _GREY else _hex(lightness, chroma, math.radians(hue + degrees))


def tint(color: str, degrees: float) -> str:
    """A grey as a colour of this hue, the darker the stronger; white stays white, and darker greys stay darker."""
    lightness = 0.4 + 0.6 * oklch(color)[0]
    return _hex(lightness, 0.2 * (1 - lightness) / 0.6, math.radians(degrees))


def is_grey(color: str) -> bool:
    """Whether a colour has no hue."""
    return oklch(color)[1] < _GREY


def mix(a: str, b: str, share: float) -> str:
    """``a`` with this share of ``b``, channel by channel."""
    pairs = zip(_channels(a), _channels(b), strict=True)
    return "#" + "".join(f"{round(x + share * (y - x)):02x}" for x, y in pairs)


def _channels(color: str) -> tuple[int, ...]:
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))


def _linear(lightness: float, chroma: float, hue: float) -> _Triple:
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def _hex(lightness: float, chroma: float, hue: float) -> str:
    """The colour, with less chroma where the screen cannot show it."""
    low, high = 0.0, chroma
    if not _shown(_linear(lightness, chroma, hue)):
        for _ in range(20):
            half = (low + high) / 2
            low, high = (half, high) if _shown(_linear(lightness, half, hue)) else (low, half)
        chroma = low
    bytes_ = []
    for value in _linear(lightness, chroma, hue):
        v = min(max(value, 0.0), 1.0)
        bytes_.append(round(255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)))
    return "#" + "".join(f"{v:02x}" for v in bytes_)


def _shown(channels: _Triple) -> bool:
    return all(-1e-4 <= v <= 1 + 1e-4 for v in channels)
