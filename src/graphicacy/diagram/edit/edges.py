"""Edits of relations: which way a connector runs, where it ends, in what head, whether it is there."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from graphicacy.diagram.edit.base import (
    Avoid,
    Edited,
    around,
    edge_name,
    first_that_matters,
    head_name,
    name_of,
    shuffled,
)
from graphicacy.diagram.edit.parts import add_edge, remove, replace_edge
from graphicacy.diagram.edit.places import box_of
from graphicacy.diagram.edit.symbols import flip_edge as flip_symbols
from graphicacy.diagram.edit.symbols import what_falls_with, with_edge
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Edge, Head, Shape
from graphicacy.diagram.scene import Box, Point, passes_through

__all__ = [
    "change_head",
    "drop_edge",
    "flip_edge",
    "insert_edge",
    "joined",
    "rewire_edge",
    "route_inside",
]

_OTHER_HEAD = {Head.POINTED: Head.BLUNT, Head.NONE: Head.POINTED}  # any other becomes pointed
_LEAST_GAP = 30.0  # pixels between nodes that a new connector joins: its head has to be seen
_NEAR = 6  # of the nearest nodes that are tried as an end
_TRIES = 24  # new routes that are looked at until one is clean


def flip_edge(layout: Layout, index: int) -> Edited:
    """The connector runs the other way on the same route."""
    diagram, routes = flip_symbols(layout.diagram, index), list(layout.scene.routes)
    routes[index] = routes[index][::-1]
    after = replace(layout, diagram=diagram, scene=replace(layout.scene, routes=tuple(routes)))
    was, now = edge_name(layout.diagram, index), edge_name(diagram, index)
    what = f"{was} now runs {_way(now)}"
    return Edited(after, "flipped-edge", True, what, (around(routes[index]),), frozenset([index]))


def drop_edge(layout: Layout, index: int) -> Edited:
    """The connector is gone, with its label and with what ends on it."""
    lost, cut = what_falls_with(layout.diagram, edges=(index,))
    what = f"{edge_name(layout.diagram, index)} is gone"
    if len(cut) > 1:
        what += f", and {len(cut) - 1} more that end on it"
    where = tuple(around(layout.scene.routes[i]) for i in sorted(cut) if layout.scene.routes[i])
    return Edited(remove(layout, edges=(index,)), "dropped-edge", True, what, where, frozenset([*lost, *cut]), cut)


def insert_edge(layout: Layout, source: str, target: str) -> Edited:
    """A new connector joins two parts; it looks like most of those that are there."""
    usual = _usual_edge(layout)
    model = layout.diagram.edges[usual] if usual is not None else Edge(source, target)
    edge = replace(model, source=source, target=target, label="", weight=None)
    index = len(layout.diagram.edges)
    after = add_edge(layout, edge)
    if usual is not None and usual in layout.heads:
        after = replace(after, heads={**after.heads, index: layout.heads[usual]})
    what = f"{edge_name(after.diagram, index)} is new"
    return Edited(after, "added-edge", True, what, (around(after.scene.routes[index]),), frozenset([index]))


def rewire_edge(layout: Layout, index: int, target: str) -> Edited:
    """The connector ends at another part, on a new route; its label and what ends on it follow."""
    edge = layout.diagram.edges[index]
    after = replace_edge(layout, index, replace(edge, target=target))
    what = f"{edge_name(layout.diagram, index)} now runs {_way(edge_name(after.diagram, index))}"
    where = around(layout.scene.routes[index]), around(after.scene.routes[index])
    return Edited(after, "rewired-edge", True, what, where, frozenset([index]))


def change_head(layout: Layout, index: int, head: Head, at_source: bool = False) -> Edited:
    """The connector ends in another head: at its target, or at its source."""
    edge = layout.diagram.edges[index]
    old = edge.tail if at_source else edge.head
    changed = replace(edge, tail=head) if at_source else replace(edge, head=head)
    diagram = with_edge(layout.diagram, index, changed)
    heads, tails = dict(layout.heads), dict(layout.tails)
    (tails if at_source else heads).pop(index, None)
    after = replace(layout, diagram=diagram, heads=heads, tails=tails)
    route = layout.scene.routes[index]
    tip = route[0] if at_source else route[-1]
    end = name_of(diagram, edge.source if at_source else edge.target)
    what = f"{edge_name(layout.diagram, index)} now has {head_name(head)} at {end}, not {head_name(old)}"
    return Edited(after, "changed-head", True, what, (around([tip], 16.0),), frozenset([index]))


def _way(name: str) -> str:
    """ "from A to B", of "the arrow from A to B"."""
    return name.split(" ", 2)[2]


def joined(layout: Layout) -> set[frozenset[str]]:
    """Pairs of labels between which a connector runs, either way."""
    labels = layout.diagram.labels()
    return {frozenset((labels.get(e.source, ""), labels.get(e.target, ""))) for e in layout.diagram.edges}


def _usual_edge(layout: Layout) -> int | None:
    """Index of a connector that looks like most others, among those with a head if there are any."""
    edges = layout.diagram.edges
    headed = [i for i, e in enumerate(edges) if e.head is not Head.NONE and e.tail is Head.NONE]
    looks = {i: (edges[i].head, edges[i].line, edges[i].color, edges[i].width) for i in headed or range(len(edges))}
    if not looks:
        return None
    most, _ = Counter(looks.values()).most_common(1)[0]
    return next(i for i, look in looks.items() if look == most)


# What follows picks a place at random.


def some_flipped(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A connector runs the other way."""
    return first_that_matters(layout, (flip_edge(layout, i) for i in _plain(layout, rng, avoid)))


def some_dropped(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A connector is gone, one that nothing ends on."""
    alone = (i for i in _plain(layout, rng, avoid) if len(what_falls_with(layout.diagram, edges=(i,))[1]) == 1)
    return first_that_matters(layout, (drop_edge(layout, i) for i in alone))


def some_head(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A connector ends in another head."""

    def tries() -> Iterator[Edited]:
        for i in _plain(layout, rng, avoid):
            edge = layout.diagram.edges[i]
            at_source = edge.head is Head.NONE and edge.tail is not Head.NONE
            old = edge.tail if at_source else edge.head
            yield change_head(layout, i, _OTHER_HEAD.get(old, Head.POINTED), at_source)

    return first_that_matters(layout, tries())


def some_added(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """Two labelled nodes that nothing joins are joined."""

    def tries() -> Iterator[Edited]:
        for source in shuffled(_ends(layout, avoid), rng):
            for target in _partners(layout, source, avoid)[:2]:
                yield insert_edge(layout, source, target)

    return _cleanest(tries())


def some_rewired(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A connector ends at a node that nothing joins to its source."""

    def tries() -> Iterator[Edited]:
        for i in _plain(layout, rng, avoid):
            edge = layout.diagram.edges[i]
            near = _partners(layout, edge.source, avoid)[:_NEAR]
            fits = [key for key in near if key != edge.target]
            alone = len(what_falls_with(layout.diagram, edges=(i,))[1]) == 1
            yield from (rewire_edge(layout, i, key) for key in shuffled(fits, rng)[:2] if alone)

    return _cleanest(tries())


def _plain(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> list[int]:
    """Connectors in random order, those between two named parts first; loops and invisible ones never."""
    labels = layout.diagram.labels()
    edges = layout.diagram.edges
    drawn = [i for i, route in enumerate(layout.scene.routes) if len(route) > 1]
    fits = [i for i in drawn if i not in avoid and edges[i].source != edges[i].target and edges[i].line != "invisible"]
    return sorted(shuffled(fits, rng), key=lambda i: not (labels.get(edges[i].source) and labels.get(edges[i].target)))


def _ends(layout: Layout, avoid: Avoid) -> list[str]:
    """Labelled nodes that a connector may join: first those that some connector joins already."""
    used = {key for e in layout.diagram.edges for key in (e.source, e.target)}
    nodes = [
        n for n in layout.diagram.nodes
        if n.label and n.shape not in (Shape.ANCHOR, Shape.POINT) and n.attached_to is None and n.id not in avoid
    ]  # fmt: skip
    return [n.id for n in nodes if n.id in used] or [n.id for n in nodes]


def _partners(layout: Layout, source: str, avoid: Avoid) -> list[str]:
    """Nodes that nothing joins to this one, the nearest first."""
    own, taken, labels = box_of(layout, source), joined(layout), layout.diagram.labels()
    found = []
    for key in _ends(layout, avoid):
        box = box_of(layout, key)
        apart = _gap(own, box)
        pair = frozenset((labels.get(source, ""), labels[key]))
        if apart >= _LEAST_GAP and len(pair) == 2 and pair not in taken:
            found.append((apart, key))
    return [key for _, key in sorted(found)]


def _gap(a: Box, b: Box) -> float:
    """Distance between two boxes in pixels."""
    return math.hypot(max(a.x0 - b.x1, b.x0 - a.x1, 0.0), max(a.y0 - b.y1, b.y0 - a.y1, 0.0))


def _cleanest(tries: Iterator[Edited]) -> Edited | None:
    """The first whose new route runs through no node; else the one with the least of it inside."""
    best, least = None, math.inf
    for _, edited in zip(range(_TRIES), tries, strict=False):
        (index,) = edited.parts
        inside = route_inside(edited.layout, int(index))
        if inside < least:
            best, least = edited, inside
        if inside == 0:
            break
    return best


def route_inside(layout: Layout, index: int) -> float:
    """Pixels of a route inside of nodes that it does not join and that do not lie around its ends."""
    edge, route = layout.diagram.edges[index], layout.scene.routes[index]
    ends: list[Point] = [route[0], route[-1]]
    return sum(
        passes_through(route, box)
        for key, box in layout.scene.nodes.items()
        if key not in (edge.source, edge.target) and not any(box.holds(p) for p in ends)
    )
