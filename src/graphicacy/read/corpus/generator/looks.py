"""Looks that mean something, on some nodes and arrows of a diagram."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from graphicacy.diagram.colors import FILLS, LINES
from graphicacy.diagram.model import Diagram, Edge, Head, LineStyle, Node, Shape
from graphicacy.read.corpus.entry import Kind, Meaning
from graphicacy.read.corpus.generator.knobs import Look
from graphicacy.read.corpus.generator.vocabulary import Vocabulary, common_words

__all__ = ["BASE", "dress"]

# What a node is that nothing is said of. Neither goes with a stadium that means something: Graphviz draws stadiums
# and rounded boxes alike, and Mermaid draws ellipses as stadiums.
BASE = {
    Kind.PROCESS: Shape.RECTANGLE,
    Kind.STATES: Shape.ROUNDED,
    Kind.INFLUENCE: Shape.ROUNDED,
    Kind.FLOW: Shape.RECTANGLE,
    Kind.STRUCTURE: Shape.RECTANGLE,
}
# Values that both engines draw and that two people call alike. One of each tuple in a diagram: its colours are
# neighbours. Purple is left out of the fills, and grey of the lines: these are what engines draw of their own.
_FILLS = (("red", "orange"), ("yellow",), ("green",), ("blue",), ("grey",))
_COLORS = (("red", "orange"), ("green",), ("blue", "purple"))
_SHAPES = ((Shape.HEXAGON,), (Shape.PARALLELOGRAM, Shape.TRAPEZIUM), (Shape.CYLINDER,))
_LINES = ((LineStyle.DASHED, LineStyle.DOTTED, LineStyle.THICK),)
_HEADS = ((Head.CIRCLE,),)  # bars and crosses are not the same in both engines
_VALUES: dict[Look, tuple[tuple[str, ...], ...]] = {
    "fill": _FILLS,
    "shape": _SHAPES,
    "border": _LINES,
    "color": _COLORS,
    "line": _LINES,
    "head": _HEADS,
}
_T = TypeVar("_T")
_OF_NODES = ("fill", "shape", "border")
_THICK = 4.0  # CSS pixels: clearly thicker than the border of other nodes, in either engine
_FEWEST = 2  # parts with a look, and parts without it
_SHARE = 0.12, 0.35  # of the parts that can have a look


def dress(
    diagram: Diagram, looks: Sequence[Look], kind: Kind, words: Vocabulary, rng: random.Random
) -> tuple[Diagram, tuple[Meaning, ...]]:
    """The diagram with some parts in looks that mean something; a look that fits too few parts is left out."""
    lists = words.lists if kind is Kind.PROCESS else common_words()[kind]
    texts = {"node": rng.sample(lists["marks"], len(lists["marks"])), "edge": _shuffled(lists["links"], rng)}
    nodes, edges = list(diagram.nodes), list(diagram.edges)
    meanings: list[Meaning] = []
    for look in dict.fromkeys(looks):
        values = [rng.choice(group) for group in rng.sample(_VALUES[look], len(_VALUES[look]))]
        free = _shuffled(_able(look, nodes, edges, BASE[kind]), rng)
        total = len(nodes) if look in _OF_NODES else len(edges)
        for value in values[: looks.count(look)]:
            count = max(_FEWEST, round(len(free) * rng.uniform(*_SHARE)))
            if len(free) < count or total - count < _FEWEST:
                break
            chosen, free = free[:count], free[count:]
            part = "node" if look in _OF_NODES else "edge"
            for index in chosen:
                if part == "node":
                    nodes[index] = _dressed(nodes[index], look, value)
                else:
                    edges[index] = _drawn(edges[index], look, value)
            meanings.append(Meaning("node" if part == "node" else "edge", look, str(value), texts[part].pop()))
    return replace(diagram, nodes=tuple(nodes), edges=tuple(edges)), tuple(meanings)


def _able(look: Look, nodes: Sequence[Node], edges: Sequence[Edge], base: Shape) -> list[int]:
    """Indices of the parts that can have a look: a shape only where the outline says nothing else."""
    if look not in _OF_NODES:
        return list(range(len(edges)))
    return [k for k, node in enumerate(nodes) if look != "shape" or node.shape is base]


def _dressed(node: Node, look: Look, value: str) -> Node:
    if look == "fill":
        return replace(node, fill=FILLS[value])
    if look == "shape":
        return replace(node, shape=Shape(value))
    return replace(node, border=LineStyle(value), border_width=_THICK if value == LineStyle.THICK else None)


def _drawn(edge: Edge, look: Look, value: str) -> Edge:
    if look == "color":
        return replace(edge, color=LINES[value])
    return replace(edge, line=LineStyle(value)) if look == "line" else replace(edge, head=Head(value))


def _shuffled(items: Sequence[_T], rng: random.Random) -> list[_T]:
    return rng.sample(items, len(items))
