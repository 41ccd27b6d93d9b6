"""One picture of one diagram, with what questions are made of worked out once."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.fonts import can_draw
from graphicacy.diagram.model import Diagram, Edge, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Scene
from graphicacy.diagram.svg.mixed import has_mixed_fills, has_mixed_lines
from graphicacy.diagram.svg.words import Told, in_cells, squeezed, told, words_of
from graphicacy.read.corpus.entry import Entry

__all__ = ["Arrow", "Draw", "Figure", "fold"]

Draw = Callable[[Diagram], Drawing]
_HTML = "<foreignObject"  # holds words that are not SVG text
_QUOTE = re.compile("[“”]")
_SPACE = re.compile(r"\s+")


def fold(label: str) -> str:
    """A label as two readers would call it the same: NFKC, one space between words, no case, nothing invisible."""
    if not label.isascii():
        label = "".join(c for c in unicodedata.normalize("NFKC", label) if unicodedata.category(c) != "Cf")
    return _SPACE.sub(" ", label).strip().casefold()


class Arrow(NamedTuple):
    """A connector with one head, told towards it: ids of the nodes, the index in ``Diagram.edges``, its label."""

    source: str
    target: str
    edge: int
    label: str = ""


@dataclass(frozen=True, eq=False)  # told apart by identity, so that caches can be keyed by a figure
class Figure:
    """One picture of one diagram.

    ``diagram`` is what is painted, so that its colours are those of the picture, with the ids and the order of
    ``entry.diagram``; ``scene`` is in pixels of ``drawing``. ``rendering`` is the name of how it was drawn.
    ``draw`` draws another diagram in the same way, for questions that show more than this picture.

    A node is *readable* where its label can be seen: fonts have all its characters, it runs from left to right, and it
    is not spread over cells, each of which could be a node. It is *named* where no other node, group or arrow shows the
    same words, and these hold none of the quotes in which questions put names. Questions mention named nodes alone. A
    node is *settled* where every connector at it is an arrow between readable nodes, so that what follows it and what
    comes before it is certain.
    """

    entry: Entry
    rendering: str
    diagram: Diagram
    scene: Scene
    drawing: Drawing
    draw: Draw = field(repr=False)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Readable nodes, in order."""
        unpainted, celled = self.told.missing, self._in_cells
        readable = (n for n in self.diagram.nodes if _is_readable(n) and n.label not in unpainted)
        return tuple(n for n in readable if not celled or squeezed(n.label) not in celled)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """Label of each readable node, by id."""
        return {n.id: n.label for n in self.nodes}

    @cached_property
    def named(self) -> tuple[str, ...]:
        """Ids of readable nodes whose words stand nowhere else in the picture, in order."""
        shown = [n.label for n in self.diagram.nodes] + [g.label for g in self.diagram.groups] + self._captions
        seen = Counter(map(fold, shown)) + Counter({fold(e.label) for e in self.diagram.edges if e.label})
        return tuple(n.id for n in self.nodes if seen[fold(n.label)] == 1 and not _QUOTE.search(n.label))

    @property
    def _captions(self) -> list[str]:
        """Words that are part of no node: of the author's ornaments, titles, and whatever else stands there."""
        layout = self.drawing.layout
        if layout is not None:
            return [o.label for o in layout.ornaments if o.label]
        return list(told(words_of(self.drawing.svg or ""), self._words).beside)

    @cached_property
    def mixed(self) -> frozenset[str]:
        """What no colour is named of in this picture, since some have several: of ``fill`` and ``color`` (of lines)."""
        svg = self.drawing.svg or ""
        found = {"fill": has_mixed_fills(svg), "color": has_mixed_lines(svg)} if self.drawing.layout is None else {}
        return frozenset(look for look, is_mixed in found.items() if is_mixed)

    @cached_property
    def told(self) -> Told:
        """Where a layout engine paints other words than the diagram has, but for a title; our own writer never does."""
        if self.drawing.layout is not None or self.drawing.svg is None or _HTML in self.drawing.svg:
            return Told((), ())
        return told(words_of(self.drawing.svg, titles=False), self._words)

    @property
    def _in_cells(self) -> frozenset[str]:
        return in_cells(self.drawing.svg or "") if self.drawing.layout is None else frozenset()

    @property
    def _words(self) -> list[str]:
        return [*self.diagram.labels().values(), *(e.label for e in self.diagram.edges)]

    @cached_property
    def all_named(self) -> bool:
        """Whether every node is named: nothing that is drawn as a node is without words, or shares them.

        Words that are no part's could be a node's.
        """
        return len(self.named) == len(self.diagram.nodes) and not self.told.beside

    @cached_property
    def arrows(self) -> tuple[Arrow, ...]:
        """Visible connectors with one head between readable nodes, in the order of ``Diagram.edges``."""
        return tuple(a for k, e in enumerate(self.diagram.edges) if (a := self._arrow(k, e)) is not None)

    @cached_property
    def unsettled(self) -> frozenset[str]:
        """Ids of nodes and groups at which a connector ends that is no arrow, or ends elsewhere than at nodes.

        So are the ends of an arrow at which another connector ends, and a node that carries one with connectors.
        """
        fine = {a.edge for a in self.arrows}
        loose = [e for k, e in enumerate(self.diagram.edges) if k not in fine]
        carrying = [self.diagram.edges[k] for k in self.diagram.anchors() if k < len(self.diagram.edges)]
        ends = {end for e in (*loose, *carrying) for end in (e.source, e.target)}
        inside = {n.id for n in self.diagram.nodes if ends & self._frames(n)}
        attached = {n.id for n in self.diagram.nodes if n.attached_to or n.shape is Shape.ANCHOR}
        joined = {end for e in self.diagram.edges for end in (e.source, e.target)}
        hosts = {n.attached_to for n in self.diagram.nodes if n.attached_to and n.id in joined}
        return frozenset(ends | inside | attached | hosts)

    @cached_property
    def whole(self) -> bool:
        """Whether the drawing is a directed graph throughout: all nodes readable, all connectors arrows."""
        return len(self.nodes) == len(self.diagram.nodes) and len(self.arrows) == len(self.diagram.edges)

    @cached_property
    def next(self) -> Mapping[str, tuple[str, ...]]:
        """Ids of the nodes that an arrow leads to, by node, each once, in order; for every readable node."""
        return self._neighbours([(a.source, a.target) for a in self.arrows])

    @cached_property
    def previous(self) -> Mapping[str, tuple[str, ...]]:
        """Ids of the nodes from which an arrow leads here, by node, each once, in order."""
        return self._neighbours([(a.target, a.source) for a in self.arrows])

    def _neighbours(self, pairs: list[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {key: {} for key in self.labels}
        for one, other in pairs:
            found[one][other] = None
        return {key: tuple(others) for key, others in found.items()}

    def _arrow(self, index: int, edge: Edge) -> Arrow | None:
        heads = (edge.tail is not Head.NONE, edge.head is not Head.NONE)
        if heads[0] == heads[1] or edge.line is LineStyle.INVISIBLE:
            return None
        source, target = (edge.source, edge.target) if heads[1] else (edge.target, edge.source)
        if source not in self.labels or target not in self.labels:
            return None
        return Arrow(source, target, index, edge.label)

    def _frames(self, node: Node) -> set[str]:
        """Ids of the groups around a node."""
        parents = {g.id: g.parent for g in self.diagram.groups}
        found: set[str] = set()
        at = node.group
        while at is not None and at not in found:
            found.add(at)
            at = parents.get(at)
        return found


def _is_readable(node: Node) -> bool:
    shown = bool(fold(node.label)) and node.shape not in (Shape.ANCHOR, Shape.POINT)
    return shown and (node.label.isascii() or all(map(_is_legible, node.label)))


@cache
def _is_legible(char: str) -> bool:
    """Whether a character is painted, and where it stands in the text: engines break lines of Arabic and Hebrew."""
    invisible = unicodedata.category(char) == "Cf"
    runs_left = unicodedata.bidirectional(char) in ("R", "AL", "AN", "RLE", "RLO", "LRO")
    return not runs_left and (invisible or unicodedata.combining(char) > 0 or can_draw(char))
