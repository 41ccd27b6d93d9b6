"""Gaps in traced lines, closed: under words, at the borders of frames, and where a line is faint."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.raster.strokes_ink import Ink
from graphicacy.sight.raster.trace_graph import Graph, Knot, Line

__all__ = ["aimed", "close_gaps", "outward", "prune"]

_SPUR = 12.0  # pixels at a scale of 1: a loose end no longer than this, off a fork, is a barb or a ragged edge
_STRAIGHT = 50.0  # degrees by which the tip of a head turns from its line at most
_TANGENT = 10  # last pixels of a line from which its direction is taken
_FAINT_GAP = 5.0  # pixels
_BAND_GAP = 9.0
_HEAD = 18.0  # pixels at a scale of 1: no head is longer
_THICKER = 0.9  # pixels that the ink is deeper in a head than in its line
_AHEAD = 11.0  # pixels at a scale of 1 from which an end still points at a shape
_BESIDE_WORDS = 0.8  # of the height of words: the room around them that their ground may cover
_FURTHEST = 400  # pixels under words
_STRAY = 1.6  # cost above which two ends do not belong together


class _End(NamedTuple):
    knot: int
    at: Point
    way: Point  # unit vector in which the line leaves


def prune(graph: Graph, ink: Ink, scale: float) -> None:
    """Takes out short loose ends at forks: barbs of heads, and what thinning leaves of thick strokes.

    One that goes on straight to a shape is the tip of a head: it stays, and ends at that shape.
    """
    for knot in list(graph.knots):
        spurs = [end for end in knot.ends if _is_spur(graph, end, scale)]
        lines = [end for end in knot.ends if end not in spurs]
        if not spurs or len(knot.ends) < (3 if knot.place is None else 2) or not lines:
            continue
        turns = [_least_turn(graph, spur, lines) for spur in spurs]
        straightest = turns.index(min(turns))
        for i, (branch, side) in enumerate(spurs):
            far = graph.branch(branch).knots[1 - side]
            if i == straightest and turns[i] < _STRAIGHT:
                place = _ahead(ink, _end(graph, far), _AHEAD * scale)
                if place is not None or len(lines) == 1:
                    graph.knots[far].place = place
                    continue
            graph.remove(branch)
    for knot in graph.knots:
        _prune_feet(graph, knot, scale)


def _prune_feet(graph: Graph, knot: Knot, scale: float) -> None:
    """Of several short ends of one line at the same shape, as of a bar beside it, leaves the straightest, if any is."""
    feet: dict[int, list[tuple[int, int]]] = {}
    for branch, side in knot.ends:
        far = graph.knots[graph.branch(branch).knots[1 - side]]
        if far.place is not None and len(far.ends) == 1 and graph.branch(branch).length <= _SPUR * scale:
            feet.setdefault(far.place, []).append((branch, side))
    for group in feet.values():
        lines = [end for end in knot.ends if end not in group]
        if len(group) > 1 and lines:
            turns = [_least_turn(graph, foot, lines) for foot in group]
            kept = group[turns.index(min(turns))] if min(turns) < _STRAIGHT else None
            for foot in group:
                if foot != kept:
                    graph.remove(foot[0])


def _least_turn(graph: Graph, end: tuple[int, int], lines: Sequence[tuple[int, int]]) -> float:
    """Degrees by which the straightest of these lines turns to go on along a branch that leaves the same knot."""
    way = outward(graph.branch(end[0]).away(end[1]))
    return min(_turn(way, _opposite(outward(graph.branch(b).away(s)))) for b, s in lines)


def _is_spur(graph: Graph, end: tuple[int, int], scale: float) -> bool:
    branch = graph.branch(end[0])
    return graph.loose(branch.knots[1 - end[1]]) and branch.length <= _SPUR * scale


def _opposite(way: Point) -> Point:
    return -way[0], -way[1]


def close_gaps(graph: Graph, ink: Ink, words: Sequence[Box], scale: float) -> None:
    """Joins the loose ends that face each other across a gap, the surest first, and gives ends at frames their frame.

    ``words`` are the boxes of the labels that may cover a line.
    """
    ends = [_end(graph, i) for i in range(len(graph.knots)) if graph.loose(i)]
    offers = []
    for a, one in enumerate(ends):
        for b in range(a + 1, len(ends)):
            far = math.dist(one.at, ends[b].at)
            if far <= max(_FAINT_GAP, _BAND_GAP) * scale:
                cost = _facing(one, ends[b]) + far / (20 * scale)
                reach = _BAND_GAP if _near_band(ink, one.at) and _near_band(ink, ends[b].at) else _FAINT_GAP
                if far <= reach * scale:
                    offers.append((cost, a, b))
    for box in words:
        pad = box.pad(_BESIDE_WORDS * min(box.height, box.width) + 3)
        inside = [i for i, e in enumerate(ends) if pad.holds(e.at) and _points_into(e, box)]
        for n, a in enumerate(inside):
            offers += [(_under(ends[a], ends[b], pad), a, b) for b in inside[n + 1 :]]
    used: set[int] = set()
    for cost, a, b in sorted(offers):
        if cost > _STRAY or a in used or b in used:
            continue
        used |= {a, b}
        graph.add(np.array([ends[a].at, ends[b].at]), ends[a].knot, ends[b].knot, cost)
    for i, end in enumerate(ends):
        if i not in used:
            graph.knots[end.knot].place = _ahead(ink, end, _AHEAD * scale)


def aimed(ink: Ink, line: Line, place: int | None, scale: float) -> tuple[Line, int | None]:
    """A line whose first end runs straight through its head on to what it points at, and what that is.

    Thinning bends lines in heads, whose tips are faint: what counts is where the line goes before its head.
    """
    reach = round(_HEAD * scale)
    depth = ink.depth[line[: 2 * reach, 1].astype(int), line[: 2 * reach, 0].astype(int)]
    usual = float(np.median(depth[reach // 2 :])) if len(depth) > reach else float(depth.min())
    thick = np.flatnonzero(depth[: min(reach, len(line) // 2)] > usual + _THICKER)
    body = line[min(int(thick[-1]) + 2, len(line) - 4) :] if len(thick) and len(line) > 8 else line
    if len(body) < 4:
        return line, place
    far = (reach if place is None else 2 * reach) + len(line) - len(body)
    way = _through_head(ink, line[thick[0]], body[0], usual, scale) if len(thick) else outward(body, 1)
    hit, added = _ray(ink, body[0], way, far)
    if hit is None or (place is not None and hit != place and len(thick) == 0):
        return line, place
    return (np.concatenate([added[::-1], body]) if len(added) else body), hit


def _through_head(ink: Ink, inside: Sequence[float], base: Sequence[float], usual: float, scale: float) -> Point:
    """The way from where a line meets its head through the middle of that head."""
    import cv2

    reach = round(_HEAD * scale * 0.7)
    x, y = (int(v) for v in inside)
    x0, y0 = max(0, x - reach), max(0, y - reach)
    deep = ink.depth[y0 : y + reach + 1, x0 : x + reach + 1]
    _, parts = cv2.connectedComponents((deep > usual + _THICKER / 2).astype(np.uint8), connectivity=8)
    ys, xs = np.nonzero(parts == parts[y - y0, x - x0])
    dx, dy = xs.mean() + x0 - base[0], ys.mean() + y0 - base[1]
    length = math.hypot(dx, dy)
    return (float(dx / length), float(dy / length)) if length > 1 else (0.0, 0.0)


def _ray(ink: Ink, start: Sequence[float], way: Point, reach: float) -> tuple[int | None, Line]:
    """The shape that is hit within so many pixels, not counting those under words; and the points up to there."""
    height, width = ink.places.shape
    added: list[Point] = []
    x, y = start
    left = reach
    while left > 0 and len(added) < _FURTHEST:
        x, y = x + way[0], y + way[1]
        i, j = round(x), round(y)
        if way == (0.0, 0.0) or not (0 <= i < width and 0 <= j < height):
            break
        if ink.places[j, i]:
            return int(ink.places[j, i]) - 1, np.array(added).reshape(-1, 2)
        added.append((x, y))
        left -= not ink.words[j, i]
    return None, np.zeros((0, 2))


def outward(line: Line, skip: int = 0) -> Point:
    """Unit vector in which a line leaves at its first point, taken over its first pixels after ``skip``."""
    points = line[skip : skip + _TANGENT] if len(line) > skip + 3 else line[: skip + _TANGENT]
    dx, dy = points[0] - points[-1]
    length = math.hypot(dx, dy)
    return (float(dx / length), float(dy / length)) if length else (0.0, 0.0)


def _end(graph: Graph, knot: int) -> _End:
    index, side = graph.knots[knot].ends[0]
    line = graph.branch(index).away(side)
    return _End(knot, (float(line[0][0]), float(line[0][1])), outward(line))


def _facing(a: _End, b: _End) -> float:
    """How badly two ends face each other: 0 where they lie on one straight line, 1 for each 40 degrees off."""
    gap = b.at[0] - a.at[0], b.at[1] - a.at[1]
    if math.hypot(*gap) < 2.5:
        return _turn(a.way, (-b.way[0], -b.way[1])) / 40
    return max(_turn(a.way, gap), _turn(b.way, (-gap[0], -gap[1]))) / 40


def _under(a: _End, b: _End, pad: Box) -> float:
    """The same for ends at words, under which a line may turn: then both point at one place there."""
    straight = _facing(a, b)
    meeting = _meeting(a, b)
    corner = 0.6 + _turn(a.way, (-b.way[0], -b.way[1])) / 180 if meeting and pad.holds(meeting) else math.inf
    return min(straight, corner)


def _meeting(a: _End, b: _End) -> Point | None:
    """Where the two lines ahead of two ends cross."""
    across = a.way[0] * b.way[1] - a.way[1] * b.way[0]
    if abs(across) < 0.1:
        return None
    dx, dy = b.at[0] - a.at[0], b.at[1] - a.at[1]
    s = (dx * b.way[1] - dy * b.way[0]) / across
    t = (dx * a.way[1] - dy * a.way[0]) / across
    return (a.at[0] + s * a.way[0], a.at[1] + s * a.way[1]) if s > -1 and t > -1 else None


def _points_into(end: _End, box: Box) -> bool:
    """Whether a line goes on into a box, or nearly touches it."""
    (x, y), (dx, dy) = end.at, end.way
    near = box.pad(3)
    return any(near.holds((x + s * dx, y + s * dy)) for s in np.linspace(0, box.height + 8, 12))


def _turn(a: Point, b: Point) -> float:
    if a == (0.0, 0.0) or b == (0.0, 0.0):
        return 0.0
    return abs(math.degrees(math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])))


def _ahead(ink: Ink, end: _End, reach: float) -> int | None:
    """The shape that an end points at from close by, else the frame at whose border it is."""
    hit, _ = _ray(ink, end.at, end.way, reach)
    return _frame_at(ink, end.at) if hit is None else hit


def _near_band(ink: Ink, at: Point) -> bool:
    return _frame_at(ink, at) is not None


def _frame_at(ink: Ink, at: Point) -> int | None:
    x, y = round(at[0]), round(at[1])
    window = ink.bands[max(0, y - 3) : y + 4, max(0, x - 3) : x + 4]
    return int(window.max()) - 1 if window.any() else None
