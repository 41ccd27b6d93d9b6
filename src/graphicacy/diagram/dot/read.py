"""DOT → ``Diagram``: what Graphviz itself understands of a graph, so that attributes are the effective ones."""

from __future__ import annotations

from graphicacy.diagram.dot.graph import to_diagram
from graphicacy.diagram.engines.graphviz import parse_dot
from graphicacy.diagram.model import Diagram

__all__ = ["read_dot"]


def read_dot(text: str) -> Diagram:
    """The first graph of a DOT source. Raises ``BadDrawing`` with the line where it does not parse."""
    return to_diagram(parse_dot(text)).diagram
