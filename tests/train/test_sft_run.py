"""Runs of a recipe on a tiny model: what the loss is on, kills, stages, limits, what is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("trl", reason="the extra train is not installed")

from graphicacy.read.dataset.load import open_dataset
from graphicacy.read.export.records import Chosen
from graphicacy.train.answering import Asking, answer_questions, inputs_for
from graphicacy.train.example import Example
from graphicacy.train.libraries import load_libraries
from graphicacy.train.local_model import Loading, open_model
from graphicacy.train.sft import run as sft_run
from graphicacy.train.sft import trainer
from graphicacy.train.sft.data import Limit, SequenceTooLong, load_examples, write_examples
from graphicacy.train.sft.recipe import Recipe
from graphicacy.train.sft.run import loading_of, train_run
from graphicacy.train.sft.runs import Stage
from graphicacy.train.sft.source import SplitSource
from graphicacy.train.sft.streamed import StreamSource
from graphicacy.train.sft.trainer import last_checkpoint
from graphicacy.train.sources import TooFew
from graphicacy.train.tiny import make_tiny
from small_dataset import write_dataset

load_libraries()
FLOAT = Loading("float32")
WHOLE = Limit(8192)


@pytest.fixture(scope="module", autouse=True)
def _one_thread():
    import torch

    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> Path:
    tasks = ("graph-parsing", "localization", "structure-comparison", "comprehensive")
    return write_dataset(tmp_path_factory.mktemp("data"), tasks=tasks)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("model") / "tiny"
    make_tiny(folder)
    return str(folder)


def _recipe(tiny: str, method: str = "lora", **optimizer: object) -> Recipe:
    stages = [{"abilities": ["S1"]}, {"abilities": ["V3"], "replay": 0.25}]
    given = {
        "learning-rate": 5e-3,
        "batch": 1,
        "accumulate": 1,
        "warmup": 0,
        "steps": 2,
        "precision": "float32",
        "workers": 0,
    }
    return Recipe.model_validate(
        {
            "model": tiny,
            "boxes": "qwen3-vl",
            "adapter": {"method": method, "dropout": 0.1},
            "optimizer": {**given, "checkpointing": False, **optimizer},
            "runs": [{"name": "two", "stages": stages}, {"name": "one", "stages": stages[:1]}],
        }
    )


def _train(recipe: Recipe, data: Path, out: Path, run: str = "one", **more: bool) -> sft_run.Trained:
    source = SplitSource(open_dataset(data), recipe.convention)
    return train_run(recipe, recipe.run(run), source, out, base=recipe.model, **more)


def _examples(recipe: Recipe, data: Path) -> list[Example]:
    stage = Stage(abilities=("S1", "V3"))
    return list(SplitSource(open_dataset(data), recipe.convention).examples(stage, ()))


def _batch(recipe: Recipe, examples: list[Example], folder: Path) -> dict:
    """What the trainer makes of examples, as it is set up for a run."""
    local = open_model(recipe.model, FLOAT, to_train=True)
    write_examples(folder / "batch.arrow", examples, local.processor, WHOLE)
    rows = load_examples(folder / "batch.arrow")
    collate = trainer._trainer(recipe, local, rows, folder, False, 0).data_collator
    return collate([dict(row) for row in rows])


def _losses(log: Path) -> list[float]:
    return [line["loss"] for line in map(json.loads, log.read_text().splitlines()) if "loss" in line]


def test_the_loss_is_on_the_answer_alone_and_all_of_it_and_nothing_is_cut(tiny, data, tmp_path):
    recipe = _recipe(tiny)
    examples = _examples(recipe, data)[:3]
    processor = open_model(tiny, FLOAT).processor
    batch = _batch(recipe, examples, tmp_path)
    for labels, example in zip(batch["labels"], examples, strict=True):
        learnt = processor.tokenizer.decode(labels[labels != -100])
        assert learnt == f"{example.target}<|im_end|>\n"


def test_a_model_is_asked_in_the_very_tokens_it_was_trained_on(tiny, data, tmp_path):
    local = open_model(tiny, FLOAT)
    recipe = _recipe(tiny)
    (example, *_) = [e for e in _examples(recipe, data) if e.row["task"] == "localization"]
    trained = _batch(recipe, [example], tmp_path)
    (record,) = Chosen(open_dataset(data), "train", recipe.convention).records([example.row["id"]])
    asked = inputs_for(local, [record])
    prompt = trained["input_ids"][trained["labels"] == -100]
    assert asked["input_ids"][0].tolist() == prompt.tolist()
    assert asked["pixel_values"].equal(trained["pixel_values"])


def test_the_length_that_is_checked_is_the_length_that_is_trained_on(tiny, data, tmp_path):
    processor = open_model(tiny, FLOAT).processor
    two = [e for e in Chosen(open_dataset(data), "train", _recipe(tiny).convention).records() if len(e.pictures) == 2]
    example = Example(two[0].row, "an answer", two[0].pictures)
    length = _batch(_recipe(tiny), [example], tmp_path)["input_ids"].shape[1]
    write_examples(tmp_path / "b.arrow", [example], processor, Limit(length))
    with pytest.raises(SequenceTooLong, match=rf"{example.row['id']}: {length:,} tokens.*{length - 1:,}.*max-length"):
        write_examples(tmp_path / "c.arrow", [example], processor, Limit(length - 1))
    assert not (tmp_path / "c.arrow").exists()


def test_what_is_too_long_can_be_dropped_and_is_counted_but_not_all_of_it(tiny, data, tmp_path):
    processor = open_model(tiny, FLOAT).processor
    long, short = (
        Example(example.row, "x y " * times, example.pictures)
        for example, times in zip(_examples(_recipe(tiny), data)[:2], (3000, 1), strict=True)
    )
    written = write_examples(tmp_path / "a.arrow", [long, short], processor, Limit(2000, "drop"))
    assert (written.examples, written.dropped) == (1, 1)
    with pytest.raises(ValueError, match="all 1 are longer than 2,000 tokens"):
        write_examples(tmp_path / "b.arrow", [long], processor, Limit(2000, "drop"))


def test_a_missing_picture_is_named_before_anything_is_trained(tiny, data, tmp_path):
    for path in data.rglob("*"):
        if path.is_file():
            copy = tmp_path / "data" / path.relative_to(data)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    for picture in (tmp_path / "data").rglob("*.png"):
        picture.unlink()
    with pytest.raises(ValueError, match="cannot be read"):
        _train(_recipe(tiny), tmp_path / "data", tmp_path / "out")


def test_a_run_that_is_killed_goes_on_to_the_same_weights(tiny, data, tmp_path):
    """A real kill -9, in the middle of the third of four updates; dropout makes the weights depend on the generator."""
    recipe = _recipe(tiny, steps=4, **{"save-every": 1})
    whole = _train(recipe, data, tmp_path / "whole")
    (tmp_path / "recipe.json").write_text(recipe.model_dump_json(by_alias=True))
    code = f"""
import os, signal, torch
torch.set_num_threads(1)
from pathlib import Path
from graphicacy.read.dataset.load import open_dataset
from graphicacy.train.sft.recipe import read_recipe
from graphicacy.train.sft.run import train_run
from graphicacy.train.sft.source import SplitSource
from graphicacy.train.libraries import load_libraries
load_libraries()
from trl import SFTTrainer
step = SFTTrainer.training_step
def killed(self, *args, **more):
    if self.state.global_step == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return step(self, *args, **more)
SFTTrainer.training_step = killed
recipe = read_recipe(Path({str(tmp_path / "recipe.json")!r}))
source = SplitSource(open_dataset(Path({str(data)!r})), recipe.convention)
train_run(recipe, recipe.run("one"), source, Path({str(tmp_path / "killed")!r}), base=recipe.model)
"""
    died = subprocess.run([sys.executable, "-c", code], env={**os.environ, "OMP_NUM_THREADS": "1"}, check=False)
    assert died.returncode == -signal.SIGKILL
    stage = tmp_path / "killed" / "stage-1"
    assert last_checkpoint(stage) == stage / "checkpoint-2"
    again = _train(recipe, data, tmp_path / "killed")
    name = "adapter_model.safetensors"
    assert (again.weights / name).read_bytes() == (whole.weights / name).read_bytes()
    assert _losses(stage / "log.jsonl") == _losses(tmp_path / "whole" / "stage-1" / "log.jsonl")
    assert len(_losses(stage / "log.jsonl")) == 4


def test_a_checkpoint_that_a_kill_has_cut_off_does_not_count(tmp_path):
    for step, state in ((2, "{}"), (10, '{"global'), (12, None)):
        folder = tmp_path / f"checkpoint-{step}"
        folder.mkdir()
        if state is not None:
            (folder / "trainer_state.json").write_text(state)
    assert last_checkpoint(tmp_path) == tmp_path / "checkpoint-2"
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint-2"]


def test_stages_go_on_from_the_weights_before_replay_what_was_and_tell_no_host(tiny, data, tmp_path, monkeypatch):
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("a connection was opened"))
    recipe = _recipe(tiny, steps=1)
    starts = []
    train = sft_run.train

    def seen(*args: object, **more: object) -> dict:
        starts.append((args[4], args[5]))
        return train(*args, **more)

    monkeypatch.setattr(sft_run, "train", seen)
    trained = _train(recipe, data, tmp_path / "out", "two", merge=True)
    assert starts == [(None, 1), (tmp_path / "out" / "stage-1" / "weights", 2)]
    source = SplitSource(open_dataset(data), recipe.convention)
    alone = len(list(source.examples(Stage(abilities=("V3",)), ())))
    assert trained.stages[1]["examples"] == alone + round(alone / 3)
    _train(recipe, data, tmp_path / "out", "two")
    assert len(starts) == 2, "what is done is not done again"

    import torch

    merged, apart = open_model(str(trained.merged), FLOAT), open_model(tiny, FLOAT, adapter=trained.weights)
    record = next(iter(Chosen(open_dataset(data), "test", recipe.convention).records()))
    inputs = inputs_for(apart, [record])
    with torch.inference_mode():
        one, other, base = (m.model(**inputs).logits for m in (merged, apart, open_model(tiny, FLOAT)))
    assert torch.allclose(one, other, atol=1e-4)
    assert not torch.allclose(one, base, atol=1e-4)


def test_replay_is_the_share_that_was_asked_for(tiny, data):
    recipe = _recipe(tiny)
    source = SplitSource(open_dataset(data), recipe.convention)
    first, second = recipe.runs[0].stages
    tasks = [example.row["task"] for example in source.examples(second, (first,))]
    assert tasks.count("graph-parsing") == round(tasks.count("localization") / 3)
    with pytest.raises(TooFew, match=r"a replay of 0\.99 wants"):
        source.examples(second.model_copy(update={"replay": 0.99}), (first,))
    with pytest.raises(TooFew, match="no training example of semantic"):
        source.examples(second.model_copy(update={"abilities": ("semantic",)}), ())


def test_training_all_weights_teaches_the_tiny_model(tiny, data, tmp_path):
    recipe = _recipe(tiny, "full", steps=12, schedule="constant", **{"learning-rate": 3e-3})
    trained = _train(recipe, data, tmp_path / "out")
    losses = _losses(tmp_path / "out" / "stage-1" / "log.jsonl")
    assert losses[-1] < losses[0] - 2
    assert open_model(str(trained.weights), loading_of(recipe)).model.config.model_type == "qwen3_vl"


def test_a_folder_is_of_one_training(tiny, data, tmp_path):
    recipe = _recipe(tiny, steps=1)
    _train(recipe, data, tmp_path / "out")
    with pytest.raises(FileExistsError, match="another training"):
        _train(recipe.model_copy(update={"seed": 1}), data, tmp_path / "out")


def test_examples_can_be_streamed_from_what_was_exported(tiny, data, tmp_path, monkeypatch):
    from graphicacy.train.export import Wanted, export

    monkeypatch.setattr("datasets.config.SLEEP_TIME_ON_THREADS_SHUTDOWN", 0)  # seconds, at each end of a mixed stream

    recipe = _recipe(tiny, steps=2)
    export("trl", tmp_path / "trl", Wanted(boxes=recipe.convention), open_dataset(data))
    source = StreamSource(str(tmp_path / "trl" / "data" / "*.parquet"))
    train_run(recipe, recipe.run("two"), source, tmp_path / "out", base=tiny)
    assert len(_losses(tmp_path / "out" / "stage-2" / "log.jsonl")) == 2
    short = StreamSource(source.name)
    args = (recipe.runs[0].stages[0], (), tmp_path, open_model(tiny, FLOAT).processor)
    with pytest.raises(SequenceTooLong):
        next(iter(short.load(*args, Limit(64), 0)))
    tasks = {row["task"] for row in source._of(("localization",), args[3], WHOLE)}
    assert tasks == {"localization"}
    with pytest.raises(ValueError, match="cannot be read"):
        StreamSource(str(tmp_path / "nowhere" / "*.parquet")).load(*args, WHOLE, 0)


def test_asking_goes_on_after_a_kill_and_refuses_another_list_of_questions(tiny, data, tmp_path):
    local, boxes = open_model(tiny, FLOAT), _recipe(tiny).convention
    asking = Asking(open_dataset(data), boxes, limit=5, batch=2, max_tokens=4)
    told: list[int] = []
    assert answer_questions(local, asking, tmp_path / "a.jsonl", progress=told.append) == 5
    assert told == [2, 4, 5]
    whole = (tmp_path / "a.jsonl").read_text()
    (tmp_path / "a.jsonl").write_text(whole[: len(whole) // 2])
    answer_questions(local, asking, tmp_path / "a.jsonl")

    def said(text: str) -> list[tuple[str, str, str]]:
        return [(r["id"], r["answer"], r["stopped"]) for r in map(json.loads, text.splitlines())]

    assert said((tmp_path / "a.jsonl").read_text()) == said(whole)
    assert {stopped for _, _, stopped in said(whole)} == {"length"}
    others = Asking(open_dataset(data), boxes, split="train", limit=5, batch=2, max_tokens=4)
    with pytest.raises(ValueError, match="answers to other questions"):
        answer_questions(local, others, tmp_path / "a.jsonl")
