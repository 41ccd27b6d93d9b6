"""The stress test of the grader: what is planted is what it says, and a grader that errs is found out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphicacy.read.dataset.load import Dataset
from graphicacy.read.grading import grade
from graphicacy.read.question import NONE, AnswerType, Question
from graphicacy.read.taxonomy import LEAVES
from graphicacy.trust.grader import stress as stress_module
from graphicacy.trust.grader.record import GraderSummary
from graphicacy.trust.grader.stress import stress_grader, write_answers
from graphicacy.trust.grader.texts import EQUIVALENT, NO_ANSWER, source_of, wrong_texts
from graphicacy.trust.grader.values import WRONG, iou, labels_in
from small_dataset import write_dataset

ALL = tuple(LEAVES)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    from graphicacy.read.dataset.load import open_dataset

    return open_dataset(write_dataset(tmp_path_factory.mktemp("grader") / "data", count=8, tasks=ALL))


@pytest.fixture(scope="module")
def summary(dataset: Dataset) -> GraderSummary:
    return stress_grader(dataset, count=12, seed=3)


def _texts(dataset: Dataset) -> Iterator[tuple[Question, str, str]]:
    for question in dataset.questions():
        for name, make in wrong_texts(question):
            text = make(question, np.random.default_rng(1))
            if text is not None:
                yield question, name, text


def test_every_task_has_every_kind_of_plant(dataset: Dataset, summary: GraderSummary) -> None:
    tasks = {question.task for question in dataset.questions()}
    assert len(tasks) >= 11
    for task in tasks:
        assert {row.kind for row in summary.rows if row.task == task} == {"wrong", "equivalent", "no answer"}


def test_wrong_answers_lose_and_equivalent_ones_do_not(summary: GraderSummary) -> None:
    assert summary.slips == ()
    for row in summary.rows:
        if row.kind == "wrong" and row.operator not in summary.order_free:
            assert (row.lost, row.strict) == (row.n, row.n), row
        if row.kind == "equivalent":
            assert (row.lost, row.drop) == (0, 0.0), row
        if row.kind == "no answer":
            assert (row.lost, row.drop) == (row.n, None), row


def test_an_order_that_f1_does_not_see_is_seen_by_the_strict_score(summary: GraderSummary) -> None:
    backwards = [row for row in summary.rows if (row.task, row.operator) == ("masked-subpath", "backwards")]
    assert all(row.lost == 0 and row.strict == row.n for row in backwards)


def test_a_lenient_grader_is_found_out(dataset: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(*args: Any, **options: Any) -> Any:
        found = grade(*args, **options)
        return replace(found, score=1.0, strict=1.0) if found.score is not None and found.score > 0.5 else found

    monkeypatch.setattr(stress_module, "grade", lenient)
    found = stress_grader(dataset, count=6)
    assert any(row.kind == "wrong" and row.rate < 1 for row in found.rows)
    assert all(slip.kind == "wrong" for slip in found.slips)
    assert found.slips


def test_a_grader_that_takes_silence_for_wrong_is_found_out(dataset: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    def harsh(*args: Any, **options: Any) -> Any:
        found = grade(*args, **options)
        return found if found.score is not None else replace(found, score=0.0, strict=0.0)

    monkeypatch.setattr(stress_module, "grade", harsh)
    found = stress_grader(dataset, count=2)
    assert {slip.kind for slip in found.slips} == {"no answer"}
    assert all(row.rate == 0 for row in found.rows if row.kind == "no answer")


def test_planted_values_differ_from_the_right_one(dataset: Dataset) -> None:
    for question, name, text in _texts(dataset):
        said = json.loads(text.removeprefix("```json\n").removesuffix("\n```"))["answer"]
        assert said != question.answer, (question.id, name)


def test_wrong_boxes_are_wrong_by_area(dataset: Dataset) -> None:
    boxes = [q for q in dataset.questions() if q.answer_type is AnswerType.BOX]
    assert boxes
    for question in boxes:
        for way in WRONG[AnswerType.BOX]:
            value = way.make(question, np.random.default_rng(0))
            assert value is None or iou(value, question.answer) < 0.5


def test_iou_of_known_boxes() -> None:
    assert iou((0, 0, 2, 2), (1, 0, 3, 2)) == pytest.approx(1 / 3)
    assert iou((0, 0, 1, 1), (2, 2, 3, 3)) == 0


def test_labels_are_all_that_an_answer_names() -> None:
    changes = [{"change": "added", "node": "A"}, {"change": "reversed", "edge": {"source": "B", "target": "C"}}]
    assert labels_in(changes) == ["A", "B", "C"]
    assert labels_in([{"change": "relabelled", "from": "A", "to": "B"}]) == ["A", "B"]


def test_where_nothing_is_right_something_is_fabricated(dataset: Dataset) -> None:
    empty = [q for q in dataset.questions() if q.answer == NONE]
    assert empty
    for question in empty:
        texts = dict(wrong_texts(question))
        said = texts["fabricated"](question, np.random.default_rng(0))
        assert said is not None
        assert '"none"' not in said


def test_sources_read_back_to_their_graph() -> None:
    from graphicacy.read.grading.codes import graph_of

    edges = [{"source": "A b", "target": 'C "d"'}, {"source": 'C "d"', "target": "E"}]
    for notation in ("mermaid", "dot"):
        found = graph_of(source_of(notation, ["A b", "F"], edges), notation)
        assert sorted(found.nodes) == sorted(["A b", "F", 'C "d"', "E"])
        assert sorted(found.edges) == [("A b", 'C "d"'), ('C "d"', "E")]


def test_operators_have_one_name_each() -> None:
    assert not set(EQUIVALENT) & set(NO_ANSWER)
    for ways in WRONG.values():
        assert len({way.name for way in ways}) == len(ways)


def test_a_seed_gives_the_same_bytes(dataset: Dataset, tmp_path: Path) -> None:
    one = write_answers(tmp_path / "a", stress_grader(dataset, count=3, seed=9)).read_bytes()
    assert write_answers(tmp_path / "b", stress_grader(dataset, count=3, seed=9)).read_bytes() == one
    assert write_answers(tmp_path / "c", stress_grader(dataset, count=3, seed=10)).read_bytes() != one


def test_a_dataset_without_questions_is_told(dataset: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dataset, "questions", lambda self: iter(()))
    with pytest.raises(ValueError, match="no question"):
        stress_grader(dataset)
