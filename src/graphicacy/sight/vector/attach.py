"""Which shape, text or line each end of a connector belongs to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.vector.geometry import distance, gap, inside, ray_hit, to_box
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Stroke
from graphicacy.sight.vector.texts import TextLine, in_one

__all__ = ["Block", "Contact", "Places", "blocks_of"]


@dataclass(slots=True, eq=False)
class Block:
    """Lines of text that belong together and lie in no node: a free label."""

    lines: list[TextLine]
    box: Box
    host: Outline | None  # the innermost shape around it
    role: str = ""
    id: str = ""

    @property
    def text(self) -> str:
        """The words, lines joined by a space."""
        return in_one([line.text for line in self.lines])

    @property
    def font(self) -> float:
        """Size of its greatest line in pixels."""
        return max(line.font for line in self.lines)

    @property
    def order(self) -> int:
        """Its place in the drawing order."""
        return self.lines[0].order


@dataclass(frozen=True, slots=True)
class Contact:
    """What an end touches, at what cost in pixels (0: it lies on the border)."""

    thing: Outline | Block
    cost: float


class Places:
    """Look-up of the shapes and free texts at a point. ``unit`` is the figure's text size in pixels."""

    def __init__(self, outlines: list[Outline], blocks: list[Block], unit: float) -> None:
        self.outlines, self.blocks, self.unit = outlines, blocks, unit
        self.reach = max(6.0, 1.8 * unit)
        self.far = max(8.0, 2.6 * unit)  # for text, around which layout engines leave more room
        self._boxes = np.array([o.box for o in outlines], dtype=float).reshape(-1, 4)
        self._texts = np.array([b.box for b in blocks], dtype=float).reshape(-1, 4)

    def end(self, stroke: Stroke, at_end: bool) -> Contact | None:
        """The thing at one end of a stroke, None where it ends on nothing.

        An end belongs to the shape whose border it touches; else to the innermost shape it lies in, if that holds
        no others; else to the one its line points at within 1.8 text heights, or that is nearer than 0.7. Free
        text counts as a shape when the line points at it, from up to 2.6 text heights where nothing else is near.
        """
        tip, d = stroke.ending(at_end).tip, stroke.outward(at_end)
        raw = stroke.points[-1 if at_end else 0]
        found = [c for c in (self._outline(o, tip, raw, d) for o in self._around(self._boxes, tip)) if c]
        if not found or min(c.cost for c in found) > 3:
            found += [c for c in (self._block(b, tip, d) for b in self._near_blocks(tip)) if c]
        if not found:
            return self._ahead(tip, d)
        return min(found, key=lambda c: (round(c.cost, 1), c.thing.box.area))

    def _ahead(self, tip: Point, d: Point) -> Contact | None:
        """The shape that a line points at from up to 2.6 text heights, where no other is nearly as near."""
        near = [o for o in self._around(self._boxes, tip, self.far) if not (o.container and inside(tip, o.polygon))]
        gaps = sorted((distance(tip, o.polygon, closed=True), o.order, o) for o in near)
        if not gaps or (len(gaps) > 1 and gaps[1][0] < 1.6 * gaps[0][0]):
            return None
        hit = ray_hit(tip, d, gaps[0][2].polygon)
        return Contact(gaps[0][2], gaps[0][0] + 15.0) if hit is not None and hit <= self.far else None

    def holds(self, p: Point) -> bool:
        """Whether a point lies in or at the border of a shape that holds no others."""
        for o in self._around(self._boxes, p, 2.0):
            if o.container or not (o.lines or o.label):
                if distance(p, o.polygon, closed=True) <= 1.5:
                    return True
            elif inside(p, o.polygon) or distance(p, o.polygon, closed=True) <= 2.0:
                return True
        return any(to_box(p, b.box) <= 0.5 * b.font for b in self._near_blocks(p))

    def meets(self, p: Point, a: Point, b: Point) -> bool:
        """Whether lines that reach ``p`` along ``a`` and ``b`` end at one shape or text, rather than join."""
        if self.holds(p):
            return True
        for block in self._near_blocks(p):
            x0, y0, x1, y1 = block.box.pad(0.25 * block.font)
            border = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
            hits = [ray_hit(p, d, border) for d in (a, b)]
            if all(h is not None and h <= self.far for h in hits):
                return True
        return False

    def container(self, p: Point) -> Outline | None:
        """The innermost container around a point."""
        around = [o for o in self._around(self._boxes, p, 0.0) if o.container and inside(p, o.polygon)]
        return min(around, key=lambda o: o.area, default=None)

    def innermost(self, p: Point) -> Outline | None:
        """The smallest shape around a point."""
        around = [o for o in self._around(self._boxes, p, 0.0) if inside(p, o.polygon)]
        return min(around, key=lambda o: o.area, default=None)

    def _around(self, boxes: NDArray[np.float64], p: Point, reach: float | None = None) -> list[Outline]:
        r = self.reach if reach is None else reach
        hits = (
            (boxes[:, 0] - r <= p[0])
            & (boxes[:, 2] + r >= p[0])
            & (boxes[:, 1] - r <= p[1])
            & (boxes[:, 3] + r >= p[1])
        )
        return [self.outlines[int(i)] for i in np.flatnonzero(hits)]

    def _near_blocks(self, p: Point) -> list[Block]:
        b, r = self._texts, self.far
        hits = (b[:, 0] - r <= p[0]) & (b[:, 2] + r >= p[0]) & (b[:, 1] - r <= p[1]) & (b[:, 3] + r >= p[1])
        return [self.blocks[int(i)] for i in np.flatnonzero(hits)]

    def _outline(self, o: Outline, tip: Point, raw: Point, d: Point) -> Contact | None:
        far = distance(tip, o.polygon, closed=True)
        if inside(tip, o.polygon):
            if not o.container:
                return Contact(o, min(far, 6.0))
            if far <= 0.5 * self.unit:
                return Contact(o, far + 1.0)
            ahead = ray_hit(tip, d, o.polygon)
            return Contact(o, ahead + 5.0) if ahead is not None and ahead <= 0.9 * self.unit else None
        start = (tip[0] - 2 * d[0], tip[1] - 2 * d[1])
        ahead = ray_hit(start, d, o.polygon)
        if ahead is not None and ahead - 2 <= self.reach:
            return Contact(o, max(far, 0.0))
        if inside(raw, o.polygon):  # the head goes on through a thin shape
            return Contact(o, 1.0)
        near = max(4.0, 0.7 * self.unit)
        return (
            Contact(o, far + 5.0) if far <= near and o.size > 0.5 * self.unit else Contact(o, far) if far <= 2 else None
        )

    def _block(self, b: Block, tip: Point, d: Point) -> Contact | None:
        box = b.box.pad(0.25 * b.font)
        far = to_box(tip, box)
        if far == 0.0:
            return Contact(b, 3.0)
        x0, y0, x1, y1 = box
        ahead = ray_hit(tip, d, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        if ahead is not None and ahead <= self.reach:
            return Contact(b, far + 3.0)
        if ahead is not None and ahead <= self.far:
            return Contact(b, far + 12.0)
        return Contact(b, far + 9.0) if far <= 0.35 * b.font else None


def blocks_of(lines: list[TextLine], hosts: dict[int, Outline]) -> list[Block]:
    """Free lines as blocks: lines of one ``<text>``, and lines set tight under each other with one alignment."""
    blocks: list[list[TextLine]] = []
    for line in sorted(lines, key=lambda k: (k.box.y0, k.box.x0)):
        home = next((b for b in reversed(blocks[-60:]) if _continues(b, line, hosts)), None)
        if home is None:
            blocks.append([line])
        else:
            home.append(line)
    result = []
    for block in blocks:
        box = block[0].box
        for line in block[1:]:
            box = box.union(line.box)
        result.append(Block(block, box, hosts.get(id(block[0]))))
    return sorted(result, key=lambda b: b.order)


def _continues(block: list[TextLine], line: TextLine, hosts: dict[int, Outline]) -> bool:
    last = block[-1]
    if abs(last.item.angle - line.item.angle) > 1 or hosts.get(id(last)) is not hosts.get(id(line)):
        return False
    font = max(last.font, line.font)
    if abs(line.item.angle) > 1:
        return last.block == line.block and gap(last.box.center, line.box.center) < 2 * font
    drop = line.base[1] - last.base[1]
    over = min(last.box.x1, line.box.x1) - max(last.box.x0, line.box.x0)
    aligned = min(
        abs(last.box.center[0] - line.box.center[0]), abs(last.box.x0 - line.box.x0), abs(last.box.x1 - line.box.x1)
    )
    if over <= 0 or aligned > 0.5 * font or drop <= 0.3 * font:
        return False
    if last.block == line.block:
        return drop <= 2.2 * font
    return (
        drop <= 1.42 * font and max(last.font, line.font) <= 1.35 * min(last.font, line.font) and last.ink == line.ink
    )
