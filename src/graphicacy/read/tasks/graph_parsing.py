"""S1, graph parsing: list what the whole figure shows.

| Variant | Answer |
|---|---|
| ``full`` | the labels of all nodes, and all arrows by the labels of their ends |
| ``nodes`` | the labels of all nodes |
| ``edges`` | all arrows by the labels of their ends |

Templates are the variants, without arguments: one question a figure each. The answer is read off the diagram. Labels
that several nodes share make the answer a list in which they stand as often, which is as certain. What counts as a
node and as an arrow, and which figures are left out, is said in ``whole_graph``; ``full`` and ``edges`` are asked
only where there is an arrow.

Difficulty is by the number of things to list.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphicacy.read.figure import Figure
from graphicacy.read.question import AnswerType, Draft, difficulty_of
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.tasks.whole_graph import (
    ARROWS,
    NODES,
    arrow_pairs,
    has_clear_arrows,
    has_clear_nodes,
    heads,
    node_labels,
)

__all__ = ["LEAF"]


def _full(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    if not figure.arrows or not has_clear_arrows(figure):
        return
    nodes, edges = node_labels(figure), arrow_pairs(figure)
    yield Draft(
        variant="full",
        text=f"Which nodes and which arrows does the figure show? List all of both. {NODES} {ARROWS}{heads(figure)}",
        answer_type=AnswerType.GRAPH,
        answer={"nodes": nodes, "edges": edges},
        template="full",
        arguments={},
        difficulty=difficulty_of(len(nodes) + len(edges)),
    )


def _nodes(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    if not figure.nodes or not has_clear_nodes(figure):
        return
    nodes = node_labels(figure)
    yield Draft(
        variant="nodes",
        text=f"Which nodes does the figure show? List all of them. {NODES}",
        answer_type=AnswerType.NODES,
        answer=nodes,
        template="nodes",
        arguments={},
        difficulty=difficulty_of(len(nodes)),
    )


def _edges(figure: Figure, rng: np.random.Generator) -> Iterator[Draft]:
    if not figure.arrows or not has_clear_arrows(figure):
        return
    edges = arrow_pairs(figure)
    yield Draft(
        variant="edges",
        text=f"Which arrows does the figure show? List all of them by the labels of the nodes that they join. "
        f"{ARROWS}{heads(figure)}",
        answer_type=AnswerType.EDGES,
        answer=edges,
        template="edges",
        arguments={},
        difficulty=difficulty_of(len(edges)),
    )


LEAF = Leaf("graph-parsing", "S1", "structural", {"full": _full, "nodes": _nodes, "edges": _edges})
