"""Closed outlines: which marks are shapes, what shape each is, and which are fat arrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from graphicacy.diagram.model import LineStyle, Shape
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.svg.cascade import RGB
from graphicacy.diagram.svg.paths import Sub
from graphicacy.sight.vector.geometry import area, bounds, direction, distance, gap, is_convex, simplify, thin_out, turn
from graphicacy.sight.vector.marks import Mark, line_style
from graphicacy.sight.vector.texts import TextLine

__all__ = ["BlockArrow", "Outline", "block_arrow", "outline_of", "shape_of"]


@dataclass(slots=True, eq=False)
class Outline:
    """A closed shape in the picture, before it is known to be a node, a group or a decoration.

    ``lines`` are the texts whose innermost shape it is; ``members`` the shapes directly inside it; ``width`` is that of
    its border in pixels, None where it has none.
    ``banded`` says that a header or accent band is part of it.
    """

    polygon: list[Point]
    box: Box
    shape: Shape
    fill: RGB | None
    stroke: RGB | None
    border: LineStyle
    order: int
    filled: bool
    area: float
    width: float | None = None
    lines: list[TextLine] = field(default_factory=list)
    parent: Outline | None = None
    members: list[Outline] = field(default_factory=list)
    label: str = ""
    container: bool = False
    banded: bool = False
    id: str = ""

    @property
    def size(self) -> float:
        """The smaller side in pixels."""
        return min(self.box.width, self.box.height)


@dataclass(frozen=True, slots=True)
class BlockArrow:
    """A fat arrow drawn as one polygon, as a line from the middle of its tail to its tip; ``width`` is its shaft's."""

    tail: Point
    tip: Point
    both: bool
    width: float


def outline_of(mark: Mark) -> Outline | None:
    """The shape that a mark draws, None for lines and for outlines without an area."""
    closed = [s for s in mark.subs if _encloses(s, mark)]
    if not closed:
        return None
    main = max(closed, key=lambda s: area(s.points))
    twin = next((s for s in closed if s is not main and _faces(bounds(main.points), bounds(s.points))), None)
    if twin is not None and len(closed) == 2:  # two plates with a gap are one thing
        x0, y0, x1, y1 = bounds([*main.points, *twin.points])
        main = Sub([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], True)
    size = area(main.points)
    box = bounds(main.points)
    if size < 1.0 or min(box.width, box.height) < 1.0:
        return None
    paint = mark.paint
    if paint.fill is None and paint.stroke is None:
        return None
    shape = Shape.RECTANGLE if mark.tag == "image" else shape_of(main, mark.corner, mark.tag)
    border = line_style(paint) if paint.stroke else LineStyle.INVISIBLE
    points = thin_out(main.points, 0.004 * max(box.width, box.height)) if len(main.points) > 80 else list(main.points)
    width = paint.width if paint.stroke else None
    return Outline(
        points, box, shape, paint.fill, paint.stroke, border, mark.order, paint.fill is not None, size, width
    )


def _faces(a: Box, b: Box) -> bool:
    """Whether two boxes of one size stand level beside each other, with a gap less than one of them is wide."""
    alike = abs(a.width - b.width) <= 1 and abs(a.height - b.height) <= 1
    return alike and abs(a.y0 - b.y0) <= 1 and a.width < abs(a.center[0] - b.center[0]) <= 1.9 * a.width


def _encloses(sub: Sub, mark: Mark) -> bool:
    """Whether a subpath is an outline rather than a stroke.

    An open path counts when its author filled it on purpose and it has no marker: a path with a stroke that is
    filled only because nobody wrote ``fill="none"`` is meant, and mostly seen, as a line.
    """
    if len(sub.points) < 3:
        return False
    if sub.closed:
        return True
    if mark.paint.fill is None or mark.start or mark.end or mark.mid:
        return False
    if mark.paint.stroke is not None and not mark.paint.explicit_fill:
        return False
    around = sum(gap(a, b) for a, b in pairwise(sub.points)) or 1.0
    return area(sub.points) > 0.01 * around**2


def shape_of(sub: Sub, corner: float = 0.0, tag: str = "path") -> Shape:
    """The name of an outline's shape, from its corners, its area and how it curves."""
    points = sub.points
    box = bounds(points)
    low = min(box.width, box.height)
    if tag in ("circle", "ellipse"):
        return Shape.CIRCLE if abs(box.width - box.height) <= 0.06 * low else Shape.ELLIPSE
    if tag == "rect" and corner > 0:
        return _rounded(corner, box)
    share = area(points) / max(box.area, 1e-9)
    if len(points) == 4 and share > 0.9999:
        return Shape.RECTANGLE
    corners = simplify(points, max(0.5, 0.02 * low))
    if not sub.curved:
        return _polygon(corners, box, share)
    return _curved(points, corners, box, share)


def _rounded(corner: float, box: Box) -> Shape:
    low = min(box.width, box.height)
    if corner >= 0.45 * low:
        return Shape.CIRCLE if abs(box.width - box.height) <= 0.06 * low else Shape.STADIUM
    return Shape.ROUNDED


def _polygon(corners: Sequence[Point], box: Box, share: float) -> Shape:
    n = len(corners)
    if n == 3:
        return Shape.TRIANGLE
    if n == 4:
        return _four(corners, box, share)
    if n == 6 and is_convex(corners, 1.0):
        return Shape.HEXAGON
    if n >= 16 and is_convex(corners, 1.0) and 0.76 < share < 0.81:
        return Shape.ELLIPSE
    return Shape.POLYGON


def _four(corners: Sequence[Point], box: Box, share: float) -> Shape:
    slack = 0.12
    (cx, cy), w, h = box.center, max(box.width, 1e-9), max(box.height, 1e-9)
    if 0.42 < share < 0.58 and all((abs(x - cx) < slack * w) != (abs(y - cy) < slack * h) for x, y in corners):
        return Shape.DIAMOND
    if share > 0.94:
        return Shape.RECTANGLE
    sides = [direction(corners[i], corners[(i + 1) % 4]) for i in range(4)]
    first = _parallel(sides[0], sides[2])
    second = _parallel(sides[1], sides[3])
    if first and second:
        square = abs(sides[0][0] * sides[1][0] + sides[0][1] * sides[1][1]) < 0.08
        return Shape.RECTANGLE if square else Shape.PARALLELOGRAM
    return Shape.TRAPEZIUM if first or second else Shape.POLYGON


def _parallel(a: Point, b: Point) -> bool:
    return min(turn(a, b), 180 - turn(a, b)) < 5


def _curved(points: Sequence[Point], corners: Sequence[Point], box: Box, share: float) -> Shape:
    low = min(box.width, box.height)
    cx, cy = box.center
    on = [((x - cx) / max(box.width / 2, 1e-9)) ** 2 + ((y - cy) / max(box.height / 2, 1e-9)) ** 2 for x, y in points]
    if 0.74 < share < 0.82 and all(0.85 < v < 1.15 for v in on):
        return Shape.CIRCLE if abs(box.width - box.height) <= 0.06 * low else Shape.ELLIPSE
    if _is_cylinder(points, box):
        return Shape.CYLINDER
    if not is_convex(corners, 0.02 * low * low):
        return Shape.POLYGON
    # A rectangle with corners of radius r lacks (4 - π)·r² of its box.
    radius = (max(0.0, 1 - share) * box.area / 0.8584) ** 0.5
    reaches = all(
        distance(p, points, closed=True) < 0.06 * low + 0.5
        for p in ((cx, box.y0), (cx, box.y1), (box.x0, cy), (box.x1, cy))
    )
    if reaches and share > 0.78:
        return _rounded(radius, box) if radius > 0.5 else Shape.RECTANGLE
    return Shape.POLYGON


def _is_cylinder(points: Sequence[Point], box: Box) -> bool:
    """Straight sides, and a top or bottom that bulges by the same curve."""
    w, h = box.width, box.height
    if h < 0.1 * w:
        return False
    left = [y for x, y in points if x - box.x0 < 0.02 * w]
    right = [y for x, y in points if box.x1 - x < 0.02 * w]
    middle = [y for x, y in points if abs(x - box.center[0]) < 0.15 * w]
    if not left or not right or not middle:
        return False
    straight = min(max(left) - min(left), max(right) - min(right))
    rim = min(min(left), min(right)) - box.y0
    foot = box.y1 - max(max(left), max(right))
    alike = abs(rim - foot) < 0.35 * max(rim, foot, 1e-9)
    if not (straight > 0.3 * h and 0.03 * h < rim < 0.3 * h and alike and rim < 0.35 * w):
        return False
    level = box.y0 + 0.06 * rim  # a rounded rectangle is nearly as wide as its box here, an ellipse a third
    across = [
        x0 + (x1 - x0) * (level - y0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True)
        if (y0 > level) != (y1 > level)
    ]
    return bool(across) and max(across) - min(across) < 0.55 * w


def block_arrow(polygon: Sequence[Point]) -> BlockArrow | None:
    """A polygon of 7 (or 10, two heads) corners whose barbs stand out beyond its shaft."""
    box = bounds(polygon)
    corners = simplify(polygon, max(0.4, 0.01 * max(box.width, box.height)))
    n = len(corners)
    if n not in (7, 10):
        return None
    for i in range(n):
        c = [corners[(i + k) % n] for k in range(n)]
        if _is_head(c[0], c[1], c[-1], c[2], c[-2]):
            if n == 7:
                tail = ((c[3][0] + c[4][0]) / 2, (c[3][1] + c[4][1]) / 2)
                ahead = direction(tail, c[0])
                across = direction(c[3], c[4])
                if abs(ahead[0] * across[0] + ahead[1] * across[1]) < 0.3:
                    return BlockArrow(tail, c[0], False, gap(c[2], c[-2]))
            elif _is_head(c[5], c[6], c[4], c[7], c[3]):
                return BlockArrow(c[5], c[0], True, gap(c[2], c[-2]))
    return None


def _is_head(tip: Point, left: Point, right: Point, left_in: Point, right_in: Point) -> bool:
    """Whether five corners in a row make an arrow head: barbs symmetric about the axis, wider than the shaft."""
    middle = ((left_in[0] + right_in[0]) / 2, (left_in[1] + right_in[1]) / 2)
    wide, shaft = gap(left, right), gap(left_in, right_in)
    even = abs(gap(tip, left) - gap(tip, right)) < 0.15 * gap(tip, left)
    base = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
    return wide > 1.25 * shaft and even and gap(base, middle) < 0.35 * wide and gap(tip, base) > 0.15 * wide
