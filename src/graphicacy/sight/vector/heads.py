"""What is drawn at the end of a line: heads told by their shape, never by a name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from graphicacy.diagram.model import Head
from graphicacy.diagram.scene import Point
from graphicacy.diagram.svg.paths import Sub
from graphicacy.sight.vector.geometry import (
    area,
    bounds,
    direction,
    gap,
    inside,
    is_convex,
    length,
    segments_cross,
    simplify,
)

__all__ = ["Seen", "classify_head", "is_round", "tip_direction"]

_NARROW, _WIDE = 0.45, 0.6  # width of a cross section, as a share of the greatest
_CUTS = (0.1, 0.3, 0.5, 0.7, 0.9)


class Seen(NamedTuple):
    """A head as seen along a line's outward direction.

    ``forward`` is False for a pointed head that points back into the line. ``tip`` is the outermost point and
    ``reach`` its distance beyond the line's end (negative: before it).
    """

    head: Head
    forward: bool
    tip: Point
    reach: float


def classify_head(subs: Sequence[tuple[Sub, bool]], end: Point, outward: Point) -> Seen | None:
    """The head that outlines make at ``end`` of a line that runs there along ``outward``; None for a mere line.

    The cross sections of the outlines along the line decide: widest at the back is pointed, widest in the middle a
    diamond, all at one place a bar. Round outlines are circles, two strokes that cross a cross.
    """
    subs = _dominant(subs)
    points = [p for s, _ in subs for p in s.points]
    if len(points) < 2:
        return None
    ux, uy = outward
    frame = [
        [((x - end[0]) * ux + (y - end[1]) * uy, (y - end[1]) * ux - (x - end[0]) * uy) for x, y in s.points]
        for s, _ in subs
    ]
    us = [u for line in frame for u, _ in line]
    vs = [v for line in frame for _, v in line]
    long, wide = max(us) - min(us), max(vs) - min(vs)
    tip = max(points, key=lambda p: (p[0] - end[0]) * ux + (p[1] - end[1]) * uy)
    reach = max(us)
    if max(long, wide) < 1.2 or wide <= 0.22 * long:
        return None
    on_axis = (end[0] + ux * reach, end[1] + uy * reach)
    if len(subs) == 1 and is_round(subs[0][0]):
        return Seen(Head.CIRCLE, True, on_axis, reach)
    if long <= 0.34 * wide:
        return Seen(Head.BLUNT, True, on_axis, reach)
    plain = _by_corners(subs, frame)
    if plain is not None:
        head, forward = plain
        return Seen(head, forward, tip if forward else on_axis, reach)
    if _is_cross([s for s, _ in subs]):
        return Seen(Head.CROSS, True, on_axis, reach)
    edges = [e for (s, _), line in zip(subs, frame, strict=True) for e in _edges(line, s.closed)]
    spans = [_span(edges, min(us) + cut * long) / wide for cut in _CUTS]
    back, front, most = max(spans[:2]), spans[-1], max(spans)
    if most < 0.2:  # nothing off the axis but at one place: a bar on a stalk
        return Seen(Head.BLUNT, True, on_axis, reach)
    hollow = len(subs) == 1 and not subs[0][0].curved and not is_convex(simplify(frame[0], 0.06 * max(long, wide)))
    if front < _NARROW and spans[0] < _NARROW and spans[2] > _WIDE and not hollow:
        return Seen(Head.DIAMOND, True, tip, reach)
    if front < _NARROW and back > front:
        return Seen(Head.POINTED, True, tip, reach)
    if spans[0] < _NARROW and front > _WIDE:
        return Seen(Head.POINTED, False, on_axis, reach)
    if min(spans) > _WIDE:
        return Seen(Head.BLUNT if long < 0.6 * wide else Head.DIAMOND, True, on_axis, reach)
    if front < back:
        return Seen(Head.POINTED, True, tip, reach)
    return None


def _by_corners(subs: Sequence[tuple[Sub, bool]], frame: list[list[Point]]) -> tuple[Head, bool] | None:
    """A lone triangle, dart or rhombus, which is told by its corners even where a line bends just before it."""
    if len(subs) != 1 or subs[0][0].curved or not (subs[0][0].closed or subs[0][1]):
        return None
    box = bounds(frame[0])
    corners = simplify(frame[0], 0.06 * max(box.width, box.height))
    if len(corners) == 3:
        # The tip is the corner between the two sides that are most alike; equilateral ones point along the line.
        sides = [gap(corners[i - 1], corners[i - 2]) for i in range(3)]  # the side opposite corner i
        i = min(range(3), key=lambda k: abs(sides[k - 1] - sides[k - 2]))
        if max(sides) < 1.15 * min(sides):
            middle = sorted(u for u, _ in corners)
            return Head.POINTED, middle[1] - middle[0] <= middle[2] - middle[1]
        others = [corners[i - 1][0], corners[i - 2][0]]
        return Head.POINTED, corners[i][0] >= sum(others) / 2
    if len(corners) == 4 and not is_convex(corners):
        reflex = [k for k in range(4) if inside(corners[k], [c for j, c in enumerate(corners) if j != k])]
        return (Head.POINTED, corners[reflex[0] - 2][0] >= corners[reflex[0]][0]) if reflex else None
    if len(corners) == 4:
        sides = [gap(corners[k - 1], corners[k]) for k in range(4)]
        ahead = max(corners)
        behind = min(corners)
        if max(sides) < 1.2 * min(sides) and abs(ahead[1] - behind[1]) < 0.6 * (ahead[0] - behind[0]):
            v = sorted(c[1] for c in corners)
            if (
                v[0] < min(ahead[1], behind[1]) - 0.15 * box.height
                and v[3] > max(ahead[1], behind[1]) + 0.15 * box.height
            ):
                return Head.DIAMOND, True
    return None


def _dominant(subs: Sequence[tuple[Sub, bool]]) -> list[tuple[Sub, bool]]:
    """The closed outline with the greatest area where there is one worth the name, else all strokes."""
    closed = [(area(s.points), (s, f)) for s, f in subs if (s.closed or f) and len(s.points) > 2]
    whole = bounds([p for s, _ in subs for p in s.points]) if subs else None
    if closed and whole:
        most, best = max(closed, key=lambda c: c[0])
        if most > 0.12 * max(1.0, whole.area) or not any(not s.closed for s, _ in subs):
            return [best]
    return list(subs)


def is_round(sub: Sub) -> bool:
    """Whether a closed outline is about a circle: isoperimetric quotient above 0.93 and about as wide as high."""
    if not sub.curved or len(sub.points) < 8:
        return False
    around = length([*sub.points, sub.points[0]])
    box = bounds(sub.points)
    round_enough = around > 0 and 4 * math.pi * area(sub.points) / around**2 > 0.9
    return round_enough and 0.75 < box.width / max(box.height, 1e-9) < 1.34 and area(sub.points) < 0.84 * box.area


def _edges(line: list[Point], closed: bool) -> list[tuple[Point, Point]]:
    pairs = list(pairwise(line))
    return [*pairs, (line[-1], line[0])] if closed and len(line) > 2 else pairs


def _span(edges: list[tuple[Point, Point]], u: float) -> float:
    """Extent across the line of what is drawn at a distance ``u`` along it."""
    hits = []
    for (u0, v0), (u1, v1) in edges:
        if min(u0, u1) <= u <= max(u0, u1) and u0 != u1:
            hits.append(v0 + (v1 - v0) * (u - u0) / (u1 - u0))
    return max(hits) - min(hits) if hits else 0.0


def _is_cross(subs: list[Sub]) -> bool:
    strokes = [(s.points[0], s.points[-1]) for s in subs if not s.closed and len(s.points) == 2]
    for i, (a, b) in enumerate(strokes):
        for c, d in strokes[i + 1 :]:
            longer, shorter = max(gap(a, b), gap(c, d)), min(gap(a, b), gap(c, d))
            if shorter > 0.6 * longer and segments_cross(a, b, c, d):
                (px, py), (qx, qy) = (((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), ((c[0] + d[0]) / 2, (c[1] + d[1]) / 2))
                if gap((px, py), (qx, qy)) < 0.2 * longer:
                    return True
    return False


def tip_direction(polygon: Sequence[Point]) -> Point | None:
    """Where a triangle points: from its base to the corner between its two equal sides; None where none is apart."""
    box = bounds(polygon)
    corners = simplify(polygon, 0.06 * max(box.width, box.height))
    if len(corners) != 3:
        return None
    sides = [gap(corners[i - 1], corners[i - 2]) for i in range(3)]  # the side opposite corner i
    i = min(range(3), key=lambda k: abs(sides[k - 1] - sides[k - 2]))
    if max(sides) < 1.05 * min(sides) or abs(sides[i - 1] - sides[i - 2]) > 0.2 * max(sides):
        return None
    (ax, ay), (bx, by) = corners[i - 1], corners[i - 2]
    return direction(((ax + bx) / 2, (ay + by) / 2), corners[i])
