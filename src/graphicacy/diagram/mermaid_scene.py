"""Where merman lays a Mermaid diagram out and draws it → ``Scene``."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

from graphicacy.diagram.mermaid_graph import Keys
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.polyline import path_points
from graphicacy.diagram.scene import Box, Point, Scene

__all__ = ["to_scene"]


def to_scene(layout: dict[str, Any], svg: str, diagram: Diagram, keys: Keys) -> Scene:
    """Boxes from merman's layout, routes from the paths of its SVG, in CSS pixels of the SVG."""
    placed: dict[str, Any] = next(iter(layout.values()), {})
    origin, size = _canvas(svg)

    def box(item: dict[str, Any]) -> Box:
        x, y, dx, dy = item["x"] - origin[0], item["y"] - origin[1], item["width"] / 2, item["height"] / 2
        return Box(x - dx, y - dy, x + dx, y + dy)

    nodes = {item["id"]: box(item) for item in placed.get("nodes", ()) if not item.get("is_cluster")}
    frames = {keys.groups.get(item["id"], item["id"]): box(item) for item in placed.get("clusters", ())}
    wanted_nodes, wanted_groups = {n.id for n in diagram.nodes}, {g.id for g in diagram.groups}
    paths = _paths(svg, origin)
    routes = []
    for id_, edge in zip(keys.edges, diagram.edges, strict=True):
        route = paths.get(id_, [])
        if not route:
            ends = [nodes.get(end) or frames.get(end) for end in (edge.source, edge.target)]
            route = [end.center for end in ends if end is not None]
        routes.append(tuple(route))
    return Scene(
        *size,
        {id_: where for id_, where in nodes.items() if id_ in wanted_nodes},
        tuple(routes),
        # An empty group is laid out as a node.
        {id_: where for id_, where in {**nodes, **frames}.items() if id_ in wanted_groups},
    )


def _canvas(svg: str) -> tuple[Point, Point]:
    """Origin and size of the view box."""
    match = re.search(r'viewBox="([^"]+)"', svg)
    numbers = [float(n) for n in match.group(1).split()] if match else [0.0, 0.0, 0.0, 0.0]
    return (numbers[0], numbers[1]), (numbers[2], numbers[3])


def _paths(svg: str, origin: Point) -> dict[str, list[Point]]:
    """Drawn edges by id: the path where it can be read, else the points that it was made from."""
    from lxml import etree

    found = {}
    for element in etree.fromstring(svg.encode(), etree.XMLParser(huge_tree=True)).iter("{*}path"):
        id_ = element.get("data-id")
        if not id_:
            continue
        points = path_points(element.get("d", ""))
        if not points and element.get("data-points"):
            points = [(p["x"], p["y"]) for p in json.loads(base64.b64decode(element.get("data-points")))]
        dx = dy = 0.0
        for owner in element.iterancestors():
            shift = re.match(r"translate\(\s*([-\d.e]+)[\s,]+([-\d.e]+)", owner.get("transform", ""))
            if shift:
                dx, dy = dx + float(shift.group(1)), dy + float(shift.group(2))
        found[id_] = [(x + dx - origin[0], y + dy - origin[1]) for x, y in points]
    return found
