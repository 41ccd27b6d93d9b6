"""The export for the Hub of Hugging Face."""

import io
import json

import numpy as np
import pyarrow.parquet as pq
import pytest
from PIL import Image

from graphicacy.read.boxes import NEUTRAL
from graphicacy.read.export import export, shards
from graphicacy.read.export.records import Chosen
from read.export_sample import NASTY, sample

NASTY_LICENCE = 'Mine: "all"\n# - [x](y) | z'


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hf")
    data = sample(folder / "data", licence=NASTY_LICENCE)
    return data, export("hf", data, folder / "out"), folder / "out"


def head(out):
    yaml = pytest.importorskip("yaml")
    _, front, _ = (out / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    return yaml.safe_load(front)


def rows(out, split):
    return pq.read_table(out / "data" / f"{split}-00000.parquet").to_pylist()


@pytest.mark.parametrize("split", ["test", "train"])
def test_rows_and_pictures_are_those_of_the_dataset(split, made):
    data, _, out = made
    for row, record in zip(rows(out, split), Chosen(data, split, NEUTRAL).records(), strict=True):
        images = row.pop("images")
        assert row == record.row
        assert [image["bytes"] for image in images] == [picture.png for picture in record.pictures]
        assert all(label in row["prompt"] for label in NASTY)


def test_the_head_of_the_card_says_what_is_in_the_files(made):
    _, exported, out = made
    told = head(out)
    assert told["configs"] == [
        {
            "config_name": "default",
            "data_files": [
                {"split": "test", "path": "data/test-*.parquet"},
                {"split": "train", "path": "data/train-*.parquet"},
            ],
        }
    ]
    sizes = {split["name"]: split["num_examples"] for split in told["dataset_info"]["splits"]}
    assert sizes == {"test": 13, "train": 13} == {split: len(rows(out, split)) for split in sizes}
    names = [feature["name"] for feature in told["dataset_info"]["features"]]
    schema = pq.read_schema(out / "data" / "test-00000.parquet")
    assert names == schema.names == list(json.loads(schema.metadata[b"huggingface"])["info"]["features"])
    assert told["size_categories"] == ["n<1K"]
    assert exported.count == 26


def test_a_licence_may_be_any_text(made, tmp_path):
    _, _, out = made
    assert (head(out)["license"], head(out)["license_name"]) == ("other", NASTY_LICENCE)
    assert '| Mine: "all" \\# - \\[x\\](y) \\| z | 26 |' in (out / "README.md").read_text(encoding="utf-8")
    export("hf", sample(tmp_path / "data"), tmp_path / "out")
    assert head(tmp_path / "out")["license"] == "apache-2.0"


def test_a_picture_is_stored_once_however_many_questions_are_about_it(tmp_path):
    data = sample(tmp_path / "data")
    noise = io.BytesIO()
    pixels = np.random.default_rng(0).integers(0, 256, (200, 300, 3), np.uint8)
    Image.fromarray(pixels).save(noise, "PNG")
    (data.folder / "images" / "test.png").write_bytes(noise.getvalue())
    made = export("hf", data, tmp_path / "out", split="test")
    assert len(noise.getvalue()) > 100_000
    assert made.paths[1].stat().st_size < 1.5 * len(noise.getvalue())


def test_files_and_row_groups_are_of_a_limited_size(tmp_path, monkeypatch):
    data = sample(tmp_path / "data")
    monkeypatch.setattr(shards, "_GROUP_ROWS", 5)
    monkeypatch.setattr(shards, "_SHARD_BYTES", 1)
    made = export("hf", data, tmp_path / "out", split="test")
    files = [path for path in made.paths if path.suffix == ".parquet"]
    assert [(path.name, pq.read_metadata(path).num_rows) for path in files] == [
        ("test-00000.parquet", 5),
        ("test-00001.parquet", 5),
        ("test-00002.parquet", 3),
    ]
    ids = [row["id"] for path in files for row in pq.read_table(path, columns=["id"]).to_pylist()]
    assert ids == [question.id for question in data.questions("test")]


@pytest.mark.parametrize("streaming", [False, True])
def test_datasets_opens_the_folder_with_pictures_decoded(streaming, made, tmp_path, monkeypatch):
    datasets = pytest.importorskip("datasets", reason="needs datasets: pip install 'graphicacy[datasets]'")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_OFFLINE", True)
    data, _, out = made
    opened = datasets.load_dataset(str(out), streaming=streaming, cache_dir=str(tmp_path))
    assert sorted(opened) == ["test", "train"]
    for row, question in zip(opened["test"], data.questions("test"), strict=True):
        assert row["id"] == question.id
        assert json.loads(row["answer"]) == question.answer
        assert [image.size for image in row["images"]] == [(1700, 900)] * len(question.images)
