"""Grade a model's text against the right answer of a question.

| Answer | ``score`` | ``strict``: 1 where |
|---|---|---|
| NODES, EDGES, EDGE_PAIRS, DIFFERENCES | F1 of multisets | both are equal |
| SEQUENCE | F1 of the labels | all are there, in their order |
| GRAPH, CODE | mean of the F1 of nodes and the F1 of arrows | both are equal |
| PATH | 1 where the path is admitted, else F1 of its arrows against the nearest admitted path | it is admitted |
| BOX | 1 where the intersection is at least half the union | as the score |
| DIRECTION, POSITION | 1 where it is the one | as the score |

Items are told by their labels in normal form (see ``labels.normal``), which is as far as a score forgives; what it
would be if slips were forgiven stands beside it. An arrow counts as often as it is drawn; pairs have no order.

"None" and an empty list say the same: that there is nothing. Where that is right it scores 1, and anything else is
*fabricated*; where something is right, saying so is an *over-refusal*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphicacy.read.answers import Status, parse_answer, write_answer
from graphicacy.read.boxes import NEUTRAL, BoxConvention, Corners
from graphicacy.read.grading.codes import graph_of
from graphicacy.read.grading.labels import normal
from graphicacy.read.grading.paths import Rules, common, fault_of, nearest
from graphicacy.read.grading.sets import Agreement, compare
from graphicacy.read.question import NONE, AnswerType

__all__ = ["Grade", "check_gold", "grade"]

_IOU = 0.5  # intersection over union from which on a box is right, as published


@dataclass(frozen=True, slots=True)
class Grade:
    """What an answer is worth.

    ``score`` and ``strict`` are in [0, 1]; both are None where ``status`` says that there is no answer: what that
    counts for is the aggregation's choice, which reports it. ``details`` depend on the type, and hold JSON values:

    - ``note``: one line on what was wrong with the answer's form, or "";
    - ``answerless``: nothing is the right answer; ``fabricated``, ``over_refused``: see above;
    - for items ``precision``, ``recall``, ``f1_strict``, ``f1_fuzzy`` (slips forgiven), ``exact``; for graphs the F1
      also of nodes and of arrows alone, ``node_f1``, ``edge_f1``, ``node_f1_fuzzy``, ``edge_f1_fuzzy``;
    - for sequences ``lcs``: the longest common subsequence, twice its length by that of both;
    - for paths ``admitted``, ``fault`` (why not), ``edge_f1``, ``lcs``, the two against the nearest admitted path;
    - for boxes ``iou``, ``centre_in_box`` (the answer's centre lies in the right box), ``outside`` (a corner was not in
      the picture, as where pixels are given for thousandths), ``box`` (in pixels, clipped);
    - ``said``: the direction or position that was understood.
    """

    status: Status
    score: float | None
    strict: float | None
    details: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        score = "not scored" if self.score is None else f"score {self.score:.2f}, strict {self.strict:.2f}"
        note = f": {self.details['note']}" if self.details.get("note") else ""
        return f"{score} ({self.status.value}){note}"


def grade(
    answer_type: AnswerType,
    gold: Any,
    rubric: Mapping[str, Any],
    response: str,
    *,
    boxes: BoxConvention = NEUTRAL,
    stopped: str | None = None,
) -> Grade:
    """Grade what a model said.

    Never raises for anything that a model says; ``RuntimeError`` where a parser of code is not installed.

    Args:
        answer_type: the type of the answer that was asked for.
        gold: the right answer, a value of that type, or ``NONE``.
        rubric: the rubric of the question: for CODE ``notation``, ``nodes`` and ``edges``; for PATH ``edges``,
            ``start`` and ``end``, and ``via``, ``avoid`` and ``shortest`` where they apply; for BOX ``width`` and
            ``height``, in pixels.
        response: all that the model said.
        boxes: the convention in which the model was asked for boxes.
        stopped: why the model stopped, as its API names it.
    """
    parsed = parse_answer(response, answer_type, stopped=stopped)
    if not parsed.is_answer:
        return Grade(parsed.status, None, None, {"note": parsed.note})
    if answer_type is AnswerType.BOX:
        score, strict, details = _box(parsed.value, gold, rubric, boxes)
    elif answer_type is AnswerType.CODE:
        drawn = graph_of(parsed.value, rubric["notation"])
        if drawn.fault:
            return Grade(Status.UNPARSEABLE, None, None, {"note": drawn.fault})
        edges = [{"source": source, "target": target} for source, target in drawn.edges]
        score, strict, details = _graph({"nodes": list(drawn.nodes), "edges": edges}, dict(rubric))
    elif answer_type in _LISTS:
        score, strict, details = _list(answer_type, parsed.value, gold, rubric)
    else:
        score, strict, details = _OTHERS[answer_type](parsed.value, gold)
    return Grade(parsed.status, score, strict, {"note": parsed.note, **details})


def check_gold(answer_type: AnswerType, gold: Any, rubric: Mapping[str, Any]) -> Grade:
    """The grade of the right answer as a model should write it: 1, unless something is wrong with the question."""
    return grade(answer_type, gold, rubric, write_answer(gold, answer_type, rubric))


_Marks = tuple[float, float, dict[str, Any]]


def _list(answer_type: AnswerType, said: Any, gold: Any, rubric: Mapping[str, Any]) -> _Marks:
    right: list[Any] = [] if gold == NONE else list(gold)
    answer: list[Any] = [] if said == NONE else said
    if not right and len(answer) == 1 and isinstance(answer[0], str) and normal(answer[0]) == NONE:
        answer = []
    flags = {
        "answerless": not right,
        "fabricated": bool(answer) and not right,
        "over_refused": bool(right) and not answer,
    }
    if answer_type is AnswerType.PATH:
        score, strict, details = _path(answer, right, rubric)
    elif answer_type is AnswerType.SEQUENCE:
        score, strict, details = _sequence(answer, right)
    else:
        plain, fuzzy = compare(answer, right, answer_type)
        score, strict, details = plain.f1, float(plain.exact), _agreed(plain, fuzzy)
    return score, strict, {**flags, **details}


def _agreed(plain: Agreement, fuzzy: Agreement) -> dict[str, Any]:
    return {
        "precision": plain.precision,
        "recall": plain.recall,
        "f1_strict": plain.f1,
        "f1_fuzzy": fuzzy.f1,
        "exact": plain.exact,
    }


def _sequence(said: list[str], gold: list[str]) -> _Marks:
    plain, fuzzy = compare(said, gold, AnswerType.SEQUENCE)
    one, other = list(map(normal, said)), list(map(normal, gold))
    details = {**_agreed(plain, fuzzy), "exact": one == other, "lcs": common(one, other)}
    return plain.f1, float(one == other), details


def _graph(said: dict[str, Any], gold: Mapping[str, Any]) -> _Marks:
    nodes, nodes_fuzzy = compare(said["nodes"], list(gold["nodes"]), AnswerType.NODES)
    edges, edges_fuzzy = compare(said["edges"], list(gold["edges"]), AnswerType.EDGES)
    exact = nodes.exact and edges.exact
    score = (nodes.f1 + edges.f1) / 2
    details = {
        "precision": (nodes.precision + edges.precision) / 2,
        "recall": (nodes.recall + edges.recall) / 2,
        "f1_strict": score,
        "f1_fuzzy": (nodes_fuzzy.f1 + edges_fuzzy.f1) / 2,
        "exact": exact,
        "node_f1": nodes.f1,
        "edge_f1": edges.f1,
        "node_f1_fuzzy": nodes_fuzzy.f1,
        "edge_f1_fuzzy": edges_fuzzy.f1,
    }
    return score, float(exact), details


def _path(said: list[str], gold: list[str], rubric: Mapping[str, Any]) -> _Marks:
    path, right = list(map(normal, said)), list(map(normal, gold))
    if not path or not right:
        hit = float(not path and not right)
        return hit, hit, {"admitted": bool(hit), "fault": "", "edge_f1": hit, "lcs": hit}
    rules = Rules(rubric)
    if not (fault := fault_of(path, rules)):
        return 1.0, 1.0, {"admitted": True, "fault": "", "edge_f1": 1.0, "lcs": 1.0}
    edge_f1, other = nearest(path, right, rules)
    return edge_f1, 0.0, {"admitted": False, "fault": fault, "edge_f1": edge_f1, "lcs": common(path, other)}


def _box(said: Sequence[float], gold: Sequence[float], rubric: Mapping[str, Any], boxes: BoxConvention) -> _Marks:
    width, height = rubric["width"], rubric["height"]
    given = boxes.to_pixels(said, width, height)
    box = _clipped(given, width, height)
    across, down = boxes.extent(width, height)
    spare = max(width / across, height / down)  # a unit of the convention: what rounding may put outside
    x0, y0, x1, y1 = gold
    centre = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    iou = _iou(box, (x0, y0, x1, y1))
    hit = float(iou >= _IOU)
    return hit, hit, {
        "iou": iou,
        "centre_in_box": bool(x0 <= centre[0] <= x1 and y0 <= centre[1] <= y1),
        "outside": any(abs(a - b) > spare for a, b in zip(given, box, strict=True)),
        "box": list(box),
    }  # fmt: skip


def _clipped(box: Corners, width: float, height: float) -> Corners:
    x0, y0, x1, y1 = box
    return min(max(x0, 0.0), width), min(max(y0, 0.0), height), min(max(x1, 0.0), width), min(max(y1, 0.0), height)


def _iou(one: Corners, other: Corners) -> float:
    """Intersection over union, 0 to 1."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    if across <= 0 or down <= 0:
        return 0.0
    shared = across * down
    total = sum((b[2] - b[0]) * (b[3] - b[1]) for b in (one, other)) - shared
    return shared / total if math.isfinite(total) and total > 0 else 0.0


def _word(said: str, gold: Any) -> _Marks:
    hit = float(said == gold)
    return hit, hit, {"said": said}


_LISTS = frozenset(
    {AnswerType.NODES, AnswerType.EDGES, AnswerType.SEQUENCE, AnswerType.PATH, AnswerType.EDGE_PAIRS}
    | {AnswerType.DIFFERENCES}
)
_OTHERS: dict[AnswerType, Callable[[Any, Any], _Marks]] = {
    AnswerType.GRAPH: _graph,
    AnswerType.DIRECTION: _word,
    AnswerType.POSITION: _word,
}
