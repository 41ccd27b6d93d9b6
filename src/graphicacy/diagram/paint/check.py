"""What a layout must be to be painted: bounded, finite, whole. Anything else is refused in one line."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphicacy.diagram.drawing import MAX_LABEL, BadDrawing
from graphicacy.diagram.layout import Layout, Lettering
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.svg.size import MAX_SIDE

__all__ = ["MAX_PARTS", "check"]

MAX_PARTS = 8_000  # nodes, edges, groups and ornaments
MAX_POINTS = 60_000  # of all routes and lines
MAX_TEXT = 500_000  # characters of all labels
_FAR = 1e6  # pixels from the origin: farther away nothing is on a canvas
_WIDEST = 1_000.0  # pixels: lines and letters
_COLOR = re.compile("#[0-9a-fA-F]{6}")


def check(layout: Layout) -> None:
    """Raise ``BadDrawing`` for a layout that lacks a place for a part, or holds what cannot be drawn, or too much."""
    diagram, scene = layout.diagram, layout.scene
    if not (0 < scene.width <= MAX_SIDE and 0 < scene.height <= MAX_SIDE):
        raise BadDrawing(f"the canvas is {scene.width:g} × {scene.height:g} pixels: give sides of 1 to {MAX_SIDE:,}")
    parts = len(diagram.nodes) + len(diagram.edges) + len(diagram.groups) + len(layout.ornaments)
    if parts > MAX_PARTS:
        raise BadDrawing(f"the layout has {parts:,} parts: the limit is {MAX_PARTS:,}; draw less")
    if len(scene.routes) != len(diagram.edges):
        raise BadDrawing(f"the layout has {len(scene.routes)} routes for {len(diagram.edges)} edges: give one for each")
    amount = sum(map(len, scene.routes)) + sum(len(o.points) for o in layout.ornaments)
    if amount > MAX_POINTS:
        raise BadDrawing(f"the layout's lines have {amount:,} points: the limit is {MAX_POINTS:,}; simplify them")
    labels = [*diagram.labels().values(), *(edge.label for edge in diagram.edges), *(o.label for o in layout.ornaments)]
    if (text := sum(map(len, labels))) > MAX_TEXT:
        raise BadDrawing(f"the layout's labels have {text:,} characters: the limit is {MAX_TEXT:,}; shorten them")
    _check_color(layout.background, "the background")
    for node in diagram.nodes:
        _check_place(scene.nodes.get(node.id), "node", node.id)
        _check_looks(f"node {node.id!r}", node.label, node.border_width, node.fill, node.stroke)
    for group in diagram.groups:
        _check_place(scene.groups.get(group.id), "group", group.id)
        _check_looks(f"group {group.id!r}", group.label, group.border_width, group.fill, group.stroke)
    for index, edge in enumerate(diagram.edges):
        _check_points(scene.routes[index], f"edge {index}")
        _check_looks(f"edge {index}", edge.label, edge.width, edge.color)
    for key, lettering in layout.lettering.items():
        _check_lettering(lettering, f"the lettering of {key!r}")
    for index, box in scene.labels.items():
        _check_box(box, f"the label of edge {index}")
    for number, ornament in enumerate(layout.ornaments):
        what = f"ornament {number}"
        _check_box(ornament.box, what)
        _check_points(ornament.points, what)
        _check_looks(what, ornament.label, ornament.border_width, ornament.fill, ornament.stroke)
        if not abs(ornament.rotation) <= _FAR:
            raise BadDrawing(f"{what} is turned by {ornament.rotation:g} degrees: give a finite angle")
        if ornament.lettering:
            _check_lettering(ornament.lettering, f"the lettering of {what}")


def _check_place(box: Box | None, kind: str, name: str) -> None:
    if box is None:
        raise BadDrawing(f"{kind} {name[:80]!r} has no place in the layout: give it a box")
    _check_box(box, f"{kind} {name[:80]!r}")


def _check_box(box: Box, what: str) -> None:
    x0, y0, x1, y1 = box
    if not (-_FAR <= x0 <= x1 <= _FAR and -_FAR <= y0 <= y1 <= _FAR):  # false for what is no number, too
        raise BadDrawing(f"{what} has the box {tuple(box)}: give finite pixels, least first, up to {_FAR:,.0f}")


def _check_points(points: Iterable[Point], what: str) -> None:
    for x, y in points:
        if not (-_FAR <= x <= _FAR and -_FAR <= y <= _FAR):
            raise BadDrawing(f"{what} runs through ({x:g}, {y:g}): give finite pixels up to {_FAR:,.0f}")


def _check_looks(what: str, label: str, width: float | None, *colors: str | None) -> None:
    if len(label) > MAX_LABEL:
        raise BadDrawing(f"{what} has a label of {len(label):,} characters: the limit is {MAX_LABEL:,}")
    if width is not None and not 0 <= width <= _WIDEST:
        raise BadDrawing(f"{what} has a line {width:g} pixels wide: give 0 to {_WIDEST:g}")
    for color in colors:
        if color is not None:
            _check_color(color, what)


def _check_lettering(lettering: Lettering, what: str) -> None:
    _check_box(lettering.box, what)
    _check_color(lettering.color, what)
    if not abs(lettering.rotation) <= _FAR:
        raise BadDrawing(f"{what} is turned by {lettering.rotation:g} degrees: give a finite angle")
    if not 0 < lettering.size <= _WIDEST:
        raise BadDrawing(f"{what} is {lettering.size:g} pixels high: give a size up to {_WIDEST:g}")


def _check_color(color: str, what: str) -> None:
    if not _COLOR.fullmatch(color):
        raise BadDrawing(f"{what} has the colour {color[:40]!r}: give one as #rrggbb")
