"""Which group holds what, in the order in which a notation with nested blocks would write it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from graphicacy.diagram.model import Diagram, Group, Node

__all__ = ["Child", "Nesting", "nest"]


class Child(NamedTuple):
    """A node or a group, and the place in the diagram of its first node, by which it is written."""

    place: float
    part: Node | Group


@dataclass(frozen=True, slots=True)
class Nesting:
    """``parents`` of groups, ``members`` (all nodes in a group, at whatever depth), ``children`` (what lies directly in
    a group, or, under None, in none); all by id."""

    parents: dict[str, str | None]
    members: dict[str, list[str]]
    children: dict[str | None, list[Child]]

    def written(self, group: str | None = None) -> list[Node | Group]:
        """Nodes and groups in the order in which they are written, each group before what is in it."""
        found: list[Node | Group] = []
        for _, part in self.children[group]:
            found += [part, *self.written(part.id)] if isinstance(part, Group) else [part]
        return found

    def depth(self, group: str) -> int:
        """How many groups are around a group."""
        depth, around = 0, self.parents[group]
        while around is not None:
            depth, around = depth + 1, self.parents[around]
        return depth


def nest(diagram: Diagram) -> Nesting:
    """Sort nodes and groups into their groups. A parent that does not exist, or lies inside its child, is none."""
    given = {group.id: group.parent for group in diagram.groups}
    parents = {group.id: _parent(group, given) for group in diagram.groups}
    members: dict[str, list[str]] = {id_: [] for id_ in given}
    children: dict[str | None, list[Child]] = {None: [], **{id_: [] for id_ in given}}
    first: dict[str, float] = {}
    for place, node in enumerate(diagram.nodes):
        around = node.group if node.group in parents else None
        children[around].append(Child(place, node))
        while around is not None:
            members[around].append(node.id)
            first.setdefault(around, place)
            around = parents[around]
    for group in diagram.groups:
        children[parents[group.id]].append(Child(first.get(group.id, math.inf), group))
    for inside in children.values():
        inside.sort(key=lambda child: child.place)
    return Nesting(parents, members, children)


def _parent(group: Group, given: dict[str, str | None]) -> str | None:
    seen, around = {group.id}, group.parent
    while around is not None and around in given and around not in seen:
        seen.add(around)
        around = given[around]
    return None if around in seen or group.parent not in given else group.parent
