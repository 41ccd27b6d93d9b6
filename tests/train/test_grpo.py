"""Reinforcement learning on a tiny model, with both kinds of reward, by the examples that ship."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

pytest.importorskip("trl", reason="the extra train is not installed")

from graphicacy.draw.task import DrawTask, load_suite
from graphicacy.train.libraries import load_libraries
from graphicacy.train.tiny import make_tiny
from small_dataset import write_dataset

load_libraries()
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module", autouse=True)
def _one_thread():
    import torch

    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("model") / "tiny-qwen3-vl"
    make_tiny(folder)
    return folder


def _run(monkeypatch, capsys, name: str, *args: object) -> tuple[list[dict], str]:
    """An example as a user calls it; the log that it leaves, and what it prints."""
    out = next(arg for arg in args if isinstance(arg, Path) and arg.name == "out")
    small = ("--steps", 2, "--group", 2, "--max-tokens", 6, "--precision", "float32")
    monkeypatch.setattr(sys, "argv", [name, *map(str, (*args, *small))])
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("a connection was opened"))
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()], capsys.readouterr().out


def test_a_model_is_rewarded_for_reading_pictures(monkeypatch, capsys, tiny, tmp_path):
    data = write_dataset(tmp_path / "data", tasks=("structure-comparison", "localization"))
    log, said = _run(monkeypatch, capsys, "grpo_read.py", tiny, data, tmp_path / "out", "--examples", 4)
    assert [line["step"] for line in log] == [1, 2]
    assert all(-0.2001 < line["reward"] == line["read_answers"] <= 1 for line in log)
    assert sum(log[-1]["counts"].values()) == 2 * 2
    assert all(name.startswith("read ") for name in log[-1]["counts"])
    assert f"update 2: mean reward {log[1]['reward']:.3f}" in said
    assert (tmp_path / "out" / "weights" / "adapter_model.safetensors").is_file()


def test_a_model_is_rewarded_for_drawing(monkeypatch, capsys, tiny, tmp_path):
    log, said = _run(monkeypatch, capsys, "grpo_draw.py", tiny, tmp_path / "out", "--tasks", 2, "--medium", "mermaid")
    assert all(0 <= line["reward"] == line["draw_figures"] <= 1 for line in log)
    assert sum(log[-1]["counts"].values()) == 2 * 2
    assert all(name.startswith("draw ") for name in log[-1]["counts"])
    assert "mean reward" in said


def test_a_reward_teaches(tiny, tmp_path):
    """Half of the words are rewarded: their share grows."""
    import torch
    from datasets import Dataset

    from graphicacy.train.grpo import GRPO, train_grpo
    from graphicacy.train.local_model import Loading, open_model

    local = open_model(str(tiny), Loading("float32"), to_train=True)

    def low(prompts: list, completions: list, completion_ids: list, **_: object) -> list[float]:
        return [sum(token < 1000 for token in ids) / len(ids) for ids in completion_ids]

    rows = Dataset.from_list([{"prompt": [{"role": "user", "content": "Say."}]}] * 16)
    given = GRPO(12, group=8, max_tokens=8, learning_rate=5e-3, precision="float32", rank=None)
    log = train_grpo(local, rows, [low], tmp_path, given)
    rewards = torch.tensor([line["reward"] for line in log])
    assert rewards[-3:].mean() > rewards[:3].mean() + 0.2


def test_tasks_to_draw_are_made_here_and_none_of_the_suite():
    from graphicacy.train.grpo import drawings_of

    rows = drawings_of(3, "dot", seed=4)
    assert rows.to_list() == drawings_of(3, "dot", seed=4).to_list() != drawings_of(3, "dot", seed=5).to_list()
    tasks = [DrawTask.model_validate_json(row["draw_task"]) for row in rows]
    prompts = {task.prompt for task in load_suite(None)}
    assert len(tasks) == 3
    assert not {task.prompt for task in tasks} & prompts
    assert [row["prompt"][1]["content"] for row in rows] == [task.prompt for task in tasks]
    assert "Graphviz" in rows[0]["prompt"][0]["content"] or "DOT" in rows[0]["prompt"][0]["content"]
