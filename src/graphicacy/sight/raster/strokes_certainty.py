"""How sure the ends and heads of a line are: what experience with pictures of known diagrams says of lines like it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from graphicacy.diagram.model import Head
from graphicacy.sight.raster.parts import Outline
from graphicacy.sight.raster.strokes_runs import DOUBTED, Run
from graphicacy.sight.raster.trace_graph import Graph
from graphicacy.sight.raster.trace_joints import Joint, Prong

__all__ = ["ends_of", "heads_of"]

# Shares of lines that were real, by what is doubtful about them, on clean renderings by two engines (3,400 lines).
_PLAIN = 0.98
_NOWHERE, _ANYWHERE = 0.2, 0.5  # an end at nothing; the other end of such a line
_FRAME, _LOOP, _TWIN = (
    0.5,
    0.5,
    0.6,
)  # at the frame of a group; from a shape to itself; one of two between the same ends
_BARE, _BOTH = 0.5, 0.85  # without a head where others have one; with two of them
_CLOSE, _NEAR = (1.0, 0.8), (2.0, 0.9)  # at a crossing where another way costs no more than this: so sure
_WIDE_GAP = (0.8, 0.88)  # with a gap whose ends face each other as badly as this
_MANY = (4, 0.89)  # through so many crossings
_MESSY = 0.7  # share of lines with two ends below which a picture is no clean diagram
_DIRECTED = 0.6  # share of lines with one head from which all of a picture's lines should have one


def ends_of(
    runs: Sequence[Run], graph: Graph, joints: Sequence[Joint], outlines: Sequence[Outline]
) -> list[tuple[float, float]]:
    """For each line, how sure it is in [0, 1] that it starts at its source, and that it ends at its target."""
    pairs = Counter(run.places for run in runs)
    directed = sum(run.heads == 1 for run in runs) >= _DIRECTED * len(runs)
    whole = sum(None not in run.places for run in runs) / max(1, len(runs))
    clean = 1.0 if whole >= _MESSY else whole
    home = {prong: joint for joint in joints for prong in joint.prongs}
    found = []
    for run in runs:
        sure = clean * _PLAIN * _traced(run, graph, home)
        sure *= _TWIN if pairs[run.places] > 1 else 1.0
        sure *= _LOOP if run.places[0] == run.places[1] else 1.0
        if directed and run.heads != 1:
            sure *= _BARE if run.heads == 0 else _BOTH
        lost = None in run.places
        start, end = (_at(place, lost, outlines) for place in run.places)
        found.append((round(sure * start, 3), round(sure * end, 3)))
    return found


def heads_of(run: Run) -> float:
    """How sure it is in [0, 1] that the heads of a line are these."""
    tail = run.tail.certainty
    if run.tail.head is not Head.NONE and tail < DOUBTED:  # it was taken for none
        tail = 1 - tail
    return round(_PLAIN * min(run.head.certainty, tail), 3)


def _at(place: int | None, lost: bool, outlines: Sequence[Outline]) -> float:
    if place is None:
        return _NOWHERE
    return (_ANYWHERE if lost else 1.0) * (_FRAME if outlines[place].is_frame else 1.0)


def _traced(run: Run, graph: Graph, home: dict[Prong, Joint]) -> float:
    """How sure the way of a line is from one end to the other."""
    margins = []
    for (branch, side), onward in pairwise(run.path.steps):
        joint = home.get((branch, 1 - side))
        if joint is None or home.get(onward) is not joint:
            continue
        margins.append(joint.margin((branch, 1 - side), onward))
    gaps = [graph.branch(b).gap or 0.0 for b, _ in run.path.steps]
    sure = _WIDE_GAP[1] if max(gaps) > _WIDE_GAP[0] else 1.0
    sure *= _MANY[1] if sum(margin < math.inf for margin in margins) >= _MANY[0] else 1.0
    least = min(margins, default=math.inf)
    return sure * (_CLOSE[1] if least < _CLOSE[0] else _NEAR[1] if least < _NEAR[0] else 1.0)
