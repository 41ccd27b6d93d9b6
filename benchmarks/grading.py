"""Answers graded per second, by type of answer, beside the least that any grader does: JSON, and sets of labels.

    python benchmarks/grading.py [COUNT]

COUNT answers (default 100,000) of all types, in the shares of a dataset of 13 leaves: good ones, sloppy ones, wrong
ones. Code is read in guarded processes, and each text once; every text here is another.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from graphicacy.read.answers import write_answer
from graphicacy.read.grading import grade
from graphicacy.read.question import NONE, AnswerType

WORDS = ("assay", "batch", "cell", "dose", "enzyme", "filter", "gene", "heat", "input", "joint", "light", "pump")
SHARES = {
    AnswerType.NODES: 34,
    AnswerType.PATH: 14,
    AnswerType.EDGES: 14,
    AnswerType.GRAPH: 6,
    AnswerType.CODE: 6,
    AnswerType.SEQUENCE: 8,
    AnswerType.EDGE_PAIRS: 3,
    AnswerType.DIFFERENCES: 5,
    AnswerType.BOX: 5,
    AnswerType.DIRECTION: 3,
    AnswerType.POSITION: 2,
}
Case = tuple[AnswerType, Any, dict[str, Any], str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", nargs="?", type=int, default=100_000)
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    kinds = list(SHARES)
    shares = np.array(list(SHARES.values())) / sum(SHARES.values())
    cases = [make(kinds[k], rng, number) for number, k in enumerate(rng.choice(len(kinds), options.count, p=shares))]
    grade(AnswerType.CODE, "", {"notation": "mermaid", "nodes": [], "edges": []}, "flowchart TD\nA-->B")
    spent: dict[AnswerType, list[float]] = defaultdict(list)
    scores: dict[AnswerType, list[float]] = defaultdict(list)
    start = time.perf_counter()
    for kind, gold, rubric, text in cases:
        before = time.perf_counter()
        found = grade(kind, gold, rubric, text)
        spent[kind].append(time.perf_counter() - before)
        scores[kind].append(found.score or 0.0)
    seconds = time.perf_counter() - start
    least = timed(lambda: [bare(gold, text) for _, gold, _, text in cases])
    print(f"{'answer':12}{'n':>8}{'per second':>12}{'mean score':>12}")
    for kind in kinds:
        times = spent[kind]
        print(f"{kind.value:12}{len(times):>8,}{len(times) / sum(times):>12,.0f}{np.mean(scores[kind]):>12.3f}")
    print(f"{'all':12}{len(cases):>8,}{len(cases) / seconds:>12,.0f}")
    print(f"json.loads and sets alone: {len(cases) / least:,.0f} per second; {seconds / least:.1f} times its time")


def timed(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def bare(gold: Any, text: str) -> float:
    """What a grader does at least: parse one object, and compare sets of what is in it."""
    body = text[text.find("{") : text.rfind("}") + 1]
    try:
        said = json.loads(body)["answer"]
    except (ValueError, KeyError, TypeError):
        return 0.0
    one, other = (
        {json.dumps(item) for item in side} if isinstance(side, list) else {str(side)} for side in (said, gold)
    )
    return 2 * len(one & other) / max(1, len(one) + len(other))


def make(kind: AnswerType, rng: np.random.Generator, number: int) -> Case:
    """A right answer of a type, its rubric, and what a model makes of it."""
    labels = [f"{WORDS[i % 12]} {WORDS[j]} {i}" for i, j in enumerate(rng.integers(12, size=int(rng.integers(4, 24))))]
    edges = [{"source": a, "target": b} for a, b in pairwise(labels)]
    gold, rubric = GOLDS[kind](labels, edges, number)
    said = gold
    if isinstance(gold, list) and kind is not AnswerType.BOX and rng.random() < 0.3:
        said = gold[: len(gold) // 2]
    text = write_answer(said, kind, rubric or None)
    if rng.random() < 0.3:
        text = f"<think>Let me see: {labels[0]} leads on.</think>\nHere it is.\n{text}\nI hope this helps."
    if rng.random() < 0.1:
        text = text.replace('"', "'").replace("]}", ",]}")
    return kind, gold, rubric, text


def code(labels: list[str], edges: list[dict[str, str]], number: int) -> tuple[Any, dict[str, Any]]:
    ids = {label: f"n{k}" for k, label in enumerate(labels)}
    lines = [f'{ids[label]}["{label}"]' for label in labels]
    lines += [f"{ids[e['source']]} --> {ids[e['target']]}" for e in edges]
    if number % 2:
        text = "flowchart TD\n" + "\n".join(lines) + f"\n%% {number}"
        return text, {"notation": "mermaid", "nodes": labels, "edges": edges}
    lines = [f'{ids[label]} [label="{label}"];' for label in labels]
    lines += [f"{ids[e['source']]} -> {ids[e['target']]};" for e in edges]
    text = "digraph {\n" + "\n".join(lines) + f"\n}} // {number}"
    return text, {"notation": "dot", "nodes": labels, "edges": edges}


def path(labels: list[str], edges: list[dict[str, str]], number: int) -> tuple[Any, dict[str, Any]]:
    arrows = [[e["source"], e["target"]] for e in edges] + [[labels[0], labels[2]]]
    return (labels if number % 5 else NONE), {"edges": arrows, "start": labels[0], "end": labels[-1]}


GOLDS: dict[AnswerType, Callable[[list[str], list[dict[str, str]], int], tuple[Any, dict[str, Any]]]] = {
    AnswerType.NODES: lambda labels, edges, n: (labels[:6] if n % 10 else NONE, {}),
    AnswerType.EDGES: lambda labels, edges, n: (edges, {}),
    AnswerType.GRAPH: lambda labels, edges, n: ({"nodes": labels, "edges": edges}, {}),
    AnswerType.CODE: code,
    AnswerType.SEQUENCE: lambda labels, edges, n: (labels[:5], {}),
    AnswerType.PATH: path,
    AnswerType.EDGE_PAIRS: lambda labels, edges, n: ([list(pair) for pair in pairwise(edges)], {}),
    AnswerType.DIFFERENCES: lambda labels, edges, n: (
        [{"change": "added", "node": labels[0]}, {"change": "reversed", "edge": edges[0]}],
        {},
    ),
    AnswerType.BOX: lambda labels, edges, n: ([10.0, 20.5, 110.0, 60.0], {"width": 800, "height": 600}),
    AnswerType.DIRECTION: lambda labels, edges, n: ("NE", {}),
    AnswerType.POSITION: lambda labels, edges, n: ("top left", {}),
}


if __name__ == "__main__":
    main()
