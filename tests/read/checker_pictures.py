"""What pixels say, to the checker: where ink is, and what colour a node or a line has."""

from __future__ import annotations

import colorsys
import io
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]
Box = tuple[float, float, float, float]
Color = tuple[int, int, int]


def pixels_of(png: bytes) -> Pixels:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


def ink(pixels: Pixels) -> NDArray[np.bool_]:
    """Where the picture is not of the colour of its corner."""
    return (np.abs(pixels.astype(int) - pixels[0, 0].astype(int)).max(axis=2) > 24).astype(bool)


def ink_box(pixels: Pixels) -> Box:
    rows, columns = (np.flatnonzero(ink(pixels).any(axis=axis)) for axis in (1, 0))
    return float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1)


def has_sides(pixels: Pixels, box: Box, reach: int = 3) -> bool:
    """Whether the picture changes close to each of the four sides of a box."""
    x0, y0, x1, y1 = (round(v) for v in box)
    here = pixels.astype(int)
    strips = [
        here[max(0, y0 - reach) : y0 + reach + 1, x0 : x1 + 1],
        here[max(0, y1 - reach) : y1 + reach + 1, x0 : x1 + 1],
        here[y0 : y1 + 1, max(0, x0 - reach) : x0 + reach + 1],
        here[y0 : y1 + 1, max(0, x1 - reach) : x1 + reach + 1],
    ]
    return all(strip.size and int(np.ptp(strip.reshape(-1, 3), axis=0).max()) > 20 for strip in strips)


def fill_of(pixels: Pixels, box: Box) -> Color:
    """The commonest colour well inside a box."""
    x0, y0, x1, y1 = box
    across, down = (x1 - x0) * 0.3, (y1 - y0) * 0.3
    return commonest(pixels[round(y0 + down) : round(y1 - down) + 1, round(x0 + across) : round(x1 - across) + 1])


def border_of(pixels: Pixels, box: Box) -> Color | None:
    """The commonest colour at the middles of the sides of a box that is neither that inside nor that outside."""
    x, y = round((box[0] + box[2]) / 2), round((box[1] + box[3]) / 2)
    sides = [(round(box[0]), y, 1, 0), (round(box[2]), y, -1, 0), (x, round(box[1]), 0, 1), (x, round(box[3]), 0, -1)]
    seen = []
    for px, py, dx, dy in sides:
        walk = [(py + k * dy, px + k * dx) for k in range(-5, 6)]
        if all(0 <= r < pixels.shape[0] and 0 <= c < pixels.shape[1] for r, c in walk):
            colors = np.array([pixels[r, c] for r, c in walk]).astype(int)
            far = np.minimum(*(np.abs(colors - colors[k]).max(axis=1) for k in (0, -1)))
            if far.max() > 30:
                seen.append(colors[int(far.argmax())])
    return commonest(np.array(seen)) if seen else None


def line_of(pixels: Pixels, route: Sequence[Sequence[float]], boxes: Sequence[Box]) -> Color | None:
    """The colour of a line along a route, where it lies in none of the boxes; None where nothing is drawn.

    Words may lie on it, which are black or grey: where a third of the places show a hue, the line has that hue. Thin
    lines are mixed with the ground, but for where they hit pixels full: the strongest count.
    """
    around = [
        pixels[max(0, round(y) - 1) : round(y) + 2, max(0, round(x) - 1) : round(x) + 2].reshape(-1, 3).astype(int)
        for x, y in _along(route)
        if not any(b[0] - 2 <= x <= b[2] + 2 and b[1] - 2 <= y <= b[3] + 2 for b in boxes)
    ]
    around = [near for near in around if len(near) and np.abs(near - pixels[0, 0].astype(int)).max() > 40]
    if not around:
        return None
    chromas = np.array([np.ptp(near, axis=1).max() for near in around])
    if np.mean(chromas > 60) > 1 / 3:
        seen = np.array([near[int(np.ptp(near, axis=1).argmax())] for near in around])
        return commonest(seen[chromas >= 0.85 * np.percentile(chromas, 80)])
    depths = np.array([np.abs(near - pixels[0, 0].astype(int)).max() for near in around])
    seen = np.array([near[int(np.abs(near - pixels[0, 0].astype(int)).max(axis=1).argmax())] for near in around])
    return commonest(seen[depths >= 0.85 * np.percentile(depths, 80)])


def _along(route: Sequence[Sequence[float]]) -> Iterator[tuple[float, float]]:
    for (xa, ya), (xb, yb) in pairwise(route):
        steps = max(1, int(max(abs(xb - xa), abs(yb - ya))))
        yield from ((xa + (xb - xa) * k / steps, ya + (yb - ya) * k / steps) for k in range(steps))


def is_line_called(color: Color, name: str) -> bool | None:
    """As ``is_called``, for what may be mixed with a white ground: by the hue, or how dark it is."""
    hue, light, _ = colorsys.rgb_to_hls(*(v / 255 for v in color))
    if max(color) - min(color) < 25:
        dark = True if light < 0.35 else None if light < 0.6 else False
        return {"black": dark, "grey": None if dark is None else not dark}.get(name, False)
    if name in ("black", "grey", "white"):
        return False
    known = next((n for n, test in HUES.items() if test(hue * 360, 0.6)), None)
    if name in ("pink", "brown") or known is None:
        return None if abs((hue * 360 - CENTERS[name] + 180) % 360 - 180) < 50 else False
    return known == name


def commonest(colors: NDArray[Any]) -> Color:
    found, counts = np.unique(colors.reshape(-1, 3), axis=0, return_counts=True)
    red, green, blue = (int(v) for v in found[int(counts.argmax())])
    return red, green, blue


def is_called(color: Color, name: str) -> bool | None:
    """Whether people call a colour so; None where some do and some do not."""
    hue, light, _ = colorsys.rgb_to_hls(*(v / 255 for v in color))
    chroma = (max(color) - min(color)) / 255
    if name in GREYS:
        least, most = GREYS[name]
        return False if chroma > 0.2 else least <= light <= most if chroma < 0.05 else None
    if chroma < 0.05:
        return False
    degrees = hue * 360
    known = next((n for n, test in HUES.items() if chroma > 0.12 and test(degrees, light)), None)
    if known is not None:
        return known == name
    center = CENTERS[name]
    return None if abs((degrees - center + 180) % 360 - 180) < 50 else False


GREYS = {"white": (0.97, 1.0), "grey": (0.3, 0.93), "black": (0.0, 0.2)}
CENTERS = {"red": 0, "orange": 30, "yellow": 55, "green": 125, "blue": 215, "purple": 270, "pink": 335, "brown": 28}
HUES: dict[str, Callable[[float, float], bool]] = {
    "brown": lambda hue, light: 15 <= hue < 45 and light < 0.42,
    "pink": lambda hue, light: (hue >= 305 or hue < 15) and light > 0.75,
    "red": lambda hue, light: (hue >= 345 or hue < 15) and 0.3 < light <= 0.72,
    "orange": lambda hue, light: 18 <= hue < 42 and light > 0.45,
    "yellow": lambda hue, light: 45 <= hue < 66 and light > 0.4,
    "green": lambda hue, light: 85 <= hue < 165,
    "blue": lambda hue, light: 195 <= hue < 245,
    "purple": lambda hue, light: 250 <= hue < 290,
}
