"""Paths → runs: each line with the shapes and the heads at its ends; lines that a shape interrupts are joined again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphicacy.diagram.model import Head
from graphicacy.sight.raster.heads import Sighting, head_at
from graphicacy.sight.raster.strokes_ink import Ink
from graphicacy.sight.raster.trace_choice import Tip
from graphicacy.sight.raster.trace_gaps import aimed, outward
from graphicacy.sight.raster.trace_graph import Graph, Line
from graphicacy.sight.raster.trace_joints import Prong
from graphicacy.sight.raster.trace_paths import Path

__all__ = ["DOUBTED", "Run", "Tips", "runs_of"]

DOUBTED = 0.5  # certainty below which a second head on a line is none
_NEAR_TIP = 3  # branches of a path in which its head lies
_SHORTEST = 4  # pixels at a scale of 1: what is shorter between two shapes is no line
_LOOP, _STUB = 30, 20  # the same for a line from a shape to itself, and for one that ends at nothing
_DIRECTED = 0.6  # share of lines with one head from which all of a picture's lines should have one
_BEHIND = 160.0  # pixels at a scale of 1 for which a line may be hidden by a shape
_ASIDE = 25.0  # degrees by which it may come out turned
_MISSED = 4.0  # pixels at a scale of 1 by which it may come out aside


@dataclass(frozen=True, slots=True)
class Run:
    """A line from its source to its target, with the shapes (by index) and heads at both."""

    line: Line
    places: tuple[int | None, int | None]
    tail: Sighting
    head: Sighting
    path: Path

    @property
    def heads(self) -> int:
        """At how many of its ends there is a head."""
        return (self.head.head is not Head.NONE) + (self.tail.head is not Head.NONE and self.tail.certainty >= DOUBTED)

    @property
    def turned(self) -> Run:
        """The same line from its target to its source."""
        return Run(self.line[::-1], self.places[::-1], self.head, self.tail, self.path)


class Tips:
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
            self._seen[first] = Tip(place, seen.head if seen.certainty >= DOUBTED else Head.NONE)
        return self._seen[first]


def runs_of(paths: Sequence[Path], graph: Graph, ink: Ink, scale: float) -> list[Run]:
    """The lines that join shapes, or begin or end at one, each turned so that its surer head is at its target."""
    found = [run for run in (_run(path, graph, ink, scale) for path in paths) if run is not None]
    if sum(run.heads == 1 for run in found) >= _DIRECTED * len(found):
        found = _rejoined(found, scale)
    return [run.turned if _strength(run.tail) > _strength(run.head) else run for run in found]


def _run(path: Path, graph: Graph, ink: Ink, scale: float) -> Run | None:
    ends = [graph.knots[graph.branch(b).knots[s]].place for b, s in (path.start, path.end)]
    line = path.line(graph)
    line, ends[0] = aimed(ink, line, ends[0], scale)
    back, ends[1] = aimed(ink, line[::-1], ends[1], scale)
    line = back[::-1]
    if ends[0] is None and ends[1] is None:
        return None
    least = _LOOP if ends[0] == ends[1] else _STUB if None in ends else _SHORTEST
    if len(line) < least * scale:
        return None
    return Run(line, (ends[0], ends[1]), head_at(ink, line, scale), head_at(ink, line[::-1], scale), path)


def _strength(seen: Sighting) -> float:
    return 0.0 if seen.head is Head.NONE else seen.certainty


def _rejoined(runs: list[Run], scale: float) -> list[Run]:
    """Lines without a head that end at a shape, with those that go on behind it: no line ends there."""
    left = list(runs)
    for bare in [run for run in runs if run.heads == 0]:
        if not any(run is bare for run in left):
            continue
        offers = [
            (cost, i, way, other)
            for way in (bare, bare.turned)
            for i, run in enumerate(left)
            if run is not bare and run.heads <= 1
            for other in (run, run.turned)
            if (cost := _goes_on(way, other, scale)) is not None
        ]
        if offers:
            _, i, way, other = min(offers, key=lambda offer: offer[:2])
            joined = Run(
                np.concatenate([way.line, other.line]),
                (way.places[0], other.places[1]),
                way.tail,
                other.head,
                Path((*way.path.steps, *other.path.steps), (*way.path.joints, *other.path.joints)),
            )
            left[i] = joined
            left = [run for run in left if run is not bare]
    return left


def _goes_on(one: Run, other: Run, scale: float) -> float | None:
    """The gap in pixels between two lines, if the second goes on behind the shape where the first ends."""
    if one.places[1] is None or one.places[1] != other.places[0] or other.tail.head is not Head.NONE:
        return None
    if other.places[1] in (one.places[0], one.places[1]):
        return None
    (ax, ay), (bx, by) = one.line[-1], other.line[0]
    way_one, way_other = outward(one.line[::-1]), outward(other.line)
    gap = math.hypot(bx - ax, by - ay)
    if gap > _BEHIND * scale or not _opposed(way_one, way_other):
        return None
    aside = max(abs((bx - ax) * way[1] - (by - ay) * way[0]) for way in (way_one, way_other))
    ahead = (bx - ax) * way_one[0] + (by - ay) * way_one[1]
    return gap if aside <= _MISSED * scale + 0.1 * gap and ahead > -_MISSED * scale else None


def _opposed(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return -(a[0] * b[0] + a[1] * b[1]) >= math.cos(math.radians(_ASIDE))
