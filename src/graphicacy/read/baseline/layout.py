"""V1: which arrows are long, run against the main direction, or cross, by the rule that the question states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphicacy.diagram import facts
from graphicacy.diagram.model import Direction
from graphicacy.diagram.scene import Point
from graphicacy.read.baseline.perceived import Perceived, perceived
from graphicacy.read.baseline.seen import Asked, CannotAnswer, Seen
from graphicacy.read.figure import Arrow
from graphicacy.read.question import AnswerType

__all__ = ["answer"]

_MAIN = re.compile(r"main direction of this diagram is from (top|bottom|left|right) to (?:top|bottom|left|right)")
_FROM = {
    "top": Direction.DOWN,
    "bottom": Direction.UP,
    "left": Direction.RIGHT,
    "right": Direction.LEFT,
}
_BEND = 0.5  # pixels by which a line may be off when points of it are left out
_DEPTH = 2.0  # pixels that lines go beyond each other where they cross: less is how badly they were traced
_DEPTH_AT_NODE = 5.0  # of those that have a node in common: they may leave it side by side


def answer(asked: Asked, pictures: Sequence[Seen]) -> list[Any]:
    """Arrows, or pairs of them."""
    figure = perceived(pictures[0])
    arrows = {a.edge: a for a in figure.arrows}
    if not arrows:
        raise CannotAnswer("I found no arrows")
    if asked.answer_type is AnswerType.EDGE_PAIRS:
        return _crossing(figure, arrows)
    main = _MAIN.search(asked.question)
    found = _long(figure) if main is None else _against(figure, _FROM[main[1]])
    return [_told(arrows[index], figure) for index in found if index in arrows]


def _long(figure: Perceived) -> list[int]:
    return [found.edge for found in facts.lengths(figure.scene.routes) if found.long]


def _against(figure: Perceived, main: Direction) -> list[int]:
    flows = facts.flows(figure.diagram, figure.scene, main)
    return [flow.edge for flow in flows if flow.way is facts.Way.AGAINST]


def _crossing(figure: Perceived, arrows: dict[int, Arrow]) -> list[list[dict[str, str]]]:
    routes = [_thinned(route) for route in figure.scene.routes]
    found = [m for m in facts.meetings(routes) if arrows.keys() >= {m.first, m.second}]
    pairs = [(arrows[m.first], arrows[m.second], m.depth) for m in found if m.crosses]
    return [[_told(a, figure), _told(b, figure)] for a, b, depth in pairs if depth >= _least(a, b)]


def _least(one: Arrow, other: Arrow) -> float:
    return _DEPTH_AT_NODE if {one.source, one.target} & {other.source, other.target} else _DEPTH


def _thinned(route: Sequence[Point]) -> list[Point]:
    """A line without the points that it hardly bends at: traced lines have one for each few pixels."""
    import cv2

    kept = cv2.approxPolyDP(np.array(route, dtype=np.float32), _BEND, closed=False)
    return [(float(x), float(y)) for x, y in kept.reshape(-1, 2)]


def _told(arrow: Arrow, figure: Perceived) -> dict[str, str]:
    return {"source": figure.labels[arrow.source], "target": figure.labels[arrow.target]}
