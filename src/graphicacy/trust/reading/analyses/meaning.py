"""Words against meaning: is a question understood as well when it does not use the figure's own words?

A pair asks the same about the same picture: in the figure's words (semantic), and with its nodes paraphrased
(semantic-rewrite).
"""

from __future__ import annotations

from collections.abc import Sequence

from graphicacy.read.record import ReadResult
from graphicacy.trust.reading.analyses.halves import contrasts, pairs_by_asks
from graphicacy.trust.reading.analyses.table import Table

__all__ = ["words_and_meaning"]

_TASKS = ("semantic", "semantic-rewrite")
_VERDICTS = {
    -1: "questions in other words are answered worse than in the figure's words",
    0: "questions in other words and in the figure's words cannot be told apart",
    1: "questions in other words are answered better than in the figure's words",
}


def words_and_meaning(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """Scores on questions in the figure's words (first) against those on the same in other words (second)."""
    pairs = pairs_by_asks(results, lambda result: _TASKS.index(result.task) if result.task in _TASKS else None)
    rows = contrasts(pairs, lambda one: ("",), ("figure's words", "other words"), _VERDICTS, task="", seed=seed)
    return Table.of(
        "words-and-meaning",
        "Is meaning understood, or are words matched?",
        rows,
        "no pair of a semantic question and its rewrite has two graded answers",
    )
