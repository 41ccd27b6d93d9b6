"""What is drawn over a picture: the right answer and the given one. Pure geometry, as SVG paths."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from graphicacy.diagram.polyline import distinct, length_of
from graphicacy.diagram.scene import Box, Point
from graphicacy.read.answers.places import DIRECTIONS, POSITIONS
from graphicacy.read.grading.labels import normal
from graphicacy.read.question import Question
from graphicacy.report.reading.pieces import Answered, Kind, Piece, Verdict
from graphicacy.report.reading.places import Places, crossing_of
from graphicacy.report.reading.words import words_of

__all__ = ["Look", "Mark", "marks_of"]

Look = Literal["asked", "found", "missed", "wrong"]

_ROOM = 0.003  # of the long side, between what is marked and its mark
_HEAD, _REACH = 0.014, 0.28  # of the long side: an arrow head, an arrow that tells a direction
_ORDER: tuple[Look, ...] = ("asked", "found", "missed", "wrong")  # the last on top


@dataclass(frozen=True, slots=True)
class Mark:
    """One path over a picture, in its pixels. ``number`` is that of the piece it shows, None where it shows none."""

    look: Look
    path: str
    title: str
    number: int | None = None


def marks_of(question: Question, answered: Answered, places: Places) -> list[Mark]:
    """The marks of a question's answers over its first picture.

    What the picture does not show is left out: labels that are nowhere in it, nodes that only a second picture has.
    ``places`` has no nodes where only the size of the picture is known; boxes and cells are drawn all the same.
    """
    pen = _Pen(places)
    drawn = [Mark("asked", path, "asked about") for path in _asked(question, pen)]
    given = answered.said or ()
    for piece in (*answered.gold, *(piece for piece in given if piece.verdict != "found" or piece.kind == "box")):
        path = pen.path(piece, question)
        if path:
            drawn.append(Mark(piece.verdict, path, f"{_SAYS[piece.verdict]}: {words_of(piece)}", piece.number))
    return sorted(drawn, key=lambda mark: _ORDER.index(mark.look))


_SAYS: dict[Verdict, str] = {"found": "right", "missed": "missed", "wrong": "wrong"}


class _Pen:
    """Paths for pieces. Of several parts that read the same, each piece takes the next."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.side = max(places.width, places.height)
        self._used: Counter[Any] = Counter()

    def path(self, piece: Piece, question: Question) -> str:
        """The path of a piece; "" for what the picture does not show."""
        return _PATHS[piece.kind](self, piece, question)

    def node(self, label: str) -> str:
        """The outline of a node, or of the one that a label is a slip of."""
        key = normal(label)
        box = self.places.node(label, self._next(key)) or self.places.nearest(label)
        return self.rect(box) if box else ""

    def edge(self, source: str, target: str) -> str:
        """An arrow along its route; straight, between their nodes, where the picture shows no such arrow."""
        source, target = source.removeprefix("\0"), target.removeprefix("\0")
        key = normal(source), normal(target)
        route = self.places.edge(source, target, self._next(key)) or self.places.edge(source, target)
        if route:
            return self.arrow(route)
        one, other = self.places.nearest(source), self.places.nearest(target)
        return self.arrow(_between(one, other)) if one and other else ""

    def rect(self, box: Box) -> str:
        """A box with some room around it, cut at the sides of the picture."""
        room = _ROOM * self.side
        x0, y0 = max(box.x0 - room, 0.0), max(box.y0 - room, 0.0)
        x1, y1 = min(box.x1 + room, self.places.width), min(box.y1 + room, self.places.height)
        if not (x1 > x0 and y1 > y0):
            return ""
        return f"M{_n(x0)} {_n(y0)}H{_n(x1)}V{_n(y1)}H{_n(x0)}Z"

    def arrow(self, route: Sequence[Point]) -> str:
        """A polyline with an open head at its end."""
        points = _thinned(distinct(route, 0.5), self.side / 1000)
        tip = points[-1]
        back = next((p for p in reversed(points[:-1]) if math.dist(p, tip) > 1e-6), None)
        if back is None:
            return ""
        size = min(_HEAD * self.side, 0.6 * length_of(points))
        angle = math.atan2(tip[1] - back[1], tip[0] - back[0])
        barbs = [(tip[0] - size * math.cos(angle + a), tip[1] - size * math.sin(angle + a)) for a in (0.45, -0.45)]
        return f"{_line(points)}{_line([barbs[0], tip, barbs[1]])}"

    def ring(self, at: Point) -> str:
        """A circle about a point."""
        r, across = _n(_HEAD * self.side), _n(2 * _HEAD * self.side)
        half = f"a{r} {r} 0 1 0 "
        return f"M{_n(at[0] - _HEAD * self.side)} {_n(at[1])}{half}{across} 0{half}-{across} 0"

    def _next(self, key: Any) -> int:
        self._used[key] += 1
        return self._used[key] - 1


def _node(pen: _Pen, piece: Piece, question: Question) -> str:
    return pen.node(piece.value)


def _edge(pen: _Pen, piece: Piece, question: Question) -> str:
    return pen.edge(piece.value["source"], piece.value["target"])


def _pair(pen: _Pen, piece: Piece, question: Question) -> str:
    """Both arrows, and a ring where they cross."""
    routes = [pen.places.edge(edge["source"], edge["target"]) for edge in piece.value]
    drawn = "".join(pen.edge(edge["source"], edge["target"]) for edge in piece.value)
    at = crossing_of(routes[0], routes[1]) if routes[0] and routes[1] else None
    return drawn + (pen.ring(at) if at else "")


def _change(pen: _Pen, piece: Piece, question: Question) -> str:
    """What a difference is about, where it is in the first picture."""
    told = piece.value
    if isinstance(edge := told.get("edge"), Mapping):
        return pen.edge(edge["source"], edge["target"])
    label = told.get("from") or told.get("node")
    return pen.node(label) if isinstance(label, str) and pen.places.node(label) else ""


def _box(pen: _Pen, piece: Piece, question: Question) -> str:
    x0, y0, x1, y1 = piece.value
    return pen.rect(Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)).pad(-_ROOM * pen.side))


def _position(pen: _Pen, piece: Piece, question: Question) -> str:
    row, column = divmod(POSITIONS.index(piece.value), 3)
    width, height = pen.places.width / 3, pen.places.height / 3
    inset = (2 if piece.verdict == "missed" else 3) * _ROOM * pen.side
    return pen.rect(Box(column * width, row * height, (column + 1) * width, (row + 1) * height).pad(-inset))


def _direction(pen: _Pen, piece: Piece, question: Question) -> str:
    """An arrow from the node from which one looks."""
    start = pen.places.node(str(question.arguments.get("seen_from", "")))
    if start is None:
        return ""
    goal = pen.places.node(str(question.arguments.get("node", "")))
    reach = math.dist(start.center, goal.center) if goal and piece.verdict != "wrong" else _REACH * pen.side
    angle = math.radians(45 * DIRECTIONS.index(piece.value) - 90)
    x, y = start.center
    return pen.arrow([(x, y), (x + reach * math.cos(angle), y + reach * math.sin(angle))])


_PATHS: dict[Kind, Callable[[_Pen, Piece, Question], str]] = {
    "node": _node,
    "edge": _edge,
    "pair": _pair,
    "change": _change,
    "box": _box,
    "position": _position,
    "direction": _direction,
}


def _asked(question: Question, pen: _Pen) -> Iterator[str]:
    """What a question names: nodes, and the told part of a path."""
    told = question.arguments
    names = [told.get("node"), told.get("seen_from"), *(told.get("nodes") or []), *(told.get("path") or [])]
    for label in dict.fromkeys(name for name in names if isinstance(name, str)):
        if box := pen.places.node(label):
            yield pen.rect(box.pad(_ROOM * pen.side))
    if question.template == "edge-box":
        return
    path = told.get("path") or []
    for source, target in pairwise(path):
        if source and target and (route := pen.places.edge(source, target)):
            yield pen.arrow(route)


def _between(one: Box, other: Box) -> list[Point]:
    """A straight line from the border of a box to that of another; a loop beside a box, to itself."""
    if one == other:
        x, y = one.x1, one.center[1]
        return [(x, y - one.height / 4), (x + one.height / 2, y), (x, y + one.height / 4)]
    a, b = one.center, other.center
    return [_leaving(one, a, b), _leaving(other, b, a)]


def _leaving(box: Box, inside: Point, outside: Point) -> Point:
    """Where the line from the middle of a box to a point outside leaves it; the middle, where it does not."""
    dx, dy = outside[0] - inside[0], outside[1] - inside[1]
    shares = [half / abs(step) for half, step in ((box.width / 2, dx), (box.height / 2, dy)) if step]
    share = min(shares, default=0.0)
    return (inside[0] + share * dx, inside[1] + share * dy) if share < 0.5 else inside


def _thinned(points: Sequence[Point], within: float) -> list[Point]:
    """A polyline with as few of its points as keep the others ``within`` pixels (Ramer, Douglas and Peucker)."""
    if len(points) < 3:
        return list(points)
    a, b = points[0], points[-1]
    span = math.dist(a, b)
    away = [
        abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / span if span else math.dist(a, p)
        for p in points[1:-1]
    ]
    far = max(range(len(away)), key=away.__getitem__)
    if away[far] <= within:
        return [a, b]
    return [*_thinned(points[: far + 2], within)[:-1], *_thinned(points[far + 1 :], within)]


def _line(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """A number of pixels, to a tenth, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")
