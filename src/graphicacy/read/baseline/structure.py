"""S1, S2, S3: what the whole figure shows, as lists and as source text, and what is missing in a path."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.mermaid.write import write_mermaid
from graphicacy.diagram.model import Diagram, Direction, Edge, Node, Shape
from graphicacy.read.baseline.mentions import mentioned, named, spelt
from graphicacy.read.baseline.perceived import Perceived, perceived
from graphicacy.read.baseline.seen import Asked, CannotAnswer, Seen
from graphicacy.read.query.graph import Graph
from graphicacy.read.question import AnswerType

__all__ = ["parse", "unmask", "write_code"]

_STEP = re.compile(r"“(?P<label>[^“”]+)”|(?P<one>\[\?\])|(?P<run>\[(?:…|\.\.\.)\])")
_STEPS = 3_000  # of a search for one gap
_LONGEST_RUN = 6  # nodes in a gap of unknown size


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
    """The graph in the notation of the variant."""
    plain = _plain(perceived(pictures[0]))
    return write_dot(plain) if asked.variant == "graphviz" else write_mermaid(plain)


def unmask(asked: Asked, pictures: Sequence[Seen]) -> list[str]:
    """The nodes that stand for the masks of a path, as far as there is a way; raises where there is none at all."""
    figure = spelt(perceived(pictures[0]), mentioned(asked.question))
    told, gaps = _masks(asked.question)
    keys = [named(figure, label) for label in told]
    graph = Graph(tuple(figure.labels), ((a.source, a.target) for a in figure.arrows))
    shunned = {key for key in keys if key is not None}
    missing = _fill(graph, [*zip(pairwise(keys), gaps, strict=True)], shunned)
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


_Gap = tuple[tuple[str | None, str | None], int | None]


def _fill(graph: Graph, gaps: Sequence[_Gap], shunned: set[str]) -> list[str]:
    """Nodes for all gaps; where there are none for a gap, those for the others."""
    if not gaps:
        return []
    (start, end), size = gaps[0]
    if size == 0 or start is None or end is None:
        return _fill(graph, gaps[1:], shunned)
    best: list[str] = []
    for number, found in enumerate(_ways(graph, start, end, size, shunned)):
        rest = _fill(graph, gaps[1:], shunned | set(found))
        best = max(best, [*found, *rest], key=len)
        open_ = sum(1 for _, more in gaps[1:] if more != 0)
        if not open_ or rest or number > 50:
            return best
    return best or _fill(graph, gaps[1:], shunned)


def _ways(graph: Graph, start: str, end: str, size: int | None, shunned: set[str]) -> Iterator[tuple[str, ...]]:
    """What stands between two nodes on paths past none of some nodes, the shortest first."""
    steps = 0
    for length in range(1, _LONGEST_RUN + 1) if size is None else (size,):
        stack: list[tuple[str, ...]] = [()]
        while stack and steps < _STEPS:
            inside = stack.pop()
            at = inside[-1] if inside else start
            if len(inside) == length:
                if graph.has(at, end):
                    yield inside
                continue
            steps += 1
            near = graph.distances(end, back=True)
            for to in reversed(graph.next[at]):
                if to not in shunned and to not in inside and near.get(to, length) <= length - len(inside):
                    stack.append((*inside, to))
