"""A Mermaid diagram and its picture → the diagram as it is drawn, and where its parts are."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple, TypeVar

from graphicacy.diagram.drawing import Sketch
from graphicacy.diagram.mermaid.graph import Keys
from graphicacy.diagram.mermaid.picture import Part, Picture, Route, see
from graphicacy.diagram.model import Diagram, Edge, Group, Node, Shape
from graphicacy.diagram.route_ends import between_outlines, missed, straightened
from graphicacy.diagram.scene import Point, Scene

__all__ = ["Drawn", "to_scene"]

# How Mermaid makes the name of an element from an id.
_KEY = re.compile(r"(?:flowchart|state)-(?P<id>.*)(?P<count>-\d+)", re.S)
_PIECES = ("-cyclic-special-1", "-cyclic-special-mid", "-cyclic-special-2")  # of a loop that is drawn in three
_Item = TypeVar("_Item", Node, Group)
_HEAD = 4.0  # pixels by which Mermaid keeps a line with a pointed head away from what it points at
_SLACK = 2.0  # pixels by which a node may stand out of its frame


class Drawn(NamedTuple):
    """``diagram`` with its colours and widths as drawn, and its ``scene`` in the ``svg``.

    ``missing`` are the ids, of nodes, groups and edges, that are not drawn; ``led_on`` the edges, as indices, whose
    line ended short of what it joins and was led on to it.
    """

    svg: str
    diagram: Diagram
    scene: Scene
    missing: tuple[str, ...]
    led_on: tuple[int, ...]

    def sketch(self, *notes: str) -> Sketch:
        """As an engine's result, with ``notes`` as its warnings and one for each thing that was put right."""
        edges = [self.diagram.edges[index] for index in self.led_on]
        notes += tuple(f"the line from {e.source} to {e.target} ended in the open: it was led on" for e in edges)
        if self.missing:
            notes += (f"not drawn: {', '.join(self.missing)}",)
        return Sketch(self.svg, self.diagram, self.scene, notes)


def to_scene(svg: str, diagram: Diagram, keys: Keys) -> Drawn:
    """What of ``diagram`` is drawn where in ``svg``, in CSS pixels from the top left corner of its view box.

    Colours and widths that the source leaves open are filled in from the picture. A route ends on the outlines of what
    it joins; Mermaid ends some lines to frames far from them: those are led on, in the SVG too.
    """
    picture = see(svg)
    nodes, groups = _named(picture, diagram)
    parts = {**nodes, **groups}
    routes, led_on = list[Route | None](), list[int]()
    for index, (key, edge) in enumerate(zip(keys.edges, diagram.edges, strict=True)):
        route = _route(picture, key)
        if route:
            route, longer = _ended(route, parts.get(edge.source), parts.get(edge.target))
            if longer:
                svg = svg.replace(f'd="{route.data}"', f'd="{longer}"', 1)
                led_on.append(index)
        routes.append(route)
    index_of = {key: index for index, key in enumerate(keys.edges)}
    words = {index_of[key]: box for key, box in picture.words.items() if key in index_of}
    scene = Scene(
        picture.width,
        picture.height,
        {id_: part.box for id_, part in nodes.items()},
        tuple(tuple(route.points) if route else () for route in routes),
        {id_: part.box for id_, part in groups.items()},
        {index: box for index, box in words.items() if diagram.edges[index].label},
    )
    drawn = replace(
        diagram,
        nodes=tuple(_painted(node, nodes.get(node.id)) for node in diagram.nodes),
        groups=tuple(_painted(group, groups.get(group.id)) for group in diagram.groups),
        edges=tuple(_colored(edge, route) for edge, route in zip(diagram.edges, routes, strict=True)),
    )
    missing = [id_ for id_ in diagram.labels() if id_ not in parts]
    missing += [key for key, route in zip(keys.edges, routes, strict=True) if route is None]
    return Drawn(svg, drawn, scene, tuple(missing), tuple(led_on))


def _named(picture: Picture, diagram: Diagram) -> tuple[dict[str, Part], dict[str, Part]]:
    """The parts of nodes and of groups by id."""
    node_ids, group_ids = {n.id for n in diagram.nodes}, {g.id for g in diagram.groups}
    all_ids = node_ids | group_ids
    nodes, groups = dict[str, Part](), dict[str, Part]()
    frames, marks = list[Part](), list[Part]()
    for part in picture.nodes:
        id_ = _id_of(part.key, all_ids)
        if id_ in node_ids:
            nodes.setdefault(id_, part)
        elif id_ in group_ids:  # an empty group is drawn as a node
            groups.setdefault(id_, part)
        else:
            marks.append(part)
    for part in picture.frames:
        id_ = _id_of(part.key, group_ids)
        if id_ in group_ids:
            groups[id_] = part
        else:
            frames.append(part)
    _name_regions(frames, diagram, nodes, groups)
    _name_marks(marks, diagram, nodes, groups)
    return nodes, groups


def _id_of(key: str, ids: Collection[str]) -> str:
    """The id that an element's name was made from, with a count behind it or without (notes), or the name itself."""
    match = _KEY.fullmatch(key)
    if match is None:
        return key
    return next((id_ for id_ in (match["id"], match["id"] + match["count"]) if id_ in ids), key)


def _name_regions(frames: list[Part], diagram: Diagram, nodes: dict[str, Part], groups: dict[str, Part]) -> None:
    """Tell the regions of concurrent states, whose names in a picture are drawn at random, by what lies in them."""
    for group in diagram.groups:
        if group.id in groups or not frames:
            continue
        inner = [nodes[n.id].box for n in diagram.nodes if n.group == group.id and n.id in nodes]
        inner += [groups[g.id].box for g in diagram.groups if g.parent == group.id and g.id in groups]
        around = groups.get(group.parent or "")
        fitting = [
            frame
            for frame in frames
            if all(frame.box.contains(box, _SLACK) for box in inner)
            and (around is None or around.box.contains(frame.box, _SLACK))
        ]
        if fitting:
            best = min(fitting, key=lambda frame: frame.box.area)
            groups[group.id] = best
            frames.remove(best)


def _name_marks(marks: list[Part], diagram: Diagram, nodes: dict[str, Part], groups: dict[str, Part]) -> None:
    """Tell the beginnings and ends in such regions, which are named after them, by where they lie."""
    for node in diagram.nodes:
        around = groups.get(node.group or "")
        if node.id in nodes or around is None:
            continue
        kind = f"_{node.id.rpartition('_')[2]}-"  # ``_start-`` or ``_end-``
        found = next((mark for mark in marks if kind in mark.key and around.box.contains(mark.box, _SLACK)), None)
        if found:
            nodes[node.id] = found
            marks.remove(found)


def _route(picture: Picture, key: str) -> Route | None:
    """The line of an edge, which may be drawn in pieces."""
    pieces = [picture.routes[name] for name in (key, *(key + piece for piece in _PIECES)) if name in picture.routes]
    if len(pieces) < 2:
        return pieces[0] if pieces else None
    return replace(pieces[0], points=[point for piece in pieces for point in piece.points], data="")


def _ended(route: Route, source: Part | None, target: Part | None) -> tuple[Route, str]:
    """The route between the outlines of what it joins, and new path data where it had to be led on to one of them."""
    outlines = (source.outlines if source else (), target.outlines if target else ())
    points, longer = route.points, ""
    ended = between_outlines(points, *outlines)
    for at_end in (False, True):
        if ended[-at_end] != points[-at_end] or not route.data:
            continue  # it was lengthened or cut, so it had come near enough
        tip = missed(points if at_end else points[::-1], outlines[at_end])
        if tip is not None:
            points = [*points, tip] if at_end else [tip, *points]
            longer = _longer(longer or route.data, route, points, at_end)
    if longer:
        ended = between_outlines(points, *outlines)
    return replace(route, points=straightened(ended)), longer


def _longer(data: str, route: Route, points: list[Point], at_end: bool) -> str:
    """Path data led on to the last (or first) of ``points``, short of it by the length of the head."""
    tip, before = (points[-1], points[-2]) if at_end else (points[0], points[1])
    size = math.dist(tip, before)
    gap = min(_HEAD if (route.head if at_end else route.tail) else 0.0, size)
    x = tip[0] + (before[0] - tip[0]) * gap / size - route.offset[0]
    y = tip[1] + (before[1] - tip[1]) * gap / size - route.offset[1]
    return f"{data}L{x:.3f},{y:.3f}" if at_end else f"M{x:.3f},{y:.3f}L{data.lstrip()[1:]}"


def _painted(item: _Item, part: Part | None) -> _Item:
    """A node or group with the looks of its part; what is written in words alone has none."""
    if part is None or (isinstance(item, Node) and item.shape is Shape.TEXT):
        return item
    paint = part.paint
    return replace(item, fill=paint.fill, stroke=paint.stroke, border_width=paint.width)


def _colored(edge: Edge, route: Route | None) -> Edge:
    return edge if route is None else replace(edge, color=route.paint.stroke, width=route.paint.width)
