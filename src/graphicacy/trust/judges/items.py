"""What judges are asked about a correct drawing: its items in another order, or true and false ones mixed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from graphicacy.diagram.edit.words import plausible
from graphicacy.draw.predicates import Drawn, find_predicate
from graphicacy.draw.statements import parse_statement
from graphicacy.draw.task import DrawTask

__all__ = ["Falsified", "Shuffled", "falsified", "shuffled"]

Relation = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A task with its items in another order: item i of it is item ``relations[i]``, ``components[i]`` of the task."""

    task: DrawTask
    relations: tuple[int, ...]
    components: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Falsified:
    """A task some of whose items are false of its correct drawing.

    ``relations`` and ``components`` name, item by item, how it was made false; "" where it is true.
    """

    task: DrawTask
    relations: tuple[str, ...]
    components: tuple[str, ...]


def shuffled(task: DrawTask, rng: np.random.Generator) -> Shuffled:
    """The items in a random order."""
    relations = tuple(rng.permutation(len(task.required_relations)).tolist())
    components = tuple(rng.permutation(len(task.required_components)).tolist())
    update = {
        "required_relations": tuple(task.required_relations[i] for i in relations),
        "required_components": tuple(task.required_components[i] for i in components),
    }
    return Shuffled(task.model_copy(update=update), relations, components)


def falsified(task: DrawTask, rng: np.random.Generator) -> Falsified:
    """Half of the items, drawn at random, made false; an item for which no falsehood is certain stays true.

    A relation is *reversed*, where it is an arrow; led to *another* label, that nothing joins to its subject; or given
    the opposite *head*. A component becomes one that is *absent*: a thing that no label of the task names.
    """
    relations, how = list(task.required_relations), [""] * len(task.required_relations)
    for index in rng.permutation(len(relations))[: (len(relations) + 1) // 2].tolist():
        ways = list(_false_relations(task, relations[index], rng))
        if ways:
            how[index], relations[index] = ways[int(rng.integers(len(ways)))]
    components, absent = list(task.required_components), [""] * len(task.required_components)
    for index in rng.permutation(len(components))[: (len(components) + 1) // 2].tolist():
        components[index] = f"“{plausible([*task.required_labels, *components], rng)}”"
        absent[index] = "absent"
    update = {"required_relations": tuple(relations), "required_components": tuple(components)}
    return Falsified(task.model_copy(update=update), tuple(how), tuple(absent))


def _false_relations(task: DrawTask, relation: Relation, rng: np.random.Generator) -> Iterator[tuple[str, Relation]]:
    subject, name, obj = relation
    predicate = find_predicate(name)
    told = {(s, o) for s, _, o in task.required_relations} | _said_elsewhere(task)
    joined = {frozenset(pair) for pair in told}
    if predicate.drawn is Drawn.ARROW and (obj, subject) not in told:
        yield "reversed", (obj, name, subject)
    others = [label for label in task.required_labels if label != subject and {subject, label} not in joined]
    if others and predicate.drawn is not Drawn.ENCLOSURE:
        yield "another", (subject, name, others[int(rng.integers(len(others)))])
    opposite = "activates" if predicate.name == "inhibits" else "inhibits"
    apart = predicate.accepts.isdisjoint(find_predicate(opposite).accepts)
    alone = sum({s, o} == {subject, obj} for s, _, o in task.required_relations) == 1 and (obj, subject) not in told
    if predicate.drawn is Drawn.ARROW and predicate.known and apart and alone:
        yield "head", (subject, opposite, obj)


def _said_elsewhere(task: DrawTask) -> set[tuple[str, str]]:
    """The ends of connectors that components and conventions ask for."""
    statements = map(parse_statement, (*task.required_components, *task.discipline_conventions))
    return {(s.labels[0], s.labels[1]) for s in statements if s is not None and len(s.labels) == 2}
