"""Pixels → connectors: lines traced between shapes, with the heads and labels they carry."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from graphicacy.diagram.model import Head, LineStyle
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.dashes import joined_dashes
from graphicacy.sight.raster.parts import Outline, Pixels, Stroke
from graphicacy.sight.raster.strokes_certainty import ends_of, heads_of
from graphicacy.sight.raster.strokes_ink import Ink, ink_of, is_print, without_words
from graphicacy.sight.raster.strokes_labels import blocks_of, labels_of
from graphicacy.sight.raster.strokes_looks import look_of
from graphicacy.sight.raster.strokes_runs import DOUBTED, Run, Tips, runs_of
from graphicacy.sight.raster.trace_choice import settle
from graphicacy.sight.raster.trace_gaps import close_gaps, prune
from graphicacy.sight.raster.trace_graph import graph_of
from graphicacy.sight.raster.trace_joints import joints_of
from graphicacy.sight.raster.trace_paths import paths_of
from graphicacy.sight.raster.trace_thin import thin

__all__ = ["find_strokes"]

_USUAL_PRINT = 12.0  # pixels: height of print in a picture of usual size
_LARGEST_SCALE = 2.2  # times the usual size above which a picture is looked at smaller
_MOST_PIXELS = 8_000_000  # likewise
_SMALLEST_SIDE = 8
_MOST_INK = 0.2  # share of a picture that lines cover at most
_THICK = 1.7  # times the usual width of a picture's lines


def find_strokes(pixels: Pixels, outlines: Sequence[Outline], texts: Sequence[TextItem]) -> list[Stroke]:
    """The connectors of a picture (H × W × 3, RGB), given its shapes and its lines of text.

    Large pictures are looked at smaller. One that is no drawing of lines (noise, a photograph) has none.
    """
    if not outlines or min(pixels.shape[:2]) < _SMALLEST_SIDE:
        return []
    scale = max(1.0, float(np.median([t.size for t in texts])) / _USUAL_PRINT) if texts else 1.0
    smaller = max(1.0, scale / _LARGEST_SCALE, math.sqrt(pixels.shape[0] * pixels.shape[1] / _MOST_PIXELS))
    if smaller == 1.0:
        return _found(pixels, outlines, texts, scale)
    found = _found(
        _shrunk(pixels, smaller),
        [_resized(outline, 1 / smaller) for outline in outlines],
        [replace(text, box=text.box.scale(1 / smaller)) for text in texts],
        max(1.0, scale / smaller),
    )
    return [
        replace(s, points=tuple((x * smaller, y * smaller) for x, y in s.points), width=s.width * smaller)
        for s in found
    ]


def _found(pixels: Pixels, outlines: Sequence[Outline], texts: Sequence[TextItem], scale: float) -> list[Stroke]:
    ink = ink_of(pixels, outlines)
    blocks = [b for b in blocks_of(texts, _outside(texts, outlines)) if is_print(ink, b.text, b.box)]
    ink = without_words(ink, [b.box for b in blocks])
    if ink.mask.mean() > _MOST_INK:
        return []
    graph = graph_of(thin(joined_dashes(ink, scale)), ink)
    if graph is None:
        return []
    prune(graph, ink, scale)
    close_gaps(graph, ink, [b.box for b in blocks], scale)
    joints = joints_of(graph, scale)
    settle(graph, joints, Tips(graph, ink, scale).at)
    runs = runs_of(paths_of(graph, joints), graph, ink, scale)
    titles = {index for o in outlines for index in o.texts}
    labels = labels_of([b for b in blocks if not titles & set(b.texts)], [run.line for run in runs])
    ends = ends_of(runs, graph, joints, outlines)
    strokes = [_stroke(run, sure, ink, scale) for run, sure in zip(runs, ends, strict=True)]
    usual = float(np.median([s.width for s in strokes])) if strokes else 1.0
    return [
        replace(
            stroke,
            line=LineStyle.THICK if _is_thick(stroke, usual) else stroke.line,
            label=labels[i].text if i in labels else "",
            texts=labels[i].texts if i in labels else (),
        )
        for i, stroke in enumerate(strokes)
    ]


def _shrunk(pixels: Pixels, by: float) -> Pixels:
    import cv2

    height, width = pixels.shape[:2]
    size = (max(1, round(width / by)), max(1, round(height / by)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _resized(outline: Outline, by: float) -> Outline:
    contour = tuple((x * by, y * by) for x, y in outline.contour)
    return replace(outline, box=outline.box.scale(by), contour=contour, border_width=outline.border_width * by)


def _outside(texts: Sequence[TextItem], outlines: Sequence[Outline]) -> list[int]:
    """The texts that stand in no node, by index."""
    boxes = [o.box for o in outlines if not o.is_frame]
    inside = {index for o in outlines if not o.is_frame for index in o.texts}
    return [i for i, t in enumerate(texts) if i not in inside and not any(b.holds(t.box.center) for b in boxes)]


def _stroke(run: Run, ends: tuple[float, float], ink: Ink, scale: float) -> Stroke:
    look = look_of(ink, run.line, scale)
    tail = run.tail.head if run.tail.certainty >= DOUBTED else Head.NONE
    return Stroke(
        source=run.places[0],
        target=run.places[1],
        points=tuple((float(x) + 0.5, float(y) + 0.5) for x, y in run.line),
        head=run.head.head,
        tail=tail,
        color=look.color,
        line=look.line,
        width=look.width,
        ends=ends,
        heads=heads_of(run),
    )


def _is_thick(stroke: Stroke, usual: float) -> bool:
    return stroke.line is LineStyle.SOLID and stroke.width >= _THICK * usual
