"""Audits a suite of drawing tasks: coverage, sizes, wording, twins. What ``graphicacy draw tasks --check`` runs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from graphicacy.draw.predicates import Drawn, find_predicate
from graphicacy.draw.scoring.text import normalise
from graphicacy.draw.statements import parse_statement
from graphicacy.draw.task import DISCIPLINES, FIGURE_TYPES, DrawTask

__all__ = ["audit_coverage", "audit_suite", "audit_task"]

LABELS = {"easy": (6, 10), "medium": (10, 16), "hard": (16, 24)}
RELATIONS = {"easy": (3, 5), "medium": (6, 10), "hard": (10, 16)}


def audit_suite(tasks: Sequence[DrawTask], builtin: bool) -> list[str]:
    """Every fault as one line that starts with the task's id; coverage and sizes count for the built-in suite only."""
    faults = [fault for task in tasks for fault in audit_task(task, sized=builtin)]
    return faults + (audit_coverage(tasks) if builtin else [])


def audit_coverage(tasks: Sequence[DrawTask]) -> list[str]:
    """8 figure types × (1 easy, 2 medium, 1 hard), and every discipline."""
    faults = []
    for figure_type in FIGURE_TYPES:
        counts = Counter(t.difficulty for t in tasks if t.figure_type == figure_type)
        if counts != {"easy": 1, "medium": 2, "hard": 1}:
            faults.append(f"suite: {figure_type}: {dict(counts)} instead of 1 easy, 2 medium, 1 hard")
    missing = sorted(set(DISCIPLINES) - {t.discipline for t in tasks})
    if missing:
        faults.append(f"suite: no task in {', '.join(missing)}")
    return faults


def audit_task(task: DrawTask, sized: bool) -> list[str]:
    """Faults of one task."""
    faults = [*_wording(task), *_relations(task), *_statements(task)]
    if sized:
        faults += _sizes(task)
    return [f"{task.id}: {fault}" for fault in faults]


def _sizes(task: DrawTask) -> list[str]:
    faults = []
    for what, count, (least, most) in (
        ("labels", len(task.required_labels), LABELS[task.difficulty]),
        ("relations", len(task.required_relations), RELATIONS[task.difficulty]),
    ):
        if not least <= count <= most:
            faults.append(f"{count} {what}, a task that is {task.difficulty} has {least}-{most}")
    if task.figure_type not in FIGURE_TYPES:
        faults.append(f"unknown figure type {task.figure_type!r}")
    if task.discipline not in DISCIPLINES:
        faults.append(f"unknown discipline {task.discipline!r}")
    for name in ("sources", "required_components", "discipline_conventions", "negative_constraints"):
        if not getattr(task, name):
            faults.append(f"{name} is empty")
    return faults


def _wording(task: DrawTask) -> list[str]:
    prompt = " ".join(task.prompt.split())
    faults = [f"the prompt does not name {label!r}" for label in task.required_labels if label not in prompt]
    seen: dict[str, str] = {}
    for label in task.required_labels:
        key = normalise(label)
        if key in seen:
            faults.append(f"{label!r} and {seen[key]!r} are the same once normalised")
        seen[key] = label
    return faults


def _relations(task: DrawTask) -> list[str]:
    faults, pairs, parents = [], set(), {}
    for subject, name, obj in task.required_relations:
        predicate = find_predicate(name)
        if not predicate.known:
            faults.append(f"unknown predicate {name!r} (any directed connector would satisfy it)")
        if subject == obj:
            faults.append(f"a relation of {subject!r} with itself")
        if (subject, obj) in pairs:
            faults.append(f"two relations from {subject!r} to {obj!r}")
        pairs.add((subject, obj))
        if predicate.drawn is Drawn.ENCLOSURE:
            if obj in parents:
                faults.append(f"{obj!r} lies in two containers")
            parents[obj] = subject
    for label in parents:
        chain, parent = {label}, parents[label]
        while parent in parents and parent not in chain:
            chain.add(parent)
            parent = parents[parent]
        if parent in chain:
            faults.append(f"{label!r} contains itself")
    return faults


def _statements(task: DrawTask) -> list[str]:
    """Labels that a sentence quotes are required labels, except those that must not appear."""
    known = set(task.required_labels)
    faults = []
    for sentence in (*task.required_components, *task.discipline_conventions, *task.negative_constraints):
        statement = parse_statement(sentence)
        if statement is None:
            quoted = re.findall(r"“([^”]+)”", sentence)
        elif statement.kind == "absent":
            quoted = []
            if statement.labels[0] in known:
                faults.append(f"{sentence!r}: but it is a required label")
        else:
            quoted = [*statement.labels, *([statement.argument] if statement.kind == "edge-label" else [])]
        faults += [f"{sentence!r}: {label!r} is no required label" for label in quoted if label not in known]
    return faults
