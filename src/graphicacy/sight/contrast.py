"""Contrast of colours, as WCAG 2.2 defines it."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["contrast_ratio"]


def contrast_ratio(first: Sequence[float], second: Sequence[float]) -> float:
    """The contrast of two sRGB colours (three values in 0-255), in [1, 21] (WCAG 2.2, "contrast ratio")."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: Sequence[float]) -> float:
    """Relative luminance (WCAG 2.2, "relative luminance")."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
