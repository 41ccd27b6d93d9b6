"""Which diagrams are worth asking about."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from graphicacy.diagram.model import Diagram, Head, Shape
from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.figure import fold

__all__ = ["Bounds", "check_bounds"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Sizes that a diagram must have, ends included; ``named`` is the least share of nodes with words of their own."""

    nodes: tuple[int, int] = (4, 80)
    edges: tuple[int, int] = (3, 160)
    label: int = 120
    named: float = 0.75


def check_bounds(entry: Entry, bounds: Bounds) -> None:
    """Raise ``BadEntry`` where an entry is too small, too large, or says too little for questions with one answer."""
    cause = _fault(entry.diagram, bounds)
    if cause is not None:
        raise BadEntry(f"{entry.id}: {cause[1]}", cause[0])


def _fault(diagram: Diagram, bounds: Bounds) -> tuple[str, str] | None:
    nodes, edges = len(diagram.nodes), len(diagram.edges)
    for what, count, (least, most) in (("nodes", nodes, bounds.nodes), ("arrows", edges, bounds.edges)):
        if count < least:
            return f"few {what}", f"it has {count} {what}, {least} are needed"
        if count > most:
            return f"many {what}", f"it has {count} {what}, {most} are allowed"
    longest = max((len(text) for text in (*diagram.labels().values(), *(e.label for e in diagram.edges))), default=0)
    if longest > bounds.label:
        return "long label", f"a label has {longest} characters, {bounds.label} are allowed"
    words = Counter(fold(n.label) for n in diagram.nodes if n.shape not in (Shape.ANCHOR, Shape.POINT))
    named = sum(1 for label, times in words.items() if label and times == 1)
    if named < bounds.named * nodes:
        return "unnamed nodes", f"only {named} of {nodes} nodes have words of their own"
    if not any((e.head is Head.NONE) != (e.tail is Head.NONE) for e in diagram.edges):
        return "no arrows", "none of its connectors has one head"
    return None
