"""How n8n's connections run: from the right of a node to the left of the next, and up into an agent from below."""

from __future__ import annotations

from collections import defaultdict

from graphicacy.diagram.n8n.flow import Flow, Link
from graphicacy.diagram.polyline import bezier
from graphicacy.diagram.scene import Box, Point

__all__ = ["Ports"]

_STUB = 22.0  # pixels that a line which turns back runs on first
_BELOW = 26.0  # pixels below both nodes at which it turns back
_SPREAD = 0.6  # share of a side over which its ports are spread
_USES = ("ai_languageModel", "ai_memory", "ai_tool", "ai_outputParser")  # the order along an agent's bottom


class Ports:
    """Knows how many outputs, inputs and uses each node of a workflow shows."""

    def __init__(self, flow: Flow) -> None:
        self.outputs = defaultdict[tuple[str, str], int](int)
        self.inputs = defaultdict[tuple[str, str], int](int)
        uses = defaultdict[str, set[str]](set)
        for link in flow.links:
            known = len(flow.steps[link.source].outputs)
            source, target = (link.source, link.kind), (link.target, link.kind)
            self.outputs[source] = max(self.outputs[source], link.output + 1, known)
            self.inputs[target] = max(self.inputs[target], link.input + 1)
            if link.kind.startswith("ai_"):
                uses[link.target].add(link.kind)
        self.uses = {name: sorted(kinds, key=_rank) for name, kinds in uses.items()}

    def route(self, link: Link, source: Box, target: Box) -> tuple[tuple[Point, ...], bool]:
        """The line of a connection between two boxes, and whether it ends on them: else it joins their middles."""
        if link.kind.startswith("ai_"):
            if source.y0 <= target.y1:
                return (source.center, target.center), False
            uses = self.uses[link.target]
            return _up(source, target, _port(target.x0, target.x1, uses.index(link.kind), len(uses))), True
        start = _port(source.y0, source.y1, link.output, self.outputs[link.source, link.kind])
        end = _port(target.y0, target.y1, link.input, self.inputs[link.target, link.kind])
        return _forth(source, target, start, end), True


def _rank(kind: str) -> tuple[int, str]:
    return (_USES.index(kind) if kind in _USES else len(_USES)), kind


def _port(low: float, high: float, index: int, count: int) -> float:
    """Where the ``index``-th of ``count`` ports lies on a side."""
    middle, span = (low + high) / 2, (high - low) * _SPREAD
    return middle if count < 2 else middle - span / 2 + span * min(index, count - 1) / (count - 1)


def _forth(source: Box, target: Box, start_y: float, end_y: float) -> tuple[Point, ...]:
    """A curve to a node on the right; around below, with corners, to one that is not."""
    a, b = (source.x1, start_y), (target.x0, end_y)
    reach = b[0] - a[0]
    if reach >= 0:
        bend = max(reach / 2, 1.0)
        return (a, *bezier(a, (a[0] + bend, a[1]), (b[0] - bend, b[1]), b, steps=24))
    right, left = a[0] + _STUB, b[0] - _STUB
    if target.y0 > source.y1 + _BELOW:
        turn = (source.y1 + target.y0) / 2
    elif source.y0 > target.y1 + _BELOW:
        turn = (target.y1 + source.y0) / 2
    else:
        turn = max(source.y1, target.y1) + _BELOW
    return a, (right, a[1]), (right, turn), (left, turn), (left, b[1]), b


def _up(source: Box, target: Box, end_x: float) -> tuple[Point, ...]:
    """From the top of what an agent uses to the agent's bottom."""
    a, b = (source.center[0], source.y0), (end_x, target.y1)
    rise = a[1] - b[1]
    return (a, *bezier(a, (a[0], a[1] - rise / 2), (b[0], b[1] + rise / 2), b, steps=24))
