"""Drawing tasks to train on, made for ever, none of a family of the published ones, which are for testing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from graphicacy.draw.from_diagram import task_from_diagram
from graphicacy.draw.scoring.normalise import normalise
from graphicacy.draw.task import BadTask, DrawTask, load_suite
from graphicacy.read.corpus.generator import GeneratedSource

__all__ = ["draw_tasks"]

_STREAMS = 2**62  # added to a seed, as in ``sources.stream``: no dataset has a diagram of these
_FOR_EVER = 10**9
_ALIKE = 0.5  # of the labels of the smaller: from here on two tasks are of one family


def draw_tasks(
    seed: int, *, held_out: Collection[DrawTask] = (), refused: Counter[str] | None = None
) -> Iterator[DrawTask]:
    """Tasks from generated diagrams, the same ones for a seed, with ids ``made-<seed>-<number>``.

    A task is refused, and counted in ``refused``, where it shares half of the labels of the smaller with one of the 32
    published tasks or of ``held_out``, or where its diagram makes no task. No diagram is of the library, or of a
    dataset whose seed is below 2**62.

    Raises:
        ValueError: for a seed that is not from 0 to below 2**62.
    """
    if not 0 <= seed < _STREAMS:
        raise ValueError(f"seed {seed}: it must be from 0 to 2**62 - 1")
    source = GeneratedSource(_STREAMS + seed, _FOR_EVER)
    tests = [_labels(task) for task in (*load_suite(), *held_out)]
    counts = Counter[str]() if refused is None else refused
    for number, key in enumerate(source.keys()):
        try:
            task = task_from_diagram(source.load(key).diagram, f"made-{seed}-{number}").task
        except BadTask:
            counts["diagram that makes no task"] += 1
            continue
        if any(_alike(_labels(task), other) for other in tests):
            counts["task of a family held out"] += 1
            continue
        yield task


def _labels(task: DrawTask) -> frozenset[str]:
    return frozenset(map(normalise, task.required_labels))


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= _ALIKE * min(len(one), len(other))
