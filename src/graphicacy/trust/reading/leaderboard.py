"""Many systems in the order of their scores, with the places that the data can tell apart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from graphicacy.read.record import ReadResult, View
from graphicacy.trust.reading.columns import Columns, columns_of, runs_in
from graphicacy.trust.reading.compare import shared_by
from graphicacy.trust.reading.pairs import Difference
from graphicacy.trust.reading.scored import rounded
from graphicacy.trust.reading.summary import Summary, summarize
from graphicacy.trust.statistics import holm

__all__ = ["Standing", "leaderboard"]

_LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Standing:
    """A system in one view.

    ``place`` is its place in the view, from 1, by ``score_all``. Systems of one ``group`` (from 1) cannot be told from
    the best of it; ``behind`` is how far that is ahead, None for the best itself. ``seconds``, ``tokens`` and ``cost``
    (US dollars) are totals of what the answers say, None where none says.
    """

    summary: Summary
    place: int
    group: int
    behind: Difference | None
    seconds: float | None
    tokens: int | None
    cost: float | None

    def to_json(self) -> dict[str, Any]:
        """The record of ``Summary`` with the fields above."""
        return {
            "place": self.place,
            "group": self.group,
            "behind": None if self.behind is None else self.behind.to_json(),
            "seconds": rounded(self.seconds),
            "tokens": self.tokens,
            "cost": rounded(self.cost),
            **self.summary.to_json(),
        }


def leaderboard(
    results: Iterable[ReadResult], *, joined: Sequence[Sequence[str]] = (), seed: int = 0
) -> tuple[Standing, ...]:
    """Rank systems, those that were shown pictures first, then source texts, then nothing.

    The order is that of ``score_all``: by ``score`` a system would rise that answers easy questions alone. The first
    system leads a group. It is tested against each that follows, on the questions that both were asked, with Holm's
    correction; those before the first that differs (p < .05) are of its group. That one leads the next.

    Raises ``ValueError`` as ``summarize`` and ``compare`` do.
    """
    return tuple(standing for _, runs in sorted(_by_view(results).items()) for standing in _ranked(runs, joined, seed))


def _by_view(results: Iterable[ReadResult]) -> dict[int, list[list[ReadResult]]]:
    views: dict[int, list[list[ReadResult]]] = {}
    for (_, view), run in runs_in(results).items():
        views.setdefault(get_args(View).index(view), []).append(run)
    return views


def _ranked(runs: Sequence[Sequence[ReadResult]], joined: Sequence[Sequence[str]], seed: int) -> Iterator[Standing]:
    """The systems of one view."""
    entries = [(summarize(run, joined=joined, seed=seed), columns_of(run)) for run in runs]
    entries.sort(key=lambda entry: (-_rank_score(entry[0]), entry[0].system))
    place, group = 1, 0
    while entries:
        group += 1
        (_, best), *others = entries
        behind = [_overall(best, columns, joined, seed) for _, columns in others]
        size = 1 + _alike(behind)
        for (summary, columns), difference in zip(entries[:size], [None, *behind], strict=False):
            yield _standing(summary, columns, place, group, difference)
            place += 1
        entries = entries[size:]


def _rank_score(summary: Summary) -> float:
    return -1.0 if summary.overall.score_all is None else summary.overall.score_all


def _overall(best: Columns, other: Columns, joined: Sequence[Sequence[str]], seed: int) -> Difference:
    return shared_by(best, other).differences(best.whole, other.whole, joined, seed)[1]


def _alike(behind: Sequence[Difference]) -> int:
    """How many systems follow before the first that differs from the best."""
    p = holm([float("nan") if found.p is None else found.p for found in behind])
    return next((index for index, value in enumerate(p) if value < _LEVEL), len(behind))


def _standing(summary: Summary, columns: Columns, place: int, group: int, behind: Difference | None) -> Standing:
    seconds = [r.seconds for r in columns.results if r.seconds is not None]
    tokens = [r.tokens for r in columns.results if r.tokens is not None]
    cost = [r.cost for r in columns.results if r.cost is not None]
    return Standing(
        summary=summary,
        place=place,
        group=group,
        behind=behind,
        seconds=math.fsum(seconds) if seconds else None,
        tokens=sum(tokens) if tokens else None,
        cost=math.fsum(cost) if cost else None,
    )
