"""Heads drawn by hand: small outlines and short strokes at the ends of lines; then strokes joined end to end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise

from graphicacy.diagram.model import Head
from graphicacy.diagram.scene import Point
from graphicacy.diagram.svg.paths import Sub
from graphicacy.sight.vector.geometry import direction, distance, gap, inside, to_box, turn
from graphicacy.sight.vector.heads import classify_head
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Stroke, take

__all__ = ["abuts", "draw_heads", "join"]


class _Grid:
    """Points by square cells, for near neighbours."""

    def __init__(self, cell: float) -> None:
        self.cell = max(cell, 1e-6)
        self.cells: dict[tuple[int, int], list[tuple[Point, int]]] = defaultdict(list)

    def add(self, p: Point, item: int) -> None:
        self.cells[int(p[0] // self.cell), int(p[1] // self.cell)].append((p, item))

    def near(self, p: Point, reach: float) -> list[tuple[Point, int]]:
        x, y = int(p[0] // self.cell), int(p[1] // self.cell)
        cells = ((i, j) for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1))
        return [(q, item) for cell in cells for q, item in self.cells.get(cell, ()) if gap(p, q) <= reach]


def draw_heads(
    strokes: list[Stroke], small: list[Outline], large: list[Outline], unit: float
) -> tuple[list[Stroke], set[int]]:
    """Give strokes the heads that ``small`` outlines and short strokes draw at their ends.

    Strokes that start at a corner of one of the ``large`` outlines are folds and edges of those and never heads.

    Returns the strokes that are not themselves parts of heads, and the indices of the outlines used.
    """
    used_strokes = _ticks(strokes, _corners(large), unit)
    left = [s for i, s in enumerate(strokes) if i not in used_strokes]
    used = _outline_heads(left, small, unit, lambda o: any(abuts(o, other) for other in large))
    return _absorb_stubs(left, unit), used


# -- short strokes ---------------------------------------------------------------------------------------------


def _corners(outlines: list[Outline]) -> _Grid:
    grid = _Grid(4.0)
    for i, o in enumerate(outlines):
        if len(o.polygon) <= 16:
            for p in o.polygon:
                grid.add(p, i)
    return grid


def _ticks(strokes: list[Stroke], corners: _Grid, unit: float) -> set[int]:
    """Indices of short strokes that make a bar, a chevron or a cross at the end of a longer line."""
    grid = _Grid(2.7 * unit)
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
    u, v = _along(_center(tick), p, d)
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
        u, v = _along(_center(tick), p, d)
        if angle > 55 and -slack - 2 <= u <= slack + 4 and abs(v) <= 0.25 * tick.length + 1:
            return True
        if angle > 25 and abs(u) < slack and abs(v) < slack:  # half a cross
            return True
        for near, far in ((a, b), (b, a)):
            back = turn(direction(near, far), (-d[0], -d[1]))
            if gap(near, p) <= slack + 1 and 10 <= back <= 70 and tick.length <= 2.2 * unit:
                return True
        return False
    apex = max(tick.points, key=lambda q: _along(q, p, d)[0])
    arms = [_along(q, p, d) for q in (a, b)]
    tip = _along(apex, p, d)
    opens = all(u < tip[0] - 1 for u, _ in arms) and arms[0][1] * arms[1][1] < 0
    opens = opens and abs(gap(a, apex) - gap(b, apex)) < 0.3 * max(gap(a, apex), gap(b, apex))
    return opens and abs(tip[1]) <= slack + 1 and -slack - 2 <= tip[0] <= 2.0 * unit


def _along(q: Point, p: Point, d: Point) -> Point:
    """Coordinates of ``q`` in the frame of a line that ends at ``p`` along ``d``: along it, and across."""
    x, y = q[0] - p[0], q[1] - p[1]
    return x * d[0] + y * d[1], y * d[0] - x * d[1]


def _absorb_stubs(strokes: list[Stroke], unit: float) -> list[Stroke]:
    """Short plain lines that lead straight on from a line's head to what it touches are part of the head."""
    grid = _Grid(3 * unit)
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
                    ending.tip = max(ending.tip, far, key=lambda t: _along(t, p, d)[0])
    return [s for i, s in enumerate(strokes) if i not in gone]


# -- small outlines --------------------------------------------------------------------------------------------


def _outline_heads(
    strokes: list[Stroke], small: list[Outline], unit: float, at_shape: Callable[[Outline], bool]
) -> set[int]:
    grid = _Grid(3 * unit)
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
    u, v = _along(box.center, p, d)
    if abs(v) > 0.3 * size + 1 or not -0.75 * size - 1 <= u <= 0.75 * size + 4:
        return None
    off = 0.0 if inside(p, outline.polygon) else distance(p, outline.polygon, closed=True)
    if off > 3.5 + 0.5 * stroke.width:
        return None
    return off, abs(v)


# -- joining ---------------------------------------------------------------------------------------------------


def join(strokes: list[Stroke], blocked: Callable[[Point, Point, Point], bool]) -> list[Stroke]:
    """Strokes that meet end to end, two and only two at a place, as one.

    ``blocked`` says of a place and of the directions in which the two reach it that they end there.
    """
    grid = _Grid(6.0)
    ends = [(i, e) for i in range(len(strokes)) for e in (True, False)]
    for n, (i, e) in enumerate(ends):
        grid.add(strokes[i].points[-1 if e else 0], n)
    links: dict[tuple[int, bool], tuple[int, bool]] = {}
    for n, (i, e) in enumerate(ends):
        p = strokes[i].points[-1 if e else 0]
        reach = max(1.6, 0.8 * strokes[i].width)
        near = [m for _, m in grid.near(p, reach) if m != n]
        if len(near) != 1:
            continue
        j, f = ends[near[0]]
        if j == i or not _alike(strokes[i], e, strokes[j], f) or _passed(p, strokes, i, j):
            continue
        if not blocked(p, strokes[i].outward(e), strokes[j].outward(f)):
            links[i, e] = (j, f)
    links = {a: b for a, b in links.items() if links.get(b) == a}
    return _chains(strokes, links)


def _passed(p: Point, strokes: list[Stroke], i: int, j: int) -> bool:
    """Whether a third line runs through the place where two meet: then it is a fork and no bend."""
    for k, s in enumerate(strokes):
        if k in (i, j):
            continue
        (ax, ay), (bx, by) = s.points[0], s.points[-1]
        if len(s.points) == 2 and (min(ax, bx) - 1.5 > p[0] or max(ax, bx) + 1.5 < p[0]):
            continue
        if len(s.points) == 2 and (min(ay, by) - 1.5 > p[1] or max(ay, by) + 1.5 < p[1]):
            continue
        if distance(p, s.points) <= 1.5:
            return True
    return False


def _alike(a: Stroke, a_end: bool, b: Stroke, b_end: bool) -> bool:
    if a.ending(a_end).head is not Head.NONE or b.ending(b_end).head is not Head.NONE:
        return False
    return a.color == b.color and abs(a.width - b.width) <= 0.5 * max(a.width, b.width)


def _chains(strokes: list[Stroke], links: dict[tuple[int, bool], tuple[int, bool]]) -> list[Stroke]:
    done: set[int] = set()
    result = []
    for i in range(len(strokes)):
        if i in done:
            continue
        first, entry = i, False
        seen = {i}
        while (first, entry) in links and links[first, entry][0] not in seen:
            j, f = links[first, entry]
            first, entry = j, not f
            seen.add(first)
        result.append(_chain(strokes, links, first, entry, done))
    return result


def _chain(
    strokes: list[Stroke], links: dict[tuple[int, bool], tuple[int, bool]], i: int, entry: bool, done: set[int]
) -> Stroke:
    """Follow links from stroke ``i``, entered at its end (True) or start (False)."""
    whole = strokes[i]
    done.add(i)
    if entry:
        whole.reverse()
    at, exit_end, first = i, not entry, i
    while (at, exit_end) in links and links[at, exit_end][0] not in done:
        j, f = links[at, exit_end]
        other = strokes[j]
        done.add(j)
        if f:
            other.reverse()
        whole.points = [*whole.points, *other.points[1:]]
        whole.end = other.end
        whole.straight = False
        whole.order = max(whole.order, other.order)
        at, exit_end = j, not f
    if first != min(done & {first, at}) and _drawn_backwards(whole, strokes, first, at):
        whole.reverse()
    return whole


def _drawn_backwards(whole: Stroke, strokes: list[Stroke], first: int, last: int) -> bool:
    """Whether a chain's last part was drawn before its first, so that it should run the other way."""
    return strokes[last].mark < strokes[first].mark and whole.start.head is whole.end.head
