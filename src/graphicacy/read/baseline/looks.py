"""V5: which nodes, or arrows, have the looks that a question words; and what parts look like, yes or no."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

from graphicacy.diagram.colors import FILLS, LINES, color_name, oklch
from graphicacy.diagram.model import Edge, Head, LineStyle, Node, Shape
from graphicacy.read.baseline.perceived import Perceived, perceived
from graphicacy.read.baseline.seen import Asked, CannotAnswer, Seen
from graphicacy.read.query import Filter
from graphicacy.read.question import AnswerType

__all__ = ["answer", "called", "edges_of", "nodes_of"]

_SAMPLES = (*FILLS.items(), *LINES.items(), ("pink", "#f5a3b7"), ("brown", "#8b5a2b"))  # clearly called so
_GREYISH = 0.03  # chroma (OKLCH) up to which a colour is a grey
_BLACK, _BLACK_LINE, _WHITE = 0.38, 0.55, 0.95  # lightness from which on a grey is no black, and is white
_NAMES = frozenset(name for name, _ in _SAMPLES)
_BROKEN = (LineStyle.DASHED, LineStyle.DOTTED)
_DASHED, _THICKER = "dashed or dotted", "clearly thicker"  # in the words of a question
_RATIO = 1.45  # least, between the width of thick lines and that of others
_SHAPES = {
    "rounded": (Shape.ROUNDED, Shape.STADIUM),
    "ellipse": (Shape.ELLIPSE,),
    "circle": (Shape.CIRCLE,),
    "diamond": (Shape.DIAMOND,),
    "hexagon": (Shape.HEXAGON,),
    "parallelogram": (Shape.PARALLELOGRAM,),
    "trapezium": (Shape.TRAPEZIUM,),
    "triangle": (Shape.TRIANGLE,),
    "cylinder": (Shape.CYLINDER,),
}
_KIN: tuple[tuple[Shape, ...], ...] = (
    (Shape.ROUNDED, Shape.STADIUM),
    (Shape.CIRCLE, Shape.ELLIPSE),
    (Shape.PARALLELOGRAM, Shape.TRAPEZIUM),
    (Shape.HEXAGON, Shape.DIAMOND, Shape.POLYGON),
)
_HEAD_KIN = ((Head.BLUNT, Head.CROSS), (Head.CIRCLE, Head.DIAMOND))
_HEADS = {"bar": Head.BLUNT, "circle": Head.CIRCLE, "diamond": Head.DIAMOND, "cross": Head.CROSS}
_ASKED = re.compile(r"^Which (?:nodes|arrows) (.*?)\? List", re.S)

K = TypeVar("K", str, int)


def answer(asked: Asked, pictures: Sequence[Seen]) -> list[Any]:
    """Labels of nodes, or arrows."""
    m = _ASKED.search(asked.question)
    if m is None:
        raise CannotAnswer("I do not see which look it asks for")
    figure = perceived(pictures[0])
    if asked.answer_type is AnswerType.NODES:
        having = _all_of(_nodes_with(m[1], figure))
        return [label for key, label in figure.labels.items() if key in having]
    lines, labels = _all_of(_edges_with(m[1], figure)), figure.labels
    return [{"source": labels[a.source], "target": labels[a.target]} for a in figure.arrows if a.edge in lines]


def nodes_of(figure: Perceived, look: Filter) -> set[str]:
    """Ids of the nodes that have a look, as far as can be seen; where none has, those that have one much like it."""
    if look.look == "fill":
        return {n.id for n in figure.nodes if _fill_of(n) == look.value}
    if look.look == "border":
        return _of_style({n.id: (n.border, n.border_width) for n in figure.nodes if _has_border(n)}, look.value)
    exact = {n.id for n in figure.nodes if n.shape == look.value}
    kin: set[str] = {shape for shapes in _KIN if look.value in shapes for shape in shapes}
    return exact or {n.id for n in figure.nodes if n.shape in kin}


def edges_of(figure: Perceived, look: Filter) -> set[int]:
    """Indices of the edges that have a look, as far as can be seen."""
    edges = dict(enumerate(figure.diagram.edges))
    if look.look == "color":
        return {k for k, e in edges.items() if called(e.color, line=True) == look.value}
    if look.look == "head":
        return _headed(edges, Head(look.value))
    return _of_style({k: (e.line, e.width) for k, e in edges.items()}, look.value)


@lru_cache(maxsize=4096)
def called(color: str | None, *, line: bool = False) -> str:
    """The name of a colour, or of the sample that it is most like; "" for none.

    Greys go by their lightness; black lines look lighter than they are, since they are thin.
    """
    if color is None:
        return ""
    found = color_name(color)
    if found is not None and not (line and found.name == "grey"):
        return found.name
    lightness, chroma, _ = oklch(color)
    if chroma < _GREYISH:
        return "black" if lightness < (_BLACK_LINE if line else _BLACK) else "grey" if lightness < _WHITE else "white"
    return min(_SAMPLES, key=lambda sample: _distance(color, sample[1]))[0]


def _distance(one: str, other: str) -> float:
    """Squared, in OKLab."""
    (l1, c1, h1), (l2, c2, h2) = oklch(one), oklch(other)
    return (l1 - l2) ** 2 + c1 * c1 + c2 * c2 - 2 * c1 * c2 * math.cos(math.radians(h1 - h2))


def _fill_of(node: Node) -> str:
    """What is painted in no colour has that of the page, which is nearly always white."""
    return called(node.fill) if node.fill is not None else "white"


def _headed(edges: Mapping[int, Edge], head: Head) -> set[int]:
    """Edges with a head; where there are none, those with one that is painted alike: Graphviz has bars for crosses."""
    exact = {k for k, e in edges.items() if head in (e.head, e.tail)}
    kin = {other for heads in _HEAD_KIN if head in heads for other in heads}
    return exact or {k for k, e in edges.items() if kin & {e.head, e.tail}}


def _has_border(node: Node) -> bool:
    return node.border is not LineStyle.INVISIBLE and node.shape is not Shape.TEXT


def _of_style(lines: Mapping[K, tuple[LineStyle, float | None]], value: str) -> set[K]:
    """Lines of a style; dashed and dotted are one, since engines paint one as others paint the other."""
    broken = {key for key, (style, _) in lines.items() if style in _BROKEN}
    if value in _BROKEN:
        return broken
    thick = _thick({key: width for key, (_, width) in lines.items()})
    thick = thick or {key for key, (style, _) in lines.items() if style is LineStyle.THICK}
    return thick if value == LineStyle.THICK else set(lines) - broken - thick


def _nodes_with(words: str, figure: Perceived) -> list[set[str]]:
    """Ids of the nodes that have each look."""
    nodes = figure.nodes
    bordered = [n for n in nodes if _has_border(n)]
    found = [{n.id for n in nodes if _fill_of(n) == name} for name in _colours(words, "fill")]
    found += [{n.id for n in bordered if called(n.stroke, line=True) == name} for name in _colours(words, "border")]
    found += [{n.id for n in nodes if n.shape in shapes} for name, shapes in _SHAPES.items() if name in words]
    if _DASHED in words:
        found.append({n.id for n in bordered if n.border in _BROKEN})
    if _THICKER in words:
        found.append(_thick({n.id: n.border_width for n in bordered}))
    return found


def _edges_with(words: str, figure: Perceived) -> list[set[int]]:
    """Indices of the edges that have each look."""
    edges = dict(enumerate(figure.diagram.edges))
    found = [{k for k, e in edges.items() if called(e.color, line=True) == name} for name in _colours(words, "line")]
    heads = [head for name, head in _HEADS.items() if f"end in a {name}" in words]
    found += [_headed(edges, head) for head in heads]
    if _DASHED in words:
        found.append({k for k, e in edges.items() if e.line in _BROKEN})
    if _THICKER in words:
        found.append(_thick({k: e.width for k, e in edges.items()}))
    return found


def _all_of(looks: list[set[K]]) -> set[K]:
    if not looks:
        raise CannotAnswer("I do not know the look that it asks for")
    return set.intersection(*looks)


def _colours(words: str, part: str) -> list[str]:
    """The colours that a question gives a part: red, in "have a red fill"."""
    return [name for name in re.findall(rf"\ban? (\w+) {part}\b", words) if name in _NAMES]


def _thick(widths: Mapping[K, float | None]) -> set[K]:
    """Those above the widest gap between widths, where there is one."""
    known = sorted({width for width in widths.values() if width})
    steps = [(above / below, above) for below, above in pairwise(known)]
    ratio, least = max(steps, default=(1.0, 0.0))
    return {key for key, width in widths.items() if width and width >= least} if ratio >= _RATIO else set()
