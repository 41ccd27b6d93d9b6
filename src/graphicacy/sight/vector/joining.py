"""Strokes that meet end to end → one stroke."""

from __future__ import annotations

from collections.abc import Callable

from graphicacy.diagram.model import Head
from graphicacy.diagram.scene import Point
from graphicacy.sight.vector.geometry import distance
from graphicacy.sight.vector.grid import Grid
from graphicacy.sight.vector.strokes import Stroke

__all__ = ["join"]


def join(strokes: list[Stroke], blocked: Callable[[Point, Point, Point], bool]) -> list[Stroke]:
    """Strokes that meet end to end, two and only two at a place, as one.

    ``blocked`` says of a place and of the directions in which the two reach it that they end there.
    """
    grid = Grid(6.0)
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
