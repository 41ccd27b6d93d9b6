"""Edits of nodes: one is gone, one is invented, one lies on another or beyond the canvas."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from statistics import median

import numpy as np

from graphicacy.diagram.edit.base import Avoid, Edited, around, first_that_matters, name_of, rare_first, shuffled
from graphicacy.diagram.edit.edges import insert_edge, route_inside
from graphicacy.diagram.edit.labels import group_at, new_id
from graphicacy.diagram.edit.parts import add_node, move_nodes, remove
from graphicacy.diagram.edit.places import frames_among, free_place
from graphicacy.diagram.edit.symbols import what_falls_with
from graphicacy.diagram.edit.words import plausible
from graphicacy.diagram.fonts import text_width, wrap
from graphicacy.diagram.layout import Layout, Lettering
from graphicacy.diagram.model import Node, Shape
from graphicacy.diagram.polyline import length_of
from graphicacy.diagram.scene import Box, Point

__all__ = ["drop_node", "invent_node", "overlap_nodes", "push_out"]

_FEW = 3  # connectors and attached nodes that may go or move with a node and it is still one thing
_OVERLAP = (0.2, 0.5)  # how far apart, by width and height, the middles of two nodes lie that overlap
_ROOMY = {Shape.CIRCLE: 1.4, Shape.ELLIPSE: 1.4, Shape.DIAMOND: 1.8, Shape.HEXAGON: 1.3, Shape.TRIANGLE: 2.0}
_ROOM = 30.0  # pixels around an invented node, so that its connector is seen
_OUTSIDE = 0.6  # share of a node that is pushed off the canvas
_CHOICE = 4  # invented nodes of which the one with the shortest connector is taken
_SHORT = 120.0  # pixels: a connector no longer than this needs no other choice
_PAIRS = 60  # of nodes that are tried as overlapping


def drop_node(layout: Layout, key: str) -> Edited:
    """The node is gone, with its edges and what is attached to it."""
    lost, cut = what_falls_with(layout.diagram, (key,))
    what = f"{name_of(layout.diagram, key)} is gone"
    if cut:
        what += f", with its {len(cut)} connector{'s' if len(cut) > 1 else ''}"
    where = layout.scene.nodes[key], *(around(layout.scene.routes[i]) for i in sorted(cut) if layout.scene.routes[i])
    return Edited(remove(layout, (key,)), "dropped-node", True, what, where, frozenset([*lost, *cut]), cut)


def invent_node(layout: Layout, beside: str, label: str) -> Edited:
    """A new node with this label stands in a free place near another one, looks like it, and is joined to it."""
    model = next(n for n in layout.diagram.nodes if n.id == beside)
    own, words = layout.scene.nodes[beside], layout.lettering.get(beside)
    width, height = _size_for(label, model.shape, own, words)
    layout, box = free_place(layout, width, height, own.center, _ROOM)
    node = replace(model, id=new_id(layout, beside), label=label, group=group_at(layout, box), attached_to=None)
    placed = add_node(layout, node, box, words and replace(words, box=box, valign="middle", align="center"))
    after = insert_edge(placed, beside, node.id)
    what = f"{label} is new, and joined to {name_of(layout.diagram, beside)}"
    index = len(layout.diagram.edges)
    where = box, around(after.layout.scene.routes[index])
    return Edited(after.layout, "invented-node", True, what, where, frozenset([node.id, index]))


def _size_for(label: str, shape: Shape, like: Box, words: Lettering | None) -> tuple[float, float]:
    """Width and height of a node like another, with room for these words in its outline."""
    size = words.size if words else 14.0
    lines = wrap(label, size, max(like.width, 8 * size))
    roomy = _ROOMY.get(shape, 1.0)
    width = max(like.width, roomy * (max(text_width(line, size) for line in lines) + 1.6 * size))
    height = max(min(like.height, 6 * size), roomy * (1.25 * len(lines) + 0.6) * size)
    return (max(width, height),) * 2 if shape is Shape.CIRCLE else (width, height)


def overlap_nodes(layout: Layout, key: str, onto: str) -> Edited:
    """The node lies on another one, so that neither can be read well; its edges follow."""
    mine, other = layout.scene.nodes[key], layout.scene.nodes[onto]
    shifts = _shifts_onto(mine, other)
    after = move_nodes(layout, (key,), *min(shifts, key=lambda by: _trespass(layout, mine.shift(*by), key, onto)))
    what = f"{name_of(layout.diagram, key)} and {name_of(layout.diagram, onto)} lie on one another"
    box = after.scene.nodes[key].union(other)
    return Edited(after, "overlap", True, what, (box,), frozenset([key, onto]))


def push_out(layout: Layout, key: str) -> Edited:
    """The node lies beyond the nearest edge of the canvas by more than half; its edges follow."""
    scene, box = layout.scene, layout.scene.nodes[key]
    beyond = {
        "left": (-box.x0 - _OUTSIDE * box.width, 0.0),
        "right": (scene.width - box.x1 + _OUTSIDE * box.width, 0.0),
        "top": (0.0, -box.y0 - _OUTSIDE * box.height),
        "bottom": (0.0, scene.height - box.y1 + _OUTSIDE * box.height),
    }
    side = min(beyond, key=lambda name: sum(map(abs, beyond[name])))
    after = move_nodes(layout, (key,), *beyond[side])
    what = f"{name_of(layout.diagram, key)} is cut off by the {side} edge of the picture"
    return Edited(after, "off-canvas", True, what, (after.scene.nodes[key],), frozenset([key]))


def _shifts_onto(mine: Box, other: Box) -> list[Point]:
    """The four ways to lie on another box, each covering a corner of it; the side that it comes from first."""
    (ax, ay), (bx, by) = mine.center, other.center
    right, down = (1 if a >= b else -1 for a, b in ((ax, bx), (ay, by)))
    across, along = _OVERLAP[0] * min(mine.width, other.width), _OVERLAP[1] * min(mine.height, other.height)
    return [(bx - ax + s * right * across, by - ay + t * down * along) for s, t in ((1, 1), (1, -1), (-1, 1), (-1, -1))]


def _trespass(layout: Layout, box: Box, key: str, onto: str) -> float:
    """Square pixels of a moved node off the canvas, out of its group's frame, or on third nodes."""
    scene = layout.scene
    group = next(n.group for n in layout.diagram.nodes if n.id == key)
    room = scene.groups.get(group or "", Box(0, 0, scene.width, scene.height))
    third = [other for name, other in scene.nodes.items() if name not in (key, onto) and not other.contains(box)]
    return box.area - box.intersection(room) + sum(box.intersection(other) for other in third)


# What follows picks a place at random.


def _candidates(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> list[Node]:
    """Labelled nodes that are not around others, those first that no other is called like and few parts hang on."""
    nodes = layout.diagram.nodes
    boxes = [layout.scene.nodes[n.id] for n in nodes]
    found = [
        n for n, frame in zip(nodes, frames_among(boxes, boxes).tolist(), strict=True)
        if n.label.strip() and n.id not in avoid and n.shape is not Shape.ANCHOR and n.attached_to is None and not frame
    ]  # fmt: skip
    hanging = Counter(key for e in layout.diagram.edges for key in (e.source, e.target))
    hanging.update(n.attached_to for n in nodes if n.attached_to is not None)
    rare = rare_first(shuffled(found, rng), lambda n: n.label)
    return sorted(rare, key=lambda n: hanging[n.id] > _FEW)


def some_dropped(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A node is gone, one that is not the only one, and that takes none of the parts to avoid with it."""

    def tries() -> Iterator[Edited]:
        for node in _candidates(layout, rng, avoid):
            lost, cut = what_falls_with(layout.diagram, (node.id,))
            if not (lost | cut) & avoid and len(lost) < len(layout.diagram.nodes):
                yield drop_node(layout, node.id)

    return first_that_matters(layout, tries())


def some_invented(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A node that does not belong is joined to one that does."""
    labels = [n.label for n in layout.diagram.nodes if n.label.strip()]

    def tries() -> Iterator[Edited]:
        nodes = [n for n in _candidates(layout, rng, avoid) if n.shape is not Shape.POINT]
        for node in [n for n in nodes if n.shape is not Shape.TEXT] or nodes:
            yield invent_node(layout, node.id, plausible(labels, rng))

    best, least = None, (math.inf, math.inf)
    for _, edited in zip(range(_CHOICE), tries(), strict=False):
        cost = route_inside(edited.layout, -1), length_of(edited.layout.scene.routes[-1])
        if cost < least:
            best, least = edited, cost
        if cost <= (0.0, _SHORT):
            break
    return best


def some_overlap(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A node lies on another one of its group, near by, that it is not joined to if there is such."""
    scene, groups = layout.scene, {n.id: n.group for n in layout.diagram.nodes}
    joined = {frozenset((e.source, e.target)) for e in layout.diagram.edges}
    keys = [n.id for n in _candidates(layout, rng, avoid)]
    for most_joined in (0, 1):
        for key in keys[:_PAIRS]:
            own = scene.nodes[key]
            near = sorted(
                (_distance(own, scene.nodes[other]), other)
                for other in keys
                if other != key
                and groups[other] == groups[key]
                and (frozenset((key, other)) in joined) is bool(most_joined)
                and own.intersection(scene.nodes[other]) == 0
                and _alike(own, scene.nodes[other])
            )
            if near:
                return overlap_nodes(layout, key, near[0][1])
    return None


def _alike(a: Box, b: Box) -> bool:
    """Neither box would disappear in the other."""
    return max(a.area, b.area) < 6 * min(a.area, b.area)


def _distance(a: Box, b: Box) -> float:
    return abs(a.center[0] - b.center[0]) + abs(a.center[1] - b.center[1])


def some_push(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A node is cut off by the edge of the canvas; one near it, and in no group, if there is such."""
    scene = layout.scene

    def way(node: Node) -> float:
        box = scene.nodes[node.id]
        return min(box.x0, box.y0, scene.width - box.x1, scene.height - box.y1)

    nodes = _candidates(layout, rng, avoid)
    free = [n for n in nodes if n.group is None and way(n) >= 0] or [n for n in nodes if way(n) >= 0]
    if not free:
        return None
    middle = median(map(way, free))
    return push_out(layout, next(n.id for n in free if way(n) <= middle))
