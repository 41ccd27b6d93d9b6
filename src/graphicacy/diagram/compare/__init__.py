"""Whether two diagrams say the same, and if not, what differs.

The order of statements does not count, and neither does which way a connector is written: a line without heads, or
with the same at both ends, has no direction, and ``A → B`` is the same as ``B ← A``. Parallel edges count one by one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from typing import Literal, NamedTuple, TypeVar

from graphicacy.diagram.compare.difference import Change, Difference, FieldChange, Part
from graphicacy.diagram.compare.edges import pair_edges
from graphicacy.diagram.compare.labels import pair_labels
from graphicacy.diagram.compare.symbols import ENDS, Pairs, oriented, sort_key
from graphicacy.diagram.model import Diagram, Edge, Group, Node

__all__ = ["LOOKS", "Change", "Difference", "FieldChange", "Part", "canonical", "diff", "same"]

By = Literal["id", "label"]
Item = TypeVar("Item", Node, Group)

# What may differ between two pictures of one graph. An edge's weight is among them, since Graphviz takes it as a force
# of layout and Mermaid has none.
LOOKS = frozenset(
    {"shape", "fill", "stroke", "border", "border_width", "line", "color", "width", "weight", "direction"}
)
_KEYS = {"id", *ENDS}  # what a part is known by, and what an edge means
_FIELDS = {f.name for kind in (Node, Edge, Group) for f in fields(kind)} - _KEYS | {"direction"}


def canonical(diagram: Diagram) -> Diagram:
    """The one form of all diagrams that differ only in the order of their parts and in how their edges are written.

    Nodes and groups are sorted by id. Edges run towards their head, or, where both ends are alike, from the end whose
    id comes first; they are sorted by their ends, then by all they say and by the anchors on them.
    """
    anchors = diagram.anchors()
    edges = [oriented(edge) for edge in diagram.edges]
    order = sorted(range(len(edges)), key=lambda k: (sort_key(edges[k]), sorted(anchors.get(k, ()))))
    place = {old: new for new, old in enumerate(order)}
    nodes = [node if node.on is None else replace(node, on=place.get(node.on, node.on)) for node in diagram.nodes]
    return replace(
        diagram,
        nodes=tuple(sorted(nodes, key=sort_key)),
        edges=tuple(edges[k] for k in order),
        groups=tuple(sorted(diagram.groups, key=sort_key)),
    )


def same(a: Diagram, b: Diagram, by: By = "id", ignore: Collection[str] = ()) -> bool:
    """Whether there is no ``diff``: two pictures show one graph where ``same(a, b, "label", ignore=LOOKS)``."""
    return not diff(a, b, by, ignore)


def diff(a: Diagram, b: Diagram, by: By = "id", ignore: Collection[str] = ()) -> Difference:
    """What has to be added to, removed from and changed in ``a`` to make ``b``.

    Nodes and groups are the same where they have the same id; or, ``by`` "label", the same label, whatever their ids.
    Where several share a label, ids are matched so that the rest of the diagram fits: exactly (an isomorphism of
    labelled graphs) where nothing differs, else by how far their surroundings agree. Edges are the same where they
    join the same ends; of parallel ones, those that differ least. A change of head, label or direction is a change of
    the edge, not its removal and addition. ``ignore`` names fields of the model that may differ, such as ``LOOKS``.

    Raises ``ValueError`` where ``ignore`` names no field, or one that tells parts or the meaning of edges, and where
    two nodes or two groups of a diagram share an id.
    """
    _check(by, ignore)
    for diagram in (a, b):
        _check_ids(diagram.nodes)
        _check_ids(diagram.groups)
    if by == "id":
        nodes, groups = ({item.id: item.id for item in part} for part in (a.nodes, a.groups))
        return _compare(a, b, Pairs(nodes, groups, {}, {}), by, ignore)
    return _compare(a, b, pair_labels(a, b, ignore), by, ignore)


def _check(by: str, ignore: Collection[str]) -> None:
    if by not in ("id", "label"):
        raise ValueError(f"by {by!r} is neither id nor label")
    for name in sorted(ignore):
        if name not in _FIELDS or (by == "label" and name == "label"):
            raise ValueError(
                f"ignore: {name!r} is none of {', '.join(sorted(_FIELDS))}; labels count where they are keys"
            )


def _check_ids(items: tuple[Node, ...] | tuple[Group, ...]) -> None:
    seen = set()
    for item in items:
        if item.id in seen:
            raise ValueError(f"two {type(item).__name__.lower()}s have the id {item.id!r}: ids must be unique")
        seen.add(item.id)


class _Match(NamedTuple):
    """Which parts are the same, edges by index, and which fields may differ."""

    pairs: Pairs
    edges: dict[int, int]
    ignore: Collection[str]


def _compare(a: Diagram, b: Diagram, pairs: Pairs, by: By, ignore: Collection[str]) -> Difference:
    edges, edge_pairs = pair_edges(a, b, pairs, ignore)
    match = _Match(pairs, edge_pairs, ignore)
    turned = "direction" not in ignore and a.direction != b.direction
    return Difference(
        nodes=_part(a.nodes, b.nodes, pairs.nodes, match),
        edges=edges,
        groups=_part(a.groups, b.groups, pairs.groups, match),
        direction=FieldChange("direction", a.direction, b.direction) if turned else None,
        names=(_names(a, by), _names(b, by)),
    )


def _part(before: tuple[Item, ...], after: tuple[Item, ...], ids: dict[str, str], match: _Match) -> Part[Item]:
    there = {item.id: item for item in after}
    kept = [(item, there[ids[item.id]]) for item in before if ids.get(item.id) in there]
    first, second = {one.id for one, _ in kept}, {two.id for _, two in kept}
    return Part(
        added=tuple(item for item in after if item.id not in second),
        removed=tuple(item for item in before if item.id not in first),
        changed=tuple(Change(one, two, told) for one, two in kept if (told := _fields(one, two, match))),
    )


def _fields(before: Item, after: Item, match: _Match) -> tuple[FieldChange, ...]:
    found = []
    for name in (f.name for f in fields(before) if f.name != "id" and f.name not in match.ignore):
        old, new = getattr(before, name), getattr(after, name)
        if name in ("group", "parent"):
            equal = old == match.pairs.group(new)
        elif name == "attached_to":
            equal = old == match.pairs.node(new)
        elif name == "on" and old is not None and new is not None:
            equal = match.edges.get(old) == new
        else:
            equal = old == new
        if not equal:
            found.append(FieldChange(name, old, new))
    return tuple(found)


def _names(diagram: Diagram, by: By) -> dict[str, str]:
    return {key: label if by == "label" and label else key for key, label in diagram.labels().items()}
