"""Answers as texts: the right one said in other words and forms, source texts of graphs, and what is no answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np

from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.mermaid.write import write_mermaid
from graphicacy.diagram.model import Diagram, Edge, Node
from graphicacy.read.answers import write_answer
from graphicacy.read.question import NONE, AnswerType, Question
from graphicacy.trust.grader.values import WRONG, Wrong, edges_of, iou

__all__ = ["EQUIVALENT", "NO_ANSWER", "Rewrite", "source_of", "wrong_texts"]

Rewrite = Callable[[Question, np.random.Generator], str | None]

_MOST_PATHS = 200  # simple paths that are looked through for another admitted one
_NEAR = 0.75  # intersection over union above which rounding to thousandths cannot bring a box under a half
_SETS = (AnswerType.NODES, AnswerType.EDGES, AnswerType.EDGE_PAIRS, AnswerType.DIFFERENCES)


def wrong_texts(question: Question) -> Sequence[tuple[str, Rewrite]]:
    """The ways to be wrong that there are for the type of a question's answer, as texts."""
    if question.answer_type is AnswerType.CODE:
        return [(way.name, _wrong_code(way)) for way in WRONG[AnswerType.GRAPH]]
    return [(way.name, _wrong_value(way)) for way in WRONG[question.answer_type]]


def source_of(notation: str, nodes: Sequence[str], edges: Sequence[Mapping[str, str]], prefix: str = "n") -> str:
    """A source text of a graph whose labels are all different; ends of arrows that are no node become nodes."""
    ends = [edge[end] for edge in edges for end in ("source", "target")]
    ids = {label: f"{prefix}{i}" for i, label in enumerate(dict.fromkeys([*nodes, *ends]))}
    diagram = Diagram(
        nodes=tuple(Node(key, label) for label, key in ids.items()),
        edges=tuple(Edge(ids[edge["source"]], ids[edge["target"]]) for edge in edges),
    )
    return write_mermaid(diagram) if notation == "mermaid" else write_dot(diagram)


def _right(question: Question) -> str:
    return write_answer(question.answer, question.answer_type, question.rubric)


def _said(question: Question, value: Any) -> str:
    return write_answer(value, question.answer_type, question.rubric)


def _wrong_value(way: Wrong) -> Rewrite:
    def text(question: Question, rng: np.random.Generator) -> str | None:
        value = way.make(question, rng)
        return None if value is None else _said(question, value)

    return text


def _graph(question: Question) -> Question | None:
    """A CODE question as one for its graph; None where two nodes share a label, which then tells neither of them."""
    nodes = list(question.rubric["nodes"])
    if max(Counter(nodes).values(), default=1) > 1:
        return None
    edges = [{"source": source, "target": target} for source, target in edges_of(question)]
    return replace(question, answer_type=AnswerType.GRAPH, answer={"nodes": nodes, "edges": edges})


def _wrong_code(way: Wrong) -> Rewrite:
    def text(question: Question, rng: np.random.Generator) -> str | None:
        graph = _graph(question)
        if graph is None or way.name == "repeated-node":
            return None
        value = way.make(graph, rng)
        if value is None:
            return None
        ends = {edge[end] for edge in value["edges"] for end in ("source", "target")}
        if way.name == "dropped-node" and set(graph.answer["nodes"]) <= {*value["nodes"], *ends}:
            return None  # its arrows bring the node back
        return _said(question, source_of(question.rubric["notation"], value["nodes"], value["edges"]))

    return text


def _object(question: Question) -> str:
    """``{"answer": …}`` without a fence."""
    return _right(question).removeprefix("```json\n").removesuffix("\n```")


def _bare(question: Question, rng: np.random.Generator) -> str:
    return _object(question)


def _in_prose(question: Question, rng: np.random.Generator) -> str:
    return f"Looking at the figure step by step, this is what it shows.\n\n{_right(question)}\n\nI hope this helps!"


def _after_thought(question: Question, rng: np.random.Generator) -> str:
    return f'<think>It may be {{"answer": ["something else"]}}, but that is not so.</think>\n{_right(question)}'


def _corrected(question: Question, rng: np.random.Generator) -> str | None:
    """A first answer that is taken back: the last one counts."""
    if question.answer_type is not AnswerType.NODES:
        return None
    return f"{_said(question, ['Something else'])}\nWait, that is wrong. My final answer:\n{_right(question)}"


def _indented(question: Question, rng: np.random.Generator) -> str:
    return f"```\n{json.dumps(json.loads(_object(question)), ensure_ascii=False, indent=4)}\n```"


def _escaped(question: Question, rng: np.random.Generator) -> str:
    return f"```json\n{json.dumps(json.loads(_object(question)), ensure_ascii=True)}\n```"


def _trailing_comma(question: Question, rng: np.random.Generator) -> str:
    return _object(question)[:-1] + ",}"


def _relettered(change: Callable[[str], str]) -> Rewrite:
    """Labels in other letters that read the same; source texts and places have none."""

    def text(question: Question, rng: np.random.Generator) -> str | None:
        if question.answer_type not in WRONG or question.answer_type in (
            AnswerType.BOX, AnswerType.DIRECTION, AnswerType.POSITION,
        ) or question.answer == NONE:  # fmt: skip
            return None
        said = _said(question, _mapped(question.answer, change))
        return said if said != _right(question) else None

    return text


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {key: part if key == "change" else _mapped(part, change) for key, part in value.items()}
    return [_mapped(part, change) for part in value]


def _spaced(label: str) -> str:
    return f" {label.replace(' ', '  ')} "


def _typeset(label: str) -> str:
    """Dashes and quotes as in print."""
    return label.replace("-", "\u2011").replace("'", "\u2019")


def _shuffled(question: Question, rng: np.random.Generator) -> str | None:
    """The items of a set in another order, the arrows of a pair too."""
    answer, kind = question.answer, question.answer_type
    if kind is AnswerType.GRAPH:
        return _said(question, {part: _permuted(answer[part], rng) for part in ("edges", "nodes")})
    if kind not in _SETS or answer == NONE or not answer:
        return None
    items = _permuted(answer, rng)
    return _said(question, [pair[::-1] for pair in items] if kind is AnswerType.EDGE_PAIRS else items)


def _permuted(items: Sequence[Any], rng: np.random.Generator) -> list[Any]:
    return [items[i] for i in rng.permutation(len(items)).tolist()]


def _other_source(question: Question, rng: np.random.Generator) -> str | None:
    """The same graph in a source of other ids and another order."""
    graph = _graph(question) if question.answer_type is AnswerType.CODE else None
    if graph is None:
        return None
    nodes, edges = (_permuted(graph.answer[part], rng) for part in ("nodes", "edges"))
    return _said(question, source_of(question.rubric["notation"], nodes, edges, "box_"))


def _other_path(question: Question, rng: np.random.Generator) -> str | None:
    """Another path that the question admits, by a search of its own."""
    if question.answer_type is not AnswerType.PATH or question.answer == NONE or not question.answer:
        return None
    rubric = question.rubric
    if any(rubric.get(rule) for rule in ("via", "avoid", "shortest")):
        return None
    graph = nx.DiGraph(edges_of(question))
    paths = nx.all_simple_paths(graph, rubric["start"], rubric["end"])
    others = [path for path, _ in zip(paths, range(_MOST_PATHS), strict=False) if path != list(question.answer)]
    right = [path for path in others if all(graph.has_edge(*step) for step in pairwise(path))]
    return _said(question, right[int(rng.integers(len(right)))]) if right else None


def _near_box(question: Question, rng: np.random.Generator) -> str | None:
    """A box a few hundredths off, as a careful reader's would be."""
    if question.answer_type is not AnswerType.BOX:
        return None
    x0, y0, x1, y1 = question.answer
    across, down = (x1 - x0) * 0.05, (y1 - y0) * 0.05
    off = rng.uniform(-1, 1, size=4) * (across, down, across, down)
    near = [value + float(by) for value, by in zip(question.answer, off, strict=True)]
    return _said(question, near) if iou(near, question.answer) > _NEAR else None


EQUIVALENT: dict[str, Rewrite] = {
    "bare": _bare,
    "in-prose": _in_prose,
    "after-thought": _after_thought,
    "corrected": _corrected,
    "indented": _indented,
    "escaped": _escaped,
    "trailing-comma": _trailing_comma,
    "capitals": _relettered(str.upper),
    "spaces": _relettered(_spaced),
    "typeset": _relettered(_typeset),
    "shuffled": _shuffled,
    "other-source": _other_source,
    "other-path": _other_path,
    "near-box": _near_box,
}
"""Right answers, said otherwise; None where a question's answer cannot be said so."""

NO_ANSWER: dict[str, Rewrite] = {
    "empty": lambda question, rng: "",
    "refusal": lambda question, rng: "I'm sorry, but I can't help with analysing this image.",
    "cut-off": lambda question, rng: _right(question)[: len("```json\n{") + 4],
    "question-back": lambda question, rng: "Which part of the figure do you mean?",
}
"""What holds no answer, and must get no score: it is not wrong, it is not there."""
