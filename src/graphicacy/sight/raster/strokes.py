"""Pixels → connectors: lines traced between shapes, with the heads and labels they carry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from graphicacy.diagram.model import Head, LineStyle
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.dashes import joined_dashes
from graphicacy.sight.raster.heads import Sighting, head_at
from graphicacy.sight.raster.parts import Outline, Pixels, Stroke
from graphicacy.sight.raster.strokes_ink import Ink, ink_of
from graphicacy.sight.raster.strokes_labels import blocks_of, labels_of
from graphicacy.sight.raster.strokes_looks import look_of
from graphicacy.sight.raster.trace_choice import Tip, settle
from graphicacy.sight.raster.trace_gaps import aimed, close_gaps, prune
from graphicacy.sight.raster.trace_graph import Graph, Line, graph_of
from graphicacy.sight.raster.trace_joints import Prong, joints_of
from graphicacy.sight.raster.trace_paths import Path, paths_of
from graphicacy.sight.raster.trace_thin import thin

__all__ = ["find_strokes"]

_USUAL_PRINT = 12.0  # pixels: height of print in a picture of usual size
_THICK = 1.7  # times the usual width of a picture's lines
_FOUND, _LOST = 0.85, 0.3  # certainty of an end at a shape, and of one at nothing
_NEAR_TIP = 3  # branches of a path in which its head lies
_DOUBTED = 0.5  # certainty below which a second head on a line is none


def find_strokes(pixels: Pixels, outlines: Sequence[Outline], texts: Sequence[TextItem]) -> list[Stroke]:
    """The connectors of a picture (H × W × 3, RGB), given its shapes and its lines of text."""
    scale = max(1.0, float(np.median([t.size for t in texts])) / _USUAL_PRINT) if texts else 1.0
    blocks = blocks_of(texts, _free(texts, outlines))
    ink = ink_of(pixels, outlines, [b.box for b in blocks])
    graph = graph_of(thin(joined_dashes(ink, scale)), ink)
    prune(graph, ink, scale)
    close_gaps(graph, ink, [b.box for b in blocks], scale)
    joints = joints_of(graph, scale)
    settle(graph, joints, _Tips(graph, ink, scale).at)
    found = [r for r in (_run(p, graph, ink, scale) for p in paths_of(graph, joints)) if r]
    labels = labels_of(blocks, [r.line for r in found])
    strokes = [_stroke(run, ink, scale) for run in found]
    usual = float(np.median([s.width for s in strokes])) if strokes else 1.0
    strokes = [replace(s, line=LineStyle.THICK) if _is_thick(s, usual) else s for s in strokes]
    return [
        replace(s, label=labels[i].text, texts=labels[i].texts) if i in labels else s for i, s in enumerate(strokes)
    ]


@dataclass(frozen=True, slots=True)
class _Run:
    """A line from its source to its target, with the shapes and heads at both."""

    line: Line
    places: tuple[int | None, int | None]
    tail: Sighting
    head: Sighting


class _Tips:
    """What is at the ends of paths, looked at once for each way in which a path can begin."""

    def __init__(self, graph: Graph, ink: Ink, scale: float) -> None:
        self._graph, self._ink, self._scale = graph, ink, scale
        self._seen: dict[tuple[Prong, ...], Tip] = {}

    def at(self, steps: tuple[Prong, ...]) -> Tip:
        """What is at the first end of a path with these steps."""
        first = steps[:_NEAR_TIP]
        if first not in self._seen:
            branch, side = first[0]
            place = self._graph.knots[self._graph.branch(branch).knots[side]].place
            line, place = aimed(self._ink, Path(first).line(self._graph), place, self._scale)
            seen = head_at(self._ink, line, self._scale)
            self._seen[first] = Tip(place, seen.head if seen.certainty >= _DOUBTED else Head.NONE)
        return self._seen[first]


def _free(texts: Sequence[TextItem], outlines: Sequence[Outline]) -> list[int]:
    """The texts that stand in no shape, by index."""
    boxes = [o.box for o in outlines if not o.is_frame]
    named = {index for o in outlines for index in o.texts}
    return [i for i, t in enumerate(texts) if i not in named and not any(b.holds(t.box.center) for b in boxes)]


def _run(path: Path, graph: Graph, ink: Ink, scale: float) -> _Run | None:
    ends = [graph.knots[graph.branch(b).knots[s]].place for b, s in (path.start, path.end)]
    line = path.line(graph)
    line, ends[0] = aimed(ink, line, ends[0], scale)
    back, ends[1] = aimed(ink, line[::-1], ends[1], scale)
    line = back[::-1]
    if ends[0] is None and ends[1] is None:
        return None
    if len(line) < (30 if ends[0] == ends[1] else 20 if None in ends else 4) * scale:
        return None
    tail, head = head_at(ink, line, scale), head_at(ink, line[::-1], scale)
    if _strength(tail) > _strength(head):
        return _Run(line[::-1], (ends[1], ends[0]), head, tail)
    return _Run(line, (ends[0], ends[1]), tail, head)


def _strength(seen: Sighting) -> float:
    return 0.0 if seen.head is Head.NONE else seen.certainty


def _stroke(run: _Run, ink: Ink, scale: float) -> Stroke:
    look = look_of(ink, run.line, scale)
    tail = run.tail.head if run.tail.certainty >= _DOUBTED else Head.NONE
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
