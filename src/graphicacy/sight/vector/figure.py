"""Marks and texts → the parts of a figure: shapes, connectors, free texts, with legends left out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from graphicacy.diagram.model import Head, LineStyle, Shape
from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.vector import bands
from graphicacy.sight.vector.attach import Block, Contact, Places, blocks_of
from graphicacy.sight.vector.clutter import Around, Texts, unique, without_borders, without_rules, without_texture
from graphicacy.sight.vector.connectors import Connector, connect
from graphicacy.sight.vector.dots import name_dots
from graphicacy.sight.vector.endings import abuts, draw_heads
from graphicacy.sight.vector.figurines import gather_figurines
from graphicacy.sight.vector.frames import frames_of, vessels_of
from graphicacy.sight.vector.geometry import bounds, distance, gap, inside, to_box
from graphicacy.sight.vector.heads import tip_direction
from graphicacy.sight.vector.ink import Canvas
from graphicacy.sight.vector.joining import join
from graphicacy.sight.vector.legend import legend_boxes
from graphicacy.sight.vector.outlines import Outline, outline_of
from graphicacy.sight.vector.pictures import level, name_pictures, sketches_of, without_details
from graphicacy.sight.vector.rough import tidy
from graphicacy.sight.vector.shapes import arrange, drop_backgrounds
from graphicacy.sight.vector.signs import sign_strokes
from graphicacy.sight.vector.strips import join_strips
from graphicacy.sight.vector.strokes import Stroke, block_stroke, strokes_of
from graphicacy.sight.vector.texts import TextLine, in_one

__all__ = ["Figure", "see"]


@dataclass(slots=True)
class Figure:
    """The parts of a figure. ``unit`` is its text size in pixels, by which all tolerances are measured."""

    outlines: list[Outline]
    blocks: list[Block]
    connectors: list[Connector]
    places: Places
    unit: float
    names: dict[int, Outline]  # pictures by the id of the block beside them that names them


def see(canvas: Canvas, lines: list[TextLine], unit: float) -> Figure:
    """Find the parts of a figure."""
    signs, lines = sign_strokes(lines)
    texts = Texts(lines)
    outlines, strokes = _parts(canvas, texts, unit)
    strokes = gather_figurines([s for s in strokes if s.length >= 1.0], outlines, unit)
    small = [o for o in outlines if max(o.box.width, o.box.height) <= 2.6 * unit and not texts.held_by(o)]
    apart = {id(o) for o in small}
    large = [o for o in outlines if id(o) not in apart]
    strokes = without_rules(without_borders(unique(strokes), large, unit), large, texts)
    strokes = without_texture(strokes, unit)
    strokes, used = draw_heads(strokes, small, large, unit)
    heads = {id(small[k]) for k in used} - _unbond(strokes, large)
    bare = [o for o in small if id(o) not in heads and o.shape is Shape.TRIANGLE and o.filled]
    outlines = [o for o in outlines if id(o) not in heads]
    outlines, lines = arrange(drop_backgrounds(outlines, canvas.width, canvas.height), lines, unit)
    strokes, outlines, lines = _without_legends(strokes, outlines, lines, unit, canvas.whole)
    blocks = _free_blocks(outlines, lines, strokes, unit)
    marked = _marks_aside(outlines, blocks, unit)
    leaves = Around([o for o in outlines if o.label and not o.container])
    strokes = [s for s in strokes if not _decorates(s, leaves)]
    strokes = without_details(strokes, outlines, unit)
    sketches, strokes = sketches_of(strokes, outlines, blocks, unit)
    outlines = sorted([*outlines, *sketches.values()], key=lambda o: o.order)
    places = Places(outlines, blocks, unit)
    strokes = [s for s in join(strokes, places.meets) if s.length >= 1.0]
    dots = _lone_dots(strokes, places)
    if dots:
        outlines = sorted([*outlines, *dots], key=lambda o: o.order)
        places = Places(outlines, blocks, unit)
    bridges = _bridges(bare, outlines, blocks, unit)
    if bridges:
        outlines = [o for o in outlines if id(o) not in bridges]
        places = Places(outlines, blocks, unit)
    signs = [s for s in (*signs, *bridges.values()) if _joins(s, places)]
    connectors = connect(strokes + signs, places)
    dotted = name_dots(outlines, blocks, connectors, unit)
    naming = name_pictures(outlines, blocks, connectors, unit)
    for o, mark in marked:
        o.label = o.label or mark
    if naming.changed:
        outlines = naming.outlines
        places = Places(outlines, blocks, unit)
        connectors = connect(strokes + signs, places)
    join_strips(connectors, blocks, unit)
    return Figure(outlines, blocks, connectors, places, unit, sketches | dotted | naming.names)


def _bridges(bare: list[Outline], outlines: list[Outline], blocks: list[Block], unit: float) -> dict[int, Stroke]:
    """Arrow heads without a line that lead from one thing to another, as strokes, by the id of their outline."""
    if not bare:
        return {}
    apart = {id(o) for o in bare}
    places = Places([o for o in outlines if id(o) not in apart], blocks, unit)
    found = {}
    for o in bare:
        ahead = tip_direction(o.polygon)
        if ahead is None:
            continue
        (x, y), half = o.box.center, (abs(ahead[0]) * o.box.width + abs(ahead[1]) * o.box.height) / 2
        points = [(x - half * ahead[0], y - half * ahead[1]), (x + half * ahead[0], y + half * ahead[1])]
        stroke = Stroke(points, o.fill, 1.0, LineStyle.SOLID, o.order, o.order)
        stroke.end.head = Head.POINTED
        if _joins(stroke, places):
            found[id(o)] = stroke
    return found


def _joins(s: Stroke, places: Places) -> bool:
    """Whether a stroke leads from one thing to another."""
    a, b = places.end(s, False), places.end(s, True)
    return a is not None and b is not None and a.thing is not b.thing


def _parts(canvas: Canvas, texts: Texts, unit: float) -> tuple[list[Outline], list[Stroke]]:
    outlines: list[Outline] = []
    fat_arrows: list[tuple[Stroke, Outline]] = []
    strokes: list[Stroke] = []
    plain = (made for mark in canvas.marks if (made := tidy(mark)) is not None)
    for mark in (part for whole in plain for part in bands.split(whole)):
        outline = None if bands.thin_line(mark) else outline_of(mark)
        fat = block_stroke(mark)
        if fat is not None and outline is not None:
            fat_arrows.append((fat, outline))
            continue
        strokes.extend(strokes_of(mark, canvas, unit))
        if outline is not None:
            outlines.append(outline)
    for fat, outline in fat_arrows:
        if texts.held_by(outline) and not all(_reaches(p, outlines, unit) for p in fat.points):
            outlines.append(outline)  # a node in the shape of an arrow
        else:
            strokes.append(fat)
    strokes, frames = frames_of(strokes, outlines)
    strokes, vessels = vessels_of(strokes, outlines, texts, unit)
    return sorted([*outlines, *frames, *vessels], key=lambda o: o.order), sorted(strokes, key=lambda s: s.order)


def _reaches(p: Point, outlines: list[Outline], unit: float) -> bool:
    reach = 1.8 * unit
    return any(to_box(p, o.box) <= reach and distance(p, o.polygon, closed=True) <= reach for o in outlines)


def _decorates(s: Stroke, leaves: Around) -> bool:
    """Whether a plain line runs wholly inside a labelled shape or along its border (folds, rules, rims)."""
    if s.start.head is not Head.NONE or s.end.head is not Head.NONE:
        return False
    extent = bounds(s.points)
    step = max(1, len(s.points) // 12)
    return any(
        all(inside(p, o.polygon) or distance(p, o.polygon, closed=True) <= 1.5 for p in s.points[::step])
        for o in leaves(extent, 1.5)
    )


def _unbond(strokes: list[Stroke], large: list[Outline]) -> set[int]:
    """Take the circles off short lines with one at each end, the bonds of molecules; the ids of the circles.

    Circles of which one touches a shape from outside are heads.
    """
    freed: set[int] = set()
    for s in strokes:
        drawn = [e.drawn for e in (s.start, s.end) if e.drawn is not None and e.head is Head.CIRCLE]
        bond = len(drawn) == 2 and s.length <= 4 * max(o.size for o in drawn)
        if bond and not any(abuts(o, other) for o in drawn for other in large):
            freed |= {id(o) for o in drawn}
            for at_end in (False, True):
                _bare(s, at_end)
    return freed


def _bare(s: Stroke, at_end: bool) -> None:
    ending = s.ending(at_end)
    ending.head, ending.drawn, ending.glyph = Head.NONE, None, []
    ending.tip = s.points[-1 if at_end else 0]


def _lone_dots(strokes: list[Stroke], places: Places) -> list[Outline]:
    """Circles at the end of a line with nothing beyond them: not heads but junctions or end points."""
    dots = []
    for s in strokes:
        for at_end in (False, True):
            ending = s.ending(at_end)
            if ending.drawn is None or ending.head is not Head.CIRCLE:
                continue
            if not _touches(places.end(s, at_end), ending.tip, places.unit) and not any(
                other is not s and distance(ending.tip, other.points) <= 1.1 * places.unit for other in strokes
            ):
                dots.append(ending.drawn)
                _bare(s, at_end)
    return dots


def _touches(contact: Contact | None, tip: Point, unit: float) -> bool:
    if contact is None:
        return False
    if isinstance(contact.thing, Block):
        block, host = contact.thing, contact.thing.host
        titles = host is not None and host.container and block.box.y0 - host.box.y0 < 1.2 * unit
        return not titles and to_box(tip, block.box) <= 1.1 * block.font
    return not contact.thing.container or distance(tip, contact.thing.polygon, closed=True) <= 0.35 * unit


# -- legends and free texts ------------------------------------------------------------------------------------


def _without_legends(
    strokes: list[Stroke], outlines: list[Outline], lines: list[TextLine], unit: float, canvas: Box
) -> tuple[list[Stroke], list[Outline], list[TextLine]]:
    bound = {id(line) for o in outlines if not o.container for line in o.lines}
    free = blocks_of([line for line in lines if id(line) not in bound], {})
    boxes = legend_boxes(strokes, outlines, lines, Places(outlines, free, unit), canvas)
    if not boxes:
        return strokes, outlines, lines

    def outside(box: Box) -> bool:
        return not any(b.contains(box, 1.0) for b in boxes)

    outlines = [o for o in outlines if outside(o.box)]
    kept = {id(o) for o in outlines}
    lines = [line for line in lines if outside(line.box)]
    shown = {id(line) for line in lines}
    for o in outlines:
        o.members = [m for m in o.members if id(m) in kept]
        o.lines = [line for line in o.lines if id(line) in shown]
    for o in outlines:
        o.container = o.container and _has_labelled(o)
    return [s for s in strokes if outside(bounds(s.points))], outlines, lines


def _has_labelled(o: Outline) -> bool:
    return any(m.lines or _has_labelled(m) for m in o.members)


def _free_blocks(outlines: list[Outline], lines: list[TextLine], strokes: list[Stroke], unit: float) -> list[Block]:
    """Label the shapes that hold text and nothing else; texts in containers and on the canvas stay free."""
    hosts: dict[int, Outline] = {}
    bound: set[int] = set()
    for o in outlines:
        for line in o.lines:
            hosts[id(line)] = o
        if o.lines and not o.container:
            o.container = _is_panel(o, strokes, unit)
        if o.lines and not o.container:
            bound.update(id(line) for line in o.lines)
            o.label = _joined(o.lines)
    _unwrap(outlines)
    return blocks_of([line for line in lines if id(line) not in bound], hosts)


def _marks_aside(outlines: list[Outline], blocks: list[Block], unit: float) -> list[tuple[Outline, str]]:
    """Unlabel shapes that hold nothing but a sign (× in a gateway) and have a caption of words; with their signs."""
    marked = []
    for o in outlines:
        if not o.label or o.container or len(o.label) > 2 or any(c.isalnum() for c in o.label):
            continue
        if any(any(c.isalpha() for c in b.text) and level(o.box, b, unit, 1.3) is not None for b in blocks):
            marked.append((o, o.label))
            o.label, o.lines = "", []
    return marked


def _joined(lines: list[TextLine]) -> str:
    """Texts in reading order: rows from the top, each from the left."""
    rows: list[list[TextLine]] = []
    for line in sorted(lines, key=lambda k: (k.box.center[1], k.box.x0)):
        if rows and abs(rows[-1][0].box.center[1] - line.box.center[1]) < 0.45 * min(rows[-1][0].font, line.font):
            rows[-1].append(line)
        else:
            rows.append([line])
    return in_one([line.text for row in rows for line in sorted(row, key=lambda k: k.box.x0)])


def _is_border(o: Outline, core: Outline) -> bool:
    """Whether a shape is a frame around another: about the same middle, the nearer the smaller that is."""
    off = gap(core.box.center, o.box.center)
    return (off <= 0.08 * o.size and core.area > 0.3 * o.area) or (off <= 0.15 * o.size and core.area > 0.7 * o.area)


def _is_panel(o: Outline, strokes: list[Stroke], unit: float) -> bool:
    """Whether a shape's texts are labels of different things in it rather than its own lines."""
    blocks = blocks_of(o.lines, {})
    if o.size < 4 * unit:
        return False
    if len(blocks) < 2:
        return not o.banded and _points_inside(o, strokes, unit)
    inner = [s for s in strokes if o.box.contains(bounds(s.points))]
    if any(s.start.head is not Head.NONE or s.end.head is not Head.NONE for s in inner):
        return True
    if o.banded:
        return False
    stack = sorted((b.box for b in blocks), key=lambda b: b.y0)
    stacked = all(_over(a, b) for a, b in pairwise(stack))
    if stacked:
        return bool(o.members) and max(b.y1 for b in stack) - stack[0].y0 > 7 * unit
    return o.box.width > 9 * unit and o.size > 6 * unit


def _points_inside(o: Outline, strokes: list[Stroke], unit: float) -> bool:
    """Whether an arrow ends well inside a shape, at a picture or its name: the text then is the picture's."""
    parts = [m.box for m in o.members if not m.lines and m.size >= 1.2 * unit and m.area < 0.2 * o.area]
    if not parts:
        return False
    near = [box.pad(0.9 * unit) for box in (*parts, *(line.box for line in o.lines))]
    for s in strokes:
        headed = s.start.head is not Head.NONE or s.end.head is not Head.NONE
        for tip in (s.start.tip, s.end.tip) if headed and s.order > o.order else ():
            deep = inside(tip, o.polygon) and distance(tip, o.polygon, closed=True) > 1.5 * unit
            if deep and any(to_box(tip, box) == 0 for box in near):
                return True
    return False


def _over(a: Box, b: Box) -> bool:
    """Whether one text stands over another rather than beside it."""
    shared = min(a.x1, b.x1) - max(a.x0, b.x0)
    return shared >= 0.4 * min(a.width, b.width) and b.y0 >= a.center[1]


def _unwrap(outlines: list[Outline]) -> None:
    """A frame around one thing is part of it: round a node about the same middle, or round a group's own pane."""
    gone = []
    for o in sorted(outlines, key=lambda k: k.area):
        inner = [m for m in o.members if m.lines or m.container]
        if len(inner) != 1:
            continue
        core = inner[0]
        if core.container:
            shared = sum(abs(a - b) <= 3 for a, b in zip(core.box, o.box, strict=True))
            if not core.lines and len(o.members) == 1 and shared >= 2 and core.area > 0.5 * o.area:
                o.members = core.members
                for m in o.members:
                    m.parent = o
                gone.append(core)
        elif not o.lines and _is_border(o, core):
            core.polygon, core.box, core.area = o.polygon, o.box, o.area
            core.parent = o.parent
            if o.parent is not None:
                o.parent.members = [core if m is o else m for m in o.parent.members]
            gone.append(o)
    for o in gone:
        outlines.remove(o)
