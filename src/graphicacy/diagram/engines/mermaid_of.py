"""A diagram of any notation drawn by an engine of Mermaid, and told of under its own ids, its own way round."""

from __future__ import annotations

from dataclasses import replace

from graphicacy.diagram.drawing import Sketch
from graphicacy.diagram.mermaid.write import mermaid_names, write_mermaid
from graphicacy.diagram.model import Diagram, Edge, Shape
from graphicacy.diagram.scene import Point

__all__ = ["source_of", "told_as"]

_NO_ELLIPSE = "Mermaid draws no ellipses: they were drawn as stadiums"


def source_of(diagram: Diagram) -> tuple[str, tuple[str, ...]]:
    """Mermaid source of ``diagram`` that all engines draw, and warnings of what it shows otherwise."""
    nodes = tuple(replace(n, shape=Shape.STADIUM) if n.shape is Shape.ELLIPSE else n for n in diagram.nodes)
    warnings = () if nodes == diagram.nodes else (_NO_ELLIPSE,)
    return write_mermaid(replace(diagram, nodes=nodes)), warnings


def told_as(sketch: Sketch, diagram: Diagram) -> Sketch:
    """What was drawn from ``source_of(diagram)``, with the ids of ``diagram`` and edges that run as its do."""
    if sketch.diagram is None or sketch.scene is None:
        return sketch
    ids = {new: old for old, new in mermaid_names(diagram).items()}
    drawn, scene = sketch.diagram, sketch.scene
    edges = [replace(e, source=ids.get(e.source, e.source), target=ids.get(e.target, e.target)) for e in drawn.edges]
    routes = list(scene.routes)
    if len(edges) == len(diagram.edges):  # else there are anchors, which split edges
        for index, wanted in enumerate(diagram.edges):
            edges[index], routes[index] = _as_wanted(edges[index], routes[index], wanted)
    nodes = tuple(replace(n, id=ids.get(n.id, n.id), group=n.group and ids.get(n.group, n.group)) for n in drawn.nodes)
    groups = tuple(
        replace(g, id=ids.get(g.id, g.id), parent=g.parent and ids.get(g.parent, g.parent)) for g in drawn.groups
    )
    boxes = {ids.get(key, key): box for key, box in {**scene.nodes, **scene.groups}.items()}
    return sketch._replace(
        diagram=replace(drawn, nodes=nodes, edges=tuple(edges), groups=groups),
        scene=replace(
            scene,
            nodes={node.id: boxes[node.id] for node in nodes},
            groups={group.id: boxes[group.id] for group in groups},
            routes=tuple(routes),
        ),
    )


def _as_wanted(edge: Edge, route: tuple[Point, ...], wanted: Edge) -> tuple[Edge, tuple[Point, ...]]:
    """An edge that Mermaid can only write from its head to its tail, turned round again."""
    if (edge.source, edge.target) == (wanted.source, wanted.target) or (edge.target, edge.source) != (
        wanted.source,
        wanted.target,
    ):
        return edge, route
    return replace(edge, source=edge.target, target=edge.source, head=edge.tail, tail=edge.head), route[::-1]
