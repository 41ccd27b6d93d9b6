"""S1, S2, S3: what the whole figure shows, as lists and as source text, and what is missing in a path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.mermaid.write import write_mermaid
from graphicacy.diagram.model import Diagram, Direction, Edge, Node, Shape
from graphicacy.read.baseline.mentions import mentioned, named, spelt
from graphicacy.read.baseline.perceived import Perceived, perceived
from graphicacy.read.baseline.routes import fill
from graphicacy.read.baseline.seen import Asked, CannotAnswer, Seen
from graphicacy.read.query.graph import Graph
from graphicacy.read.question import AnswerType

__all__ = ["parse", "unmask", "write_code"]

_STEP = re.compile(r"“(?P<label>[^“”]+)”|(?P<one>\[\?\])|(?P<run>\[(?:…|\.\.\.)\])")


def parse(asked: Asked, pictures: Sequence[Seen]) -> Any:
    """All nodes, all arrows, or both."""
    plain = _plain(perceived(pictures[0]))
    labels = {n.id: n.label for n in plain.nodes}
    nodes = list(labels.values())
    edges = [{"source": labels[e.source], "target": labels[e.target]} for e in plain.edges]
    if asked.answer_type is AnswerType.GRAPH:
        return {"nodes": nodes, "edges": edges}
    return nodes if asked.answer_type is AnswerType.NODES else edges


def write_code(asked: Asked, pictures: Sequence[Seen]) -> str:
    """The graph in the notation that is asked for."""
    plain = _plain(perceived(pictures[0]))
    return write_dot(plain) if "Graphviz" in asked.question else write_mermaid(plain)


def unmask(asked: Asked, pictures: Sequence[Seen]) -> list[str]:
    """The nodes that stand for the masks of a path, as far as there is a way; raises where there is none at all."""
    figure = spelt(perceived(pictures[0]), mentioned(asked.question))
    told, gaps = _masks(asked.question)
    keys = [named(figure, label) for label in told]
    graph = Graph(tuple(figure.labels), ((a.source, a.target) for a in figure.arrows))
    missing = fill(graph, keys, gaps)
    if not missing:
        raise CannotAnswer("I found no such path")
    return [figure.labels[key] for key in missing]


def _plain(figure: Perceived) -> Diagram:
    """The figure's graph without its looks. Words without an outline are a node where an arrow begins or ends."""
    joined = {end for a in figure.arrows for end in (a.source, a.target)}
    return Diagram(
        tuple(Node(n.id, n.label) for n in figure.nodes if n.shape is not Shape.TEXT or n.id in joined),
        tuple(Edge(a.source, a.target) for a in figure.arrows),
        direction=Direction.DOWN,
    )


def _masks(text: str) -> tuple[list[str], list[int | None]]:
    """The labels told, and how many nodes are missing after each but the last; None for any number from one on."""
    line = next((line for line in text.splitlines() if "→" in line), "")
    told: list[str] = []
    gaps: list[int | None] = []
    size: int | None = 0
    for m in _STEP.finditer(line):
        if m["label"] is None:
            size = None if m["run"] else (size or 0) + 1
            continue
        if told:
            gaps.append(size)
        told.append(m["label"])
        size = 0
    if len(told) < 2 or not any(gap != 0 for gap in gaps):
        raise CannotAnswer("I do not see which nodes of a path are missing")
    return told, gaps
