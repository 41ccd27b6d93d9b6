"""Questions about the topology of a flowchart, in the words of FlowVQA, answered by algorithms on its graph.

The kinds are those of the data set (arXiv 2406.19237): how many nodes or edges there are, whether one node is a direct
predecessor or successor of another, how many edges the shortest path from one to another has, and the maximum indegree
and outdegree. The degrees of a named node, and whether there is an edge, are understood too.

A question is read in every way that its words admit. A label that several nodes have may mean each of them, and arrows
that join the same two nodes the same way may be counted once or each: only where all readings give one answer is it
certain.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graphicacy.diagram.model import Diagram, Head, LineStyle, Shape
from graphicacy.read.corpus.topological_words import MOST, Ids, Names, Topic, question_of

__all__ = ["Reading", "Topic", "answer_topological", "read_topological"]

Answer = int | bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question is understood to ask, and its answers: one is certain, several are those of its readings.

    ``topic`` is None where it is not understood. ``cause`` says why there is not one answer; "" where there is.
    """

    topic: Topic | None
    answers: tuple[Answer, ...] = ()
    cause: str = ""


def answer_topological(question: str, diagram: Diagram) -> Answer | None:
    """The certain answer: a number, or whether it is so; None where the question is not understood or is ambiguous."""
    found = read_topological(question, diagram)
    return found.answers[0] if len(found.answers) == 1 else None


def read_topological(question: str, diagram: Diagram) -> Reading:
    """The readings of a question about a diagram whose connectors are arrows between nodes."""
    text = " ".join(question[:_LONGEST].split())
    asked = question_of(text, Names(diagram))
    if asked is None:
        return Reading(None, (), "not understood")
    topic, mentions = asked
    graph = _graph(diagram)
    if graph is None:
        return Reading(topic, (), "lines that are no arrows between nodes, or frames")
    if not mentions:
        return Reading(topic, (), "no node has this label")
    if len(mentions) >= MOST:
        return Reading(topic, (), "several nodes have this label")
    return _answered(topic, mentions, *graph)


_LONGEST = 2_000  # characters of a question
_Arrows = list[tuple[str, str]]


def _answered(topic: Topic, mentions: list[Ids], nodes: list[str], arrows: _Arrows) -> Reading:
    answers = [
        answer
        for edges in (arrows, list(dict.fromkeys(arrows)))
        for ids in mentions
        if (answer := _ANSWERS[topic](nodes, edges, ids)) is not None
    ]
    several = tuple(sorted(set(answers)))
    if not several:
        return Reading(topic, (), "no path")
    if len(several) == 1:
        return Reading(topic, several)
    once = {_ANSWERS[topic](nodes, list(dict.fromkeys(arrows)), ids) for ids in mentions}
    return Reading(topic, several, "parallel arrows" if len(once) == 1 else "several nodes have this label")


def _path(arrows: _Arrows, ids: Ids) -> int | None:
    """Edges on a shortest path from the first node to the second, None where there is no path."""
    following: dict[str, list[str]] = {}
    for source, target in arrows:
        following.setdefault(source, []).append(target)
    length, queue = {ids[0]: 0}, deque([ids[0]])
    while queue and ids[1] not in length:
        at = queue.popleft()
        for target in following.get(at, ()):
            if target not in length:
                length[target] = length[at] + 1
                queue.append(target)
    return length.get(ids[1])


def _most(ends: Iterator[str]) -> int:
    return max(Counter(ends).values(), default=0)


_ANSWERS: dict[Topic, Callable[[list[str], _Arrows, Ids], Answer | None]] = {
    Topic.NODES: lambda nodes, arrows, ids: len(nodes),
    Topic.EDGES: lambda nodes, arrows, ids: len(arrows),
    Topic.PREDECESSOR: lambda nodes, arrows, ids: (ids[0], ids[1]) in arrows,
    Topic.SUCCESSOR: lambda nodes, arrows, ids: (ids[1], ids[0]) in arrows,
    Topic.EDGE: lambda nodes, arrows, ids: (ids[0], ids[1]) in arrows,
    Topic.PATH: lambda nodes, arrows, ids: _path(arrows, ids),
    Topic.MAX_IN: lambda nodes, arrows, ids: _most(target for _, target in arrows),
    Topic.MAX_OUT: lambda nodes, arrows, ids: _most(source for source, _ in arrows),
    Topic.IN: lambda nodes, arrows, ids: sum(target == ids[0] for _, target in arrows),
    Topic.OUT: lambda nodes, arrows, ids: sum(source == ids[0] for source, _ in arrows),
}


def _graph(diagram: Diagram) -> tuple[list[str], _Arrows] | None:
    """Nodes and arrows; None where anything else is drawn, which some would count and others not."""
    nodes = [n.id for n in diagram.nodes]
    if diagram.groups or any(n.shape in (Shape.ANCHOR, Shape.POINT) for n in diagram.nodes):
        return None
    arrows = []
    for edge in diagram.edges:
        if edge.line is LineStyle.INVISIBLE:
            continue
        if (edge.head is Head.NONE) == (edge.tail is Head.NONE):
            return None
        arrows.append((edge.source, edge.target) if edge.tail is Head.NONE else (edge.target, edge.source))
    return nodes, arrows
