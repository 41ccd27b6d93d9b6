"""Named edits on diagrams: each returns the changed diagram and leaves the rest as it was."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from graphicacy.diagram.model import Diagram, Edge, Head

__all__ = ["change_head", "drop_edge", "flip_edge", "misspell", "relabel"]


def flip_edge(diagram: Diagram, index: int) -> Diagram:
    """The edge of this index runs the other way, with the same heads."""
    edge = diagram.edges[index]
    return _with_edge(diagram, index, replace(edge, source=edge.target, target=edge.source))


def drop_edge(diagram: Diagram, index: int) -> Diagram:
    """The edge of this index is gone."""
    return replace(diagram, edges=diagram.edges[:index] + diagram.edges[index + 1 :])


def change_head(diagram: Diagram, index: int, head: Head) -> Diagram:
    """The edge of this index ends in another head."""
    return _with_edge(diagram, index, replace(diagram.edges[index], head=head))


def relabel(diagram: Diagram, identifier: str, label: str) -> Diagram:
    """The node or group of this id carries another label."""
    nodes = tuple(replace(n, label=label) if n.id == identifier else n for n in diagram.nodes)
    groups = tuple(replace(g, label=label) if g.id == identifier else g for g in diagram.groups)
    return replace(diagram, nodes=nodes, groups=groups)


def misspell(label: str, rng: np.random.Generator) -> str:
    """The label with one letter or digit replaced by another of its kind that no reader of pixels confuses with it."""
    places = [i for i, c in enumerate(label) if c.isascii() and c.isalnum()]
    if not places:
        return label + "x"
    at = int(rng.choice(places))
    pool = "23479" if label[at].isdigit() else "MRTWKX" if label[at].isupper() else "mrtwkx"
    choices = [c for c in pool if c.casefold() != label[at].casefold()]
    return label[:at] + str(rng.choice(choices)) + label[at + 1 :]


def _with_edge(diagram: Diagram, index: int, edge: Edge) -> Diagram:
    edges = list(diagram.edges)
    edges[index] = edge
    return replace(diagram, edges=tuple(edges))
