"""The marks inside BPMN's shapes: what an event waits for or throws, how a gateway decides, what kind of task it is.

Each mark is drawn with strokes in a unit square, and scaled into its place. Names are those of the standard's elements.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from graphicacy.diagram.bpmn.di import DrawnShape
from graphicacy.diagram.bpmn.model import EVENTS, GATEWAYS, SUBPROCESSES, Element
from graphicacy.diagram.layout import Ornament
from graphicacy.diagram.model import LineStyle, Shape
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.xml import child, children, local_name

__all__ = ["bottom_marks", "has_task_mark", "marks"]

_INK = "#222222"  # of filled marks where the file gives no colour
_TASK_MARK = 15.0  # pixels: side of the mark at the top left of a task
_BOTTOM_MARK = 12.0
_RING = 3.0  # pixels between the two circles of an intermediate event


class Stroke(NamedTuple):
    """A polyline in the unit square; ``solid``: always filled, else filled where the event throws."""

    points: tuple[Point, ...]
    closed: bool = True
    solid: bool = False
    width: float | None = None


def _circle(r: float, cx: float = 0.5, cy: float = 0.5) -> tuple[Point, ...]:
    angles = [2 * math.pi * i / 24 for i in range(24)]
    return tuple((cx + r * math.cos(a), cy + r * math.sin(a)) for a in angles)


def _star(count: int, r: float) -> tuple[Point, ...]:
    angles = [2 * math.pi * i / count - math.pi / 2 for i in range(count)]
    return tuple((0.5 + r * math.cos(a), 0.5 + r * math.sin(a)) for a in angles)


_PLUS = ((0.38, 0.0), (0.62, 0.0), (0.62, 0.38), (1.0, 0.38), (1.0, 0.62), (0.62, 0.62), (0.62, 1.0), (0.38, 1.0),
         (0.38, 0.62), (0.0, 0.62), (0.0, 0.38), (0.38, 0.38))  # fmt: skip
_TIMES = tuple((0.5 + 0.75 * (x - y), 0.75 * (x + y) - 0.25) for x, y in _PLUS)  # turned by 45 degrees, and larger
_PAGE = ((0.1, 0.0), (0.9, 0.0), (0.9, 1.0), (0.1, 1.0))
_BACK = (Stroke(((0.5, 0.15), (0.5, 0.85), (0.0, 0.5))), Stroke(((1.0, 0.15), (1.0, 0.85), (0.5, 0.5))))
_ENVELOPE = (
    Stroke(((0.0, 0.15), (1.0, 0.15), (1.0, 0.85), (0.0, 0.85))),
    Stroke(((0.0, 0.15), (0.5, 0.55), (1.0, 0.15)), closed=False),
)

_EVENT_MARKS: dict[str, tuple[Stroke, ...]] = {
    "messageEventDefinition": _ENVELOPE,
    "timerEventDefinition": (
        Stroke(_circle(0.5)),
        Stroke(((0.62, 0.12), (0.5, 0.5), (0.8, 0.55)), closed=False),
    ),
    "errorEventDefinition": (Stroke(((0.02, 0.98), (0.28, 0.1), (0.62, 0.6), (0.98, 0.02), (0.72, 0.9), (0.4, 0.42))),),
    "escalationEventDefinition": (Stroke(((0.5, 0.0), (0.92, 1.0), (0.5, 0.55), (0.08, 1.0))),),
    "signalEventDefinition": (Stroke(((0.5, 0.05), (1.0, 0.9), (0.0, 0.9))),),
    "compensateEventDefinition": _BACK,
    "conditionalEventDefinition": (
        Stroke(_PAGE),
        *(Stroke(((0.22, y), (0.78, y)), closed=False) for y in (0.2, 0.4, 0.6, 0.8)),
    ),
    "linkEventDefinition": (
        Stroke(((0.0, 0.33), (0.58, 0.33), (0.58, 0.1), (1.0, 0.5), (0.58, 0.9), (0.58, 0.67), (0.0, 0.67))),
    ),
    "terminateEventDefinition": (Stroke(_circle(0.6), solid=True),),
    "cancelEventDefinition": (Stroke(_TIMES),),
    "multiple": (Stroke(_star(5, 0.55)),),
    "parallelMultiple": (Stroke(_PLUS),),
}
_GATEWAY_MARKS: dict[str, tuple[Stroke, ...]] = {
    "exclusiveGateway": (
        Stroke(((0.12, 0.0), (0.88, 1.0)), closed=False, width=3.5),
        Stroke(((0.88, 0.0), (0.12, 1.0)), closed=False, width=3.5),
    ),
    "parallelGateway": (
        Stroke(((0.5, -0.1), (0.5, 1.1)), closed=False, width=3.5),
        Stroke(((-0.1, 0.5), (1.1, 0.5)), closed=False, width=3.5),
    ),
    "inclusiveGateway": (Stroke(_circle(0.55), width=3.0),),
    "complexGateway": tuple(
        Stroke(((0.5 - x, 0.5 - y), (0.5 + x, 0.5 + y)), closed=False, width=3.0)
        for x, y in ((0.0, 0.6), (0.6, 0.0), (0.42, 0.42), (0.42, -0.42))
    ),
    "eventBasedGateway": (Stroke(_circle(0.65)), Stroke(_circle(0.54)), Stroke(_star(5, 0.36))),
}
_TASK_MARKS: dict[str, tuple[Stroke, ...]] = {
    "sendTask": tuple(stroke._replace(solid=stroke.closed) for stroke in _ENVELOPE),
    "receiveTask": _ENVELOPE,
    "userTask": (
        Stroke(_circle(0.24, 0.5, 0.26)),
        Stroke(((0.02, 1.0), (0.05, 0.7), (0.25, 0.53), (0.75, 0.53), (0.95, 0.7), (0.98, 1.0))),
    ),
    "manualTask": (
        Stroke(((0.0, 0.35), (0.3, 0.1), (0.5, 0.1), (0.4, 0.3), (1.0, 0.3), (1.0, 0.85), (0.1, 0.85), (0.0, 0.7))),
        *(Stroke(((0.55, y), (1.0, y)), closed=False) for y in (0.48, 0.66)),
    ),
    "serviceTask": (
        Stroke(
            tuple(
                (0.5 + r * math.cos(math.pi * i / 16), 0.5 + r * math.sin(math.pi * i / 16))
                for i, r in enumerate((0.5, 0.5, 0.37, 0.37) * 8)
            )
        ),
        Stroke(_circle(0.16)),
    ),
    "scriptTask": (
        Stroke(((0.25, 0.0), (1.0, 0.0), (0.8, 0.3), (0.95, 0.65), (0.75, 1.0), (0.0, 1.0), (0.2, 0.65), (0.05, 0.3))),
        *(Stroke(((0.28, y), (0.68, y)), closed=False) for y in (0.25, 0.5, 0.75)),
    ),
    "businessRuleTask": (
        Stroke(((0.0, 0.1), (1.0, 0.1), (1.0, 0.9), (0.0, 0.9))),
        Stroke(((0.0, 0.1), (1.0, 0.1), (1.0, 0.35), (0.0, 0.35)), solid=True),
        Stroke(((0.0, 0.62), (1.0, 0.62)), closed=False),
        Stroke(((0.33, 0.35), (0.33, 0.9)), closed=False),
    ),
}
_BOTTOM_MARKS: dict[str, tuple[Stroke, ...]] = {
    "collapsed": (
        Stroke(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))),
        Stroke(((0.5, 0.2), (0.5, 0.8)), closed=False),
        Stroke(((0.2, 0.5), (0.8, 0.5)), closed=False),
    ),
    "loop": (
        Stroke(
            tuple(
                (0.5 + 0.45 * math.cos(math.pi * (0.72 + i / 12)), 0.5 + 0.45 * math.sin(math.pi * (0.72 + i / 12)))
                for i in range(21)
            ),
            closed=False,
        ),
        Stroke(((-0.05, 0.72), (0.2, 0.98), (0.32, 0.68)), closed=False),
    ),
    "parallel": tuple(Stroke(((x, 0.0), (x, 1.0)), closed=False, width=2.0) for x in (0.1, 0.5, 0.9)),
    "sequential": tuple(Stroke(((0.0, y), (1.0, y)), closed=False, width=2.0) for y in (0.1, 0.5, 0.9)),
    "compensation": _BACK,
    "adHoc": (
        Stroke(
            tuple((i / 16, 0.5 - 0.22 * math.sin(2 * math.pi * i / 16)) for i in range(17)), closed=False, width=2.0
        ),
    ),
}  # fmt: skip


def marks(element: Element, shape: DrawnShape, key: str) -> Iterator[Ornament]:
    """What is drawn inside a shape whose part of the diagram has the id ``key``, apart from marks at its bottom."""
    box, kind = shape.box, element.kind
    if kind in EVENTS:
        yield from _event_marks(element, shape, key)
    elif kind in GATEWAYS and (kind != "exclusiveGateway" or shape.marked):
        yield from _strokes(_GATEWAY_MARKS[kind], _inner(box, 0.42), key, shape.stroke)
    elif kind in _TASK_MARKS:
        yield from _strokes(_TASK_MARKS[kind], _task_mark(box), key, shape.stroke)
    elif kind == "transaction":
        yield Ornament(box.pad(-3), Shape.ROUNDED, stroke=shape.stroke, of=key)
    elif kind in ("dataObject", "dataObjectReference", "dataInput", "dataOutput"):
        yield from _page_marks(element, shape, key)
    elif kind == "textAnnotation":
        bracket = ((box.x0 + 8, box.y0), (box.x0, box.y0), (box.x0, box.y1), (box.x0 + 8, box.y1))
        yield Ornament(box, points=bracket, stroke=shape.stroke, of=key)
    elif kind == "message":
        yield from _strokes(_ENVELOPE[1:], Box(box.x0, box.y0 - 0.2 * box.height, box.x1, box.y1), key, shape.stroke)


def _task_mark(box: Box) -> Box:
    """Where the mark of a task's kind is drawn."""
    side = min(_TASK_MARK, box.width / 3, box.height / 3)
    return Box(box.x0 + 5, box.y0 + 5, box.x0 + 5 + side, box.y0 + 5 + side)


def bottom_marks(element: Element, shape: DrawnShape, key: str, collapsed: bool) -> list[Ornament]:
    """Marks in a row at the middle of a shape's bottom: loops, compensation, a collapsed or ad-hoc sub-process."""
    names = list(_bottom_names(element, collapsed))
    side = min(_BOTTOM_MARK, shape.box.height / 3)
    step = side + 4
    x = shape.box.center[0] - (len(names) * step - 4) / 2
    y = shape.box.y1 - 3 - side
    found: list[Ornament] = []
    for i, name in enumerate(names):
        place = Box(x + i * step, y, x + i * step + side, y + side)
        found += _strokes(_BOTTOM_MARKS[name], place, key, shape.stroke)
    return found


def _event_definitions(element: Element) -> list[str]:
    """Element names of an event's own definitions, and an empty name for each that it refers to."""
    own = [local_name(inner) for inner in element.node if local_name(inner).endswith("EventDefinition")]
    return own + ["" for _ in children(element.node, "eventDefinitionRef")]


def _event_marks(element: Element, shape: DrawnShape, key: str) -> Iterator[Ornament]:
    kind, node = element.kind, element.node
    if kind not in ("startEvent", "endEvent"):
        gentle = kind == "boundaryEvent" and node.get("cancelActivity") == "false"
        border = LineStyle.DASHED if gentle else LineStyle.SOLID
        yield Ornament(
            shape.box.pad(-min(_RING, shape.box.width / 6)), Shape.CIRCLE, stroke=shape.stroke, border=border, of=key
        )
    names = _event_definitions(element)
    throws = kind in ("endEvent", "intermediateThrowEvent", "implicitThrowEvent")
    if not names:
        return
    several = "parallelMultiple" if node.get("parallelMultiple") == "true" else "multiple"
    name = several if len(names) > 1 else names[0]
    yield from _strokes(_EVENT_MARKS.get(name, ()), _inner(shape.box, 0.45), key, shape.stroke, throws)


def _page_marks(element: Element, shape: DrawnShape, key: str) -> Iterator[Ornament]:
    box, kind = shape.box, element.kind
    fold = min(12.0, box.width / 3, box.height / 3)
    corner = ((box.x1 - fold, box.y0), (box.x1 - fold, box.y0 + fold), (box.x1, box.y0 + fold))
    yield Ornament(box, points=corner, stroke=shape.stroke, of=key)
    if kind in ("dataInput", "dataOutput"):
        (arrow,) = _EVENT_MARKS["linkEventDefinition"]
        place = Box(box.x0 + 4, box.y0 + 4, box.x0 + 4 + box.width / 3, box.y0 + 4 + box.width / 3)
        yield from _strokes((arrow._replace(solid=kind == "dataOutput"),), place, key, shape.stroke)
    if element.node.get("isCollection") == "true":
        side = min(10.0, box.height / 4)
        place = Box(box.center[0] - side / 2, box.y1 - side - 2, box.center[0] + side / 2, box.y1 - 2)
        yield from _strokes(_BOTTOM_MARKS["parallel"], place, key, shape.stroke)


def _bottom_names(element: Element, collapsed: bool) -> Iterator[str]:
    node = element.node
    if child(node, "standardLoopCharacteristics") is not None:
        yield "loop"
    several = child(node, "multiInstanceLoopCharacteristics")
    if several is not None:
        yield "sequential" if several.get("isSequential") == "true" else "parallel"
    if element.kind == "participant" and child(node, "participantMultiplicity") is not None:
        yield "parallel"
    if node.get("isForCompensation") == "true":
        yield "compensation"
    if element.kind == "adHocSubProcess":
        yield "adHoc"
    if collapsed and (element.kind in SUBPROCESSES or element.kind == "subConversation"):
        yield "collapsed"


def _inner(box: Box, share: float) -> Box:
    side = share * min(box.width, box.height)
    return Box.about(box.center, side, side)


def _strokes(
    strokes: tuple[Stroke, ...], place: Box, key: str, stroke: str | None, throws: bool = False
) -> Iterator[Ornament]:
    for item in strokes:
        points = tuple((place.x0 + x * place.width, place.y0 + y * place.height) for x, y in item.points)
        filled = item.closed and (item.solid or throws)
        yield Ornament(
            place,
            points=points,
            closed=item.closed,
            fill=(stroke or _INK) if filled else None,
            stroke=stroke,
            border_width=item.width,
            of=key,
        )


def has_task_mark(element: Element) -> bool:
    """Whether a mark of the task's kind stands at its top left."""
    return element.kind in _TASK_MARKS
