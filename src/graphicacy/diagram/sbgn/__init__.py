"""SBGN-ML (Process Description, Activity Flow, Entity Relationship; versions 0.1 to 0.3) → ``Layout``."""

from __future__ import annotations

from dataclasses import replace

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.layout.builder import LayoutBuilder
from graphicacy.diagram.layout.places import prevailing_direction
from graphicacy.diagram.layout.values import listed
from graphicacy.diagram.sbgn.arcs import add_arcs
from graphicacy.diagram.sbgn.glyphs import add_glyphs
from graphicacy.diagram.sbgn.map import Map, read_map
from graphicacy.diagram.sbgn.render import read_paints
from graphicacy.diagram.xml import parse_xml

__all__ = ["read_sbgn"]


def read_sbgn(text: str) -> Layout:
    """The first map of an SBGN-ML file, as it is laid out there.

    Compartments, and complexes and submaps that hold glyphs, are groups. State variables and units of information are
    nodes attached to what they describe; what a cardinality says is the label of its arc. Raises ``BadDrawing`` with
    the line where the file is malformed or no SBGN-ML.
    """
    chosen, drawn = read_map(parse_xml(text))
    paints = read_paints(chosen)
    builder = LayoutBuilder()
    odd_glyphs = add_glyphs(builder, drawn, paints)
    odd_arcs, left_out = add_arcs(builder, drawn, paints)
    _warn(builder, drawn, odd_glyphs, odd_arcs, left_out)
    ends = [(builder.boxes[e.source].center, builder.boxes[e.target].center) for e in builder.edges]
    layout = builder.layout(prevailing_direction(ends))
    return replace(layout, background=paints.background) if paints.background else layout


def _warn(builder: LayoutBuilder, drawn: Map, odd_glyphs: list[str], odd_arcs: list[str], left_out: list[str]) -> None:
    say = builder.warnings.append
    if drawn.maps > 1:
        say(f"the first map is read; {drawn.maps - 1} more left out")
    if odd_glyphs:
        say(f"glyphs of unknown classes are drawn as rounded boxes: {listed(odd_glyphs)}")
    if odd_arcs:
        say(f"arcs of unknown classes are drawn with an arrow head: {listed(odd_arcs)}")
    if left_out:
        say(f"arcs left out, since an end is not in the map: {listed(left_out)}")
    if drawn.twice:
        say(f"ids that are used more than once, of which the first counts: {listed(drawn.twice)}")
