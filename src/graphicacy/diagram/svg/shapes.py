"""Basic shapes of SVG → outlines in user units (SVG 2, chapter 10)."""

from __future__ import annotations

from lxml import etree

from graphicacy.diagram.affine import numbers
from graphicacy.diagram.svg.cascade import pixels
from graphicacy.diagram.svg.paths import Sub, ellipse_points, parse_path, rect_points

__all__ = ["corner_radius", "outlines_of"]


def outlines_of(
    element: etree._Element, tag: str, view: tuple[float, float] = (0.0, 0.0), font: float = 16.0
) -> list[Sub]:
    """An element's outline in user units. ``view`` is what percentages refer to, ``font`` what an em is."""
    w, h = view

    def get(name: str, whole: float) -> float:
        return pixels(element.get(name), whole=whole, font=font)

    if tag in ("rect", "image"):
        width, height = get("width", w), get("height", h)
        if width <= 0 or height <= 0:
            return []
        rx, ry = _radii(element, view, font)
        points = rect_points(get("x", w), get("y", h), width, height, rx, ry)
        return [Sub(points, True, rx > 0, list(range(len(points))))]
    if tag in ("circle", "ellipse"):
        rx, ry = (get("r", w), get("r", w)) if tag == "circle" else (get("rx", w), get("ry", h))
        if rx <= 0 or ry <= 0:
            return []
        return [Sub(ellipse_points(get("cx", w), get("cy", h), rx, ry), True, True, [0])]
    if tag == "line":
        return [Sub([(get("x1", w), get("y1", h)), (get("x2", w), get("y2", h))], False, False, [0, 1])]
    if tag in ("polyline", "polygon"):
        v = numbers(element.get("points"))
        points = list(zip(v[::2], v[1::2], strict=False))
        closed = tag == "polygon" or (len(points) > 3 and points[0] == points[-1])
        if len(points) > 3 and points[0] == points[-1]:
            points.pop()
        return [Sub(points, closed, False, list(range(len(points))))] if points else []
    return parse_path(element.get("d"))


def _radii(element: etree._Element, view: tuple[float, float], font: float) -> tuple[float, float]:
    rx, ry = element.get("rx"), element.get("ry")
    x = pixels(rx if rx is not None else ry, whole=view[0], font=font)
    y = pixels(ry if ry is not None else rx, whole=view[1], font=font)
    return max(0.0, x), max(0.0, y)


def corner_radius(element: etree._Element, view: tuple[float, float], font: float) -> float:
    """The radius of a rectangle's corners in user units, the smaller of the two."""
    return min(_radii(element, view, font))
