"""The controls, over the whole suite: right is told from wrong by geometry alone."""

from __future__ import annotations

import numpy as np
import pytest
from figures import a_task

from graphicacy.draw.score import score_drawing
from graphicacy.draw.systems.controls import CONTROLS, draw_control, scramble
from graphicacy.draw.systems.reference import reference_diagram
from graphicacy.draw.task import load_suite
from graphicacy.sight.gather import gather

TASKS = {task.id: task for task in load_suite()}


def scored(name: str, task_id: str):
    return score_drawing(TASKS[task_id], gather(draw_control(name, TASKS[task_id]), "live"))


@pytest.mark.parametrize("task_id", sorted(TASKS))
def test_controls_are_ordered_and_the_reference_is_right(task_id: str) -> None:
    reference, *rest = (scored(name, task_id) for name in CONTROLS)
    assert draw_control("reference", TASKS[task_id]).diagram is None  # nothing is known but the picture
    assert reference.TF is not None
    assert reference.TF >= 0.95
    assert [r.relation for r in reference.relations if r.verdict != "yes"] == []
    assert [c.component for c in reference.components if c.verdict == "no"] == []
    overall = [reference.overall, *(r.overall for r in rest)]
    assert None not in overall
    assert overall == sorted(overall, reverse=True)
    assert len(set(overall)) == 4


def test_the_same_seed_gives_the_same_bytes_and_another_other_defects() -> None:
    task = TASKS["path-004"]
    for name in CONTROLS:
        assert draw_control(name, task, 3).png == draw_control(name, task, 3).png
    assert draw_control("scrambled", task, 1).png != draw_control("scrambled", task, 2).png


def test_scrambled_differs_by_known_defects() -> None:
    diagram = reference_diagram(TASKS["path-004"])
    wrong = scramble(diagram, np.random.default_rng(0))
    share = len(diagram.edges) // 4
    assert len(wrong.edges) == len(diagram.edges) - share
    kept = {(e.source, e.target, e.head) for e in diagram.edges} & {(e.source, e.target, e.head) for e in wrong.edges}
    assert len(kept) == len(diagram.edges) - 3 * share
    assert sum(a.label != b.label for a, b in zip(diagram.nodes, wrong.nodes, strict=True)) == 2


def test_scrambling_a_figure_without_connectors_still_misspells() -> None:
    wrong = scramble(reference_diagram(a_task(labels=["Alpha", "Beta"])), np.random.default_rng(0))
    assert {n.label for n in wrong.nodes}.isdisjoint({"Alpha", "Beta"})


def test_unknown_control() -> None:
    with pytest.raises(ValueError, match="reference, scrambled, label-dump, blank"):
        draw_control("perfect", TASKS["mech-001"])
