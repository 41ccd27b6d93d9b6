"""The gallery: one figure per sample, with its picture, marks and verdicts in the words of the page."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.draw.record import DrawResult, DrawScore
from graphicacy.draw.runs import Sample
from graphicacy.draw.task import DrawTask
from graphicacy.report.images import Picture, embed
from graphicacy.report.overlay import Mark, marks, missing_labels
from graphicacy.report.tables import MEASURES, NOT_IN_SUITE, measure

__all__ = ["MOST_FIGURES", "Figure", "Item", "figures", "why_unscored"]

MOST_FIGURES = 1200  # what a single page can hold
_MOST_SOURCE = 12_000


@dataclass(frozen=True, slots=True)
class Item:
    """One relation (three parts) or component (one part): verdict, why, by whom, each judge's vote and reason."""

    parts: tuple[str, ...]
    verdict: str | None
    why: str
    by: str
    votes: tuple[tuple[str, Literal["yes", "no", "unscored"], str], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One sample of the gallery. ``id`` depends on system, task and sample alone, so that links stay good."""

    id: str
    result: DrawResult
    task: DrawTask | None
    picture: Picture | None
    no_picture: str
    marks: tuple[Mark, ...]
    missing: tuple[str, ...]
    scores: tuple[tuple[str, float | None], ...]
    relations: tuple[Item, ...]
    components: tuple[Item, ...]
    error_kinds: tuple[str, ...]
    source: str

    @property
    def facets(self) -> dict[str, str]:
        """What the page filters by."""
        task = self.task
        return {
            "system": self.result.system,
            "type": task.figure_type if task else NOT_IN_SUITE,
            "discipline": task.discipline if task else NOT_IN_SUITE,
            "difficulty": task.difficulty if task else NOT_IN_SUITE,
        }

    @property
    def words(self) -> str:
        """What a text search looks through, in lower case."""
        score = self.result.score
        parts = [self.result.system, self.result.task, *self.facets.values(), self.result.reason, *self.error_kinds]
        parts += [self.task.prompt] if self.task else []
        parts += [label.label for label in score.labels] + [error.what for error in score.errors] if score else []
        return " ".join(" ".join(parts).lower().split())


def figures(
    samples: Sequence[Sample],
    tasks: Mapping[str, DrawTask],
    order: Sequence[str],
    step: Callable[[], None] = lambda: None,
) -> list[Figure]:
    """The figures by task, then by system in this order, then by sample; first samples first where all are too many.

    ``step`` is called after each, to show progress.
    """
    place = {system: i for i, system in enumerate(order)}
    chosen = sorted(samples, key=lambda s: (s.result.sample, s.result.task, place[s.result.system]))[:MOST_FIGURES]
    chosen.sort(key=lambda s: (s.result.task, place[s.result.system], s.result.sample))
    side = 900 if len(chosen) <= 200 else 640 if len(chosen) <= 500 else 440
    made = []
    for sample in chosen:
        made.append(_figure(sample, tasks.get(sample.result.task), side))
        step()
    return made


def _figure(sample: Sample, task: DrawTask | None, side: int) -> Figure:
    result, score = sample.result, sample.result.score
    picture, why = _picture(sample, side)
    key = f"{result.system}\n{result.task}\n{result.sample}"
    return Figure(
        id=f"d-{hashlib.sha256(key.encode(errors='replace')).hexdigest()[:12]}",
        result=result,
        task=task,
        picture=picture,
        no_picture=why,
        marks=tuple(marks(score)) if score and picture else (),
        missing=tuple(missing_labels(score)) if score else (),
        scores=tuple((name, measure(result, name)) for name in MEASURES),
        relations=_relations(score) if score else (),
        components=_components(score) if score else (),
        error_kinds=tuple(dict.fromkeys(error.kind for error in score.errors)) if score else (),
        source=_source(sample),
    )


def _picture(sample: Sample, side: int) -> tuple[Picture | None, str]:
    result = sample.result
    path = sample.file(result.drawing)
    if path is None:
        return None, result.reason or ("no drawing" if result.drawing is None else "its path leaves the run's folder")
    try:
        return embed(path, side), ""
    except BadDrawing as error:
        return None, str(error).replace(str(path), result.drawing or "")


def _source(sample: Sample) -> str:
    path = sample.file(sample.result.source)
    if path is None or not path.is_file():
        return ""
    with path.open("rb") as stream:
        text = stream.read(4 * _MOST_SOURCE).decode("utf-8", errors="replace")
    return (
        text if len(text) <= _MOST_SOURCE else f"{text[:_MOST_SOURCE]}\n… (cut: the rest is in {sample.result.source})"
    )


def _relations(score: DrawScore) -> tuple[Item, ...]:
    return tuple(
        Item(v.relation, v.verdict, v.why, v.by or "", _votes(score, "relations", "r", i))
        for i, v in enumerate(score.relations)
    )


def _components(score: DrawScore) -> tuple[Item, ...]:
    return tuple(
        Item((v.component,), v.verdict, v.why, v.by or "", _votes(score, "components", "c", i))
        for i, v in enumerate(score.components)
    )


def _votes(
    score: DrawScore, field: Literal["relations", "components"], letter: str, index: int
) -> tuple[tuple[str, Literal["yes", "no", "unscored"], str], ...]:
    votes: list[tuple[str, Literal["yes", "no", "unscored"], str]] = []
    for judgement in score.judgements:
        said = getattr(judgement, field)
        vote = said[index] if index < len(said) else None
        word: Literal["yes", "no", "unscored"] = "unscored" if vote is None else "yes" if vote else "no"
        votes.append((judgement.judge, word, judgement.reasons.get(f"{letter}{index}", "")))
    return tuple(votes)


def why_unscored(result: DrawResult, name: str) -> str:
    """Why a score of this sample does not exist, for the title of its dash."""
    if result.status == "failed":
        return f"not scored, the sample failed: {result.reason or 'no reason given'}"
    if result.score is None:
        return f"not scored: {result.reason or 'no score was written'}"
    return f"nothing could score {name} here" + "".join(f"; {w}" for w in result.score.warnings[:2])
