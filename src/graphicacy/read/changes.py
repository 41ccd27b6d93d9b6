"""Changes that make one diagram into another: planned on symbols, then made in a diagram or in a layout.

A plan lies in one place of the diagram: within two arrows of one node. No two of its changes touch, so that there is
one account of what differs. Every label that it brings is clearly unlike all that were there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from graphicacy.diagram import compare
from graphicacy.diagram.edit import symbols
from graphicacy.diagram.edit.edges import flip_edge, insert_edge
from graphicacy.diagram.edit.labels import rename
from graphicacy.diagram.edit.nodes import invent_node
from graphicacy.diagram.edit.parts import remove
from graphicacy.diagram.edit.words import plausible, siblings
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Edge, Head
from graphicacy.read.figure import Figure, fold

__all__ = ["Plan", "can_change", "expected", "made_in", "made_in_layout", "plan", "told", "what_differs"]

_LEAST_NODES, _MOST_NODES = 4, 80
_FEW = 3  # arrows of a node that may go
_UNLIKE = 3  # letters by which words differ at the least, to be other words at a glance
_TRIES = 12  # at a place, and for a label
_KINDS = ("arrow added", "arrow removed", "arrow reversed", "node relabelled", "node added", "node removed")
_ODDS = (0.11, 0.11, 0.11, 0.2, 0.22, 0.25)  # nodes find room less often


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to change: nodes by id, edges by index. A new node gets an arrow from the node that it is put beside."""

    relabelled: Mapping[str, str] = field(default_factory=dict)
    reversed: tuple[int, ...] = ()
    removed_edges: tuple[int, ...] = ()
    added_edges: tuple[tuple[str, str], ...] = ()
    removed_nodes: tuple[str, ...] = ()
    added_nodes: tuple[tuple[str, str], ...] = ()  # beside which node, its label

    def __len__(self) -> int:
        nodes = len(self.relabelled) + len(self.removed_nodes) + len(self.added_nodes)
        return nodes + len(self.reversed) + len(self.removed_edges) + len(self.added_edges)


def can_change(figure: Figure) -> bool:
    """Whether what changes in a figure can be told: a graph of named nodes and of arrows that differ by their ends."""
    ends = {(a.source, a.target) for a in figure.arrows}
    fine = figure.whole and figure.all_named and len(ends) == len(figure.arrows) > 0
    attached = any(n.attached_to for n in figure.diagram.nodes)
    return fine and not attached and _LEAST_NODES <= len(figure.nodes) <= _MOST_NODES


def plan(figure: Figure, count: int, rng: np.random.Generator) -> Plan | None:
    """So many changes of a figure that ``can_change``; None where there is no place for them."""
    for _ in range(_TRIES):
        center = str(rng.choice(list(figure.labels)))
        planner = _Planner(figure, center, rng)
        for _ in range(_TRIES):
            if len(planner.plan) == count:
                return planner.plan
            planner.add(str(rng.choice(_KINDS, p=_ODDS)))
    return None


def told(plan: Plan, figure: Figure) -> list[dict[str, Any]]:
    """The changes as an answer says them."""
    labels, ends = figure.labels, {a.edge: (a.source, a.target) for a in figure.arrows}

    def arrow(source: str, target: str) -> dict[str, str]:
        return {"source": labels[source], "target": labels[target]}

    return [
        *({"change": "added", "node": label} for _, label in plan.added_nodes),
        *({"change": "removed", "node": labels[key]} for key in plan.removed_nodes),
        *({"change": "relabelled", "from": labels[key], "to": label} for key, label in plan.relabelled.items()),
        *({"change": "added", "edge": arrow(*pair)} for pair in plan.added_edges),
        *({"change": "removed", "edge": arrow(*ends[k])} for k in plan.removed_edges),
        *({"change": "reversed", "edge": arrow(*ends[k])} for k in plan.reversed),
    ]


def expected(plan: Plan, figure: Figure) -> list[tuple[str, ...]]:
    """What ``what_differs`` finds after the changes, where they are all that changed."""
    labels, gone = figure.labels, set(plan.removed_nodes) | set(plan.relabelled)
    now = {**labels, **plan.relabelled}
    found: list[tuple[str, ...]] = [("node removed", labels[key]) for key in sorted(gone)]
    found += [("node added", label) for label in plan.relabelled.values()]
    for beside, label in plan.added_nodes:
        found += [("node added", label), ("arrow added", labels[beside], label)]
    found += [("arrow added", labels[source], labels[target]) for source, target in plan.added_edges]
    for a in figure.arrows:
        ends = a.source, a.target
        if a.edge in plan.removed_edges or gone.intersection(ends):
            found.append(("arrow removed", *(labels[end] for end in ends)))
        if a.edge in plan.reversed:
            found.append(("arrow reversed", *(labels[end] for end in ends)))
        if set(plan.relabelled).intersection(ends):
            found.append(("arrow added", *(now[end] for end in ends)))
    return sorted(found)


def made_in(diagram: Diagram, plan: Plan) -> Diagram:
    """The diagram after the changes."""
    for key, label in plan.relabelled.items():
        diagram = symbols.relabel(diagram, key, label)
    for index in plan.reversed:
        diagram = symbols.flip_edge(diagram, index)
    nodes = list(diagram.nodes)
    new = [_like_most(diagram, *pair) for pair in plan.added_edges]
    for number, (beside, label) in enumerate(plan.added_nodes):
        model = next(n for n in nodes if n.id == beside)
        key = _free_id(diagram, number)
        nodes.append(replace(model, id=key, label=label))
        new.append(_like_most(diagram, beside, key))
    grown = replace(diagram, nodes=tuple(nodes), edges=(*diagram.edges, *new))
    return symbols.drop(grown, plan.removed_nodes, plan.removed_edges)


def _like_most(diagram: Diagram, source: str, target: str) -> Edge:
    """An arrow that looks like most others."""
    looks = Counter((e.head, e.line, e.color, e.width) for e in diagram.edges if e.head is not Head.NONE)
    if not looks:
        return Edge(source, target)
    (head, line, color, width), _ = looks.most_common(1)[0]
    return Edge(source, target, head=head, line=line, color=color, width=width)


def made_in_layout(layout: Layout, plan: Plan) -> Layout:
    """The layout after the changes: what does not change stays where it was."""
    for key, label in plan.relabelled.items():
        layout = rename(layout, key, label, "relabelled").layout
    for index in plan.reversed:
        layout = flip_edge(layout, index).layout
    layout = remove(layout, plan.removed_nodes, plan.removed_edges)
    for beside, label in plan.added_nodes:
        layout = invent_node(layout, beside, label).layout
    for source, target in plan.added_edges:
        layout = insert_edge(layout, source, target).layout
    return layout


def what_differs(before: Diagram, after: Diagram) -> list[tuple[str, ...]]:
    """All that differs in nodes and arrows, by their labels, in order; anything else that does is ``other``."""
    found = compare.diff(before, after, "label", ignore=compare.LOOKS)
    names = before.labels(), after.labels()
    differences: list[tuple[str, ...]] = []
    for part, label in ((found.nodes.removed, "node removed"), (found.nodes.added, "node added")):
        differences += [(label, node.label) for node in part]
    for edges, label, which in ((found.edges.removed, "arrow removed", 0), (found.edges.added, "arrow added", 1)):
        differences += [(label, *_ends(edge, names[which])) for edge in edges]
    for change in found.edges.changed:
        fine = change.reversed and not change.fields
        differences.append(("arrow reversed" if fine else "other", *_ends(change.before, names[0])))
    differences += [("other",)] * (len(found.nodes.changed) + len(found.groups) + (found.direction is not None))
    return sorted(differences)


def _ends(edge: Edge, names: Mapping[str, str]) -> tuple[str, str]:
    ends = names[edge.source], names[edge.target]
    return ends if edge.head is not Head.NONE else ends[::-1]


def _free_id(diagram: Diagram, number: int) -> str:
    taken = diagram.labels()
    return next(key for k in range(len(taken) + 1) if (key := f"new{number}_{k}") not in taken)


class _Planner:
    """A plan at one place, made up change by change. ``busy`` are the nodes that a change has touched."""

    def __init__(self, figure: Figure, center: str, rng: np.random.Generator) -> None:
        self.figure, self.rng = figure, rng
        self.plan = Plan()
        self.busy: set[str] = set()
        self.near = _within(figure, center, 2)
        self.joined = {frozenset((a.source, a.target)) for a in figure.arrows}
        # Nodes are relabelled, or come and go: else a reader could take one for the other.
        self.renames = bool(rng.random() < 0.5)

    def add(self, kind: str) -> None:
        """One more change of this kind, if there is room for it."""
        what, name = kind.split()
        if what == "arrow":
            self._add_arrow(name)
        elif name == "relabelled" and self.renames and len(self.plan.relabelled) < 2:
            self._relabel()
        elif name in ("added", "removed") and not (self.renames or self.plan.added_nodes or self.plan.removed_nodes):
            self._come_or_go(name)

    def _add_arrow(self, name: str) -> None:
        plan = self.plan
        if name == "added":
            free = [key for key in self.near if key not in self.busy]
            pairs = [(a, b) for a in free for b in free if a != b and frozenset((a, b)) not in self.joined]
            if pairs:
                pair = pairs[int(self.rng.integers(len(pairs)))]
                self.plan = replace(plan, added_edges=(*plan.added_edges, pair))
                self.busy.update(pair)
            return
        place, arrows = set(self.near) - self.busy, self.figure.arrows
        both = {(a.source, a.target) for a in arrows}
        fit = [
            a
            for a in arrows
            if {a.source, a.target} <= place and a.source != a.target and (a.target, a.source) not in both
        ]
        if fit:
            arrow = fit[int(self.rng.integers(len(fit)))]
            self.busy.update((arrow.source, arrow.target))
            if name == "removed":
                self.plan = replace(plan, removed_edges=(*plan.removed_edges, arrow.edge))
            else:
                self.plan = replace(plan, reversed=(*plan.reversed, arrow.edge))

    def _relabel(self) -> None:
        """A node that arrows tell from others, whatever it is called; and none that is next to another such one."""
        fit = [key for key in self.near if key not in self.busy and self._around(key) - {key}]
        fit = [key for key in fit if not self._around(key) & set(self.plan.relabelled)]
        if not fit:
            return
        key = fit[int(self.rng.integers(len(fit)))]
        label = _other_label(self.figure.labels[key], self._labels(), self.rng)
        if label is not None:
            self.plan = replace(self.plan, relabelled={**self.plan.relabelled, key: label})
            self.busy |= {key, *self._around(key)}

    def _come_or_go(self, name: str) -> None:
        fit = [key for key in self.near if key not in self.busy]
        if name == "removed":
            fit = [key for key in fit if len(self._around(key)) <= _FEW and not self._around(key) & self.busy]
        label = _new_label(self._labels(), self.rng) if name == "added" else ""
        if not fit or label is None:
            return
        key = fit[int(self.rng.integers(len(fit)))]
        if name == "added":
            self.plan = replace(self.plan, added_nodes=((key, label),))
            self.busy.add(key)
        else:
            self.plan = replace(self.plan, removed_nodes=(key,))
            self.busy |= {key, *self._around(key)}

    def _around(self, key: str) -> set[str]:
        return {*self.figure.next[key], *self.figure.previous[key]}

    def _labels(self) -> list[str]:
        diagram = self.figure.diagram
        shown = [*diagram.labels().values(), *(e.label for e in diagram.edges), *self.plan.relabelled.values()]
        return [label for label in shown if label.strip()]


def _within(figure: Figure, center: str, steps: int) -> list[str]:
    """Nodes at most so many arrows away, whichever way these run, in the order of the diagram."""
    found, edge = {center}, {center}
    for _ in range(steps):
        edge = {other for key in edge for other in (*figure.next[key], *figure.previous[key])} - found
        found |= edge
    return [key for key in figure.labels if key in found]


def _other_label(label: str, labels: list[str], rng: np.random.Generator) -> str | None:
    """What else this node could be called: another thing of its kind, or half of what others are called."""
    return _first_unlike([*siblings(label), *_crossed([label], labels, rng), plausible(labels, rng)], labels)


def _new_label(labels: list[str], rng: np.random.Generator) -> str | None:
    """What one more node could be called."""
    return _first_unlike([*_crossed(labels, labels, rng), plausible(labels, rng), plausible([], rng)], labels)


def _crossed(firsts: list[str], seconds: list[str], rng: np.random.Generator) -> list[str]:
    """Labels of which one word is another label's: "Check order" and "Send invoice" give "Send order"."""
    ones, others = ([w for label in pool if (w := _plain_words(label))] for pool in (firsts, seconds))
    if not ones or not others:
        return []
    found = []
    for _ in range(_TRIES):
        one, other = ones[int(rng.integers(len(ones)))], others[int(rng.integers(len(others)))]
        found.append(" ".join([other[0], *one[1:]]))
    return found


def _plain_words(label: str) -> list[str]:
    """The words of a label of two or three that are but letters, else none."""
    words = label.split()
    return words if len(words) in (2, 3) and all(w.isalpha() for w in words) else []


def _first_unlike(candidates: Iterable[str], labels: list[str]) -> str | None:
    return next((c for c in candidates if all(_are_unlike(c, label) for label in labels)), None)


def _are_unlike(a: str, b: str) -> bool:
    """Whether two labels differ in whole words at a glance."""
    one, two = fold(a).split(), fold(b).split()
    mine, other = " ".join(w for w in one if w not in two), " ".join(w for w in two if w not in one)
    return Levenshtein.distance(mine, other) >= _UNLIKE
