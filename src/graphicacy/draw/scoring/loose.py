"""Connectors that end on nothing with a name: on a picture whose caption stands apart, or short of a shape.

A reader of pixels sees which picture a caption names; geometry alone does not. Where such a connector may be the one
that a relation asks for, the relation is left to the judges instead of being called missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Box, Point, Scene

__all__ = ["LooseEnds"]

_CAPTION_REACH = 0.15  # of the picture's diagonal: how far from its picture's connectors a caption may stand
_SHORT = 3.0  # heights of text: how far short of a shape a connector may stop and still be meant for it

Ends = tuple[str, set[str]]


class LooseEnds:
    """The connectors of a drawing that end, at one side at least, on something without a name.

    ``captions`` are labels that stand apart from every shape, with the boxes of their text; ``things`` the boxes of
    what every label names; ``sizes`` the heights of the lines of text, in pixels.
    """

    def __init__(
        self,
        diagram: Diagram,
        scene: Scene | None,
        captions: Mapping[str, Box],
        things: Mapping[str, Sequence[Box]],
        sizes: Sequence[float],
    ) -> None:
        self._captions, self._things = captions, things
        self._short = _SHORT * median(sizes) if sizes else 0.0
        self._reach = _CAPTION_REACH * (scene.width**2 + scene.height**2) ** 0.5 if scene is not None else 0.0
        nameless = {n.id for n in diagram.nodes if not n.label.strip() and n.on is None}
        routes = scene.routes if scene is not None else ()
        self._connectors = [
            tuple((end, end in nameless, point) for end, point in ((edge.source, route[0]), (edge.target, route[-1])))
            for edge, route in zip(diagram.edges, routes, strict=False)
            if route and {edge.source, edge.target} & nameless
        ]

    def may_join(self, one: Ends, other: Ends) -> bool:
        """Whether one of the connectors may join two labels, each given with the ids at which its links may end."""
        return any(
            self._at(a, first) and self._at(b, second)
            for a, b in self._connectors
            for first, second in ((one, other), (other, one))
        )

    def _at(self, end: tuple[str, bool, Point], label: Ends) -> bool:
        identifier, nameless, point = end
        name, ids = label
        if identifier in ids:
            return True
        if not nameless:
            return False
        if name in self._captions:
            nearest = min(self._captions, key=lambda c: _distance(point, self._captions[c]))
            return nearest == name and _distance(point, self._captions[name]) <= self._reach
        return any(_distance(point, box) <= self._short for box in self._things.get(name, ()))


def _distance(point: Point, box: Box) -> float:
    """Distance in pixels from a point to a box; 0 inside it."""
    x, y = point
    return float((max(box.x0 - x, 0.0, x - box.x1) ** 2 + max(box.y0 - y, 0.0, y - box.y1) ** 2) ** 0.5)
