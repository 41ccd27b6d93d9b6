"""The figure that a picture seems to show: what is likely enough of it, in the form that questions are answered on."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property

from graphicacy.diagram import facts
from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.model import Diagram, Direction, Edge, Head
from graphicacy.diagram.scene import Scene
from graphicacy.read.baseline.seen import Seen
from graphicacy.read.corpus.entry import Entry, Kind
from graphicacy.read.figure import Figure

__all__ = ["Perceived", "mended", "perceived", "with_diagram"]

_NODE, _END, _LOOP = 0.3, 0.3, 0.8  # certainties from which on a part is taken for what it seems

_CAPITAL = re.compile(r"\b0(?=[a-z]{3})")
_SMALL = re.compile(r"(?<=[a-z])[01](?=[a-z]{2})")


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

    What is known of traced lines: a second line from one node to another the same way is the first one found twice, and
    one from a node to itself is none, unless it is sure. In figures that are asked about, connectors have
    one head: a line on which two are seen is an arrow to its target, where the surer one is; one on which none is seen
    is an arrow along the main direction, if there is one and nothing else joins the two.
    """
    nodes = tuple(
        replace(n, label=mended(n.label)) for n in seen.diagram.nodes if seen.certainty.nodes.get(n.id, 1.0) >= _NODE
    )
    kept = _lines(seen, {n.id for n in nodes} | {g.id for g in seen.diagram.groups})
    place = {old: new for new, old in enumerate(kept)}
    scene = replace(
        seen.scene,
        routes=tuple(seen.scene.routes[index] for index in kept),
        labels={place[index]: box for index, box in seen.scene.labels.items() if index in place},
    )
    return _figure(replace(seen.diagram, nodes=nodes, edges=tuple(kept.values())), scene)


def _lines(seen: Seen, there: AbstractSet[str]) -> dict[int, Edge]:
    """The arrows between nodes that are there, by their index, in order."""
    heads, found = seen.certainty.heads, dict(enumerate(seen.diagram.edges))
    main = facts.main_direction(replace(seen.diagram, direction=None), seen.scene)
    kept: dict[int, Edge] = {}
    ways: set[tuple[str, str]] = set()
    for index in sorted(found, key=lambda k: (_is_headless(found[k]), -heads[k], k)):
        edge, ends = found[index], (found[index].source, found[index].target)
        at_ends = min(seen.certainty.ends[index])
        is_likely = min(at_ends, heads[index]) >= _LOOP if ends[0] == ends[1] else at_ends >= _END
        if not is_likely or not there >= set(ends):
            continue
        if _is_headless(edge):
            if main is None or ends in ways or ends[::-1] in ways:
                continue
            edge = _along(edge, seen, main)
        arrow = edge if Head.NONE in (edge.head, edge.tail) else replace(edge, tail=Head.NONE)
        if (way := _way(arrow)) not in ways:
            ways.add(way)
            kept[index] = arrow
    return dict(sorted(kept.items()))


def _way(edge: Edge) -> tuple[str, str]:
    """The ends of an arrow, that with its head last."""
    ends = edge.source, edge.target
    return ends if edge.head is not Head.NONE else ends[::-1]


def mended(label: str) -> str:
    """A label without digits where a word must have a letter: "0livine" is Olivine, "co1our" colour."""
    return _SMALL.sub(lambda m: "l" if m[0] == "1" else "o", _CAPITAL.sub("O", label))


def with_diagram(figure: Figure, diagram: Diagram) -> Perceived:
    """The same figure with other words, or other edges: where it has others, its scene no longer fits."""
    return _figure(diagram, figure.scene)


def _figure(diagram: Diagram, scene: Scene) -> Perceived:
    entry = Entry("perceived", "", "", "perceived", Kind.PROCESS, diagram)
    drawing = Drawing(b"", round(scene.width), round(scene.height), diagram=diagram, scene=scene)
    return Perceived(entry, "perceived", diagram, scene, drawing, _never)


def _never(diagram: Diagram) -> Drawing:
    raise BadDrawing("what is seen in a picture is not drawn again")


def _is_headless(edge: Edge) -> bool:
    return edge.head is Head.NONE and edge.tail is Head.NONE


def _along(edge: Edge, seen: Seen, main: Direction | None) -> Edge:
    """A line without a head, as an arrow that does not run against the main direction."""
    forward = replace(edge, head=Head.POINTED)
    alone = replace(seen.diagram, edges=(forward,))
    flow = facts.flows(alone, seen.scene, main) if main is not None else []
    runs_back = any(f.way is facts.Way.AGAINST for f in flow)
    return replace(forward, source=edge.target, target=edge.source) if runs_back else forward
