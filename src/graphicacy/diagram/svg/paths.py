"""Path data → polylines. Written for speed: 2,000 paths take a few hundredths of a second."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from graphicacy.diagram.affine import numbers
from graphicacy.diagram.polyline import bezier
from graphicacy.diagram.scene import Point

__all__ = ["Sub", "ellipse_points", "parse_path", "rect_points"]

_PIECE = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_N = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_ARC = re.compile(rf"({_N})[\s,]*({_N})[\s,]*({_N})[\s,]*([01])[\s,]*([01])[\s,]*({_N})[\s,]*({_N})")
_CURVE_STEPS = 12
_MAX_POINTS = 20_000


@dataclass(slots=True)
class Sub:
    """One subpath as a polyline. ``corners`` are the indices of the points that the author wrote."""

    points: list[Point] = field(default_factory=list)
    closed: bool = False
    curved: bool = False
    corners: list[int] = field(default_factory=list)

    def add(self, p: Point, corner: bool = True) -> None:
        """Append a point."""
        if corner:
            self.corners.append(len(self.points))
        self.points.append(p)


class _Pen:
    """Follows path commands; keeps the current point and the last control point."""

    def __init__(self) -> None:
        self.subs: list[Sub] = []
        self.x = self.y = self.x0 = self.y0 = 0.0
        self.control: Point | None = None
        self.last = ""

    def sub(self) -> Sub:
        if not self.subs or self.subs[-1].closed:
            self.move(self.x, self.y)
        return self.subs[-1]

    def move(self, x: float, y: float) -> None:
        self.subs.append(Sub())
        self.subs[-1].add((x, y))
        self.x, self.y, self.x0, self.y0 = x, y, x, y

    def line(self, x: float, y: float) -> None:
        self.sub().add((x, y))
        self.x, self.y = x, y

    def close(self) -> None:
        if self.subs:
            self.subs[-1].closed = True
            self.x, self.y = self.x0, self.y0

    def cubic(self, p1: Point, p2: Point, p3: Point) -> None:
        sub = self.sub()
        sub.curved = True
        for i, p in enumerate(bezier((self.x, self.y), p1, p2, p3, steps=_CURVE_STEPS), 1):
            sub.add(p, corner=i == _CURVE_STEPS)
        self.x, self.y = p3
        self.control = p2

    def quadratic(self, p1: Point, p2: Point) -> None:
        x, y = self.x, self.y
        self.cubic(
            (x + 2 / 3 * (p1[0] - x), y + 2 / 3 * (p1[1] - y)),
            (p2[0] + 2 / 3 * (p1[0] - p2[0]), p2[1] + 2 / 3 * (p1[1] - p2[1])),
            p2,
        )
        self.control = p1

    def arc(self, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float) -> None:
        points = _arc_points((self.x, self.y), abs(rx), abs(ry), math.radians(turn), large, sweep, (x, y))
        sub = self.sub()
        sub.curved = sub.curved or len(points) > 1
        for i, p in enumerate(points):
            sub.add(p, corner=i == len(points) - 1)
        self.x, self.y = x, y

    def reflected(self, after: str) -> Point:
        if self.control is None or self.last not in after:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]


def parse_path(d: str | None) -> list[Sub]:
    """The subpaths of path data, curves as chords; errors end the path where they occur (SVG 2, section 9.5)."""
    pen = _Pen()
    total = 0
    for command, text in _PIECE.findall(d or ""):
        if not pen.subs and command not in "Mm":
            break
        if command in "Zz":
            pen.close()
        elif command in "Aa":
            for match in _ARC.findall(text):
                rx, ry, turn, large, sweep, x, y = match
                ox, oy = (pen.x, pen.y) if command == "a" else (0.0, 0.0)
                pen.arc(float(rx), float(ry), float(turn), large == "1", sweep == "1", float(x) + ox, float(y) + oy)
        else:
            _draw(pen, command, numbers(text))
        pen.last = command
        total = sum(len(s.points) for s in pen.subs[-1:]) + total
        if total > _MAX_POINTS * 10 or (pen.subs and len(pen.subs[-1].points) > _MAX_POINTS):
            break
    return [_tidy(s) for s in pen.subs if s.points]


def _draw(pen: _Pen, command: str, v: list[float]) -> None:
    size, step = _STEPS[command.upper()]
    relative = command.islower()
    for i in range(0, len(v) - size + 1, size):
        ox, oy = (pen.x, pen.y) if relative else (0.0, 0.0)
        step(pen, v[i : i + size], ox, oy, i == 0)
        pen.last = command


def _move_to(pen: _Pen, v: list[float], ox: float, oy: float, first: bool) -> None:
    if first:
        pen.move(v[0] + ox, v[1] + oy)
    else:  # further pairs of a move are lines
        pen.line(v[0] + ox, v[1] + oy)


def _line_to(pen: _Pen, v: list[float], ox: float, oy: float, first: bool) -> None:
    pen.line(v[0] + ox, v[1] + oy)


def _across(pen: _Pen, v: list[float], ox: float, oy: float, first: bool) -> None:
    pen.line(v[0] + ox, pen.y)


def _down(pen: _Pen, v: list[float], ox: float, oy: float, first: bool) -> None:
    pen.line(pen.x, v[0] + oy)


def _cubic_to(pen: _Pen, v: list[float], ox: float, oy: float, first: bool) -> None:
    pen.cubic((v[0] + ox, v[1] + oy), (v[2] + ox, v[3] + oy), (v[4] + ox, v[5] + oy))


def _smooth_to(pen: _Pen, v: list[float], ox: float, oy: float, first: bool) -> None:
    pen.cubic(pen.reflected("CcSs"), (v[0] + ox, v[1] + oy), (v[2] + ox, v[3] + oy))


def _quadratic_to(pen: _Pen, v: list[float], ox: float, oy: float, first: bool) -> None:
    pen.quadratic((v[0] + ox, v[1] + oy), (v[2] + ox, v[3] + oy))


def _smooth_quadratic_to(pen: _Pen, v: list[float], ox: float, oy: float, first: bool) -> None:
    pen.quadratic(pen.reflected("QqTt"), (v[0] + ox, v[1] + oy))


_STEPS: dict[str, tuple[int, Callable[[_Pen, list[float], float, float, bool], None]]] = {
    "M": (2, _move_to),
    "L": (2, _line_to),
    "H": (1, _across),
    "V": (1, _down),
    "C": (6, _cubic_to),
    "S": (4, _smooth_to),
    "Q": (4, _quadratic_to),
    "T": (2, _smooth_quadratic_to),
}


def _arc_points(p0: Point, rx: float, ry: float, phi: float, large: bool, sweep: bool, p1: Point) -> list[Point]:
    """Points after ``p0`` on an elliptical arc (SVG 2, appendix B.2.4)."""
    if rx < 1e-9 or ry < 1e-9 or p0 == p1:
        return [p1]
    cos, sin = math.cos(phi), math.sin(phi)
    hx, hy = (p0[0] - p1[0]) / 2, (p0[1] - p1[1]) / 2
    x, y = cos * hx + sin * hy, -sin * hx + cos * hy
    grow = (x / rx) ** 2 + (y / ry) ** 2
    if grow > 1:
        rx, ry = rx * math.sqrt(grow), ry * math.sqrt(grow)
    below = (rx * y) ** 2 + (ry * x) ** 2
    factor = math.sqrt(max(0.0, (rx * ry) ** 2 / below - 1)) if below > 0 else 0.0
    factor = -factor if large == sweep else factor
    cx, cy = factor * rx * y / ry, -factor * ry * x / rx
    start = math.atan2((y - cy) / ry, (x - cx) / rx)
    span = math.atan2((-y - cy) / ry, (-x - cx) / rx) - start
    if sweep and span < 0:
        span += 2 * math.pi
    elif not sweep and span > 0:
        span -= 2 * math.pi
    mx, my = (p0[0] + p1[0]) / 2, (p0[1] + p1[1]) / 2
    steps = max(2, math.ceil(abs(span) / (math.pi / 16)))
    points = []
    for i in range(1, steps):
        a = start + span * i / steps
        ex, ey = cx + rx * math.cos(a), cy + ry * math.sin(a)
        points.append((cos * ex - sin * ey + mx, sin * ex + cos * ey + my))
    return [*points, p1]


def _tidy(sub: Sub) -> Sub:
    """Drop the repeated last point of a closed outline; an open one whose ends meet is closed."""
    first, last = sub.points[0], sub.points[-1]
    meets = len(sub.points) > 3 and math.hypot(first[0] - last[0], first[1] - last[1]) < 1e-3
    if meets:
        sub.closed = True
        sub.points.pop()
        sub.corners = [i for i in sub.corners if i < len(sub.points)]
    return sub


def ellipse_points(cx: float, cy: float, rx: float, ry: float) -> list[Point]:
    """36 points around an ellipse."""
    return [(cx + rx * math.cos(i * math.pi / 18), cy + ry * math.sin(i * math.pi / 18)) for i in range(36)]


def rect_points(x: float, y: float, w: float, h: float, rx: float, ry: float) -> list[Point]:
    """Corners of a rectangle, each rounded one as a quarter ellipse of 5 points."""
    if rx <= 0 or ry <= 0:
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    points = []
    for cx, cy, start in (
        (x + rx, y + ry, 180),
        (x + w - rx, y + ry, 270),
        (x + w - rx, y + h - ry, 0),
        (x + rx, y + h - ry, 90),
    ):
        for i in range(5):
            a = math.radians(start + i * 22.5)
            points.append((cx + rx * math.cos(a), cy + ry * math.sin(a)))
    return points
