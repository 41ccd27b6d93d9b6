"""Parts of a layout taken out, put in or moved, with all that hangs on them; indexes and keys stay consistent."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from graphicacy.diagram.edit.places import new_route
from graphicacy.diagram.edit.symbols import drop, what_falls_with, with_edge
from graphicacy.diagram.layout import Layout, Lettering, Ornament
from graphicacy.diagram.model import Diagram, Edge, Node
from graphicacy.diagram.polyline import along, length_of
from graphicacy.diagram.scene import Box, Point, Scene, passes_through

__all__ = ["add_edge", "add_node", "carried", "move_nodes", "remove", "replace_edge"]

_T = TypeVar("_T")
_MARK = 14.0  # pixels: a mark that is no larger and lies on a line belongs to it
_DEEPEST = 9  # edges that end on edges that end on edges …
_STILL = 0.5  # pixels by which an anchor may shift without its connectors being routed anew


def remove(layout: Layout, nodes: Collection[str] = (), edges: Collection[int] = ()) -> Layout:
    """The layout without these parts and what cannot stay without them (``edit.symbols.what_falls_with``)."""
    lost, cut = what_falls_with(layout.diagram, nodes, edges)
    kept = [i for i in range(len(layout.diagram.edges)) if i not in cut]
    place = {old: new for new, old in enumerate(kept)}

    def by_index(values: Mapping[int, _T]) -> dict[int, _T]:
        return {place[key]: value for key, value in values.items() if key in place}

    lettering: dict[str | int, Lettering] = {
        place[key] if isinstance(key, int) else key: value
        for key, value in layout.lettering.items()
        if (key in place if isinstance(key, int) else key not in lost)
    }
    scene = layout.scene
    return replace(
        layout,
        diagram=drop(layout.diagram, nodes, edges),
        scene=replace(
            scene,
            nodes={key: box for key, box in scene.nodes.items() if key not in lost},
            routes=tuple(scene.routes[i] for i in kept),
            labels=by_index(scene.labels),
        ),
        lettering=lettering,
        heads=by_index(layout.heads),
        tails=by_index(layout.tails),
        ornaments=tuple(o for o in layout.ornaments if o.of not in lost and not _marks(o, scene, cut)),
    )


def _marks(ornament: Ornament, scene: Scene, edges: Collection[int]) -> bool:
    """Whether an ornament is a small mark on one of these edges, outside of its node: the stroke of a default flow."""
    box = ornament.box
    if ornament.label or max(box.width, box.height) > _MARK:
        return False
    at_node = ornament.of is not None and scene.nodes[ornament.of].holds(box.center)
    return not at_node and any(passes_through(scene.routes[i], box.pad(1.0)) for i in edges)


def add_node(layout: Layout, node: Node, box: Box, lettering: Lettering | None = None) -> Layout:
    """The layout with one more node, the last and therefore in front."""
    diagram, scene = layout.diagram, layout.scene
    return replace(
        layout,
        diagram=replace(diagram, nodes=(*diagram.nodes, node)),
        scene=replace(scene, nodes={**scene.nodes, node.id: box}),
        lettering=layout.lettering if lettering is None else {**layout.lettering, node.id: lettering},
    )


def add_edge(layout: Layout, edge: Edge) -> Layout:
    """The layout with one more connector, the last, on a new route."""
    diagram, scene = layout.diagram, layout.scene
    return replace(
        layout,
        diagram=replace(diagram, edges=(*diagram.edges, edge)),
        scene=replace(scene, routes=(*scene.routes, new_route(layout, edge.source, edge.target))),
    )


def replace_edge(layout: Layout, index: int, edge: Edge) -> Layout:
    """Another edge in place of the one of this index, on a new route; its label, its anchors and theirs follow."""
    changed = replace(layout, diagram=with_edge(layout.diagram, index, edge))
    return _reroute(changed, {index: new_route(changed, edge.source, edge.target, index)})


def move_nodes(layout: Layout, ids: Collection[str], dx: float, dy: float) -> Layout:
    """These nodes shifted, with what is attached to them, their ornaments, their words and the ends of their edges."""
    ids = carried(layout, ids)
    scene = layout.scene

    def shifted(p: Point) -> Point:
        return p[0] + dx, p[1] + dy

    placed = replace(
        layout,
        scene=replace(scene, nodes={k: b.shift(dx, dy) if k in ids else b for k, b in scene.nodes.items()}),
        lettering={k: _lettering(t, dx, dy) if k in ids else t for k, t in layout.lettering.items()},
        ornaments=tuple(o.mapped(lambda b: b.shift(dx, dy), shifted) if o.of in ids else o for o in layout.ornaments),
    )
    routes: dict[int, tuple[Point, ...]] = {}
    for index, edge in enumerate(layout.diagram.edges):
        if edge.source in ids and edge.target in ids:
            routes[index] = tuple(map(shifted, scene.routes[index]))
        elif edge.source in ids or edge.target in ids:
            routes[index] = new_route(placed, edge.source, edge.target, index)
    return _reroute(placed, routes)


def carried(layout: Layout, ids: Collection[str]) -> frozenset[str]:
    """These nodes and those attached to them."""
    found = set(ids)
    while more := {n.id for n in layout.diagram.nodes if n.attached_to in found} - found:
        found |= more
    return frozenset(found)


def _lettering(lettering: Lettering, dx: float, dy: float) -> Lettering:
    return replace(lettering, box=lettering.box.shift(dx, dy))


def _reroute(layout: Layout, routes: Mapping[int, tuple[Point, ...]]) -> Layout:
    """Other routes for the connectors of these indexes.

    Labels and anchors keep their share of the way along; connectors that end on a shifted anchor are routed anew.
    """
    waiting, done, depth = dict(routes), set[int](), _depths(layout.diagram)
    while waiting:
        index = min(waiting, key=depth.__getitem__)  # what carries an anchor before what ends there
        layout, shifted = _with_route(layout, index, waiting.pop(index))
        done.add(index)
        for i, edge in enumerate(layout.diagram.edges if shifted else ()):
            if i not in done and (edge.source in shifted or edge.target in shifted):
                waiting[i] = new_route(layout, edge.source, edge.target, i)
    return layout


def _depths(diagram: Diagram) -> list[int]:
    """For each edge, how many edges carry one another until it ends on the last; fewer than ten."""
    carriers = {n.id: n.on for n in diagram.nodes if n.on is not None}
    depths = [0] * len(diagram.edges)
    for _ in range(_DEEPEST if carriers else 0):
        for i, edge in enumerate(diagram.edges):
            below = [depths[carriers[key]] + 1 for key in (edge.source, edge.target) if key in carriers]
            depths[i] = min(max(below, default=0), _DEEPEST)
    return depths


def _with_route(layout: Layout, index: int, route: tuple[Point, ...]) -> tuple[Layout, set[str]]:
    """One connector on another route; and the ids of the anchors that shift with it."""
    scene, old = layout.scene, layout.scene.routes[index]

    def shift(box: Box) -> tuple[float, float]:
        if not old:  # drawn nowhere before
            return 0.0, 0.0
        share = _share(old, box.center)
        (ax, ay), (bx, by) = (along(line, share * length_of(line))[0] for line in (old, route))
        return bx - ax, by - ay

    anchors = {n.id: shift(scene.nodes[n.id]) for n in layout.diagram.nodes if n.on == index}
    nodes = {k: b.shift(*anchors[k]) if k in anchors else b for k, b in scene.nodes.items()}
    labels, lettering = dict(scene.labels), dict(layout.lettering)
    if index in labels:
        labels[index] = labels[index].shift(*shift(labels[index]))
    if index in lettering:
        by = shift(scene.labels.get(index, lettering[index].box))
        lettering[index] = _lettering(lettering[index], *by)
    new = (*scene.routes[:index], route, *scene.routes[index + 1 :])
    scene = replace(scene, nodes=nodes, routes=new, labels=labels)
    shifted = {key for key, (dx, dy) in anchors.items() if math.hypot(dx, dy) > _STILL}
    return replace(layout, scene=scene, lettering=lettering), shifted


def _share(route: tuple[Point, ...], point: Point) -> float:
    """How far along a polyline, from 0 to 1, its point nearest to a given one lies."""
    best, share, gone, total = math.inf, 0.5, 0.0, length_of(route)
    for a, b in pairwise(route):
        length = math.dist(a, b)
        if length > 0:
            along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length
            along = min(max(along, 0.0), length)
            foot = (a[0] + (b[0] - a[0]) * along / length, a[1] + (b[1] - a[1]) * along / length)
            if math.dist(foot, point) < best:
                best, share = math.dist(foot, point), (gone + along) / total
        gone += length
    return share
