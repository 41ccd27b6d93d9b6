"""SVG → diagram, by geometry alone: what is drawn where, what each line joins and with which head.

Nothing is taken from ids, class names or titles: only from what a reader would see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from lxml import etree

from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Point, Scene
from graphicacy.diagram.svg.cascade import tag_of
from graphicacy.sight.contrast import contrast_ratio
from graphicacy.sight.evidence import Callout, TextItem, Word
from graphicacy.sight.vector.build import build
from graphicacy.sight.vector.figure import see
from graphicacy.sight.vector.geometry import simplify
from graphicacy.sight.vector.ink import Canvas
from graphicacy.sight.vector.roles import assign_roles
from graphicacy.sight.vector.texts import TextLine, text_lines
from graphicacy.sight.vector.walk import walk

__all__ = ["VectorReading", "read_svg"]

_APART = 1_000_000  # above the order and block of every text of an SVG


@dataclass(frozen=True, slots=True)
class VectorReading:
    """What was read from one SVG: symbols, their geometry, callouts, and the text lines in reading order."""

    diagram: Diagram
    scene: Scene
    callouts: tuple[Callout, ...]
    texts: tuple[TextItem, ...]


def read_svg(svg: str, scale: float = 1.0, texts: Sequence[TextItem] | None = None) -> VectorReading:
    """Read the diagram that a sanitised SVG draws; coordinates are CSS pixels times ``scale``.

    ``texts``, in the same coordinates, are what can be seen, where that is known better than from the SVG: those of
    an earlier reading that are visible, and lines that OCR reads in letters drawn as paths.

    Raises ValueError, in one line, for what is no SVG. An end of a connector that touches nothing is a node of
    shape ``POINT`` called ``end1``, ``end2`` …; one on another connector a node of shape ``ANCHOR``.
    """
    page = walk(_root(svg))
    canvas = Canvas(page)
    lines = [line for line in text_lines(page) if canvas.reads(line)]
    if texts is not None:
        lines = [line for line in _seen(lines, texts, scale) if line.order < _APART or not _is_head(line, canvas)]
        canvas.drop_letters([line.box for line in lines if line.order >= _APART])
    unit = max(3.0, min(60.0, median(line.font for line in lines))) if lines else 12.0
    figure = see(canvas, lines, unit)
    roles = assign_roles(figure)
    diagram, scene, callouts = build(figure, roles, page.width, page.height, scale)
    texts = tuple(_item(line, canvas, scale) for line in _reading_order(lines))
    return VectorReading(diagram, scene, callouts, texts)


def _seen(lines: list[TextLine], texts: Sequence[TextItem], scale: float) -> list[TextLine]:
    """The lines that are among ``texts`` (a line keeps its polygon), and the texts that are no line of the SVG."""
    known = {(line.text, tuple(_scaled(p, scale) for p in line.item.polygon)): line for line in lines}
    return [known.get((item.text, item.polygon)) or _line_of(item, scale, i) for i, item in enumerate(texts)]


def _is_head(line: TextLine, canvas: Canvas) -> bool:
    """Whether a lone character that OCR reads is the head of an arrow: a small triangle stands where it stands."""
    if len(line.text) > 1:
        return False
    box = line.box
    near = (m for m in canvas.marks if m.box.intersection(box) >= 0.5 * max(m.box.area, box.area))
    return any(len(simplify(m.subs[0].points, 0.06 * max(m.box.width, m.box.height))) == 3 for m in near)


def _line_of(item: TextItem, scale: float, index: int) -> TextLine:
    """A line that something else read: on top of all that is drawn, in a block of its own."""
    a, b, c, d = (_scaled(p, 1 / scale) for p in item.polygon)
    box = item.box.scale(1 / scale)
    own = replace(item, box=box, polygon=(a, b, c, d), words=(), size=item.size / scale)
    return TextLine(own, (box.x0, box.y1), own.size / 0.72, _APART + index, _APART + index, None)


def _root(svg: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True, huge_tree=True, load_dtd=False)
    try:
        root = etree.fromstring(svg.encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ValueError(f"not an SVG: {error}; give a file whose root element is <svg>") from None
    if root is None or tag_of(root) != "svg":
        found = f"the root element is <{tag_of(root)}>" if root is not None else "there is no XML element in it"
        raise ValueError(f"not an SVG: {found}; give a file whose root element is <svg>")
    return root


def _reading_order(lines: list[TextLine]) -> list[TextLine]:
    """Rows from the top, each from the left; lines whose middles are within half a text height share a row."""
    rows: list[list[TextLine]] = []
    for line in sorted(lines, key=lambda k: (k.box.center[1], k.box.x0)):
        if rows and abs(rows[-1][0].box.center[1] - line.box.center[1]) < 0.5 * min(rows[-1][0].font, line.font):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda k: k.box.x0)]


def _item(line: TextLine, canvas: Canvas, scale: float) -> TextItem:
    item = line.item
    ratio = contrast_ratio(line.ink, canvas.ground(line.box.center, line.order)) if line.ink else None
    a, b, c, d = (_scaled(p, scale) for p in item.polygon)
    words = tuple(Word(w.text, w.box.scale(scale)) for w in item.words)
    return replace(
        item, box=item.box.scale(scale), polygon=(a, b, c, d), words=words, size=item.size * scale, contrast=ratio
    )


def _scaled(p: Point, scale: float) -> Point:
    return p[0] * scale, p[1] * scale
