"""Strokes with known ends → connectors: what joins what, through junctions and trunks."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from graphicacy.diagram.model import Head
from graphicacy.diagram.scene import Point
from graphicacy.sight.vector.attach import Block, Contact, Places
from graphicacy.sight.vector.geometry import gap, nearest, ray_hit, to_box
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Ending, Stroke

__all__ = ["Connector", "OnLine", "connect"]

_MOST_TERMINALS = 60  # of one network: more is a thicket of lines, and no trunk with branches


@dataclass(frozen=True, slots=True)
class OnLine:
    """An end on the middle of another connector."""

    carrier: Stroke
    at: Point


Thing = Outline | Block | OnLine | None


@dataclass(slots=True, eq=False)
class Connector:
    """A line between two things; None where an end is on nothing. ``points`` run from start to end."""

    points: list[Point]
    start: Thing
    end: Thing
    start_head: Head
    end_head: Head
    stroke: Stroke
    labels: list[Block] = field(default_factory=list)
    glyphs: tuple[list[Point], list[Point]] = field(default_factory=lambda: ([], []))

    def directed(self) -> None:
        """Turn round where only the start has a head, so that a single head is at the end."""
        if self.start_head is not Head.NONE and self.end_head is Head.NONE:
            self.points = self.points[::-1]
            self.start, self.end = self.end, self.start
            self.start_head, self.end_head = self.end_head, self.start_head
            self.glyphs = self.glyphs[1], self.glyphs[0]


@dataclass(slots=True)
class _End:
    stroke: Stroke
    at_end: bool
    contact: Contact | None
    on: list[Stroke] = field(default_factory=list)  # other strokes on which it lies
    at: Point = (0.0, 0.0)

    @property
    def ending(self) -> Ending:
        return self.stroke.ending(self.at_end)

    @property
    def bare(self) -> bool:
        return self.contact is None


def connect(strokes: list[Stroke], places: Places) -> list[Connector]:
    """All connectors, in drawing order of their strokes."""
    ends = {(id(s), e): _End(s, e, places.end(s, e)) for s in strokes for e in (False, True)}
    for s in strokes:
        _settle_inward(s)
    field = _Field(strokes)
    through = {id(s) for s in strokes if _complete(s, ends)}
    for end in ends.values():
        if end.contact is None or end.contact.cost > 3.5 or isinstance(end.contact.thing, Block):
            _find_carriers(end, field, places, through)
    nets = _nets(strokes, ends)
    result: list[Connector] = []
    for net in nets:
        result.extend(_expand(net, ends) if len(net) > 1 else [_single(net[0], ends)])
    return sorted(result, key=lambda c: c.stroke.order)


def _settle_inward(s: Stroke) -> None:
    """A head that points back into the line says that the line runs to its other end."""
    for this, other in ((s.start, s.end), (s.end, s.start)):
        if this.inward and other.head is Head.NONE and not other.inward and not other.hidden:
            other.head = Head.POINTED


class _Field:
    """All segments of all strokes, to find the strokes near a point without looking at each."""

    def __init__(self, strokes: list[Stroke]) -> None:
        self._strokes = strokes
        self._owner = np.array([i for i, s in enumerate(strokes) for _ in s.points[1:]], dtype=int)
        segments = [(*a, *b) for s in strokes for a, b in pairwise(s.points)]
        table = np.array(segments, dtype=float).reshape(-1, 4)
        self._start, self._step = table[:, :2], table[:, 2:] - table[:, :2]
        self._square = np.maximum((self._step**2).sum(axis=1), 1e-12)

    def near(self, p: Point, reach: float) -> list[Stroke]:
        """Strokes that come within ``reach`` pixels of a point, in drawing order."""
        away = np.asarray(p) - self._start
        t = np.clip((away * self._step).sum(axis=1) / self._square, 0.0, 1.0)
        rest = away - t[:, None] * self._step
        close = (rest**2).sum(axis=1) <= (reach + 0.01) ** 2
        return [self._strokes[i] for i in np.unique(self._owner[close])]


def _find_carriers(end: _End, field: _Field, places: Places, through: set[int]) -> None:
    """Find the lines on which an end lies. ``through`` are the ids of those that join two things by themselves."""
    tip, d = end.ending.tip, end.stroke.outward(end.at_end)
    limit = max(3.0, 0.5 * places.unit)
    ahead = 1.1 * places.unit if end.ending.head is not Head.NONE else limit
    best = None
    for other in field.near(tip, ahead):
        if other is end.stroke:
            continue
        far, at, along = nearest(tip, other.points)
        starts = far <= 1.0 and end.ending.head is Head.NONE  # a branch, close to where the line leaves
        apart = min(4.0, places.unit) if starts else places.unit
        if end.contact is not None and not apart < along < other.length - apart:
            continue  # both end at the same thing
        reach = far
        if far > limit:
            hit = _ray_to_line(tip, d, other.points)
            if hit is None or hit > ahead:
                continue
            at, reach = (tip[0] + d[0] * hit, tip[1] + d[1] * hit), hit
        if end.contact is not None:
            thing = end.contact.thing  # a line before a text is nearer than the text
            before = to_box(tip, thing.box) if id(other) in through else limit
            if reach > (max(limit, before) if isinstance(thing, Block) else 3.0):
                continue
        cost = far if 2.0 < along < other.length - 2.0 else far + 2.0  # where lines meet on a third, that one carries
        if best is None or cost < best[0]:
            best = (cost, other, at)
        if far <= 2.5:
            end.on.append(other)
    if best is not None:
        end.at = best[2]
        if best[1] not in end.on:
            end.on.append(best[1])
        end.on.sort(key=lambda s: s is not best[1])
        end.contact = None


def _ray_to_line(p: Point, d: Point, points: list[Point]) -> float | None:
    hits = [h for a, b in pairwise(points) if (h := ray_hit(p, d, [a, b])) is not None]
    return min(hits, default=None)


# -- nets ------------------------------------------------------------------------------------------------------


def _complete(s: Stroke, ends: dict[tuple[int, bool], _End]) -> bool:
    """Whether a stroke leads from one thing to another by itself, so that what ends on it is a branch of it.

    A line without heads, or with two, that another leads into is the bar of a fork.
    """
    a, b = ends[id(s), False], ends[id(s), True]
    return not a.bare and not b.bare and (a.ending.head is Head.NONE) != (b.ending.head is Head.NONE)


def _nets(strokes: list[Stroke], ends: dict[tuple[int, bool], _End]) -> list[list[Stroke]]:
    """Strokes by the network that they make at junctions: lone connectors are networks of one."""
    group = {id(s): id(s) for s in strokes}

    def root(i: int) -> int:
        while group[i] != i:
            group[i] = i = group[group[i]]  # halves the way for the next
        return i

    for end in ends.values():
        if not end.bare or end.ending.head is not Head.NONE:
            continue
        through = [other for other in end.on if _complete(other, ends)]
        if through:  # all that meet on such a line are branches of it
            end.on = through + [other for other in end.on if other not in through]
            continue
        for other in end.on:
            if not _complete(other, ends):
                group[root(id(end.stroke))] = root(id(other))
    nets: dict[int, list[Stroke]] = {}
    for s in strokes:
        nets.setdefault(root(id(s)), []).append(s)
    return list(nets.values())


def _single(s: Stroke, ends: dict[tuple[int, bool], _End]) -> Connector:
    start, end = ends[id(s), False], ends[id(s), True]
    made = Connector(
        _with_tips(s), _thing(start), _thing(end), s.start.head, s.end.head, s, glyphs=(s.start.glyph, s.end.glyph)
    )
    made.directed()
    return made


def _with_tips(s: Stroke) -> list[Point]:
    points = list(s.points)
    if gap(s.start.tip, points[0]) > 0.01:
        points.insert(0, s.start.tip)
    if gap(s.end.tip, points[-1]) > 0.01:
        points.append(s.end.tip)
    return points


def _thing(end: _End) -> Thing:
    if end.contact is not None:
        return end.contact.thing
    return OnLine(end.on[0], end.at) if end.on else None


def _expand(net: list[Stroke], ends: dict[tuple[int, bool], _End]) -> list[Connector]:
    """A trunk with branches as one connector from each plain terminal to each headed one."""
    terminals = [e for s in net for e in (ends[id(s), False], ends[id(s), True]) if not e.bare]
    loose = [
        e for s in net for e in (ends[id(s), False], ends[id(s), True]) if e.bare and e.ending.head is not Head.NONE
    ]
    targets = [t for t in terminals + loose if t.ending.head is not Head.NONE]
    sources = [t for t in terminals if t.ending.head is Head.NONE]
    if len(terminals) + len(loose) < 2 or len(terminals) + len(loose) > _MOST_TERMINALS:
        return [_single(s, ends) for s in net]
    if not targets:
        root = _root(sources)
        sources, targets = [root], [t for t in sources if t is not root]
    elif not sources:
        sources, targets = targets[:1], targets[1:]
    return [_path(a, b, net, ends) for a in sources for b in targets]


def _root(terminals: list[_End]) -> _End:
    """The root of a tree without heads: the shape right at the joint, where one is, else that alone on its side.

    That is the highest terminal, else the farthest left, else the one drawn first.
    """
    short = sorted(terminals, key=lambda t: t.stroke.length)
    if len(short) > 2 and 4 * short[0].stroke.length <= short[1].stroke.length:
        return short[0]
    for axis in (1, 0):
        low = sorted(terminals, key=lambda t: t.ending.tip[axis])
        if low[1].ending.tip[axis] - low[0].ending.tip[axis] > 8:
            return low[0]
    return min(terminals, key=lambda t: t.stroke.order)


def _path(a: _End, b: _End, net: list[Stroke], ends: dict[tuple[int, bool], _End]) -> Connector:
    """The way from one terminal to another through a network, from joint to joint."""
    joints: dict[int, list[tuple[Stroke, Point]]] = {id(s): [] for s in net}
    for s in net:
        for e in (False, True):
            end = ends[id(s), e]
            for other in end.on:
                if end.bare and id(other) in joints:
                    p = s.points[-1 if e else 0]
                    joints[id(s)].append((other, p))
                    joints[id(other)].append((s, p))
    queue: deque[tuple[Stroke, list[Point]]] = deque([(a.stroke, [a.ending.tip])])
    seen = {id(a.stroke)}
    way = [a.ending.tip, b.ending.tip]
    while queue:
        s, points = queue.popleft()
        if s is b.stroke:
            way = [*points, *_between(s, points[-1], b.ending.tip)]
            break
        for other, p in joints[id(s)]:
            if id(other) not in seen:
                seen.add(id(other))
                queue.append((other, [*points, *_between(s, points[-1], p)]))
    thing = _thing(a), _thing(b)
    return Connector(way, *thing, a.ending.head, b.ending.head, b.stroke, glyphs=(a.ending.glyph, b.ending.glyph))


def _between(s: Stroke, p: Point, q: Point) -> list[Point]:
    """Corners of a stroke between two places on it, then the second place."""
    line = _with_tips(s)
    i, j = nearest(p, line)[2], nearest(q, line)[2]
    walked, inner = 0.0, []
    for a, b in pairwise(line):
        walked += gap(a, b)
        if min(i, j) + 0.5 < walked < max(i, j) - 0.5:
            inner.append(b)
    return [*(inner if i <= j else inner[::-1]), q]
