"""Laying a diagram out anew by Graphviz, so that it stays the same diagram."""

from __future__ import annotations

from dataclasses import replace

from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.engines.graphviz import draw_dot
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.layout.of import layout_of
from graphicacy.diagram.model import Diagram, Direction
from graphicacy.diagram.style import Style

__all__ = ["by_graphviz"]


def by_graphviz(diagram: Diagram, direction: Direction) -> Layout | None:
    """The diagram laid out in a direction; None where Graphviz's way of writing it down loses a part of it."""
    sketch = draw_dot(write_dot(diagram), Style(direction=direction))
    drawn, scene = sketch.diagram, sketch.scene
    if drawn is None or scene is None or [_ends(drawn), *_ids(drawn)] != [_ends(diagram), *_ids(diagram)]:
        return None
    return layout_of(replace(diagram, direction=direction), scene)


def _ends(diagram: Diagram) -> list[tuple[str, str]]:
    return [(e.source, e.target) for e in diagram.edges]


def _ids(diagram: Diagram) -> tuple[set[str], set[str]]:
    return {n.id for n in diagram.nodes}, {g.id for g in diagram.groups}
