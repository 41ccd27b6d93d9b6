"""The gallery of questions: a page of each, and rows that a script filters, orders and shows a page of at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from graphicacy.draw.runs import Run
from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES
from graphicacy.report.folder import Site
from graphicacy.report.reading.cards import Card, card_of, question_page
from graphicacy.report.reading.choose import chosen
from graphicacy.report.reading.data import Asked, asked_of, find_dataset
from graphicacy.report.reading.pictures import Shown, shown_pictures
from graphicacy.report.reading.runs import column_of
from graphicacy.report.reading.words import OUTCOMES, outcome_of

__all__ = ["Gallery", "write_gallery"]

_STATUSES = ("ok", "repaired", "unparseable", "refused", "truncated", "empty", "failed")
_LEVELS = ("easy", "medium", "hard")
_WORDS = 500  # characters of a question that a card shows, and a search looks through


@dataclass(frozen=True, slots=True)
class Gallery:
    """``count`` of ``answered`` questions have a page; ``data`` is the address of the rows, ``why`` what is missing.

    ``paged`` are the ids of those that have one.
    """

    count: int = 0
    answered: int = 0
    filters: Sequence[tuple[str, str, Sequence[str]]] = ()
    data: str = ""
    why: str = ""
    paged: frozenset[str] = frozenset()


def write_gallery(
    site: Site,
    runs: Sequence[Run[ReadResult]],
    results: Sequence[ReadResult],
    order: Sequence[str],
    nav: Mapping[str, str],
) -> Gallery:
    """Writes ``questions/*.html`` and ``data/questions.js``. ``order`` are the systems, as ``column_of`` names them."""
    count = len({result.id for result in results})
    dataset, why = find_dataset(runs)
    if dataset is None:
        return Gallery(answered=count, why=f"questions and pictures are not shown: {why}")
    groups = chosen(results, order)
    try:
        asked = asked_of(dataset, {answers[0].id for answers in groups})
    except (OSError, ValueError, KeyError) as error:
        return Gallery(
            answered=count, why=f"questions and pictures are not shown: the dataset cannot be read ({error})"
        )
    known = [answers for answers in groups if answers[0].id in asked]
    names = [name for answers in known for name in asked[answers[0].id].question.images]
    pictures = shown_pictures(site, dataset, names)
    _write_pages(site, known, asked, pictures, nav)
    rows = _data(known, asked, pictures, order)
    absent = len(groups) - len(known)
    are = "1 question is" if absent == 1 else f"{absent} questions are"
    return Gallery(
        count=len(known),
        answered=count,
        filters=_filters(rows),
        data=site.data("questions", rows),
        why=f"{are} not in the dataset" if absent else "",
        paged=frozenset(answers[0].id for answers in known),
    )


def _write_pages(
    site: Site,
    groups: Sequence[Sequence[ReadResult]],
    asked: Mapping[str, Asked],
    pictures: Mapping[str, Shown],
    nav: Mapping[str, str],
) -> None:
    for _, some in groupby(groups, key=lambda answers: (answers[0].task, answers[0].variant)):
        alike = list(some)
        pages = [question_page(answers[0].id) for answers in alike]
        for answers, before, after in zip(alike, [None, *pages], [*pages[1:], None], strict=False):
            card: Card = card_of(answers, asked[answers[0].id], pictures)
            about = {"nav": nav, "here": "Read", "warnings": (), "about": (), "date": ""}
            content = {**about, "card": card, "result": answers[0], "around": (before, after)}
            site.page(card.page, "reading/question_page.html", content, ("reading.css",), ("question.js",))


def _data(
    groups: Sequence[Sequence[ReadResult]],
    asked: Mapping[str, Asked],
    pictures: Mapping[str, Shown],
    order: Sequence[str],
) -> dict[str, Any]:
    """What the script needs, as JSON.

    A row is [page, picture or null, task, variant, difficulty, rendering, question, words, scores, outcomes,
    statuses]; the last three tell of each system in order: a score or null, and a digit that is a place in
    ``outcomes`` or ``statuses``, "-" where it was not asked.
    """
    cards = [asked[answers[0].id] for answers in groups]
    tasks = list(dict.fromkeys(_task(one) for one in cards))
    place = {name: i for i, name in enumerate(order)}
    rows = []
    for answers, one in zip(groups, cards, strict=True):
        question = one.question
        picture = pictures[question.images[0]].picture if question.images else None
        scores: list[float | None] = [None] * len(order)
        outcomes, statuses = ["-"] * len(order), ["-"] * len(order)
        for result in answers:
            at = place[column_of(result.system, result.view)]
            scores[at] = None if result.score is None else round(result.score, 3)
            outcomes[at] = str(OUTCOMES.index(outcome_of(result)))
            statuses[at] = str(_STATUSES.index(result.status))
        rows.append(
            [
                question_page(question.id),
                [picture.src, picture.width, picture.height] if picture else None,
                tasks.index(_task(one)),
                question.variant,
                question.difficulty,
                question.rendering,
                question.question[:_WORDS],
                f"{question.id} {one.title}".lower(),
                scores,
                "".join(outcomes),
                "".join(statuses),
            ]
        )
    return {"systems": list(order), "tasks": tasks, "outcomes": OUTCOMES, "statuses": _STATUSES, "questions": rows}


def _task(asked: Asked) -> str:
    return f"{LEAVES[asked.question.task].code} {asked.question.task}"


def _filters(data: Mapping[str, Any]) -> list[tuple[str, str, list[str]]]:
    """(name, heading, choices) of each filter; those with one choice are left out."""
    rows = data["questions"]
    systems = data["systems"]
    outcomes = sorted({mark for row in rows for mark in row[9]} - {"-"})
    statuses = sorted({mark for row in rows for mark in row[10]} - {"-"})
    choices = [
        ("system", "System", list(systems)),
        ("task", "Task", list(data["tasks"])),
        ("variant", "Variant", list(dict.fromkeys(row[3] for row in rows))),
        ("outcome", "Outcome", [data["outcomes"][int(mark)] for mark in outcomes]),
        ("status", "Status", [data["statuses"][int(mark)] for mark in statuses]),
        ("difficulty", "Difficulty", [level for level in _LEVELS if any(row[4] == level for row in rows)]),
        ("rendering", "Drawn by", sorted({row[5] for row in rows})),
    ]
    return [choice for choice in choices if len(choice[2]) > 1]
