"""A vision-language model made on the spot: small, random, and whole, to try a recipe with before renting a GPU.

It is of a real class, Qwen2.5-VL or Qwen3-VL, with a real processor: a tokenizer trained on this package's own words,
a chat template, an image processor. It knows nothing, and takes every step that the real one takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from graphicacy.train.libraries import load_libraries

__all__ = ["TINY", "make_tiny"]

TINY = ("qwen3-vl", "qwen2.5-vl")
"""The families of which there are tiny models, by the names of their box conventions."""

_PATCH = {"qwen3-vl": 16, "qwen2.5-vl": 14}  # px a side; 2 × 2 patches are a token
_MOST_PIXELS = 64 * 32 * 32  # of a picture: 64 tokens
_WORDS = 2000  # of the vocabulary
_HIDDEN = 64
_SURE = 10  # times the usual weights of the last layer: else no adapter below it could make any word likely
_SPECIAL = (
    *("<|endoftext|>", "<|im_start|>", "<|im_end|>"),
    *("<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>"),
)
_CHAT = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n"
    "{% if message.content is string %}{{ message.content }}{% else %}{% for part in message.content %}"
    "{% if part.type == 'image' %}<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ part.text }}{% endif %}"
    "{% endfor %}{% endif %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def make_tiny(out: Path, family: str = "qwen3-vl", *, seed: int = 0) -> int:
    """Write a tiny model and its processor to a folder, new or empty, that ``from_pretrained`` loads offline.

    The same seed gives the same bytes. Returns the number of its parameters. Raises ``ValueError``, in one line, for
    an unknown family, a folder that holds something, or where the libraries are not installed.
    """
    if family not in TINY:
        raise ValueError(f"family {family!r}: there are tiny models of {', '.join(TINY)}")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise FileExistsError(f"{out}: not an empty folder; choose another")
    load_libraries()
    import torch
    from transformers import AutoModelForImageTextToText

    processor = _processor(family)
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(seed)
        model = AutoModelForImageTextToText.from_config(_config(family, processor.tokenizer))
        model.lm_head.weight.mul_(_SURE)
    model.generation_config.eos_token_id = processor.tokenizer.eos_token_id
    model.generation_config.pad_token_id = processor.tokenizer.pad_token_id
    model.save_pretrained(out)
    processor.save_pretrained(out)
    return sum(parameter.numel() for parameter in model.parameters())


def _config(family: str, tokenizer: Any) -> Any:
    """Two layers of 64 for pictures, two for text."""
    from transformers import Qwen2_5_VLConfig, Qwen3VLConfig

    ids = {name: tokenizer.convert_tokens_to_ids(f"<|{name}|>") for name in ("image_pad", "video_pad")}
    vision: dict[str, Any] = {"depth": 2, "hidden_size": _HIDDEN, "intermediate_size": 2 * _HIDDEN, "num_heads": 4}
    vision |= {"out_hidden_size": _HIDDEN, "patch_size": _PATCH[family]}
    text: dict[str, Any] = {"vocab_size": len(tokenizer), "hidden_size": _HIDDEN, "intermediate_size": 2 * _HIDDEN}
    text |= {"num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2}
    text |= {"pad_token_id": tokenizer.pad_token_id, "eos_token_id": tokenizer.eos_token_id, "bos_token_id": None}
    rope: dict[str, Any] = {"rope_type": "default", "mrope_section": [4, 2, 2]}  # the half of a head's 16
    if family == "qwen3-vl":
        make = Qwen3VLConfig
        vision |= {"num_position_embeddings": 64, "deepstack_visual_indexes": [0, 1]}
        text |= {"head_dim": _HIDDEN // 4, "rope_parameters": {**rope, "rope_theta": 5e6, "mrope_interleaved": True}}
    else:
        make = Qwen2_5_VLConfig
        vision |= {"fullatt_block_indexes": [1]}
        text |= {"rope_parameters": {**rope, "rope_theta": 1e6}}
    return make(
        vision_config=vision,
        text_config=text,
        image_token_id=ids["image_pad"],
        video_token_id=ids["video_pad"],
        vision_start_token_id=tokenizer.convert_tokens_to_ids("<|vision_start|>"),
        vision_end_token_id=tokenizer.convert_tokens_to_ids("<|vision_end|>"),
        tie_word_embeddings=False,
        dtype="float32",
    )


def _processor(family: str) -> Any:
    from transformers import Qwen2_5_VLProcessor, Qwen2VLImageProcessor, Qwen3VLProcessor
    from transformers.models.qwen2_vl.video_processing_qwen2_vl import Qwen2VLVideoProcessor
    from transformers.models.qwen3_vl.video_processing_qwen3_vl import Qwen3VLVideoProcessor

    patch = _PATCH[family]
    make, video = (
        (Qwen3VLProcessor, Qwen3VLVideoProcessor)
        if family == "qwen3-vl"
        else (Qwen2_5_VLProcessor, Qwen2VLVideoProcessor)
    )
    size = {"shortest_edge": 4 * 4 * patch * patch, "longest_edge": _MOST_PIXELS}  # pixels, not sides
    pictures = Qwen2VLImageProcessor(patch_size=patch, merge_size=2, temporal_patch_size=2, size=size)
    return make(
        image_processor=pictures,
        tokenizer=_tokenizer(),
        video_processor=video(patch_size=patch, merge_size=2, temporal_patch_size=2),
        chat_template=_CHAT,
    )


def _tokenizer() -> Any:
    """Byte pairs of this package's prompts and diagrams: no text is without tokens."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    pairs = Tokenizer(models.BPE())
    pairs.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    pairs.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=_WORDS,
        special_tokens=list(_SPECIAL),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    pairs.train_from_iterator(_words(), trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=pairs,
        pad_token="<|endoftext|>",
        eos_token="<|im_end|>",
        additional_special_tokens=[name for name in _SPECIAL if name not in ("<|endoftext|>", "<|im_end|>")],
        model_max_length=32_768,
    )


def _words() -> Iterator[str]:
    read = files("graphicacy.read")
    for name, suffix in (("prompts", ".md"), ("corpus/library/biology", ".mmd")):
        for file in sorted((read / name).iterdir(), key=lambda file: file.name):
            if file.name.endswith(suffix):
                yield file.read_text(encoding="utf-8")
