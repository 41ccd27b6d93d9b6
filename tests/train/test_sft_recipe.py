"""Recipes: what ships, what a file may say, and how a fault in one is told."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from graphicacy.read.taxonomy import LEAVES
from graphicacy.train.mix import ABILITIES
from graphicacy.train.sft.recipe import SHIPPED, BadRecipe, Recipe, read_recipe
from graphicacy.train.sft.runs import RUNS, tasks_of


@pytest.mark.parametrize("name", SHIPPED)
def test_recipes_ship_with_all_runs_and_say_how_boxes_are_written(name):
    recipe = read_recipe(name)
    assert recipe.runs == RUNS
    assert recipe.convention.name in name or name == "tiny"
    assert recipe.adapter.method in name or name == "tiny"


def test_the_runs_are_four_specialists_all_at_once_and_the_published_order_with_and_without_replay():
    runs = {run.name: run for run in RUNS}
    assert [runs[name].stages[0].abilities for name in ABILITIES] == [(name,) for name in ABILITIES]
    order = [stage.abilities for stage in runs["curriculum"].stages]
    assert order == [(name,) for name in ("structural", "visual", "semantic", "comprehensive")]
    assert [stage.abilities for stage in runs["curriculum-replay"].stages] == order
    assert [stage.replay for stage in runs["curriculum-replay"].stages] == [0, 0.2, 0.2, 0.2]
    assert tasks_of(runs["joint"].stages[0].abilities) == tuple(LEAVES)


def test_an_ability_is_a_capability_before_it_is_a_task_of_that_name():
    assert tasks_of(("comprehensive",)) == ("comprehensive", "comprehensive-semantic", "comprehensive-rewrite")
    assert tasks_of(("C1", "V3")) == ("localization", "comprehensive")


def test_a_file_may_be_toml_or_json_and_leaves_out_what_it_likes(tmp_path):
    toml, plain = tmp_path / "r.toml", tmp_path / "r.json"
    toml.write_text('model = "Qwen/Qwen3-VL-8B-Instruct"\n[optimizer]\nlearning-rate = 2e-5\n')
    plain.write_text(json.dumps({"model": "Qwen/Qwen3-VL-8B-Instruct", "optimizer": {"learning-rate": 2e-5}}))
    assert read_recipe(toml) == read_recipe(plain)
    assert read_recipe(toml).optimizer.learning_rate == 2e-5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("model = 'a'\nfoo = 1", "foo: there is no such key"),
        ("model = 'a'\n[optimizer]\nlearning_rte = 1", "optimizer.learning_rte: there is no such key"),
        ("model = 'a'\n[optimizer]\nlearning-rate = nan", "optimizer.learning-rate"),
        ("model = 'a'\n[optimizer]\nmax-length = 1e300", "optimizer.max-length"),
        ("model = 'a'\n[adapter]\nmethod = 'magic'", "adapter.method"),
        ("model = 'tiny:gpt'", "qwen3-vl, qwen2.5-vl"),
        ("model = 'a'\nboxes = 'b'", "choose one of auto, neutral"),
        ("model = 'Qwen2.5-VL-7B'\n[pictures]\nmax-pixels = 200000", "must not be resized again"),
        ("model = 'a'\n[[runs]]\nname = 'b'\nstages = [{ abilities = ['flying'] }]", "'flying' is none of structural"),
        ("model = 'a'\n[[runs]]\nname = 'b'\nstages = [{ abilities = ['S'], replay = 0.1 }]", "nothing to replay"),
        ("model = 'a'\n[[runs]]\nname = 'base'\nstages = [{ abilities = ['S'] }]", "another name"),
        ("model = 'a'\n[[runs]]\nname = '../b'\nstages = [{ abilities = ['S'] }]", "runs.0.name"),
        ("model = 'a'\nruns = []", "runs"),
        ("[adapter]\nrank = 8", "model: Field required"),
        ("model = ", "no TOML"),
    ],
)
def test_a_fault_is_told_in_one_line_with_the_file_and_the_key(tmp_path, text, said):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BadRecipe) as fault:
        read_recipe(file)
    assert str(fault.value).startswith(f"{file}: ")
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)


def test_two_runs_of_one_name_and_a_run_that_there_is_not():
    run = RUNS[0].model_dump()
    with pytest.raises(ValueError, match="two runs have one name"):
        Recipe.model_validate({"model": "a", "runs": [run, run]})
    with pytest.raises(BadRecipe, match="'flight' is none of the recipe: structural"):
        Recipe(model="a").run("flight")


def test_the_docs_show_every_key_with_its_default():
    text = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```toml\n(.*?)```", text, re.S)
    shown = Recipe.model_validate(tomllib.loads(block)).model_dump(by_alias=True)
    default = Recipe(model="Qwen/Qwen3-VL-8B-Instruct").model_dump(by_alias=True)
    assert shown | {"runs": None} == default | {"runs": None}
    keys = {key for part in ("adapter", "optimizer", "pictures", "evaluation") for key in default[part]}
    assert not [key for key in (*default, *keys) if not re.search(rf"^(# |\[+)?{key}\b", block, re.M)]


def test_no_file_names_the_recipes_that_ship(tmp_path):
    with pytest.raises(BadRecipe, match="tiny"):
        read_recipe(tmp_path / "none.toml")
