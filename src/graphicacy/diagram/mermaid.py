"""Mermaid flowcharts and state diagrams → ``Diagram``."""

from __future__ import annotations

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.merman import parse_mermaid
from graphicacy.diagram.mermaid_graph import is_graph, to_diagram
from graphicacy.diagram.model import Diagram

__all__ = ["is_graph", "read_mermaid", "to_diagram"]


def read_mermaid(text: str) -> Diagram:
    """The diagram of a Mermaid flowchart or state diagram.

    Raises ``BadDrawing``, with the line, for what does not parse, and for other types of diagram.
    """
    facts = parse_mermaid(text)
    if not is_graph(facts):
        kind = facts.get("type", "diagram")
        raise BadDrawing(f"a Mermaid {kind} is no graph: only flowcharts and state diagrams are read")
    return to_diagram(facts)[0]
