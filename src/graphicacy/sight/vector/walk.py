"""SVG tree → marks and text runs in CSS pixels, with everything resolved that decides how they look."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from lxml import etree

from graphicacy.diagram.affine import (
    IDENTITY,
    Matrix,
    apply,
    multiply,
    numbers,
    scale_of,
    view_box_matrix,
)
from graphicacy.diagram.scene import Point
from graphicacy.diagram.svg.cascade import RGB, Sheet, color, pixels, tag_of
from graphicacy.diagram.svg.css import substitute, variables
from graphicacy.diagram.svg.paths import Sub
from graphicacy.diagram.svg.shapes import corner_radius, outlines_of
from graphicacy.sight.vector.geometry import bounds
from graphicacy.sight.vector.looks import INHERITED, Look, fraction, look_of
from graphicacy.sight.vector.marks import Glyph, Mark, Paint

__all__ = ["HREF", "Page", "RawText", "walk"]

_MAX_DEPTH = 120
_MAX_USE = 6
_MAX_MARKS = 60_000
_UNDRAWN = frozenset(
    [
        "defs",
        "symbol",
        "marker",
        "clipPath",
        "mask",
        "pattern",
        "linearGradient",
        "radialGradient",
        "style",
        "script",
        "title",
        "desc",
        "metadata",
        "filter",
    ]
)
HREF = "{http://www.w3.org/1999/xlink}href"
_SHAPES = frozenset(["rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "image"])


@dataclass(frozen=True, slots=True)
class RawText:
    """A ``<text>`` element with its look, and its place in the drawing order."""

    element: etree._Element
    look: Look
    order: int


@dataclass(slots=True)
class Page:
    """Everything drawn, in drawing order, on a canvas of ``width`` × ``height`` CSS pixels."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)
    texts: list[RawText] = field(default_factory=list)
    sheet: Sheet = field(default_factory=lambda: Sheet([]))
    ids: dict[str, etree._Element] = field(default_factory=dict)


def walk(root: etree._Element) -> Page:
    """Read a whole SVG document."""
    return _Walker(root).page


class _Walker:
    def __init__(self, root: etree._Element) -> None:
        ids: dict[str, etree._Element] = {}
        sheets = []
        for element in root.iter(etree.Element):
            ids.setdefault(element.get("id") or "", element)
            if tag_of(element) == "style":
                sheets.append("".join(element.itertext()))
        ids.pop("", None)
        known = {name: value for text in sheets for name, value in variables(text).items()}
        sheets = [substitute(text, known) for text in sheets]
        box = numbers(root.get("viewBox"))
        width, height = _size(root, box)
        self.order = 0
        self.page = Page(width, height, sheet=Sheet(sheets), ids=ids)
        self.in_marker = False  # markers draw no markers of their own
        self.markers: dict[str, _MarkerDef | None] = {}
        matrix = view_box_matrix(box, width, height, root.get("preserveAspectRatio"))
        view = (box[2], box[3]) if len(box) == 4 else (width, height)
        top = self.look(root, Look(matrix, {"fill": "black"}, view=view), keep_matrix=True)
        if top:
            for child in root:
                self.visit(child, top, 0, 0)

    # -- the tree ----------------------------------------------------------------------------------------------

    def look(self, element: etree._Element, parent: Look, keep_matrix: bool = False) -> Look | None:
        return look_of(self.page.sheet, element, parent, keep_matrix)

    def visit(self, element: etree._Element, parent: Look, depth: int, uses: int) -> None:
        tag = tag_of(element)
        if not tag or tag in _UNDRAWN or depth > _MAX_DEPTH or len(self.page.marks) > _MAX_MARKS:
            return
        look = self.look(element, parent)
        if look is None:
            return
        if tag in _SHAPES:
            self.draw(element, tag, look)
        elif tag == "text":
            self.text(element, look)
        elif tag == "foreignObject":
            from graphicacy.diagram.svg.foreign import foreign_to_text

            try:
                text = foreign_to_text(element)
            except ValueError:  # names that are none: sanitised SVG has no foreign objects left
                return
            inner = self.look(text, parent)  # the text carries the element's transform, style and class
            if inner:
                self.text(text, inner)
        elif tag == "use":
            self.use(element, look, depth, uses)
        elif tag == "switch":
            first = next((c for c in element if tag_of(c)), None)
            if first is not None:
                self.visit(first, look, depth + 1, uses)
        else:
            if tag == "svg":
                look = _nested(element, look)
            for child in element:
                self.visit(child, look, depth + 1, uses)

    def text(self, element: etree._Element, look: Look) -> None:
        if look.style.get("visibility") not in ("hidden", "collapse"):
            self.order += 1
            self.page.texts.append(RawText(element, look, self.order))

    def use(self, element: etree._Element, look: Look, depth: int, uses: int) -> None:
        target = self.page.ids.get((element.get("href") or element.get(HREF) or "").strip().removeprefix("#"))
        if target is None or uses >= _MAX_USE:
            return
        x, y = (pixels(element.get(k), whole=w, font=look.size) for k, w in zip("xy", look.view, strict=True))
        moved = replace(look, matrix=multiply(look.matrix, (1, 0, 0, 1, x, y)))
        if tag_of(target) in ("symbol", "svg"):
            inner = self.look(target, moved)
            if inner:
                inner = _nested(target, inner, element.get("width"), element.get("height"))
                for child in target:
                    self.visit(child, inner, depth + 1, uses + 1)
        else:
            self.visit(target, moved, depth + 1, uses + 1)

    # -- marks -------------------------------------------------------------------------------------------------

    def draw(self, element: etree._Element, tag: str, look: Look) -> None:
        if look.style.get("visibility") in ("hidden", "collapse"):
            return
        subs = outlines_of(element, tag, look.view, look.size)
        drawn = [self._to_pixels(s, look.matrix) for s in subs]
        drawn = [s for s in drawn if s.points and all(map(math.isfinite, (c for p in s.points for c in p)))]
        if not drawn:
            return
        paint = self.paint(look, tag)
        mark = Mark(self.order + 1, tag, drawn, paint, bounds([p for s in drawn for p in s.points]), effect=look.effect)
        if tag == "rect":
            mark.corner = corner_radius(element, look.view, look.size) * scale_of(look.matrix)
        if tag in ("line", "polyline", "polygon", "path"):
            self._markers(mark, subs, look, paint)
        if paint.fill is None and paint.stroke is None and not (mark.start or mark.end or mark.mid):
            return
        self.order += 1
        self.page.marks.append(mark)

    @staticmethod
    def _to_pixels(sub: Sub, m: Matrix) -> Sub:
        return Sub([apply(m, x, y) for x, y in sub.points], sub.closed, sub.curved, sub.corners)

    def paint(self, look: Look, tag: str) -> Paint:
        """Resolve fill and stroke; a line or an image has no fill of its own."""
        style = look.style
        fill = self.ink(style.get("fill", "black"), style) if tag != "line" else None
        if tag == "image":
            fill = ((128, 128, 128), 1.0)
        stroke = self.ink(style.get("stroke", "none"), style)
        scale = scale_of(look.matrix)
        width = pixels(style.get("stroke-width"), 1.0, font=look.size) * scale
        fill_alpha = (fill[1] if fill else 0.0) * look.alpha * fraction(style.get("fill-opacity"))
        stroke_alpha = (stroke[1] if stroke else 0.0) * look.alpha * fraction(style.get("stroke-opacity"))
        dashes = [abs(n) * scale for n in numbers(style.get("stroke-dasharray"))]
        gaps = dashes[1::2] if len(dashes) > 1 else dashes
        return Paint(
            fill[0] if fill and fill_alpha >= 0.03 else None,
            fill_alpha,
            stroke[0] if stroke and stroke_alpha >= 0.05 and width > 0.01 else None,
            stroke_alpha,
            width,
            tuple(dashes) if any(g > 0.3 for g in gaps) else (),
            "fill" in style,
        )

    def ink(self, value: str, style: dict[str, str]) -> tuple[RGB, float] | None:
        """A paint as a colour: a gradient by the mean of its stops, a pattern as grey."""
        value = value.strip()
        if value in ("currentColor", "currentcolor"):
            value = style.get("color", "black")
        if value in ("context-stroke", "context-fill"):
            value = style.get(value, "black")
        if not value.startswith("url("):
            return color(value)
        name, _, fallback = value[4:].partition(")")
        server = self.page.ids.get(name.strip("'\" ").removeprefix("#"))
        if server is None:
            return color(fallback)
        stops = self._stops(server, 0)
        if not stops:
            return (128, 128, 128), 1.0 if tag_of(server) == "pattern" else 0.0
        n = len(stops)
        mean = tuple(round(sum(s[0][i] for s in stops) / n) for i in range(3))
        return (mean[0], mean[1], mean[2]), sum(s[1] for s in stops) / n

    def _stops(self, server: etree._Element, depth: int) -> list[tuple[RGB, float]]:
        stops = []
        for stop in server:
            if tag_of(stop) == "stop":
                own = self.page.sheet.style(stop)
                found = color(own.get("stop-color", "black"))
                if found:
                    stops.append((found[0], found[1] * fraction(own.get("stop-opacity"))))
        reference = self.page.ids.get((server.get("href") or server.get(HREF) or "").removeprefix("#"))
        if not stops and reference is not None and depth < _MAX_USE:
            return self._stops(reference, depth + 1)
        return stops

    # -- markers -----------------------------------------------------------------------------------------------

    def _markers(self, mark: Mark, subs: list[Sub], look: Look, paint: Paint) -> None:
        names = [_reference(look.style.get(f"marker-{where}")) for where in ("start", "mid", "end")]
        if self.in_marker or not any(names):
            return
        first, last = subs[0], subs[-1]
        width = pixels(look.style.get("stroke-width"), 1.0, font=look.size)
        corners = [(s, i) for s in subs for i in s.corners]
        if names[0]:
            mark.start = self._glyph(names[0], look, width, paint, first.points[0], _heading(first, 0), True)
        if names[2]:
            at = last.points[0] if last.closed else last.points[-1]
            mark.end = self._glyph(names[2], look, width, paint, at, _heading(last, len(last.points) - 1), False)
        if names[1]:
            for sub, i in corners[1:-1][:200]:
                glyph = self._glyph(names[1], look, width, paint, sub.points[i], _heading(sub, i), False)
                if glyph:
                    mark.mid.append(glyph)

    def _glyph(
        self, name: str, look: Look, width: float, paint: Paint, at: Point, heading: float, start: bool
    ) -> Glyph | None:
        if name not in self.markers:
            self.markers[name] = self._marker(name, look.view)
        marker = self.markers[name]
        if marker is None:
            return None
        if marker.orient == "auto-start-reverse":
            heading += math.pi if start else 0.0
        elif marker.orient != "auto":
            heading = math.radians(pixels(marker.orient.removesuffix("deg")))
        cos, sin = math.cos(heading), math.sin(heading)
        scale = 1.0 if marker.user_space else width
        matrix = multiply(look.matrix, (cos * scale, sin * scale, -sin * scale, cos * scale, at[0], at[1]))
        matrix = multiply(matrix, marker.matrix)
        subs = [(self._to_pixels(s, matrix), filled) for s, filled in marker.subs]
        return Glyph(apply(look.matrix, *at), subs) if subs else None

    def _marker(self, name: str, view: tuple[float, float]) -> _MarkerDef | None:
        element = self.page.ids.get(name)
        if element is None or tag_of(element) != "marker":
            return None
        box = numbers(element.get("viewBox"))
        width, height = pixels(element.get("markerWidth"), 3.0), pixels(element.get("markerHeight"), 3.0)
        matrix = view_box_matrix(box, width, height, element.get("preserveAspectRatio"))
        reference = apply(matrix, _ref(element.get("refX"), box, 0), _ref(element.get("refY"), box, 1))
        moved = multiply((1, 0, 0, 1, -reference[0], -reference[1]), matrix)
        inner = _Walker.__new__(_Walker)
        inner.order = 0
        inner.page = Page(0, 0, sheet=self.page.sheet, ids=self.page.ids)
        inner.markers = {}
        inner.in_marker = True
        base: dict[str, str] = {"fill": "black"}
        for ancestor in [*reversed(list(element.iterancestors())), element]:
            own = self.page.sheet.style(ancestor)
            base.update((k, v) for k, v in own.items() if k in INHERITED and not k.startswith("marker"))
        for child in element:
            inner.visit(child, Look(IDENTITY, base, view=view), 0, 0)
        subs = [(s, m.paint.fill is not None) for m in inner.page.marks for s in m.subs]
        user_space = element.get("markerUnits") == "userSpaceOnUse"
        return _MarkerDef(moved, subs, element.get("orient") or "0", user_space)


@dataclass(frozen=True, slots=True)
class _MarkerDef:
    matrix: Matrix
    subs: list[tuple[Sub, bool]]
    orient: str
    user_space: bool


def _size(root: etree._Element, box: list[float]) -> tuple[float, float]:
    """Canvas in CSS pixels: width and height, else the view box, else 300 × 150 (CSS 2, section 10.3.2)."""
    have_box = len(box) == 4 and box[2] > 0 and box[3] > 0
    sides = []
    for key in ("width", "height"):
        text = root.get(key)
        sides.append(0.0 if text is None or "%" in text else pixels(text))
    width, height = sides
    if have_box:
        if width <= 0 and height <= 0:
            return box[2], box[3]
        width = width if width > 0 else height * box[2] / box[3]
        height = height if height > 0 else width * box[3] / box[2]
    return width if width > 0 else 300.0, height if height > 0 else 150.0


def _nested(element: etree._Element, look: Look, width: str | None = None, height: str | None = None) -> Look:
    """The look inside a nested ``svg`` or a used ``symbol``."""
    box = numbers(element.get("viewBox"))
    w = pixels(width or element.get("width") or "100%", whole=look.view[0], font=look.size)
    h = pixels(height or element.get("height") or "100%", whole=look.view[1], font=look.size)
    x = pixels(element.get("x"), whole=look.view[0], font=look.size)
    y = pixels(element.get("y"), whole=look.view[1], font=look.size)
    matrix = multiply(look.matrix, (1, 0, 0, 1, x, y))
    if len(box) == 4:
        matrix = multiply(matrix, view_box_matrix(box, w, h, element.get("preserveAspectRatio")))
    view = (box[2], box[3]) if len(box) == 4 else (w, h)
    return replace(look, matrix=matrix, view=view)


def _reference(value: str | None) -> str:
    if not value or not value.startswith("url("):
        return ""
    return value[4:].partition(")")[0].strip("'\" ").removeprefix("#")


def _ref(value: str | None, box: list[float], axis: int) -> float:
    """``refX`` or ``refY``: a number or a keyword of SVG 2."""
    if value in ("left", "top", "center", "right", "bottom") and len(box) == 4:
        share = {"center": 0.5, "right": 1.0, "bottom": 1.0}.get(value, 0.0)
        return box[axis] + share * box[axis + 2]
    return pixels(value)


def _heading(sub: Sub, i: int) -> float:
    """Direction of a line at one of its points, in radians (SVG 2, section 13.7: at a corner the bisector)."""
    points = sub.points
    before = next((p for p in reversed(points[:i]) if p != points[i]), None)
    after = next((p for p in points[i + 1 :] if p != points[i]), None)
    if sub.closed and after is None:
        after = points[0] if points[0] != points[i] else None
    vectors = []
    for a, b in ((before, points[i]), (points[i], after)):
        if a is not None and b is not None:
            d = math.hypot(b[0] - a[0], b[1] - a[1])
            vectors.append(((b[0] - a[0]) / d, (b[1] - a[1]) / d))
    if not vectors:
        return 0.0
    x, y = sum(v[0] for v in vectors), sum(v[1] for v in vectors)
    if abs(x) < 1e-9 and abs(y) < 1e-9:
        x, y = vectors[0]
    return math.atan2(y, x)
