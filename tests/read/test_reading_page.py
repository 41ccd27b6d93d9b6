"""The page about asking and grading: its code runs as it stands, and its tables are those of the code."""

import json
import re
from pathlib import Path

import pytest

from graphicacy.read.answers import Status
from graphicacy.read.boxes import FAMILIES
from graphicacy.read.predictions import read_answers
from graphicacy.read.prompt import VERSION, prompt_ids
from graphicacy.read.question import AnswerType
from graphicacy.read.record import View
from read.export_sample import sample

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reading.md").read_text(encoding="utf-8")


def table(head):
    """The cells of the table whose first column is headed so."""
    (rows,) = re.findall(rf"^\| {re.escape(head)} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.M)
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows.splitlines()]


def test_the_python_examples_run_one_after_the_other(tmp_path, monkeypatch, capsys):
    data = sample(tmp_path / "data")
    lines = [{"id": question.id, "answer": question.answer} for question in data.questions("test")]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, lines[:-3])), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    asking, grading = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    exec(compile(asking, "reading.md", "exec"), names)
    shown = capsys.readouterr().out
    assert shown.startswith(f"{VERSION}:")
    assert lines[0]["answer"][0] in shown
    exec(compile(grading, "reading.md", "exec"), names)
    assert capsys.readouterr().out.split() == ["10", "3"]


def test_the_file_of_answers_that_is_shown_can_be_read(tmp_path):
    (lines,) = re.findall(r"```json\n(.*?)```", PAGE, re.S)
    path = tmp_path / "answers.jsonl"
    path.write_text(lines, encoding="utf-8")
    answers = read_answers(path)
    assert (len(answers.by_id), answers.faults, len(answers.digests)) == (2, (), 1)
    one, other = answers.by_id.values()
    assert one.text.startswith("It is this one: ")
    assert (other.model, other.stopped, other.seconds, other.tokens, other.cost) == ("m-1", "stop", 2.1, 80, 0.001)


def test_views_are_those_of_the_code():
    assert [cell.strip("`") for cell, *_ in table("View")] == list(View.__args__)


def test_statuses_are_those_of_the_code_and_have_a_score_where_graded():
    rows = {name.strip("`"): score for name, _, score in table("Status")}
    assert rows == {**dict.fromkeys(Status, "none"), "ok": "graded", "repaired": "graded", "failed": "none"}


def test_every_type_of_answer_has_a_score():
    kinds = [kind for names, *_ in table("Answer") for kind in names.split(", ")]
    assert sorted(kinds) == sorted(kind.value for kind in AnswerType)


def test_every_family_is_there_with_its_convention():
    told = {}
    for names, box, limits in table("Family"):
        told |= dict.fromkeys(re.findall(r"`([a-z0-9.-]+)`", names), (box, limits))
    assert set(told) == set(FAMILIES)
    told["glm-v"] = told["neutral"]  # "the same, between …"
    for name, family in FAMILIES.items():
        box, limits = told[name]
        first = "y0" if family.order == "yxyx" else "x0"
        assert box.startswith(f"`[{first}"), name
        assert ("0–1000" in box) == (family.scale == 1000), name
        if family.resize is None:
            assert limits == "", name
        else:
            assert (
                f"{family.resize.most_patches:,} patches of {family.resize.patch} × {family.resize.patch} px" in limits
            )
            assert (f"multiples of {family.resize.patch} px" in limits) == family.resize.snap
            assert (f"{family.resize.most_side or 0:,} px a side" in limits) == (family.resize.most_side is not None)


def test_the_prompt_ids_have_the_form_that_is_told():
    assert f"`{VERSION}:` and 12 hex digits" in PAGE
    assert all(re.fullmatch(rf"{VERSION}:[0-9a-f]{{12}}", name) for name in prompt_ids().values())


@pytest.mark.parametrize("name", ["score", "score_all", "f1_fuzzy", "fabricated", "over_refused", "unasked"])
def test_fields_that_the_page_names_exist(name):
    from graphicacy.read.grading import grade
    from graphicacy.read.predictions import Graded
    from graphicacy.trust.reading import Scored

    details = grade(AnswerType.NODES, ["A"], {}, '{"answer": ["A"]}').details
    assert f"`{name}`" in PAGE
    assert name in details or name in Scored.__dataclass_fields__ or name in Graded.__dataclass_fields__
