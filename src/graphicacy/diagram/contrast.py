"""How well colours can be told apart (Web Content Accessibility Guidelines 2.2). All are ``#rrggbb``."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["BLACK", "WHITE", "contrast", "is_readable", "linear", "readable"]

BLACK, WHITE = "#000000", "#ffffff"
_READABLE = 3.0  # least contrast of large letters (1.4.3)


@lru_cache(maxsize=4096)
def readable(color: str, ground: str) -> str:
    """``color``, or black or white where letters of it cannot be read on ``ground``."""
    if is_readable(color, ground):
        return color
    return max((BLACK, WHITE), key=lambda c: contrast(c, ground))


def is_readable(color: str, ground: str) -> bool:
    """Whether large letters of a colour can be read on another."""
    return contrast(color, ground) >= _READABLE


@lru_cache(maxsize=4096)
def contrast(a: str, b: str) -> float:
    """Contrast ratio, from 1 to 21."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def linear(color: str) -> tuple[float, float, float]:
    """Light of the red, green and blue of a colour, each from 0 to 1 (sRGB, IEC 61966-2-1)."""
    channels = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def _luminance(color: str) -> float:
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
