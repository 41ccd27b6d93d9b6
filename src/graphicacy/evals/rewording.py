"""Questions of a dataset → what a model is asked about them, and which of its candidates ask the same."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal, NamedTuple

from graphicacy.read.corpus.entry import Meaning
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.dataset.symbols import figures_of
from graphicacy.read.figure import Figure
from graphicacy.read.phrasing import Match, Register, Unmatched, accept, binding, fill, match, writing_prompt
from graphicacy.read.query import Query
from graphicacy.read.query.looks import EDGE_LOOKS
from graphicacy.read.query.record import query_of
from graphicacy.read.question import Question

__all__ = ["LANGUAGE", "Asking", "Job", "Wordings", "jobs_of", "wordings"]

LANGUAGE = {
    "semantic": Register.PLAIN,
    "semantic-rewrite": Register.PLAIN,
    "comprehensive": Register.GRAPH,
    "comprehensive-semantic": Register.PLAIN,
    "comprehensive-rewrite": Register.PLAIN,
}
_FALSE_PREMISE = "false-premise"  # the template of questions whose own one is known from their words alone
_CONVENTIONS = re.compile(
    r"(?: Leave out (?:“[^”]*”|.{1,200}?) itself\.| Count lines that end in [a-z ]+ as arrows, too\."
    r"| If nothing in the figure fits, or if .*)+\Z"
)


@dataclass(frozen=True, slots=True)
class Asking:
    """A question, and what it is made of: the words that mention its nodes, and the conventions at its end.

    ``figure`` and ``query`` have another node in the place of one that is not in the figure.
    """

    question: Question
    figure: Figure
    query: Query
    names: Mapping[str, str]
    shown: Mapping[str, str]
    conventions: str


@dataclass(frozen=True, slots=True)
class Job:
    """Questions that ask the same in the same register, and the prompt for candidates."""

    prompt: str
    meaning: Meaning | None
    askings: tuple[Asking, ...]


class Wordings(NamedTuple):
    """New texts by id of the question, and the candidates that do not count, each with its cause."""

    texts: dict[str, str]
    rejected: list[tuple[str, str]]


def jobs_of(dataset: Dataset, settled: Collection[str], candidates: int, kept: Counter[str]) -> Iterator[Job]:
    """What to ask a model for, diagram by diagram, lazily; ``kept`` counts questions that are left as they are."""
    rows = dataset.diagrams()
    for diagram, group in groupby(dataset.questions(), key=lambda question: question.diagram):
        row = next(row for row in rows if row["id"] == diagram)
        questions = [q for q in group if q.task in LANGUAGE and q.id not in settled]
        yield from _jobs(questions, figures_of(row) if questions else {}, candidates, kept)


def wordings(job: Job, candidates: Sequence[str]) -> Wordings:
    """A text for each question of a job: by the first candidate that counts, in an order that the question draws."""
    first = job.askings[0]
    rejected: list[tuple[str, str]] = [] if candidates else [("", "no candidate")]
    sound = []
    for candidate in candidates:
        try:
            _check(candidate, first, job.meaning)
            sound.append(candidate)
        except Unmatched as error:
            rejected.append((candidate, error.cause))
    sound.sort(key=lambda text: hashlib.blake2b(f"{first.question.key}\0{text}".encode()).digest())
    texts = {}
    for asking in job.askings:
        text = next((text for text in sound if asking is first or _is_sound(text, asking, job.meaning)), None)
        if text is not None:
            texts[asking.question.id] = _written(text, asking, job.meaning)
    return Wordings(texts, rejected)


def _check(candidate: str, asking: Asking, meaning: Meaning | None) -> None:
    """Raises ``Unmatched`` where a candidate does not ask a question, or does not need what it says of a look."""
    bare = fill(candidate, asking.query, asking.figure, names=asking.names)
    text = fill(candidate, asking.query, asking.figure, names=asking.names, meaning=meaning)
    accept(text, asking.query, asking.figure, meaning=meaning)
    if text != bare and _asks(bare, asking.figure) == asking.query:
        raise Unmatched("names the look", "it speaks of the look, not of what that stands for")


def _is_sound(candidate: str, asking: Asking, meaning: Meaning | None) -> bool:
    try:
        _check(candidate, asking, meaning)
    except Unmatched:
        return False
    return True


def _written(candidate: str, asking: Asking, meaning: Meaning | None) -> str:
    names = {**asking.names, **asking.shown}
    text = fill(candidate, asking.query, asking.figure, names=names, meaning=meaning).strip()
    return f"{text if text[-1] in '.?!)”' else f'{text}?'}{asking.conventions}"


def _jobs(
    questions: Sequence[Question], figures: Mapping[str, Figure], candidates: int, kept: Counter[str]
) -> Iterator[Job]:
    found: dict[tuple[Query, Register, Meaning | None], list[Asking]] = {}
    for question in questions:
        try:
            asking, meaning = _asking(question, figures[question.rendering])
        except Unmatched as error:
            kept[error.cause] += 1
            continue
        found.setdefault((asking.query, LANGUAGE[question.task], meaning), []).append(asking)
    for (query, register, meaning), askings in found.items():
        prompt = writing_prompt(query, askings[0].figure, candidates, register, meaning)
        yield Job(prompt, meaning, tuple(askings))


def _asking(question: Question, figure: Figure) -> tuple[Asking, Meaning | None]:
    """What a question is made of. Raises ``Unmatched`` where its own words are not read as what its record says."""
    tail = _CONVENTIONS.search(question.question)
    core = question.question[: tail.start()] if tail else question.question
    meaning = _meaning(question, core, figure)
    stand_in = _stand_in(question, figure)
    asked = question
    if stand_in is not None:
        label, key = stand_in
        core = core.replace(f"“{label}”", f"“{figure.labels[key]}”")
        nodes = [figure.labels[key] if node == label else node for node in question.arguments["nodes"]]
        asked = replace(question, arguments={**question.arguments, "nodes": nodes})
    found = match(core, figure, meaning=meaning)
    query = _query(asked, found, figure)
    shown = {} if stand_in is None else {stand_in[1]: stand_in[0]}
    return Asking(question, figure, query, found.names, shown, tail[0] if tail else ""), meaning


def _query(question: Question, found: Match, figure: Figure) -> Query:
    if question.template == _FALSE_PREMISE:
        query, is_same = found.query, found.query.arguments(figure.labels) == dict(question.arguments)
    else:
        try:
            query = query_of(question, figure)
        except ValueError as error:
            raise Unmatched("no query", str(error)) from None
        is_same = query == found.query
    if not is_same:
        raise Unmatched("no query", "its words ask something else than its record says")
    return query


def _stand_in(question: Question, figure: Figure) -> tuple[str, str] | None:
    """A label that no node of the figure has, and the id of a node for its place; None where all labels are there."""
    labels = question.arguments.get("nodes", [])
    there = set(figure.labels.values())
    missing = [label for label in labels if label not in there]
    if not missing:
        return None
    free = [key for key in figure.named if figure.labels[key] not in labels]
    if len(missing) > 1 or not free:
        raise Unmatched("no query", f"no node is called {missing[0]!r}")
    return missing[0], free[0]


def _meaning(question: Question, core: str, figure: Figure) -> Meaning | None:
    """What the question says, in its first sentence, that a look of its query stands for."""
    looks = [question.arguments[name] for name in ("having", "avoiding", "along") if name in question.arguments]
    for look in looks:
        part: Literal["node", "edge"] = "edge" if look["look"] in EDGE_LOOKS else "node"
        own = [m.text for m in figure.entry.meanings if (m.look, m.value) == (look["look"], look["value"])]
        start = binding(Meaning(part, look["look"], look["value"], "")).removesuffix(".")
        if core.startswith(start):
            rest = core.removeprefix(start)
            text = next((text for text in own if rest.startswith(f"{text}.")), rest.partition(". ")[0])
            return Meaning(part, look["look"], look["value"], text)
    return None


def _asks(text: str, figure: Figure) -> Query | None:
    try:
        return match(text, figure).query
    except Unmatched:
        return None
