"""The checker agrees with questions as they are made, and not with answers that are changed."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

import pytest

from graphicacy.read.asking import drafts, question_of
from graphicacy.read.corpus.library import LibrarySource
from graphicacy.read.grading import check_gold
from graphicacy.read.question import Question
from graphicacy.read.renderings import draw_figure, sources_of
from graphicacy.read.taxonomy import leaves_named
from read.checker import CHECKS, check
from read.checker_case import NONE, Case, Unchecked, Wrong
from read.checker_sources import read_dot, read_mermaid

KEYS = ("biology/cell-cycle-checkpoints", "medicine/surgical-safety-checklist")
CHANGED = ("structure-comparison", "position-awareness")  # of these, what cannot be seen from one source is not checked


@lru_cache(maxsize=1)
def cases() -> tuple[tuple[Question, Case], ...]:
    return tuple(made())


def made() -> Iterator[tuple[Question, Case]]:
    for key, rendering in zip(KEYS, ("graphviz", "mermaid"), strict=True):
        entry = LibrarySource().load(key)
        figure = draw_figure(entry, rendering)
        mermaid, dot = sources_of(entry)
        scene = json.loads(json.dumps(figure.scene.to_json(figure.diagram)))
        for leaf in leaves_named(()):
            for variant in leaf.variants:
                for number, draft in enumerate(islice(drafts(figure, leaf, variant, 0), 2)):
                    question = question_of(draft, figure, leaf, number, ())
                    pictures = [drawing.png for drawing in draft.pictures] or [figure.drawing.png]
                    yield question, Case(json.loads(json.dumps(question.to_json())), mermaid, dot, scene, pictures)


def test_every_leaf_is_asked_and_agreed_with() -> None:
    found: Counter[tuple[str, str]] = Counter()
    for question, case in cases():
        try:
            check(case)
            found[question.task, "agrees"] += 1
        except Unchecked:
            found[question.task, "unchecked"] += 1
    assert {task for task, how in found if how == "agrees"} == set(CHECKS)
    assert sum(n for (_, how), n in found.items() if how == "unchecked") <= 0.1 * found.total()


def test_every_right_answer_is_graded_right() -> None:
    for question, _ in cases():
        grade = check_gold(question.answer_type, question.answer, question.rubric)
        assert (grade.score, grade.strict) == (1.0, 1.0), question.id


def test_changed_answers_are_found_out() -> None:
    missed = []
    for question, case in cases():
        if question.task in CHANGED or (wrong := changed(question.answer)) is None:
            continue
        try:
            check(replace(case, question=case.question | {"answer": wrong}))
            missed.append(question.id)
        except (Wrong, Unchecked, ValueError, KeyError):
            pass
    assert not missed


def changed(answer: Any) -> Any:
    """Another answer of the same form: one item less, the box elsewhere, another direction."""
    if isinstance(answer, dict):
        return answer | {"edges": answer["edges"][1:]}
    if isinstance(answer, list) and answer and isinstance(answer[0], float):
        return [value + 60 for value in answer]
    if isinstance(answer, list):
        return answer[:-1] if answer else None
    if answer == NONE:
        return None
    if "->" in answer:
        lines = answer.split("\n")
        del lines[max(k for k, line in enumerate(lines) if "->" in line)]
        return "\n".join(lines)
    return {"N": "S"}.get(answer, "N")


def test_changed_words_are_found_out() -> None:
    """An answer stays, and the graph is another: its first arrow runs the other way."""
    for key in KEYS:
        entry = LibrarySource().load(key)
        first, dot = entry.diagram.edges[0], sources_of(entry)[1]
        turned = re.sub(rf"\b{first.source} -> {first.target}\b", f"{first.target} -> {first.source}", dot, count=1)
        assert turned != dot
        for question, case in cases():
            if question.diagram.endswith(key.rpartition("/")[2]) and question.task == "graph-parsing":
                if question.variant == "nodes":
                    continue
                with pytest.raises(Wrong):
                    check(replace(case, dot=turned))


def test_the_two_sources_of_a_diagram_are_one_graph() -> None:
    source = LibrarySource()
    keys = sorted(source.keys())[::6]
    same = 0
    for key in keys:
        mermaid, dot = sources_of(source.load(key))
        try:
            same += read_mermaid(mermaid).summary() == read_dot(dot).summary()
        except ValueError:
            continue
    assert same >= 0.9 * len(keys)
