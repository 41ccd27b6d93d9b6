"""Files of answers, read whatever they hold, and graded against a small dataset of all leaves."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram.facts import crossing_pairs
from graphicacy.read.answer_file import Answer, Answers
from graphicacy.read.answers import Status, write_answer
from graphicacy.read.boxes import FAMILIES
from graphicacy.read.corpus.generator import Form, GeneratedSource, Knobs
from graphicacy.read.dataset.build import build
from graphicacy.read.dataset.load import Dataset, open_dataset
from graphicacy.read.dataset.plan import Plan
from graphicacy.read.facts import Facts, facts_of
from graphicacy.read.predictions import grade_answers, read_answers, result_of
from graphicacy.read.prompt import can_ask
from graphicacy.read.question import AnswerType, Question
from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    out = tmp_path_factory.mktemp("data")
    source = GeneratedSource(6, 60, knobs=Knobs(nodes=10, form=Form.WORKFLOW))
    build(Plan(6, 6, 2, tuple(LEAVES), (source,), costly_every=2), out, engine="here")  # a seed with all answer types
    return open_dataset(out)


@pytest.fixture(scope="module")
def questions(data: Dataset) -> list[Question]:
    return list(data.questions())


def golds(questions: list[Question], family: str = "neutral") -> Iterator[dict[str, Any]]:
    for q in questions:
        yield {"id": q.id, "answer": write_answer(q.answer, q.answer_type, q.rubric, boxes=FAMILIES[family])}


def written(path: Path, *lines: Any) -> Path:
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return path


# --- grading a dataset


@pytest.mark.parametrize("family", FAMILIES)
def test_gold_answers_are_right_in_every_leaf_and_every_family(
    family: str, data: Dataset, questions: list[Question], tmp_path: Path
) -> None:
    answers = read_answers(written(tmp_path / "a.jsonl", *golds(questions, family)))
    graded = grade_answers(data, answers, system="gold", boxes=FAMILIES[family])
    assert [r.id for r in graded.results] == [q.id for q in questions]
    assert {r.task for r in graded.results} == LEAVES.keys()
    assert {r.answer_type for r in graded.results} == set(AnswerType)
    assert all((r.status, r.score, r.strict) == (Status.OK, 1.0, 1.0) for r in graded.results)
    assert {(r.boxes, r.system, r.view, r.prompt) for r in graded.results} == {(family, "gold", "image", "")}
    assert (graded.faults, graded.unasked) == ((), 0)


def test_bare_values_are_graded_like_texts(data: Dataset, questions: list[Question], tmp_path: Path) -> None:
    lines = [{"id": q.id, "answer": q.answer} for q in questions]
    graded = grade_answers(data, read_answers(written(tmp_path / "a.jsonl", *lines)), system="x")
    assert len(graded.results) == len(lines)
    assert all(r.score == 1.0 for r in graded.results)
    assert {r.boxes for r in graded.results if r.answer_type == "box"} == {"pixels"}


def test_values_are_boxes_in_the_convention_that_is_named(
    data: Dataset, questions: list[Question], tmp_path: Path
) -> None:
    box = next(q for q in questions if q.answer_type == "box")
    lines = [{"id": box.id, "answer": [0, 0, 1000, 1000]}]
    for named, expected in ((None, "pixels"), (FAMILIES["neutral"], "neutral")):
        answers = read_answers(written(tmp_path / "a.jsonl", *lines))
        (found,) = grade_answers(data, answers, system="x", boxes=named).results
        assert found.boxes == expected
        right = box.rubric["width"], box.rubric["height"]
        edge = tuple(min(1000, side) for side in right) if named is None else right
        assert found.details["box"] == pytest.approx([0, 0, *edge])
    (said,) = grade_answers(data, Answers({box.id: Answer("[0, 0, 1000, 1000]")}), system="x").results
    assert said.boxes == "neutral"


def test_what_is_not_answered_is_counted_and_not_graded(data: Dataset, questions: list[Question]) -> None:
    test = list(data.questions("test"))
    answers = Answers({test[0].id: Answer('{"answer": []}'), questions[0].id: Answer("x")})
    graded = grade_answers(data, answers, system="x", split="test")
    assert [r.id for r in graded.results] == [test[0].id]
    assert graded.unasked == len(test) - 1
    assert graded.faults == ()  # an answer of the other split is none of another dataset
    blind = grade_answers(data, answers, system="x", view="source")
    assert blind.unasked == sum(not can_ask(q, "source") for q in questions if q.id not in answers.by_id)
    assert 0 < blind.unasked < len(questions) - 2


def test_results_tell_of_the_question_and_of_the_answer(data: Dataset, questions: list[Question]) -> None:
    asked = next(q for q in questions if q.task == "semantic")
    answer = Answer("I see nothing", "length", "served-1", 1.5, 7, 0.25)
    (found,) = grade_answers(data, Answers({asked.id: answer}), system="mine", view="blind").results
    row = next(row for row in data.diagrams() if row["id"] == asked.diagram)
    assert (found.status, found.score, found.strict) == (Status.TRUNCATED, None, None)
    assert (found.gold, found.domain, found.nodes, found.edges) == (
        asked.answer,
        row["domain"],
        row["nodes"],
        row["edges"],
    )
    assert (found.system, found.view, found.model, found.stopped) == ("mine", "blind", "served-1", "length")
    assert (found.seconds, found.tokens, found.cost, found.response) == (1.5, 7, 0.25, "I see nothing")
    assert ReadResult.model_validate_json(found.model_dump_json()) == found


def test_ids_of_no_question_are_named_and_counted(data: Dataset, questions: list[Question]) -> None:
    ids = [questions[0].id, *(f"no/{n}" for n in range(13)), "a\x1b[2J\nb"]
    graded = grade_answers(data, Answers(dict.fromkeys(ids, Answer("x"))), system="x")
    assert len(graded.results) == 1
    (fault,) = graded.faults
    assert fault.startswith("no questions of this dataset: no/0, no/1, ")
    assert fault.endswith("no/9 and 4 more")
    with pytest.raises(ValueError, match=r"no question of .* has the id of an answer: a�\[2J�b, c$"):
        grade_answers(data, Answers({"a\x1b[2J\nb": Answer("x"), "c": Answer("x")}), system="x")


def test_answers_to_another_version_of_a_dataset_are_refused(
    data: Dataset, questions: list[Question], tmp_path: Path
) -> None:
    line = next(golds(questions))
    for digest in (data.digest, f"{data.digest}+12345678"):
        same = read_answers(written(tmp_path / "a.jsonl", {"digest": digest}, line))
        assert grade_answers(data, same, system="x").faults == ()
    for lines in ([{"digest": "0123"}, line], [{**line, "digest": data.digest}, {**line, "digest": "0123"}]):
        other = read_answers(written(tmp_path / "a.jsonl", *lines))
        with pytest.raises(ValueError, match=f"a.jsonl: these answer the dataset 0123, not {data.digest}"):
            grade_answers(data, other, system="x")


def test_facts_are_of_the_diagram_and_of_its_picture(data: Dataset) -> None:
    facts = facts_of(data)
    rows = list(data.diagrams())
    assert facts.keys() == {(row["id"], r["name"]) for row in rows for r in row["renderings"]}
    for row in rows:
        for rendering in row["renderings"]:
            routes = [edge["points"] for edge in json.loads(rendering["scene"])["edges"]]
            expected = Facts(row["domain"], row["nodes"], row["edges"], len(crossing_pairs(routes)))
            assert facts[row["id"], rendering["name"]] == expected
    some = facts_of(data, "test", diagrams={rows[0]["id"], rows[1]["id"], rows[2]["id"], rows[3]["id"]})
    assert some == {
        key: found for key, found in facts.items() for row in rows[:4] if row["id"] == key[0] and row["split"] == "test"
    }


def test_a_system_that_could_not_be_asked_is_not_graded(questions: list[Question]) -> None:
    found = result_of(questions[0], None, "", system="x", failed="the server is down\ud800")
    assert (found.status, found.score, found.strict, found.details) == ("failed", None, None, {})
    assert found.reason == "the server is down\ufffd"
    assert (found.domain, found.nodes) == ("", None)


def test_halves_of_characters_do_not_keep_a_result_from_being_written(questions: list[Question]) -> None:
    for q in {q.answer_type: q for q in questions}.values():
        for text in ('{"answer": ["\ud800"]}', '{"answer": "flowchart TD\\n  a[\\ud800] --> b"}', "\udfff"):
            found = result_of(q, None, text, system="x", model="\ud800", stopped="\ud800")
            assert ReadResult.model_validate_json(found.model_dump_json()) == found


# --- reading files


def test_a_file_of_any_make_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"id": "a", "answer": "x"}\r\n\r\n  \n'
        b'{"id": "b", "answer": "caf\xe9"}\n'
        b'{"id": "c", "answer": "\\ud800", "stopped": "stop", "model": "m", "seconds": 2, "tokens": 3, "cost": 0.1}'
    )
    found = read_answers(path)
    assert found.by_id == {
        "a": Answer("x"),
        "b": Answer("caf\ufffd"),
        "c": Answer("\ufffd", "stop", "m", 2, 3, 0.1),
    }
    assert found.faults == ()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "no JSON object"),
        ("[]", "no JSON object"),
        ("7", "no JSON object"),
        ('{"answer": "x"}', '"id" is no text'),
        ('{"id": 7, "answer": "x"}', '"id" is no text'),
        ('{"id": "", "answer": "x"}', '"id" is no text'),
        ('{"id": "b"}', 'there is no "answer"'),
        ('{"id": "b", "answer": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deep"),
        ('{"id": "b", "answer": ' + "9" * 10_000 + "}", "no JSON object"),
        ('{"id": "b", "answer": "' + "x" * 16_000_000 + '"}', "longer than 16 MB"),
        ("\x00\x01", "no JSON object"),
    ],
)
def test_a_line_that_is_no_answer_is_a_fault_and_the_rest_goes_on(line: str, fault: str, tmp_path: Path) -> None:
    good = {"id": "a", "answer": "x"}
    found = read_answers(written(tmp_path / "a.jsonl", "", line, good))
    assert found.by_id == {"a": Answer("x")}
    (told,) = found.faults
    assert told.startswith("line 2: ")
    assert fault in told
    assert len(told) < 200
    with pytest.raises(ValueError, match="no line is an answer") as caught:
        read_answers(written(tmp_path / "b.jsonl", line))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("NE", "NE"),
        (None, ""),
        ([], '{"answer": []}'),
        (["é"], '{"answer": ["é"]}'),
        ({"answer": ["A"]}, '{"answer": ["A"]}'),
        ({"nodes": [], "edges": []}, '{"answer": {"nodes": [], "edges": []}}'),
        ([1, math.nan, -math.inf, 4], '{"answer": [1, NaN, -Infinity, 4]}'),
        (True, '{"answer": true}'),
    ],
)
def test_a_value_is_written_as_a_model_would(value: Any, text: str, tmp_path: Path) -> None:
    assert read_answers(written(tmp_path / "a.jsonl", {"id": "a", "answer": value})).by_id["a"].text == text


@pytest.mark.parametrize("value", [math.nan, math.inf, -1, 10**400, "3", True, None, [1]])
def test_measures_that_are_none_count_as_not_given(value: Any, tmp_path: Path) -> None:
    line = {"id": "a", "answer": "x", "seconds": value, "tokens": value, "cost": value, "model": value, "stopped": 5}
    found = read_answers(written(tmp_path / "a.jsonl", line)).by_id["a"]
    assert (found.seconds, found.tokens, found.cost, found.stopped) == (None, None, None, None)


def test_the_last_answer_to_a_question_counts_and_it_is_named(tmp_path: Path) -> None:
    lines = [{"id": key, "answer": str(n)} for n, key in enumerate("abacba")]
    found = read_answers(written(tmp_path / "a.jsonl", *lines))
    assert {key: answer.text for key, answer in found.by_id.items()} == {"a": "5", "b": "4", "c": "3"}
    assert found.faults == ("answered more than once, of which the last counts: a, b",)


def test_many_faults_are_counted(tmp_path: Path) -> None:
    found = read_answers(written(tmp_path / "a.jsonl", *["no"] * 5_000, {"id": "a", "answer": "x"}))
    assert len(found.faults) == 11
    assert found.faults[-1] == "4,990 more lines are no answers"


@pytest.mark.parametrize("content", [b"", b"\n\n", '{"id": "a", "answer": "x"}'.encode("utf-16"), b'{"digest": "x"}'])
def test_a_file_without_answers_is_refused_in_one_line(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"a\.jsonl: ") as caught:
        read_answers(path)
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=200))
def test_no_bytes_are_too_much(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.jsonl"
    path.write_bytes(content + b'\n{"id": "a", "answer": "x"}\n')
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        with pytest.raises(ValueError, match="UTF-16"):
            read_answers(path)
    else:
        assert read_answers(path).by_id["a"] == Answer("x")
