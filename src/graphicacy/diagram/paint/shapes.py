"""One outline as an SVG element: what is painted fills its box, as ``outline`` says."""

from __future__ import annotations

from graphicacy.diagram.model import Shape
from graphicacy.diagram.outline import ROUND, corner_radius, cylinder_rise, outline
from graphicacy.diagram.paint.svg import number, points
from graphicacy.diagram.scene import Box

__all__ = ["shape_element"]


def shape_element(shape: Shape, box: Box, attributes: str) -> str:
    """An element with the given attributes (which begin with a space)."""
    if shape in ROUND:
        cx, cy = box.center
        center = f'cx="{number(cx)}" cy="{number(cy)}"'
        if abs(box.width - box.height) < 0.01:
            return f'<circle {center} r="{number(box.width / 2)}"{attributes}/>'
        return f'<ellipse {center} rx="{number(box.width / 2)}" ry="{number(box.height / 2)}"{attributes}/>'
    if shape in (Shape.RECTANGLE, Shape.ROUNDED, Shape.STADIUM, Shape.TEXT):
        rounded = shape in (Shape.ROUNDED, Shape.STADIUM)
        corner = f' rx="{number(corner_radius(shape, box))}"' if rounded else ""
        place = f'x="{number(box.x0)}" y="{number(box.y0)}"'
        size = f'width="{number(box.width)}" height="{number(box.height)}"'
        return f"<rect {place} {size}{corner}{attributes}/>"
    if shape is Shape.CYLINDER:
        return f'<path d="{_cylinder(box)}"{attributes}/>'
    return f'<polygon points="{points(outline(shape, box))}"{attributes}/>'


def _cylinder(box: Box) -> str:
    """The outline, then the front of the rim."""
    rise = cylinder_rise(box)
    x0, x1, top, bottom = number(box.x0), number(box.x1), number(box.y0 + rise), number(box.y1 - rise)
    arc = f"A{number(box.width / 2)},{number(rise)} 0 0"
    return f"M{x0},{top}{arc} 1 {x1},{top}V{bottom}{arc} 1 {x0},{bottom}ZM{x1},{top}{arc} 1 {x0},{top}"
