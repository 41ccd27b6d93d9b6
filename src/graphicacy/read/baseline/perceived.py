"""The figure that a picture seems to show: what is likely enough of it, in the form that questions are answered on."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from graphicacy.diagram import facts
from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.model import Diagram, Direction, Edge, Head
from graphicacy.diagram.scene import Scene
from graphicacy.read.baseline.seen import Seen
from graphicacy.read.corpus.entry import Entry, Kind
from graphicacy.read.figure import Figure

__all__ = ["Perceived", "perceived", "with_diagram"]

_NODE, _END, _HEAD = 0.3, 0.3, 0.5  # certainties from which on a part is taken for what it seems


class Perceived(Figure):
    """A figure that has to be taken as it seems: whatever has words is a node that can be asked about.

    Questions are made of what is certain for everybody. An answer is worth giving where it is likely, so that here
    nothing is doubtful.
    """

    @cached_property
    def named(self) -> tuple[str, ...]:
        """Ids of all readable nodes."""
        return tuple(self.labels)

    @cached_property
    def all_named(self) -> bool:
        """Always: what has no words is no node."""
        return True

    @cached_property
    def whole(self) -> bool:
        """Always: what is no arrow is no connector."""
        return True

    @cached_property
    def unsettled(self) -> frozenset[str]:
        """None."""
        return frozenset()


def perceived(seen: Seen) -> Perceived:
    """The figure of a picture, without parts that are hardly sure to be there.

    A line of whose heads this is not sure counts as an arrow: along the main direction, where it has not just one head.
    """
    sure = seen.certainty
    nodes = tuple(n for n in seen.diagram.nodes if sure.nodes.get(n.id, 1.0) >= _NODE)
    there = {n.id for n in nodes} | {g.id for g in seen.diagram.groups}
    main = facts.main_direction(replace(seen.diagram, direction=None), seen.scene) if _any_doubt(seen) else None
    kept: dict[int, Edge] = {}
    for index, edge in enumerate(seen.diagram.edges):
        if min(sure.ends[index]) >= _END and there.issuperset((edge.source, edge.target)):
            kept[index] = edge if sure.heads[index] >= _HEAD else _headed(edge, seen, main)
    place = {old: new for new, old in enumerate(kept)}
    scene = replace(
        seen.scene,
        routes=tuple(seen.scene.routes[index] for index in kept),
        labels={place[index]: box for index, box in seen.scene.labels.items() if index in place},
    )
    return _figure(replace(seen.diagram, nodes=nodes, edges=tuple(kept.values())), scene)


def with_diagram(figure: Figure, diagram: Diagram) -> Perceived:
    """The same figure with other words, or other edges: where it has others, its scene no longer fits."""
    return _figure(diagram, figure.scene)


def _figure(diagram: Diagram, scene: Scene) -> Perceived:
    entry = Entry("perceived", "", "", "perceived", Kind.PROCESS, diagram)
    drawing = Drawing(b"", round(scene.width), round(scene.height), diagram=diagram, scene=scene)
    return Perceived(entry, "perceived", diagram, scene, drawing, _never)


def _never(diagram: Diagram) -> Drawing:
    raise BadDrawing("what is seen in a picture is not drawn again")


def _any_doubt(seen: Seen) -> bool:
    return min(seen.certainty.heads, default=1.0) < _HEAD


def _headed(edge: Edge, seen: Seen, main: Direction | None) -> Edge:
    """A line whose heads are not sure, as an arrow; it keeps the one head that it has."""
    if (edge.head is Head.NONE) != (edge.tail is Head.NONE):
        return edge
    forward = replace(edge, head=Head.POINTED, tail=Head.NONE)
    alone = replace(seen.diagram, edges=(forward,))
    flow = facts.flows(alone, seen.scene, main) if main is not None else []
    runs_back = any(f.way is facts.Way.AGAINST for f in flow)
    return replace(forward, source=edge.target, target=edge.source) if runs_back else forward
