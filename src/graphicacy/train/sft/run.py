"""A run of a recipe: its stages in their order, each of which goes on after a kill.

| In the folder of a run | Holds |
|---|---|
| ``run.json`` | what is trained: the recipe, the run, the data; a folder is of one of them for ever |
| ``stage-1/data.arrow`` | its examples, pictures included, unless they are streamed |
| ``stage-1/checkpoint-…`` | the last checkpoints |
| ``stage-1/log.jsonl`` | what the trainer logged, a line an update |
| ``stage-1/weights`` | the adapter, or the model, after the stage |
| ``stage-1/done.json`` | that it is finished, and its facts |
| ``merged`` | the model with the adapter in it, if asked for |
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from graphicacy.diagram.cache import held, write_whole
from graphicacy.train.libraries import load_libraries, processes
from graphicacy.train.local_model import Loading, LocalModel, open_model, open_processor
from graphicacy.train.sft.data import Limit
from graphicacy.train.sft.recipe import Recipe
from graphicacy.train.sft.runs import Run, Stage
from graphicacy.train.sft.trainer import Progress, train
from graphicacy.train.tiny import make_tiny

__all__ = ["Source", "Trained", "loading_of", "model_of", "train_run"]


class Source(Protocol):
    """Where the examples of stages are from; ``name`` tells one source from another."""

    name: str

    def prepare(self, stage: Stage, before: Sequence[Stage], folder: Path, processor: Any, limit: Limit) -> None:
        """Do once, in one process, what ``load`` needs; ``before`` are the stages before."""

    def load(self, stage: Stage, before: Sequence[Stage], folder: Path, processor: Any, limit: Limit, seed: int) -> Any:
        """What the trainer takes."""


@dataclass(frozen=True, slots=True)
class Trained:
    """A run that is finished. ``weights`` is its last adapter, or model; ``stages`` are the facts of each stage."""

    name: str
    weights: Path
    is_adapter: bool
    stages: tuple[dict[str, Any], ...]
    merged: Path | None = None


def train_run(
    recipe: Recipe,
    run: Run,
    source: Source,
    out: Path,
    *,
    base: str,
    merge: bool = False,
    progress: Progress | None = None,
) -> Trained:
    """Train, or go on with, a run in a folder; several processes that a launcher started train it together.

    Args:
        recipe: its seed gives, on one machine, the same weights.
        run: one of the recipe's.
        source: examples of its stages.
        out: the folder of the run.
        base: the model, as ``model_of`` names it.
        merge: write the model with the adapter in it, too.
        progress: told how many updates of a stage are done, and of how many.

    Raises:
        ValueError: in one line: no example, one that is too long or broken, a model that cannot be loaded, another
            training in the folder.
    """
    load_libraries()
    with _alone(out):
        _check_own(out, recipe, run, source.name)
        numbers = range(1, len(run.stages) + 1)
        facts = [_stage(recipe, run, number, base, source, out, progress) for number in numbers]
        weights = _folder(out, len(run.stages)) / "weights"
        is_adapter = recipe.adapter.method != "full"
        merged = _merged(recipe, base, weights, out / "merged") if merge and is_adapter else None
    return Trained(run.name, weights, is_adapter, tuple(facts), merged)


def model_of(recipe: Recipe, out: Path) -> str:
    """The name or folder of a recipe's model; a tiny one is made in a folder of ``out``."""
    if recipe.tiny is None:
        return recipe.model
    folder = out / f"tiny-{recipe.tiny}"
    family = recipe.tiny

    def make() -> None:
        if not (folder / "config.json").is_file():
            draft = folder.with_name(f".{folder.name}")
            shutil.rmtree(draft, ignore_errors=True)
            make_tiny(draft, family, seed=0)
            draft.replace(folder)

    load_libraries()
    _by_one(make)
    return str(folder)


def loading_of(recipe: Recipe) -> Loading:
    """How a recipe holds weights; when all are trained, they and their moments are held in 32 bits."""
    return Loading(
        precision="float32" if recipe.adapter.method == "full" else recipe.optimizer.precision,
        four_bits=recipe.adapter.method == "qlora",
        min_pixels=recipe.pictures.min_pixels,
        max_pixels=recipe.pictures.max_pixels,
    )


def _folder(out: Path, number: int) -> Path:
    return out / f"stage-{number}"


def _stage(
    recipe: Recipe, run: Run, number: int, base: str, source: Source, out: Path, progress: Progress | None
) -> dict[str, Any]:
    """Train a stage, from 1, from where the one before it left the model, unless it is done. Returns its facts."""
    folder, stage, earlier = _folder(out, number), run.stages[number - 1], run.stages[: number - 1]
    done = folder / "done.json"
    if not done.is_file():
        seed = recipe.seed + number
        limit = Limit(recipe.optimizer.max_length, recipe.optimizer.over_length)
        about = (stage, earlier, folder, open_processor(base, loading_of(recipe)), limit)
        folder.mkdir(parents=True, exist_ok=True)
        _by_one(partial(source.prepare, *about))
        before = _folder(out, number - 1) / "weights" if earlier else None
        examples, how = source.load(*about, seed), loading_of(recipe)
        found = train(recipe, base, examples, folder, before, seed, how=how, progress=progress)
        _by_one(partial(_finish, folder, {"stage": number, **stage.model_dump(mode="json"), **found}))
    told: dict[str, Any] = json.loads(done.read_text(encoding="utf-8"))
    return told


def _finish(folder: Path, facts: dict[str, Any]) -> None:
    """Say that a stage is done, with the facts of its examples; its checkpoints are of no more use."""
    data = folder / "data.json"
    facts |= json.loads(data.read_text(encoding="utf-8")) if data.is_file() else {}
    write_whole(folder / "done.json", f"{json.dumps(facts, indent=2)}\n".encode())
    for checkpoint in folder.glob("checkpoint-*"):
        shutil.rmtree(checkpoint)


def _merged(recipe: Recipe, base: str, weights: Path, out: Path) -> Path:
    """The model with the adapter in it, from weights that are not of 4 bits."""

    def merge() -> None:
        if (out / "config.json").is_file():
            return
        how = loading_of(recipe)
        whole = open_model(base, Loading(how.precision), adapter=weights)
        draft = out.with_name(f".{out.name}")
        shutil.rmtree(draft, ignore_errors=True)
        _save(LocalModel(whole.model.merge_and_unload(), whole.processor, base), draft)
        draft.replace(out)

    _by_one(merge)
    return out


def _save(local: LocalModel, out: Path) -> None:
    local.model.save_pretrained(out)
    local.processor.save_pretrained(out)


def _check_own(out: Path, recipe: Recipe, run: Run, data: str) -> None:
    """Raises ``FileExistsError`` where a folder holds another training."""
    about = {
        "data": data,
        "run": run.model_dump(mode="json"),
        "recipe": recipe.model_dump(mode="json", exclude={"runs", "evaluation"}),
    }
    path = out / "run.json"

    def check() -> None:
        if not path.is_file():
            write_whole(path, f"{json.dumps(about, indent=2)}\n".encode())
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if found != about:
            raise FileExistsError(f"{out}: another training is here, by its run.json; choose another folder")

    _by_one(check)


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Holds a folder for the processes of one training."""
    try:
        with held(out) if processes().is_main_process else nullcontext():
            yield
    except BlockingIOError:
        raise FileExistsError(f"{out}: another process trains here") from None


def _by_one(do: Callable[[], None]) -> None:
    """Let one process do something that the others wait for."""
    state = processes()
    if state.is_main_process:
        do()
    state.wait_for_everyone()
