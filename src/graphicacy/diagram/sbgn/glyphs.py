"""SBGN's glyphs → nodes and groups. Classes are those of SBGN-ML; what each looks like is from the languages'
specifications (Process Description Level 1 Version 2.1, Activity Flow Level 1 Version 1.2, Entity Relationship Level 1
Version 2).
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from graphicacy.diagram.fonts import LINE_HEIGHT
from graphicacy.diagram.layout import Lettering
from graphicacy.diagram.layout.builder import LayoutBuilder
from graphicacy.diagram.layout.places import innermost, without_cycles
from graphicacy.diagram.model import Group, Node, Shape
from graphicacy.diagram.paint.text import fitting_size
from graphicacy.diagram.sbgn.map import Glyph, Map
from graphicacy.diagram.sbgn.marks import marks
from graphicacy.diagram.sbgn.render import Paints
from graphicacy.diagram.scene import Box

__all__ = ["add_glyphs", "on_arcs"]

SHAPES = {
    "unspecified entity": Shape.ELLIPSE,
    "simple chemical": Shape.STADIUM,
    "macromolecule": Shape.ROUNDED,
    "nucleic acid feature": Shape.RECTANGLE,
    "complex": Shape.POLYGON,
    "perturbing agent": Shape.POLYGON,
    "perturbation": Shape.POLYGON,
    "tag": Shape.POLYGON,
    "terminal": Shape.POLYGON,
    "phenotype": Shape.HEXAGON,
    "observable": Shape.HEXAGON,
    "source and sink": Shape.CIRCLE,
    "empty set": Shape.CIRCLE,
    "compartment": Shape.RECTANGLE,
    "submap": Shape.RECTANGLE,
    "process": Shape.RECTANGLE,
    "omitted process": Shape.RECTANGLE,
    "uncertain process": Shape.RECTANGLE,
    "association": Shape.CIRCLE,
    "dissociation": Shape.CIRCLE,
    **dict.fromkeys(["and", "or", "not", "delay", "equivalence", "interaction", "existence", "location"], Shape.CIRCLE),
    "biological activity": Shape.RECTANGLE,
    "entity": Shape.ROUNDED,
    "state variable": Shape.STADIUM,
    "variable value": Shape.STADIUM,
    "unit of information": Shape.RECTANGLE,
    "cardinality": Shape.RECTANGLE,
    "stoichiometry": Shape.RECTANGLE,
    "annotation": Shape.RECTANGLE,
    "outcome": Shape.CIRCLE,
    "implicit xor": Shape.POINT,
}
_SIGNS = {"omitted process": "\\\\", "uncertain process": "?", "and": "AND", "or": "OR", "not": "NOT", "delay": "τ",
          "equivalence": "≡"}  # fmt: skip
_FILLED = {"association": "#000000", "outcome": "#000000"}
_AUXILIARY = frozenset(
    ["state variable", "unit of information", "cardinality", "stoichiometry", "existence", "location", "outcome"]
)
_COMPARTMENT_WIDTH = 3.0  # pixels of the border, which is drawn thicker than others
_WHITE = "#ffffff"  # of what lies over the border of another


def on_arcs(drawn: Map) -> dict[str, Glyph]:
    """Glyphs that sit on an arc as a place at which another may end, by id."""
    return {g.id: g for g in drawn.glyphs.values() if g.arc is not None and g.kind == "outcome"}


def add_glyphs(builder: LayoutBuilder, drawn: Map, paints: Paints) -> list[str]:
    """Place all glyphs but those on arcs; gives the classes that are unknown."""
    glyphs = [glyph for glyph in drawn.glyphs.values() if glyph.arc is None]
    frames, straddling = _frames(glyphs), _straddling(glyphs)
    parents = without_cycles(_parents(drawn, glyphs, frames))
    inside = defaultdict[str, list[Box]](list)
    for glyph in glyphs:
        if glyph.around is not None and glyph.kind not in _AUXILIARY:
            inside[glyph.around].append(glyph.box)
    for glyph in glyphs:
        paint = paints.of(glyph.id)
        if glyph.id in frames:
            width = paint.width or (_COMPARTMENT_WIDTH if glyph.kind == "compartment" else None)
            fill = paint.fill or (_WHITE if glyph.multimer or glyph.id in straddling else None)
            group = Group(glyph.id, glyph.label, parents[glyph.id], fill, paint.stroke, border_width=width)
            builder.add_group(group, glyph.box, _title(glyph, inside[glyph.id]))
        else:
            _add_node(builder, glyph, parents, paints, inside[glyph.id])
        builder.ornaments += marks(glyph, Shape.RECTANGLE if glyph.id in frames else _shape(glyph), paint.stroke)
    return sorted({glyph.kind for glyph in glyphs if glyph.kind not in SHAPES})


def _add_node(
    builder: LayoutBuilder, glyph: Glyph, parents: dict[str, str | None], paints: Paints, inside: list[Box]
) -> None:
    paint = paints.of(glyph.id)
    host = glyph.around if glyph.kind in _AUXILIARY | {"terminal"} else None
    fill = (
        paint.fill
        or _FILLED.get(glyph.kind)
        or (_WHITE if glyph.multimer or (host is not None and paint.stroke) else None)
    )
    label = glyph.label or _SIGNS.get(glyph.kind, "")
    group = parents[glyph.id]
    if host is not None and glyph.kind != "terminal":
        group = parents.get(host)
    node = Node(
        glyph.id, label, _shape(glyph), fill, paint.stroke, group=group, border_width=paint.width, attached_to=host
    )
    builder.add_node(node, glyph.box, _words(glyph, label, inside))


def _shape(glyph: Glyph) -> Shape:
    if glyph.kind == "unit of information" and glyph.entity:
        return SHAPES.get(glyph.entity, Shape.RECTANGLE)
    shape = SHAPES.get(glyph.kind, Shape.ROUNDED)
    square = abs(glyph.box.width - glyph.box.height) <= 0.1 * glyph.box.width
    return Shape.CIRCLE if shape is Shape.STADIUM and glyph.kind == "simple chemical" and square else shape


def _frames(glyphs: list[Glyph]) -> set[str]:
    """Ids of compartments, and of complexes and submaps in which something is drawn."""
    holding = {glyph.around for glyph in glyphs if glyph.kind not in _AUXILIARY | {"terminal", "tag"}}
    return {g.id for g in glyphs if g.kind == "compartment" or (g.kind in ("complex", "submap") and g.id in holding)}


def _parents(drawn: Map, glyphs: list[Glyph], frames: set[str]) -> dict[str, str | None]:
    """The group of each glyph: what holds it in the file, else the compartment that it names or that is around it."""
    compartments = [glyph for glyph in glyphs if glyph.kind == "compartment"]
    around = innermost([glyph.box for glyph in glyphs], [glyph.box for glyph in compartments])
    parents: dict[str, str | None] = {}
    for glyph, held in zip(glyphs, around, strict=True):
        outer = _outer(drawn, glyph, frames)
        if outer is None and glyph.compartment in frames and glyph.compartment != glyph.id:
            outer = glyph.compartment
        elif outer is None:
            # A compartment that overlaps another is beside it, not in it.
            whole = [compartments[i] for i in held if glyph.kind != "compartment" or _within(compartments[i], glyph)]
            outer = whole[0].id if whole else None
        parents[glyph.id] = outer
    return parents


def _straddling(glyphs: list[Glyph]) -> set[str]:
    """Ids of the complexes and submaps through which the border of a compartment runs."""
    compartments = np.array([glyph.box for glyph in glyphs if glyph.kind == "compartment"], dtype=float).reshape(-1, 4)
    x0, y0, x1, y1 = compartments.T
    found = set()
    for glyph in glyphs:
        box = glyph.box
        meets = (x0 < box.x1) & (x1 > box.x0) & (y0 < box.y1) & (y1 > box.y0)
        holds = (x0 <= box.x0) & (x1 >= box.x1) & (y0 <= box.y0) & (y1 >= box.y1)
        if glyph.kind in ("complex", "submap") and (meets & ~holds).any():
            found.add(glyph.id)
    return found


def _within(outer: Glyph, inner: Glyph) -> bool:
    return outer.box.contains(inner.box, 2.0)


def _outer(drawn: Map, glyph: Glyph, frames: set[str]) -> str | None:
    """The innermost group among the glyphs that hold one in the file."""
    outer = glyph.around
    while outer is not None and outer not in frames:
        outer = drawn.glyphs[outer].around
    return outer


def _title(glyph: Glyph, inside: list[Box]) -> Lettering | None:
    """A group's name where the file places it, or below its parts where there is more room than above them."""
    box = glyph.box
    if glyph.label_box is not None:
        return Lettering(glyph.label_box, fitting_size(glyph.label, glyph.label_box, 13.0, least=9.0))
    above = min((inner.y0 for inner in inside), default=box.y1) - box.y0
    below = box.y1 - max((inner.y1 for inner in inside), default=box.y0)
    if not inside or below <= above or below < 12:
        return None
    place = Box(box.x0 + 4, box.y1 - below, box.x1 - 4, box.y1 - 2)
    return Lettering(place, fitting_size(glyph.label, place, 13.0))


def _words(glyph: Glyph, label: str, inside: list[Box]) -> Lettering | None:
    """A node's name where that is not simply its middle.

    It stands above a clone marker, between the ends of a submap, or outside where the file places it there; it is small
    in what is small.
    """
    box, place = glyph.box, glyph.label_box
    if glyph.clone is not None:
        side = 0.1 * box.width
        room = Box(box.x0 + side, box.y0 + 0.12 * box.height, box.x1 - side, box.y1 - 0.3 * box.height)
        return Lettering(room, fitting_size(label, room, 14.0))
    if inside:
        middle = box.center[0]
        left = max((inner.x1 for inner in inside if inner.center[0] < middle), default=box.x0) + 3
        right = min((inner.x0 for inner in inside if inner.center[0] >= middle), default=box.x1) - 3
        room = Box(left, box.y0, right, box.y1) if right - left > 20 else Box(box.x0, box.y0, box.x1, box.y0 + 20)
        return Lettering(room, fitting_size(label, room, 14.0))
    if glyph.kind in _AUXILIARY:
        room = Box(box.x0 + 3, box.y0, box.x1 - 3, box.y1)
        return Lettering(room, fitting_size(label, room, 11.0)) if label and box.width > 8 else None
    if place is None or place.intersection(box) > 0.5 * place.area:
        return None
    size = fitting_size(label, place, 12.0, least=9.0)
    return Lettering(place.union(Box(*place.center, place.center[0], place.y0 + LINE_HEIGHT * size)), size)
