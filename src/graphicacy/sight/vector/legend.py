"""Legends: samples of lines and swatches beside their meaning. They say how to read a diagram and are no part of it."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.scene import Box
from graphicacy.sight.vector.attach import Places
from graphicacy.sight.vector.geometry import bounds
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Stroke
from graphicacy.sight.vector.texts import TextLine

__all__ = ["legend_boxes"]

_TITLE = re.compile(
    r"\W*(legends?|keys?|symbols?|notation|symbol key|arrow (types|key|legend)|line (types|key)|key to .{1,20})\W*",
    re.I,
)


def legend_boxes(
    strokes: list[Stroke], outlines: list[Outline], lines: list[TextLine], places: Places, canvas: Box
) -> list[Box]:
    """Boxes of the legends of a figure: titled ones, and columns of line samples with text to their right."""
    found = []
    for line in lines:
        if _TITLE.fullmatch(line.text):
            found.append(_titled(line, strokes, outlines, lines, places.unit, canvas))
    boxes = np.array([line.box for line in lines], dtype=float).reshape(-1, 4)
    for s in sorted(strokes, key=lambda s: min(s.points[0][0], s.points[-1][0])):
        if s.length <= 8 * places.unit and not _in_any(s, found):
            row = _row(s, boxes, lines, places.unit)
            if row is not None and _is_sample(s, places, found):
                found.append(row)
    return found


def _in_any(stroke: Stroke, boxes: list[Box]) -> bool:
    extent = bounds(stroke.points)
    return any(b.contains(extent, 2.0) for b in boxes)


def _titled(
    title: TextLine, strokes: list[Stroke], outlines: list[Outline], lines: list[TextLine], unit: float, canvas: Box
) -> Box:
    """The frame around a legend's title, or what stands in rows under (or beside) it where there is no frame."""
    frames = [
        o for o in outlines if o.box.contains(title.box, 2.0) and o.area < 0.4 * canvas.area and _is_frame(o, title)
    ]
    if frames:
        return min(frames, key=lambda o: o.area).box.pad(1.0)
    region = title.box
    parts = [bounds(s.points) for s in strokes if s.length <= 8 * unit]
    parts += [o.box for o in outlines if max(o.box.width, o.box.height) <= 4 * unit and not o.lines]
    parts += [line.box for line in lines if line is not title]
    parts = [p for p in parts if p.y0 >= title.box.y0 - 0.8 * unit]
    changed = True
    while changed:
        changed = False
        for p in list(parts):
            if region.pad(1.6 * unit).intersection(p.pad(0.5)) > 0:
                region = region.union(p)
                parts.remove(p)
                changed = True
    return region.pad(1.0)


def _is_frame(o: Outline, title: TextLine) -> bool:
    return o.box.area > 3 * title.box.area


def _is_sample(s: Stroke, places: Places, found: list[Box]) -> bool:
    """A short level line whose text follows to its right, and that starts and ends on nothing else.

    To its left may stand the text of the sample before it.
    """
    extent = bounds(s.points)
    if extent.height > 0.25 * extent.width + 1 or s.length < 0.8 * places.unit:
        return False
    for at_end in (True, False):
        contact = places.end(s, at_end)
        if contact is None:
            continue
        left = s.ending(at_end).tip[0] < extent.center[0]
        shape = isinstance(contact.thing, Outline)
        if shape and not (isinstance(contact.thing, Outline) and contact.thing.box.contains(extent, 1.0)):
            return False
        if left and not shape and not any(b.contains(contact.thing.box) for b in found):
            return False
    return True


def _row(s: Stroke, boxes: NDArray[np.float64], lines: list[TextLine], unit: float) -> Box | None:
    """The line sample with the first text that follows to its right at its height."""
    extent = bounds(s.points)
    right = max(extent.x1, s.start.tip[0], s.end.tip[0])
    beside = (boxes[:, 0] >= right) & (boxes[:, 0] <= right + 2.4 * unit)
    for i in np.flatnonzero(beside):
        line = lines[int(i)]
        if abs(line.box.center[1] - extent.center[1]) <= 0.8 * line.font:
            return extent.union(line.box).pad(1.0)
    return None
