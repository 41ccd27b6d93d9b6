"""The examples of a stage, from the train split of a dataset."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from graphicacy.diagram.cache import write_whole
from graphicacy.read.boxes import BoxConvention
from graphicacy.read.dataset.load import Dataset
from graphicacy.train.example import Example
from graphicacy.train.mix import parse_mix, quotas
from graphicacy.train.sft.data import Limit, load_examples, write_examples
from graphicacy.train.sft.runs import Stage, tasks_of
from graphicacy.train.sources import TooFew, TrainSplit

__all__ = ["SplitSource"]

_FILE, _FACTS = "data.arrow", "data.json"


class SplitSource:
    """Chooses examples for stages; none is of a family of diagrams that is for testing (``train.held_out``)."""

    def __init__(self, dataset: Dataset, boxes: BoxConvention, held_out: Collection[str] = ()) -> None:
        """``boxes`` is the convention that the model is taught. Raises ``ValueError`` as ``TrainSplit``."""
        self.split, self.boxes, self.name = TrainSplit(dataset, held_out), boxes, dataset.digest

    def prepare(self, stage: Stage, before: Sequence[Stage], folder: Path, processor: Any, limit: Limit) -> None:
        """Write the examples of a stage into its folder, unless they are there. Raises ``ValueError`` for a bad one."""
        if not (folder / _FACTS).is_file():
            written = write_examples(folder / _FILE, self.examples(stage, before), processor, limit)
            write_whole(folder / _FACTS, json.dumps(asdict(written)).encode())

    def load(self, stage: Stage, before: Sequence[Stage], folder: Path, processor: Any, limit: Limit, seed: int) -> Any:
        """The ``datasets.Dataset`` of what was prepared; the trainer shuffles it."""
        return load_examples(folder / _FILE)

    def examples(self, stage: Stage, before: Sequence[Stage]) -> Iterator[Example]:
        """The examples of a stage, and those that it replays, in the order of the dataset.

        All of its abilities, or ``count`` of them in equal parts; of what is replayed, as much of each task as there
        is of it. Raises ``TooFew``, in one line, where there are not as many.
        """
        own = self._own(stage)
        ids = self.split.choose(own)
        again = self._replayed(stage, before, len(ids), own.keys())
        return self.split.examples([*ids, *again], self.boxes)

    def _own(self, stage: Stage) -> dict[str, int]:
        if stage.count is not None:
            return quotas(parse_mix(stage.abilities), stage.count)
        there = self.split.there_are()
        own = {task: there[task] for task in tasks_of(stage.abilities) if there[task]}
        if not own:
            raise TooFew(
                f"{self.split.dataset.folder}: there is no training example of {', '.join(stage.abilities)}"
                f"{self._refused()}"
            )
        return own

    def _replayed(self, stage: Stage, before: Sequence[Stage], own: int, without: Collection[str]) -> list[str]:
        there = self.split.there_are()
        earlier = {task for past in before for task in tasks_of(past.abilities)}.difference(without)
        pool = {task: there[task] for task in there if task in earlier}
        wanted, most = round(stage.replay / (1 - stage.replay) * own), sum(pool.values())
        if wanted > most:
            raise TooFew(
                f"{self.split.dataset.folder}: a replay of {stage.replay:g} wants {wanted:,} examples of the stages "
                f"before; there are {most:,}"
            )
        return self.split.choose(quotas(pool, wanted)) if wanted else []

    def _refused(self) -> str:
        """What the dataset says is for training, and is not."""
        causes = ", ".join(f"{count:,} {cause}" for cause, count in self.split.refused.items())
        return f" (refused: {causes})" if causes else ""
