"""A recipe: the model, how it is trained, on what in which order, and how it is asked afterwards.

It is a TOML or a JSON file; some ship with the package. What a file leaves out has the value that is shown here.

```toml
model = "Qwen/Qwen3-VL-8B-Instruct"   # on the hub, or a folder; "tiny:qwen3-vl" is made on the spot

[adapter]
method = "lora"                       # qlora | lora | full

[optimizer]
learning-rate = 1e-4

[[runs]]                              # those of RUNS, where a recipe names none
name = "curriculum"
stages = [{ abilities = ["structural"] }, { abilities = ["comprehensive"], replay = 0.2 }]
```
"""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator

from graphicacy.read.boxes import FAMILIES, BoxConvention, family_of
from graphicacy.train.sft.runs import RUNS, Part, Run
from graphicacy.train.tiny import TINY

__all__ = ["SHIPPED", "Adapter", "BadRecipe", "Evaluation", "Optimizer", "Pictures", "Recipe", "read_recipe"]

SHIPPED = ("qwen2.5-vl-7b-qlora", "qwen3-vl-8b-lora", "tiny")
"""Recipes that come with the package."""

_MAX_BYTES = 1_000_000
_TINY = "tiny:"


class BadRecipe(ValueError):
    """A recipe that cannot be used: one line that names the file, the key and the fault."""


class Adapter(Part):
    """What is trained: small matrices beside the weights (Hu et al. 2021), those beside weights of 4 bits (Dettmers et
    al. 2023), or all weights.

    ``targets`` are names of linear modules, or a regular expression for whole names; the language model's attention and
    feed-forward, where left out.
    """

    method: Literal["qlora", "lora", "full"] = "lora"
    rank: int = Field(default=16, ge=1, le=1024)
    alpha: float = Field(default=32.0, gt=0, le=4096)
    dropout: float = Field(default=0.05, ge=0, lt=1)
    targets: tuple[str, ...] | str = r".*language_model.*\.(q|k|v|o|gate|up|down)_proj"


class Optimizer(Part):
    """AdamW. ``batch`` is of examples on one device at a time; an update is on ``batch`` × ``accumulate`` × devices.

    ``steps`` are updates of a stage, in place of ``epochs``; data that is streamed needs them. ``max-length`` is the
    limit of an example in tokens, pictures and answer included: one that is longer is an error, or dropped and counted.
    """

    learning_rate: float = Field(default=1e-4, gt=0, le=1)
    schedule: Literal["cosine", "linear", "constant"] = "cosine"
    warmup: float = Field(default=0.03, ge=0, lt=1)  # of the updates of a stage
    weight_decay: float = Field(default=0.0, ge=0, le=1)
    max_grad_norm: float = Field(default=1.0, gt=0)
    batch: int = Field(default=1, ge=1, le=4096)
    accumulate: int = Field(default=16, ge=1, le=65_536)
    epochs: float = Field(default=1.0, gt=0, le=1000)
    steps: int | None = Field(default=None, ge=1, le=10_000_000)
    max_length: int = Field(default=4096, ge=64, le=1_000_000)
    over_length: Literal["error", "drop"] = "error"
    precision: Literal["bfloat16", "float32"] = "bfloat16"
    checkpointing: bool = True  # of activations: a third more time for much less memory
    save_every: int = Field(default=100, ge=1)  # updates
    keep: int = Field(default=2, ge=1, le=1000)  # checkpoints
    workers: int = Field(default=2, ge=0, le=256)  # processes that decode pictures, for each device


class Pictures(Part):
    """The least and the most pixels of a picture as the model's processor has it; its own limits where left out."""

    min_pixels: int | None = Field(default=None, ge=784)
    max_pixels: int | None = Field(default=None, ge=784, le=64_000_000)


class Evaluation(Part):
    """How a model is asked afterwards: greedily, so many questions at a time; ``limit``: only so many in all."""

    split: Literal["test", "train"] = "test"
    limit: int | None = Field(default=None, ge=1)
    batch: int = Field(default=8, ge=1, le=4096)
    max_tokens: int = Field(default=1024, ge=1, le=32_768)


class Recipe(Part):
    """See the module. ``boxes`` is the family whose box convention the model is taught; auto: by the model's name."""

    model: str = Field(min_length=1, max_length=1000)
    boxes: str = "auto"
    seed: int = Field(default=0, ge=0, lt=2**31)
    adapter: Adapter = Adapter()
    optimizer: Optimizer = Optimizer()
    pictures: Pictures = Pictures()
    evaluation: Evaluation = Evaluation()
    runs: tuple[Run, ...] = Field(default=RUNS, min_length=1, max_length=64)

    @model_validator(mode="after")
    def _consistent(self) -> Recipe:
        if self.tiny is not None and self.tiny not in TINY:
            raise ValueError(f"model {self.model!r}: there are tiny models of {', '.join(TINY)}")
        if self.boxes != "auto" and self.boxes not in FAMILIES:
            raise ValueError(f"boxes {self.boxes!r}: choose one of auto, {', '.join(FAMILIES)}")
        names = [run.name for run in self.runs]
        if len(set(names)) < len(names):
            raise ValueError("two runs have one name")
        least, most = self.pictures.min_pixels or 0, self.pictures.max_pixels
        resize = self.convention.resize
        if most is not None and most < least:
            raise ValueError(f"max-pixels {most:,} is less than min-pixels {least:,}")
        if most is not None and resize is not None and most < (needed := resize.most_patches * resize.patch**2):
            raise ValueError(
                f"max-pixels {most:,}: boxes of {self.convention.name} are in pixels of pictures of up to {needed:,}, "
                "which must not be resized again"
            )
        return self

    @property
    def convention(self) -> BoxConvention:
        """How the model writes boxes."""
        return family_of(self.tiny or self.model) if self.boxes == "auto" else FAMILIES[self.boxes]

    @property
    def tiny(self) -> str | None:
        """The family of a tiny model that is made on the spot; None for a model that there is."""
        return self.model.removeprefix(_TINY) if self.model.startswith(_TINY) else None

    def run(self, name: str) -> Run:
        """The run of a name. Raises ``BadRecipe`` for one that there is not."""
        for run in self.runs:
            if run.name == name:
                return run
        raise BadRecipe(f"run {name!r} is none of the recipe: {', '.join(run.name for run in self.runs)}")


def read_recipe(source: str | Path) -> Recipe:
    """A recipe of a file, or one of ``SHIPPED`` by its name.

    Raises ``BadRecipe``, in one line, for a file that is no TOML or JSON, and for an unknown or unfit key in it.
    """
    if str(source) in SHIPPED:
        text = (files("graphicacy.train.sft") / "recipes" / f"{source}.toml").read_text(encoding="utf-8")
        return _recipe(tomllib.loads(text), str(source))
    path = Path(source)
    if not path.is_file():
        raise BadRecipe(f"{path}: no such file, and no recipe that ships: {', '.join(SHIPPED)}")
    if path.stat().st_size > _MAX_BYTES:
        raise BadRecipe(f"{path}: larger than {_MAX_BYTES:,} bytes")
    try:
        text = path.read_text(encoding="utf-8-sig")
        data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if path.suffix == ".json" else "TOML"
        raise BadRecipe(f"{path}: no {kind} ({' '.join(str(error).split())[:200]})") from None
    return _recipe(data, str(path))


def _recipe(data: Any, name: str) -> Recipe:
    try:
        return Recipe.model_validate(data)
    except ValidationError as error:
        raise BadRecipe(f"{name}: {_explained(error)}") from None


def _explained(error: ValidationError) -> str:
    """The first fault, with its key: others may follow from it."""
    fault = error.errors()[0]
    key = ".".join(str(part) for part in fault["loc"])
    what = "there is no such key" if fault["type"] == "extra_forbidden" else fault["msg"].removeprefix("Value error, ")
    return " ".join(f"{key}: {what}".removeprefix(": ").split())[:600]
