"""What an edit is and what it answers, and how its description names the parts of a diagram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import numpy as np

from graphicacy.diagram.edit.symbols import meaning
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Head, Shape
from graphicacy.diagram.paint import settled
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.style import Style

__all__ = ["Avoid", "Edit", "Edited", "Part", "around", "edge_name", "first_that_matters", "head_name", "name_of",
           "rare_first", "shuffled"]  # fmt: skip

Part = str | int  # the id of a node or group, or the index of an edge
Avoid = frozenset[Part]
_T = TypeVar("_T")
_HEADS = {
    Head.NONE: "no head", Head.POINTED: "an arrow head", Head.BLUNT: "a bar", Head.CIRCLE: "a circle",
    Head.DIAMOND: "a diamond", Head.CROSS: "a cross",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Edited:
    """A layout after one edit.

    ``what`` says in one sentence what changed, by labels. ``where`` are boxes around it, in the coordinates of
    ``layout``. ``parts`` are the parts that it changed: ids of nodes and groups, and indexes of edges as they were
    before, new ones after these; none where it changes the whole picture. ``gone`` are the indexes of edges that are no
    more, so that later ones have moved up. ``style`` is what the layout has to be painted with, where it matters.
    """

    layout: Layout
    edit: str
    changes_meaning: bool
    what: str
    where: tuple[Box, ...]
    parts: frozenset[Part] = frozenset()
    gone: frozenset[int] = frozenset()
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A named way to change one thing of a drawing.

    ``kind`` is what it works on. ``make`` picks a place for it, not at the parts to avoid, and applies it there; it is
    None for an edit of pixels, which only ``edit_drawing`` can apply.
    """

    name: str
    kind: Literal["label", "relation", "node", "layout", "look"]
    changes_meaning: bool
    description: str
    make: Callable[[Layout, np.random.Generator, Avoid], Edited | None] | None = field(repr=False)

    def apply(self, layout: Layout, rng: np.random.Generator, avoid: Iterable[Part] = ()) -> Edited | None:
        """The layout with this edit at a random place, leaving alone the parts to avoid; None where there is none.

        Every label is given its lettering first, so that no words move but those that are edited. Raises ``BadDrawing``
        for a layout that cannot be drawn.
        """
        return None if self.make is None else self.make(settled(layout), rng, frozenset(avoid))


def shuffled(items: Iterable[_T], rng: np.random.Generator) -> list[_T]:
    """The items in random order."""
    pool = list(items)
    return [pool[i] for i in rng.permutation(len(pool)).tolist()]


def first_that_matters(layout: Layout, tries: Iterator[Edited], most: int = 40) -> Edited | None:
    """The first of at most 40 edits after which the diagram says something else."""
    before = meaning(layout.diagram)
    for _, edited in zip(range(most), tries, strict=False):
        if meaning(edited.layout.diagram) != before:
            return edited
    return None


def rare_first(keys: Sequence[_T], label: Callable[[_T], str]) -> list[_T]:
    """Parts whose label no other has come first: there, a change cannot hide behind a twin."""
    counts = Counter(map(label, keys))
    return sorted(keys, key=lambda key: counts[label(key)] > 1)


def name_of(diagram: Diagram, key: str) -> str:
    """What a reader would call a node or group: its label, else what it is, or what is in it or around it."""
    node = next((n for n in diagram.nodes if n.id == key), None)
    if node is None:
        label = next((g.label for g in diagram.groups if g.id == key), "")
        members = [n.label for n in diagram.nodes if n.group == key and n.label]
        return label or (f"the group of {', '.join(members[:3])}" if members else "the unnamed group")
    if node.shape is Shape.ANCHOR and node.on is not None:
        edge, labels = diagram.edges[node.on], diagram.labels()
        ends = (labels.get(end) or "a point" for end in (edge.source, edge.target))
        return f"the connector of {' and '.join(ends)}"
    return node.label or ("a junction" if node.shape is Shape.POINT else f"the unnamed {node.shape.value}")


def edge_name(diagram: Diagram, index: int) -> str:
    """What a reader would call a connector: "the arrow from MEK to ERK", "the line between A and B"."""
    edge = diagram.edges[index]
    a, b = name_of(diagram, edge.source), name_of(diagram, edge.target)
    noun = "arrow" if Head.POINTED in (edge.head, edge.tail) else "line"
    if edge.head is edge.tail:
        return f"the {noun} between {a} and {b}"
    return f"the {noun} from {a} to {b}" if edge.head is not Head.NONE else f"the {noun} from {b} to {a}"


def head_name(head: Head) -> str:
    """What is drawn at an end, in words."""
    return _HEADS[head]


def around(route: Sequence[Point], pad: float = 6.0) -> Box:
    """The box around a polyline, with room for its heads."""
    return Box.around(route).pad(pad)
