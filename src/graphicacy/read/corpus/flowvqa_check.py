"""How far our algorithms and FlowVQA's gold agree on its topological questions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.files import Source as Text
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram
from graphicacy.read.corpus.flowvqa import Asked, FlowVqaSource
from graphicacy.read.corpus.topological import Reading, read_topological

__all__ = ["Agreement", "Case", "compare_topological"]

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = (re.compile(r"-?\d+(?:\.\d+)?"), re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.I))
_YES = re.compile(r"\W*(?:(yes|true)|(no|false))\b", re.I)
_UNKNOWN = "not understood"


@dataclass(frozen=True, slots=True)
class Case:
    """A question on which we and the gold do not agree, or which we do not answer: ``cause`` says why.

    ``ours`` are the answers that its words admit; none where it has none.
    """

    chart: str
    kind: str
    question: str
    gold: str
    ours: tuple[int | bool, ...]
    cause: str


@dataclass(slots=True)
class Agreement:
    """Counts by kind of question: ``asked`` = agree + differ + unanswered.

    ``possible`` are those of the unanswered whose gold is one of the answers that the words admit. ``cases`` are the
    questions that differ or are unanswered, in the order of the data.
    """

    asked: Counter[str] = field(default_factory=Counter)
    agree: Counter[str] = field(default_factory=Counter)
    differ: Counter[str] = field(default_factory=Counter)
    unanswered: Counter[str] = field(default_factory=Counter)
    possible: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    cases: list[Case] = field(default_factory=list)
    charts: int = 0

    def to_json(self) -> dict[str, Any]:
        """The record that the command prints. ``agreement`` is the share of the answered that agree; None of none."""
        return {
            "charts": self.charts,
            **self._counts(None),
            "kinds": {kind: self._counts(kind) for kind in sorted(self.asked)},
            "causes": dict(sorted(self.causes.items())),
            "disagreements": [_told(case) for case in self.cases if not case.cause],
            "unanswered_questions": [_told(case) for case in self.cases if case.cause],
        }

    def _counts(self, kind: str | None) -> dict[str, Any]:
        asked, agree, differ, unanswered, possible = (
            c.total() if kind is None else c[kind]
            for c in (self.asked, self.agree, self.differ, self.unanswered, self.possible)
        )
        return {
            "asked": asked,
            "agree": agree,
            "differ": differ,
            "unanswered": unanswered,
            "gold_possible": possible,
            "agreement": round(agree / (agree + differ), 6) if agree + differ else None,
            "agreement_of_all": round(agree / asked, 6) if asked else None,
        }


def compare_topological(place: Path) -> Agreement:
    """Answer every topological question of FlowVQA in a folder, and compare the answers with the gold there.

    A question counts as topological where the data says so, or, where they say no type, where it is understood as one.
    Raises ``ValueError`` where there is none, and ``NotADirectoryError`` where there is no folder.
    """
    found = Agreement()
    seen: Counter[str] = Counter()
    for key, reading, asked in _read(FlowVqaSource(place)):
        if not asked.type and reading.topic is None:
            continue
        seen[key] += 1
        _count(found, key, reading, asked)
    if not found.asked:
        raise ValueError(f"{place}: there is no topological question of FlowVQA in it")
    found.charts = len(seen)
    return found


def _read(source: FlowVqaSource) -> Iterator[tuple[str, Reading, Asked]]:
    """Each question that may be topological, with its readings.

    A chart is read once, as long as the questions about it follow one another.
    """
    held: tuple[str, Diagram | str] = ("", "")
    for key, text, asked in source.questions():
        if asked.type and "topolog" not in asked.type.lower():
            continue
        if text is not None and held[0] != text.text:
            held = (text.text, _diagram(text))
        if text is None or isinstance(held[1], str):
            yield key, Reading(None, (), "no chart" if text is None else str(held[1])), asked
        else:
            yield key, read_topological(asked.question, held[1]), asked


def _diagram(text: Text) -> Diagram | str:
    """The chart, or why there is none."""
    try:
        found = text.read()
    except BadDrawing:
        return "chart that cannot be read"
    return found.diagram if isinstance(found, Layout) else found


def _count(found: Agreement, key: str, reading: Reading, asked: Asked) -> None:
    kind = str(reading.topic or _UNKNOWN)
    gold = _gold(asked.answers, bool(reading.answers) and isinstance(reading.answers[0], bool))
    cause = reading.cause or ("" if gold is not None else "gold that is no number, nor yes or no")
    found.asked[kind] += 1
    if cause:
        found.unanswered[kind] += 1
        found.possible[kind] += gold is not None and gold in reading.answers
        found.causes[cause] += 1
    elif gold == reading.answers[0]:
        found.agree[kind] += 1
        return
    else:
        found.differ[kind] += 1
    found.cases.append(
        Case(key, kind, asked.question, asked.answers[0] if asked.answers else "", reading.answers, cause)
    )


def _gold(answers: tuple[str, ...], yes_or_no: bool) -> float | bool | None:
    """What the first answer that says it says: whether it is so, or the one number in digits, or else in words."""
    for answer in answers:
        if yes_or_no:
            if said := _YES.match(answer):
                return said.group(1) is not None
            continue
        for form in _NUMBERS:
            numbers = {_value(m.group()) for m in form.finditer(answer)}
            if len(numbers) == 1:
                return numbers.pop()
            if numbers:
                break
    return None


def _value(number: str) -> float:
    return float(_WORDS.index(number.lower())) if number.lower() in _WORDS else float(number[:30])


def _told(case: Case) -> dict[str, Any]:
    return {
        "chart": case.chart,
        "kind": case.kind,
        "question": case.question[:500],
        "gold": case.gold[:200],
        "ours": list(case.ours),
        "cause": case.cause,
    }
