"""Judges are asked in ways whose right answer is known; simulated ones have the faults that are found in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

from graphicacy.draw.record import Judgement
from graphicacy.draw.task import DrawTask, load_suite
from graphicacy.trust.judges import probe
from graphicacy.trust.judges.items import falsified, shuffled
from graphicacy.trust.stress.asking import Answered, Asking, Judges
from graphicacy.trust.stress.record import JudgeRow

TASKS = [task for task in load_suite() if len(task.required_relations) >= 4][:20]
TRUE = {task.id: {*task.required_relations, *task.required_components} for task in TASKS}
DRAWINGS = [(task.id, task, b"") for task in TASKS]
Say = Callable[[bool, int, int, np.random.Generator], bool]  # truth, place, places → verdict


def _judge(say: Say, seed: int = 0) -> Judges:
    rng = np.random.default_rng(seed)

    def ask(askings: Sequence[Asking]) -> Iterator[Answered]:
        for asking in askings:
            task = asking.task
            items = [*task.required_relations, *task.required_components]
            verdicts = [say(item in TRUE[task.id], i, len(items), rng) for i, item in enumerate(items)]
            n = len(task.required_relations)
            judgement = Judgement(
                judge="sim", prompt="p", relations=tuple(verdicts[:n]), components=tuple(verdicts[n:]),
                structure=float(3 + len(task.id) % 2), conventions=4.0,
            )  # fmt: skip
            yield Answered(asking.key, "sim", judgement)

    return ask


def _row(say: Say, repeats: int = 2) -> JudgeRow:
    (row,) = probe(_judge(say), DRAWINGS, repeats=repeats, seed=1)
    return row


def test_a_perfect_judge_has_no_fault() -> None:
    row = _row(lambda truth, *_: truth)
    assert row.repeat is not None
    assert row.order is not None
    assert (row.repeat.same, row.order.same, row.order.effect) == (1.0, 1.0, 0.0)
    assert row.sensitivity is not None
    assert row.specificity is not None
    assert (row.sensitivity.rate, row.specificity.rate, row.yes_bias, row.unscored) == (1.0, 1.0, 0.0, 0)
    assert {rate.operator for rate in row.falsehoods} == {"reversed", "another", "head", "absent"}
    assert row.order.by_place == (1.0,) * 5


def test_a_judge_that_always_says_yes_has_no_specificity() -> None:
    row = _row(lambda *_: True)
    assert row.specificity is not None
    assert row.specificity.rate == 0
    assert row.yes_bias is not None
    assert 0.3 < row.yes_bias < 0.6


def test_known_sensitivity_and_specificity_are_found_again() -> None:
    row = _row(lambda truth, i, n, rng: bool(rng.random() < (0.9 if truth else 0.3)))
    for rate, planted in ((row.sensitivity, 0.9), (row.specificity, 0.7)):
        assert rate is not None
        assert rate.low is not None
        assert rate.high is not None
        assert rate.low <= planted <= rate.high
        assert rate.n > 100


def test_noise_lowers_repeats_as_it_should() -> None:
    row = _row(lambda truth, i, n, rng: bool(rng.random() < 0.8))
    assert row.repeat is not None
    assert row.repeat.same == pytest.approx(0.8**2 + 0.2**2, abs=0.04)
    assert row.repeat.low is not None
    assert row.repeat.low < 0.68 < (row.repeat.high or 0)


def test_an_effect_of_order_is_told_from_noise() -> None:
    row = _row(lambda truth, i, n, rng: i * 5 // n < 4)  # no to all in the last fifth
    assert row.order is not None
    assert row.order.effect is not None
    assert row.order.effect > 0.1
    assert (row.order.effect_low or 0) > 0
    assert row.order.by_place == (1.0, 1.0, 1.0, 1.0, 0.0)
    noisy = _row(lambda truth, i, n, rng: bool(rng.random() < 0.8)).order
    assert noisy is not None
    assert (noisy.effect_low or 0) <= 0 <= (noisy.effect_high or 0)


def test_ratings_that_stay_have_an_icc_of_one_and_constant_ones_have_none() -> None:
    row = _row(lambda truth, *_: truth)
    assert row.repeat is not None
    assert row.repeat.icc["SQ"] == pytest.approx(1.0)
    assert row.repeat.icc["CA"] is None


def test_what_cannot_be_read_is_counted_and_is_neither_yes_nor_no() -> None:
    def mute(askings: Sequence[Asking]) -> Iterator[Answered]:
        yield from (Answered(one.key, "mute", None, "no answer") for one in askings)

    (row,) = probe(mute, DRAWINGS[:3], repeats=1)
    assert row.unscored == 3 * 5
    assert row.sensitivity is not None
    assert (row.sensitivity.n, row.sensitivity.rate, row.yes_bias) == (0, None, None)
    assert row.repeat is not None
    assert row.repeat.same is None


def test_without_repeats_nothing_is_said_of_them() -> None:
    assert _row(lambda truth, *_: truth, repeats=0).repeat is None


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_falsehoods_are_false_and_their_tasks_sound(task: DrawTask) -> None:
    for seed in range(5):
        wrong = falsified(task, np.random.default_rng(seed))
        DrawTask.model_validate(wrong.task.model_dump())
        for relation, how in zip(wrong.task.required_relations, wrong.relations, strict=True):
            assert (relation in task.required_relations) == (not how)
        for component, how in zip(wrong.task.required_components, wrong.components, strict=True):
            assert (component in task.required_components) == (not how)
        assert any(wrong.relations)


def test_what_a_convention_asks_for_is_no_falsehood() -> None:
    task = DrawTask(
        id="t",
        required_labels=("A", "B", "C"),
        required_relations=(("A", "precedes", "B"),),
        discipline_conventions=("The arrow from “B” to “A” is labelled “again”", "The arrow from “C” to “A” is dashed"),
    )
    for seed in range(20):
        wrong = falsified(task, np.random.default_rng(seed))
        assert wrong.relations == ("",)
        assert wrong.task.required_relations == task.required_relations


def test_a_shuffled_task_knows_the_way_back() -> None:
    mixed = shuffled(TASKS[0], np.random.default_rng(3))
    assert [TASKS[0].required_relations[i] for i in mixed.relations] == list(mixed.task.required_relations)
    assert sorted(mixed.components) == list(range(len(TASKS[0].required_components)))


def test_a_seed_gives_the_same_questions() -> None:
    def keys(seed: int) -> list[Asking]:
        seen: list[Asking] = []

        def ask(askings: Sequence[Asking]) -> Iterator[Answered]:
            seen.extend(askings)
            return iter(())

        probe(ask, DRAWINGS[:2], seed=seed)
        return seen

    assert keys(1) == keys(1)
    assert keys(1) != keys(2)
