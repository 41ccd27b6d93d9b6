"""What differs between two diagrams, as data and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from graphicacy.diagram.compare.symbols import oriented
from graphicacy.diagram.model import Edge, Group, Head, Node

__all__ = ["Change", "Difference", "FieldChange", "Part"]

T = TypeVar("T", Node, Edge, Group)
_ARROWS = {(False, False): "—", (True, False): "→", (False, True): "←", (True, True): "↔"}  # head, tail
_IDS = ("group", "parent", "attached_to")


class FieldChange(NamedTuple):
    """One field of the model with its values before and after."""

    field: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """A part that is in both diagrams, as it was and as it is. ``reversed`` edges run the other way.

    ``fields`` of an edge are told of the edge as it is written towards its stronger head.
    """

    before: T
    after: T
    fields: tuple[FieldChange, ...]
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """What differs among the nodes, the edges or the groups, in the order of the diagrams."""

    added: tuple[T, ...] = ()
    removed: tuple[T, ...] = ()
    changed: tuple[Change[T], ...] = ()

    def __len__(self) -> int:
        return len(self.added) + len(self.removed) + len(self.changed)


@dataclass(frozen=True, slots=True)
class Difference:
    """How a diagram differs from an earlier one; false where it does not. Its text has one line per difference.

    ``names`` are what the parts of the first and of the second diagram are called in that text, by id.
    """

    nodes: Part[Node] = field(default_factory=Part[Node])
    edges: Part[Edge] = field(default_factory=Part[Edge])
    groups: Part[Group] = field(default_factory=Part[Group])
    direction: FieldChange | None = None
    names: tuple[Mapping[str, str], Mapping[str, str]] = field(default=({}, {}), compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.nodes) + len(self.edges) + len(self.groups) + (self.direction is not None)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """One line per difference: groups, nodes, edges, direction; none where the diagrams are the same."""
        old, new = self.names
        found = _lines("group", self.groups, old, new)
        found += _lines("node", self.nodes, old, new)
        found += _lines("edge", self.edges, old, new)
        if self.direction is not None:
            found.append(f"direction: {_words(self.direction, old, new)}")
        return found


def _lines(kind: str, part: Part[T], old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    found = [f"{kind} removed: {_name(item, old)}" for item in part.removed]
    found += [f"{kind} added: {_name(item, new)}" for item in part.added]
    return found + [f"{kind} {_name(c.before, old)}: {_changes(c, old, new)}" for c in part.changed]


def _name(item: Node | Edge | Group, names: Mapping[str, str]) -> str:
    if not isinstance(item, Edge):
        name = names.get(item.id, item.id)
        return _line(name) if item.label in ("", name) else f"{_line(name)} “{_line(item.label)}”"
    item = oriented(item)
    arrow = _ARROWS[item.head is not Head.NONE, item.tail is not Head.NONE]
    ends = f"{_line(names.get(item.source, item.source))} {arrow} {_line(names.get(item.target, item.target))}"
    return f"{ends} “{_line(item.label)}”" if item.label else ends


def _changes(change: Change[T], old: Mapping[str, str], new: Mapping[str, str]) -> str:
    words = ["reversed"] if change.reversed else []
    return ", ".join(words + [f"{f.field} {_words(f, old, new)}" for f in change.fields])


def _words(change: FieldChange, old: Mapping[str, str], new: Mapping[str, str]) -> str:
    return f"{_value(change.field, change.before, old)} → {_value(change.field, change.after, new)}"


def _value(name: str, value: object, names: Mapping[str, str]) -> str:
    if value is None:
        return "none"
    if name == "label":
        return f"“{_line(str(value))}”"
    return _line(names.get(str(value), str(value)) if name in _IDS else str(value))


def _line(text: str) -> str:
    return " ".join(text.split())
