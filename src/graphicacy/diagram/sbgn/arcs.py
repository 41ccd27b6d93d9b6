"""SBGN's arcs → edges. What each class has at its end is from the specifications of the three languages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from graphicacy.diagram.layout import HeadForm, Lettering, Ornament
from graphicacy.diagram.layout.builder import LayoutBuilder
from graphicacy.diagram.layout.edges import EdgeDraft, add_edges
from graphicacy.diagram.model import Edge, Head, Shape
from graphicacy.diagram.paint.text import fitting_size
from graphicacy.diagram.polyline import along
from graphicacy.diagram.sbgn.glyphs import on_arcs
from graphicacy.diagram.sbgn.map import Arc, Glyph, Map
from graphicacy.diagram.sbgn.render import Paints
from graphicacy.diagram.scene import Box, Point

__all__ = ["add_arcs"]

_ENDS = {
    "consumption": (Head.NONE, HeadForm.FILLED),
    "production": (Head.POINTED, HeadForm.FILLED),
    "modulation": (Head.DIAMOND, HeadForm.OPEN),
    "unknown influence": (Head.DIAMOND, HeadForm.OPEN),
    "stimulation": (Head.POINTED, HeadForm.OPEN),
    "positive influence": (Head.POINTED, HeadForm.OPEN),
    "necessary stimulation": (Head.POINTED, HeadForm.OPEN),
    "absolute stimulation": (Head.POINTED, HeadForm.OPEN),
    "catalysis": (Head.CIRCLE, HeadForm.OPEN),
    "inhibition": (Head.BLUNT, HeadForm.FILLED),
    "negative influence": (Head.BLUNT, HeadForm.FILLED),
    "absolute inhibition": (Head.BLUNT, HeadForm.FILLED),
    "logic arc": (Head.NONE, HeadForm.FILLED),
    "equivalence arc": (Head.NONE, HeadForm.FILLED),
    "assignment": (Head.POINTED, HeadForm.STICK),
    "interaction": (Head.POINTED, HeadForm.STICK),
}
_UNKNOWN = (Head.POINTED, HeadForm.FILLED)
_INK = "#000000"  # of an outcome
_HEAD = 9.8  # pixels: length of the head that is drawn on a line of ordinary width
_BEHIND = {  # pixels from an arc's end to the second stroke of its end, and half the length of that
    "necessary stimulation": (13.0, 6.0),
    "absolute inhibition": (8.5, 6.4),
    "absolute stimulation": (2 * _HEAD, 4.1),
}


def add_arcs(builder: LayoutBuilder, drawn: Map, paints: Paints) -> tuple[list[str], list[str]]:
    """Add the arcs with two drawn ends; gives the unknown classes, and the ids of arcs that are left out."""
    labels = defaultdict[int, list[Glyph]](list)
    places = defaultdict[int, list[tuple[str, Box]]](list)
    outcomes = on_arcs(drawn)
    for glyph in drawn.glyphs.values():
        if glyph.arc is not None and glyph.id in outcomes:
            places[glyph.arc].append((glyph.id, glyph.box))
        elif glyph.arc is not None:
            labels[glyph.arc].append(glyph)
    drafts = [_draft(drawn, arc, labels[i], tuple(places[i]), paints) for i, arc in enumerate(drawn.arcs)]
    notes = [glyph for glyph in drawn.glyphs.values() if glyph.callout is not None and glyph.arc is None]
    added = add_edges(builder, drafts + [_callout(drawn, glyph) for glyph in notes])
    for i, (arc, index) in enumerate(zip(drawn.arcs, added, strict=False)):
        if index is None:
            continue
        stroke, target = paints.of(arc.id).stroke, builder.edges[index].target
        builder.ornaments += [Ornament(box, Shape.CIRCLE, fill=stroke or _INK, of=key) for key, box in places[i]]
        builder.ornaments += _behind_head(arc.kind, builder.routes[index], target, stroke)
        builder.ornaments += [Ornament(g.box, Shape.RECTANGLE, stroke=stroke, of=target) for g in labels[i] if g.label]
    names = [arc.id for arc in drawn.arcs] + [glyph.id for glyph in notes]
    left_out = [name for name, index in zip(names, added, strict=True) if index is None]
    return sorted({arc.kind for arc in drawn.arcs if arc.kind not in _ENDS}), left_out


def _draft(drawn: Map, arc: Arc, labels: list[Glyph], places: tuple[tuple[str, Box], ...], paints: Paints) -> EdgeDraft:
    head, form = _ENDS.get(arc.kind, _UNKNOWN)
    source, target = _end(drawn, arc.source), _end(drawn, arc.target)
    joint = arc.kind == "interaction" and not (_is_joint(drawn, source) or _is_joint(drawn, target))
    if arc.kind in ("interaction", "assignment") and _is_joint(drawn, target):
        head = Head.NONE
    words = [glyph for glyph in labels if glyph.label]
    lettering = None
    if words:
        box = words[0].box
        lettering = Lettering(box, fitting_size(" ".join(g.label for g in words), box, 11.0, least=8.0))
    paint = paints.of(arc.id)
    edge = Edge(
        "",
        "",
        " ".join(glyph.label for glyph in words),
        head,
        Head.POINTED if joint else Head.NONE,
        color=paint.stroke,
        width=paint.width,
    )
    return EdgeDraft(source, target, edge, arc.points, form, form, lettering, places)


def _end(drawn: Map, reference: str) -> str | int | None:
    """The id of a glyph, or the position of an arc, that a reference or its port names."""
    end: str | int | None = reference if reference in drawn.glyphs else drawn.owner.get(reference)
    if isinstance(end, str) and drawn.glyphs[end].arc is not None and drawn.glyphs[end].kind != "outcome":
        return drawn.glyphs[end].arc  # a label of an arc: what is meant is the arc
    return end


def _is_joint(drawn: Map, end: str | int | None) -> bool:
    """Whether several arcs meet at an end without heads: the middle of an interaction, or of exclusive values."""
    return not isinstance(end, str) or drawn.glyphs[end].kind in ("interaction", "implicit xor")


def _callout(drawn: Map, glyph: Glyph) -> EdgeDraft:
    assert glyph.callout is not None
    target, point = glyph.callout
    return EdgeDraft(glyph.id, _end(drawn, target), Edge("", "", head=Head.NONE), (glyph.box.center, point))


def _behind_head(kind: str, route: tuple[Point, ...], target: str, stroke: str | None) -> Iterator[Ornament]:
    """The second stroke of the ends that have two: a bar, or a head whose tip touches the back of the first."""
    if kind not in _BEHIND:
        return
    distance, half = _BEHIND[kind]
    (x, y), (dx, dy) = along(route[::-1], distance)
    points: tuple[Point, ...] = (x - half * dy, y + half * dx), (x + half * dy, y - half * dx)
    is_head = kind == "absolute stimulation"
    if is_head:
        points = (*points, along(route[::-1], distance - _HEAD)[0])
    yield Ornament(
        Box.around(points),
        points=points,
        closed=is_head,
        fill="#ffffff" if is_head else None,
        stroke=stroke,
        border_width=None if is_head else 2.0,
        of=target,
    )
