"""Answers as values, and what can be wrong with them: each function gives one wrong value, or None where it cannot.

Whether a value is wrong is told here without the grader: by what was changed, or by arithmetic of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from graphicacy.diagram.edit.words import misspell, plausible, siblings
from graphicacy.read.answers.places import DIRECTIONS, POSITIONS
from graphicacy.read.question import NONE, AnswerType, Question

__all__ = ["ORDER_FREE", "WRONG", "Wrong", "edges_of", "iou", "labels_in"]

Make = Callable[[Question, np.random.Generator], Any]

_SAME_BOX = 0.5  # intersection over union from which on a box is right, as published


@dataclass(frozen=True, slots=True)
class Wrong:
    """A way to be wrong, and the value that is."""

    name: str
    make: Make


def labels_in(value: Any) -> list[str]:
    """Every label of an answer, as often as it stands there."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [label for key, part in value.items() if key != "change" for label in labels_in(part)]
    return [label for part in value for label in labels_in(part)]


def edges_of(question: Question) -> list[tuple[str, str]]:
    """The arrows of the rubric of a PATH or CODE question, by their labels."""
    return [(e["source"], e["target"]) if isinstance(e, Mapping) else (e[0], e[1]) for e in question.rubric["edges"]]


def iou(one: Sequence[float], other: Sequence[float]) -> float:
    """Intersection over union of two boxes, by areas."""
    across = max(0.0, min(one[2], other[2]) - max(one[0], other[0]))
    down = max(0.0, min(one[3], other[3]) - max(one[1], other[1]))
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return across * down / (sum(areas) - across * down)


def _items(question: Question) -> list[Any]:
    return [] if question.answer == NONE else list(question.answer)


def _known(question: Question) -> list[str]:
    """All labels that the question's record has, so that a made-up one is none of them."""
    rubric = {key: value for key, value in question.rubric.items() if key in ("nodes", "edges", "start", "end", "via")}
    unlabelled = question.answer == NONE or question.answer_type in (AnswerType.CODE, AnswerType.BOX)
    answer = [] if unlabelled else question.answer
    return labels_in(answer) + [label for value in rubric.values() for label in labels_in(value)]


def _made_up(question: Question, rng: np.random.Generator) -> str:
    return plausible(_known(question), rng)


def _any(items: Sequence[Any], rng: np.random.Generator) -> int:
    return int(rng.integers(len(items)))


def _without(items: Sequence[Any], index: int) -> list[Any]:
    return [item for i, item in enumerate(items) if i != index]


def _with(items: Sequence[Any], index: int, item: Any) -> list[Any]:
    return [item if i == index else old for i, old in enumerate(items)]


def _dropped(question: Question, rng: np.random.Generator) -> Any:
    items = _items(question)
    return _without(items, _any(items, rng)) if items else None


def _repeated(question: Question, rng: np.random.Generator) -> Any:
    items = _items(question)
    return [*items, items[_any(items, rng)]] if items else None


def _none(question: Question, rng: np.random.Generator) -> Any:
    return NONE if _items(question) else None


def _added_label(question: Question, rng: np.random.Generator) -> Any:
    return [*_items(question), _made_up(question, rng)]


def _renamed(change: Callable[[str, np.random.Generator], str | None]) -> Make:
    """One label of the answer, everywhere in it, as another."""

    def make(question: Question, rng: np.random.Generator) -> Any:
        labels = list(dict.fromkeys(labels_in(_items(question))))
        known = {label.casefold() for label in _known(question)}
        for index in rng.permutation(len(labels)).tolist():
            other = change(labels[index], rng)
            if other is not None and other.casefold() not in known:
                return _relabelled(_items(question), labels[index], other)
        return None

    return make


def _relabelled(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, Mapping):
        return {key: part if key == "change" else _relabelled(part, old, new) for key, part in value.items()}
    return [_relabelled(part, old, new) for part in value]


def _typo(label: str, rng: np.random.Generator) -> str | None:
    return misspell(label, rng) if any(c.isascii() and c.isalpha() for c in label) else None


def _sibling(label: str, rng: np.random.Generator) -> str | None:
    others = siblings(label)
    return others[_any(others, rng)] if others else None


def _backwards(question: Question, rng: np.random.Generator) -> Any:
    items = _items(question)
    return items[::-1] if items != items[::-1] else None


def _reversed_edge(question: Question, rng: np.random.Generator) -> Any:
    items = _items(question)
    one_way = [i for i, e in enumerate(items) if _turned(e) not in items and e["source"] != e["target"]]
    if not one_way:
        return None
    index = one_way[_any(one_way, rng)]
    return _with(items, index, _turned(items[index]))


def _turned(edge: Mapping[str, str]) -> dict[str, str]:
    return {"source": edge["target"], "target": edge["source"]}


def _added_edge(question: Question, rng: np.random.Generator) -> Any:
    items = _items(question)
    labels = labels_in(items) or [_made_up(question, rng)]
    return [*items, {"source": labels[_any(labels, rng)], "target": _made_up(question, rng)}]


def _rewired_edge(question: Question, rng: np.random.Generator) -> Any:
    items = _items(question)
    if not items:
        return None
    index = _any(items, rng)
    return _with(items, index, {**items[index], "target": _made_up(question, rng)})


def _reversed_in_pair(question: Question, rng: np.random.Generator) -> Any:
    items = _items(question)
    if not items:
        return None
    index = _any(items, rng)
    first, second = items[index]
    new = [_turned(first), second]
    return _with(items, index, new) if first["source"] != first["target"] and new not in items else None


def _added_pair(question: Question, rng: np.random.Generator) -> Any:
    one, other = _made_up(question, rng), _made_up(question, rng)
    return [*_items(question), [{"source": one, "target": other}, {"source": other, "target": one}]]


def _other_change(question: Question, rng: np.random.Generator) -> Any:
    """Added for removed, and the other way round; a new name for the old; a turned arrow as it was."""
    items = _items(question)
    if not items:
        return None
    index = _any(items, rng)
    said = dict(items[index])
    if said["change"] == "relabelled":
        said |= {"from": said["to"], "to": said["from"]}
    elif said["change"] == "reversed":
        said["change"] = "added"
    else:
        said["change"] = {"added": "removed", "removed": "added"}[said["change"]]
    return _with(items, index, said)


def _added_change(question: Question, rng: np.random.Generator) -> Any:
    return [*_items(question), {"change": "added", "node": _made_up(question, rng)}]


def _no_start(question: Question, rng: np.random.Generator) -> Any:
    return _items(question)[1:] if len(_items(question)) > 1 else None


def _no_end(question: Question, rng: np.random.Generator) -> Any:
    return _items(question)[:-1] if len(_items(question)) > 1 else None


def _detour(question: Question, rng: np.random.Generator) -> Any:
    items = _items(question)
    return [*items[:-1], _made_up(question, rng), items[-1]] if items else None


def _leap(question: Question, rng: np.random.Generator) -> Any:
    """A path that leaves out a node where no arrow leads past it."""
    items, arrows = _items(question), set(edges_of(question))
    for index in rng.permutation(range(1, len(items) - 1)).tolist() if len(items) > 2 else []:
        short = _without(items, index)
        if any(step not in arrows for step in pairwise(short)):
            return short
    return None


def _fabricated(question: Question, rng: np.random.Generator) -> Any:
    if _items(question):
        return None
    if question.answer_type is AnswerType.EDGES:
        return [{"source": _made_up(question, rng), "target": _made_up(question, rng)}]
    known = _known(question) or [_made_up(question, rng)]
    return [known[_any(known, rng)]]


def _on_graph(part: str, make: Make) -> Make:
    """A wrong list of nodes or arrows in a graph that is otherwise right."""

    def changed(question: Question, rng: np.random.Generator) -> Any:
        wrong = make(replace(question, answer=question.answer[part]), rng)
        return None if wrong is None else {**question.answer, part: wrong}

    return changed


def _misspelt_node(question: Question, rng: np.random.Generator) -> Any:
    """A node's label with a typo, at its arrows too."""
    labels = [label for label in question.answer["nodes"] if _typo(label, rng)]
    if not labels:
        return None
    label = labels[_any(labels, rng)]
    return _relabelled(question.answer, label, misspell(label, rng))


def _shifted_box(question: Question, rng: np.random.Generator) -> Any:
    """A box of the same size beside the right one, to the side where there is more room."""
    x0, y0, x1, y1 = question.answer
    width = question.rubric["width"]
    by = (x1 - x0) * (1 if width - x1 > x0 else -1)
    moved = [x0 + by, y0, x1 + by, y1]
    return moved if 0 <= moved[0] and moved[2] <= width else None


def _doubled_box(question: Question, rng: np.random.Generator) -> Any:
    """Twice as wide and as high, as far as the picture goes."""
    x0, y0, x1, y1 = question.answer
    across, down = (x1 - x0) / 2, (y1 - y0) / 2
    width, height = question.rubric["width"], question.rubric["height"]
    grown = [max(0.0, x0 - across), max(0.0, y0 - down), min(width, x1 + across), min(height, y1 + down)]
    return grown if iou(grown, question.answer) < _SAME_BOX - 0.05 else None


def _transposed_box(question: Question, rng: np.random.Generator) -> Any:
    """x and y exchanged, as in another convention."""
    x0, y0, x1, y1 = question.answer
    size = question.rubric
    turned = [y0, x0, y1, x1]
    fits = turned[2] <= size["width"] and turned[3] <= size["height"]
    return turned if fits and iou(turned, question.answer) < _SAME_BOX - 0.05 else None


def _turned_direction(by: int) -> Make:
    def make(question: Question, rng: np.random.Generator) -> Any:
        return DIRECTIONS[(DIRECTIONS.index(question.answer) + by) % len(DIRECTIONS)]

    return make


def _other_cell(question: Question, rng: np.random.Generator) -> Any:
    others = [cell for cell in POSITIONS if cell != question.answer]
    return others[_any(others, rng)]


_LABELS = (
    Wrong("dropped", _dropped), Wrong("added", _added_label), Wrong("repeated", _repeated),
    Wrong("typo", _renamed(_typo)), Wrong("sibling", _renamed(_sibling)), Wrong("none", _none),
    Wrong("fabricated", _fabricated),
)  # fmt: skip
WRONG: dict[AnswerType, tuple[Wrong, ...]] = {
    AnswerType.NODES: _LABELS,
    AnswerType.SEQUENCE: (*_LABELS, Wrong("backwards", _backwards)),
    AnswerType.EDGES: (
        Wrong("dropped", _dropped), Wrong("added", _added_edge), Wrong("repeated", _repeated),
        Wrong("reversed", _reversed_edge), Wrong("rewired", _rewired_edge), Wrong("typo", _renamed(_typo)),
        Wrong("none", _none), Wrong("fabricated", _fabricated),
    ),
    AnswerType.PATH: (
        Wrong("no-start", _no_start), Wrong("no-end", _no_end), Wrong("detour", _detour), Wrong("leap", _leap),
        Wrong("backwards", _backwards), Wrong("typo", _renamed(_typo)), Wrong("none", _none),
        Wrong("fabricated", _fabricated),
    ),
    AnswerType.EDGE_PAIRS: (
        Wrong("dropped", _dropped), Wrong("added", _added_pair), Wrong("repeated", _repeated),
        Wrong("reversed", _reversed_in_pair), Wrong("typo", _renamed(_typo)),
    ),
    AnswerType.DIFFERENCES: (
        Wrong("dropped", _dropped), Wrong("added", _added_change), Wrong("repeated", _repeated),
        Wrong("other-change", _other_change), Wrong("typo", _renamed(_typo)),
    ),
    AnswerType.GRAPH: (
        *(Wrong(f"{way.name}-node", _on_graph("nodes", way.make)) for way in _LABELS[:3]),
        Wrong("dropped-edge", _on_graph("edges", _dropped)), Wrong("added-edge", _on_graph("edges", _added_edge)),
        Wrong("reversed-edge", _on_graph("edges", _reversed_edge)),
        Wrong("rewired-edge", _on_graph("edges", _rewired_edge)), Wrong("typo", _misspelt_node),
    ),
    AnswerType.BOX: (
        Wrong("shifted", _shifted_box), Wrong("doubled", _doubled_box), Wrong("transposed", _transposed_box),
    ),
    AnswerType.DIRECTION: (Wrong("opposite", _turned_direction(4)), Wrong("next", _turned_direction(1))),
    AnswerType.POSITION: (Wrong("other-cell", _other_cell),),
}  # fmt: skip
"""By type; CODE has the ways of GRAPH, on the graph that the code says (see ``texts``)."""

ORDER_FREE = ("backwards",)
"""In a SEQUENCE, the published F1 has no order: only the strict score can notice."""
