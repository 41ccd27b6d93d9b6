"""Hand-drawn looks (Excalidraw, Mermaid's ``handDrawn``): each line twice, outlines in pieces, hatching for a fill."""

from __future__ import annotations

import math
from dataclasses import replace

from graphicacy.diagram.scene import Point
from graphicacy.diagram.svg.paths import Sub
from graphicacy.sight.vector.geometry import area, bounds, direction, gap, length, turn
from graphicacy.sight.vector.grid import Grid
from graphicacy.sight.vector.marks import Mark

__all__ = ["tidy"]

_MOST = 200  # subpaths of one mark
_CLOSE = 8.0  # pixels by which pieces drawn by hand miss each other


def tidy(mark: Mark) -> Mark | None:
    """A mark with each line once, and as one outline where its lines close up; None for hatching.

    Other marks stay as they are: only one that has most of its lines twice looks drawn by hand.
    """
    if mark.paint.fill is not None or not 2 <= len(mark.subs) <= _MOST:
        return mark
    drawn = [s for s in mark.subs if length(s.points) >= 1.0]
    single = _once(drawn) if not any(s.closed for s in drawn) else drawn
    if not single or len(single) > 0.6 * len(drawn):
        return mark
    if _is_hatching(single):
        return None
    points = _chain(single)
    subs = single if points is None else [Sub(points, _closes(points), any(s.curved for s in single))]
    return replace(mark, subs=subs, box=bounds([p for s in subs for p in s.points]))


def _once(subs: list[Sub]) -> list[Sub]:
    """Lines without those that have about the same ends as an earlier one."""
    kept: list[Sub] = []
    middles = Grid(2 * _CLOSE)
    for s in subs:
        middle = s.points[len(s.points) // 2]
        if not any(_alike(s, kept[n]) for _, n in middles.near(middle, 2 * _CLOSE)):
            middles.add(middle, len(kept))
            kept.append(s)
    return kept


def _alike(a: Sub, b: Sub) -> bool:
    (p, q), (r, s) = (a.points[0], a.points[-1]), (b.points[0], b.points[-1])
    slack = min(_CLOSE, 1.5 + 0.15 * min(length(a.points), length(b.points)))
    same = min(max(gap(p, r), gap(q, s)), max(gap(p, s), gap(q, r))) <= slack
    return same and gap(a.points[len(a.points) // 2], b.points[len(b.points) // 2]) <= 2 * slack


def _is_hatching(subs: list[Sub]) -> bool:
    """Whether lines are many, slanted, and all parallel."""
    if len(subs) < 3:
        return False
    ways = [direction(s.points[0], s.points[-1]) for s in subs]
    slanted = all(min(abs(x), abs(y)) > math.sin(math.radians(12)) for x, y in ways)
    angles = [turn(ways[0], way) for way in ways]
    return slanted and all(min(a, 180 - a) < 20 for a in angles)


def _chain(subs: list[Sub]) -> list[Point] | None:
    """The one line that pieces make, each starting about where the one before ended; None where they make none."""
    rest, points = list(subs[1:]), list(subs[0].points)
    while rest:
        ends = [(gap(points[-1], s.points[e]), n, e) for n, s in enumerate(rest) for e in (0, -1)]
        far, n, e = min(ends)
        if far > _CLOSE:
            return None
        piece = rest.pop(n).points
        piece = piece if e == 0 else piece[::-1]
        ahead = next((i for i, p in enumerate(piece) if gap(p, points[-1]) > _CLOSE), len(piece) - 1)
        points += piece[ahead:]  # no step back where they overlap
    return points


def _closes(points: list[Point]) -> bool:
    """Whether a line comes back to where it started, round an area."""
    box = bounds(points)
    near = gap(points[0], points[-1]) <= max(_CLOSE, 0.15 * max(box.width, box.height))
    return near and len(points) > 3 and area(points) > 0.35 * box.area
