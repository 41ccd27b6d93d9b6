"""Queries with their answers → drafts in words, each matched back to its query: what the leaves of language share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from graphicacy.diagram.model import Head
from graphicacy.read.corpus.entry import Meaning
from graphicacy.read.figure import Figure, fold
from graphicacy.read.phrasing import Register, Unmatched, match, phrase, resolve, rewrites
from graphicacy.read.query import Query, Template
from graphicacy.read.query.sample import Asked, in_turn, shuffled
from graphicacy.read.question import NONE, AnswerType, Draft, difficulty_of

__all__ = ["PATHS", "Wording", "draft_of", "paraphrases", "paraphrases_in", "read_back", "streams", "written"]

PATHS = (Template.PATH, Template.SHORTEST, Template.PATH_VIA, Template.PATH_AVOIDING)

Drawn = Callable[[Template, Figure, np.random.Generator], Iterator[Asked]]
_AROUND = (Template.REACHED, Template.REACHING, Template.WITHIN, Template.LOOP)
_HEADS = {
    Head.BLUNT: "a bar",
    Head.CIRCLE: "a circle",
    Head.DIAMOND: "a diamond",
    Head.CROSS: "a cross",
}


@dataclass(frozen=True, slots=True)
class Wording:
    """How the drafts of a variant are worded. ``rule`` follows each question; ``meaning`` is told in each."""

    variant: str
    register: Register
    rule: str = ""
    meaning: Meaning | None = None


def streams(
    templates: Sequence[Template],
    draw: Drawn,
    figure: Figure,
    rng: np.random.Generator,
) -> Iterator[tuple[Asked, np.random.Generator]]:
    """Queries of each template in turn, with a generator for all else that is random about those of a template.

    That a question is dropped in one rendering so changes nothing about those of other templates.
    """
    order, seeds = shuffled(templates, rng), rng.integers(1 << 62, size=len(templates))
    return in_turn([_stream(template, draw, figure, int(seed)) for template, seed in zip(order, seeds, strict=True)])


def _stream(template: Template, draw: Drawn, figure: Figure, seed: int) -> Iterator[tuple[Asked, np.random.Generator]]:
    words = np.random.default_rng((seed, 1))  # made here, so that templates that are not reached cost nothing
    for asked in draw(template, figure, np.random.default_rng((seed, 0))):
        yield asked, words


def draft_of(
    asked: Asked, figure: Figure, rng: np.random.Generator, wording: Wording, names: Mapping[str, str] | None = None
) -> Draft | None:
    """The draft of a query; None where its words are not read back as that query, or its answer could be misread."""
    query = asked.query
    text = phrase(query, figure, rng, register=wording.register, names=names, meaning=wording.meaning)
    if read_back(text, figure, wording.meaning) != query:
        return None
    return written(asked, figure, wording, text, names or {})


def read_back(text: str, figure: Figure, meaning: Meaning | None = None) -> Query | None:
    """The query that a text asks of a figure; None where it is not clear."""
    try:
        return match(text, figure, meaning=meaning).query
    except Unmatched:
        return None


def written(
    asked: Asked,
    figure: Figure,
    wording: Wording,
    text: str,
    names: Mapping[str, str],
    *,
    is_real: bool = True,
) -> Draft | None:
    """The draft of a query in given words; where the names are of no real nodes, the arguments have them, too."""
    query, labels = asked.query, figure.labels if is_real else {**figure.labels, **names}
    answer = [figure.labels[key] for key in asked.finding.nodes]
    if NONE in map(fold, answer):
        return None
    return Draft(
        variant=wording.variant,
        text=" ".join(filter(None, (text, _leaving_out(query, figure, names), _arrow_heads(figure), wording.rule))),
        answer_type=AnswerType.PATH if query.template.asks_path else AnswerType.NODES,
        answer=answer or NONE,
        template=query.template.value,
        arguments=query.arguments(labels),
        difficulty=difficulty_of(asked.finding.looks),
        rubric=_rubric(asked, figure.labels, labels) if query.template.asks_path else {},
    )


@lru_cache(maxsize=8)
def paraphrases_in(figure: Figure) -> Mapping[str, tuple[str, ...]]:
    """Other words that mean one node alone, for each named node that has some, by id."""
    labels = ((key, figure.labels[key]) for key in figure.named)
    found = {key: tuple(w for w in rewrites(label) if resolve(w, figure) == key) for key, label in labels}
    return {key: words for key, words in found.items() if words}


def paraphrases(query: Query, figure: Figure, rng: np.random.Generator) -> dict[str, str]:
    """Other words for each node of a query, all of which have some."""
    known = paraphrases_in(figure)
    return {key: known[key][rng.integers(len(known[key]))] for key in query.nodes}


def _leaving_out(query: Query, figure: Figure, names: Mapping[str, str]) -> str:
    """That a node is not among those on its own ways around, where that is asked."""
    if query.template not in _AROUND:
        return ""
    (key,) = query.nodes
    return f"Leave out “{names.get(key, figure.labels[key])}” itself."


def _arrow_heads(figure: Figure) -> str:
    """What counts as an arrow, where that is not plain."""
    heads = {head for edge in figure.diagram.edges for head in (edge.head, edge.tail)}
    shown = [words for head, words in _HEADS.items() if head in heads]
    return f"Count lines that end in {' or '.join(shown)} as arrows, too." if shown else ""


def _rubric(asked: Asked, painted: Mapping[str, str], labels: Mapping[str, str]) -> dict[str, Any]:
    query = asked.query
    found: dict[str, Any] = {
        "edges": [[painted[source], painted[target]] for source, target in asked.finding.paths],
        "start": labels[query.nodes[0]],
        "end": labels[query.nodes[1]],
        "shortest": query.template is Template.SHORTEST,
    }
    if query.template is Template.PATH_VIA:
        found["via"] = labels[query.nodes[2]]
    if query.template is Template.PATH_AVOIDING:
        found["avoid"] = labels[query.nodes[2]]
    return found
