"""The part of somebody's diagram that is a directed graph, where its author put it.

Pathways have lines without heads, arrows that end on other arrows, captions and loose shapes. What can be asked about
with one answer are the arrows between named things: the rest is left out of the picture too, so that the picture and
the graph are the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Edge, Group, Head, LineStyle, Shape
from graphicacy.diagram.scene import Box

__all__ = ["arrows_of"]

_MARGIN = 20.0  # pixels around what is left


def arrows_of(layout: Layout) -> Layout:
    """The layout with the arrows between labelled nodes, these nodes, and the frames around them, and nothing else.

    An arrow has one head, and is not a loop; of those that join the same two nodes the same way, the first is kept.
    """
    diagram = layout.diagram
    words = {n.id for n in diagram.nodes if n.label.strip() and n.shape not in (Shape.ANCHOR, Shape.POINT)}
    free = {n.id for n in diagram.nodes if n.id in words and n.attached_to is None}
    edges: dict[tuple[str, str], int] = {}
    for index, edge in enumerate(diagram.edges):
        ends = _ends(edge)
        if ends is not None and set(ends) <= free and index < len(layout.scene.routes) and layout.scene.routes[index]:
            edges.setdefault(ends, index)
    return _kept(layout, {end for ends in edges for end in ends}, sorted(edges.values()))


def _ends(edge: Edge) -> tuple[str, str] | None:
    """Source and target of an arrow; None for any other connector."""
    if (edge.head is Head.NONE) == (edge.tail is Head.NONE) or edge.line is LineStyle.INVISIBLE:
        return None
    ends = (edge.source, edge.target) if edge.tail is Head.NONE else (edge.target, edge.source)
    return None if edge.source == edge.target else ends


def _kept(layout: Layout, nodes: set[str], edges: list[int]) -> Layout:
    diagram, scene = layout.diagram, layout.scene
    groups = _frames(diagram, nodes)
    ids = nodes | groups.keys()
    number = {old: new for new, old in enumerate(edges)}
    kept = replace(
        layout,
        diagram=replace(
            diagram,
            nodes=tuple(
                replace(n, group=n.group if n.group in groups else None) for n in diagram.nodes if n.id in nodes
            ),
            edges=tuple(diagram.edges[k] for k in edges),
            groups=tuple(groups.values()),
        ),
        scene=replace(
            scene,
            nodes={key: box for key, box in scene.nodes.items() if key in nodes},
            routes=tuple(scene.routes[k] for k in edges),
            groups={key: box for key, box in scene.groups.items() if key in groups},
            labels={number[k]: box for k, box in scene.labels.items() if k in number},
        ),
        lettering={
            number[k] if isinstance(k, int) else k: words
            for k, words in layout.lettering.items()
            if k in number or k in ids
        },
        heads={number[k]: form for k, form in layout.heads.items() if k in number},
        tails={number[k]: form for k, form in layout.tails.items() if k in number},
        ornaments=(),
        warnings=(),
    )
    return _cropped(kept)


def _frames(diagram: Diagram, nodes: set[str]) -> dict[str, Group]:
    """Titled frames with at least two of the nodes directly inside, without the frames around them."""
    held = Counter(n.group for n in diagram.nodes if n.id in nodes)
    return {g.id: replace(g, parent=None) for g in diagram.groups if g.label.strip() and held[g.id] >= 2}


def _cropped(layout: Layout) -> Layout:
    """On a canvas around what is there."""
    scene = layout.scene
    boxes = [*scene.nodes.values(), *scene.groups.values(), *scene.labels.values()]
    boxes += [Box.around(route) for route in scene.routes] + [words.box for words in layout.lettering.values()]
    if not boxes:
        return layout
    around = boxes[0]
    for box in boxes:
        around = around.union(box)
    dx, dy = _MARGIN - around.x0, _MARGIN - around.y0
    moved = layout.mapped(lambda box: box.shift(dx, dy), lambda point: (point[0] + dx, point[1] + dy))
    width, height = around.width + 2 * _MARGIN, around.height + 2 * _MARGIN
    return replace(moved, scene=replace(moved.scene, width=width, height=height))
