"""Any diagram → a drawing task: the reading and the drawing track share their graphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pydantic import ValidationError

from graphicacy.diagram.model import Diagram, Direction, Edge, Head, LineStyle, Node, Shape
from graphicacy.draw.scoring.normalise import normalise
from graphicacy.draw.task import LONGEST_PROMPT, BadTask, DrawTask, explain

__all__ = ["MadeTask", "task_from_diagram"]

# What an arrow says is told by its head, as in ``predicates``; a cross has no predicate of its own.
_PREDICATES = {
    Head.POINTED: "leads to",
    Head.BLUNT: "inhibits",
    Head.CIRCLE: "catalyses",
    Head.DIAMOND: "regulates",
    Head.CROSS: "regulates",
}
_HEADS = {
    Head.BLUNT: "a blunt head",
    Head.CIRCLE: "a circle at its head",
    Head.DIAMOND: "a diamond at its head",
    Head.CROSS: "a cross at its head",
}
_SHAPES = {
    Shape.STADIUM: "stadium",
    Shape.ELLIPSE: "ellipse",
    Shape.CIRCLE: "circle",
    Shape.DIAMOND: "diamond",
    Shape.HEXAGON: "hexagon",
    Shape.PARALLELOGRAM: "parallelogram",
    Shape.CYLINDER: "cylinder",
    Shape.TRIANGLE: "triangle",
}
_MOST_CONVENTIONS = 100  # that a task may have
_FLOWS = {Direction.DOWN: "top to bottom", Direction.RIGHT: "left to right"}


@dataclass(slots=True)
class MadeTask:
    """A task, and what of the diagram is not in it, one line each."""

    task: DrawTask
    left_out: list[str] = field(default_factory=list)


def task_from_diagram(
    diagram: Diagram, name: str, *, discipline: str = "other", figure_type: str = "process workflow"
) -> MadeTask:
    """A task whose correct drawing shows this diagram: its labels, its relations by their heads, its frames and shapes.

    ``name`` becomes the id, with ``-`` for what an id cannot have. Labels that several parts share are required once
    and may be repeated; relations at such a part, or at one without words, are left out, since no label tells which is
    meant. Raises ``BadTask`` where there is nothing to require, or more than a prompt can say or a task may hold.
    """
    left_out: list[str] = []
    nodes = {n.id: _words(n.label) for n in diagram.nodes if n.shape is not Shape.ANCHOR and _words(n.label)}
    frames = {g.id: _words(g.label) for g in diagram.groups if _words(g.label)}
    shown = Counter(map(normalise, (nodes | frames).values()))
    names = {key: label for key, label in (nodes | frames).items() if shown[normalise(label)] == 1}
    edges = _told(diagram, names, left_out)
    texts = [*nodes.values(), *frames.values(), *(words for e in edges if (words := _words(e.label)))]
    first = {normalise(text): text for text in reversed(texts)}  # of two that are told apart by case alone, one
    times = Counter(first[normalise(text)] for text in texts)
    inside = _inside(diagram, names)
    if not texts:
        raise BadTask(f"{name}: the diagram has no words, so there is nothing to ask for")
    prompt = _prompt(diagram, names, nodes, edges, inside)
    if len(prompt) > LONGEST_PROMPT:
        raise BadTask(f"{name}: the prompt would have {len(prompt):,} characters, {LONGEST_PROMPT:,} are allowed; "
                      "take a part of the diagram")  # fmt: skip
    relations = [(names[e.source], _predicate(e), names[e.target]) for e in edges]
    conventions = _conventions(diagram, names, edges)
    if len(conventions) > _MOST_CONVENTIONS:
        left_out.append(f"{len(conventions) - _MOST_CONVENTIONS} words or dashes of arrows are left out: "
                        f"a task has at most {_MOST_CONVENTIONS} conventions")  # fmt: skip
    try:
        task = DrawTask(
            id=re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-._")[:64] or "diagram",
            figure_type=figure_type,
            discipline=discipline,
            difficulty="easy" if len(times) <= 8 else "medium" if len(times) <= 16 else "hard",
            prompt=prompt,
            required_labels=tuple(times),
            required_relations=tuple(dict.fromkeys([*relations, *((frame, "contains", one) for frame, one in inside)])),
            required_components=tuple(_shaped(node, names) for node in diagram.nodes if _shaped(node, names)),
            discipline_conventions=tuple(conventions[:_MOST_CONVENTIONS]),
            negative_constraints=("No text besides the required labels",),
            repeated_labels=tuple(label for label, count in times.items() if count > 1),
        )
    except ValidationError as error:
        raise BadTask(f"{name}: {explain(error)}; take a part of the diagram") from None
    return MadeTask(task, left_out)


def _words(label: str) -> str:
    return " ".join(label.split())


def _seen(diagram: Diagram) -> list[Edge]:
    return [e for e in diagram.edges if e.line is not LineStyle.INVISIBLE]


def _told(diagram: Diagram, names: dict[str, str], left_out: list[str]) -> list[Edge]:
    """Edges between parts with a name, written towards their head."""
    found = []
    labels = diagram.labels()
    for edge in _seen(diagram):
        if edge.source in names and edge.target in names and edge.source != edge.target:
            backward = edge.head is Head.NONE and edge.tail is not Head.NONE
            found.append(
                Edge(edge.target, edge.source, edge.label, edge.tail, edge.head, edge.line) if backward else edge
            )
        else:
            ends = " to ".join(f"“{_words(labels.get(end, '')) or end}”" for end in (edge.source, edge.target))
            why = "it is a loop" if edge.source == edge.target else "an end has no label of its own"
            left_out.append(f"the connector from {ends} is left out: {why}")
    return found


def _predicate(edge: Edge) -> str:
    if edge.head is Head.NONE:
        return "connects to"
    return _PREDICATES[edge.head] if edge.tail is Head.NONE else "is in equilibrium with"


def _inside(diagram: Diagram, names: dict[str, str]) -> list[tuple[str, str]]:
    """Labels of frames and of what lies directly inside."""
    pairs = [(g.parent, g.id) for g in diagram.groups] + [(n.group, n.id) for n in diagram.nodes]
    return [(names[frame], names[key]) for frame, key in pairs if frame in names and key in names]


def _shaped(node: Node, names: dict[str, str]) -> str:
    shape = _SHAPES.get(node.shape)
    return f"{shape} labelled “{names[node.id]}”" if shape and node.id in names else ""


def _conventions(diagram: Diagram, names: dict[str, str], edges: list[Edge]) -> list[str]:
    flow = _FLOWS.get(diagram.direction) if diagram.direction else None
    told = [f"The flow runs from {flow}"] if flow else []
    for edge in edges:
        if edge.head is not Head.NONE and edge.tail is Head.NONE:
            arrow = f"The arrow from “{names[edge.source]}” to “{names[edge.target]}”"
            told += [f"{arrow} is labelled “{_words(edge.label)}”"] if _words(edge.label) else []
            told += [f"{arrow} is dashed"] if edge.line in (LineStyle.DASHED, LineStyle.DOTTED) else []
    return told


def _prompt(
    diagram: Diagram, names: dict[str, str], nodes: dict[str, str], edges: list[Edge], inside: list[tuple[str, str]]
) -> str:
    """The diagram in words: every label, frame, shape and connector, and nothing else."""
    flow = _FLOWS.get(diagram.direction) if diagram.direction else None
    lines = [f"Please draw a diagram with these labelled elements: {_listed(nodes.values())}."]
    shapes = _grouped((_SHAPES[n.shape], names[n.id]) for n in diagram.nodes if n.shape in _SHAPES and n.id in names)
    lines += [f"Drawn as {shape}s: {_listed(labels)}." for shape, labels in shapes.items()]
    lines += [f"A frame titled “{frame}” encloses {_listed(labels)}." for frame, labels in _grouped(inside).items()]
    from_one = _grouped((_from(edge, names), _to(edge, names)) for edge in edges)
    lines += [f"{start} {'; '.join(ends)}." for start, ends in from_one.items()]
    lines += [f"The flow runs from {flow}."] if flow else []
    return " ".join([*lines, "Print no other words."])


def _from(edge: Edge, names: dict[str, str]) -> str:
    source = f"“{names[edge.source]}”"
    if edge.head is Head.NONE:
        return f"A line without heads joins {source} and"
    return f"An arrow runs from {source} to" if edge.tail is Head.NONE else f"A two-headed arrow joins {source} and"


def _to(edge: Edge, names: dict[str, str]) -> str:
    style = {LineStyle.DASHED: "dashed", LineStyle.DOTTED: "dashed", LineStyle.THICK: "thick"}.get(edge.line)
    details = [style] if style else []
    details += [f"with {_HEADS[edge.head]}"] if edge.head in _HEADS and edge.tail is Head.NONE else []
    details += [f"labelled “{_words(edge.label)}”"] if _words(edge.label) else []
    told = f" ({', '.join(details)})" if details else ""
    return f"“{names[edge.target]}”{told}"


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def _listed(labels: Iterable[str]) -> str:
    """Each once, in quotes."""
    return ", ".join(f"“{label}”" for label in dict.fromkeys(labels))
