"""Pairs of questions that ask the same, found by ``ReadResult.asks``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from graphicacy.read.record import ReadResult, View
from graphicacy.trust.reading.analyses.table import Contrast, sentence
from graphicacy.trust.reading.columns import graded_score, is_asked, runs_in
from graphicacy.trust.reading.pairs import difference

__all__ = ["contrasts", "pairs_by_asks"]

Pair = tuple[ReadResult, ReadResult]


def pairs_by_asks(
    results: Sequence[ReadResult], side: Callable[[ReadResult], int | None]
) -> dict[tuple[str, View], list[Pair]]:
    """The pairs of each run that was shown something, in the order of ``asks``.

    ``side`` says whether a result is a first half (0), a second (1), or none (None). Of several halves of one pair, the
    one whose id comes first counts; one without the other is dropped.
    """
    shown = [result for result in results if result.view != "blind" and side(result) is not None]
    return {run: found for run, halves in runs_in(shown).items() if (found := _pairs(halves, side))}


def contrasts(
    pairs: Mapping[tuple[str, View], Sequence[Pair]],
    parts: Callable[[ReadResult], Sequence[str]],
    names: tuple[str, str],
    verdicts: Mapping[int, str],
    *,
    task: str,
    seed: int,
) -> Iterator[Contrast]:
    """A row for each run and each part of its pairs that has one with two graded answers.

    ``parts`` names the parts that a pair is in, by its first half, "" for all; ``verdicts`` are those of ``sentence``.
    """
    for (system, view), run in pairs.items():
        named = {name: None for one, _ in run for name in parts(one)}
        for name in sorted(named):
            members = [pair for pair in run if name in parts(pair[0])]
            first, second = ([graded_score(pair[half]) for pair in members] for half in (0, 1))
            found = difference(first, second, [one.diagram for one, _ in members], seed=seed)
            if found.n:
                asked = sum(is_asked(one) and is_asked(other) for one, other in members)
                reading = sentence(found, verdicts) + (f", where the answer is a {name}" if name else "")
                yield Contrast(system, view, task, name, "score", names, found, asked, reading)


def _pairs(results: Sequence[ReadResult], side: Callable[[ReadResult], int | None]) -> list[Pair]:
    halves: dict[str, dict[int, ReadResult]] = {}
    for result in sorted(results, key=lambda result: result.id):
        half = side(result)
        if half is not None:
            halves.setdefault(result.asks, {}).setdefault(half, result)
    return [(found[0], found[1]) for _, found in sorted(halves.items()) if len(found) == 2]
