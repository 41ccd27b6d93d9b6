"""Exports opened by the trainers' own loaders, where these are installed."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from graphicacy.read.boxes import FAMILIES
from graphicacy.train.example import REWARD_COLUMNS
from graphicacy.train.export import Wanted, export
from graphicacy.train.export.verifiers import open_rows
from graphicacy.train.libraries import MissingExtra, load_libraries
from read.export_sample import HEIGHT, WIDTH
from train.train_sample import train_sample

ROWS = 15


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return train_sample(tmp_path_factory.mktemp("data") / "d")


@pytest.fixture(scope="module")
def out(request, data, tmp_path_factory):
    """The folder of an export: some questions of one picture, some of two, some for a box."""
    folder = tmp_path_factory.mktemp("out") / request.param
    export(request.param, folder, Wanted(("S1", "V2", "V3"), boxes=FAMILIES["qwen3-vl"]), data)
    return folder


@pytest.fixture(autouse=True)
def _caches(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    monkeypatch.setenv("MODELSCOPE_CACHE", str(tmp_path / "modelscope"))


@pytest.fixture
def datasets(tmp_path, monkeypatch):
    found = pytest.importorskip("datasets", reason="needs datasets: pip install 'graphicacy[datasets]'")
    monkeypatch.setattr(found.config, "HF_DATASETS_OFFLINE", True)
    monkeypatch.setattr(found.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    return found


@pytest.fixture
def libraries():
    """Those of training, made to load."""
    try:
        load_libraries()
    except MissingExtra as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("out", ["trl"], indirect=True)
@pytest.mark.parametrize("streaming", [False, True])
def test_datasets_opens_the_export_for_trl_whole_or_as_a_stream(streaming, out, datasets, tmp_path):
    rows = list(datasets.load_dataset(str(out), split="train", streaming=streaming))
    assert len(rows) == ROWS
    assert {len(row["images"]) for row in rows} == {1, 2}
    assert all(image.size == (WIDTH, HEIGHT) for row in rows for image in row["images"])
    assert all(isinstance(row[name], str) for row in rows for name in REWARD_COLUMNS)


@pytest.mark.parametrize("out", ["trl"], indirect=True)
def test_trl_takes_the_messages_with_their_pictures(out, datasets, libraries):
    from trl.data_utils import is_conversational, prepare_multimodal_messages

    for row in datasets.load_dataset(str(out), split="train"):
        assert is_conversational({"prompt": row["prompt"]})
        for talk in (row["messages"], row["prompt"]):
            parts = [
                part for message in prepare_multimodal_messages(talk, row["images"]) for part in message["content"]
            ]
            assert [part["image"] for part in parts if part["type"] == "image"] == row["images"]


@pytest.mark.parametrize("out", ["easyr1"], indirect=True)
def test_easyr1_opens_the_folder_of_parquet(out, datasets):
    """It opens ``data.train_files`` so, and puts a picture for each tag."""
    rows = datasets.load_dataset("parquet", data_dir=str(out / "data"), split="train")
    assert len(rows) == ROWS
    assert all(row["problem"].count("<image>") == len(row["images"]) for row in rows)


@pytest.mark.parametrize("out", ["llamafactory"], indirect=True)
def test_llamafactory_loads_the_folder(out, datasets, libraries, monkeypatch):
    monkeypatch.setenv("DISABLE_VERSION_CHECK", "1")  # of transformers: only its loader is used
    pytest.importorskip("llamafactory", reason="needs LLaMA-Factory: pip install llamafactory")
    from llamafactory.data.loader import _load_single_dataset
    from llamafactory.data.parser import get_dataset_list
    from llamafactory.hparams import DataArguments

    asked = DataArguments(dataset="graphicacy", dataset_dir=str(out), media_dir=str(out), template="qwen2_vl")
    model = SimpleNamespace(cache_dir=None, hf_hub_token=None, streaming=False, trust_remote_code=False)
    how = SimpleNamespace(local_process_index=0, seed=0, distributed_state=None)
    (about,) = get_dataset_list(["graphicacy"], str(out))
    rows = _load_single_dataset(about, model, asked, how)
    assert len(rows) == ROWS
    for row in rows:
        assert row["_system"]
        assert len(row["_prompt"]) == len(row["_response"]) == 1
        assert row["_prompt"][0]["content"].count("<image>") == len(row["_images"])
        assert all(path.startswith(str(out)) for path in row["_images"])


@pytest.mark.parametrize("out", ["swift"], indirect=True)
def test_swift_loads_the_lines_with_boxes_and_reward_columns(out, datasets, libraries, monkeypatch):
    pytest.importorskip("swift", reason="needs ms-swift: pip install ms-swift")
    from swift.dataset import load_dataset

    monkeypatch.chdir(out)
    rows, _ = load_dataset("train.jsonl", num_proc=1, remove_unused_columns=False)
    assert len(rows) == ROWS
    assert sum(bool(row["objects"]) for row in rows) == 3
    assert set(REWARD_COLUMNS) <= set(rows[0])


@pytest.mark.parametrize("out", ["verifiers"], indirect=True)
def test_verifiers_makes_an_environment_of_the_rows(out, datasets):
    vf = pytest.importorskip("verifiers", reason="needs verifiers before 0.2: pip install 'verifiers<0.2'")
    if not hasattr(vf, "SingleTurnEnv"):
        pytest.skip("needs verifiers before 0.2: pip install 'verifiers<0.2'")
    rows = datasets.Dataset.from_list(list(open_rows(out)))
    environment = vf.SingleTurnEnv(dataset=rows, rubric=vf.Rubric(funcs=[lambda completion, info: 1.0]))
    assert len(environment.get_dataset()) == ROWS
