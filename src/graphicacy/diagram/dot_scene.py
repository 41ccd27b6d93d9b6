"""Graphviz's JSON of a layout → ``Scene``: where the ink of each part is, in CSS pixels of the SVG.

The JSON carries the strokes that Graphviz draws (*xdot*), in points, y up (Graphviz documentation, *Output Formats*).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from graphicacy.diagram.dot_graph import Traced
from graphicacy.diagram.dot_look import PX
from graphicacy.diagram.model import Node, Shape
from graphicacy.diagram.polyline import bezier
from graphicacy.diagram.scene import Box, Point, Scene

__all__ = ["framed_clusters", "to_scene"]

_MARGIN = 4.0  # points around the drawing
_ASCENT, _DESCENT = 0.9, 0.2  # of a font, by its size: where a line of text begins and ends about its base line
_NUMBER = re.compile(r"-?[\d.]+(?:e[-+]?\d+)?")


def framed_clusters(layout: dict[str, Any]) -> set[str]:
    """Names of the clusters that are drawn: some programs draw none, and one whose nodes ``rank=same`` holds is not."""
    return {item["name"] for item in _subgraphs(layout) if item.get("bb")}


def to_scene(layout: dict[str, Any], traced: Traced) -> Scene:
    """Boxes around what is drawn of nodes, groups and edge labels, and routes from outline to outline."""
    x0, y0, x1, y1 = _numbers(layout.get("bb", "0,0,0,0"))[:4]

    def place(point: Point) -> Point:
        return (point[0] - x0 + _MARGIN) * PX, (y1 - point[1] + _MARGIN) * PX

    def box(points: Iterable[Point]) -> Box:
        xs, ys = zip(*map(place, points), strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys))

    by_id = {node.id: node for node in traced.diagram.nodes}
    objects = layout.get("objects", [])[layout.get("_subgraph_cnt", 0) :]
    ids = traced.nodes
    nodes = {
        ids[item["name"]]: box(_outline(item, by_id[ids[item["name"]]])) for item in objects if item["name"] in ids
    }
    groups: dict[str, Box] = {}
    for item in _subgraphs(layout):
        if item.get("bb") and item["name"] in traced.clusters:
            left, low, right, high = _numbers(item["bb"])[:4]
            groups.setdefault(traced.clusters[item["name"]], box([(left, low), (right, high)]))
    drawn = {item["_gvid"]: item for item in layout.get("edges", ())}
    routes, labels = [], {}
    for index, (edge, places) in enumerate(zip(traced.diagram.edges, traced.edges, strict=True)):
        pieces = [drawn.get(at, {}) for at in places]
        route = [place(point) for piece in pieces for point in _polyline(piece.get("pos", ""))]
        if not route:
            ends = [nodes.get(end) or groups.get(end) for end in (edge.source, edge.target)]
            route = [end.center for end in ends if end is not None]
        routes.append(tuple(route))
        words = [point for piece in pieces for point in _inked(piece.get("_ldraw_", ()))]
        if edge.label and words:
            labels[index] = box(words)
    size = ((x1 - x0 + 2 * _MARGIN) * PX, (y1 - y0 + 2 * _MARGIN) * PX)
    return Scene(*size, nodes, tuple(routes), groups, labels)


def _subgraphs(layout: dict[str, Any]) -> list[dict[str, Any]]:
    return list(layout.get("objects", [])[: layout.get("_subgraph_cnt", 0)])


def _outline(item: dict[str, Any], node: Node) -> list[Point]:
    """Points around a node: of its outline, or of its words where it has none; else of the room that it takes."""
    points = list(_inked(item.get("_draw_", ())))
    if not points or node.shape is Shape.TEXT:
        points += _inked(item.get("_ldraw_", ()))
    if points:
        return points
    x, y = _numbers(item.get("pos", "0,0"))[:2]
    dx, dy = float(item.get("width", 0)) * 36, float(item.get("height", 0)) * 36  # inches, in points to either side
    return [(x - dx, y - dy), (x + dx, y + dy)]


def _inked(strokes: Iterable[dict[str, Any]]) -> Iterable[Point]:
    """Points that bound xdot strokes."""
    size = 14.0
    for stroke in strokes:
        kind = stroke["op"]
        if kind == "F":
            size = stroke["size"]
        elif kind in "eE":
            x, y, rx, ry = stroke["rect"]
            yield from ((x - rx, y - ry), (x + rx, y + ry))
        elif kind in "pPL":
            yield from map(tuple, stroke["points"])
        elif kind in "bB":
            yield from _curve([(x, y) for x, y in stroke["points"]])
        elif kind == "T" and stroke["text"].strip():
            x, y = stroke["pt"]
            left = x - stroke["width"] * {"l": 0.0, "c": 0.5, "r": 1.0}[stroke["align"]]
            yield from ((left, y - _DESCENT * size), (left + stroke["width"], y + _ASCENT * size))


def _polyline(spline: str) -> list[Point]:
    """A ``splineType`` value as a polyline from tail to head, arrow tips included."""
    points: list[Point] = []
    for part in spline.split(";"):
        start: list[Point] = []
        end: list[Point] = []
        controls: list[Point] = []
        for token in part.split():
            x, y = _numbers(token)[:2]
            (start if token[0] == "s" else end if token[0] == "e" else controls).append((x, y))
        points += [*start, *_curve(controls), *end]
    return points


def _curve(controls: list[Point]) -> list[Point]:
    """A chain of cubic Bézier curves, given by its controls, as points."""
    points = controls[:1]
    for a, b, c, d in zip(controls[0::3], controls[1::3], controls[2::3], controls[3::3], strict=False):
        points += bezier(a, b, c, d)
    return points


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]
