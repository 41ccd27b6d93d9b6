"""Figures: each sample with its picture, marks and verdicts in the words of its page, and as a row of a gallery."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.draw.record import DrawResult, DrawScore
from graphicacy.draw.runs import Sample
from graphicacy.draw.task import DrawTask
from graphicacy.report.folder import Site
from graphicacy.report.images import Picture
from graphicacy.report.overlay import Mark, marks, missing_labels
from graphicacy.report.tables import MEASURES, measure

__all__ = ["Figure", "Item", "Thumb", "figure_id", "figures", "thumb_of"]

_SIDE = 1000  # pixels; see images.shrink
_MOST_SOURCE = 12_000
_MOST_WORDS = 400  # of one figure, that a search looks through


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
    """One sample, as its page shows it. ``id`` depends on system, task and sample alone, so that links stay good."""

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


@dataclass(frozen=True, slots=True)
class Thumb:
    """One sample, as galleries and tables show it: ``href`` leads from the site's root to its page."""

    id: str
    system: str
    kind: str
    task: str
    sample: int
    status: str
    picture: Picture | None
    scores: Mapping[str, float | None]
    error_kinds: tuple[str, ...]
    missing: int
    words: str

    @property
    def href(self) -> str:
        """The address of its page, from the site's root."""
        return f"figures/{self.id}.html"


def figure_id(result: DrawResult) -> str:
    """A name for the page of a sample, which depends on system, task and sample alone."""
    key = f"{result.system}\n{result.task}\n{result.sample}"
    return f"d-{hashlib.sha256(key.encode(errors='replace')).hexdigest()[:12]}"


def figures(site: Site, samples: Sequence[Sample], tasks: Mapping[str, DrawTask]) -> Iterator[Figure]:
    """The figures of these samples, one at a time; their pictures are written."""
    for done, sample in enumerate(samples, start=1):
        yield _figure(site, sample, tasks.get(sample.result.task))
        site.told("figures", done, len(samples))


def thumb_of(figure: Figure) -> Thumb:
    """The row of a figure."""
    result, score = figure.result, figure.result.score
    said = [error.what for error in score.errors] if score else [result.reason]
    return Thumb(
        id=figure.id,
        system=result.system,
        kind=result.kind,
        task=result.task,
        sample=result.sample,
        status=result.status,
        picture=figure.picture,
        scores=dict(figure.scores),
        error_kinds=figure.error_kinds,
        missing=len(figure.missing),
        words=" ".join(" ".join(said).lower().split())[:_MOST_WORDS],
    )


def _figure(site: Site, sample: Sample, task: DrawTask | None) -> Figure:
    result, score = sample.result, sample.result.score
    picture, why = _picture(site, sample)
    return Figure(
        id=figure_id(result),
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


def _picture(site: Site, sample: Sample) -> tuple[Picture | None, str]:
    result = sample.result
    path = sample.file(result.drawing)
    if path is None:
        return None, result.reason or ("no drawing" if result.drawing is None else "its path leaves the run's folder")
    try:
        return site.picture(path, _SIDE), ""
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
