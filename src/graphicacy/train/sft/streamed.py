"""The examples of a stage, streamed from what ``train export --format trl`` wrote, wherever that lies now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from graphicacy.train.sft.data import COLUMNS, Limit, fits
from graphicacy.train.sft.recipe import BadRecipe
from graphicacy.train.sft.runs import Stage, tasks_of

__all__ = ["StreamSource", "is_streamed"]

_AHEAD = 256  # examples among which a stream is shuffled; each holds its pictures


def is_streamed(data: str) -> bool:
    """Whether the name of data is of Parquet files, here or elsewhere, and not of a dataset's folder."""
    return "://" in data or data.endswith(".parquet")


class StreamSource:
    """Takes examples as they come, in a flat memory: how many there are is not known.

    ``files`` is a pattern: ``s3://bucket/diagrams/data/*.parquet``, ``gs://…``, ``hf://datasets/…``, or a path.
    """

    def __init__(self, files: str) -> None:
        self.name = files

    def prepare(self, stage: Stage, before: Sequence[Stage], folder: Path, processor: Any, limit: Limit) -> None:
        """Refuse what a stream cannot give. Raises ``BadRecipe``."""
        if stage.count is not None:
            raise BadRecipe(f"{self.name}: a stream is not counted; leave out count, and give steps")

    def load(self, stage: Stage, before: Sequence[Stage], folder: Path, processor: Any, limit: Limit, seed: int) -> Any:
        """The ``datasets.IterableDataset`` of a stage, shuffled; replayed examples are mixed in by their share.

        Raises ``ValueError``, in one line, where there are no such files. What is too long is found as it comes.
        """
        from datasets import interleave_datasets

        own = tasks_of(stage.abilities)
        found = self._of(own, processor, limit)
        if stage.replay:
            earlier = {task for past in before for task in tasks_of(past.abilities)}.difference(own)
            shares = [1 - stage.replay, stage.replay]
            found = interleave_datasets([found, self._of(sorted(earlier), processor, limit)], shares, seed)
        return found.shuffle(seed=seed, buffer_size=_AHEAD).select_columns(list(COLUMNS))

    def _of(self, tasks: Sequence[str], processor: Any, limit: Limit) -> Any:
        from datasets import load_dataset

        try:
            rows = load_dataset("parquet", data_files=self.name, split="train", streaming=True)
        except (OSError, ValueError, ImportError) as error:  # no such file, no way to such a store
            raise ValueError(f"{self.name}: cannot be read ({' '.join(str(error).split())[:200]})") from None

        def wanted(row: Mapping[str, Any]) -> bool:
            return row["task"] in tasks and fits(
                row["id"], row["messages"], [picture.size for picture in row["images"]], processor, limit
            )

        return rows.filter(wanted)
