"""A diagram of any notation drawn by an engine of Mermaid, and told of under its own ids, its own way round."""

from __future__ import annotations

from dataclasses import replace

from graphicacy.diagram.compare.symbols import turned
from graphicacy.diagram.drawing import Sketch
from graphicacy.diagram.mermaid.write import mermaid_names, write_mermaid
from graphicacy.diagram.model import Diagram, Edge, Shape
from graphicacy.diagram.scene import Point

__all__ = ["source_of", "told_as"]

_NO_ELLIPSE = "Mermaid draws no ellipses: they were drawn as stadiums"


def source_of(diagram: Diagram) -> tuple[str, tuple[str, ...]]:
    """Mermaid source of ``diagram`` that all engines draw, and warnings of what it shows otherwise."""
    has_ellipse = any(node.shape is Shape.ELLIPSE for node in diagram.nodes)
    return write_mermaid(diagram), (_NO_ELLIPSE,) if has_ellipse else ()


def told_as(sketch: Sketch, diagram: Diagram) -> Sketch:
    """What was drawn from ``source_of(diagram)``, with the ids of ``diagram`` and edges that run as its do."""
    if sketch.diagram is None or sketch.scene is None:
        return sketch
    ids = {new: old for old, new in mermaid_names(diagram).items()}
    drawn, scene = sketch.diagram.renamed(ids), sketch.scene.renamed(ids)
    if len(drawn.edges) == len(diagram.edges):  # else there are anchors, which split edges
        told = [_as_wanted(*pair) for pair in zip(drawn.edges, scene.routes, diagram.edges, strict=True)]
        drawn = replace(drawn, edges=tuple(edge for edge, _ in told))
        scene = replace(scene, routes=tuple(route for _, route in told))
    return sketch._replace(diagram=drawn, scene=scene)


def _as_wanted(edge: Edge, route: tuple[Point, ...], wanted: Edge) -> tuple[Edge, tuple[Point, ...]]:
    """An edge that Mermaid can only write from its head to its tail, turned round again."""
    is_turned = edge.source != wanted.source and (edge.target, edge.source) == (wanted.source, wanted.target)
    return (turned(edge), route[::-1]) if is_turned else (edge, route)
