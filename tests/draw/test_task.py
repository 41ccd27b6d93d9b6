"""Task files: what is accepted, and the one line that each fault gives."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from figures import a_task

from graphicacy.draw.audit import audit_suite, audit_task
from graphicacy.draw.task import BadTask, DrawTask, find_task, load_suite, read_tasks

GOOD = {"id": "x-1", "required_labels": ["A", "B"], "required_relations": [["A", "activates", "B"]], "prompt": "A, B"}


def written(tmp_path, content: object, name: str = "s.json"):
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "colour: unknown field"),
        ({"required_labels": []}, "required_labels"),
        ({"required_relations": [["A", "activates", "C"]]}, "'C' is not in required_labels"),
        ({"required_relations": [["A", "activates"]]}, "required_relations.0"),
        ({"required_labels": ["A", "B", "A"]}, "lists a label twice"),
        ({"difficulty": "extreme"}, "difficulty"),
        ({"id": "../../etc"}, "id"),
        ({"repeated_labels": ["Z"]}, "'Z' is not in required_labels"),
    ],
)
def test_faults_name_file_and_field(tmp_path, change: dict, message: str) -> None:
    path = written(tmp_path, GOOD | change)
    with pytest.raises(BadTask) as fault:
        read_tasks(path)
    assert message in str(fault.value)
    assert "s.json" in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("content", ["", "{", "[1]", "null", '"text"', "[" * 100_000])
def test_files_that_are_no_tasks(tmp_path, content: str) -> None:
    with pytest.raises(BadTask, match=r"s\.json"):
        read_tasks(written(tmp_path, content))


def test_missing_file_and_empty_folder(tmp_path) -> None:
    with pytest.raises(BadTask, match="no such file"):
        read_tasks(tmp_path / "none.json")
    with pytest.raises(BadTask, match="no task"):
        read_tasks(tmp_path)


def test_a_folder_and_a_list_are_suites(tmp_path) -> None:
    written(tmp_path, GOOD, "b.json")
    written(tmp_path, [GOOD | {"id": "x-2"}, GOOD | {"id": "x-3"}], "a.json")
    assert [t.id for t in load_suite(tmp_path)] == ["x-2", "x-3", "x-1"]
    written(tmp_path, GOOD, "c.json")
    with pytest.raises(BadTask, match="occurs twice"):
        load_suite(tmp_path)


def test_find_task_needs_an_id_only_where_there_are_several() -> None:
    one, two = a_task(("A", "activates", "B")), a_task(("A", "activates", "B"), id="t-2")
    assert find_task([one], None) is one
    assert find_task([one, two], "t-2") is two
    with pytest.raises(BadTask, match="t-1, t-2"):
        find_task([one, two], None)
    with pytest.raises(BadTask, match="no task 'zzz'"):
        find_task([one, two], "zzz")


def test_published_schema_accepts_the_built_in_suite_and_rejects_a_fault() -> None:
    schema = DrawTask.model_json_schema()
    for task in load_suite():
        jsonschema.validate(task.model_dump(mode="json"), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(GOOD | {"difficulty": "extreme"}, schema)


def test_the_built_in_suite_has_no_fault() -> None:
    tasks = load_suite()
    assert len(tasks) == 32
    assert audit_suite(tasks, builtin=True) == []


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"prompt": "Draw A."}, "does not name 'B'"),
        ({"required_relations": [["A", "frobnicates", "B"]]}, "unknown predicate"),
        ({"required_labels": ["A", "B", "a"]}, "the same once normalised"),
        ({"required_relations": [["A", "contains", "B"], ["B", "contains", "A"]]}, "contains itself"),
        ({"required_components": ["“C”"]}, "no required label"),
        ({"negative_constraints": ["“A” does not appear"]}, "but it is a required label"),
    ],
)
def test_the_audit_names_each_fault(fields: dict, message: str) -> None:
    faults = audit_task(DrawTask.model_validate(GOOD | fields), sized=False)
    assert any(message in fault for fault in faults), faults


def test_the_audit_of_a_sound_task_is_empty() -> None:
    assert audit_task(DrawTask.model_validate(GOOD), sized=False) == []
    assert audit_task(DrawTask.model_validate(GOOD), sized=True) != []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not valid JSON"),
        ("3", "a task is a JSON object"),
        ('{"id": "a", "id": "b", "required_labels": ["A"]}', "'id' is given twice"),
        ('{"id": "a", "required_labels": "A"}', "required_labels: should be a list"),
        ('{"id": "../a", "required_labels": ["A"]}', "id: at most 64 letters"),
        ("[" * 100_000, "not valid JSON"),
    ],
)
def test_what_is_no_task_is_told_in_words_of_json(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "suite.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadTask, match=said) as caught:
        read_tasks(path)
    assert "suite.json" in str(caught.value)


def test_what_may_never_end_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(BadTask, match="not a file"):
        read_tasks("/dev/zero")
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(40_000_000)
    with pytest.raises(BadTask, match="are allowed"):
        read_tasks(path)
