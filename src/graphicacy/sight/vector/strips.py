"""Strips of pictures with captions under them and arrows between them."""

from __future__ import annotations

from graphicacy.diagram.model import Head
from graphicacy.sight.vector.attach import Block
from graphicacy.sight.vector.connectors import Connector, Thing
from graphicacy.sight.vector.outlines import Outline

__all__ = ["join_strips"]

_FAR = 10.0  # text heights from the arrows to their captions


def join_strips(connectors: list[Connector], blocks: list[Block], unit: float) -> None:
    """Give level arrows of one look in a row the captions in a row that stand before, between and after them.

    Only where captions and arrows take turns without exception, so that each arrow has one caption on either side,
    and only ends on nothing, or on a part of a picture, which has no name.
    """
    looks: dict[object, list[Connector]] = {}
    for c in connectors:
        if _is_level(c, unit):
            looks.setdefault((c.stroke.color, c.stroke.style), []).append(c)
    for arrows in looks.values():
        if sum(_is_nothing(c.start) or _is_nothing(c.end) for c in arrows) >= 2:
            _join_strip(arrows, blocks, unit)


def _join_strip(arrows: list[Connector], blocks: list[Block], unit: float) -> None:
    y = sorted(c.points[0][1] for c in arrows)[len(arrows) // 2]
    row = sorted((c for c in arrows if abs(c.points[0][1] - y) <= unit), key=_middle)
    for captions in _rows(blocks, unit):
        if len(captions) != len(row) + 1 or not 0 < captions[0].box.center[1] - y <= _FAR * unit:
            continue
        turns = zip(row, captions, captions[1:], strict=False)
        if all(a.box.center[0] < _middle(c) < b.box.center[0] for c, a, b in turns):
            for c, before, after in zip(row, captions, captions[1:], strict=False):
                _fill(c, before, after)
            return


def _is_level(c: Connector, unit: float) -> bool:
    (ax, ay), (bx, by) = c.points[0], c.points[-1]
    headed = c.start_head is not Head.NONE or c.end_head is not Head.NONE
    return headed and len(c.points) == 2 and abs(ay - by) <= 0.1 * abs(ax - bx) and abs(ax - bx) >= unit


def _middle(c: Connector) -> float:
    return (c.points[0][0] + c.points[-1][0]) / 2


def _rows(blocks: list[Block], unit: float) -> list[list[Block]]:
    """Texts whose middles are level, each row from the left; the topmost row first."""
    rows: list[list[Block]] = []
    for b in sorted(blocks, key=lambda k: k.box.center[1]):
        if rows and abs(rows[-1][0].box.center[1] - b.box.center[1]) <= 0.6 * unit:
            rows[-1].append(b)
        else:
            rows.append([b])
    return [sorted(row, key=lambda b: b.box.center[0]) for row in rows]


def _fill(c: Connector, before: Block, after: Block) -> None:
    left, right = (before, after) if c.points[0][0] < c.points[-1][0] else (after, before)
    c.start = left if _is_nothing(c.start) else c.start
    c.end = right if _is_nothing(c.end) else c.end


def _is_nothing(thing: Thing) -> bool:
    return not isinstance(thing, Block) and not (isinstance(thing, Outline) and (thing.label or thing.container))
