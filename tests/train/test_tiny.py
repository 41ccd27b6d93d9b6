"""The tiny models that recipes are tried with."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra train is not installed")

from graphicacy.train.tiny import TINY, make_tiny


@pytest.fixture(scope="module", params=TINY)
def tiny(request, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("tiny") / request.param
    assert 100_000 < make_tiny(folder, request.param) < 1_000_000
    return folder


def _bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_weights(tiny, tmp_path):
    make_tiny(tmp_path / "again", tiny.name)
    make_tiny(tmp_path / "other", tiny.name, seed=1)
    again, other = _bytes(tmp_path / "again"), _bytes(tmp_path / "other")
    assert again == _bytes(tiny)
    assert {name for name in again if again[name] != other[name]} == {"model.safetensors"}


def test_it_loads_offline_and_answers_about_two_pictures(tiny, monkeypatch):
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("a connection was opened"))
    from PIL import Image
    from transformers import AutoModelForImageTextToText, AutoProcessor

    processor, model = AutoProcessor.from_pretrained(tiny), AutoModelForImageTextToText.from_pretrained(tiny)
    assert model.config.model_type == tiny.name.replace("-", "_").replace(".", "_")
    parts = [{"type": "image"}, {"type": "image"}, {"type": "text", "text": "Which arrows differ?"}]
    text = processor.apply_chat_template([{"role": "user", "content": parts}], add_generation_prompt=True)
    pictures = [Image.new("RGB", (900, 500), "white"), Image.new("RGB", (40, 900), "white")]
    batch = processor(text=[text], images=[pictures], return_tensors="pt")
    tokens = (batch["input_ids"] == processor.image_token_id).sum().item()
    assert tokens == (batch["image_grid_thw"].prod(-1) // 4).sum().item() <= 2 * 84
    assert model.generate(**batch, max_new_tokens=3, min_new_tokens=3).shape[1] == batch["input_ids"].shape[1] + 3


def test_its_tokenizer_loses_no_character(tiny):
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(tiny)
    text = '```json\n{"answer": ["PI3K → AKT", "β-catenin ≥ 5 µm", "水"]}\n```'
    assert tokenizer.decode(tokenizer(text)["input_ids"]) == text
    assert len(tokenizer("<|im_start|><|image_pad|><|im_end|>")["input_ids"]) == 3


def test_a_folder_that_holds_something_is_refused_and_so_is_an_unknown_family(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="choose another"):
        make_tiny(tmp_path)
    with pytest.raises(ValueError, match=r"qwen3-vl, qwen2\.5-vl"):
        make_tiny(tmp_path / "new", "gpt")
