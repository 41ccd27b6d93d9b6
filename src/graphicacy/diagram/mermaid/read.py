"""Mermaid flowcharts and state diagrams → ``Diagram``, as Mermaid's own parser reads them."""

from __future__ import annotations

from functools import lru_cache

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.mermaid_db import read_database
from graphicacy.diagram.mermaid.error import explained
from graphicacy.diagram.mermaid.graph import Keys, is_graph, to_diagram
from graphicacy.diagram.mermaid.label import printable
from graphicacy.diagram.model import Diagram

__all__ = ["Keys", "NoGraph", "parse_mermaid", "read_mermaid"]


class NoGraph(BadDrawing):
    """A Mermaid diagram of another kind than flowchart or state diagram; ``kind`` is Mermaid's name of it."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"a Mermaid {kind} diagram is no graph: only flowcharts and state diagrams are read")
        self.kind = kind


def read_mermaid(text: str) -> Diagram:
    """The diagram of a Mermaid flowchart or state diagram.

    Raises ``BadDrawing``, with line and column, for what Mermaid does not read, and ``NoGraph`` for other diagrams.
    """
    return parse_mermaid(text)[0]


@lru_cache(maxsize=4)  # one that is laid out again, in another style, is read once
def parse_mermaid(text: str) -> tuple[Diagram, Keys]:
    """``read_mermaid``, with the names that Mermaid gives to the edges, such as ``L_A_B_0``, and to unnamed groups.

    The names match what an engine draws to the diagram. Whether a diagram of another kind is valid is not asked.
    """
    source = printable(text.removeprefix("\ufeff"))
    facts = read_database(source)
    if "error" in facts:
        raise BadDrawing(explained(source, facts))
    if not is_graph(facts):
        raise NoGraph(str(facts["type"]))
    return to_diagram(facts)
