"""Heads drawn as short strokes at the ends of lines: bars, chevrons, crosses."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from graphicacy.diagram.model import Head
from graphicacy.diagram.scene import Point
from graphicacy.diagram.svg.paths import Sub
from graphicacy.sight.vector.geometry import direction, gap, turn
from graphicacy.sight.vector.grid import Grid
from graphicacy.sight.vector.heads import classify_head
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Stroke, take

__all__ = ["absorb_stubs", "corners_of", "in_frame", "take_ticks"]


def corners_of(outlines: list[Outline]) -> Grid:
    """Where the corners of shapes are; round ones have none."""
    grid = Grid(4.0)
    for i, o in enumerate(outlines):
        if len(o.polygon) <= 16:
            for p in o.polygon:
                grid.add(p, i)
    return grid


def take_ticks(strokes: list[Stroke], corners: Grid, unit: float) -> set[int]:
    """Give lines the bars, chevrons and crosses that short strokes make at their ends; the indices of those strokes."""
    grid = Grid(2.7 * unit)
    crosses = {i for i, (a, b) in enumerate(pairwise(strokes)) if a.mark == b.mark and _crossed(a, b)}
    crosses |= {i + 1 for i in crosses}
    for i, s in enumerate(strokes):
        at_corner = i not in crosses and any(corners.near(p, 1.0) for p in (s.points[0], s.points[-1]))
        if s.length <= 3.2 * unit and len(s.points) <= 30 and s.start.head is s.end.head is Head.NONE and not at_corner:
            for p in (s.points[0], s.points[-1], s.points[len(s.points) // 2], _center(s)):
                grid.add(p, i)
    offers: dict[int, tuple[float, int, bool]] = {}  # tick: the end that it fits best
    for i, stroke in enumerate(strokes):
        chevron = _is_chevron(stroke, unit)
        for at_end in (True, False):
            ending = stroke.ending(at_end)
            if chevron or ending.glyph or ending.head not in (Head.NONE, Head.POINTED):
                continue
            p, d = stroke.points[-1 if at_end else 0], stroke.outward(at_end)
            for k in sorted({k for _, k in grid.near(p, 2.6 * unit)} - {i}):
                cost = _tick_cost(strokes[k], p, d, stroke, unit)
                if cost is not None and (k not in offers or cost < offers[k][0]):
                    offers[k] = (cost, i, at_end)
    parts: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for k, (cost, i, at_end) in offers.items():
        back = offers.get(i)
        if back is None or back[1] != k or (cost, i) < (back[0], k):  # of two that fit each other, the better part
            parts[i, at_end].append(k)
    used: set[int] = set()
    for i, at_end in sorted(parts, key=lambda e: -strokes[e[0]].length):
        stroke, ticks = strokes[i], [k for k in parts[i, at_end] if k not in used]
        if i in used or not ticks:
            continue
        if stroke.ending(at_end).head is Head.POINTED:  # its own pen drew one barb, these are the other
            used.update(ticks)
            continue
        p, d = stroke.points[-1 if at_end else 0], stroke.outward(at_end)
        seen = classify_head([(Sub(strokes[k].points), False) for k in ticks], p, d)
        if seen is None or seen.head is Head.DIAMOND or (seen.head is Head.POINTED and not seen.forward):
            continue
        take(stroke, at_end, seen, [q for k in ticks for q in strokes[k].points], solid=False)
        used.update(ticks)
    return used


def _is_chevron(s: Stroke, unit: float) -> bool:
    """Whether a short stroke is a sharp symmetric corner and nothing else: a head, which has none itself."""
    if len(s.points) != 3 or s.length > 3.2 * unit:
        return False
    a, apex, b = s.points
    even = abs(gap(a, apex) - gap(apex, b)) < 0.15 * gap(a, apex)
    return even and turn(direction(a, apex), direction(apex, b)) > 100


def _tick_cost(tick: Stroke, p: Point, d: Point, line: Stroke, unit: float) -> float | None:
    """How ill a short stroke fits the end of a line as a part of its head; None where it is none."""
    if _crossed(tick, line) or not _is_tick(tick, p, d, line, unit):
        return None
    u, v = in_frame(_center(tick), p, d)
    cost = min(abs(u) + abs(v), gap(tick.points[0], p), gap(tick.points[-1], p))
    cost += min(3.0, 0.15 * abs(tick.order - line.order)) + (0.0 if tick.color == line.color else 2.0)
    cost += 3.0 if tick.length > 0.6 * line.length else 0.0
    if not tick.straight:
        return cost
    angle = turn(direction(tick.points[0], tick.points[-1]), d)
    return cost + min(abs(90 - angle), abs(30 - angle), abs(150 - angle)) / 10


def _crossed(a: Stroke, b: Stroke) -> bool:
    """Whether two straight strokes have one middle: the halves of a cross."""
    return a.straight and b.straight and gap(_center(a), _center(b)) <= 0.25 * b.length


def _center(s: Stroke) -> Point:
    a, b = s.points[0], s.points[-1]
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _is_tick(tick: Stroke, p: Point, d: Point, line: Stroke, unit: float) -> bool:
    """Whether a short stroke is a bar across the line's end, one half of a chevron there, or a whole chevron."""
    slack = 2.0 + 0.5 * max(line.width, tick.width)
    a, b = tick.points[0], tick.points[-1]
    crossbar = tick.straight and tick.color == line.color and gap(_center(tick), p) <= slack  # of a short stem
    most = 1.25 if crossbar else 0.8 if tick.straight else 2.2  # a chevron has two arms
    if crossbar and abs(tick.order - line.order) <= 3 and turn(direction(a, b), d) > 80 and gap(_center(tick), p) < 1:
        most = 2.0  # drawn with its line
    if tick.length > most * line.length or tick.length > 3.2 * unit:
        return False
    if tick.straight:
        angle = turn(direction(a, b), d)
        angle = min(angle, 180 - angle)
        u, v = in_frame(_center(tick), p, d)
        if angle > 55 and -slack - 2 <= u <= slack + 4 and abs(v) <= 0.25 * tick.length + 1:
            return True
        if angle > 25 and abs(u) < slack and abs(v) < slack:  # half a cross
            return True
        for near, far in ((a, b), (b, a)):
            back = turn(direction(near, far), (-d[0], -d[1]))
            if gap(near, p) <= slack + 1 and 10 <= back <= 70 and tick.length <= 2.2 * unit:
                return True
        return False
    apex = max(tick.points, key=lambda q: in_frame(q, p, d)[0])
    arms = [in_frame(q, p, d) for q in (a, b)]
    tip = in_frame(apex, p, d)
    opens = all(u < tip[0] - 1 for u, _ in arms) and arms[0][1] * arms[1][1] < 0
    opens = opens and abs(gap(a, apex) - gap(b, apex)) < 0.3 * max(gap(a, apex), gap(b, apex))
    return opens and abs(tip[1]) <= slack + 1 and -slack - 2 <= tip[0] <= 2.0 * unit


def in_frame(q: Point, p: Point, d: Point) -> Point:
    """Coordinates of ``q`` in the frame of a line that ends at ``p`` along ``d``: along it, and across."""
    x, y = q[0] - p[0], q[1] - p[1]
    return x * d[0] + y * d[1], y * d[0] - x * d[1]


def absorb_stubs(strokes: list[Stroke], unit: float) -> list[Stroke]:
    """Short plain lines that lead straight on from a line's head to what it touches are part of the head."""
    grid = Grid(3 * unit)
    for i, s in enumerate(strokes):
        if s.length <= 1.6 * unit and s.straight and s.start.head is s.end.head is Head.NONE:
            for p in (s.points[0], s.points[-1]):
                grid.add(p, i)
    gone: set[int] = set()
    for i, s in enumerate(strokes):
        for at_end in (True, False):
            ending = s.ending(at_end)
            if ending.head is Head.NONE or i in gone:
                continue
            p, d = s.points[-1 if at_end else 0], s.outward(at_end)
            for q, k in grid.near(p, 2.0 + s.width):
                stub = strokes[k]
                far = stub.points[-1] if gap(stub.points[0], q) < 1e-9 else stub.points[0]
                if k != i and k not in gone and s.color == stub.color and turn(direction(q, far), d) < 25:
                    gone.add(k)
                    ending.tip = max(ending.tip, far, key=lambda t: in_frame(t, p, d)[0])
    return [s for i, s in enumerate(strokes) if i not in gone]
