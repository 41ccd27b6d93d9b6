"""A question with what it is about, for the checker, and what all its checks share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import networkx as nx

from read.checker_pictures import Pixels, border_of, fill_of, is_called, is_line_called, line_of, pixels_of
from read.checker_sources import Line, Source, Unreadable, read_dot

NONE = "none"


class Wrong(AssertionError):
    """The answer is not what the source and the picture say."""


class Unchecked(ValueError):
    """The checker cannot tell."""


@dataclass
class Case:
    """One question with what it is about: both sources, the scene of its picture, and its pictures as PNG."""

    question: dict[str, Any]
    mermaid: str
    dot: str
    scene: dict[str, Any]
    pictures: Sequence[bytes] = ()
    meanings: Sequence[dict[str, Any]] = ()

    @cached_property
    def source(self) -> Source:
        try:
            return read_dot(self.dot)
        except Unreadable as error:
            raise Unchecked(f"DOT: {error}") from None

    @property
    def arguments(self) -> dict[str, Any]:
        found: dict[str, Any] = self.question["arguments"]
        return found

    @property
    def answer(self) -> Any:
        return self.question["answer"]

    @cached_property
    def pixels(self) -> Pixels:
        return self.picture()

    def picture(self, number: int = 0) -> Pixels:
        if number >= len(self.pictures):
            raise Unchecked("no picture")
        return pixels_of(self.pictures[number])

    def label(self, key: str) -> str:
        return self.source.nodes[key].label

    def find(self, label: str) -> str:
        """The id of the one node of a label."""
        keys = [key for key, node in self.source.nodes.items() if node.label == label]
        expect(len(keys) == 1, f"{len(keys)} nodes are called {label!r}")
        return keys[0]

    def arrows(self) -> list[tuple[str, str, int]]:
        """Arrows as (from, to, number of the connector)."""
        found = [(self.source.arrow(line), k) for k, line in enumerate(self.source.lines)]
        return [(*ends, k) for ends, k in found if ends]

    def told(self, arrow: tuple[str, str, int]) -> tuple[str, str]:
        return self.label(arrow[0]), self.label(arrow[1])

    def route(self, number: int) -> list[list[float]]:
        """The points of a connector from its source to its target."""
        line, drawn = self.source.lines[number], self.scene["edges"][number]
        expect((drawn["source"], drawn["target"]) == (line.source, line.target), "the scene has other connectors")
        points: list[list[float]] = drawn["points"]
        return points


def expect(truth: bool, what: str) -> None:
    if not truth:
        raise Wrong(what)


def same(said: Counter[Any], right: Counter[Any]) -> None:
    expect(
        said == right, f"too much: {sorted((said - right).elements())}; missing: {sorted((right - said).elements())}"
    )


def quotes(case: Case) -> list[str]:
    return re.findall(r"“([^”]*)”", case.question["question"])


def edges(items: Sequence[dict[str, str]]) -> list[tuple[str, str]]:
    return [(item["source"], item["target"]) for item in items]


def graph_of(case: Case, along: dict[str, str] | None = None) -> nx.DiGraph[str]:
    """The graph of readable nodes and arrows; of those arrows alone that have a look."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(key for key in case.source.nodes if case.source.shows(key))
    for one, other, number in case.arrows():
        if along is None or line_has(case, number, along["look"], along["value"]):
            graph.add_edge(one, other)
    return graph


SHAPES = {"rounded": {"rounded", "stadium"}, "rectangle": {"rectangle"}}
BROKEN = {"dashed", "dotted"}
HEADS = {"blunt": "bar", "pointed": "arrow"}


def node_has(case: Case, key: str, look: str, value: str) -> bool:
    node = case.source.nodes[key]
    if look == "fill":
        return called(fill_of(case.pixels, case.scene["nodes"][key]), value)
    if look == "stroke":
        return called(border_of(case.pixels, case.scene["nodes"][key]), value)
    if look == "shape":
        return node.shape in SHAPES.get(value, {value})
    if look == "border":
        return is_drawn(node.style, value)
    raise Unchecked(f"{look} {value}")


def line_has(case: Case, number: int, look: str, value: str) -> bool:
    line: Line = case.source.lines[number]
    if look == "color":
        words = [edge["label_box"] for edge in case.scene["edges"] if edge["label_box"]]  # which may cover a line
        color = line_of(case.pixels, case.route(number), [*case.scene["nodes"].values(), *words])
        return called(color, value, is_line_called)
    if look == "line":
        return is_drawn(line.style, value)
    if look == "head":
        return HEADS.get(value, value) in (line.head, line.tail)
    raise Unchecked(f"{look} {value}")


def is_drawn(style: set[str], value: str) -> bool:
    """Whether a line or border is drawn so; dashes and dots are one, since engines paint one as others the other."""
    if value == "solid":
        return not style & BROKEN
    return bool(style & BROKEN) if value in ("broken", *BROKEN) else value in style


def called(
    color: tuple[int, int, int] | None, value: str, test: Callable[[tuple[int, int, int], str], bool | None] = is_called
) -> bool:
    found = None if color is None else test(color, value)
    if found is None:
        raise Unchecked(f"whether {color} is {value}")
    return found
