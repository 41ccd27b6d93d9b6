"""The export for lmms-eval: its task file, and the functions that it names. The real one is in test_export_harness."""

import importlib.util
import io
import json
import math
from types import SimpleNamespace

import pyarrow.parquet as pq
import pytest
from PIL import Image, ImageChops

from graphicacy.read.boxes import FAMILIES
from graphicacy.read.export import export
from graphicacy.read.export.records import NUMBERS, TEXTS, Chosen
from graphicacy.read.predictions import grade_answers, read_answers
from graphicacy.trust.reading import summarize
from read.export_sample import NASTY, gold, sample

QWEN = FAMILIES["qwen2.5-vl"]
CONFIG = {  # the fields of lmms-eval 0.7's TaskConfig that a task of this kind may have
    *("task", "task_alias", "tag", "dataset_path", "dataset_name", "dataset_kwargs", "test_split", "output_type"),
    *("doc_to_visual", "doc_to_text", "doc_to_target", "doc_to_messages", "process_docs", "process_results"),
    *("generation_kwargs", "metric_list", "cluster_key", "score_key", "metadata", "repeats", "filter_list"),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lmms-eval")
    data = sample(folder / "data")
    export("lmms-eval", data, folder / "out", boxes=QWEN)
    return data, folder / "out"


@pytest.fixture(scope="module")
def task(made):
    """The module of functions, as lmms-eval loads it."""
    spec = importlib.util.spec_from_file_location("graphicacy_read_task", made[1] / "graphicacy_read_task.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def docs(made):
    return pq.read_table(made[1] / "questions.parquet").to_pylist()


def config(out):
    yaml = pytest.importorskip("yaml")

    class Loader(yaml.SafeLoader):
        pass

    Loader.add_constructor("!function", lambda loader, node: ("function", loader.construct_scalar(node)))
    return yaml.load((out / "graphicacy_read.yaml").read_text(encoding="utf-8"), Loader)


def items(task, docs, said=None):
    """What lmms-eval collects under each metric."""
    found = [task.process_results(doc, [(said or {}).get(doc["variant"], gold(doc))]) for doc in docs]
    return {name: [json.loads(json.dumps(one[name])) for one in found] for name in found[0]}


def test_the_task_file_has_only_keys_that_lmms_eval_knows_and_functions_that_are_there(made, task):
    told = config(made[1])
    assert set(told) <= CONFIG
    assert told["dataset_kwargs"] == {"data_files": {"test": "questions.parquet"}}
    assert told["dataset_path"] == "parquet"
    assert told["test_split"] == "test"
    assert told["generation_kwargs"]["until"] == []  # else an answer would end at its first empty line
    metrics = [metric["aggregation"] for metric in told["metric_list"]]
    for kind, name in (told["doc_to_visual"], told["doc_to_text"], told["process_results"], *metrics):
        module, function = name.split(".")
        assert (kind, module) == ("function", "graphicacy_read_task")
        assert callable(getattr(task, function))


def test_the_metrics_are_those_that_the_functions_return(made, task, docs):
    names = [metric["metric"] for metric in config(made[1])["metric_list"]]
    assert list(task.process_results(docs[0], ["?"])) == names


def test_rows_are_those_of_the_dataset(made, docs):
    data, _ = made
    for doc, record in zip(docs, Chosen(data, "test", QWEN).records(), strict=True):
        assert {name: doc[name] for name in (*TEXTS, *NUMBERS)} == record.row
        assert all(label in doc["prompt"] for label in NASTY)


def test_a_model_sees_all_pictures_and_the_whole_text(made, task, docs):
    data, _ = made
    for doc, record in zip(docs, Chosen(data, "test", QWEN).records(), strict=True):
        for image, picture in zip(task.doc_to_visual(doc), record.pictures, strict=True):
            assert image.mode == "RGB"
            assert ImageChops.difference(image, Image.open(io.BytesIO(picture.png))).getbbox() is None
        assert task.doc_to_text(doc) == f"{record.row['system']}\n\n{record.row['prompt']}"


def test_right_answers_score_1(task, docs):
    found = items(task, docs)
    assert [getattr(task, name)(found[name]) for name in ("score", "score_all", "strict")] == [1.0, 1.0, 1.0]


def test_a_wrong_answer_scores_less(task, docs):
    found = items(task, docs, {"v11": '{"answer": "SW"}'})
    assert task.score(found["score"]) == pytest.approx(1 - 0.5 / 9, abs=1e-6)
    assert task.strict(found["strict"]) == pytest.approx(1 - 0.5 / 9, abs=1e-6)


def test_what_cannot_be_graded_counts_only_in_the_mean_over_all(task, docs):
    found = items(task, docs, {"v0": "I see no picture.", "v2": ""})
    assert task.score(found["score"]) == task.strict(found["strict"]) == 1.0
    assert task.score_all(found["score_all"]) == pytest.approx(1 - (0.5 + 0.5) / 9, abs=1e-6)
    assert "score" not in found["score"][0]
    assert found["score_all"][0]["score"] == 0.0
    assert {item["diagram"] for item in found["score"]} == {"d/1"}


def test_nothing_that_could_be_graded_is_no_number(task, docs):
    found = items(task, docs, {doc["variant"]: "" for doc in docs})
    assert math.isnan(task.score(found["score"]))
    assert task.score_all(found["score_all"]) == 0.0


def test_offline_grading_of_what_is_left_gives_the_same_numbers(made, task, docs, tmp_path):
    data, _ = made
    found = items(task, docs, {"v11": "SW", "v3": "?"})
    score = task.score(found["score"], args=SimpleNamespace(output_path=str(tmp_path / "left")))
    answers = read_answers(tmp_path / "left" / "graphicacy_answers.jsonl")
    again = summarize(grade_answers(data, answers, system="s", boxes=QWEN, split="test").results).to_json()
    assert answers.digests == (data.digest,)
    assert (again["overall"]["score"], again["overall"]["score_all"]) == (score, task.score_all(found["score_all"]))
    left = json.loads((tmp_path / "left" / "graphicacy_summary.json").read_text(encoding="utf-8"))
    assert left["overall"]["score"] == score


def test_without_an_output_path_nothing_is_written(task, docs, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    task.score(items(task, docs)["score"], args=SimpleNamespace(output_path=None))
    assert list(tmp_path.iterdir()) == []
