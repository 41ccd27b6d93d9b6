"""A layout for a diagram and a scene from an engine or from the reader of SVG, so that edits can repaint them."""

from __future__ import annotations

import math
from dataclasses import replace

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Node
from graphicacy.diagram.outline import clip_to_outline, contains, nearest_point
from graphicacy.diagram.paint import settled
from graphicacy.diagram.scene import Point, Scene

__all__ = ["layout_of"]

_NEAR = 1.0  # pixels: an end no farther from the outline is on it


def layout_of(diagram: Diagram, scene: Scene) -> Layout:
    """``diagram`` where ``scene`` has it, in the scene's pixels, with every label's lettering fitted to its place.

    Engines cut slanted shapes at angles of their own: an end of a route that lies off the outline that we paint is led
    to it. Raises ``BadDrawing`` where the scene lacks a place for a node, a group or an edge, or cannot be drawn.
    """
    layout = settled(Layout(diagram, scene))
    nodes = {node.id: node for node in diagram.nodes}
    routes = []
    for edge, route in zip(diagram.edges, layout.scene.routes, strict=True):
        for node, at_end in ((nodes.get(edge.source), False), (nodes.get(edge.target), True)):
            route = _met(route, node, scene, at_end) if node is not None else route
        routes.append(route)
    return replace(layout, scene=replace(layout.scene, routes=tuple(routes)))


def _met(route: tuple[Point, ...], node: Node, scene: Scene, at_end: bool) -> tuple[Point, ...]:
    """The route with one end on the outline of its node."""
    if not route:
        return route
    end, box = route[-1 if at_end else 0], scene.nodes[node.id]
    goal = nearest_point(node.shape, box, end)
    if math.dist(end, goal) <= _NEAR:
        return route
    if contains(node.shape, box, end):
        return clip_to_outline(route, node.shape, box, at_end)
    return (*route, goal) if at_end else (goal, *route)
