"""Graphviz's SVG of a graph → ``Scene``: where the ink of each part is, in CSS pixels of the SVG.

Boxes come from the shapes and words in the SVG, routes from the ``pos`` of edges (points, y up), which ends at the tips
of arrows.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable
from typing import Any

from graphicacy.diagram import fonts
from graphicacy.diagram.dot.graph import Traced
from graphicacy.diagram.dot.look import PX
from graphicacy.diagram.model import Node, Shape
from graphicacy.diagram.polyline import bezier, path_points
from graphicacy.diagram.scene import Box, Point, Scene

__all__ = ["to_scene"]

_ASCENT, _DESCENT = 0.9, 0.2  # of a font, by its size: where a line of text begins and ends about its base line
_NUMBER = re.compile(r"-?[\d.]+(?:e[-+]?\d+)?")
_PAGE = re.compile(r'viewBox="0\.00 0\.00 ([\d.]+) ([\d.]+)".*? translate\(([-\d.]+) ([-\d.]+)\)', re.S)
_PART = re.compile(
    r'<g id="((?:node|edge|clust)\d+)" class="\w+">(.*?)(?=<g id="(?:node|edge|clust)\d+" class=|\Z)', re.S
)
_MARK = re.compile(
    r'<(polygon|polyline|ellipse|path)\b[^>]*? (?:points|cx|d)="([^"]*)"(?: cy="([^"]*)" rx="([^"]*)" ry="([^"]*)")?'
)
_TEXT = re.compile(r"<text\b([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
_FONTS = {family: font for font, family in fonts.FAMILIES.items()}
_LINES = re.compile(r"\\[nlr]")


def to_scene(svg: str, facts: dict[str, Any], traced: Traced) -> Scene:
    """Boxes around what is drawn of nodes, groups and edge labels, and routes from outline to outline.

    ``facts`` are those of the graph after its layout. Raises ``ValueError`` for an SVG that Graphviz did not write.
    """
    page = _PAGE.search(svg)
    if page is None:
        raise ValueError("no SVG of Graphviz")
    width, height, left, top = map(float, page.groups())

    def place(point: Point) -> Point:
        return (point[0] + left) * PX, (point[1] + top) * PX

    def box(points: Iterable[Point]) -> Box:
        return Box.around(map(place, points))

    drawn = dict(_PART.findall(svg, page.end()))
    by_id = {node.id: node for node in traced.diagram.nodes}
    nodes = {
        traced.nodes[item["at"]]: box(_outline(item, drawn.get(item["at"], ""), by_id[traced.nodes[item["at"]]]))
        for item in facts["nodes"]
        if item["at"] in traced.nodes
    }
    groups = {id_: box(_flipped(_numbers(bounds))) for id_, bounds in traced.frames.items()}
    items = {item["at"]: item for item in facts["edges"]}
    routes, labels = [], {}
    for index, (edge, names) in enumerate(zip(traced.diagram.edges, traced.edges, strict=True)):
        pieces = [items[name]["attributes"] for name in names]
        route = [place(point) for piece in pieces for point in _polyline(piece.get("pos", ""))]
        if not route:
            ends = [nodes.get(end) or groups.get(end) for end in (edge.source, edge.target)]
            route = [end.center for end in ends if end is not None]
        routes.append(tuple(route))
        if edge.label:
            words = _edge_words(pieces[0], drawn.get(names[0], ""))
            if words:
                labels[index] = box(words)
    return Scene(width * PX, height * PX, nodes, tuple(routes), groups, labels)


def _outline(item: dict[str, Any], drawn: str, node: Node) -> list[Point]:
    """Points around a node: of its outline, or of its words where it has none; else of the room that it takes."""
    points = _shapes(drawn)
    if not points or node.shape is Shape.TEXT:
        points += [point for line in _texts(drawn) for point in line]
    if points:
        return points
    attributes = item["attributes"]
    x, y = _numbers(attributes.get("pos", "0,0"))[:2]
    dx, dy = float(attributes.get("width", 0)) * 36, float(attributes.get("height", 0)) * 36  # inches, to either side
    return [(x - dx, -y - dy), (x + dx, -y + dy)]


def _shapes(drawn: str) -> list[Point]:
    """Points that bound the shapes in a piece of SVG."""
    points: list[Point] = []
    for kind, first, cy, rx, ry in _MARK.findall(drawn):
        if kind == "ellipse":
            x, y, dx, dy = float(first), float(cy), float(rx), float(ry)
            points += [(x - dx, y - dy), (x + dx, y + dy)]
        elif kind == "path":
            points += path_points(first)
        else:
            points += [(float(x), float(y)) for x, _, y in (pair.partition(",") for pair in first.split())]
    return points


def _texts(drawn: str) -> list[list[Point]]:
    """The box, as two corners, of each line of text in a piece of SVG."""
    lines = []
    for written, text in _TEXT.findall(drawn):
        words = html.unescape(text)
        if not words.strip():
            continue
        looks = dict(_ATTRIBUTE.findall(written))
        x, y, size = float(looks["x"]), float(looks["y"]), float(looks["font-size"])
        font = _FONTS.get(looks.get("font-family", ""), "sans")
        width = fonts.text_width(words, size, looks.get("font-weight") == "bold", font)
        x -= {"start": 0.0, "middle": width / 2, "end": width}[looks["text-anchor"]]
        lines.append([(x, y - _ASCENT * size), (x + width, y + _DESCENT * size)])
    return lines


def _edge_words(attributes: dict[str, str], drawn: str) -> list[Point]:
    """Points around the label of an edge; those at its ends come after it."""
    at_ends = [attributes.get(name, "") for name in ("headlabel", "taillabel")]
    others = sum(1 for label in at_ends for line in _LINES.split(label) if line.strip())
    lines = _texts(drawn)
    return [point for line in lines[: max(len(lines) - others, 1)] for point in line]


def _polyline(spline: str) -> list[Point]:
    """A ``splineType`` value as a polyline from tail to head, arrow tips included, y down."""
    points: list[Point] = []
    for part in spline.split(";"):
        start: list[Point] = []
        end: list[Point] = []
        controls: list[Point] = []
        for token in part.split():
            at = start if token[0] == "s" else end if token[0] == "e" else controls
            at += _flipped(_numbers(token))
        points += [*start, *_curve(controls), *end]
    return points


def _curve(controls: list[Point]) -> list[Point]:
    """A chain of cubic Bézier curves, given by its controls, as points: as many as it bends."""
    points = controls[:1]
    for a, b, c, d in zip(controls[0::3], controls[1::3], controls[2::3], controls[3::3], strict=False):
        # n chords are at most 3/4 × the largest second difference of the controls / n² from the curve: here 1/4 point.
        second = (abs(p[i] - 2 * q[i] + r[i]) for p, q, r in ((a, b, c), (b, c, d)) for i in (0, 1))
        points += bezier(a, b, c, d, steps=min(40, 1 + int(math.sqrt(3 * max(second)))))
    return points


def _flipped(numbers: list[float]) -> list[Point]:
    """Pairs of numbers, y up, as points, y down."""
    return [(x, -y) for x, y in zip(numbers[0::2], numbers[1::2], strict=False)]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]
