"""Layout invariance: is the same question answered alike about another drawing of the same diagram?

Over questions whose answer does not depend on the layout (all variants but those in ``Leaf.visual``), asked under one
``key`` about the pictures of several engines. Two grades are equal where the scores are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from graphicacy.read.record import ReadResult, View
from graphicacy.read.taxonomy import LEAVES
from graphicacy.trust.reading.analyses.table import Table, sentence, told
from graphicacy.trust.reading.averages import Average, averages
from graphicacy.trust.reading.columns import Floats, Indices, codes_of, engine_of, graded_score, is_graded, runs_in
from graphicacy.trust.reading.pairs import Difference, differences
from graphicacy.trust.reading.summary import AVERAGED

__all__ = ["LayoutRow", "layout_invariance"]

_VERDICTS = {
    -1: "Graphviz's pictures are read worse than Mermaid's",
    0: "Graphviz's pictures and Mermaid's cannot be told apart",
    1: "Graphviz's pictures are read better than Mermaid's",
}


@dataclass(frozen=True, slots=True)
class LayoutRow:
    """One task, or "" for all, of one system in one view.

    ``equal`` is the share of pairs of renderings of a question with equal scores, ``distance`` the mean absolute
    difference of their scores; each question counts once, by the mean over its pairs. ``engines`` is the score about
    Mermaid's pictures (first) against that about Graphviz's (second), paired by question; over all tasks, the mean of
    the tasks.
    """

    system: str
    view: View
    task: str
    equal: Average
    distance: Average
    engines: Difference
    reading: str

    def to_json(self) -> dict[str, Any]:
        """The fields; the averages and the difference as their own records."""
        return {
            "system": self.system,
            "view": self.view,
            "task": self.task,
            "equal": self.equal.to_json(),
            "distance": self.distance.to_json(),
            "engines": self.engines.to_json(),
            "reading": self.reading,
        }


def layout_invariance(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """How much grades depend on the layout, by task and over all."""
    asked = [result for result in results if result.view == "image" and _is_of_the_graph(result)]
    rows = (row for (system, view), run in runs_in(asked).items() for row in _rows(system, view, run, seed))
    return Table.of(
        "layout-invariance",
        "Are answers the same about another drawing of the diagram?",
        rows,
        "no question that does not depend on the layout has graded answers about two pictures",
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Keys:
    """What was scored on questions with graded answers about at least two pictures."""

    equal: Floats
    distance: Floats
    mermaid: Floats
    graphviz: Floats
    diagram: Indices
    tasks: Mapping[str, Indices]


def _is_of_the_graph(result: ReadResult) -> bool:
    return result.task in LEAVES and result.variant not in LEAVES[result.task].visual


def _rows(system: str, view: View, run: Sequence[ReadResult], seed: int) -> Iterator[LayoutRow]:
    keys = _keys(run)
    if not keys.tasks:
        return
    parts = {"": np.arange(len(keys.equal)), **keys.tasks}
    equal = averages(keys.equal, keys.diagram, parts, seed=seed)
    distance = averages(keys.distance, keys.diagram, parts, seed=seed)
    units = [[task] for task in keys.tasks]
    engines, overall = differences(keys.mermaid, keys.graphviz, keys.diagram, keys.tasks, units, seed=seed)
    for task in parts:
        found = engines[task] if task else overall
        reading = f"{task or 'overall'}: {_reading(equal[task], distance[task], found)}"
        yield LayoutRow(system, view, task, equal[task], distance[task], found, reading)


def _keys(run: Sequence[ReadResult]) -> _Keys:
    graded: dict[tuple[str, str], list[ReadResult]] = {}
    for result in sorted(run, key=lambda result: result.id):
        if is_graded(result):
            graded.setdefault((result.task, result.key), []).append(result)
    answers = [found for _, found in sorted(graded.items()) if len(found) > 1]
    tasks: dict[str, list[int]] = {task: [] for task in LEAVES}
    for row, found in enumerate(answers):
        tasks[found[0].task].append(row)
    gaps = [[abs(graded_score(a) - graded_score(b)) for a, b in combinations(found, 2)] for found in answers]
    mermaid, graphviz = (np.array([_engine_mean(found, engine) for found in answers]) for engine in AVERAGED)
    return _Keys(
        equal=np.array([sum(gap < 1e-9 for gap in found) / len(found) for found in gaps]),
        distance=np.array([sum(found) / len(found) for found in gaps]),
        mermaid=mermaid,
        graphviz=graphviz,
        diagram=codes_of([found[0].diagram for found in answers]),
        tasks={task: np.array(rows, dtype=np.intp) for task, rows in tasks.items() if rows},
    )


def _engine_mean(answers: Sequence[ReadResult], engine: str) -> float:
    scores = [graded_score(result) for result in answers if engine_of(result.rendering) == engine]
    return sum(scores) / len(scores) if scores else float("nan")


def _reading(equal: Average, distance: Average, engines: Difference) -> str:
    assert equal.value is not None
    assert distance.value is not None
    share, apart = round(100 * equal.value), told(distance.value)
    alike = f"grades are equal in {share} % of pairs of pictures, and {apart} apart on average"
    return alike if not engines.n else f"{alike}; {sentence(engines, _VERDICTS)}"
