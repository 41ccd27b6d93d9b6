"""A Mermaid diagram and its picture → the diagram as it is drawn, and where its parts are."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple, TypeVar

from graphicacy.diagram.mermaid_graph import Keys
from graphicacy.diagram.mermaid_picture import Part, Picture, see
from graphicacy.diagram.model import Diagram, Edge, Group, Node, Shape
from graphicacy.diagram.route_ends import between_outlines, straightened
from graphicacy.diagram.scene import Scene

__all__ = ["Drawn", "to_scene"]

_KEY = re.compile(
    r"(?:flowchart|state)-(?P<id>.*)(?P<count>-\d+)", re.S
)  # how Mermaid makes the name of an element from an id
_PIECES = ("-cyclic-special-1", "-cyclic-special-mid", "-cyclic-special-2")  # of a loop that is drawn in three
_Item = TypeVar("_Item", Node, Group)
_SLACK = 2.0  # pixels by which a node may stand out of its frame


class Drawn(NamedTuple):
    """``diagram`` with its colours and widths as drawn, and its ``scene``; ``missing`` are ids that are not drawn."""

    diagram: Diagram
    scene: Scene
    missing: tuple[str, ...]


def to_scene(svg: str, diagram: Diagram, keys: Keys) -> Drawn:
    """What of ``diagram`` is drawn where in ``svg``, in CSS pixels from the top left corner of its view box.

    Colours and widths that the source leaves open are filled in from the picture. A route ends on the outlines of what
    it joins.
    """
    picture = see(svg)
    nodes, groups = _named(picture, diagram)
    parts = {**nodes, **groups}
    routes = [_route(picture, key, edge, parts) for key, edge in zip(keys.edges, diagram.edges, strict=True)]
    names = dict(zip(keys.edges, range(len(routes)), strict=True))
    scene = Scene(
        picture.width,
        picture.height,
        {id_: part.box for id_, part in nodes.items()},
        tuple(tuple(route.outlines[0]) if route else () for route in routes),
        {id_: part.box for id_, part in groups.items()},
        {names[key]: box for key, box in picture.words.items() if key in names and diagram.edges[names[key]].label},
    )
    drawn = replace(
        diagram,
        nodes=tuple(_painted(node, nodes.get(node.id)) for node in diagram.nodes),
        groups=tuple(_painted(group, groups.get(group.id)) for group in diagram.groups),
        edges=tuple(_coloured(edge, route) for edge, route in zip(diagram.edges, routes, strict=True)),
    )
    missing = [
        *(n.id for n in diagram.nodes if n.id not in nodes),
        *(g.id for g in diagram.groups if g.id not in groups),
    ]
    missing += [key for key, route in zip(keys.edges, routes, strict=True) if route is None]
    return Drawn(drawn, scene, tuple(missing))


def _named(picture: Picture, diagram: Diagram) -> tuple[dict[str, Part], dict[str, Part]]:
    """The parts of nodes and of groups by id."""
    node_ids, group_ids = {n.id for n in diagram.nodes}, {g.id for g in diagram.groups}
    nodes, groups = dict[str, Part](), dict[str, Part]()
    rest = []
    for part in picture.nodes:
        id_ = _id_of(part.key, node_ids | group_ids)
        if id_ in node_ids:
            nodes.setdefault(id_, part)
        elif id_ in group_ids:  # an empty group is drawn as a node
            groups.setdefault(id_, part)
    for part in picture.frames:
        id_ = _id_of(part.key, group_ids)
        if id_ in group_ids:
            groups[id_] = part
        else:
            rest.append(part)
    _name_regions(rest, diagram, nodes, groups)
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


def _route(picture: Picture, key: str, edge: Edge, parts: dict[str, Part]) -> Part | None:
    pieces = [picture.routes[name] for name in (key, *(key + piece for piece in _PIECES)) if name in picture.routes]
    if not pieces:
        return None
    points = [point for piece in pieces for point in piece.outlines[0]]
    source, target = parts.get(edge.source), parts.get(edge.target)
    ended = between_outlines(points, source.outlines if source else (), target.outlines if target else ())
    return Part(key, [straightened(ended)], pieces[0].paint)


def _painted(item: _Item, part: Part | None) -> _Item:
    """A node or group with the looks of its part; what is written in words alone has none."""
    if part is None or (isinstance(item, Node) and item.shape is Shape.TEXT):
        return item
    paint = part.paint
    return replace(item, fill=paint.fill, stroke=paint.stroke, border_width=paint.width)


def _coloured(edge: Edge, route: Part | None) -> Edge:
    return edge if route is None else replace(edge, color=route.paint.stroke, width=route.paint.width)
