"""A layout for a diagram and a scene from an engine or from the reader of SVG, so that edits can repaint them."""

from __future__ import annotations

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.paint import settled
from graphicacy.diagram.scene import Scene

__all__ = ["layout_of"]


def layout_of(diagram: Diagram, scene: Scene) -> Layout:
    """``diagram`` where ``scene`` has it, in the scene's pixels, with every label's lettering fitted to its place.

    Raises ``BadDrawing`` where the scene lacks a place for a node, a group or an edge, or cannot be drawn.
    """
    return settled(Layout(diagram, scene))
