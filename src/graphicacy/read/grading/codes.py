"""Answers that are source texts, read as the graph that they draw."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Edge, Head, LineStyle
from graphicacy.diagram.notations import read

__all__ = ["Drawn", "graph_of"]

_MAX_CODE = 200_000  # characters
_NO_ARROW = "\0"  # the label of an end that no arrow of a gold answer has


class Drawn(NamedTuple):
    """Labels of nodes, and arrows by the labels of their ends; or, where the text cannot be read, why, in ``fault``."""

    nodes: tuple[str, ...] = ()
    edges: tuple[tuple[str, str], ...] = ()
    fault: str = ""


@lru_cache(maxsize=1_024)
def graph_of(code: str, notation: str) -> Drawn:
    """The graph that a source text draws. The text is hostile: it is read in a guarded process.

    Nodes without a label are left out, with the connectors at them. A connector with no head, or with two, is an item
    that is never right. Raises ``RuntimeError`` where the notation's parser is not installed.
    """
    if len(code) > _MAX_CODE:
        return Drawn(fault=f"the code is longer than {_MAX_CODE:,} characters")
    try:
        found = read(code, notation)
    except BadDrawing as error:
        return Drawn(fault=f"the code is no valid {notation}: {error}")
    diagram = found.diagram if isinstance(found, Layout) else found
    labels = {key: label for key, label in diagram.labels().items() if label.strip()}
    nodes = tuple(node.label for node in diagram.nodes if node.label.strip())
    return Drawn(nodes, tuple(_ends(edge, labels) for edge in _joined(diagram, labels)))


def _joined(diagram: Diagram, labels: dict[str, str]) -> list[Edge]:
    return [
        edge
        for edge in diagram.edges
        if edge.line is not LineStyle.INVISIBLE and edge.source in labels and edge.target in labels
    ]


def _ends(edge: Edge, labels: dict[str, str]) -> tuple[str, str]:
    source, target = labels[edge.source], labels[edge.target]
    at_source, at_target = edge.tail is not Head.NONE, edge.head is not Head.NONE
    if at_source == at_target:
        return source, _NO_ARROW + target
    return (source, target) if at_target else (target, source)
