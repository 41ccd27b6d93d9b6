"""Curves as polylines."""

from __future__ import annotations

import re

from graphicacy.diagram.scene import Point

__all__ = ["bezier", "path_points"]

_STEPS = 8  # straight pieces per curve
_TOKEN = re.compile(r"([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)")
_PAIRS = {"M": 1, "L": 1, "C": 3, "Q": 2}


def bezier(a: Point, b: Point, c: Point, d: Point, *, steps: int = _STEPS) -> list[Point]:
    """Points along a cubic Bézier curve, without its start."""
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        k0, k1, k2, k3 = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append((k0 * a[0] + k1 * b[0] + k2 * c[0] + k3 * d[0], k0 * a[1] + k1 * b[1] + k2 * c[1] + k3 * d[1]))
    return points


def path_points(d: str) -> list[Point]:
    """Points along SVG path data made of absolute M, L, C and Q, as layout engines write it; else none."""
    points: list[Point] = []
    command = ""
    numbers: list[float] = []
    for letter, number in _TOKEN.findall(d):
        if letter:
            if letter not in _PAIRS:
                return []
            command, numbers = letter, []
            continue
        numbers.append(float(number))
        if not command or len(numbers) < 2 * _PAIRS[command]:
            continue
        pairs = list(zip(numbers[0::2], numbers[1::2], strict=True))
        numbers = []
        if command in "ML":
            points += pairs
        elif not points:
            return []
        elif command == "C":
            points += bezier(points[-1], *pairs)
        else:  # a quadratic curve raised to a cubic one
            (x0, y0), (x1, y1), (x2, y2) = points[-1], *pairs
            first = (x0 + 2 * (x1 - x0) / 3, y0 + 2 * (y1 - y0) / 3)
            points += bezier(points[-1], first, (x2 + 2 * (x1 - x2) / 3, y2 + 2 * (y1 - y2) / 3), (x2, y2))
    return points
