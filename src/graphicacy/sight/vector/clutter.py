"""Strokes that are no connectors: halos, borders drawn apart, rules across shapes, textures."""

from __future__ import annotations

import numpy as np

from graphicacy.diagram.model import Head, Shape
from graphicacy.diagram.scene import Box
from graphicacy.sight.vector.geometry import along, bounds, distance, inside
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Stroke
from graphicacy.sight.vector.texts import TextLine

__all__ = ["Around", "Texts", "unique", "without_borders", "without_rules", "without_texture"]


class Around:
    """The outlines whose box holds a box, up to a slack in pixels."""

    def __init__(self, outlines: list[Outline]) -> None:
        self._outlines = outlines
        self._boxes = np.array([o.box for o in outlines], dtype=float).reshape(-1, 4)

    def __call__(self, box: Box, slack: float) -> list[Outline]:
        """Those outlines."""
        b = self._boxes
        holds = (b[:, 0] - slack <= box.x0) & (b[:, 1] - slack <= box.y0)
        holds &= (b[:, 2] + slack >= box.x1) & (b[:, 3] + slack >= box.y1)
        return [self._outlines[int(i)] for i in np.flatnonzero(holds)]


class Texts:
    """Where texts stand: tells whether a shape has the middle of one in its box."""

    def __init__(self, lines: list[TextLine]) -> None:
        self._middles = np.array([line.box.center for line in lines], dtype=float).reshape(-1, 2)

    def held_by(self, o: Outline) -> bool:
        """Whether the middle of a text lies in a shape's box."""
        x, y = self._middles[:, 0], self._middles[:, 1]
        return bool(((x >= o.box.x0) & (x <= o.box.x1) & (y >= o.box.y0) & (y <= o.box.y1)).any())


def unique(strokes: list[Stroke]) -> list[Stroke]:
    """Without halos: of two lines along the same points the one with heads, else the later."""
    kept: dict[tuple[int, ...], Stroke] = {}
    for s in strokes:
        key = _key(s)
        other = kept.get(key) or kept.get(_key(s, back=True))
        if other is None:
            kept[key] = s
        elif other.start.head is other.end.head is Head.NONE:
            del kept[_key(other)]
            kept[key] = s
    return list(kept.values())


def without_borders(strokes: list[Stroke], outlines: list[Outline], unit: float) -> list[Stroke]:
    """Without strokes that trace the border of a filled shape: borders drawn apart from their fill.

    A single short straight one may be the bar of an inhibition, and stays.
    """
    parts: dict[int, int] = {}
    for s in strokes:
        parts[s.mark] = parts.get(s.mark, 0) + 1
    filled = Around([o for o in outlines if o.filled])
    return [s for s in strokes if not _traces(s, filled, parts[s.mark] > 1 or not s.straight or s.length > 3 * unit)]


def without_rules(strokes: list[Stroke], outlines: list[Outline], texts: Texts) -> list[Stroke]:
    """Without plain lines across a shape with text, from border to border: rules, rims of cylinders, folds.

    Nor with the slash through a circle without text: an empty set.
    """
    holders = Around([o for o in outlines if texts.held_by(o)])
    round_ones = [o for o in outlines if o.shape is Shape.CIRCLE and not texts.held_by(o)]
    middles = _Middles(round_ones)
    return [
        s
        for s in strokes
        if not any(_spans(s, o) for o in holders(bounds(s.points), 1.5)) and not any(_slashes(s, o) for o in middles(s))
    ]


class _Middles:
    """The outlines whose middle is about that of a stroke."""

    def __init__(self, outlines: list[Outline]) -> None:
        self._outlines = outlines
        self._middles = np.array([o.box.center for o in outlines], dtype=float).reshape(-1, 2)

    def __call__(self, s: Stroke) -> list[Outline]:
        near = np.abs(self._middles - np.array(bounds(s.points).center)).max(axis=1) <= 3.0
        return [self._outlines[int(i)] for i in np.flatnonzero(near)]


def _slashes(s: Stroke, o: Outline) -> bool:
    """Whether a plain straight line runs through a circle's middle and no more than half its size beyond."""
    plain = s.straight and s.start.head is s.end.head is Head.NONE
    return plain and 0.8 * o.size <= s.length <= 2.0 * o.size


def without_texture(strokes: list[Stroke], unit: float) -> list[Stroke]:
    """Without eight or more alike short strokes close to one another: the lipids of a membrane, hatching, a ruler."""
    alike: dict[tuple[object, ...], list[Stroke]] = {}
    for s in strokes:
        if s.length <= 4 * unit and s.start.head is s.end.head is Head.NONE:
            (ax, ay), (bx, by) = s.points[0], s.points[-1]
            key = (s.color, len(s.points), round(s.width, 1), round((bx - ax) / 2), round((by - ay) / 2))
            alike.setdefault(key, []).append(s)
    gone: set[int] = set()
    for group in alike.values():
        starts = np.array([s.points[0] for s in group], dtype=float)
        if 8 <= len(group) <= 1000:
            apart = np.abs(starts[:, None] - starts[None]).max(axis=2) + np.where(np.eye(len(group)), np.inf, 0.0)
            close = [s for s, near in zip(group, apart.min(axis=1), strict=True) if near <= 1.5 * unit]
            gone |= {id(s) for s in close} if len(close) >= 8 else set()
    return [s for s in strokes if id(s) not in gone]


def _spans(s: Stroke, o: Outline) -> bool:
    if s.start.head is not Head.NONE or s.end.head is not Head.NONE:
        return False
    if any(distance(p, o.polygon, closed=True) > 1.5 for p in (s.points[0], s.points[-1])):
        return False
    middle = along(s.points, s.length / 2)  # a bar along the border, though, is a head
    return inside(middle, o.polygon) and distance(middle, o.polygon, closed=True) > 1.5


def _traces(s: Stroke, filled: Around, may: bool) -> bool:
    if not may or s.start.head is not Head.NONE or s.end.head is not Head.NONE or s.start.glyph or s.end.glyph:
        return False
    step = max(1, len(s.points) // 8)
    return any(
        all(distance(p, o.polygon, closed=True) <= 2 for p in s.points[::step]) for o in filled(bounds(s.points), 2.0)
    )


def _key(s: Stroke, back: bool = False) -> tuple[int, ...]:
    points = s.points[::-1] if back else s.points
    chosen = (points[0], points[len(points) // 2] if len(points) > 2 else points[0], points[-1])
    return (len(points), *(round(v * 2) for p in chosen for v in p))
