"""Affine maps ``(a, b, c, d, e, f)`` as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f."""

from __future__ import annotations

import math
import re

from graphicacy.diagram.scene import Point

__all__ = [
    "IDENTITY",
    "Matrix",
    "apply",
    "multiply",
    "numbers",
    "parse_transform",
    "scale_of",
    "scaling",
    "view_box_matrix",
]

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_CALL = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)")
_HUGE = 1e9


def numbers(text: str | None) -> list[float]:
    """All numbers in a text; those beyond 1e9 are cut to it."""
    return [max(-_HUGE, min(_HUGE, float(n))) for n in _NUMBER.findall(text or "")]


def multiply(m: Matrix, n: Matrix) -> Matrix:
    """The map that does ``n`` first and then ``m``."""
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * o + e, b * k + d * o + f)


def apply(m: Matrix, x: float, y: float) -> Point:
    """The image of one point."""
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def scaling(x: float, y: float | None = None) -> Matrix:
    """The map that scales both axes, or each by its own factor."""
    return x, 0.0, 0.0, x if y is None else y, 0.0, 0.0


def scale_of(m: Matrix) -> float:
    """The map's mean scale (square root of its area factor)."""
    return math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))


def parse_transform(text: str | None) -> Matrix:
    """A ``transform`` attribute or property; parts that make no sense count as identity."""
    result = IDENTITY
    if not text:
        return result
    for name, inner in _CALL.findall(text):
        # CSS writes units (``translate(3px, 4px)``, ``rotate(30deg)``); in SVG they are pixels and degrees.
        result = multiply(result, _one(name, numbers(inner)))
    return result


def _one(name: str, v: list[float]) -> Matrix:
    if name == "matrix" and len(v) >= 6:
        return v[0], v[1], v[2], v[3], v[4], v[5]
    if name == "translate" and v:
        return 1.0, 0.0, 0.0, 1.0, v[0], v[1] if len(v) > 1 else 0.0
    if name == "scale" and v:
        return scaling(*v[:2])
    if name == "rotate" and v:
        cos, sin = math.cos(math.radians(v[0])), math.sin(math.radians(v[0]))
        turned: Matrix = (cos, sin, -sin, cos, 0.0, 0.0)
        if len(v) < 3:
            return turned
        x, y = v[1], v[2]
        return multiply(multiply((1, 0, 0, 1, x, y), turned), (1, 0, 0, 1, -x, -y))
    if name == "skewX" and v:
        return 1.0, 0.0, math.tan(math.radians(v[0])), 1.0, 0.0, 0.0
    if name == "skewY" and v:
        return 1.0, math.tan(math.radians(v[0])), 0.0, 1.0, 0.0, 0.0
    return IDENTITY


def view_box_matrix(view_box: list[float], width: float, height: float, aspect: str | None) -> Matrix:
    """The map from a view box to a viewport of ``width`` × ``height`` at the origin (SVG 2, section 8.2)."""
    if len(view_box) != 4 or view_box[2] <= 0 or view_box[3] <= 0 or width <= 0 or height <= 0:
        return IDENTITY
    x, y, w, h = view_box
    sx, sy = width / w, height / h
    aspect = (aspect or "").strip() or "xMidYMid"
    if aspect.startswith("none"):
        return sx, 0.0, 0.0, sy, -x * sx, -y * sy
    s = max(sx, sy) if "slice" in aspect else min(sx, sy)
    free_x, free_y = width - w * s, height - h * s
    dx = 0.0 if "xMin" in aspect else free_x if "xMax" in aspect else free_x / 2
    dy = 0.0 if "YMin" in aspect else free_y if "YMax" in aspect else free_y / 2
    return s, 0.0, 0.0, s, dx - x * s, dy - y * s
