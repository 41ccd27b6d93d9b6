"""What answers need to know of a figure, worked out once."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from graphicacy.diagram.colors import color_name
from graphicacy.diagram.model import Group
from graphicacy.diagram.scene import Scene
from graphicacy.read.figure import Arrow, Figure, fold
from graphicacy.read.query.form import Filter, Supposition
from graphicacy.read.query.graph import Graph
from graphicacy.read.query.looks import edge_has, node_has

__all__ = ["Facts", "World", "facts_of"]


class World(NamedTuple):
    """A graph that is asked about, its arrows, and the nodes whose arrows are not certain."""

    graph: Graph
    arrows: tuple[Arrow, ...]
    unsettled: frozenset[str]


class Facts:
    """The graph of a figure, as it is and as it is supposed to be, and the looks of its parts.

    ``askable`` are the named and settled nodes without an arrow to themselves: what leads to them, and where they lead,
    is the same for all readers.
    """

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.rank = {key: number for number, key in enumerate(figure.labels)}
        self.named = frozenset(figure.named)
        self.world = self._world(figure.arrows, figure.unsettled)
        self.complete = figure.whole and figure.all_named and not figure.unsettled
        self._intended = {n.id: n for n in figure.entry.diagram.nodes}
        self._painted = {n.id: n for n in figure.diagram.nodes}
        loops = {a.source for a in figure.arrows if a.source == a.target}
        self.askable = tuple(k for k in figure.named if k not in figure.unsettled and k not in loops)
        self._along: dict[Filter, World] = {}
        self._having: dict[Filter, dict[str, bool | None]] = {}
        self._marked: dict[Filter, tuple[str, ...]] = {}

    def along(self, look: Filter | None) -> World:
        """The graph of the arrows that have a look; the ends of those that may or may not have it are not settled."""
        if look is None:
            return self.world
        if look not in self._along:
            self._along[look] = self._seen_along(look)
        return self._along[look]

    def has(self, key: str, look: Filter) -> bool | None:
        """Whether a node has a look; None where readers may differ."""
        known = self._having.setdefault(look, {})
        if key not in known:
            is_mixed = look.look in self.figure.mixed
            known[key] = None if is_mixed else node_has(self._intended[key], self._painted[key], look)
        return known[key]

    @cached_property
    def looks(self) -> tuple[Filter, ...]:
        """Looks of nodes that some named nodes clearly have, and others clearly have not."""
        shown: dict[Filter, None] = {}
        for node in (self._intended[key] for key in self.figure.named):
            name = color_name(node.fill) if node.fill else None
            shown |= {Filter("fill", name.name): None} if name else {}
            shown |= {Filter("shape", node.shape.value): None, Filter("border", node.border.value): None}
        return tuple(look for look in shown if {True, False} <= {self.has(key, look) for key in self.figure.named})

    def marked(self, look: Filter) -> tuple[str, ...]:
        """Nodes that clearly have a look."""
        if look not in self._marked:
            self._marked[look] = tuple(key for key in self.figure.labels if self.has(key, look))
        return self._marked[look]

    def supposed(self, world: World, premise: Supposition) -> World | None:
        """The graph as a premise has it; None where the premise does not fit the graph, or names several arrows."""
        pair, back = (premise.source, premise.target), (premise.target, premise.source)
        same = [a for a in world.arrows if a[:2] == pair]
        if pair == back or len(same) != (premise.change != "added"):
            return None
        arrows = [a for a in world.arrows if a[:2] != pair]
        if premise.change == "removed":
            return World(world.graph.changed(pair, None), tuple(arrows), world.unsettled)
        if premise.change == "added":
            return World(world.graph.changed(None, pair), (*arrows, Arrow(*pair, edge=-1)), world.unsettled)
        if world.graph.has(*back):
            return None
        turned = same[0]._replace(source=back[0], target=back[1])
        return World(world.graph.changed(pair, back), (*arrows, turned), world.unsettled)

    def inside(self, title: str) -> set[str] | None:
        """Nodes in the frame of a title; None where it is not one frame, or shows a node that cannot be told."""
        groups, words = self.figure.diagram.groups, fold(title)
        frames = [g for g in groups if fold(g.label) == words]
        others = [*(n.label for n in self.figure.diagram.nodes), *(e.label for e in self.figure.diagram.edges)]
        if len(frames) != 1 or not words or words in map(fold, others):
            return None
        within = {frames[0].id} | _nested(frames[0].id, groups)
        members = {n.id for n in self.figure.diagram.nodes if n.group in within}
        return members if members <= self.named and self._is_drawn_inside(members, frames[0].id) else None

    def _is_drawn_inside(self, members: set[str], frame: str) -> bool:
        """Whether the author's layout, if there is one, shows these nodes in the frame, and all others out of it."""
        layout = self.figure.entry.layout
        return layout is None or _encloses(layout.scene, frame, members)

    def _seen_along(self, look: Filter) -> World:
        meant, painted = self.figure.entry.diagram.edges, self.figure.diagram.edges
        is_mixed = look.look in self.figure.mixed
        seen = [(a, None if is_mixed else edge_has(meant[a.edge], painted[a.edge], look)) for a in self.figure.arrows]
        doubtful = {end for a, verdict in seen if verdict is None for end in (a.source, a.target)}
        return self._world(tuple(a for a, verdict in seen if verdict), self.figure.unsettled | doubtful)

    def _world(self, arrows: tuple[Arrow, ...], unsettled: frozenset[str]) -> World:
        return World(Graph(tuple(self.rank), ((a.source, a.target) for a in arrows)), arrows, unsettled)


@lru_cache(maxsize=8)
def facts_of(figure: Figure) -> Facts:
    """The facts of a figure."""
    return Facts(figure)


def _nested(frame: str, groups: tuple[Group, ...]) -> set[str]:
    """Ids of the groups within a group, at any depth."""
    found: set[str] = set()
    while more := {g.id for g in groups if g.parent == frame or g.parent in found} - found:
        found |= more
    return found


def _encloses(scene: Scene, frame: str, members: set[str]) -> bool:
    box = scene.groups.get(frame)
    return box is not None and all(
        box.contains(node, slack=2) if key in members else not box.intersection(node)
        for key, node in scene.nodes.items()
    )
