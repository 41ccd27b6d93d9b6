"""What parts of diagrams are compared by: oriented edges, keys that sort, ids of one diagram in terms of another."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass, fields, replace

from graphicacy.diagram.model import Edge, Group, Head, Node

__all__ = ["ENDS", "Pairs", "oriented", "sort_key", "turned", "values", "written"]

ENDS = ("source", "target", "head", "tail")
_REFERENCES = ("id", *ENDS, "group", "parent", "attached_to", "on")
_RANKS = [Head.NONE, Head.CIRCLE, Head.DIAMOND, Head.CROSS, Head.BLUNT, Head.POINTED]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Which nodes and groups of a second diagram are those of a first one: ids of the first to ids of the second.

    ``new_nodes`` and ``new_groups`` say what the second's ids are in terms of the first: its id, or a mark that is none
    of its ids. An id that is in neither is taken as it is.
    """

    nodes: dict[str, str]
    groups: dict[str, str]
    new_nodes: dict[str, Hashable]
    new_groups: dict[str, Hashable]

    def node(self, key: str | None) -> Hashable:
        """What a node of the second diagram is in the first."""
        return key if key is None else self.new_nodes.get(key, key)

    def group(self, key: str | None) -> Hashable:
        """What a group of the second diagram is in the first."""
        return key if key is None else self.new_groups.get(key, key)

    def end(self, key: str) -> Hashable:
        """What an end of an edge of the second diagram is in the first."""
        return self.new_nodes.get(key, self.new_groups.get(key, key))


def oriented(edge: Edge) -> Edge:
    """The edge, written so that its stronger head is at its target, or, of two alike, its lesser id at its source."""
    here, there = _RANKS.index(edge.tail), _RANKS.index(edge.head)
    turn = here > there or (here == there and edge.source > edge.target)
    return turned(edge) if turn else edge


def turned(edge: Edge) -> Edge:
    """The same edge, written from its other end."""
    return replace(edge, source=edge.target, target=edge.source, head=edge.tail, tail=edge.head)


def written(value: object) -> str:
    """A value as a text that sorts: equal values give equal texts."""
    if value is None:
        return ""
    # Adding zero makes -0.0 the same as 0.0.
    return repr(float(value) + 0.0) if isinstance(value, int | float) else str(value)


def sort_key(item: Node | Edge | Group) -> tuple[str, ...]:
    """All fields as texts, in the order of the model: nodes and groups by id, edges by their ends."""
    return tuple(written(getattr(item, f.name)) for f in fields(item))


def values(item: Node | Edge | Group, ignore: Collection[str]) -> dict[str, object]:
    """What an item says of itself: all fields but its id, its ends, its heads and the ids of others."""
    return {f.name: getattr(item, f.name) for f in fields(item) if f.name not in _REFERENCES and f.name not in ignore}
