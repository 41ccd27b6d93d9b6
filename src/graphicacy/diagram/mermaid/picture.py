"""What is drawn in an SVG by Mermaid, or by an engine that draws as Mermaid does: where each part is, and how it looks.

Everything is read from the picture itself, so that geometry and pixels cannot differ. Of the SVG only the structure is
taken for granted that all versions since 11 share: nodes are ``g.node``, frames ``g.cluster``, routes the paths of
``g.edgePaths``, words of edges ``g.edgeLabel``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

from graphicacy.diagram import fonts
from graphicacy.diagram.affine import IDENTITY, Matrix, apply, multiply, numbers, parse_transform
from graphicacy.diagram.model import LineStyle
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.svg.cascade import Sheet, color, pixels, tag_of
from graphicacy.diagram.svg.paths import parse_path
from graphicacy.diagram.svg.shapes import outlines_of

__all__ = ["Paint", "Part", "Picture", "Route", "see"]

_SHAPES = frozenset(["rect", "circle", "ellipse", "polygon", "polyline", "path", "line", "image", "svg"])
_NODES = frozenset(["node", "rough-node", "icon-shape", "image-shape"])
_FRAMES = frozenset(["cluster", "statediagram-cluster"])
_LABELS = frozenset(["label", "cluster-label", "noteLabel"])
_STEP = 4.0  # pixels between the pieces of a line drawn by hand
_FAINT = 0.02  # of full opacity
_LONGEST_DOT = 2.5  # CSS pixels: Mermaid's dotted lines have dashes of 2, its dashed ones of 3
_INHERITED = (
    "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "visibility", "color",
    "font-size", "font-weight", "text-anchor",
)  # fmt: skip
# All of an element, but its place in the tree, that decides its style here.
_TELLING = frozenset(["class", "style", *_INHERITED, "opacity", "display"])
_STRAIGHT = re.compile(r"(?:[MLC][-\d.e,\s]*)+")  # absolute lines, and curves: those of Mermaid's strokes are straight


class Paint(NamedTuple):
    """How something is painted: colours as ``#rrggbb`` over white paper, None where nothing is painted."""

    fill: str | None = None
    stroke: str | None = None
    width: float | None = None
    line: LineStyle = LineStyle.SOLID


@dataclass(slots=True)
class Part:
    """One node or frame, named ``key`` in the SVG. ``outlines`` are closed polygons, ``box`` is around all of it."""

    key: str
    outlines: list[list[Point]]
    box: Box
    paint: Paint


@dataclass(slots=True)
class Route:
    """One line between nodes. ``data`` is its path data, which lie at ``offset`` from the picture's coordinates.

    ``tail`` and ``head`` say whether a pointed head is drawn at its beginning and at its end.
    """

    points: list[Point]
    paint: Paint
    data: str
    offset: Point
    tail: bool
    head: bool


@dataclass(slots=True)
class Picture:
    """All parts, in the order in which they are painted, in pixels from the top left corner of the view box."""

    width: float
    height: float
    nodes: list[Part] = field(default_factory=list)
    frames: list[Part] = field(default_factory=list)
    routes: dict[str, Route] = field(default_factory=dict)
    words: dict[str, Box] = field(default_factory=dict)


def see(svg: str) -> Picture:
    """The parts of ``svg``, which is the output of an engine that is trusted to be well-formed, but may be large."""
    parser = etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True, remove_comments=True)
    return _Eye(etree.fromstring(svg.encode(), parser)).picture


class _Eye:
    """One look at a tree: resolves positions and looks, and remembers what it has resolved."""

    def __init__(self, root: etree._Element) -> None:
        self.by_hand = next(root.iterfind(".//*[@data-look='handDrawn']"), None) is not None
        self.prefix = f"{root.get('id')}-"
        self.sheet = _sheet("\n".join(root.xpath("//*[local-name()='style']/text()")))
        self.looks: list[dict[str, str]] = []
        self.kinds: dict[tuple[object, ...], int] = {}
        self.numbers: dict[etree._Element, int] = {}
        self.matrices: dict[etree._Element, Matrix] = {}
        box = numbers(root.get("viewBox"))
        if len(box) != 4:
            box = [0.0, 0.0, pixels(root.get("width")), pixels(root.get("height"))]
        x, y, width, height = box
        self.matrices[root] = (1.0, 0.0, 0.0, 1.0, -x, -y)
        self.picture = Picture(width, height)
        for element in root.iter("{*}g"):
            self._look_at(element, frozenset((element.get("class") or "").split()))

    def _look_at(self, element: etree._Element, classes: frozenset[str]) -> None:
        if classes & _NODES and element.get("id"):
            self._see_shape(element, self.picture.nodes)
        elif classes & _FRAMES:
            self._see_shape(element, self.picture.frames)
        elif "edgePaths" in classes:
            for path in element.iter("{*}path"):
                self._see_route(path)
        elif "label" in classes and element.get("data-id"):
            box = self._words(element)
            if box is not None:
                self.picture.words[element.get("data-id", "")] = box

    def _key(self, element: etree._Element) -> str:
        return (element.get("id") or "").removeprefix(self.prefix)

    def _see_shape(self, element: etree._Element, into: list[Part]) -> None:
        filled, drawn, bare = list[list[Point]](), list[list[Point]](), list[list[Point]]()
        paint = Paint()
        for shape in _shapes(element):
            look = self.paint(shape)
            outlines = self._outlines(shape, look)
            is_picture = tag_of(shape) in ("image", "svg")
            if not is_picture and look.fill is None and look.stroke is None:
                bare += outlines
            elif outlines:
                (filled if is_picture or look.fill else drawn).extend(outlines)
                if self.by_hand and paint == Paint() and look.fill is None:
                    look = Paint(look.stroke)  # the hatching, which is drawn first
                paint = _joined(paint, look)
        seen = filled + drawn or bare
        if seen:
            points = [point for outline in seen for point in outline]
            if self.by_hand:
                filled = [_hull(points)]
            into.append(Part(self._key(element), filled or seen, Box.around(points), paint))

    def _outlines(self, shape: etree._Element, look: Paint) -> list[list[Point]]:
        """The outlines of a shape; two corners where only its extent is asked: lines drawn over an outline."""
        tag, data = tag_of(shape), shape.get("d", "")
        over = look.fill is None and look.stroke is not None and tag == "path"
        if over and not self.by_hand and _STRAIGHT.fullmatch(data):
            outlines = [_corners(data)]
        else:
            outlines = [sub.points for sub in outlines_of(shape, "image" if tag == "svg" else tag)]
        matrix = self.matrix(shape)
        return [[apply(matrix, *p) for p in points] for points in outlines if points]

    def _see_route(self, path: etree._Element) -> None:
        matrix, data = self.matrix(path), path.get("d", "")
        points = [apply(matrix, *p) for p in _followed([sub.points for sub in parse_path(data)])]
        if points:
            tail, head = ("point" in path.get(f"marker-{end}", "") for end in ("start", "end"))
            self.picture.routes[self._key(path)] = Route(points, self.paint(path), data, matrix[4:], tail, head)

    def matrix(self, element: etree._Element) -> Matrix:
        """The map from an element's user units to the picture's pixels."""
        known = self.matrices.get(element)
        if known is None:
            parent = element.getparent()
            known = self.matrix(parent) if parent is not None else IDENTITY
            if element.get("transform"):
                known = multiply(known, parse_transform(element.get("transform")))
            self.matrices[element] = known
        return known

    def style(self, element: etree._Element) -> dict[str, str]:
        """An element's properties, with those that it inherits. Elements that look alike to the sheet share them."""
        return self.looks[self._look(element)]

    def _look(self, element: etree._Element) -> int:
        """The number of an element's look: that of its parent, and all by which the sheet could tell it apart."""
        known = self.numbers.get(element)
        if known is not None:
            return known
        parent = element.getparent()
        above = self._look(parent) if parent is not None else -1
        own = tuple((name, value) for name, value in element.items() if name in _TELLING)
        kind = (above, element.tag, own, element.get("id") if parent is None else None)
        known = self.kinds.get(kind)
        if known is None:
            style = (
                {name: self.looks[above][name] for name in _INHERITED if name in self.looks[above]}
                if above >= 0
                else {}
            )
            style.update(self.sheet.style(element))
            known = self.kinds[kind] = len(self.looks)
            self.looks.append(style)
        self.numbers[element] = known
        return known

    def paint(self, element: etree._Element) -> Paint:
        """How an element is painted."""
        style = self.style(element)
        if style.get("display") == "none" or style.get("visibility") == "hidden":
            return Paint()
        return _paint(
            style.get("fill", "black"),
            style.get("stroke", "none"),
            style.get("stroke-width", "1"),
            style.get("stroke-dasharray", "none"),
            style.get("fill-opacity", "1"),
            style.get("stroke-opacity", "1"),
            style.get("opacity", "1"),
        )

    def _words(self, label: etree._Element) -> Box | None:
        """The box of the rows of a label; None where there are no words."""
        box: Box | None = None
        for row in label.iter("{*}tspan"):
            parent = row.getparent()
            if parent is None or tag_of(parent) != "text":
                continue
            size = pixels(self.style(row).get("font-size"), 16.0)
            width = sum(self._width(span, size) for span in (list(row) or [row]))
            if not width:
                continue
            start = {"middle": -width / 2, "end": -width}.get(self.style(row).get("text-anchor", ""), 0.0)
            x = pixels(row.get("x"), font=size) + start
            y = pixels(row.get("y"), font=size) + pixels(row.get("dy"), font=size)
            corners = [(x, y - fonts.ASCENT * size), (x + width, y + fonts.DESCENT * size)]
            (x0, y0), (x1, y1) = (apply(self.matrix(row), *corner) for corner in corners)
            here = Box(x0, y0, x1, y1)
            box = here if box is None else box.union(here)
        return box

    def _width(self, span: etree._Element, size: float) -> float:
        bold = self.style(span).get("font-weight", "") in ("bold", "bolder", "600", "700", "800", "900")
        return fonts.text_width("".join(span.itertext()), size, bold)


@lru_cache(maxsize=64)
def _sheet(text: str) -> Sheet:
    return Sheet([text])


def _shapes(element: etree._Element) -> Iterator[etree._Element]:
    """What the outline of a node or frame is made of: all shapes in it that do not belong to its words."""
    for child in element:
        tag = tag_of(child)
        if tag in _SHAPES:
            yield child
        elif tag in ("g", "a", "switch") and not _LABELS & set((child.get("class") or "").split()):
            yield from _shapes(child)


def _followed(pieces: list[list[Point]]) -> list[Point]:
    """One line along the pieces of a path: those drawn by hand go over each piece twice."""
    line = list(pieces[0]) if pieces else []
    for piece in pieces[1:]:
        if math.dist(piece[0], line[-1]) <= _STEP and math.dist(piece[-1], line[-1]) > _STEP:
            line += piece
    return line


def _hull(points: list[Point]) -> list[Point]:
    """The convex polygon around points (Andrew's monotone chain): the outline of what is drawn by loose strokes."""
    ordered = sorted(set(points))
    halves = list[list[Point]]()
    for half in (ordered, ordered[::-1]):
        chain = list[Point]()
        for point in half:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        halves.append(chain[:-1])
    return halves[0] + halves[1] or ordered


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _corners(data: str) -> list[Point]:
    """Two corners of the box around path data of straight lines."""
    found = numbers(data)
    xs, ys = found[::2], found[1::2]
    return [(min(xs), min(ys)), (max(xs), max(ys))] if ys else []


def _joined(first: Paint, second: Paint) -> Paint:
    """Shapes drawn over one another: an inside and a border are often two elements."""
    if first.stroke is not None:
        return first._replace(fill=first.fill or second.fill)
    return second._replace(fill=first.fill or second.fill)


@lru_cache(maxsize=1024)
def _paint(fill: str, stroke: str, width: str, dash: str, inside: str, line: str, whole: str) -> Paint:
    thickness = pixels(width, 1.0)
    border = _on_paper(stroke, line, whole) if thickness > 0 else None
    inner = _on_paper(fill, inside, whole)
    if border is None:
        return Paint(inner)
    return Paint(inner, border, round(thickness, 3), _line_of(dash))


def _on_paper(value: str, *opacities: str) -> str | None:
    """A colour as it looks on white; None where none is seen."""
    found = color(value)
    if found is None:
        return None
    rgb, alpha = found
    for opacity in opacities:
        alpha *= max(0.0, min(1.0, pixels(opacity, 1.0, whole=1.0)))
    if alpha < _FAINT:
        return None
    red, green, blue = (round(255 + (channel - 255) * alpha) for channel in rgb)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _line_of(dash: str) -> LineStyle:
    longest = max(numbers(dash), default=0.0)
    if longest <= 0:
        return LineStyle.SOLID
    return LineStyle.DOTTED if longest <= _LONGEST_DOT else LineStyle.DASHED
