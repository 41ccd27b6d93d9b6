"""Templates against free language: are questions in the words of graphs answered as well as those in others?

The three comprehensive tasks ask for nodes and for paths: in the words of graphs (comprehensive), where a look has a
meaning (comprehensive-semantic), and with the nodes paraphrased (comprehensive-rewrite). Their questions are no pairs,
but are about the same diagrams. Counterfactual and answerless questions are left out: only one of the three has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from graphicacy.read.record import ReadResult, View
from graphicacy.trust.reading.analyses.table import Contrast, Table, sentence
from graphicacy.trust.reading.averages import gap
from graphicacy.trust.reading.columns import columns_of, is_asked, runs_in

__all__ = ["templates_and_language"]

_TASKS = {
    "comprehensive": "in the words of graphs",
    "comprehensive-semantic": "about the meaning of looks",
    "comprehensive-rewrite": "in other words than the figure's",
}
_PARTS = {"element": "nodes", "path": "paths"}


def templates_and_language(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """Scores of each two of the three tasks, by what they ask for."""
    asked = [r for r in results if r.task in _TASKS and r.variant in _PARTS and r.view != "blind"]
    rows = (row for (system, view), run in runs_in(asked).items() for row in _rows(system, view, run, seed))
    return Table.of(
        "templates-and-language",
        "Are templates answered as well as free language?",
        rows,
        "no two of the comprehensive tasks have answers that were graded",
    )


def _rows(system: str, view: View, run: Sequence[ReadResult], seed: int) -> Iterator[Contrast]:
    columns = columns_of(run)
    kinds = [(result.task, result.variant) for result in columns.results]
    rows = {kind: np.array([k for k, other in enumerate(kinds) if other == kind], dtype=np.intp) for kind in set(kinds)}
    nothing = np.empty(0, dtype=np.intp)
    for part, what in _PARTS.items():
        for names in combinations(_TASKS, 2):
            one, other = (rows.get((task, part), nothing) for task in names)
            found = gap(columns.score, columns.diagram, one, other, seed=seed)
            if found.n:
                asked = sum(is_asked(columns.results[row]) for row in (*one, *other))
                reading = sentence(found, _verdicts(what, *names))
                yield Contrast(system, view, "", part, "score", names, found, asked, reading)


def _verdicts(what: str, first: str, second: str) -> dict[int, str]:
    one, other = (f"questions for {what} {_TASKS[name]}" for name in (first, second))
    return {
        -1: f"{other} are answered worse than {one}",
        0: f"{other} and {one} cannot be told apart",
        1: f"{other} are answered better than {one}",
    }
