"""DOT ⇄ ``Diagram``: what Graphviz understands of a graph, and a graph that Graphviz draws as it should be.

Reading goes through Graphviz itself, so that attributes are the effective ones. Invisible nodes and edges are left out.
"""

from __future__ import annotations

from graphicacy.diagram.dot_graph import to_diagram
from graphicacy.diagram.dot_write import dot_form, write_dot
from graphicacy.diagram.engines.graphviz import parse_dot
from graphicacy.diagram.model import Diagram

__all__ = ["dot_form", "read_dot", "write_dot"]


def read_dot(text: str) -> Diagram:
    """The first graph of a DOT source. Raises ``BadDrawing`` with the line where it does not parse."""
    return to_diagram(parse_dot(text)).diagram
