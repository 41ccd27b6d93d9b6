"""The Inspect task ``graphicacy/draw``."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import version
from typing import get_args

from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import mean_score

from graphicacy.diagram.engines.tikz import missing
from graphicacy.draw.judging import judge_prompt
from graphicacy.draw.run import MEDIA, Medium, Mode, suite_hash
from graphicacy.draw.systems.code import code_prompt
from graphicacy.draw.task import DrawTask, find_task, load_suite
from graphicacy.evals.scorer import best_of_k, figure
from graphicacy.evals.solver import draw_figure

__all__ = ["choose_tasks", "draw", "prompt_ids"]


@task
def draw(
    medium: Medium = "image",
    suite: str | None = None,
    tasks: str | Sequence[str] | None = None,
    k: int = 3,
    repairs: int = 0,
    mode: Mode = "strict",
    text_engine: str = "rapidocr",
    seed: int | None = None,
    cache: bool = True,
) -> Task:
    """Can a system draw a scientific figure? k drawings a task, scored in four dimensions.

    Args:
        medium: image, or the notation of the code that the system writes: svg, mermaid, dot or tikz.
        suite: a JSON file or folder of tasks; the built-in suite where it is not given.
        tasks: ids of the tasks to draw; all where it is not given.
        k: drawings of each task.
        repairs: rounds in which a model that writes code is shown why its code could not be drawn.
        mode: strict, or published (text fidelity as SciDraw-Bench scores it).
        text_engine: the OCR engine.
        seed: starts other samples; answers are cached for each seed.
        cache: whether answers are kept, so that a run that was stopped draws nothing twice.

    Judges are the models of the role ``judge``. The version of the task is made of the version of this package and
    the hashes of the suite and the prompts, so that an evaluation set notices when one of them has changed.

    Raises:
        ValueError: an option is out of range, a task or suite cannot be used, or TikZ cannot be drawn here.
    """
    if medium not in MEDIA:
        raise ValueError(f"no medium {medium!r}; there are: {', '.join(MEDIA)}")
    if mode not in get_args(Mode):
        raise ValueError(f"no mode {mode!r}; there are: {', '.join(get_args(Mode))}")
    if not 1 <= k <= 1000 or repairs < 0:
        raise ValueError(f"k = {k}, repairs = {repairs}: k is 1 to 1000, repairs 0 or more")
    if medium == "tikz" and (lack := missing()):
        raise ValueError(lack)
    records = load_suite(suite)
    chosen = choose_tasks(records, tasks)
    prompts = "/".join(prompt_ids(medium, chosen).values())
    return Task(
        dataset=MemoryDataset([_sample(record) for record in chosen], name="graphicacy-draw"),
        solver=draw_figure(medium, repairs, seed, cache),
        scorer=figure(mode, text_engine, cache),
        epochs=Epochs(k, [mean_score(), best_of_k()]),
        continue_on_fail=True,
        version=f"{version('graphicacy')}-{suite_hash(records)}-{sha256(prompts.encode()).hexdigest()[:8]}",
    )


def choose_tasks(records: list[DrawTask], ids: str | Sequence[str] | None) -> list[DrawTask]:
    """The tasks with these ids (a list, or one text with commas), in the order of the suite; all without ids.

    Raises:
        BadTask: there is no task of an id.
    """
    if not ids:
        return records
    wanted = [part.strip() for part in ids.split(",")] if isinstance(ids, str) else list(ids)
    named = {find_task(records, one).id for one in wanted}
    return [record for record in records if record.id in named]


def prompt_ids(medium: str, tasks: Sequence[DrawTask]) -> dict[str, str]:
    """The ids (name and hash) of the prompts that a run sends: ``code`` and ``judge``."""
    code = {} if medium == "image" else {"code": code_prompt(medium).id}
    return {**code, "judge": judge_prompt(tasks[0]).id}


def _sample(record: DrawTask) -> Sample:
    return Sample(
        id=record.id,
        input=record.prompt,
        metadata={
            "spec": record.model_dump(mode="json"),
            "figure_type": record.figure_type,
            "discipline": record.discipline,
            "difficulty": record.difficulty,
        },
    )
