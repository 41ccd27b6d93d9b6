"""Edge blindness: are arrows read as well as the boxes that they join?

Over answers that give a whole graph (graph-parsing, full; graph-to-code), each is its own pair: the F1 of its nodes and
the F1 of its arrows. An arrow is right only where both its ends are, so nodes that are misread cost arrows too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphicacy.read.question import AnswerType
from graphicacy.read.record import ReadResult, View
from graphicacy.trust.reading.analyses.table import Contrast, Table, sentence
from graphicacy.trust.reading.columns import by_task, columns_of, is_asked, runs_in
from graphicacy.trust.reading.pairs import difference

__all__ = ["edge_blindness"]

_GRAPHS = (AnswerType.GRAPH, AnswerType.CODE)
_VERDICTS = {
    -1: "arrows are read worse than boxes",
    0: "arrows and boxes cannot be told apart",
    1: "arrows are read better than boxes",
}


def edge_blindness(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """F1 of nodes (first) against F1 of arrows (second) of the same answers, by task."""
    graphs = [result for result in results if result.answer_type in _GRAPHS and result.view != "blind"]
    rows = (row for (system, view), run in runs_in(graphs).items() for row in _rows(system, view, run, seed))
    return Table.of(
        "edge-blindness", "Are arrows read as well as boxes?", rows, "no answer that gives a whole graph was graded"
    )


def _rows(system: str, view: View, run: Sequence[ReadResult], seed: int) -> Iterator[Contrast]:
    for task, answers in by_task(run).items():
        details = columns_of(answers).details(("node_f1", "edge_f1"))
        diagrams = [result.diagram for result in sorted(answers, key=lambda result: result.id)]
        found = difference(details["node_f1"], details["edge_f1"], diagrams, seed=seed)
        if found.n:
            asked = sum(map(is_asked, answers))
            reading = f"{sentence(found, _VERDICTS)}, in {task}"
            yield Contrast(system, view, task, "", "f1", ("nodes", "edges"), found, asked, reading)
