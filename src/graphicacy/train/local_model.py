"""A vision-language model and its processor in this process."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from graphicacy.read.export.pictures import Picture
from graphicacy.train.libraries import load_libraries

__all__ = ["BadModel", "Loading", "LocalModel", "images_of", "open_model", "open_processor", "tokens_of"]


class BadModel(ValueError):
    """A model that cannot be used: one line that names it and the fault."""


@dataclass(frozen=True, slots=True)
class Loading:
    """How weights are held: in ``precision``, or in 4 bits (NF4) from which they are computed with in it.

    ``min_pixels`` and ``max_pixels`` are of a picture, the processor's own where None.
    """

    precision: Literal["bfloat16", "float32"] = "bfloat16"
    four_bits: bool = False
    min_pixels: int | None = None
    max_pixels: int | None = None


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model that is ready to be trained or asked; ``name`` is that of the model that it was made from."""

    model: Any
    processor: Any
    name: str


def open_model(path: str, how: Loading, *, adapter: Path | None = None, to_train: bool = False) -> LocalModel:
    """Load a model from the hub, its cache or a folder, with an adapter if one is named.

    It is put on the GPU, if there is one, or left where it is for a trainer to place ``to_train``. ``HF_HUB_OFFLINE``
    holds; no code that comes with a model is run. Raises ``BadModel``, in one line, for one that cannot be loaded.
    """
    processor = open_processor(path, how)
    import torch
    from transformers import AutoModelForImageTextToText

    try:
        model = AutoModelForImageTextToText.from_pretrained(
            path, dtype=getattr(torch, how.precision), quantization_config=_four_bits(how) if how.four_bits else None
        )
        if adapter is not None:
            from peft import PeftModel

            model = PeftModel.from_pretrained(model, adapter, is_trainable=to_train)
    except (OSError, ValueError, ImportError, RuntimeError) as error:
        raise BadModel(f"{path}: cannot be loaded ({_in_a_line(error)})") from None
    if not to_train and torch.cuda.is_available() and not how.four_bits:  # weights of 4 bits are there
        model = model.to("cuda")
    folder = Path(path)
    return LocalModel(model, processor, folder.name if folder.is_dir() else path)


def open_processor(path: str, how: Loading) -> Any:
    """Its processor alone: tokenizer, chat template, and pictures within the limits. Raises ``BadModel``."""
    load_libraries()
    from transformers import AutoProcessor

    try:
        processor = AutoProcessor.from_pretrained(path)
    except (OSError, ValueError, ImportError) as error:
        raise BadModel(f"{path}: no processor can be loaded ({_in_a_line(error)})") from None
    pictures = getattr(processor, "image_processor", None)
    if pictures is None or not getattr(processor, "chat_template", None):
        raise BadModel(f"{path}: no model for pictures and chat: its processor has no images, or no chat template")
    if how.min_pixels is not None or how.max_pixels is not None:
        size = dict(pictures.size)
        if not {"shortest_edge", "longest_edge"} <= size.keys():
            raise BadModel(f"{path}: its processor has no limits of pixels; leave out min-pixels and max-pixels")
        least, most = how.min_pixels or size["shortest_edge"], how.max_pixels or size["longest_edge"]
        pictures.size = {"shortest_edge": min(least, most), "longest_edge": most}
    return processor


def images_of(pictures: Sequence[Picture]) -> list[Any]:
    """Pictures as processors take them."""
    from PIL import Image

    return [Image.open(io.BytesIO(picture.png), formats=["PNG"]).convert("RGB") for picture in pictures]


def tokens_of(processor: Any, text: str, sizes: Sequence[tuple[int, int]]) -> int:
    """Tokens of a text of the chat template with pictures of these (width, height) px, without a look at them."""
    tall = [(height, width) for width, height in sizes]
    of_pictures: list[int] = processor._get_num_multimodal_tokens(image_sizes=tall)["num_image_tokens"] if tall else []
    of_text: list[int] = processor.tokenizer(text, add_special_tokens=False)["input_ids"]
    return len(of_text) + sum(of_pictures) - len(sizes)  # a picture is one token of the text


def _four_bits(how: Loading) -> Any:
    import torch
    from transformers import BitsAndBytesConfig

    return BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_use_double_quant=True,
        bnb_4bit_compute_dtype=getattr(torch, how.precision),
    )


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
