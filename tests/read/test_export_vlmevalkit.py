"""The export for VLMEvalKit: its table, and the class that grades. The real one is in test_export_harness."""

import base64
import csv
import importlib.util
import json
from pathlib import Path

import pytest

from graphicacy.read.boxes import FAMILIES, NEUTRAL
from graphicacy.read.export import export
from graphicacy.read.export.records import Chosen
from graphicacy.read.predictions import grade_answers, read_answers
from graphicacy.trust.reading import summarize
from read import vlmevalkit_stub
from read.export_sample import NASTY, gold, sample

NAME = "GraphicacyRead_test"
QWEN = FAMILIES["qwen2.5-vl"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("vlmevalkit")
    data = sample(folder / "data")
    export("vlmevalkit", data, folder / "out", boxes=QWEN)
    return data, folder / "out"


@pytest.fixture
def opened(made, monkeypatch):
    """The dataset, as VLMEvalKit makes it."""
    pytest.importorskip("pandas", reason="VLMEvalKit's tables need pandas: pip install pandas")
    _, out = made
    vlmevalkit_stub.install(monkeypatch, out)
    return _program(out).GraphicacyRead(NAME)


def _program(out):
    spec = importlib.util.spec_from_file_location("graphicacy_read", out / "graphicacy_read.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(out):
    csv.field_size_limit(100_000_000)
    with (out / f"{NAME}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def predict(opened, tmp_path, said, suffix=".json"):
    """Write a file of predictions as VLMEvalKit does: the table less its pictures, and what was said."""
    table = opened.data.drop(columns=["image"])
    table["prediction"] = [said.get(row["id"], gold(row)) for row in table.to_dict("records")]
    path = tmp_path / f"my-model_{NAME}{suffix}"
    if suffix == ".json":
        path.write_text(json.dumps(table.to_dict("records"), ensure_ascii=False), encoding="utf-8")
    elif suffix == ".tsv":
        table.to_csv(path, sep="\t", index=False, quoting=csv.QUOTE_ALL)
    elif suffix == ".xlsx":
        pytest.importorskip("openpyxl", reason="tables of Excel need openpyxl")
        table.replace({"\x07": "", "\r": ""}, regex=True).to_excel(path, index=False)
    else:
        table.to_pickle(path.with_suffix(".pkl"))
    return path


def named(opened, variant):
    return next(row["id"] for row in opened.data.to_dict("records") if row["variant"] == variant)


def test_the_columns_are_those_of_the_developers_guide(made):
    _, out = made
    table = rows(out)
    guide = ("index", "image", "image_path", "question", "answer", "category", "l2-category", "split")
    assert tuple(table[0])[:8] == guide
    assert [row["index"] for row in table] == [str(n) for n in range(1, 14)]
    assert {row["split"] for row in table} == {"test"}
    assert table[0]["category"] == "visual-attributes"
    assert table[0]["l2-category"] == "visual"


def test_labels_survive_in_every_cell(made):
    data, out = made
    for row, question in zip(rows(out), data.questions("test"), strict=True):
        assert row["id"] == question.id
        assert json.loads(row["answer"]) == question.answer
        assert json.loads(row["rubric"]) == dict(question.rubric)
        assert all(label in row["question"] for label in NASTY)


def test_a_row_has_its_pictures_or_the_index_of_a_row_that_has(made):
    data, out = made
    table = {row["index"]: row for row in rows(out)}
    for row, record in zip(table.values(), Chosen(data, "test", QWEN).records(), strict=True):
        cell = row["image"] if len(row["image"]) > 64 else table[row["image"]]["image"]
        codes = json.loads(cell.replace("'", '"')) if cell.startswith("[") else [cell]
        assert [base64.b64decode(code) for code in codes] == [picture.png for picture in record.pictures]
        names = json.loads(row["image_path"].replace("'", '"')) if "[" in row["image_path"] else [row["image_path"]]
        assert names == [picture.name for picture in record.pictures]
    assert sum(len(row["image"]) > 64 for row in table.values()) == 2


def test_the_message_has_all_pictures_before_the_whole_text(opened, made):
    data, _ = made
    for (_, line), record in zip(opened.data.iterrows(), Chosen(data, "test", QWEN).records(), strict=True):
        *images, text = opened.build_prompt(line)
        assert [Path(image["value"]).read_bytes() for image in images] == [p.png for p in record.pictures]
        assert text["value"] == f"{record.row['system']}\n\n{record.row['prompt']}"


@pytest.mark.parametrize("suffix", [".json", ".tsv", ".xlsx", ".pkl"])
def test_right_answers_score_1_in_every_format_of_predictions(suffix, opened, tmp_path):
    found = opened.evaluate(str(predict(opened, tmp_path, {}, suffix)), nproc=4)
    scores = {name: value for name, value in found.items() if name not in ("graded", "asked")}
    assert set(scores.values()) == {1.0}
    assert (found["graded"], found["asked"], len(scores)) == (13, 13, 3 + 9)


@pytest.mark.parametrize("suffix", [".json", ".tsv", ".xlsx", ".pkl"])
def test_a_wrong_answer_scores_less_and_none_is_an_answer(suffix, opened, tmp_path):
    wrong, none = named(opened, "v11"), named(opened, "v1")
    found = opened.evaluate(str(predict(opened, tmp_path, {wrong: '{"answer": "SW"}', none: "None"}, suffix)))
    assert found["graded"] == 13
    assert found["localization"] == 0.5
    assert found["visual-attributes"] == 1.0
    assert found["overall"] == pytest.approx(1 - 0.5 / 9)


def test_what_cannot_be_graded_is_no_zero_and_a_failure_is_in_neither_mean(opened, tmp_path):
    silent, lost = named(opened, "v0"), named(opened, "v2")
    said = {silent: "I see no picture.", lost: "Failed to obtain answer via API."}
    found = opened.evaluate(str(predict(opened, tmp_path, said)))
    assert (found["graded"], found["asked"]) == (11, 12)
    assert (found["overall"], found["visual-attributes"]) == (1.0, 1.0)
    assert found["overall_all"] == pytest.approx(1 - 0.5 / 9, abs=1e-6)


def test_an_answer_that_a_table_lost_is_empty_not_nan(opened, tmp_path):
    path = predict(opened, tmp_path, {})
    table = json.loads(path.read_text(encoding="utf-8"))
    table[0]["prediction"] = None
    path.write_text(json.dumps(table), encoding="utf-8")
    opened.evaluate(str(path))
    records = (tmp_path / f"my-model_{NAME}_results.jsonl").read_text(encoding="utf-8").split("\n")
    assert json.loads(records[0])["status"] == "empty"


def test_offline_grading_of_what_is_left_gives_the_same_numbers(opened, made, tmp_path):
    data, _ = made
    said = {
        named(opened, "v11"): "SW",
        named(opened, "v2"): "Failed to obtain answer via API.",
        named(opened, "v3"): "",
    }
    found = opened.evaluate(str(predict(opened, tmp_path, said)))
    answers = read_answers(tmp_path / f"my-model_{NAME}_answers.jsonl")
    again = summarize(grade_answers(data, answers, system="s", boxes=QWEN, split="test").results).to_json()
    assert answers.digests == (data.digest,)
    assert (again["overall"]["score"], again["overall"]["score_all"]) == (found["overall"], found["overall_all"])
    left = json.loads((tmp_path / f"my-model_{NAME}_summary.json").read_text(encoding="utf-8"))
    assert (left["system"], left["overall"]["statuses"]["failed"]) == ("my-model", 1)


@pytest.mark.parametrize(("column", "other"), [("id", "d/9:0"), ("digest", "fedcba9876543210"), ("boxes", "neutral")])
def test_predictions_for_another_table_are_refused(column, other, opened, tmp_path):
    path = predict(opened, tmp_path, {})
    opened.data[column] = other
    with pytest.raises(ValueError, match="13 answers are to questions that this table does not ask"):
        opened.evaluate(str(path))


def test_the_class_names_the_tables_that_are_there(opened):
    assert opened.supported_datasets() == [NAME]
    assert (opened.TYPE, opened.force_use_dataset_prompt) == ("VQA", True)


def test_no_prompt_depends_on_the_harness(made):
    data, out = made
    texts = [row["question"] for row in rows(out)]
    asked = list(Chosen(data, "test", QWEN).records())
    assert texts == [f"{record.row['system']}\n\n{record.row['prompt']}" for record in asked]
    assert texts != [f"{r.row['system']}\n\n{r.row['prompt']}" for r in Chosen(data, "test", NEUTRAL).records()]
