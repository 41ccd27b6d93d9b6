"""The ablation from the command line, on a tiny model: one command gives the table, and twice the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("trl", reason="the extra train is not installed")

from graphicacy.train.sft import ablation
from small_dataset import write_dataset

_RECIPE = """
model = "tiny:qwen3-vl"
[optimizer]
steps = 1
batch = 1
accumulate = 1
over-length = "drop"
precision = "float32"
checkpointing = false
workers = 0
[evaluation]
batch = 4
max-tokens = 4
[[runs]]
name = "structural"
stages = [{ abilities = ["structural"] }]
[[runs]]
name = "curriculum"
stages = [{ abilities = ["structural"] }, { abilities = ["comprehensive"], replay = 0.2 }]
"""


@pytest.fixture(scope="module", autouse=True)
def _one_thread():
    import torch

    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("data"), tasks=("graph-parsing", "comprehensive"))


@pytest.fixture
def recipe(tmp_path) -> Path:
    path = tmp_path / "recipe.toml"
    path.write_text(_RECIPE)
    return path


def test_one_command_trains_asks_and_tells_what_each_run_gained(call, data, recipe, tmp_path, monkeypatch):
    out = tmp_path / "out"
    args = ("train", "ablation", "--recipe", recipe, "--data", data, "--out", out)
    code, printed, said = call(*args)
    assert code == 0, said
    assert "what each run gained" in printed
    assert "curriculum: training" in said
    found = json.loads((out / "ablation.json").read_text())
    assert found["runs"] == ["structural", "curriculum"]
    assert [len(found["trained"][run]) for run in found["runs"]] == [1, 2]
    rows = {row["name"]: row["runs"] for row in found["rows"]}
    assert {"graph-parsing", "comprehensive", "structural", "overall"} <= rows.keys()
    assert rows["overall"]["curriculum"]["unanswered"] == [1, 1], "four tokens are no answer, which is told as such"
    assert rows["overall"]["curriculum"]["graded"]["difference"] is None
    assert "| · C1 " in (out / "ablation.md").read_text()
    assert r"\begin{tabular}" in (out / "ablation.tex").read_text()

    for step in ("train_run", "answer_questions"):
        monkeypatch.setattr(f"graphicacy.train.sft.ablation.{step}", _not_again(step, getattr(ablation, step)))
    before = (out / "ablation.json").read_bytes()
    assert call(*args, "--quiet", "--json")[0] == 0
    assert (out / "ablation.json").read_bytes() == before
    folders = [out / "read" / name for name in ("base", "structural", "curriculum")]
    assert call("report", *folders, "--out", tmp_path / "report", "--format", "markdown")[0] == 0

    code, _, said = call(*args, "--seed", "7")
    assert code == 2
    assert "another ablation is here" in said
    assert call(*args, "--run", "visual")[2] == (
        "graphicacy: run 'visual' is none of the recipe: structural, curriculum\n"
    )


def _not_again(step, real):
    """A finished run is only looked at, and no model is asked."""

    def once(*args, **more):
        if step == "answer_questions":
            pytest.fail("a model was asked again")
        return real(*args, **more)

    return once


def test_a_run_that_was_trained_alone_is_taken_as_it_is(call, data, recipe, tmp_path):
    out = tmp_path / "out"
    trained = ("train", "sft", "--recipe", recipe, "--data", data, "--run", "structural")
    code, printed, said = call(*trained, "--out", out / "runs" / "structural", "--json")
    assert code == 0, said
    stage = json.loads(printed)["stages"][0]
    assert (stage["updates"], stage["abilities"]) == (1, ["structural"])
    done = out / "runs" / "structural" / "stage-1" / "done.json"
    before = done.stat().st_mtime_ns
    code, _, said = call("train", "ablation", *trained[2:], "--out", out)
    assert (code, done.stat().st_mtime_ns) == (0, before), said


def test_without_the_extra_one_line_says_how_to_get_it(call, data, recipe, tmp_path, monkeypatch):
    monkeypatch.setattr("graphicacy.train.libraries.find_spec", lambda name: None if name == "trl" else object())
    for args in (("tiny",), ("ablation", "--recipe", recipe, "--data", data)):
        code, _, said = call("train", *args, "--out", tmp_path / args[0])
        assert (code, said) == (2, "graphicacy: training needs trl: pip install 'graphicacy[train]'\n")


def test_a_tiny_model_from_the_command_line(call, tmp_path):
    code, printed, _ = call("train", "tiny", "--out", tmp_path / "t", "--family", "qwen2.5-vl", "--json")
    assert code == 0
    assert json.loads(printed)["parameters"] > 100_000
    assert call("train", "tiny", "--out", tmp_path / "t")[0] == 2
