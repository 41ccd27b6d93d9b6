"""The dataset behind a run: its questions, and where the parts of their pictures are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from graphicacy.draw.runs import Run
from graphicacy.read.question import Question
from graphicacy.read.record import ReadResult
from graphicacy.report.reading.places import Places, places_of

if TYPE_CHECKING:
    from graphicacy.read.dataset.load import Dataset

__all__ = ["Asked", "asked_of", "find_dataset"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a dataset. ``places`` are those of its first picture, None where the dataset does not tell them."""

    question: Question
    title: str
    places: Places | None


def find_dataset(runs: Sequence[Run[ReadResult]]) -> tuple[Dataset | None, str]:
    """The dataset that the runs name, if it is there and of the version that was read; else None, and why, in a line.

    A relative path is looked for where the command runs, then beside the run.
    """
    why = "the runs do not name their dataset"
    for run in runs:
        named = run.facts.get("dataset")
        if not isinstance(named, str) or not named:
            continue
        for folder in dict.fromkeys((Path(named), run.folder / named)):
            found, why = _opened(folder, run.facts.get("digest"))
            if found is not None:
                return found, ""
    return None, why


def _opened(folder: Path, digest: Any) -> tuple[Dataset | None, str]:
    from graphicacy.read.dataset.load import open_dataset

    try:
        data = open_dataset(folder)
    except FileNotFoundError:
        return None, f"there is no dataset “{folder.name}” where the run read it"
    except (OSError, ValueError) as error:
        return None, f"the dataset “{folder.name}” cannot be read ({error})"
    if isinstance(digest, str) and digest.partition("+")[0] != data.digest:  # what follows names a model's rewording
        return None, f"the dataset “{folder.name}” is now another one than was read ({data.digest}, not {digest})"
    return data, ""


def asked_of(data: Dataset, ids: Collection[str]) -> dict[str, Asked]:
    """The questions of these ids, by id; those that the dataset does not have are absent."""
    wanted = frozenset(ids)
    questions = [question for question in data.questions() if question.id in wanted]
    drawn = _drawn(data, questions)
    asked = {}
    for question in questions:
        shown = drawn.get((question.diagram, question.rendering), _Drawn("", "", None))
        is_first = question.images[:1] == (shown.image,)
        asked[question.id] = Asked(question, shown.title, shown.places if is_first else None)
    return asked


class _Drawn(NamedTuple):
    title: str
    image: str
    places: Places | None


def _drawn(data: Dataset, questions: Sequence[Question]) -> dict[tuple[str, str], _Drawn]:
    """The pictures of diagrams that are asked about, by diagram and rendering."""
    wanted = {(question.diagram, question.rendering) for question in questions}
    ids = {diagram for diagram, _ in wanted}
    return {
        (row["id"], rendering["name"]): _Drawn(row["title"], rendering["image"], _places(rendering))
        for row in data.diagrams()
        if row["id"] in ids
        for rendering in row["renderings"]
        if (row["id"], rendering["name"]) in wanted
    }


def _places(rendering: dict[str, Any]) -> Places | None:
    try:
        return places_of(rendering)
    except (ValueError, KeyError, TypeError):
        return None
