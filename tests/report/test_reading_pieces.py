"""What of an answer is found, missed and wrong, item by item."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.read.question import NONE, AnswerType, Question
from graphicacy.read.record import ReadResult
from graphicacy.report.reading.pieces import Answered, compared
from graphicacy.report.reading.words import label_text, outcome_of, remarks_of, words_of
from report.synthetic_reading import question, said


def verdicts(answered: Answered) -> tuple[list[tuple[str, str]], list[tuple[str, str]] | None]:
    gold = [(words_of(p), p.verdict) for p in answered.gold if p.listed]
    return gold, None if answered.said is None else [(words_of(p), p.verdict) for p in answered.said if p.listed]


def both(asked: Question, answer: Any) -> tuple[list[tuple[str, str]], list[tuple[str, str]] | None]:
    return verdicts(compared(asked, said(asked, answer)))


def edge(source: str, target: str) -> dict[str, str]:
    return {"source": source, "target": target}


def test_nodes_are_told_apart_as_the_grader_does() -> None:
    gold, given_ = both(question(AnswerType.NODES, ["A b", "C"]), ["c", "“a  B”", "D"])
    assert gold == [("A b", "found"), ("C", "found")]
    assert given_ == [("c", "found"), ("“a B”", "found"), ("D", "wrong")]


def test_a_reversed_arrow_is_missed_and_wrong() -> None:
    gold, given_ = both(question(AnswerType.EDGES, [edge("A", "B")]), [edge("B", "A")])
    assert gold == [("A → B", "missed")]
    assert given_ == [("B → A", "wrong")]


@given(st.lists(st.sampled_from("abc"), max_size=6), st.lists(st.sampled_from("abcd"), min_size=1, max_size=6))
def test_each_item_is_found_as_often_as_it_is_on_both_sides(gold: list[str], answer: list[str]) -> None:
    asked = question(AnswerType.NODES, gold)
    answered = compared(asked, said(asked, answer))
    shared = (Counter(gold) & Counter(answer)).total()
    assert answered.said is not None
    assert sum(p.verdict == "found" for p in answered.gold) == shared
    assert sum(p.verdict == "found" for p in answered.said) == shared
    numbers = [p.number for p in answered.said]
    assert len(set(numbers)) == len(numbers)
    assert {p.number for p in answered.said if p.verdict == "found"} == {
        p.number for p in answered.gold if p.verdict == "found"
    }


def test_another_admitted_path_is_right_throughout() -> None:
    rubric = {"edges": [["A", "B"], ["B", "D"], ["A", "C"], ["C", "D"]], "start": "A", "end": "D"}
    asked = question(AnswerType.PATH, ["A", "B", "D"], rubric=rubric)
    gold, given_ = both(asked, ["A", "C", "D"])
    assert gold == given_ == [("A", "found"), ("C", "found"), ("D", "found")]


def test_a_step_without_an_arrow_is_wrong_though_its_nodes_are_right() -> None:
    rubric = {"edges": [["A", "B"], ["B", "C"]], "start": "A", "end": "C"}
    asked = question(AnswerType.PATH, ["A", "B", "C"], rubric=rubric)
    answered = compared(asked, said(asked, ["A", "C"]))
    assert answered.said is not None
    steps = [(words_of(p), p.verdict) for p in answered.said if not p.listed]
    assert steps == [("A → C", "wrong")]
    assert [p.verdict for p in answered.gold if p.listed] == ["found", "missed", "found"]


def test_code_is_compared_by_the_graph_that_it_draws() -> None:
    rubric = {"notation": "mermaid", "nodes": ["A", "B"], "edges": [edge("A", "B")]}
    asked = question(AnswerType.CODE, "flowchart TB\n  A --> B", rubric=rubric)
    gold, given_ = both(asked, "```mermaid\nflowchart TB\n  x[B] --> A\n```")
    assert gold == [("A", "found"), ("B", "found"), ("A → B", "missed")]
    assert given_ == [("B", "found"), ("A", "found"), ("B → A", "wrong")]


def test_pairs_have_no_order_and_changes_no_further_words() -> None:
    pair = [edge("A", "B"), edge("C", "D")]
    gold, _ = both(question(AnswerType.EDGE_PAIRS, [pair]), [pair[::-1]])
    assert [verdict for _, verdict in gold] == ["found"]
    change = {"change": "relabelled", "from": "A", "to": "B"}
    gold, given_ = both(question(AnswerType.DIFFERENCES, [change]), [{**change, "change": "renamed"}])
    assert gold == [("relabelled: A ⇒ B", "found")]
    assert given_ == [("renamed: A ⇒ B", "found")]


def test_a_box_and_its_right_one_are_both_there() -> None:
    asked = question(AnswerType.BOX, [0, 0, 100, 100], rubric={"width": 1000, "height": 1000})
    gold, given_ = both(asked, [0, 0, 100, 90])
    assert gold == [("x 0–100, y 0–100 px", "missed")]
    assert given_ == [("x 0–100, y 0–90 px", "found")]
    _, given_ = both(asked, [500, 500, 600, 600])
    assert given_ == [("x 500–600, y 500–600 px", "wrong")]


def test_a_word_is_right_or_wrong() -> None:
    asked = question(AnswerType.DIRECTION, "NE")
    assert both(asked, "north-east") == ([("NE", "found")], [("NE", "found")])
    assert both(asked, "S") == ([("NE", "missed")], [("S", "wrong")])


def test_nothing_is_an_answer_and_no_answer_is_none() -> None:
    asked = question(AnswerType.NODES, NONE)
    assert both(asked, NONE) == ([], [])
    assert both(asked, ["A"]) == ([], [("A", "wrong")])
    gold, given_ = both(question(AnswerType.NODES, ["A"]), "I cannot help with that.")
    assert gold == [("A", "missed")]
    assert given_ is None


@pytest.mark.parametrize("box", [None, "x", [1, 2, 3], [1, 2, 3, float("nan")], [1, 2, 3, 1e300], [1, 2, 3, {}]])
def test_a_box_that_is_none_in_a_file_of_results_is_no_answer(box: Any) -> None:
    asked = question(AnswerType.BOX, [0, 0, 9, 9], rubric={"width": 10, "height": 10})
    result = said(asked, [0, 0, 900, 900]).model_copy(update={"details": {"box": box}})
    assert compared(asked, result).said is None


def test_thousands_of_items_are_cut_and_counted() -> None:
    asked = question(AnswerType.NODES, ["A"])
    answered = compared(asked, said(asked, [f"n{i}" for i in range(3000)]))
    assert answered.said is not None
    assert len(answered.said) + answered.more == 3000
    assert answered.more > 0


def test_labels_are_one_line_without_what_turns_text_round() -> None:
    assert label_text("a\u202eb\n<b>\0") == "ab <b>"
    assert label_text(" \u200b ") == "(no label)"
    assert len(label_text("x" * 5000)) < 200


def result(**more: Any) -> ReadResult:
    return said(question(AnswerType.NODES, ["A", "B"]), ["A"]).model_copy(update=more)


def test_outcomes_keep_no_answer_apart_from_wrong() -> None:
    assert outcome_of(result()) == "partly right"
    assert outcome_of(result(score=0.0)) == "wrong"
    assert outcome_of(result(score=1.0, strict=1.0)) == "right"
    assert outcome_of(result(score=1.0, strict=0.0)) == "partly right"
    assert outcome_of(result(score=None, strict=None, status="refused")) == "no answer"


def test_remarks_say_what_a_number_does_not() -> None:
    assert remarks_of(result()) == ["of what was answered 100 % is right; of what is right 50 % was answered"]
    assert remarks_of(result(status="failed", reason="HTTP 500", score=None, strict=None, details={})) == ["HTTP 500"]
    strange = {"note": 7, "iou": "x", "precision": [], "recall": 2, "f1_fuzzy": float("nan"), "fabricated": "yes"}
    assert remarks_of(result(details=strange)) == []
