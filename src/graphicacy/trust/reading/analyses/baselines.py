"""Floors and ceilings: how much of a score comes from the picture?

The same system, asked the same with nothing shown (blind: what can be guessed) and with the source text instead of the
picture (source: what remains when nothing has to be seen).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphicacy.read.record import ReadResult, View
from graphicacy.trust.reading.analyses.table import Contrast, Table, sentence
from graphicacy.trust.reading.columns import runs_in
from graphicacy.trust.reading.compare import compare

__all__ = ["baselines"]

_PAIRS: tuple[tuple[View, View], ...] = (("blind", "image"), ("image", "source"))
_COUNTED = {"score": "", "score_all": ", where no answer counts 0"}
_SHOWN = {"blind": "nothing", "image": "the picture", "source": "the source text"}


def baselines(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """Blind (first) against image (second), and image against source, by task and overall.

    ``measure`` is ``score``, over what both have a graded answer to, or ``score_all``, over all that both were asked.
    """
    runs = runs_in(results)
    systems = dict.fromkeys(system for system, _ in runs)
    rows = (
        row
        for system in systems
        for views in _PAIRS
        if all((system, view) in runs for view in views)
        for row in _rows(system, views, [runs[system, view] for view in views], seed)
    )
    return Table.of(
        "baselines",
        "How much of the score comes from the picture?",
        rows,
        "no system was asked the same in two views; run it with --view blind, and with --view source",
    )


def _rows(system: str, views: tuple[View, View], runs: Sequence[Sequence[ReadResult]], seed: int) -> Iterator[Contrast]:
    compared = compare(*runs, seed=seed)
    verdicts = _verdicts(*views)
    both = {"score": compared.score, "score_all": compared.score_all}
    asked = {name: found.n for name, found in compared.score_all.tasks.items()}
    for measure, scores in both.items():
        for task, found in {"": scores.overall, **scores.tasks}.items():
            if found.n:
                reading = f"{task or 'overall'}: {sentence(found, verdicts)}{_COUNTED[measure]}"
                total = asked[task] if task else compared.score_all.overall.n
                yield Contrast(system, "image", task, "", measure, views, found, total, reading)


def _verdicts(first: View, second: View) -> dict[int, str]:
    one, other = _SHOWN[first], _SHOWN[second]
    return {
        -1: f"shown {other}, it scores lower than shown {one}",
        0: f"shown {other} or {one}, its scores cannot be told apart",
        1: f"shown {other}, it scores higher than shown {one}",
    }
