"""Who is connected to whom in a drawing: the links between the things that carry a name.

A link is one connector, or a chain of connectors through unlabelled junctions (a process node of SBGN, a dot where
lines meet) or onto the middle of another connector (an enzyme acting on a reaction arrow).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from graphicacy.diagram.model import Diagram, Edge, Head, LineStyle, Shape
from graphicacy.draw.scoring.text import normalise
from graphicacy.sight.evidence import Callout

__all__ = ["Link", "Names", "links_of"]

_MAX_JUNCTIONS = 3
_MAX_SPOKES = 24  # of one junction: a hub with more is no reaction, and its pairs grow as the square
_MODIFIES = frozenset({Head.BLUNT, Head.CIRCLE, Head.DIAMOND, Head.CROSS})


@dataclass(frozen=True, slots=True)
class Link:
    """A connection between two named things, with what is drawn at either end.

    ``edges`` are the indices in ``Diagram.edges`` of the connectors it is made of; empty for a callout. ``drawn`` is
    False where the link is only meant: a modifier that acts on a reaction acts on its ends, without a line to them.
    """

    source: str
    target: str
    head: Head
    tail: Head
    label: str = ""
    line: LineStyle = LineStyle.SOLID
    edges: tuple[int, ...] = ()
    drawn: bool = True

    def reversed(self) -> Link:
        """The same connection, told from its other end."""
        return replace(self, source=self.target, target=self.source, head=self.tail, tail=self.head)


class Names:
    """Finds the nodes and groups that a label names.

    A thing is named by its own label, by one of the lines of it, or by what is left of it without a remark in
    parentheses or after a colon ("AKT (PKB)"). A label that stands in a longer one as words ("IL-6" in "IL-6
    receptor") may name another thing: such things are only ``perhaps`` named.
    """

    def __init__(self, diagram: Diagram, required: Iterable[str], lines: Mapping[str, Sequence[str]]) -> None:
        """``lines`` are the lines of text inside each node, by its id.

        A thing that one ``required`` label names is not named by its parts too.
        """
        self._by_label: dict[str, list[str]] = defaultdict(list)
        self._labels = {i: label for i, label in diagram.labels().items() if normalise(label)}
        for identifier, label in self._labels.items():
            self._by_label[normalise(label)].append(identifier)
        self._by_part: dict[str, list[str]] = defaultdict(list)
        keys = {normalise(label) for label in required}
        for identifier, label in self._labels.items():
            if normalise(label) in keys:
                continue
            for part in {normalise(p) for p in (*lines.get(identifier, ()), *_without_remarks(label))}:
                if part and part != normalise(label):
                    self._by_part[part].append(identifier)

    def find(self, label: str) -> tuple[str, ...]:
        """Ids of the nodes and groups that this label names; empty where there is none."""
        key = normalise(label)
        return tuple(self._by_label.get(key) or self._by_part.get(key) or ())

    def perhaps(self, label: str) -> tuple[str, ...]:
        """Ids of things whose longer label holds this one as whole words."""
        key, near = normalise(label), len(label.split())
        return tuple(i for i, text in self._labels.items() if _has_window(text.split(), key, near))


def _without_remarks(label: str) -> tuple[str, ...]:
    bare = re.sub(r"\s*[(\[][^()\[\]]*[)\]]\s*", " ", label).strip()
    return (bare, *(part for part in re.split(r":\s+|\s+[–—|]\s+", label)))


def _has_window(words: Sequence[str], key: str, near: int) -> bool:
    sizes = range(max(1, near - 1), near + 2)
    return any(normalise(" ".join(words[i : i + n])) == key for n in sizes for i in range(len(words) - n + 1))


def links_of(diagram: Diagram, callouts: Sequence[Callout] = ()) -> list[Link]:
    """All links of a diagram, each once, from the source as drawn."""
    direct = [_link(i, edge) for i, edge in enumerate(diagram.edges) if edge.line is not LineStyle.INVISIBLE]
    through = _onto_connectors(diagram, direct) + _through_junctions(diagram, direct)
    lines = [
        Link(f"label:{c.label}", c.target, Head.NONE, Head.NONE) for c in callouts if c.target is not None and c.label
    ]
    return direct + through + lines


def _link(index: int, edge: Edge) -> Link:
    return Link(edge.source, edge.target, edge.head, edge.tail, edge.label, edge.line, (index,))


def _onto_connectors(diagram: Diagram, direct: Sequence[Link]) -> list[Link]:
    """Links that end (or start) on the middle of another connector: they reach both of its ends."""
    carrier = {n.id: diagram.edges[n.on] for n in diagram.nodes if n.on is not None and n.on < len(diagram.edges)}
    found = []
    for link in direct:
        for one in (link, link.reversed()):
            if one.target in carrier and one.source not in carrier:
                carried = carrier[one.target]
                ends = {carried.source, carried.target} - {one.source}
                found += [replace(one, target=end, drawn=False) for end in sorted(ends)]
    return found


def _through_junctions(diagram: Diagram, direct: Sequence[Link]) -> list[Link]:
    junctions = {n.id for n in diagram.nodes if not n.label.strip() and n.shape is not Shape.ANCHOR}
    outgoing: dict[str, list[Link]] = defaultdict(list)
    for link in direct:
        outgoing[link.source].append(link)
        outgoing[link.target].append(link.reversed())
    junctions -= {j for j in junctions if len(outgoing[j]) > _MAX_SPOKES}
    found: dict[tuple[int, ...], Link] = {}
    for link in direct:
        for start in (link, link.reversed()):
            if start.source not in junctions and start.target in junctions:
                for chain in _chains((start,), outgoing, junctions):
                    joined = _join(chain)
                    if joined is not None:
                        found.setdefault(tuple(sorted(joined.edges)), joined)
    return list(found.values())


def _chains(
    chain: tuple[Link, ...], outgoing: dict[str, list[Link]], junctions: set[str]
) -> Iterable[tuple[Link, ...]]:
    if len(chain) > _MAX_JUNCTIONS:
        return
    seen = {link.source for link in chain} | {chain[-1].target}
    for step in outgoing[chain[-1].target]:
        if step.target in seen:
            continue
        longer = (*chain, step)
        if step.target in junctions:
            yield from _chains(longer, outgoing, junctions)
        else:
            yield longer


def _join(chain: tuple[Link, ...]) -> Link | None:
    """A chain as one link, or None where it is no path: connectors that meet head to head, or fork from a junction.

    A modifier's head (circle, T-bar, diamond) on the junction is what it does to the reaction; otherwise the heads of
    the two ends count, and a head that only an inner end carries still gives the direction.
    """
    first, last = chain[0], chain[-1]
    label = " ".join(link.label for link in chain if link.label)
    edges = tuple(i for link in chain for i in link.edges)
    if first.head in _MODIFIES and last.tail in _MODIFIES:
        return None
    if first.head in _MODIFIES:
        return Link(first.source, last.target, first.head, first.tail, label, first.line, edges, drawn=False)
    if last.tail in _MODIFIES:  # the same, told from the reaction's end
        return Link(first.source, last.target, last.head, last.tail, label, last.line, edges, drawn=False)
    meet = any(a.head is not Head.NONE and b.tail is not Head.NONE for a, b in pairwise(chain))
    fork = first.tail is not Head.NONE and last.head is not Head.NONE
    if meet or fork:
        return None
    forward = next((link.head for link in reversed(chain) if link.head is not Head.NONE), Head.NONE)
    backward = next((link.tail for link in chain if link.tail is not Head.NONE), Head.NONE)
    directed = forward is not Head.NONE or backward is not Head.NONE
    return Link(first.source, last.target, forward, backward, label, first.line, edges, drawn=directed)
