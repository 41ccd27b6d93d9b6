"""The diagram that a task's spec describes: what the reference control draws."""

from __future__ import annotations

from dataclasses import replace

from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.draw.predicates import Drawn, find_predicate
from graphicacy.draw.statements import FLOWS, SHAPE_WORDS, Statement, parse_statement
from graphicacy.draw.task import DrawTask

__all__ = ["reference_diagram"]

_CALLOUT_GREY = "#777777"
_MINUS = "−"


def reference_diagram(task: DrawTask) -> Diagram:
    """Every label once, every relation with its own line and head, and what the decidable sentences ask for."""
    said = [
        s
        for text in (*task.required_components, *task.discipline_conventions)
        if (s := parse_statement(text)) is not None
    ]
    parents = _parents(task, said)
    on_edges = {s.argument for s in said if s.kind == "edge-label"}
    ends = {end for s, _, o in task.required_relations for end in (s, o)} | set(parents) | set(parents.values())
    things = [label for label in task.required_labels if label in ends or label not in on_edges]
    framed = set(parents.values()) | {s.labels[0] for s in said if s.kind == "frame"}
    ids = {label: f"n{i}" for i, label in enumerate(things)}
    flow = next((FLOWS[s.argument] for s in said if s.kind == "flow"), Direction.DOWN)
    return Diagram(
        nodes=tuple(_node(label, ids, parents, task, said) for label in things if label not in framed),
        edges=tuple(_edges(task, said, ids)),
        groups=tuple(Group(ids[g], g, ids.get(parents.get(g, ""))) for g in things if g in framed),
        direction=flow,
    )


def _parents(task: DrawTask, said: list[Statement]) -> dict[str, str]:
    """The container of each label that has one."""
    labels = set(task.required_labels)
    parents = {
        obj: subject for subject, name, obj in task.required_relations if find_predicate(name).drawn is Drawn.ENCLOSURE
    }
    for s in said:
        if s.kind == "inside" and set(s.labels) <= labels:
            parents.setdefault(*s.labels)
    return parents


def _node(label: str, ids: dict[str, str], parents: dict[str, str], task: DrawTask, said: list[Statement]) -> Node:
    callout = any(s == label and find_predicate(p).drawn is Drawn.CALLOUT for s, p, _ in task.required_relations)
    word = next((s.argument for s in said if s.kind in ("shape", "shape-of") and s.labels[0] == label), None)
    shape = Shape.TEXT if callout else Shape.RECTANGLE if word is None else _shape(word)
    fill = None if shape is Shape.TEXT else "#f4f7fb"
    return Node(ids[label], label, shape, fill=fill, stroke="#222222", group=ids.get(parents.get(label, "")))


def _shape(word: str) -> Shape:
    """The shape that a word names first: ``rectangle`` also accepts rounded corners, but is drawn square."""
    exact = {"box": Shape.RECTANGLE, "rounded box": Shape.ROUNDED, "stadium": Shape.STADIUM}
    return exact.get(word) or next(s for s in SHAPE_WORDS[word] if s.value == word)


def _edges(task: DrawTask, said: list[Statement], ids: dict[str, str]) -> list[Edge]:
    labels = {s.labels: s.argument for s in said if s.kind == "edge-label"}
    dashed = {s.labels for s in said if s.kind == "edge-dashed"}
    edges: dict[tuple[str, str], Edge] = {}
    for subject, name, obj in task.required_relations:
        predicate = find_predicate(name)
        if predicate.drawn is Drawn.ENCLOSURE:
            continue
        pair = (subject, obj)
        edge = Edge(ids[subject], ids[obj], labels.get(pair, ""), predicate.head, line=predicate.line)
        if predicate.sign:
            sign = predicate.sign.replace("-", _MINUS)
            edge = replace(edge, label=f"{sign} {edge.label}".strip())
        if predicate.drawn is Drawn.MUTUAL:
            edge = replace(edge, tail=Head.POINTED)
        if predicate.drawn is Drawn.CALLOUT:
            edge = replace(edge, color=_CALLOUT_GREY)
        edges[pair] = replace(edge, line=LineStyle.DASHED) if pair in dashed else edge
    for s in said:
        pair = s.labels[:2] if len(s.labels) == 2 else ("", "")
        if s.kind in ("arrow", "line", "edge-label") and pair not in edges and set(pair) <= set(ids):
            head = Head.NONE if s.kind == "line" else Head.POINTED
            if s.kind == "line" and pair[::-1] in edges:
                continue
            edges[pair] = Edge(ids[pair[0]], ids[pair[1]], labels.get(pair, ""), head)
    return list(edges.values())
