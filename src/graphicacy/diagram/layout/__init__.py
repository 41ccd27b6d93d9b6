"""A diagram that somebody has laid out: its parts, where they are, how their words are set, what else is painted.

Readers of notations that carry positions (GPML, BPMN, SBGN-ML, n8n) give a ``Layout``; ``paint`` draws it; edits change
it in place, so that all that was not edited stays where it was. All lengths are CSS pixels, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal

from graphicacy.diagram.model import Diagram, Head, LineStyle, Shape
from graphicacy.diagram.scene import Box, Point, Scene

__all__ = ["HeadForm", "Layout", "Lettering", "Ornament"]


class HeadForm(StrEnum):
    """How the head of a connector is painted; what it says is ``Head``."""

    FILLED = "filled"
    OPEN = "open"  # an outline with white inside
    STICK = "stick"  # strokes only


@dataclass(frozen=True, slots=True)
class Lettering:
    """How words are set. ``box`` is where they are wrapped and aligned; ``size`` is the font's, in pixels.

    ``rotation`` turns words and box together, in degrees clockwise about the middle of ``box``: the name of a lane.
    """

    box: Box
    size: float = 14.0
    color: str = "#000000"
    bold: bool = False
    italic: bool = False
    align: Literal["left", "center", "right"] = "center"
    valign: Literal["top", "middle", "bottom"] = "middle"
    rotation: float = 0.0


@dataclass(frozen=True, slots=True)
class Ornament:
    """Something painted that is no part of the graph: a compartment, a caption, a loose line, a mark in a node.

    It is a shape in ``box`` with ``label``, or, where there are ``points``, a polyline (closed where ``closed``).
    ``of`` is the id of the node that it belongs to and moves with. ``behind`` says whether it lies behind nodes and
    edges. ``rotation`` is in degrees clockwise about the middle of ``box``.
    """

    box: Box
    shape: Shape = Shape.TEXT
    label: str = ""
    lettering: Lettering | None = None
    points: tuple[Point, ...] = ()
    closed: bool = False
    fill: str | None = None
    stroke: str | None = None
    border: LineStyle = LineStyle.SOLID
    border_width: float | None = None
    head: Head = Head.NONE
    tail: Head = Head.NONE
    rotation: float = 0.0
    of: str | None = None
    behind: bool = False

    def mapped(self, box: Callable[[Box], Box], point: Callable[[Point], Point]) -> Ornament:
        """The ornament with its boxes and points put through these functions; sizes stay."""
        words = self.lettering and replace(self.lettering, box=box(self.lettering.box))
        return replace(self, box=box(self.box), points=tuple(map(point, self.points)), lettering=words)


@dataclass(frozen=True, slots=True)
class Layout:
    """A diagram with its geometry and its looks.

    ``scene`` has a box for each node and group and a route for each edge of ``diagram``. ``lettering`` is keyed by the
    id of a node or group, or the index of an edge; a label without one is set in the middle of its box, a group's at
    the top, an edge's beside the middle of its route, as large as fits. ``heads`` and ``tails`` give, by index of edge,
    the form of what is drawn at its ends, ``FILLED`` where they do not say. ``warnings`` say what of the source is not
    in the diagram, and why.
    """

    diagram: Diagram
    scene: Scene
    lettering: dict[str | int, Lettering] = field(default_factory=dict)
    heads: dict[int, HeadForm] = field(default_factory=dict)
    tails: dict[int, HeadForm] = field(default_factory=dict)
    ornaments: tuple[Ornament, ...] = ()
    background: str = "#ffffff"
    warnings: tuple[str, ...] = ()

    def mapped(self, box: Callable[[Box], Box], point: Callable[[Point], Point]) -> Layout:
        """The layout with every box and every point put through these functions; the canvas and sizes stay."""
        scene = self.scene
        return replace(
            self,
            scene=replace(
                scene,
                nodes={k: box(b) for k, b in scene.nodes.items()},
                groups={k: box(b) for k, b in scene.groups.items()},
                routes=tuple(tuple(map(point, route)) for route in scene.routes),
                labels={k: box(b) for k, b in scene.labels.items()},
            ),
            lettering={k: replace(t, box=box(t.box)) for k, t in self.lettering.items()},
            ornaments=tuple(ornament.mapped(box, point) for ornament in self.ornaments),
        )
