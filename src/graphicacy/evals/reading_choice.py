"""Which questions of a dataset a run asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from typing import get_args

from graphicacy.read.boxes import FAMILIES
from graphicacy.read.dataset.choose import choose
from graphicacy.read.dataset.load import REWORDED, Dataset
from graphicacy.read.prompt import can_ask, prompt_ids
from graphicacy.read.record import View
from graphicacy.read.taxonomy import leaves_named

__all__ = ["SPLITS", "VIEWS", "Choice", "choice_of", "dataset_hash", "version_of"]

SPLITS = ("test", "train", "all")
VIEWS: tuple[View, ...] = get_args(View)


@dataclass(frozen=True, slots=True)
class Choice:
    """``ids`` in the dataset's order; ``split`` is None for all. ``left_out`` counts, by the reason, questions that
    make no sense in the view."""

    ids: tuple[str, ...]
    view: View
    split: str | None
    left_out: Mapping[str, int]


def choice_of(
    dataset: Dataset,
    tasks: str | Sequence[str] | None = None,
    variants: str | Sequence[str] | None = None,
    *,
    view: View = "image",
    split: str = "test",
    limit: int | None = None,
    seed: int = 0,
) -> Choice:
    """The questions of a run. Raises ``ValueError`` for what there is not, and where no question is left."""
    for option, value, known in (("view", view, VIEWS), ("split", split, SPLITS)):
        if value not in known:
            raise ValueError(f"no {option} {value!r}; there are: {', '.join(known)}")
    if limit is not None and limit < 1:
        raise ValueError(f"limit {limit} is not above 0")
    leaves = {leaf.name: leaf for leaf in leaves_named(_names(tasks))}
    wanted = _names(variants)
    known_variants = sorted({name for leaf in leaves.values() for name in leaf.variants})
    if unknown := [name for name in wanted if name not in known_variants]:
        raise ValueError(f"variant {unknown[0]!r} is none of {', '.join(known_variants)}")
    part = None if split == "all" else split
    left_out: Counter[str] = Counter()
    can: list[str] = []
    for question in dataset.questions(part):
        if question.task in leaves and (not wanted or question.variant in wanted):
            if why := can_ask(question, view):
                left_out[why] += 1
            else:
                can.append(question.id)
    if limit is not None:
        among = frozenset(can)
        chosen = frozenset(choose((q for q in dataset.questions(part) if q.id in among), limit, seed))
        can = [name for name in can if name in chosen]
    if not can:
        raise ValueError(f"{dataset.folder}: no question of this kind can be asked in the {view} view, split {split}")
    return Choice(tuple(can), view, part, dict(left_out))


def version_of(dataset: Dataset) -> str:
    """The version of a task: that of the package, the hash of the dataset, and that of all prompts."""
    ids = [prompt_ids(view, boxes) for view in VIEWS for boxes in FAMILIES.values()]
    return f"{version('graphicacy')}-{dataset_hash(dataset)}-{sha256(str(ids).encode()).hexdigest()[:8]}"


def dataset_hash(dataset: Dataset) -> str:
    """The dataset's digest, and where its questions have words of a model, eight hex digits of these."""
    path = dataset.folder / REWORDED
    if not path.is_file() or not (words := path.read_bytes()):
        return dataset.digest
    return f"{dataset.digest}+{sha256(words).hexdigest()[:8]}"


def _names(given: str | Sequence[str] | None) -> list[str]:
    """Names in a list, or in one text with commas."""
    parts = given.split(",") if isinstance(given, str) else given or ()
    return [name for part in parts if (name := part.strip())]
