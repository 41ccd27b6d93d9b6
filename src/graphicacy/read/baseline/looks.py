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

__all__ = ["answer", "called", "edge_has", "node_has"]

_SAMPLES = (*FILLS.items(), *LINES.items(), ("pink", "#f5a3b7"), ("brown", "#8b5a2b"))  # clearly called so
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


def node_has(node: Node, look: Filter) -> bool:
    """Whether a node has a look, as far as can be seen."""
    if look.look == "fill":
        return _fill_of(node) == look.value
    return (node.shape if look.look == "shape" else node.border) == look.value


def edge_has(edge: Edge, look: Filter) -> bool:
    """Whether an arrow has a look, as far as can be seen."""
    if look.look == "color":
        return called(edge.color) == look.value
    if look.look == "line":
        return edge.line == look.value
    return look.value in (edge.head, edge.tail)


@lru_cache(maxsize=4096)
def called(color: str | None) -> str:
    """The name of a colour, or of the sample that it is most like; "" for none."""
    if color is None:
        return ""
    found = color_name(color)
    if found is not None:
        return found.name
    return min(_SAMPLES, key=lambda sample: _distance(color, sample[1]))[0]


def _distance(one: str, other: str) -> float:
    """Squared, in OKLab."""
    (l1, c1, h1), (l2, c2, h2) = oklch(one), oklch(other)
    return (l1 - l2) ** 2 + c1 * c1 + c2 * c2 - 2 * c1 * c2 * math.cos(math.radians(h1 - h2))


def _fill_of(node: Node) -> str:
    """What is painted in no colour has that of the page, which is nearly always white."""
    return called(node.fill) if node.fill is not None else "white"


def _nodes_with(words: str, figure: Perceived) -> list[set[str]]:
    """Ids of the nodes that have each look."""
    nodes = figure.nodes
    bordered = [n for n in nodes if n.border is not LineStyle.INVISIBLE and n.shape is not Shape.TEXT]
    found = [{n.id for n in nodes if _fill_of(n) == name} for name in _colours(words, "fill")]
    found += [{n.id for n in bordered if called(n.stroke) == name} for name in _colours(words, "border")]
    found += [{n.id for n in nodes if n.shape in shapes} for name, shapes in _SHAPES.items() if name in words]
    if _DASHED in words:
        found.append({n.id for n in bordered if n.border in _BROKEN})
    if _THICKER in words:
        found.append(_thick({n.id: n.border_width for n in bordered}))
    return found


def _edges_with(words: str, figure: Perceived) -> list[set[int]]:
    """Indices of the edges that have each look."""
    edges = dict(enumerate(figure.diagram.edges))
    found = [{k for k, e in edges.items() if called(e.color) == name} for name in _colours(words, "line")]
    heads = [head for name, head in _HEADS.items() if f"end in a {name}" in words]
    found += [{k for k, e in edges.items() if head in (e.head, e.tail)} for head in heads]
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
