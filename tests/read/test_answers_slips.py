"""Answers in forms that models choose for themselves: understood, or told apart from wrong ones."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from graphicacy.read.answers import Status, parse_answer
from graphicacy.read.question import NONE, AnswerType

_CODE = "flowchart TD\n  a[I cannot open it] --> b[Restart]"


@pytest.mark.parametrize("kind", list(AnswerType))
def test_a_refusal_in_the_place_of_an_answer_is_refused(kind: AnswerType) -> None:
    for words in ("I'm sorry, I cannot see the image.", ["I cannot determine this from the image."]):
        found = parse_answer("Here is what was asked for. " * 20 + json.dumps({"answer": words}), kind)
        assert found.status is Status.REFUSED, words


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (AnswerType.NODES, ["I cannot open it"]),
        (AnswerType.NODES, ["I cannot open the image", "Restart"]),
        (AnswerType.CODE, _CODE),
    ],
)
def test_a_label_in_the_first_person_is_no_refusal(kind: AnswerType, value: Any) -> None:
    assert parse_answer(json.dumps({"answer": value}), kind).value == value


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "submit", "arguments": {"answer": ["A", "B"]}}',
        '[{"type": "call", "name": "submit", "input": {"answer": ["A", "B"]}}]',
        '{"label": "result", "value": {"answer": ["A", "B"]}}',
    ],
)
def test_an_answer_within_another_object_comes_before_that_object(text: str) -> None:
    assert parse_answer(text, AnswerType.NODES).value == ["A", "B"]


@pytest.mark.parametrize(
    "words", ["keine", "Aucun", "没有。", "なし", "There is no such path.", "No nodes", "None of them"]
)
def test_none_has_many_words(words: str) -> None:
    found = parse_answer(json.dumps({"answer": words}), AnswerType.NODES)
    assert (found.status, found.value) == (Status.REPAIRED, NONE)


@pytest.mark.parametrize("label", ["No", "Not found", "No nodes left?", "None of the above", "Kein Zugriff"])
def test_labels_that_begin_like_none_are_labels(label: str) -> None:
    assert parse_answer(json.dumps({"answer": label}), AnswerType.NODES).value == [label]


def test_a_path_in_one_text_is_not_split_and_not_wrong() -> None:
    found = parse_answer('{"answer": "A -> B -> C"}', AnswerType.PATH)
    assert (found.status, found.note) == (Status.UNPARSEABLE, "a path is a list of labels")


def test_fields_of_a_difference_that_are_null_are_not_there() -> None:
    text = '{"answer": [{"change": "added", "node": "A", "edge": null, "from": null, "to": null}]}'
    assert parse_answer(text, AnswerType.DIFFERENCES).value == [{"change": "added", "node": "A"}]


def test_arrows_may_be_given_by_ids_that_the_answer_gives_to_its_nodes() -> None:
    nodes = [{"id": 1, "label": "A"}, {"id": "n2", "label": "B"}, {"id": "B", "label": "C"}]
    edges = [[1, "n2"], ["n2", "A"], ["B", "C"]]  # the last from the node with the label B: labels come first
    found = parse_answer(json.dumps({"answer": {"nodes": nodes, "edges": edges}}), AnswerType.GRAPH)
    assert found.status is Status.REPAIRED
    assert [tuple(edge.values()) for edge in found.value["edges"]] == [("A", "B"), ("B", "A"), ("B", "C")]


@pytest.mark.parametrize("kind", [AnswerType.NODES, AnswerType.SEQUENCE, AnswerType.PATH])
def test_a_list_of_labels_may_lie_in_another(kind: AnswerType) -> None:
    found = parse_answer('{"answer": [["A", "B"]]}', kind)
    assert (found.status, found.value) == (Status.REPAIRED, ["A", "B"])


def test_code_may_be_a_list_of_its_lines() -> None:
    found = parse_answer(json.dumps({"answer": _CODE.split("\n")}), AnswerType.CODE)
    assert (found.status, found.value) == (Status.REPAIRED, _CODE)


def test_blanks_after_an_answer_hide_it_never() -> None:
    assert parse_answer('{"answer": ["A"]}' + "\n" * 2_100_000, AnswerType.NODES).value == ["A"]


@pytest.mark.parametrize(
    "text", [('{"a":' * 900 + "1" + "}" * 900) * 300, '<think>{"answer":["A"]}' * 60_000], ids=["nested", "thoughts"]
)
def test_long_hostile_texts_are_read_in_seconds(text: str) -> None:
    begun = time.process_time()
    assert not parse_answer(text, AnswerType.EDGES).is_answer
    assert time.process_time() - begun < 5
