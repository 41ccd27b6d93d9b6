"""Heads drawn by hand: small outlines and short strokes at the ends of lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from graphicacy.diagram.model import Head
from graphicacy.diagram.scene import Point
from graphicacy.diagram.svg.paths import Sub
from graphicacy.sight.vector.geometry import distance, gap, inside, to_box
from graphicacy.sight.vector.grid import Grid
from graphicacy.sight.vector.heads import classify_head
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Stroke, take
from graphicacy.sight.vector.ticks import absorb_stubs, corners_of, in_frame, take_ticks

__all__ = ["abuts", "draw_heads"]


def draw_heads(
    strokes: list[Stroke], small: list[Outline], large: list[Outline], unit: float
) -> tuple[list[Stroke], set[int]]:
    """Give strokes the heads that ``small`` outlines and short strokes draw at their ends.

    Strokes that start at a corner of one of the ``large`` outlines are folds and edges of those and never heads.

    Returns the strokes that are not themselves parts of heads, and the indices of the outlines used.
    """
    used_strokes = take_ticks(strokes, corners_of(large), unit)
    left = [s for i, s in enumerate(strokes) if i not in used_strokes]
    used = _outline_heads(left, small, unit, lambda o: any(abuts(o, other) for other in large))
    return absorb_stubs(left, unit), used


def _outline_heads(
    strokes: list[Stroke], small: list[Outline], unit: float, at_shape: Callable[[Outline], bool]
) -> set[int]:
    grid = Grid(3 * unit)
    for i, outline in enumerate(small):
        grid.add(outline.box.center, i)
    offers = []
    touching: dict[int, set[tuple[int, bool]]] = defaultdict(set)
    for i, stroke in enumerate(strokes):
        for at_end in (True, False):
            ending = stroke.ending(at_end)
            p, d = stroke.points[-1 if at_end else 0], stroke.outward(at_end)
            for _, k in grid.near(p, 3 * unit):
                fit = _fit(small[k], p, d, stroke)
                if fit is None:
                    continue
                if fit[1] <= 1.5:
                    both = stroke.length <= 3 * max(small[k].box.width, small[k].box.height)  # is near its two ends
                    touching[k].add((i, at_end and not both))
                if not ending.glyph or ending.head in (Head.NONE, Head.BLUNT):
                    cost = sum(fit)
                    # A head is mostly drawn right after its line, and in its colour.
                    cost += 0.0 if stroke.color in (small[k].fill, small[k].stroke) else 2.0
                    cost += 3.0 if max(small[k].box.width, small[k].box.height) > 0.6 * stroke.length else 0.0
                    cost += min(3.0, 0.15 * abs(small[k].order - stroke.order))
                    offers.append((cost, i, at_end, k))
    offers.sort(key=lambda o: o[:2])
    used: set[int] = set()
    taken: set[tuple[int, bool]] = set()
    for _, i, at_end, k in offers:
        if k in used or (i, at_end) in taken:
            continue
        p, d = strokes[i].points[-1 if at_end else 0], strokes[i].outward(at_end)
        seen = classify_head([(_sub(small[k]), True)], p, d)
        barred = strokes[i].ending(at_end).head is Head.BLUNT  # a bar before an arrow head
        if seen is None or (barred and not (seen.head is Head.POINTED and seen.forward)):
            continue
        if seen.head in (Head.BLUNT, Head.DIAMOND) and strokes[i].color not in (small[k].fill, small[k].stroke):
            continue  # a bar or a diamond has the colour of its line
        size = max(small[k].box.width, small[k].box.height)
        wide = strokes[i].color == small[k].fill and size <= 4.5 * strokes[i].width and at_shape(small[k])
        large = size > 1.35 * unit and not wide
        joint = len(touching[k]) > 1 and not _beside_line(small[k], seen.tip, strokes, i)
        if seen.head is Head.CIRCLE and (large or joint):
            continue  # a shape, or a junction
        if seen.head is Head.DIAMOND and len(touching[k]) > 1:
            continue
        take(strokes[i], at_end, seen, small[k].polygon, solid=small[k].filled)
        strokes[i].ending(at_end).drawn = small[k]
        used.add(k)
        taken.add((i, at_end))
    return used


def abuts(circle: Outline, shape: Outline) -> bool:
    """Whether a small circle touches a shape from outside."""
    middle, reach = circle.box.center, 0.5 * circle.size + 2.5
    if to_box(middle, shape.box) > reach or inside(middle, shape.polygon):
        return False
    return distance(middle, shape.polygon, closed=True) <= reach


def _beside_line(circle: Outline, tip: Point, strokes: list[Stroke], i: int) -> bool:
    """Whether a line runs by a circle at its outermost point, seen from stroke ``i``: it is a head on that line."""
    near = (s for k, s in enumerate(strokes) if k != i and distance(tip, s.points) <= 1.5)
    passing = (s for s in near if min(gap(tip, s.points[0]), gap(tip, s.points[-1])) > 2.0)
    return any(distance(circle.box.center, s.points) > 0.3 * circle.size for s in passing)


def _sub(outline: Outline) -> Sub:
    return Sub(outline.polygon, True, len(outline.polygon) > 12, list(range(len(outline.polygon))))


def _fit(outline: Outline, p: Point, d: Point, stroke: Stroke) -> tuple[float, float] | None:
    """How far a line's end is from a small outline and beside its middle; None where that is no head of the line."""
    box = outline.box
    size = max(box.width, box.height)
    if size > 3 * stroke.length and size > 4 * stroke.width + 8:
        return None
    u, v = in_frame(box.center, p, d)
    if abs(v) > 0.3 * size + 1 or not -0.75 * size - 1 <= u <= 0.75 * size + 4:
        return None
    off = 0.0 if inside(p, outline.polygon) else distance(p, outline.polygon, closed=True)
    if off > 3.5 + 0.5 * stroke.width:
        return None
    return off, abs(v)
