"""Some of a dataset's questions that stand for all: spread over tasks, variants, renderings and diagrams."""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from graphicacy.read.question import Question

__all__ = ["choose"]


def choose(questions: Iterable[Question], limit: int | None, seed: int = 0) -> list[str]:
    """Ids of at most ``limit`` questions; of all where it is None. The questions are not kept.

    Tasks take turns, in a task its variants, in a variant the engines of its renderings; each gives a question about
    one of the diagrams of which the fewest were taken. The lot of the ``seed`` decides between equals. The questions of
    a limit are the first ones of any higher limit.
    """
    if limit is None:
        return [question.id for question in questions]
    taken: Counter[str] = Counter()
    strata: dict[str, dict[str, dict[str, _Stratum]]] = {}
    for question in questions:
        engines = strata.setdefault(question.task, {}).setdefault(question.variant, {})
        engine = question.rendering.partition("-")[0]
        engines.setdefault(engine, _Stratum(taken, seed)).add(question)
    by_task, by_variant, by_engine = _Turns(), _Turns(), _Turns()
    order = by_task.of(
        {
            task: by_variant.of({variant: by_engine.of(engines) for variant, engines in variants.items()})
            for task, variants in strata.items()
        }
    )
    return list(islice(order, limit))


class _Stratum:
    """Questions of one kind, the next always about a diagram of which the fewest were taken so far.

    A heap whose keys may be too low, as diagrams are taken elsewhere: such a key is put right when it comes up.
    """

    def __init__(self, taken: Counter[str], seed: int) -> None:
        self.taken, self.seed = taken, seed
        self.heap: list[tuple[int, bytes, str, str]] = []

    def add(self, question: Question) -> None:
        lot = hashlib.blake2b(f"{self.seed} {question.id}".encode("utf-8", "replace"), digest_size=8).digest()
        heapq.heappush(self.heap, (0, lot, question.id, question.diagram))

    def __iter__(self) -> Iterator[str]:
        while self.heap:
            count, lot, name, diagram = heapq.heappop(self.heap)
            if count < self.taken[diagram]:
                heapq.heappush(self.heap, (self.taken[diagram], lot, name, diagram))
                continue
            self.taken[diagram] += 1
            yield name


class _Turns:
    """Has streams take turns until all have ended; among those whose turn it is, the one that was named least so far
    gives, wherever it was named."""

    def __init__(self) -> None:
        self.named: Counter[str] = Counter()

    def of(self, streams: Mapping[str, Iterable[str]]) -> Iterator[str]:
        running = {name: iter(stream) for name, stream in sorted(streams.items())}
        given = dict.fromkeys(running, 0)
        while running:
            name = min(running, key=lambda one: (given[one], self.named[one]))
            found = next(running[name], None)
            if found is None:
                del running[name]
                continue
            given[name] += 1
            self.named[name] += 1
            yield found
