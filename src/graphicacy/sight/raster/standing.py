"""Words that stand alone as nodes: those at which a connector ends that touches no shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.labels import Piece, joined
from graphicacy.sight.raster.parts import Outline, Stroke

__all__ = ["with_words"]

Placing = Callable[[Point], int | None]  # the index of the words near a point
_REACH = 1.6  # heights of print between the end of a line and the words it points at
_LEADING = 0.9  # heights of print between the lines of one text
_CERTAINTY = 0.6  # that such words are a node, and that the line ends there


def with_words(
    outlines: Sequence[Outline], strokes: Sequence[Stroke], texts: Sequence[TextItem]
) -> tuple[list[Outline], list[Stroke]]:
    """The outlines and those of words at which a stroke ends, and the strokes with these ends known."""
    taken = {i for o in outlines for i in o.texts} | {i for s in strokes for i in s.texts}
    blocks = _blocks(texts, [i for i in range(len(texts)) if i not in taken])
    found = list(outlines)
    places: dict[int, int] = {}

    def place(point: Point) -> int | None:
        block = _nearest(point, blocks, texts)
        if block is None:
            return None
        if block not in places:
            places[block] = len(found)
            found.append(_words(blocks[block], texts))
        return places[block]

    return found, [_ended(stroke, place) for stroke in strokes]


def _ended(stroke: Stroke, place: Placing) -> Stroke:
    if stroke.source is None and (source := place(stroke.points[0])) is not None:
        stroke = replace(stroke, source=source, ends=(_CERTAINTY, stroke.ends[1]))
    if stroke.target is None and (target := place(stroke.points[-1])) is not None:
        stroke = replace(stroke, target=target, ends=(stroke.ends[0], _CERTAINTY))
    return stroke


def _blocks(texts: Sequence[TextItem], free: Sequence[int]) -> list[list[int]]:
    """Lines of print right below each other, as one text each."""
    blocks: list[list[int]] = []
    for i in sorted(free, key=lambda i: (texts[i].box.y0, texts[i].box.x0)):
        box = texts[i].box
        home = next((b for b in blocks if _follows(texts[b[-1]].box, box)), None)
        if home is None:
            blocks.append([i])
        else:
            home.append(i)
    return blocks


def _follows(above: Box, box: Box) -> bool:
    apart = min(above.x1, box.x1) - max(above.x0, box.x0) < 0.5 * min(above.width, box.width)
    return not apart and -0.3 * box.height <= box.y0 - above.y1 <= _LEADING * min(above.height, box.height)


def _nearest(point: Point, blocks: Sequence[Sequence[int]], texts: Sequence[TextItem]) -> int | None:
    best, nearest = None, float("inf")
    for k, block in enumerate(blocks):
        for i in block:
            far = _distance(point, texts[i].box)
            if far <= _REACH * texts[i].box.height and far < nearest:
                best, nearest = k, far
    return best


def _distance(point: Point, box: Box) -> float:
    return max(box.x0 - point[0], point[0] - box.x1, box.y0 - point[1], point[1] - box.y1, 0.0)


def _words(block: Sequence[int], texts: Sequence[TextItem]) -> Outline:
    pieces = [Piece(i, texts[i].text, texts[i].box, texts[i]) for i in block]
    box = Box.around([corner for p in pieces for corner in (p.box[:2], p.box[2:])])
    x0, y0, x1, y1 = box
    return Outline(
        box=box,
        shape=Shape.TEXT,
        contour=((x0, y0), (x1, y0), (x1, y1), (x0, y1)),
        label=joined(pieces),
        texts=tuple(block),
        border_width=0.0,
        certainty=_CERTAINTY * min(p.item.score for p in pieces),
    )
