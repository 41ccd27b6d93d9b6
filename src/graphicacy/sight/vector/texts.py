"""``<text>`` elements → one item per visual line, with boxes from the metrics of the default font."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from lxml import etree

from graphicacy.diagram.affine import Matrix, apply, multiply, scale_of
from graphicacy.diagram.fonts import DEFAULT, FAMILIES, text_width
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.svg.cascade import RGB, color, pixels, tag_of
from graphicacy.diagram.svg.paths import parse_path
from graphicacy.sight.evidence import TextItem, Word
from graphicacy.sight.vector.geometry import along, bounds, length
from graphicacy.sight.vector.looks import Look, look_of
from graphicacy.sight.vector.walk import HREF, Page, RawText

__all__ = ["TextLine", "in_one", "text_lines"]

_MAX_CHARACTERS = 20_000
_BASELINES = {
    "middle": 0.31, "central": 0.346, "hanging": 0.72, "text-before-edge": 0.905, "text-top": 0.905,
    "before-edge": 0.905, "mathematical": 0.45, "text-after-edge": -0.212, "after-edge": -0.212, "ideographic": -0.212,
    "text-bottom": -0.212,
}  # fmt: skip
_GENERIC = ("serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui")  # all drawn by the default font
_LOW = frozenset("gjpqy,;()[]{}Qβγημρφχψςζξ_/|@ₙ₁₂₃₄")
_SHORT = frozenset("acegmnopqrsuvwxyz.,-_~αγεικμνοπρστυωη· ")


@dataclass(slots=True, eq=False)
class TextLine:
    """One visual line. ``font`` is the font size in pixels, ``block`` tells which ``<text>`` it came from.

    ``base`` is where its baseline starts, ``scripted`` says that scripts were joined to it.
    """

    item: TextItem
    base: Point
    font: float
    block: int
    order: int
    ink: RGB | None
    scripted: bool = False

    @property
    def text(self) -> str:
        """The words."""
        return self.item.text

    @property
    def box(self) -> Box:
        """The ink's box."""
        return self.item.box


@dataclass(slots=True)
class _Piece:
    """Characters set in one go, in user units; ``chunk`` counts absolute positions."""

    text: str
    x: float
    y: float
    width: float
    size: float
    chunk: int
    look: Look


def in_one(lines: Sequence[str]) -> str:
    """Lines of one label with a space between them, but none after a word that a hyphen or dash breaks."""
    whole = ""
    for line in lines:
        broken = len(whole) > 1 and whole[-1] in "-‐–" and whole[-2].isalpha() and line[:1].isalpha()
        whole = whole + line if broken or not whole else f"{whole} {line}"
    return whole


def text_lines(page: Page) -> list[TextLine]:
    """All visible lines of a page in drawing order."""
    lines: list[TextLine] = []
    for block, raw in enumerate(page.texts):
        setter = _Setter(page)
        setter.run(raw.element, raw.look, 0)
        setter.anchor()
        for pieces in _split(setter.pieces):
            line = _line(pieces, block, raw, page)
            if line is None:
                continue
            if lines and _goes_on(lines[-1], line):
                lines[-1] = _joined(lines[-1], line)
            else:
                lines.append(line)
    return lines


def _goes_on(a: TextLine, b: TextLine) -> bool:
    """Whether ``b`` is a script of ``a`` set as a ``<text>`` of its own, or the rest of the line after one."""
    if a.block == b.block or abs(a.item.angle) > 0.5 or abs(b.item.angle) > 0.5 or a.ink != b.ink:
        return False
    space = b.box.x0 - a.box.x1
    drop = b.base[1] - a.base[1]
    if b.font <= 0.85 * a.font:
        raised = 0.12 * a.font < abs(drop) <= 0.65 * a.font
        return raised and -0.15 * a.font <= space <= 0.3 * a.font and len(b.text) <= 4
    return a.scripted and abs(drop) <= 0.05 * a.font and a.font == b.font and -0.15 * a.font <= space <= 0.25 * a.font


def _joined(a: TextLine, b: TextLine) -> TextLine:
    box = a.box.union(b.box)
    corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
    text = a.text + b.text
    words = (*a.item.words[:-1], Word(text.split()[-1], (a.item.words or b.item.words)[-1].box.union(b.box)))
    item = replace(a.item, text=text, box=box, polygon=corners, words=words, size=box.height)
    return replace(a, item=item, block=b.block, scripted=True)


@dataclass(slots=True)
class _Setter:
    """Sets characters one after another as SVG 2, section 11.5 says, without kerning or shaping."""

    page: Page
    pieces: list[_Piece] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0
    chunk: int = 0
    spaced: bool = True  # the last character was a space, so that another collapses into it
    count: int = 0

    def run(self, element: etree._Element, look: Look, depth: int) -> None:
        self._place(element, look)
        shift = self._shift(element, look) if depth else 0.0
        self.y -= shift
        spread = {k: [pixels(v, font=look.size) for v in _listed(element.get(k))] for k in ("x", "y")}
        steps = {k: [pixels(v, font=look.size) for v in _listed(element.get(k))] for k in ("dx", "dy")}
        several = any(len(v) > 1 for v in (*spread.values(), *steps.values()))
        if several:
            self._set_each(element.text or "", look, spread, steps)
        else:
            self._set(element.text or "", look)
        for child in element:
            tag = tag_of(child)
            inner = look_of(self.page.sheet, child, look) if tag in ("tspan", "a", "tref", "textPath") else None
            if inner is not None and depth < 20:
                if tag == "textPath":
                    inner = self._on_path(child, inner)
                self.run(child, inner, depth + 1)
            self._set(child.tail or "", look)
        self.y += shift

    def _place(self, element: etree._Element, look: Look) -> None:
        x, y = _listed(element.get("x")), _listed(element.get("y"))
        if x or y:
            self.chunk += 1
            self.spaced = True
        if x:
            self.x = pixels(x[0], whole=look.view[0], font=look.size)
        if y:
            self.y = pixels(y[0], whole=look.view[1], font=look.size)
        dx, dy = _listed(element.get("dx")), _listed(element.get("dy"))
        if dx:
            self.x += pixels(dx[0], font=look.size)
        if dy:
            self.y += pixels(dy[0], font=look.size)

    def _shift(self, element: etree._Element, look: Look) -> float:
        value = self.page.sheet.style(element).get("baseline-shift", "")
        return (
            {"super": 0.35, "sub": -0.2}.get(value, 0.0) * look.size
            if value[:1].isalpha()
            else pixels(value, whole=look.size, font=look.size)
        )

    def _set(self, text: str, look: Look) -> None:
        out = []
        for c in text:
            if c.isspace() and c != "\u00a0":
                if self.spaced:
                    continue
                c, self.spaced = " ", True
            else:
                self.spaced = False
            out.append(c)
        if out and self.count < _MAX_CHARACTERS:
            self.count += len(out)
            self._push("".join(out), look)

    def _push(self, text: str, look: Look) -> None:
        width = _width(text, look)
        baseline = look.style.get("dominant-baseline", "")
        y = self.y + _BASELINES.get(baseline, 0.0) * look.size
        self.pieces.append(_Piece(text, self.x, y, width, look.size, self.chunk, look))
        self.x += width

    def _set_each(self, text: str, look: Look, spread: dict[str, list[float]], steps: dict[str, list[float]]) -> None:
        """Characters with positions of their own; the rest follows on."""
        text = " ".join(text.split()) if text.strip() else ""
        reach = max(len(v) for v in (*spread.values(), *steps.values()))
        for i, c in enumerate(text[:reach]):
            if i and (i < len(spread["x"]) or i < len(spread["y"])):
                self.chunk += 1
                self.x = spread["x"][i] if i < len(spread["x"]) else self.x
                self.y = spread["y"][i] if i < len(spread["y"]) else self.y
            if i:
                self.x += steps["dx"][i] if i < len(steps["dx"]) else 0.0
                self.y += steps["dy"][i] if i < len(steps["dy"]) else 0.0
            self.spaced = c == " "
            self._push(c, look)
        self._set(text[reach:], look)

    def _on_path(self, element: etree._Element, look: Look) -> Look:
        """Lay the text of a ``textPath`` straight along the path's direction at the text's middle."""
        target = self.page.ids.get((element.get("href") or element.get(HREF) or "").removeprefix("#"))
        subs = parse_path(target.get("d")) if target is not None else []
        if not subs or len(subs[0].points) < 2:
            return look
        points = subs[0].points
        whole = length(points)
        width = _width(" ".join("".join(element.itertext()).split()), look)
        start = pixels(element.get("startOffset"), whole=whole, font=look.size)
        share = {"middle": 0.0, "end": -0.5}.get(look.style.get("text-anchor", ""), 0.5)
        middle = max(0.0, min(whole, start + share * width))
        a, b = along(points, max(0.0, middle - width / 4 - 1)), along(points, min(whole, middle + width / 4 + 1))
        at, heading = along(points, middle), math.atan2(b[1] - a[1], b[0] - a[0])
        cos, sin = math.cos(heading), math.sin(heading)
        self.chunk += 1
        self.x, self.y = -share * width, 0.0
        return replace(look, matrix=multiply(look.matrix, (cos, sin, -sin, cos, at[0], at[1])))

    def anchor(self) -> None:
        """Shift each chunk by its ``text-anchor``."""
        chunks: dict[int, list[_Piece]] = {}
        for piece in self.pieces:
            chunks.setdefault(piece.chunk, []).append(piece)
        for pieces in chunks.values():
            share = {"middle": 0.5, "end": 1.0}.get(pieces[0].look.style.get("text-anchor", ""), 0.0)
            last = pieces[-1]
            trailing = _width(last.text, last.look) - _width(last.text.rstrip(), last.look)
            whole = last.x + last.width - trailing - pieces[0].x
            for piece in pieces:
                piece.x -= share * whole


def _listed(text: str | None) -> list[str]:
    return text.replace(",", " ").split() if text else []


def _width(text: str, look: Look) -> float:
    style = look.style
    weight = style.get("font-weight", "")
    bold = weight in ("bold", "bolder") or (weight.isdigit() and int(weight) >= 600)
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text) if not text.isascii() else 0
    plain = text if not wide else "".join(c for c in text if unicodedata.east_asian_width(c) not in "WF")
    width = text_width(plain, look.size, bold, _font(style.get("font-family", ""))) + wide * look.size
    return width + len(text) * pixels(style.get("letter-spacing"), font=look.size)


@lru_cache(maxsize=256)
def _font(families: str) -> str:
    """Which of our fonts draws text: the first one that is named, unless a generic family is named before it."""
    ours = {name.lower(): font for font, name in FAMILIES.items()} | dict.fromkeys(_GENERIC, DEFAULT)
    names = (name.strip().strip("'\"").lower() for name in families.split(","))
    return next((ours[name] for name in names if name in ours), DEFAULT)


def _split(pieces: list[_Piece]) -> list[list[_Piece]]:
    """Pieces by visual line: a lift or drop of up to 0.65 font sizes stays in its line (sub- and superscripts)."""
    lines: list[list[_Piece]] = []
    for piece in pieces:
        if not lines:
            lines.append([piece])
            continue
        last = lines[-1][-1]
        base = max(lines[-1], key=lambda p: p.size)
        em = max(base.size, piece.size)
        near = abs(piece.y - base.y) <= 0.65 * em and piece.look.matrix[:4] == last.look.matrix[:4]
        space = piece.x - (last.x + last.width)
        if near and (piece.chunk == last.chunk or -0.4 * em <= space <= 0.9 * em):
            if piece.chunk != last.chunk and space > 0.18 * em and not last.text.endswith(" "):
                last.text += " "
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return lines


def _line(pieces: list[_Piece], block: int, raw: RawText, page: Page) -> TextLine | None:
    text = " ".join("".join(p.text for p in pieces).split())
    base = max(pieces, key=lambda p: (p.size, len(p.text)))
    look = base.look
    scale = scale_of(look.matrix)
    if not text or base.size * scale < 0.5:
        return None
    ink = color(look.style.get("fill", "black"))
    if look.style.get("fill", "").startswith("url("):
        ink = ((0, 0, 0), 1.0)
    if look.style.get("fill") in ("currentColor", "currentcolor"):
        ink = color(look.style.get("color", "black"))
    stroke = color(look.style.get("stroke", "none"))
    shown = ink or stroke
    if shown is None or shown[1] * look.alpha < 0.03:
        return None
    first = next((p for p in pieces if p.text.strip()), pieces[0])
    x0, x1 = first.x, max(p.x + _width(p.text.rstrip(), p.look) for p in pieces)
    y0 = min(p.y - _rise(p.text) * p.size for p in pieces)
    y1 = max(p.y + _fall(p.text) * p.size for p in pieces)
    polygon = _corners(look.matrix, x0, y0, x1, y1)
    if not all(math.isfinite(v) for p in polygon for v in p):
        return None
    box = bounds(polygon)
    angle = -math.degrees(math.atan2(polygon[1][1] - polygon[0][1], polygon[1][0] - polygon[0][0]))
    item = TextItem(
        text, box, polygon, _words(text, look, x0, x1, y0, y1), round(angle, 3) + 0.0, (y1 - y0) * scale, 1.0, "live"
    )
    return TextLine(item, apply(look.matrix, x0, base.y), base.size * scale, block, raw.order, shown[0])


def _corners(m: Matrix, x0: float, y0: float, x1: float, y1: float) -> tuple[Point, Point, Point, Point]:
    return apply(m, x0, y0), apply(m, x1, y0), apply(m, x1, y1), apply(m, x0, y1)


def _words(text: str, look: Look, x0: float, x1: float, y0: float, y1: float) -> tuple[Word, ...]:
    """Word boxes: the line's extent shared out by the widths of its parts."""
    whole = _width(text, look) or 1.0
    factor = (x1 - x0) / whole
    words, at = [], x0
    space = _width(" ", look) * factor
    for word in text.split():
        width = _width(word, look) * factor
        words.append(Word(word, bounds(_corners(look.matrix, at, y0, at + width, y1))))
        at += width + space
    return tuple(words)


def _rise(text: str) -> float:
    """Height of the ink above the baseline in font sizes: x-height or cap height of Arial."""
    return 0.53 if all(c in _SHORT for c in text) else 0.73


def _fall(text: str) -> float:
    return 0.21 if any(c in _LOW for c in text) else 0.01
