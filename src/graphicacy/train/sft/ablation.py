"""The published ablation: the base and each run of a recipe, trained, asked and graded; then what each gained.

| In the folder | Holds |
|---|---|
| ``recipe.json`` | the recipe, whole, and the dataset's digest |
| ``runs/NAME`` | the training of a run (see ``sft.run``), which may have been made there by ``train sft`` |
| ``answers/NAME.jsonl`` | what each model said, ``base`` before training; ``NAME.done`` when it was asked all |
| ``read/NAME`` | the graded answers, as ``graphicacy report`` takes them |
| ``ablation.json`` | what each run gained |

Each step is skipped that is done, and goes on that was cut off.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphicacy.diagram.cache import held, write_whole
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.predictions import grade_answers, read_answers
from graphicacy.read.record import ReadResult
from graphicacy.read.results import write_results
from graphicacy.train.answering import Asking, answer_questions
from graphicacy.train.libraries import load_libraries, processes
from graphicacy.train.local_model import open_model
from graphicacy.train.sft.gains import GainRow, gains
from graphicacy.train.sft.recipe import Recipe
from graphicacy.train.sft.run import Trained, loading_of, model_of, train_run
from graphicacy.train.sft.runs import Run
from graphicacy.train.sft.source import SplitSource
from graphicacy.train.sft.trainer import Progress

__all__ = ["BASE", "Ablation", "ablate"]

BASE = "base"


@dataclass(frozen=True, slots=True)
class Ablation:
    """``rows`` are what the runs gained over the base, ``trained`` the facts of their stages."""

    model: str
    digest: str
    seed: int
    questions: int
    runs: tuple[str, ...]
    rows: tuple[GainRow, ...]
    trained: dict[str, Sequence[dict[str, Any]]]

    def to_json(self) -> dict[str, Any]:
        """The fields; ``trained`` is by run, a record for each stage."""
        return {
            "model": self.model,
            "digest": self.digest,
            "seed": self.seed,
            "questions": self.questions,
            "runs": list(self.runs),
            "rows": [row.to_json() for row in self.rows],
            "trained": {name: list(stages) for name, stages in self.trained.items()},
        }


def ablate(
    recipe: Recipe,
    dataset: Dataset,
    out: Path,
    *,
    runs: Collection[str] = (),
    held_out: Collection[str] = (),
    say: Callable[[str], None] = lambda _: None,
    progress: Progress | None = None,
) -> Ablation:
    """Train and ask what is not yet there, and write ``ablation.json``.

    Args:
        recipe: with the runs, and how models are asked.
        dataset: its train split is trained on, its test split asked (``recipe.evaluation.split``).
        out: the folder.
        runs: only these of the recipe; all where there is none.
        held_out: fingerprints of diagrams that may not be trained on, beside those of the dataset's test split.
        say: told, in a few words, what is done.
        progress: told how many updates of a stage are done, and of how many.

    Raises:
        ValueError: in one line: an unknown run, nothing to train on or to ask, another ablation in the folder.
    """
    chosen = tuple(recipe.run(name) for name in dict.fromkeys(runs)) or recipe.runs
    load_libraries()
    _check_alone()
    try:
        with held(out):
            _check_own(out, recipe, dataset)
            return _ablate(recipe, chosen, dataset, out, held_out, say, progress)
    except BlockingIOError:
        raise FileExistsError(f"{out}: another process works here") from None


def _ablate(
    recipe: Recipe,
    runs: Sequence[Run],
    dataset: Dataset,
    out: Path,
    held_out: Collection[str],
    say: Callable[[str], None],
    progress: Progress | None,
) -> Ablation:
    base = model_of(recipe, out)
    source = SplitSource(dataset, recipe.convention, held_out)
    asked = _Asked(recipe, dataset, base, out, say)
    before = asked.results(BASE)
    trained: dict[str, Trained] = {}
    after: dict[str, list[ReadResult]] = {}
    for run in runs:
        say(f"{run.name}: training")
        folder = out / "runs" / run.name
        trained[run.name] = train_run(recipe, run, source, folder, base=base, progress=progress)
        _free()
        after[run.name] = asked.results(run.name, trained[run.name])
    found = Ablation(
        model=recipe.model,
        digest=dataset.digest,
        seed=recipe.seed,
        questions=len(before),
        runs=tuple(run.name for run in runs),
        rows=gains(before, after, seed=recipe.seed),
        trained={name: run.stages for name, run in trained.items()},
    )
    write_whole(out / "ablation.json", _text(found.to_json()))
    return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """Asks models the questions of a dataset, and grades what they say."""

    recipe: Recipe
    dataset: Dataset
    base: str
    out: Path
    say: Callable[[str], None]

    def results(self, name: str, trained: Trained | None = None) -> list[ReadResult]:
        """The graded answers of the base, or of what was trained."""
        answers = self.out / "answers" / f"{name}.jsonl"
        done = answers.with_suffix(".done")
        if not done.is_file():
            self._ask(name, trained, answers)
            write_whole(done, b"")
        boxes = self.recipe.convention
        found = grade_answers(self.dataset, read_answers(answers), system=name, boxes=boxes).results
        facts = {"answers": str(answers.resolve()), "split": self.recipe.evaluation.split}
        write_results(self.out / "read" / name, found, self.dataset, facts)
        return found

    def _ask(self, name: str, trained: Trained | None, answers: Path) -> None:
        self.say(f"{name}: answering")
        given, how = self.recipe.evaluation, loading_of(self.recipe)
        if trained is None:
            local = open_model(self.base, how)
        elif trained.is_adapter:
            local = open_model(self.base, how, adapter=trained.weights)
        else:
            local = open_model(str(trained.weights), how)
        asking = Asking(self.dataset, self.recipe.convention, given.split, given.limit, given.batch, given.max_tokens)
        answer_questions(local, asking, answers)
        del local
        _free()


def _check_alone() -> None:
    """Raises ``ValueError`` in one of many processes."""
    if processes().num_processes > 1:
        raise ValueError(
            "an ablation is made by one process; let many train its runs, with train sft --out FOLDER/runs/NAME, and "
            "then make it"
        )


def _check_own(out: Path, recipe: Recipe, dataset: Dataset) -> None:
    """Raises ``FileExistsError`` where a folder is of another recipe, but for its runs, or another dataset."""
    path = out / "recipe.json"
    about = {"digest": dataset.digest, "recipe": recipe.model_dump(mode="json", exclude={"runs"})}
    if not path.is_file():
        write_whole(path, _text(about))
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if found != about:
        raise FileExistsError(f"{out}: another ablation is here, by its recipe.json; choose another folder")


def _free() -> None:
    """Give back what a model had on the GPU."""
    import torch

    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def _text(value: Any) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False, indent=2)}\n".encode()
