"""C1, comprehensive non-semantic: several steps along arrows, in the words of graphs, with what is not so.

- ``element``: which nodes can be reached, lie between, are on every way, …, some of a look alone, some after an arrow
  that the question states as a fact, truly;
- ``path``: a way from one node to another: any, the shortest, by or around a third;
- ``element-counterfactual``, ``path-counterfactual``: two of three suppose that an arrow were not there, ran the other
  way or were there as well, and their answer differs from what the figure alone would give; one of three states as a
  fact an arrow that runs the other way in the figure, and its answer is "none" (template ``false-premise``);
- ``element-answerless``, ``path-answerless``: the same kinds of questions, to which nothing in the figure is an answer,
  some about a node that is not in the figure. The answer is "none".

The rule for "none" follows every question of this leaf in the same words, whether it is the answer or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np

from graphicacy.read.figure import Figure
from graphicacy.read.phrasing import Register, phrase, resolve
from graphicacy.read.query import Template, find
from graphicacy.read.query.answers import Finding
from graphicacy.read.query.facts import facts_of
from graphicacy.read.query.invent import invented
from graphicacy.read.query.sample import Asked, answered, in_turn, shuffled, unanswered
from graphicacy.read.query.suppose import stated, supposed
from graphicacy.read.question import Draft
from graphicacy.read.tasks.drafting import PATHS, Wording, draft_of, read_back, streams, written
from graphicacy.read.tasks.leaf import Leaf

__all__ = ["LEAF"]

_RULE = (
    "If nothing in the figure fits, or if the question states as a fact something that the figure does not show, "
    "answer “none”."
)
_ELEMENT = (
    Template.REACHED,
    Template.REACHING,
    Template.WITHIN,
    Template.EXACTLY,
    Template.BETWEEN,
    Template.ON_EVERY_WAY,
    Template.LOOP,
    Template.BOTH_NEXT,
    Template.BOTH_PREVIOUS,
    Template.BY_LABEL,
    Template.BRANCHES,
    Template.MERGES,
    Template.STARTS,
    Template.ENDS,
)
_MOST = (Template.MOST_NEXT, Template.MOST_PREVIOUS)  # never without an answer but after a false premise
_TEMPLATES = {"element": (*_ELEMENT, *_MOST), "path": PATHS}
_SUPPOSED = {
    "element": (
        Template.REACHED,
        Template.REACHING,
        Template.WITHIN,
        Template.EXACTLY,
        Template.ON_EVERY_WAY,
        Template.BOTH_NEXT,
        Template.BOTH_PREVIOUS,
        Template.STARTS,
        Template.ENDS,
    ),
    "path": (Template.SHORTEST, Template.PATH),
}
_TRIES = 12  # queries of one template that get a premise
_STATED, _OF_LOOK = 0.2, 0.6  # shares of questions with a true premise, and of those below with a look


def _asked(figure: Figure, rng: np.random.Generator, *, part: str) -> Iterator[Draft]:
    wording = Wording(part, Register.GRAPH, _RULE)
    for plain, words in streams(_TEMPLATES[part], answered, figure, rng):
        draft = draft_of(_dressed(plain, figure, words), figure, words, wording)
        if draft is not None:
            yield draft


def _dressed(plain: Asked, figure: Figure, rng: np.random.Generator) -> Asked:
    """The query with a true premise, with a look, or as it is."""
    dice = rng.random()
    if dice < _STATED:
        return stated(plain, figure, rng, truly=True) or plain
    return (_of_look(plain, figure, rng) if dice < _OF_LOOK else None) or plain


def _of_look(plain: Asked, figure: Figure, rng: np.random.Generator) -> Asked | None:
    """The query about nodes of one look, which some but not all nodes of the answer have."""
    if plain.query.template.asks_path:
        return None
    for look in shuffled(facts_of(figure).looks, rng):
        query = replace(plain.query, having=look)
        finding = find(query, figure)
        if finding is not None and 0 < len(finding.nodes) < len(plain.finding.nodes):
            return Asked(query, finding)
    return None


def _counterfactual(figure: Figure, rng: np.random.Generator, *, part: str) -> Iterator[Draft]:
    wording = Wording(f"{part}-counterfactual", Register.GRAPH, _RULE)
    one, other = rng.spawn(2)
    suppositions = _supposed(figure, one, wording, part)
    return in_turn([suppositions, suppositions, _after_false_premises(figure, other, wording, part)])


def _supposed(figure: Figure, rng: np.random.Generator, wording: Wording, part: str) -> Iterator[Draft]:
    for asked, words in streams(_SUPPOSED[part], _suppositions, figure, rng):
        draft = draft_of(asked, figure, words, wording)
        if draft is not None:
            yield draft


def _suppositions(template: Template, figure: Figure, rng: np.random.Generator) -> Iterator[Asked]:
    # Any path is asked where there is none yet: with one, most suppositions leave it right.
    plain = (unanswered if template is Template.PATH else answered)(template, figure, rng)
    return (asked for base in islice(plain, _TRIES) if (asked := supposed(base, figure, rng)))


def _after_false_premises(figure: Figure, rng: np.random.Generator, wording: Wording, part: str) -> Iterator[Draft]:
    for asked, words in streams(_TEMPLATES[part], _false_premises, figure, rng):
        draft = draft_of(asked, figure, words, wording)
        if draft is not None:
            yield replace(draft, template="false-premise")


def _false_premises(template: Template, figure: Figure, rng: np.random.Generator) -> Iterator[Asked]:
    plain = islice(answered(template, figure, rng), _TRIES)
    return (asked for base in plain if (asked := stated(base, figure, rng, truly=False)))


def _answerless(figure: Figure, rng: np.random.Generator, *, part: str) -> Iterator[Draft]:
    wording = Wording(f"{part}-answerless", Register.GRAPH, _RULE)
    one, other = rng.spawn(2)
    nothing = _nothing_fits(figure, one, wording, part)
    return in_turn([nothing, nothing, _no_such_node(figure, other, wording, part)])


def _nothing_fits(figure: Figure, rng: np.random.Generator, wording: Wording, part: str) -> Iterator[Draft]:
    templates = [template for template in _TEMPLATES[part] if template not in _MOST]
    for asked, words in streams(templates, unanswered, figure, rng):
        draft = draft_of(asked, figure, words, wording)
        if draft is not None:
            yield draft


def _no_such_node(figure: Figure, rng: np.random.Generator, wording: Wording, part: str) -> Iterator[Draft]:
    labels = invented(figure, rng.spawn(1)[0])
    for asked, words in streams(_TEMPLATES[part], answered, figure, rng):
        label = next(labels, None) if asked.query.nodes else ""
        if label is None:
            return
        draft = _about_no_node(asked, label, figure, words, wording) if label else None
        if draft is not None:
            yield draft


def _about_no_node(
    asked: Asked, label: str, figure: Figure, rng: np.random.Generator, wording: Wording
) -> Draft | None:
    """The query with a label that no node has in the place of one that has an answer."""
    query = asked.query
    key = query.nodes[rng.integers(len(query.nodes))]
    as_painted = phrase(query, figure, rng, register=wording.register)
    text = as_painted.replace(f"“{figure.labels[key]}”", f"“{label}”")
    if resolve(label, figure) is not None or read_back(as_painted, figure) != query or read_back(text, figure):
        return None
    nothing = Asked(query, Finding((), asked.finding.looks))
    return written(nothing, figure, wording, text, {key: label}, is_real=False)


LEAF = Leaf(
    "comprehensive",
    "C1",
    "comprehensive",
    {
        "element": partial(_asked, part="element"),
        "path": partial(_asked, part="path"),
        "element-counterfactual": partial(_counterfactual, part="element"),
        "path-counterfactual": partial(_counterfactual, part="path"),
        "element-answerless": partial(_answerless, part="element"),
        "path-answerless": partial(_answerless, part="path"),
    },
)
