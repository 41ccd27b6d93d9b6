"""The Inspect task ``graphicacy/read``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from graphicacy.evals.reading_choice import Choice, choice_of, version_of
from graphicacy.evals.reading_sample import sample_of
from graphicacy.evals.reading_scorer import answer
from graphicacy.evals.reading_solver import AUTO, answer_question, check_boxes
from graphicacy.read.dataset.load import Dataset, open_dataset
from graphicacy.read.dataset.sources import sources_of
from graphicacy.read.facts import facts_of
from graphicacy.read.record import View

__all__ = ["PART", "read"]

PART = 3000
"""Questions of one log, so that neither it nor the memory that writing it takes grows with a dataset."""


@task
def read(
    data: str,
    tasks: str | Sequence[str] | None = None,
    variants: str | Sequence[str] | None = None,
    view: View = "image",
    split: str = "test",
    limit: int | None = None,
    boxes: str = AUTO,
    seed: int = 0,
    part: int | None = None,
    cache: bool = True,
) -> Task:
    """Can a model read diagrams? Questions about pictures whose answers an algorithm computed.

    Args:
        data: folder of a dataset that ``graphicacy read build`` has made.
        tasks: names or codes of tasks (a list, or one text with commas); all where it is not given.
        variants: names of variants of these tasks; all where it is not given.
        view: what the model is shown: image (the pictures), source (their source text), or blind (neither).
        split: test, train or all.
        limit: ask only so many questions, of all tasks, variants and renderings alike.
        boxes: the convention in which the model writes boxes, by name; auto: that of its family.
        seed: which questions a limit takes, and the seed of models that need one.
        part: only the n-th 3,000 of the questions, from 1.
        cache: whether answers are kept, so that a run that was stopped asks nothing twice.

    The version of the task is made of the version of this package and the hashes of the dataset and the prompts, so
    that an evaluation set notices when one of them has changed. Logs need no pictures (``--no-log-images``): each
    sample has the hashes of those in the dataset.

    Raises:
        ValueError: an option is out of range, or no question is left.
        FileNotFoundError: there is no dataset in the folder.
    """
    check_boxes(boxes)
    dataset = open_dataset(Path(data))
    choice = choice_of(dataset, tasks, variants, view=view, split=split, limit=limit, seed=seed)
    asked = choice.ids
    if part is not None:
        asked = asked[(part - 1) * PART : part * PART] if part > 0 else ()
        if not asked:
            raise ValueError(f"part {part}: there are {-(-len(choice.ids) // PART)} parts, from 1")
    return Task(
        dataset=MemoryDataset(_samples(dataset, choice, frozenset(asked)), name="graphicacy-read"),
        solver=answer_question(str(Path(data).resolve()), view, boxes, seed, cache),
        scorer=answer(),
        continue_on_fail=True,
        version=version_of(dataset),
    )


def _samples(dataset: Dataset, choice: Choice, asked: frozenset[str]) -> list[Sample]:
    questions = [question for question in dataset.questions(choice.split) if question.id in asked]
    diagrams = frozenset(question.diagram for question in questions)
    facts = facts_of(dataset, choice.split, diagrams=diagrams)
    sources: dict[str, str] = {}
    if choice.view == "source":
        rows = (row for row in dataset.diagrams(choice.split) if row["id"] in diagrams)
        sources = {image: source for row in rows for image, source in sources_of(row).items()}
    return [
        sample_of(
            question,
            facts.get((question.diagram, question.rendering)),
            [sources[image] for image in question.images] if sources else (),
        )
        for question in questions
    ]
