"""Lines drawn as filled shapes: thin bands, alone or in one path with the heads at their ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphicacy.diagram.scene import Point
from graphicacy.diagram.svg.paths import Sub
from graphicacy.sight.vector.geometry import area, bounds, gap, is_convex, length, simplify
from graphicacy.sight.vector.marks import Mark

__all__ = ["Band", "split", "thin_line"]

Band = tuple[list[Point], float]  # the line along the middle, and its width

_WIDEST = 5.0  # pixels
_MOST_CORNERS = 60
_MOST_PARTS = 40


def thin_line(mark: Mark) -> Band | None:
    """A filled band, five times as long as wide and at most 5 px wide, as a line along its middle."""
    if mark.paint.fill is None or len(mark.subs) != 1 or mark.tag in ("circle", "ellipse", "image"):
        return None
    return _band(mark.subs[0], mark.tag)


def split(mark: Mark) -> list[Mark]:
    """A filled path by its parts where these are several heads, or a band and its heads, as office programs write."""
    if mark.paint.fill is None or mark.paint.stroke is not None or not 2 <= len(mark.subs) <= _MOST_PARTS:
        return [mark]
    if all(_is_head(sub) for sub in mark.subs) and _apart(mark.subs):
        return [replace(mark, subs=[sub], box=bounds(sub.points)) for sub in mark.subs]
    if len(mark.subs) > 4:
        return [mark]
    bands = [_band(sub, mark.tag) for sub in mark.subs]
    lines = [band for band in bands if band is not None]
    rest = [sub for sub, band in zip(mark.subs, bands, strict=True) if band is None]
    if len(lines) != 1 or not all(_ends(sub, *lines[0]) for sub in rest):
        return [mark]
    return [replace(mark, subs=[sub], box=bounds(sub.points)) for sub in mark.subs]


def _is_head(sub: Sub) -> bool:
    """Whether an outline is a triangle or a dart."""
    box = bounds(sub.points)
    corners = simplify(sub.points, 0.06 * max(box.width, box.height))
    return not sub.curved and (len(corners) == 3 or (len(corners) == 4 and not is_convex(corners)))


def _apart(subs: Sequence[Sub]) -> bool:
    boxes = [bounds(sub.points) for sub in subs]
    return not any(a.intersection(b) > 0 for i, a in enumerate(boxes) for b in boxes[:i])


def _ends(head: Sub, line: list[Point], width: float) -> bool:
    """Whether an outline sits at one end of a line and is shorter than it."""
    box = bounds(head.points)
    size = max(box.width, box.height)
    near = min(gap(box.center, line[0]), gap(box.center, line[-1]))
    return len(head.points) >= 3 and size <= min(10 * width + 6, 0.8 * length(line)) and near <= size


def _band(sub: Sub, tag: str) -> Band | None:
    if not sub.closed or len(sub.points) < 4:
        return None
    box = bounds(sub.points)
    if area(sub.points) > _WIDEST * (box.width + box.height):
        return None
    corners = simplify(sub.points, 0.3) if len(sub.points) > 4 else sub.points
    if tag == "rect" and len(corners) > 4:
        corners = [(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)]
    if len(corners) == 4:
        return _straight(corners)
    width = 2 * area(sub.points) / length([*sub.points, sub.points[0]])  # about; corners may be bevelled
    return _bent(simplify(sub.points, max(0.3, 0.8 * width))) if width <= _WIDEST else None


def _straight(corners: Sequence[Point]) -> Band | None:
    sides = [gap(corners[i], corners[(i + 1) % 4]) for i in range(4)]
    i = 0 if sides[0] + sides[2] < sides[1] + sides[3] else 1
    short, long = (sides[i] + sides[i + 2]) / 2, (sides[i - 1] + sides[(i + 1) % 4]) / 2
    if short > _WIDEST or long < 5 * short or long < 4.0 or abs(sides[i] - sides[i + 2]) > 0.5 * short:
        return None
    a = _middle(corners[i], corners[(i + 1) % 4])
    b = _middle(corners[(i + 2) % 4], corners[(i + 3) % 4])
    return [a, b], short


def _bent(corners: Sequence[Point]) -> Band | None:
    """A band with bends: its outline runs along one side and comes back along the other, corner by corner."""
    n = len(corners)
    if n % 2 or n > _MOST_CORNERS:
        return None
    for start in range(n // 2):
        ring = [*corners[start:], *corners[:start]]
        pairs = [(ring[i], ring[n - 1 - i]) for i in range(n // 2)]
        wide = [gap(a, b) for a, b in pairs]
        line = [_middle(a, b) for a, b in pairs]
        width = min(wide[0], wide[-1])
        if 0 < width <= _WIDEST and max(wide) <= 2.0 * width and length(line) >= 10 * width:
            return line, width
    return None


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
