"""The natural size of an SVG in CSS pixels, and the content's extent where the file gives no size."""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from graphicacy.diagram.affine import numbers
from graphicacy.diagram.drawing import BadDrawing

__all__ = ["MAX_SIDE", "set_size", "size_of"]

MAX_SIDE = 100_000  # CSS pixels: what is larger than a picture is reduced to one
_MOST_OBLONG = 4_096  # sides of a picture in which the shorter one is a pixel
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(px|pt|pc|mm|cm|in|em|rem|ex|q|%)?\s*$", re.I)
_PIXELS = {
    "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "em": 16.0, "rem": 16.0,
    "ex": 8.0, "q": 96 / 101.6,
}  # fmt: skip


def set_size(root: etree._Element, warnings: Counter[str]) -> None:
    """Write ``width`` and ``height`` in pixels on the root, from its own, the view box or the content.

    CSS Images 3, section 4.3: a missing side follows from the other and the view box. Raises ``BadDrawing``
    for an empty or huge size.
    """
    box = _view_box(root, warnings)
    width, height = _pixels(root.get("width")), _pixels(root.get("height"))
    if box is not None:
        if width is None and height is None:
            width, height = box
        elif width is None and height is not None:
            width = height * box[0] / box[1]
        elif height is None and width is not None:
            height = width * box[1] / box[0]
    elif width is None or height is None:
        extent = _extent(root)
        if extent is None:
            raise BadDrawing("the SVG has no size (width and height, or viewBox) and draws nothing")
        width, height = width or extent[0], height or extent[1]
        warnings["the SVG gives no size: it was taken from its content; add a viewBox"] += 1
    if width is None or height is None:  # pragma: no cover - every branch above sets both
        raise BadDrawing("the SVG has no size")
    _check(width, height)
    root.set("width", f"{width:.6g}")
    root.set("height", f"{height:.6g}")


def size_of(svg: str) -> tuple[float, float]:
    """Width and height in pixels of a sanitised SVG."""
    width = re.search(r'\swidth="([^"]+)"', svg)
    height = re.search(r'\sheight="([^"]+)"', svg)
    if width is None or height is None:
        raise ValueError("not a sanitised SVG: its root has no width and height")
    return float(width.group(1)), float(height.group(1))


def _check(width: float, height: float) -> None:
    if width < 1 or height < 1:
        raise BadDrawing(f"the SVG is {width:g} × {height:g} pixels: there is nothing to see; set width and height")
    if max(width, height) > MAX_SIDE:
        raise BadDrawing(f"the SVG is {width:,.0f} × {height:,.0f} pixels: the limit is {MAX_SIDE:,} a side; draw less")
    if max(width, height) > _MOST_OBLONG * min(width, height):
        raise BadDrawing(f"the SVG is {width:,.0f} × {height:,.0f} pixels: it is too narrow to be seen whole")


def _pixels(value: str | None) -> float | None:
    """A CSS length in pixels; None for a percentage, ``auto`` or nonsense."""
    match = _LENGTH.match(value or "")
    if match is None or match.group(2) == "%":
        return None
    return float(match.group(1)) * _PIXELS[(match.group(2) or "px").lower()]


def _view_box(root: etree._Element, warnings: Counter[str]) -> tuple[float, float] | None:
    """Width and height of the view box; an invalid one is removed."""
    value = root.get("viewBox")
    if value is None:
        return None
    box = numbers(value)
    if len(box) == 4 and box[2] > 0 and box[3] > 0:
        return box[2], box[3]
    del root.attrib["viewBox"]
    warnings[f"the view box {value[:40]!r} is not four numbers with a size and was ignored"] += 1
    return None


def _extent(root: etree._Element) -> tuple[float, float] | None:
    """Right and bottom edge of the content in pixels, with a margin; None for an empty drawing."""
    from svgelements import Matrix

    right = bottom = 0.0
    for element in root.iter():
        corners = list(_corners(element))
        if not corners:
            continue
        matrix = Matrix()
        for owner in (element, *element.iterancestors()):
            if owner.get("transform"):
                matrix *= Matrix(owner.get("transform"))
        for corner in corners:
            point = matrix.point_in_matrix_space(corner)
            right, bottom = max(right, point.x), max(bottom, point.y)
    if right <= 0 or bottom <= 0:
        return None
    return min(right + 10, MAX_SIDE), min(bottom + 10, MAX_SIDE)


def _corners(element: etree._Element) -> list[tuple[float, float]]:
    """Points between which an element is drawn, in its own coordinates."""
    tag = etree.QName(element).localname

    def get(name: str) -> float:
        return _pixels(element.get(name)) or 0.0

    if tag in ("rect", "image"):
        return [(get("x"), get("y")), (get("x") + get("width"), get("y") + get("height"))]
    if tag in ("circle", "ellipse"):
        rx, ry = (get("r"), get("r")) if tag == "circle" else (get("rx"), get("ry"))
        return [(get("cx") - rx, get("cy") - ry), (get("cx") + rx, get("cy") + ry)]
    if tag == "line":
        return [(get("x1"), get("y1")), (get("x2"), get("y2"))]
    if tag in ("polyline", "polygon"):
        points = numbers(element.get("points"))
        return list(zip(points[::2], points[1::2], strict=False))
    if tag == "path":
        return _path_corners(element.get("d", ""))
    if tag in ("text", "tspan") and (element.get("x") or tag == "text"):
        size = _pixels(element.get("font-size")) or 16.0
        reach = 0.6 * size * len("".join(element.itertext()).strip())
        reach *= {"middle": 0.5, "end": 0.0}.get(element.get("text-anchor", ""), 1.0)
        return [(get("x") + reach, get("y") + 0.3 * size)]
    return []


def _path_corners(d: str) -> list[tuple[float, float]]:
    from svgelements import Path

    try:
        box = Path(d).bbox()
    except (ValueError, IndexError, TypeError, AttributeError, ZeroDivisionError):
        return []
    return [(box[0], box[1]), (box[2], box[3])] if box else []
