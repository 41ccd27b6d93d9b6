"""Which answers the page shows."""

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


def test_every_variant_has_an_example_of_every_outcome_of_every_system() -> None:
    shown = Counter((r.task, r.variant, r.system, outcome_of(r)) for r in chosen(RESULTS, SYSTEMS, most=400))
    assert len(shown) == len(VARIANTS) * len(SYSTEMS) * 4


def test_every_variant_and_system_is_there_even_where_that_is_more_than_wanted() -> None:
    shown = Counter((r.task, r.variant, r.system) for r in chosen(RESULTS, SYSTEMS, most=1))
    assert len(shown) == len(VARIANTS) * len(SYSTEMS)


def test_no_more_than_wanted_but_for_the_last_question() -> None:
    assert 200 <= len(chosen(RESULTS, SYSTEMS, most=200)) < 200 + len(SYSTEMS)
    assert len(chosen(RESULTS, SYSTEMS, most=10_000)) == len(RESULTS)


def test_each_question_is_there_with_the_answers_of_all_systems_in_order() -> None:
    shown = chosen(RESULTS, SYSTEMS, most=100)
    assert [r.system for r in shown] == SYSTEMS * (len(shown) // len(SYSTEMS))
    assert all(len({r.id for r in shown[i : i + 4]}) == 1 for i in range(0, len(shown), 4))


def test_of_a_variant_the_worst_answered_question_comes_first() -> None:
    shown = [r for r in chosen(RESULTS, SYSTEMS) if r.task == "semantic"]
    means = [sum(r.score or 0 for r in shown[i : i + 4]) for i in range(0, len(shown), 4)]
    assert means == sorted(means)


def test_the_order_of_the_results_does_not_matter() -> None:
    mixed = random.Random(1).sample(RESULTS, len(RESULTS))
    assert chosen(mixed, SYSTEMS, most=150) == chosen(RESULTS, SYSTEMS, most=150)
