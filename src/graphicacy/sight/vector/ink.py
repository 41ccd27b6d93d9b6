"""What of the drawn things can be seen: the colour under a place, and what is covered later."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.svg.cascade import RGB
from graphicacy.sight.vector.geometry import along, inside, length
from graphicacy.sight.vector.marks import Mark
from graphicacy.sight.vector.texts import TextLine
from graphicacy.sight.vector.walk import Page

__all__ = ["Canvas"]

_SAME = 4  # channels that differ by no more look the same
_WHITE: RGB = (255, 255, 255)


class Canvas:
    """The marks of a page that show, with look-ups by place and drawing order."""

    def __init__(self, page: Page) -> None:
        self.width, self.height = page.width, page.height
        self.whole = Box(0.0, 0.0, page.width, page.height)
        self._filled = [m for m in page.marks if m.paint.fill is not None and m.tag != "line"]
        self._boxes = np.array([m.box for m in self._filled], dtype=float).reshape(-1, 4)
        self._orders = np.array([m.order for m in self._filled], dtype=int)
        self._opaque = np.array([m.opaque for m in self._filled], dtype=bool)
        self.marks = [m for m in page.marks if self._shows(m)]

    def ground(self, p: Point, order: int) -> RGB:
        """The colour under a point when the thing of this order is drawn."""
        b = self._boxes
        if not len(b):
            return _WHITE
        hits = (self._orders < order) & (b[:, 0] <= p[0]) & (b[:, 2] >= p[0]) & (b[:, 1] <= p[1]) & (b[:, 3] >= p[1])
        layers: list[tuple[RGB, float]] = []
        for i in np.flatnonzero(hits)[::-1]:
            mark = self._filled[i]
            if mark.paint.fill is not None and any(len(s.points) > 2 and inside(p, s.points) for s in mark.subs):
                layers.append((mark.paint.fill, mark.paint.fill_alpha))
                if mark.opaque:
                    break
        seen = _WHITE
        for over, alpha in reversed(layers):
            seen = _over(over, alpha, seen)
        return seen

    def covered(self, points: Sequence[Point], order: int, margin: float = 0.0) -> bool:
        """Whether one opaque thing drawn later hides all these points, lying ``margin`` pixels or more inside it."""
        if not len(self._boxes):
            return False
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        b = self._boxes
        over = (self._orders > order) & self._opaque
        over &= (b[:, 0] <= min(xs) - margin) & (b[:, 2] >= max(xs) + margin)
        over &= (b[:, 1] <= min(ys) - margin) & (b[:, 3] >= max(ys) + margin)
        for i in np.flatnonzero(over):
            subs = self._filled[i].subs
            if all(any(len(s.points) > 2 and inside(p, s.points) for s in subs) for p in points):
                return True
        return False

    def drop_letters(self, boxes: Sequence[Box]) -> None:
        """Leave out the fills within boxes of text that was read in them: letters drawn as paths."""
        pads = [box.pad(0.3 * box.height) for box in boxes]
        self.marks = [m for m in self.marks if m.paint.fill is None or not any(b.contains(m.box) for b in pads)]

    def reads(self, line: TextLine) -> bool:
        """Whether a line of text lies on the canvas, differs from its ground and is not covered."""
        if line.ink is None or not self._on_canvas(line.box):
            return False
        center = line.box.center
        if _same(line.ink, self.ground(center, line.order)):
            return False
        return not self.covered(_pull(line.item.polygon, center), line.order)

    def _shows(self, mark: Mark) -> bool:
        if not self._on_canvas(mark.box.pad(mark.paint.width / 2)):
            return False
        center = mark.box.center
        corners = _pull(
            (
                (mark.box.x0, mark.box.y0),
                (mark.box.x1, mark.box.y0),
                (mark.box.x1, mark.box.y1),
                (mark.box.x0, mark.box.y1),
            ),
            center,
        )
        edge = mark.paint.width / 2 if mark.paint.stroke is not None else 0.0
        if self.covered([p for s in mark.subs for p in s.points[:: max(1, len(s.points) // 8)]], mark.order, edge):
            return False
        fill, stroke = mark.paint.fill, mark.paint.stroke
        if mark.effect or mark.start or mark.end or (fill is None and stroke is None):
            return True
        if stroke is not None:
            line = mark.subs[0].points if not mark.subs[0].closed else [*mark.subs[0].points, mark.subs[0].points[0]]
            whole = length(line)
            places = [along(line, share * whole) for share in (0.2, 0.4, 0.6, 0.8)]
            strength = min(1.0, mark.paint.width) * mark.paint.stroke_alpha  # a hairline is fainter, as it is thinner
            grounds = [self.ground(p, mark.order) for p in places]
            if any(not _same(_over(stroke, strength, ground), ground) for ground in grounds):
                return True
        if fill is None:
            return False
        if mark.paint.fill_alpha < 0.97 and _faint(fill, mark.paint.fill_alpha, self.ground(center, mark.order)):
            return False
        return not all(_same(fill, self.ground(p, mark.order)) for p in (center, *corners))

    def _on_canvas(self, box: Box) -> bool:
        w = min(box.x1, self.width) - max(box.x0, 0.0)
        h = min(box.y1, self.height) - max(box.y0, 0.0)
        return w >= 0 and h >= 0


def _pull(points: Sequence[Point], center: Point) -> list[Point]:
    """Points moved a tenth of the way to the centre."""
    return [(x + 0.1 * (center[0] - x), y + 0.1 * (center[1] - y)) for x, y in points]


def _over(over: RGB, alpha: float, under: RGB) -> RGB:
    return _mix(over[0], under[0], alpha), _mix(over[1], under[1], alpha), _mix(over[2], under[2], alpha)


def _mix(over: int, under: int, alpha: float) -> int:
    return round(over * alpha + under * (1 - alpha))


def _same(a: RGB, b: RGB) -> bool:
    return all(abs(x - y) <= _SAME for x, y in zip(a, b, strict=True))


def _faint(fill: RGB, alpha: float, ground: RGB) -> bool:
    return all(abs(_mix(f, g, alpha) - g) <= 2 for f, g in zip(fill, ground, strict=True))
