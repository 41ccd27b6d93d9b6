"""Shapes and strokes → a diagram with its scene, and how sure each part is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from graphicacy.diagram.facts.routes import main_direction
from graphicacy.diagram.model import Diagram, Edge, Group, Node
from graphicacy.diagram.scene import Box, Scene
from graphicacy.sight.evidence import Certainty, TextItem
from graphicacy.sight.raster.labels import row_order
from graphicacy.sight.raster.parts import Outline, Pixels, Stroke
from graphicacy.sight.raster.shapes import find_outlines
from graphicacy.sight.raster.standing import with_words
from graphicacy.sight.raster.strokes import find_strokes

__all__ = ["RasterReading", "assemble", "read_raster"]

_LEAST_SIDE = 8  # pixels: nothing is drawn on less
_LOOP = 0.5  # certainty of both ends from which a line that leads back is a loop, not a rest of a border or of letters
_SLACK = 2.0  # pixels by which a shape may reach over the frame around it


@dataclass(frozen=True, slots=True)
class RasterReading:
    """What was read from the pixels of a picture: symbols, where they are (in pixels), and how sure that is."""

    diagram: Diagram
    scene: Scene
    certainty: Certainty


def read_raster(pixels: Pixels, texts: Sequence[TextItem]) -> RasterReading:
    """The diagram in a picture, without a model.

    Nodes are ``n1``, ``n2``, … in reading order, groups ``g1``, ``g2``, … large ones first. Edges whose ends do not
    both reach a shape, a frame or words are left out.

    Args:
        pixels: H × W × 3, uint8, RGB.
        texts: its lines of text, as ``sight.text.read_text`` gives them.
    """
    if min(pixels.shape[:2]) < _LEAST_SIDE or bool((pixels == pixels[0, 0]).all()):
        return assemble([], [], texts, pixels.shape[1], pixels.shape[0])
    outlines = find_outlines(pixels, texts)
    strokes = find_strokes(pixels, outlines, texts)
    outlines, strokes = with_words(outlines, strokes, texts)
    return assemble(outlines, strokes, texts, pixels.shape[1], pixels.shape[0])


def assemble(
    outlines: Sequence[Outline], strokes: Sequence[Stroke], texts: Sequence[TextItem], width: int, height: int
) -> RasterReading:
    """One diagram from the shapes and strokes of a picture of ``width`` × ``height`` pixels."""
    order = row_order([o.box for o in outlines])
    nodes = [i for i in order if not outlines[i].is_frame]
    frames = sorted((i for i in order if outlines[i].is_frame), key=lambda i: -outlines[i].box.area)
    ids = {i: f"n{k}" for k, i in enumerate(nodes, 1)} | {i: f"g{k}" for k, i in enumerate(frames, 1)}
    around = {i: _holder(outlines[i].box, i, frames, outlines, ids) for i in order}
    joined = [s for s in strokes if s.source != s.target or min(s.ends) >= _LOOP]
    ended = [(s, ids[s.source], ids[s.target]) for s in joined if s.source is not None and s.target is not None]
    diagram = Diagram(
        nodes=tuple(_node(outlines[i], ids[i], around[i]) for i in nodes),
        edges=tuple(_edge(stroke, source, target) for stroke, source, target in ended),
        groups=tuple(_group(outlines[i], ids[i], around[i]) for i in frames),
    )
    scene = Scene(
        width=width,
        height=height,
        nodes={ids[i]: outlines[i].box for i in nodes},
        routes=tuple(stroke.points for stroke, _, _ in ended),
        groups={ids[i]: outlines[i].box for i in frames},
        labels={k: _extent(stroke, texts) for k, (stroke, _, _) in enumerate(ended) if stroke.label and stroke.texts},
    )
    certainty = Certainty(
        nodes={ids[i]: outlines[i].certainty for i in order},
        ends=tuple(stroke.ends for stroke, _, _ in ended),
        heads=tuple(stroke.heads for stroke, _, _ in ended),
    )
    return RasterReading(replace(diagram, direction=main_direction(diagram, scene)), scene, certainty)


def _holder(
    box: Box, index: int, frames: Sequence[int], outlines: Sequence[Outline], ids: Mapping[int, str]
) -> str | None:
    """The id of the smallest frame around a box; ``frames`` are in order, large ones first."""
    for i in reversed(frames):
        if i != index and outlines[i].box.area > box.area and outlines[i].box.contains(box, _SLACK):
            return ids[i]
    return None


def _node(outline: Outline, key: str, group: str | None) -> Node:
    return Node(
        id=key,
        label=outline.label,
        shape=outline.shape,
        fill=outline.fill or None,
        stroke=outline.border or None,
        border=outline.border_line,
        group=group,
        border_width=outline.border_width if outline.border else None,
    )


def _group(outline: Outline, key: str, parent: str | None) -> Group:
    return Group(
        id=key,
        label=outline.label,
        parent=parent,
        fill=outline.fill or None,
        stroke=outline.border or None,
        border=outline.border_line,
        border_width=outline.border_width if outline.border else None,
    )


def _edge(stroke: Stroke, source: str, target: str) -> Edge:
    return Edge(
        source=source,
        target=target,
        label=stroke.label,
        head=stroke.head,
        tail=stroke.tail,
        line=stroke.line,
        color=stroke.color,
        width=stroke.width,
    )


def _extent(stroke: Stroke, texts: Sequence[TextItem]) -> Box:
    return reduce(Box.union, (texts[i].box for i in stroke.texts))
