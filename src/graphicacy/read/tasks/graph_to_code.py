"""S2, graph to code: write the figure as source text.

| Variant | Notation |
|---|---|
| ``mermaid`` | a Mermaid flowchart |
| ``graphviz`` | Graphviz DOT, a digraph |

One question a figure each, template ``code`` with the argument ``notation``. Only the labels of nodes, and arrows with
their direction and number, count; the question says so. The answer is written anew, with nothing but what counts and
the words at arrows: an author's source has looks and comments that nobody can tell from the picture. The rubric has
``notation`` ("mermaid" or "dot"), ``nodes`` and ``edges``, against which the text is graded after parsing it.

Asked where all nodes and arrows are certain (``whole_graph``), there is an arrow, and every label can be written in the
notation. Difficulty is by the number of nodes and arrows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Literal

import numpy as np

from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.mermaid.write import mermaid_form, write_mermaid
from graphicacy.diagram.model import Diagram, Direction, Edge, Node
from graphicacy.read.figure import Figure, fold
from graphicacy.read.question import AnswerType, Draft, difficulty_of
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.tasks.whole_graph import NODES, arrow_pairs, has_clear_arrows, heads, node_labels

__all__ = ["LEAF"]

Notation = Literal["mermaid", "dot"]

_TEXT = (
    "Write the figure as {notation}. What counts is which nodes there are, by the words that they show, and which "
    "arrows, with their direction, each as often as it is drawn. Shapes, colours, line styles, frames, positions and "
    "words at arrows do not count, and neither do the ids that you choose. {nodes}{heads}"
)
_WORDS: dict[Notation, str] = {
    "mermaid": "source code of a Mermaid flowchart",
    "dot": "source code of a Graphviz digraph",
}


def _ask(figure: Figure, rng: np.random.Generator, *, variant: str, notation: Notation) -> Iterator[Draft]:
    if not figure.arrows or not has_clear_arrows(figure):
        return
    source = _written(_plain(figure), notation)
    if source is None:
        return
    nodes, edges = node_labels(figure), arrow_pairs(figure)
    yield Draft(
        variant=variant,
        text=_TEXT.format(notation=_WORDS[notation], nodes=NODES, heads=heads(figure)),
        answer_type=AnswerType.CODE,
        answer=source,
        template="code",
        arguments={"notation": notation},
        difficulty=difficulty_of(len(nodes) + len(edges)),
        rubric={"notation": notation, "nodes": nodes, "edges": edges},
    )


@lru_cache(maxsize=16)
def _written(diagram: Diagram, notation: Notation) -> str | None:
    """``diagram`` as text, None where the notation cannot say one of its labels.

    It is kept for a while: the renderings of an entry have it in common.
    """
    if notation == "dot":
        return write_dot(diagram)
    form = mermaid_form(diagram)
    said = all(fold(a.label) == fold(b.label) for a, b in zip(form.nodes, diagram.nodes, strict=True))
    return write_mermaid(form) if said else None


def _plain(figure: Figure) -> Diagram:
    """The figure's graph without its looks."""
    return Diagram(
        tuple(Node(n.id, n.label) for n in figure.nodes),
        tuple(Edge(a.source, a.target, a.label) for a in figure.arrows),
        direction=figure.entry.diagram.direction or Direction.DOWN,
    )


LEAF = Leaf(
    "graph-to-code",
    "S2",
    "structural",
    {
        "mermaid": partial(_ask, variant="mermaid", notation="mermaid"),
        "graphviz": partial(_ask, variant="graphviz", notation="dot"),
    },
)
