"""Pixels → connectors: lines traced between shapes, with the heads and labels they carry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from graphicacy.diagram.model import Head, LineStyle
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.dashes import joined_dashes
from graphicacy.sight.raster.parts import Outline, Pixels, Stroke
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
_THICK = 1.7  # times the usual width of a picture's lines
_FOUND, _LOST = 0.85, 0.3  # certainty of an end at a shape, and of one at nothing


def find_strokes(pixels: Pixels, outlines: Sequence[Outline], texts: Sequence[TextItem]) -> list[Stroke]:
    """The connectors of a picture (H × W × 3, RGB), given its shapes and its lines of text."""
    scale = max(1.0, float(np.median([t.size for t in texts])) / _USUAL_PRINT) if texts else 1.0
    ink = ink_of(pixels, outlines)
    blocks = [b for b in blocks_of(texts, _outside(texts, outlines)) if is_print(ink, b.text, b.box)]
    ink = without_words(ink, [b.box for b in blocks])
    graph = graph_of(thin(joined_dashes(ink, scale)), ink)
    prune(graph, ink, scale)
    close_gaps(graph, ink, [b.box for b in blocks], scale)
    joints = joints_of(graph, scale)
    settle(graph, joints, Tips(graph, ink, scale).at)
    found = runs_of(paths_of(graph, joints), graph, ink, scale)
    titles = {index for o in outlines for index in o.texts}
    labels = labels_of([b for b in blocks if not titles & set(b.texts)], [r.line for r in found])
    strokes = [_stroke(run, ink, scale) for run in found]
    usual = float(np.median([s.width for s in strokes])) if strokes else 1.0
    strokes = [replace(s, line=LineStyle.THICK) if _is_thick(s, usual) else s for s in strokes]
    return [
        replace(s, label=labels[i].text, texts=labels[i].texts) if i in labels else s for i, s in enumerate(strokes)
    ]


def _outside(texts: Sequence[TextItem], outlines: Sequence[Outline]) -> list[int]:
    """The texts that stand in no node, by index."""
    boxes = [o.box for o in outlines if not o.is_frame]
    inside = {index for o in outlines if not o.is_frame for index in o.texts}
    return [i for i, t in enumerate(texts) if i not in inside and not any(b.holds(t.box.center) for b in boxes)]


def _stroke(run: Run, ink: Ink, scale: float) -> Stroke:
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
        ends=(_FOUND if run.places[0] is not None else _LOST, _FOUND if run.places[1] is not None else _LOST),
        heads=min(run.head.certainty, run.tail.certainty),
    )


def _is_thick(stroke: Stroke, usual: float) -> bool:
    return stroke.line is LineStyle.SOLID and stroke.width >= _THICK * usual
