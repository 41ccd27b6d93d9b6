"""Who wants a reward for less than a drawing gets none: every trick of ``drawing_tricks``, on tasks in turn."""

from __future__ import annotations

from functools import cache

import pytest

from drawing_tricks import ADDED, INSTEAD, honest_drawing, reference_drawing
from graphicacy.draw.systems.controls import draw_control
from graphicacy.draw.task import DrawTask, load_suite
from graphicacy.train.rewards.draw import draw_reward

TASKS = load_suite()
NO_GAIN = {"empty boxes", "a scribble"}  # that may be ornament: they earn nothing, and cost where they are in the way
SEEN = {"labels dumped into the drawing", "text in small gaps", "nearly white text"}
IN_PLACE = 0.1  # a label laid over the picture at random may fall into the box that lacks it, which is then right


@cache
def _base(drawing, task_id: str) -> float:
    task = _task(task_id)
    return draw_reward(drawing(task), task=task).value


@cache
def _task(task_id: str) -> DrawTask:
    return next(task for task in TASKS if task.id == task_id)


def _some(number: int) -> list[DrawTask]:
    """Other tasks for each trick, twelve in all."""
    return [TASKS[5 * (number + 5 * k) % 12 * 2] for k in range(2)]


@pytest.mark.parametrize(("number", "name"), list(enumerate(ADDED)))
def test_what_is_put_into_a_drawing_without_need_costs(number, name):
    for task in _some(number):
        for drawing in (reference_drawing, honest_drawing):
            before = _base(drawing, task.id)
            after = draw_reward(ADDED[name](task, drawing(task)), task=task)
            least = -IN_PLACE if drawing is honest_drawing and name in SEEN else 0.0 if name in NO_GAIN else 0.005
            assert after.value <= before - least, (task.id, drawing.__name__, before, after)


@pytest.mark.parametrize(("number", "name"), list(enumerate(INSTEAD)))
def test_what_stands_in_the_place_of_a_drawing_earns_less_than_a_fair_try(number, name):
    for task in _some(number):
        earned = draw_reward(INSTEAD[name](task), task=task)
        other = reference_drawing if name == "every arrow both ways" else honest_drawing
        assert earned.value < _base(other, task.id) - 0.05, (task.id, earned)


@pytest.mark.parametrize("task", TASKS[::4], ids=lambda task: task.id)
def test_the_better_drawing_earns_more(task):
    blank, dump = (draw_reward(draw_control(name, task).svg, task=task).value for name in ("blank", "label-dump"))
    assert blank <= dump < _base(honest_drawing, task.id) < _base(reference_drawing, task.id)
    assert _base(reference_drawing, task.id) > 0.97
