"""Marks → strokes: every open line, with the heads that its markers or its own last hooks draw."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from graphicacy.diagram.model import Head, LineStyle
from graphicacy.diagram.scene import Point
from graphicacy.diagram.svg.cascade import RGB
from graphicacy.diagram.svg.paths import Sub
from graphicacy.sight.vector.bands import thin_line
from graphicacy.sight.vector.geometry import (
    back_from_end,
    direction,
    gap,
    length,
    simplify,
    thin_out,
    turn,
)
from graphicacy.sight.vector.heads import Seen, classify_head
from graphicacy.sight.vector.ink import Canvas
from graphicacy.sight.vector.marks import Glyph, Mark, line_style
from graphicacy.sight.vector.outlines import Outline, block_arrow, outline_of

__all__ = ["Ending", "Stroke", "block_stroke", "strokes_of", "take"]


@dataclass(slots=True)
class Ending:
    """One end of a stroke. ``tip`` is where it ends with its head, ``inward`` that its head points back.

    ``hidden`` says that a head is there but covered, ``drawn`` is the shape that makes the head, if one does, and
    ``glyph`` the points of the head.
    """

    head: Head = Head.NONE
    tip: Point = (0.0, 0.0)
    inward: bool = False
    hidden: bool = False
    drawn: Outline | None = None
    glyph: list[Point] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Stroke:
    """An open line as drawn, from ``points[0]`` to ``points[-1]``, with an ending at each.

    ``pen`` is the width of what is drawn in pixels; None for what is no line, as an arrow typed as a character.
    """

    points: list[Point]
    color: RGB | None
    width: float
    style: LineStyle
    order: int
    mark: int
    start: Ending = field(default_factory=Ending)
    end: Ending = field(default_factory=Ending)
    straight: bool = True
    pen: float | None = None
    _measured: tuple[list[Point], float] | None = None

    def __post_init__(self) -> None:
        self.start.tip, self.end.tip = self.points[0], self.points[-1]

    @property
    def length(self) -> float:
        """Length in pixels."""
        if self._measured is None or self._measured[0] is not self.points:
            self._measured = (self.points, length(self.points))
        return self._measured[1]

    def outward(self, at_end: bool) -> Point:
        """Unit vector in which the line leaves at one of its ends, taken over its last few pixels."""
        points = self.points if at_end else self.points[::-1]
        reach = min(5.0, 0.35 * self.length)
        last = points[-2] if gap(points[-2], points[-1]) >= reach else back_from_end(points, reach)
        found = direction(last, points[-1])
        return found if found != (0.0, 0.0) else direction(points[0], points[-1])

    def ending(self, at_end: bool) -> Ending:
        """The ending at the start or the end."""
        return self.end if at_end else self.start

    def reverse(self) -> None:
        """Swap start and end."""
        self.points = self.points[::-1]
        self.start, self.end = self.end, self.start


def strokes_of(mark: Mark, canvas: Canvas, unit: float) -> list[Stroke]:
    """The lines that a mark draws; ``unit`` is the figure's text size in pixels."""
    thin = thin_line(mark)
    if thin:
        color = mark.paint.fill or mark.paint.stroke
        line, width = thin
        found = Stroke(line, color, width, LineStyle.SOLID, mark.order, mark.order, pen=width)
        found.straight = len(line) == 2
        return [found]
    if outline_of(mark) is not None and not any(not s.closed for s in mark.subs):
        return []
    strokes = []
    whole = outline_of(mark) is not None
    for sub in mark.subs:
        if sub.closed or (whole and mark.paint.fill is not None):
            continue
        points = [p for i, p in enumerate(sub.points) if i == 0 or gap(p, sub.points[i - 1]) > 1e-3]
        if len(points) > 160:
            points = thin_out(points, 0.5, 400)
        if len(points) < 2 or (mark.paint.stroke is None and not (mark.start or mark.end)):
            continue
        strokes.append(_stroke(points, sub, mark, unit))
    if strokes:
        _markers(mark, strokes, canvas)
    return strokes


def _stroke(points: list[Point], sub: Sub, mark: Mark, unit: float) -> Stroke:
    color = mark.paint.stroke or mark.paint.fill
    stroke = Stroke(points, color, mark.paint.width, line_style(mark.paint), mark.order, mark.order)
    stroke.pen = mark.paint.width if mark.paint.stroke is not None else None
    stroke.straight = len(points) == 2 or length(points) < 1.02 * gap(points[0], points[-1])
    if not sub.curved and len(points) >= 3:
        for at_end in (True, False):
            _unhook(stroke, at_end, unit)
    return stroke


def _unhook(stroke: Stroke, at_end: bool, unit: float) -> None:
    """Take a head drawn by the same pen off a line's end: ``M a L b L barb`` or ``… L barb L b L barb``."""
    points = stroke.points if at_end else stroke.points[::-1]
    for k in range(1, len(points) - 1):
        rest = points[k:]
        if length(rest) > 5 * unit or length(rest) > 0.8 * length(points[: k + 1]):
            continue
        if max(gap(a, b) for a, b in pairwise(rest)) > 2 * unit:
            continue  # longer than any barb
        ahead = direction(points[k - 1], points[k])
        if turn(ahead, direction(points[k], points[k + 1])) < 105:
            continue
        seen = classify_head([(Sub(rest), False)], points[k], ahead)
        lopsided = seen is None or seen.head is not Head.POINTED
        ending = stroke.ending(at_end)
        ending.head = Head.POINTED if lopsided or seen is None else seen.head
        shaft = points[: k + 1]
        stroke.points = shaft if at_end else shaft[::-1]
        ending.tip = points[k]
        return


def _markers(mark: Mark, strokes: list[Stroke], canvas: Canvas) -> None:
    if mark.start:
        _mark_end(strokes[0], False, mark.start, mark, canvas)
    if mark.end:
        _mark_end(strokes[-1], True, mark.end, mark, canvas)
    middle = [g for g in mark.mid if g.subs]
    if middle and len(strokes) == 1 and strokes[0].start.head is Head.NONE and strokes[0].end.head is Head.NONE:
        _mark_middle(strokes[0], middle[len(middle) // 2])


def _mark_end(stroke: Stroke, at_end: bool, glyph: Glyph, mark: Mark, canvas: Canvas) -> None:
    outward = stroke.outward(at_end)
    if len(stroke.points) >= 2:  # a marker is turned by the very last segment
        tail = stroke.points if at_end else stroke.points[::-1]
        last = direction(tail[-2], tail[-1])
        outward = last if last != (0.0, 0.0) else outward
    seen = classify_head(glyph.subs, glyph.at, outward)
    if seen is None:
        return
    points = [p for s, _ in glyph.subs for p in s.points]
    take(stroke, at_end, seen, points, solid=any(f for _, f in glyph.subs))
    ending = stroke.ending(at_end)
    if canvas.covered(points[:24], mark.order):
        ending.hidden = True
        ending.head = Head.NONE
        ending.inward = False


def take(stroke: Stroke, at_end: bool, seen: Seen, points: list[Point], solid: bool) -> None:
    """Put a head that was seen on one end of a stroke."""
    ending = stroke.ending(at_end)
    ending.glyph = points
    if seen.head is Head.POINTED and not seen.forward and solid and len(simplify(points, 0.5)) <= 4:
        ending.inward = True
        return
    ending.head = seen.head
    if seen.reach > 0:
        ending.tip = seen.tip


def _mark_middle(stroke: Stroke, glyph: Glyph) -> None:
    """An arrow head in the middle of a line says which way the line runs."""
    before = min(range(len(stroke.points)), key=lambda i: gap(stroke.points[i], glyph.at))
    a, b = stroke.points[max(0, before - 1)], stroke.points[min(len(stroke.points) - 1, before + 1)]
    seen = classify_head(glyph.subs, glyph.at, direction(a, b))
    if seen and seen.head is Head.POINTED:
        stroke.ending(seen.forward).head = Head.POINTED


def block_stroke(mark: Mark) -> Stroke | None:
    """A fat arrow as a stroke with its head."""
    if len(mark.subs) != 1 or mark.tag in ("rect", "circle", "ellipse", "line") or not mark.subs[0].closed:
        return None
    arrow = block_arrow(mark.subs[0].points)
    if arrow is None:
        return None
    color = mark.paint.fill or mark.paint.stroke
    stroke = Stroke([arrow.tail, arrow.tip], color, mark.paint.width, LineStyle.THICK, mark.order, mark.order)
    stroke.pen = arrow.width
    stroke.end.head = Head.POINTED
    if arrow.both:
        stroke.start.head = Head.POINTED
    return stroke
