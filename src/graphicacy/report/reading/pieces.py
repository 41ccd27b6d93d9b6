"""A right answer and a given one, item by item: what was found, what was missed, what is wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from graphicacy.read.answers import parse_answer
from graphicacy.read.answers.places import DIRECTIONS, POSITIONS
from graphicacy.read.grading.codes import graph_of
from graphicacy.read.grading.sets import key_of
from graphicacy.read.question import NONE, AnswerType, Question
from graphicacy.read.record import ReadResult

__all__ = ["Answered", "Kind", "Piece", "Verdict", "compared"]

Kind = Literal["node", "edge", "pair", "change", "box", "direction", "position"]
Verdict = Literal["found", "missed", "wrong"]

_MOST = 400  # pieces of a given answer; a page lists fewer
_LARGEST = 1e6  # px


@dataclass(frozen=True, slots=True)
class Piece:
    """One item of an answer, as JSON in the form of its type. A found piece has one number on both sides, from 1.

    ``listed`` is false for what is drawn but stands in no list, such as the arrows of a path.
    """

    kind: Kind
    value: Any
    verdict: Verdict
    number: int
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Answered:
    """The pieces of the right answer, and of the given one; ``said`` is None where no answer could be read.

    ``more`` is how many pieces of the given answer are too many to be told apart.
    """

    gold: tuple[Piece, ...]
    said: tuple[Piece, ...] | None
    more: int = 0


def compared(question: Question, result: ReadResult) -> Answered:
    """What of the right answer was found and missed, and what was answered beside it, in the order of each.

    ``RuntimeError`` where an answer is code and its parser is not installed.
    """
    kind = question.answer_type
    said = _said(question, result)
    if kind in _ONE:
        return _one(question, result, said)
    gold = _parts(question.answer, kind, question.rubric)
    if said is None:
        return Answered(_pieces((part, "missed") for part in gold), None)
    given = _parts(said, kind, question.rubric, given=True)
    if kind is AnswerType.PATH and result.strict == 1:
        gold = given  # another path than the dataset's may be right, too
    return Answered(*_matched(gold, given[:_MOST]), max(0, len(given) - _MOST))


_ONE: dict[AnswerType, Kind] = {
    AnswerType.BOX: "box",
    AnswerType.DIRECTION: "direction",
    AnswerType.POSITION: "position",
}


def _said(question: Question, result: ReadResult) -> Any:
    """The answer that was graded; None where there is none."""
    if result.score is None:
        return None
    if question.answer_type is AnswerType.BOX:
        return _corners(result.details.get("box"))
    if question.answer_type in _ONE:
        word = result.details.get("said")
        return word if word in (*DIRECTIONS, *POSITIONS) else None
    parsed = parse_answer(result.response, question.answer_type, stopped=result.stopped)
    return parsed.value if parsed.is_answer else None


def _corners(value: Any) -> list[float] | None:
    if not isinstance(value, list | tuple) or len(value) != 4:
        return None
    numbers = [float(v) for v in value if isinstance(v, int | float) and abs(v) < _LARGEST]
    return numbers if len(numbers) == 4 else None


def _one(question: Question, result: ReadResult, said: Any) -> Answered:
    """An answer that is one thing. A box is never quite the right one, so that both are drawn."""
    kind = _ONE[question.answer_type]
    if said is None:
        return Answered((Piece(kind, question.answer, "missed", 1),), None)
    is_right = result.score == 1
    gold = Piece(kind, question.answer, "found" if is_right and kind != "box" else "missed", 1)
    number = 1 if is_right and kind != "box" else 2
    return Answered((gold,), (Piece(kind, said, "found" if is_right else "wrong", number),))


class _Part(NamedTuple):
    kind: Kind
    value: Any
    is_step: bool = False


def _parts(answer: Any, kind: AnswerType, rubric: Mapping[str, Any], given: bool = False) -> list[_Part]:
    if answer == NONE:
        return []
    if kind is AnswerType.CODE:
        return _graph(_drawn(answer, rubric) if given else rubric)
    if kind is AnswerType.GRAPH:
        return _graph(answer)
    if kind is AnswerType.PATH:
        steps = [_Part("edge", {"source": a, "target": b}, is_step=True) for a, b in pairwise(answer)]
        return [*(_Part("node", label) for label in answer), *steps]
    return [_Part(_ITEMS[kind], item) for item in answer]


def _graph(graph: Mapping[str, Any]) -> list[_Part]:
    return [*(_Part("node", label) for label in graph["nodes"]), *(_Part("edge", edge) for edge in graph["edges"])]


def _drawn(code: str, rubric: Mapping[str, Any]) -> dict[str, Any]:
    drawn = graph_of(code, rubric["notation"])
    return {"nodes": drawn.nodes, "edges": [{"source": a, "target": b} for a, b in drawn.edges]}


_ITEMS: dict[AnswerType, Kind] = {
    AnswerType.NODES: "node",
    AnswerType.SEQUENCE: "node",
    AnswerType.EDGES: "edge",
    AnswerType.EDGE_PAIRS: "pair",
    AnswerType.DIFFERENCES: "change",
}
_TYPES: dict[Kind, AnswerType] = {
    "node": AnswerType.NODES,
    "edge": AnswerType.EDGES,
    "pair": AnswerType.EDGE_PAIRS,
    "change": AnswerType.DIFFERENCES,
}
_TOLD = ("change", "node", "edge", "from", "to")  # by what a difference is told, whatever else an answer says of it


def _key(part: _Part) -> Hashable:
    value = part.value
    if part.kind == "change":
        value = {name: said for name, said in value.items() if name in _TOLD}
    return part.kind, part.is_step, key_of(value, _TYPES[part.kind])


def _matched(gold: Sequence[_Part], said: Sequence[_Part]) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both sides with verdicts: each item is found as often as it is on both."""
    left = Counter(map(_key, said))
    numbers: dict[Hashable, list[int]] = defaultdict(list)
    judged: list[tuple[_Part, Verdict]] = []
    for number, part in enumerate(gold, start=1):
        key = _key(part)
        is_found = left[key] > 0
        if is_found:
            left[key] -= 1
            numbers[key].append(number)
        judged.append((part, "found" if is_found else "missed"))
    given = []
    for number, part in enumerate(said, start=len(gold) + 1):
        known = numbers[_key(part)]
        given.append(_piece(part, "found", known.pop(0)) if known else _piece(part, "wrong", number))
    return _pieces(judged), tuple(given)


def _pieces(judged: Iterable[tuple[_Part, Verdict]]) -> tuple[Piece, ...]:
    return tuple(_piece(part, verdict, number) for number, (part, verdict) in enumerate(judged, start=1))


def _piece(part: _Part, verdict: Verdict, number: int) -> Piece:
    return Piece(part.kind, part.value, verdict, number, listed=not part.is_step)
