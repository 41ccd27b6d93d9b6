"""Outlines → shapes: duplicates and decorations merged, what holds what, which text belongs to which shape."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box
from graphicacy.sight.vector.geometry import bounds, distance, inside
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.texts import TextLine

__all__ = ["arrange", "assign_texts", "drop_backgrounds", "merge", "nest", "owner"]


def drop_backgrounds(outlines: list[Outline], width: float, height: float) -> list[Outline]:
    """Without shapes that cover the canvas: 95 % of it or more each way."""
    return [
        o
        for o in outlines
        if not (
            min(o.box.x1, width) - max(o.box.x0, 0) >= 0.95 * width
            and min(o.box.y1, height) - max(o.box.y0, 0) >= 0.95 * height
            and o.shape in (Shape.RECTANGLE, Shape.ROUNDED)
        )
    ]


def arrange(outlines: list[Outline], lines: list[TextLine], unit: float) -> tuple[list[Outline], list[TextLine]]:
    """Merge decorations, nest the shapes and give each text to its innermost shape. Order: as drawn.

    Returns the shapes and the texts without step numbers.
    """
    outlines = merge(outlines, lines)
    nest(outlines)
    assign_texts(outlines, lines)
    outlines = _merge_bands(outlines)
    badges = _badges(outlines, unit)
    outlines = [o for o in outlines if id(o) not in badges]
    for o in outlines:
        o.container = any(m.lines or m.container for m in _below(o))
    numbers = {id(line) for b in badges.values() for line in b.lines}
    return outlines, [line for line in lines if id(line) not in numbers]


def _below(o: Outline) -> list[Outline]:
    found, stack = [], list(o.members)
    while stack:
        m = stack.pop()
        found.append(m)
        stack.extend(m.members)
    return found


# -- merging ---------------------------------------------------------------------------------------------------


def merge(outlines: list[Outline], lines: list[TextLine]) -> list[Outline]:
    """Shadows, double borders and overlays become one shape with the shape they decorate."""
    if not outlines:
        return []
    boxes = np.array([o.box for o in outlines], dtype=float)
    sizes = np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
    centers = np.array([line.box.center for line in lines], dtype=float).reshape(-1, 2)
    group = list(range(len(outlines)))

    def root(i: int) -> int:
        while group[i] != i:
            group[i] = group[group[i]]
            i = group[i]
        return i

    for i in range(len(outlines)):
        slack = max(3.0, min(10.0, 0.25 * float(sizes[i])))
        close = np.flatnonzero((np.abs(boxes - boxes[i]) <= slack).all(axis=1))
        for j in close:
            if j > i and _decorates(outlines[i], outlines[int(j)], centers):
                group[root(int(j))] = root(i)
    return [_united([outlines[k] for k in ks]) for ks in _classes(group, root)]


def _classes(group: list[int], root: Callable[[int], int]) -> list[list[int]]:
    classes: dict[int, list[int]] = {}
    for i in range(len(group)):
        classes.setdefault(root(i), []).append(i)
    return list(classes.values())


def _decorates(a: Outline, b: Outline, centers: NDArray[np.float64]) -> bool:
    """Whether two shapes of nearly equal extent are one thing: same size and shifted, or concentric."""
    dw, dh = abs(a.box.width - b.box.width), abs(a.box.height - b.box.height)
    (ax, ay), (bx, by) = a.box.center, b.box.center
    shift = max(abs(ax - bx), abs(ay - by))
    low = min(a.size, b.size)
    same_size = dw <= 2.5 and dh <= 2.5 and shift <= max(2.0, 0.3 * low)
    concentric = shift <= 1.5 + 0.02 * low and abs(dw - dh) <= 3 + 0.1 * low and low > 0.6 * max(a.size, b.size)
    if a.shape is Shape.CIRCLE and b.shape is Shape.CIRCLE and shift <= 1.0:
        concentric = True
    if not (same_size or concentric):
        return False
    outer, inner = (a, b) if a.area >= b.area else (b, a)
    x, y = centers[:, 0], centers[:, 1]
    o, n = outer.box, inner.box
    in_outer = (x > o.x0) & (x < o.x1) & (y > o.y0) & (y < o.y1)
    in_inner = (x > n.x0) & (x < n.x1) & (y > n.y0) & (y < n.y1)
    return not bool((in_outer & ~in_inner).any())


def _united(parts: list[Outline]) -> Outline:
    """One shape for a stack: outline of the largest that is stroked (shadows seldom are), else the topmost."""
    if len(parts) == 1:
        return parts[0]
    stroked = [p for p in parts if p.stroke is not None]
    best = max(stroked or parts[-1:], key=lambda p: (p.area, p.order))
    top = max((p for p in parts if p.fill is not None), key=lambda p: p.order, default=best)
    best.fill = top.fill
    best.filled = any(p.filled for p in parts)
    best.order = max(p.order for p in parts)
    return best


def _merge_bands(outlines: list[Outline]) -> list[Outline]:
    """Header bands, accent bars and the rims of cylinders become part of the shape whose sides they share."""
    gone: set[int] = set()
    for outer in sorted(outlines, key=lambda o: o.area):
        bands = [m for m in outer.members if _sides_shared(m.box, outer.box) >= 3 and m.area < 0.6 * outer.area]
        labelled = [m for m in bands if m.lines]
        for band in bands:
            if (band.lines and len(labelled) > 1) or band.members:
                continue
            if band.shape in (Shape.ELLIPSE, Shape.CIRCLE) and outer.shape is not Shape.ELLIPSE:
                outer.shape = Shape.CYLINDER
            outer.lines = sorted([*outer.lines, *band.lines], key=lambda line: line.order)
            outer.banded = outer.banded or bool(band.lines)
            outer.members.remove(band)
            gone.add(id(band))
    gone |= _merge_rims(outlines)
    return [o for o in outlines if id(o) not in gone]


def _sides_shared(inner: Box, outer: Box) -> int:
    slack = 2.5
    return sum(abs(a - b) <= slack for a, b in zip(inner, outer, strict=True))


def _merge_rims(outlines: list[Outline]) -> set[int]:
    """Ellipses centred on the top or bottom side of a box as wide as they are: together a cylinder."""
    gone: set[int] = set()
    rims = [o for o in outlines if o.shape in (Shape.ELLIPSE, Shape.CIRCLE) and o.box.height < 0.7 * o.box.width]
    if not rims:
        return gone
    bodies = [
        o
        for o in outlines
        if o not in rims and o.shape in (Shape.RECTANGLE, Shape.ROUNDED, Shape.POLYGON, Shape.CYLINDER)
    ]
    for body in bodies:
        b = body.box
        for rim in rims:
            r = rim.box
            level = min(abs(r.center[1] - b.y0), abs(r.center[1] - b.y1))
            if (
                abs(r.x0 - b.x0) > 3
                or abs(r.x1 - b.x1) > 3
                or level > 3
                or r.height > 0.8 * b.height
                or id(rim) in gone
            ):
                continue
            gone.add(id(rim))
            body.shape = Shape.CYLINDER
            body.lines = sorted([*body.lines, *rim.lines], key=lambda line: line.order)
            body.box = body.box.union(r)
            body.order = max(body.order, rim.order)
            body.stroke = body.stroke or rim.stroke
            if rim.parent and rim in rim.parent.members:
                rim.parent.members.remove(rim)
        if body.shape is Shape.CYLINDER and body.box != bounds(body.polygon):
            x0, y0, x1, y1 = body.box
            body.polygon = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
            body.area = body.box.area
    return gone


def _badges(outlines: list[Outline], unit: float) -> dict[int, Outline]:
    """Little numbered shapes at a corner or on the border of a shape with text of its own: step numbers."""
    gone: dict[int, Outline] = {}
    for badge in outlines:
        text = "".join(line.text for line in badge.lines)
        if not (0 < len(text) <= 2 and text.isalnum()) or max(badge.box.width, badge.box.height) > 2.6 * unit:
            continue
        x, y = badge.box.center
        for o in outlines:
            if o is badge or not o.lines or o.area < 3 * badge.area or id(o) in gone:
                continue
            near = min(abs(x - o.box.x0), abs(x - o.box.x1)), min(abs(y - o.box.y0), abs(y - o.box.y1))
            inner = badge.parent is o and sum(bool(m.lines) for m in o.members) == 1
            crossing = badge.parent is not o and distance((x, y), o.polygon, closed=True) <= 0.3 * badge.size
            if (inner or crossing) and max(near) <= 1.8 * unit:
                gone[id(badge)] = badge
                if badge in o.members:
                    o.members.remove(badge)
                break
    return gone


# -- nesting ---------------------------------------------------------------------------------------------------


def nest(outlines: list[Outline]) -> None:
    """Set ``parent`` and ``members``: the parent is the smallest larger shape that holds nine tenths of a shape."""
    if not outlines:
        return
    boxes = np.array([o.box for o in outlines], dtype=float)
    areas = np.array([o.area for o in outlines])
    for i, o in enumerate(outlines):
        x, y = o.box.center
        around = (boxes[:, 0] <= x) & (boxes[:, 2] >= x) & (boxes[:, 1] <= y) & (boxes[:, 3] >= y)
        around &= areas > 1.01 * areas[i]
        around[i] = False
        for j in sorted(np.flatnonzero(around), key=lambda k: float(areas[k])):
            outer = outlines[int(j)]
            if outer.box.intersection(o.box) >= 0.9 * o.box.area and inside((x, y), outer.polygon):
                o.parent = outer
                outer.members.append(o)
                break


def assign_texts(outlines: list[Outline], lines: list[TextLine]) -> None:
    """Give each line to the smallest shape that holds its middle and most of its height and width.

    A filled shape that was painted after the words lies over them, and has them only where no other shape does.
    """
    if not outlines:
        return
    boxes = np.array([o.box for o in outlines], dtype=float)
    for line in lines:
        x, y = line.box.center
        around = (boxes[:, 0] <= x) & (boxes[:, 2] >= x) & (boxes[:, 1] <= y) & (boxes[:, 3] >= y)
        near = [outlines[int(j)] for j in np.flatnonzero(around)]
        for o in sorted(near, key=lambda o: (o.filled and o.order > line.order, o.area)):
            if o.box.intersection(line.box) >= 0.55 * line.box.area and inside((x, y), o.polygon):
                o.lines.append(line)
                break


def owner(o: Outline) -> Outline:
    """The shape that a part of a picture stands for: the labelled shape around an unlabelled part of it."""
    at = o
    while not at.lines and not at.label and at.parent is not None and not at.parent.container:
        at = at.parent
        if at.lines or at.label:
            return at
    return o
