"""Where the names of BPMN's shapes are set: inside, below, or along the head of a pool."""

from __future__ import annotations

from collections.abc import Sequence

from graphicacy.diagram.bpmn.di import DrawnShape, Label
from graphicacy.diagram.bpmn.marks import has_task_mark
from graphicacy.diagram.bpmn.model import DATA, EVENTS, GATEWAYS, Element
from graphicacy.diagram.fonts import LINE_HEIGHT, text_width, wrap
from graphicacy.diagram.layout import Lettering
from graphicacy.diagram.paint.text import fitting_size
from graphicacy.diagram.scene import Box, Point

__all__ = ["flow_lettering", "frame_lettering", "node_lettering", "strip_width"]

_INSIDE, _OUTSIDE = 12.0, 11.0  # pixels: size of a name where the file does not say
_WIDTH = 90.0  # pixels in which a name below its shape is wrapped
_STRIP = 30.0  # pixels: the head of a pool
_BLACK = "#000000"


def strip_width(frame: Box, inner: list[Box], upright: bool) -> float:
    """Width in pixels of the head of a pool or lane: as much as the lanes in it leave free."""
    gaps = [box.y0 - frame.y0 if upright else box.x0 - frame.x0 for box in inner]
    free = [gap for gap in gaps if 8 <= gap <= 80]
    return min(free) if free else min(_STRIP, (frame.height if upright else frame.width) / 4)


def frame_lettering(element: Element, shape: DrawnShape, upright: bool, strip: float) -> Lettering:
    """A frame's name: in the head of a pool or lane (turned where that is at the left), else at the top."""
    box, label = shape.box, shape.label
    size, color = label.size or _INSIDE, label.color or _BLACK
    if element.kind in ("participant", "lane") and not upright:
        place = Box.about((box.x0 + strip / 2, box.center[1]), max(box.height - 4, 1), strip)
        return Lettering(
            place, fitting_size(element.name, place, size, label.bold), color, label.bold, label.italic, rotation=-90.0
        )
    head = Box(box.x0, box.y0, box.x1, box.y0 + strip) if upright else Box(box.x0 + 4, box.y0 + 4, box.x1 - 4, box.y1)
    place = _grown(label.box, element.name, size) if label.box and element.kind == "group" else head
    size = fitting_size(element.name, place, size, label.bold)
    return Lettering(place, size, color, label.bold, label.italic, valign="middle" if upright else "top")


def node_lettering(
    element: Element, shape: DrawnShape, marked_below: bool, touched: Sequence[Point], host: Box | None = None
) -> Lettering | None:
    """A node's name: outside for events, gateways and data, or where the file says; else inside.

    ``touched`` are the points at which connectors end on the node, ``host`` is the box on whose border it sits: a name
    keeps clear of them.
    """
    if not element.name:
        return None
    box, label = shape.box, shape.label
    color = label.color or _BLACK
    if element.kind in EVENTS | GATEWAYS | DATA | {"conversation", "callConversation", "subConversation", "message"}:
        size = label.size or _OUTSIDE
        if label.box is None:
            return _beside(element.name, box, size, touched, host)
        place = _grown(label.box, element.name, size)
        return Lettering(place, size, color, label.bold, label.italic, valign="top")
    size = label.size or _INSIDE
    if element.kind == "textAnnotation":
        place = Box(box.x0 + 6, box.y0 + 2, box.x1 - 2, box.y1 - 2)
        size = fitting_size(element.name, place, size, label.bold)
        return Lettering(place, size, color, label.bold, label.italic, "left", "middle")
    top = 14.0 if has_task_mark(element) else 4.0
    place = Box(box.x0 + 5, box.y0 + top, box.x1 - 5, box.y1 - (16.0 if marked_below else 4.0))
    if place.width < 10 or place.height < 10:
        place = box
    return Lettering(place, fitting_size(element.name, place, size, label.bold), color, label.bold, label.italic)


def flow_lettering(name: str, label: Label) -> Lettering | None:
    """A connector's name where the file places it."""
    if not name or label.box is None:
        return None
    size = label.size or _OUTSIDE
    return Lettering(_grown(label.box, name, size), size, label.color or _BLACK, label.bold, label.italic, valign="top")


def _beside(name: str, box: Box, size: float, touched: Sequence[Point], host: Box | None) -> Lettering:
    """A name below its node; above, or at a corner, where a connector ends at its bottom, or its host is there."""
    cx = box.center[0]
    below = _grown(Box(cx - _WIDTH / 2, box.y1 + 4, cx + _WIDTH / 2, box.y1 + 5), name, size)
    above = Box(below.x0, box.y0 - 4 - below.height, below.x1, box.y0 - 4)
    places = []
    if not any(abs(y - box.y1) < 4 for _, y in touched):
        places.append(Lettering(below, size, valign="top"))
    if not any(abs(y - box.y0) < 4 for _, y in touched):
        places.append(Lettering(above, size, valign="bottom"))
    left, right = cx - 5 - below.width, cx + 5
    low, high = below.y0 - 2, above.y0 + 2
    places += [
        Lettering(Box(right, low, right + below.width, low + below.height), size, align="left", valign="top"),
        Lettering(Box(left, low, left + below.width, low + below.height), size, align="right", valign="top"),
        Lettering(Box(right, high, right + below.width, above.y1), size, align="left", valign="bottom"),
        Lettering(Box(left, high, left + below.width, above.y1), size, align="right", valign="bottom"),
    ]
    return next((place for place in places if host is None or place.box.intersection(host) == 0), places[0])


def _grown(box: Box, text: str, size: float) -> Box:
    """A box for words, made wide enough for its longest word and high enough for its lines: fonts differ."""
    width = max([box.width, *(text_width(word, size) for word in text.split())])
    height = max(box.height, len(wrap(text, size, width)) * size * LINE_HEIGHT)
    middle = box.center[0]
    return Box(middle - width / 2, box.y0, middle + width / 2, box.y0 + height)
