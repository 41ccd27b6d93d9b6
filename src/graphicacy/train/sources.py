"""Where training examples come from: the train split of a dataset, or diagrams that are made as they are asked for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from graphicacy.read.answers import write_answer
from graphicacy.read.boxes import NEUTRAL, BoxConvention
from graphicacy.read.corpus.generator import GeneratedSource
from graphicacy.read.dataset.balance import Balance
from graphicacy.read.dataset.choose import choose
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.dataset.make import Part, fingerprints, make_part
from graphicacy.read.dataset.plan import Plan
from graphicacy.read.export.records import Chosen, Record
from graphicacy.read.question import AnswerType, Question
from graphicacy.read.taxonomy import LEAVES
from graphicacy.train.example import Example
from graphicacy.train.held_out import HeldOut, public_tests, trainable

__all__ = ["TooFew", "TrainSplit", "check_enough", "examples_of", "stream"]

_STREAMS = 2**62  # added to a seed: no dataset that was built from a smaller seed has a diagram of a stream
_FOR_EVER = 10**9  # diagrams of a stream
_COSTLY_EVERY = 2  # so a leaf with further pictures gives about as many questions as any other


class TooFew(ValueError):
    """More examples are wanted than there are: one line, with counts by leaf."""


class TrainSplit:
    """The questions of a dataset that may be trained on; ``refused`` counts the others of its train split, by cause."""

    def __init__(self, dataset: Dataset, held_out: Collection[str] = ()) -> None:
        """Work out what may be trained on.

        ``held_out`` are fingerprints of diagrams that are for testing elsewhere (``held_out.tests_of``). Raises
        ``ValueError``, in one line, where the dataset is damaged.
        """
        self.dataset = dataset
        self.refused: Counter[str] = Counter()
        self._by_leaf: dict[str, list[Question]] = {leaf: [] for leaf in LEAVES}
        allowed, why = trainable(dataset, held_out)
        of_tests = frozenset(self._pictures_but_of(allowed))
        for question in dataset.questions("train"):
            cause = why.get(question.diagram, "of a diagram that is not in the train split")
            if question.diagram in allowed:
                cause = "shows a picture of the test split" if of_tests.intersection(question.images) else ""
            if cause:
                self.refused[cause] += 1
            elif question.task in LEAVES:
                self._by_leaf[question.task].append(_stripped(question))

    def there_are(self) -> Counter[str]:
        """Questions that may be trained on, by leaf, in the order of the taxonomy."""
        return Counter({leaf: len(questions) for leaf, questions in self._by_leaf.items() if questions})

    def choose(self, counts: Mapping[str, int]) -> list[str]:
        """Ids of ``counts`` questions of each leaf, spread over variants, renderings and diagrams (``dataset.choose``).

        Raises ``TooFew`` where there are not as many.
        """
        check_enough(self.dataset.folder, counts, self.there_are(), self.refused)
        return self.others(counts)

    def others(self, counts: Mapping[str, int], than: Collection[str] = ()) -> list[str]:
        """As ``choose``, none of some ids; fewer where there are not as many."""
        return [
            name
            for leaf, count in counts.items()
            for name in choose((q for q in self._by_leaf[leaf] if q.id not in than), count)
        ]

    def examples(self, ids: Collection[str], boxes: BoxConvention = NEUTRAL) -> Iterator[Example]:
        """The examples of these questions, in the order of the dataset. Memory does not grow with their pictures.

        Raises ``ValueError``, in one line, for a picture that is missing or damaged.
        """
        wanted = frozenset(ids) & {q.id for questions in self._by_leaf.values() for q in questions}
        if wanted:
            chosen = Chosen(self.dataset, "train", boxes)
            yield from (_example(record, boxes) for record in chosen.records(wanted))

    def _pictures_but_of(self, allowed: frozenset[str]) -> Iterator[str]:
        for row in self.dataset.diagrams():
            if row["id"] not in allowed:
                yield from (rendering["image"] for rendering in row["renderings"])
        for question in self.dataset.questions():
            if question.diagram not in allowed:
                yield from question.images


def examples_of(
    dataset: Dataset,
    *,
    boxes: BoxConvention = NEUTRAL,
    leaves: Collection[str] = tuple(LEAVES),
    counts: Mapping[str, int] | None = None,
    held_out: Collection[str] = (),
    refused: Counter[str] | None = None,
) -> Iterator[Example]:
    """Examples from the train split of a dataset, none of a family that is for testing, in the order of the dataset.

    Args:
        dataset: a dataset.
        boxes: the convention in which the model writes boxes, and at whose size it sees pictures.
        leaves: names of the leaves; all examples of these, unless ``counts`` says how many of each.
        counts: by leaf.
        held_out: fingerprints of diagrams that are for testing elsewhere (``held_out.tests_of``).
        refused: counts, by cause, what the dataset says is for training, and is not.

    Raises:
        TooFew: there are not as many as ``counts`` says.
        ValueError: the dataset, or a picture in it, is damaged; in one line.
    """
    split = TrainSplit(dataset, held_out)
    if refused is not None:
        refused.update(split.refused)
    there = split.there_are()
    wanted = {leaf: there[leaf] for leaf in there if leaf in leaves} if counts is None else counts
    yield from split.examples(split.choose(wanted), boxes)


def stream(
    seed: int,
    *,
    boxes: BoxConvention = NEUTRAL,
    leaves: Collection[str] = tuple(LEAVES),
    held_out: Iterable[str] = (),
    refused: Counter[str] | None = None,
) -> Iterator[Example]:
    """Examples about diagrams that are made one by one, for ever, in a flat memory; the same ones for a seed.

    No diagram is of a family in the public test sets (``held_out.public_tests``) or in ``held_out``, which are
    fingerprints of others; refused ones are counted. A stream has no diagram of a dataset whose seed is below 2**62,
    and none of the library. It makes about one diagram in a second or two.

    ``leaves`` are looked at anew for each diagram, so that a caller can take out of them what it has enough of; the
    stream ends when none is left.

    Raises:
        ValueError: for a seed that is not from 0 to below 2**62.
    """
    if not 0 <= seed < _STREAMS:
        raise ValueError(f"--seed {seed}: it must be from 0 to 2**62 - 1")
    source = GeneratedSource(_STREAMS + seed, _FOR_EVER)
    tests = HeldOut({*public_tests(), *held_out})
    balance = Balance()
    keys = source.keys()
    for key in keys:
        tasks = tuple(leaf for leaf in LEAVES if leaf in leaves)
        if not tasks:
            return
        if tests.refuses(fingerprints(source.load(key))):
            if refused is not None:
                refused["diagram of a family held out"] += 1
            continue
        plan = Plan(seed, 1, 0, tasks, (source,), costly_every=_costly_every(tasks))
        part = make_part(plan, ((source, key),))
        part.questions = list(balance.kept("train", part.questions))
        if part.questions:
            chosen = Chosen(_Fresh(Path(f"stream of seed {seed}"), plan.digest(), part), "train", boxes)
            yield from (_example(record, boxes) for record in chosen.records())


def check_enough(
    folder: Path, wanted: Mapping[str, int], there: Mapping[str, int], refused: Mapping[str, int] | None = None
) -> None:
    """Raise ``TooFew`` where a dataset has fewer examples of a leaf than are wanted; it tells what was refused."""
    lacking = [
        f"{leaf}: {count:,} wanted, {there.get(leaf, 0):,} there are"
        for leaf, count in wanted.items()
        if there.get(leaf, 0) < count
    ]
    if lacking:
        told = "".join(f"; {count:,} refused: {why}" for why, count in sorted((refused or {}).items()))
        raise TooFew(f"{folder}: there are too few training examples ({'; '.join(lacking)}){told}")


@dataclass(frozen=True, slots=True)
class _Fresh(Dataset):
    """What was made of a diagram, as a dataset that is on no disk."""

    part: Part

    def image(self, name: str) -> bytes:
        return self.part.images[name]

    def _rows(self, table: str) -> Iterator[dict[str, Any]]:
        rows = self.part.questions if table == "questions" else self.part.diagrams
        return ({**row, "split": "train"} for row in rows)


def _example(record: Record, boxes: BoxConvention) -> Example:
    row = record.row
    kind, answer, rubric = AnswerType(row["answer_type"]), json.loads(row["answer"]), json.loads(row["rubric"])
    target = write_answer(answer, kind, rubric, boxes=boxes)
    if kind is AnswerType.BOX and boxes.name == "glm-v":  # as its prompt asks for
        target = f"<|begin_of_box|>{target.strip('`').removeprefix('json').strip()}<|end_of_box|>"
    return Example(row, target, record.pictures)


def _stripped(question: Question) -> Question:
    """What a choice is made by; a large dataset fits into memory so."""
    return replace(question, question="", answer=None, images=(), template="", arguments={}, rubric={})


def _costly_every(tasks: Iterable[str]) -> int:
    """1 where every question needs further pictures."""
    return 1 if all(LEAVES[task].costly >= LEAVES[task].variants.keys() for task in tasks) else _COSTLY_EVERY
