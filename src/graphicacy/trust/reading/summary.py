"""What one system scored on the questions it was asked: by task, variant, capability and rendering, and overall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphicacy.read.record import ReadResult, View
from graphicacy.read.taxonomy import LEAVES, leaves_named
from graphicacy.trust.reading.columns import Columns, Indices, columns_of, engine_of
from graphicacy.trust.reading.scored import Key, Scored, Scorer

__all__ = ["ENGINES", "Rendered", "Summary", "TaskScore", "summarize", "units_of"]

ENGINES = ("mermaid", "graphviz", "author")
AVERAGED = ENGINES[:2]  # as published


@dataclass(frozen=True, slots=True)
class TaskScore:
    """What was scored in a task, in all and in each of its variants."""

    code: str
    capability: str
    scored: Scored
    variants: Mapping[str, Scored]

    def to_json(self) -> dict[str, Any]:
        """The record of ``Scored`` with ``code``, ``capability`` and ``variants``."""
        variants = {name: scored.to_json() for name, scored in self.variants.items()}
        return {"code": self.code, "capability": self.capability, **self.scored.to_json(), "variants": variants}


@dataclass(frozen=True, slots=True)
class Rendered:
    """What was scored on the pictures of one engine, overall and in each task; or the mean of two engines."""

    overall: Scored
    tasks: Mapping[str, Scored]

    def to_json(self) -> dict[str, Any]:
        """The record of ``Scored`` overall, with ``tasks``."""
        return {**self.overall.to_json(), "tasks": {name: scored.to_json() for name, scored in self.tasks.items()}}


@dataclass(frozen=True, slots=True)
class Summary:
    """What a system scored in one view.

    ``tasks`` are in the order of the taxonomy; tasks, variants, capabilities and engines of which nothing was asked are
    absent. ``capabilities`` are means of their tasks, ``overall`` is the mean of ``units``, which are tasks, or several
    that were joined. ``renderings`` has the engines' scores apart. ``mean_of_renderings`` takes, of each task asked on
    pictures of both, the mean of the score on Mermaid's and that on Graphviz's; None without such a task.
    """

    system: str
    view: View
    tasks: Mapping[str, TaskScore]
    capabilities: Mapping[str, Scored]
    overall: Scored
    units: tuple[tuple[str, ...], ...]
    renderings: Mapping[str, Rendered]
    mean_of_renderings: Rendered | None

    def to_json(self) -> dict[str, Any]:
        """What ``graphicacy read grade --json`` prints: numbers to six digits, null where nothing defines one."""
        mean = self.mean_of_renderings
        return {
            "system": self.system,
            "view": self.view,
            "tasks": {name: task.to_json() for name, task in self.tasks.items()},
            "capabilities": {name: scored.to_json() for name, scored in self.capabilities.items()},
            "overall": self.overall.to_json(),
            "units": [list(unit) for unit in self.units],
            "renderings": {name: rendered.to_json() for name, rendered in self.renderings.items()},
            "mean_of_renderings": None if mean is None else mean.to_json(),
            "fabrication": self.overall.fabrication.to_json(),
            "over_refusal": self.overall.over_refusal.to_json(),
        }


def summarize(results: Iterable[ReadResult], *, joined: Sequence[Sequence[str]] = (), seed: int = 0) -> Summary:
    """Sum up the answers of one system in one view.

    Args:
        results: one for each question, in any order.
        joined: names or codes of tasks that count as one in the overall mean: the mean of theirs.
        seed: of the resampling of diagrams.

    Raises:
        ValueError: results of several systems or views, none at all, two for one question, or a task that is unknown or
            joined twice.
    """
    columns = columns_of(results)
    parts = _parts(columns)
    tasks = [key[1] for key in parts if key[0] == "task"]
    units = units_of(tasks, joined)
    scorer = Scorer(columns, parts, seed)
    return Summary(
        system=columns.system,
        view=columns.view,
        tasks={task: _task_score(scorer, parts, task) for task in tasks},
        capabilities={
            capability: scorer.mean([[("task", task)] for task in tasks if LEAVES[task].capability == capability])
            for capability in dict.fromkeys(LEAVES[task].capability for task in tasks)
        },
        overall=scorer.mean([[("task", task) for task in unit] for unit in units]),
        units=units,
        renderings={
            engine: rendered
            for engine in dict.fromkeys(key[1] for key in parts if key[0] == "engine")
            if (rendered := _rendered(scorer, parts, (engine,), units)) is not None
        },
        mean_of_renderings=_rendered(scorer, parts, AVERAGED, units),
    )


def units_of(tasks: Sequence[str], joined: Sequence[Sequence[str]] = ()) -> tuple[tuple[str, ...], ...]:
    """The units of the overall mean over tasks, in their order: each alone, but for those joined.

    Raises ``ValueError`` for a name or code in ``joined`` that is no task, and for one that stands there twice.
    """
    unit_of: dict[str, tuple[str, ...]] = {}
    for names in joined:
        unit = tuple(leaf.name for leaf in leaves_named(names)) if names else ()
        repeated = [name for name in unit if name in unit_of]
        if repeated:
            raise ValueError(f"task {repeated[0]!r} is joined twice")
        unit_of |= dict.fromkeys(unit, unit)
    asked = set(tasks)
    units = dict.fromkeys(unit_of.get(task, (task,)) for task in tasks)
    return tuple(tuple(task for task in unit if task in asked) for unit in units)


def _parts(columns: Columns) -> dict[Key, Indices]:
    """The rows of each task, of each of its variants, and of each task on pictures of each engine."""
    unknown = sorted({r.task for r in columns.results} - LEAVES.keys())
    if unknown:
        raise ValueError(f"task {unknown[0]!r} is none of the taxonomy: {', '.join(LEAVES)}")
    kinds: dict[tuple[str, str, str], list[int]] = {}
    for index, result in enumerate(columns.results):
        kinds.setdefault((result.task, result.variant, result.rendering), []).append(index)
    rows: dict[Key, list[list[int]]] = {}
    for (task, variant, rendering), found in kinds.items():
        for key in (("task", task), ("variant", task, variant), ("engine", engine_of(rendering), task)):
            rows.setdefault(key, []).append(found)
    return {key: np.sort(np.concatenate(rows[key])).astype(np.intp) for key in sorted(rows, key=_order)}


def _order(key: Key) -> tuple[Any, ...]:
    """Tasks and variants as in the taxonomy, engines as above; what neither knows comes last, by name."""
    kind, *names = key
    if kind == "engine":
        engine, task = names
        return kind, (*ENGINES, engine).index(engine), engine, list(LEAVES).index(task)
    task, *variants = names
    known = list(LEAVES[task].variants)
    return kind, list(LEAVES).index(task), *((*known, name).index(name) for name in variants), *variants


def _task_score(scorer: Scorer, parts: Mapping[Key, Indices], task: str) -> TaskScore:
    variants = {key[2]: scorer.part(key) for key in parts if key[:2] == ("variant", task)}
    return TaskScore(LEAVES[task].code, LEAVES[task].capability, scorer.part(("task", task)), variants)


def _rendered(
    scorer: Scorer, parts: Mapping[Key, Indices], engines: Sequence[str], units: Sequence[Sequence[str]]
) -> Rendered | None:
    """The scores on pictures of engines, with equal weights, in the tasks asked on pictures of each."""
    keys = {
        task: [("engine", engine, task) for engine in engines]
        for unit in units
        for task in unit
        if all(("engine", engine, task) in parts for engine in engines)
    }
    if not keys:
        return None
    shared = [[task for task in unit if task in keys] for unit in units]
    return Rendered(
        overall=scorer.mean([[key for task in unit for key in keys[task]] for unit in shared if unit]),
        tasks={
            task: scorer.mean([[key] for key in found]) if len(found) > 1 else scorer.part(found[0])
            for task, found in keys.items()
        },
    )
