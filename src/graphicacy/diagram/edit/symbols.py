"""Edits of what a diagram says, without its geometry: each returns the diagram with one thing changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable
from dataclasses import replace

from graphicacy.diagram.model import Diagram, Edge, Head, Shape

__all__ = ["change_head", "drop", "drop_edge", "flip_edge", "meaning", "relabel", "what_falls_with", "with_edge"]

_DEPTH = 4  # anchors on edges that end on anchors: how far they are told apart


def flip_edge(diagram: Diagram, index: int) -> Diagram:
    """The edge of this index runs the other way, with the same heads."""
    edge = diagram.edges[index]
    return with_edge(diagram, index, replace(edge, source=edge.target, target=edge.source))


def drop_edge(diagram: Diagram, index: int) -> Diagram:
    """The edge of this index is gone, and with it what ends on it."""
    return drop(diagram, edges=(index,))


def change_head(diagram: Diagram, index: int, head: Head) -> Diagram:
    """The edge of this index ends in another head."""
    return with_edge(diagram, index, replace(diagram.edges[index], head=head))


def relabel(diagram: Diagram, key: str | int, label: str) -> Diagram:
    """The node or group of this id, or the edge of this index, carries another label."""
    if isinstance(key, int):
        return with_edge(diagram, key, replace(diagram.edges[key], label=label))
    nodes = tuple(replace(n, label=label) if n.id == key else n for n in diagram.nodes)
    groups = tuple(replace(g, label=label) if g.id == key else g for g in diagram.groups)
    return replace(diagram, nodes=nodes, groups=groups)


def with_edge(diagram: Diagram, index: int, edge: Edge) -> Diagram:
    """Another edge in place of the one of this index."""
    edges = list(diagram.edges)
    edges[index] = edge
    return replace(diagram, edges=tuple(edges))


def what_falls_with(
    diagram: Diagram, nodes: Collection[str] = (), edges: Collection[int] = ()
) -> tuple[frozenset[str], frozenset[int]]:
    """Ids of nodes and indexes of edges that cannot stay without the given ones, and these themselves.

    An edge falls with its ends, an anchor with the edge that carries it, an attached node with the one it sits on.
    """
    lost, cut = set(nodes), set(edges)
    while True:
        more = {n.id for n in diagram.nodes if n.on in cut or n.attached_to in lost}
        also = {i for i, e in enumerate(diagram.edges) if e.source in lost or e.target in lost}
        if more <= lost and also <= cut:
            return frozenset(lost), frozenset(cut)
        lost |= more
        cut |= also


def drop(diagram: Diagram, nodes: Collection[str] = (), edges: Collection[int] = ()) -> Diagram:
    """The given nodes and edges are gone, and what cannot stay without them; anchors keep to their edges."""
    lost, cut = what_falls_with(diagram, nodes, edges)
    place = {old: new for new, old in enumerate(i for i in range(len(diagram.edges)) if i not in cut)}
    return replace(
        diagram,
        nodes=tuple(replace(n, on=None if n.on is None else place[n.on]) for n in diagram.nodes if n.id not in lost),
        edges=tuple(e for i, e in enumerate(diagram.edges) if i not in cut),
    )


def meaning(diagram: Diagram) -> tuple[Counter[Hashable], Counter[Hashable]]:
    """What a reader gets from a diagram whatever its ids, order, looks and places: its nodes and its edges, counted.

    Two diagrams with different answers differ (``compare.same`` by label, looks ignored); it takes one pass. Diagrams
    that differ only in which of several nodes of one label is meant have the same answer.
    """
    nodes = {n.id: n for n in diagram.nodes}
    groups = {g.id: g for g in diagram.groups}

    def frames(group: str | None) -> tuple[str, ...]:
        found = list[str]()
        while group in groups and len(found) <= len(groups):
            found.append(groups[group].label)
            group = groups[group].parent
        return tuple(found)

    def end(key: str, depth: int = 0) -> Hashable:
        node = nodes.get(key)
        if node is None:
            return groups[key].label if key in groups else key
        if node.shape is Shape.ANCHOR and node.on is not None and depth < _DEPTH:
            carrier = diagram.edges[node.on]
            return tuple(sorted((end(carrier.source, depth + 1), end(carrier.target, depth + 1)), key=repr))
        host = nodes.get(node.attached_to) if node.attached_to is not None else None
        return node.label if host is None else (node.label, host.label)

    def ends(edge: Edge) -> Hashable:
        there = (end(edge.source), edge.tail), (end(edge.target), edge.head)
        return (*sorted(there, key=repr), edge.label)

    parts: Counter[Hashable] = Counter((end(n.id), frames(n.group)) for n in diagram.nodes)
    parts.update((g.label, frames(g.parent)) for g in diagram.groups)
    return parts, Counter(ends(e) for e in diagram.edges)
