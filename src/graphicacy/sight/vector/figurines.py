"""Stick figures: a round head with a body, arms and legs of plain lines, drawn for a person or an actor."""

from __future__ import annotations

from graphicacy.diagram.model import Head, Shape
from graphicacy.sight.vector.geometry import area, bounds, distance, hull
from graphicacy.sight.vector.grid import Grid
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Stroke

__all__ = ["gather_figurines"]

_LIMBS = range(3, 9)  # body, arms in one or two, legs in one or two; hands and feet
_TOUCH = 2.0  # pixels


def gather_figurines(strokes: list[Stroke], outlines: list[Outline], unit: float) -> list[Stroke]:
    """Make each stick figure one shape, that of its head; the strokes that are no limbs."""
    limbs = [s for s in strokes if s.length <= 6 * unit and s.start.head is s.end.head is Head.NONE]
    ends = Grid(6.0)
    for i, s in enumerate(limbs):
        for p in (s.points[0], s.points[-1]):
            ends.add(p, i)
    gone: set[int] = set()
    for o in outlines:
        if o.shape not in (Shape.CIRCLE, Shape.ELLIPSE) or not 0.4 * unit <= o.size <= 3 * unit:
            continue
        necks = [limbs[i] for i in sorted({i for _, i in ends.near((o.box.center[0], o.box.y1), 3.0)})]
        body = _body(o, necks, limbs)
        if len(body) in _LIMBS and _upright(o, body) and not _connects(o, body, outlines):
            gone |= {id(s) for s in body}
            o.polygon = hull([*o.polygon, *(p for s in body for p in s.points)])
            o.box, o.area, o.shape = bounds(o.polygon), area(o.polygon), Shape.POLYGON
    return [s for s in strokes if id(s) not in gone]


def _body(head: Outline, necks: list[Stroke], limbs: list[Stroke]) -> list[Stroke]:
    """The one line that hangs from a head, and all lines that are joined to it."""
    if len(necks) != 1:
        return []
    found, rest = [necks[0]], [s for s in limbs if s is not necks[0] and _close(s, head)]
    for s in found:  # grows
        joined = [t for t in rest if _touch(s, t)]
        found += joined
        rest = [t for t in rest if t not in joined]
        if len(found) >= _LIMBS.stop:
            return []
    return found


def _close(s: Stroke, head: Outline) -> bool:
    """Whether a stroke is no further from a head than the parts of one body are."""
    reach = 4.5 * max(head.box.width, head.box.height)
    return head.box.pad(reach).contains(bounds(s.points))


def _touch(a: Stroke, b: Stroke) -> bool:
    """Whether an end of one stroke lies on the other."""
    ends = ((p, b) for p in (a.points[0], a.points[-1]))
    back = ((p, a) for p in (b.points[0], b.points[-1]))
    return any(distance(p, s.points) <= _TOUCH for p, s in (*ends, *back))


def _connects(head: Outline, body: list[Stroke], outlines: list[Outline]) -> bool:
    """Whether the lines lead from or to another shape: then they are a connector, and the circle is its head."""
    ends = [p for s in body for p in (s.points[0], s.points[-1])] + [(head.box.center[0], head.box.y0)]
    others = (o for o in outlines if o is not head)
    return any(distance(p, o.polygon, closed=True) <= 2 * _TOUCH for o in others for p in ends)


def _upright(head: Outline, body: list[Stroke]) -> bool:
    """Whether what hangs from a head is about symmetric, below it, and no wider than high."""
    box = bounds([p for s in body for p in s.points])
    even = abs(box.center[0] - head.box.center[0]) <= 0.15 * box.width + _TOUCH
    return even and box.y0 >= head.box.center[1] and box.width <= 1.3 * box.height and box.height > 1.2 * head.size
