"""Which questions have a page."""

from __future__ import annotations

import random
from collections import Counter

from graphicacy.read.question import AnswerType
from graphicacy.read.record import ReadResult
from graphicacy.report.reading.choose import chosen
from graphicacy.report.reading.words import outcome_of
from report.synthetic_reading import question, said

SYSTEMS = [f"s{i}" for i in range(4)]
VARIANTS = [("graph-parsing", "full"), ("graph-parsing", "nodes"), ("semantic", "element"), ("edge-layout", "long")]


def results(questions: int = 30) -> list[ReadResult]:
    dice = random.Random(5)
    answers = [["A", "B"], ["A"], ["C"], "I cannot help with that."]
    found = []
    for task, variant in VARIANTS:
        for n in range(questions):
            asked = question(AnswerType.NODES, ["A", "B"], id=f"d:{task}:{variant}:{n}", task=task, variant=variant)
            found += [said(asked, dice.choice(answers), system) for system in SYSTEMS]
    return found


RESULTS = results()


def answers(most: int) -> list[ReadResult]:
    return [result for group in chosen(RESULTS, SYSTEMS, most=most) for result in group]


def test_every_variant_has_an_example_of_every_outcome_of_every_system() -> None:
    shown = Counter((r.task, r.variant, r.system, outcome_of(r)) for r in answers(100))
    assert len(shown) == len(VARIANTS) * len(SYSTEMS) * 4


def test_every_variant_and_system_is_there_first() -> None:
    shown = Counter((r.task, r.variant) for r in answers(len(VARIANTS) * len(SYSTEMS)))
    assert len(shown) == len(VARIANTS)


def test_no_more_than_wanted() -> None:
    assert len(chosen(RESULTS, SYSTEMS, most=50)) == 50
    assert len(answers(10_000)) == len(RESULTS)


def test_each_question_is_there_with_the_answers_of_all_systems_in_order() -> None:
    for group in chosen(RESULTS, SYSTEMS, most=30):
        assert [r.system for r in group] == SYSTEMS
        assert len({r.id for r in group}) == 1


def test_of_a_variant_the_worst_answered_question_comes_first() -> None:
    means = [sum(r.score or 0 for r in group) for group in chosen(RESULTS, SYSTEMS) if group[0].task == "semantic"]
    assert means == sorted(means)


def test_the_order_of_the_results_does_not_matter() -> None:
    mixed = random.Random(1).sample(RESULTS, len(RESULTS))
    assert chosen(mixed, SYSTEMS, most=40) == chosen(RESULTS, SYSTEMS, most=40)
