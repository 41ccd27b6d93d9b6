"""What a diagram says of a task, told from its symbols alone: whether a planted defect contradicts the task."""

from __future__ import annotations

from collections import Counter

from graphicacy.diagram.model import Diagram, Edge, Head
from graphicacy.draw.predicates import Drawn, Predicate, find_predicate
from graphicacy.draw.scoring.normalise import normalise
from graphicacy.draw.task import DrawTask

__all__ = ["contradicts"]

_ADDITIONS = frozenset({"added-edge", "invented-node"})


def contradicts(task: DrawTask, before: Diagram, after: Diagram, edit: str, kind: str) -> bool:
    """Whether an edit took a required label or relation away, or added what no task asks for.

    An edit of the layout leaves the symbols alone, and hinders reading whatever it touches.
    """
    if kind == "layout" or edit in _ADDITIONS:
        return True
    if edit == "duplicated-label":
        return bool(_more(task, before, after))
    return bool(_held(task, before) - _held(task, after)) or bool(_labels(task, before) - _labels(task, after))


def _all_labels(diagram: Diagram) -> Counter[str]:
    words = [*diagram.labels().values(), *(edge.label for edge in diagram.edges)]
    return Counter(normalise(word) for word in words if word.strip())


def _labels(task: DrawTask, diagram: Diagram) -> Counter[str]:
    """Required labels, each as often as it stands there."""
    found = _all_labels(diagram)
    return Counter({label: found[label] for label in map(normalise, task.required_labels)})


def _more(task: DrawTask, before: Diagram, after: Diagram) -> Counter[str]:
    """Required labels that stand there more often than before, though the task has them once."""
    added = _labels(task, after) - _labels(task, before)
    return Counter({label: n for label, n in added.items() if label not in map(normalise, task.repeated_labels)})


def _held(task: DrawTask, diagram: Diagram) -> frozenset[tuple[str, str, str]]:
    """The required relations that the symbols show."""
    labels = {key: normalise(label) for key, label in diagram.labels().items()}
    edges = {(labels.get(e.source, ""), labels.get(e.target, "")): e for e in diagram.edges}
    turned = {
        (labels.get(e.target, ""), labels.get(e.source, "")): Edge(e.target, e.source, head=e.tail, tail=e.head)
        for e in diagram.edges
    }
    parents = [*((n.id, n.group) for n in diagram.nodes), *((g.id, g.parent) for g in diagram.groups)]
    inside = {(labels.get(group or "", ""), labels.get(key, "")) for key, group in parents}
    held = set()
    for subject, name, obj in task.required_relations:
        predicate, pair = find_predicate(name), (normalise(subject), normalise(obj))
        if predicate.drawn is Drawn.ENCLOSURE:
            shown = pair in inside
        else:
            shown = any(_says(found[pair], predicate) for found in (edges, turned) if pair in found)
        if shown:
            held.add((subject, name, obj))
    return frozenset(held)


def _says(edge: Edge, predicate: Predicate) -> bool:
    """Whether a connector, told from subject to object, has heads that are right for the predicate."""
    if predicate.drawn is Drawn.MUTUAL:
        return edge.head in predicate.accepts and edge.tail in predicate.accepts
    if predicate.drawn is Drawn.ARROW:
        return edge.head in predicate.accepts and edge.tail is Head.NONE
    return edge.head in predicate.accepts
