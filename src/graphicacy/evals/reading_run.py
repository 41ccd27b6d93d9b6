"""A run over a dataset into a folder: what ``graphicacy read run`` does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from graphicacy.evals.models import make_model
from graphicacy.evals.progress import Listener, listening, reported
from graphicacy.evals.reading import PART, read
from graphicacy.evals.reading_choice import Choice, choice_of, dataset_hash
from graphicacy.evals.reading_results import answered, boxes_in, collect_reading, dataset_in, reading_logs
from graphicacy.evals.reading_solver import AUTO, boxes_of, check_boxes
from graphicacy.evals.running import (
    RunError,
    RunStopped,
    RunSummary,
    environment,
    evaluate,
    failure_lines,
    locked,
    now,
    one_line_errors,
)
from graphicacy.read.dataset.load import open_dataset
from graphicacy.read.record import ReadResult, View
from graphicacy.read.results import read_facts, write_results

__all__ = ["run_read"]

_BUFFER = 20  # samples that a log holds back: writing it takes time with its length, and answers are cached


def run_read(
    models: Sequence[str],
    data: Path,
    out: Path,
    *,
    views: Sequence[View] = ("image",),
    tasks: Sequence[str] | None = None,
    variants: Sequence[str] | None = None,
    split: str = "test",
    limit: int | None = None,
    boxes: str = AUTO,
    max_connections: int = 8,
    retries: int = 6,
    time_limit: int | None = None,
    model_args: Mapping[str, Any] | None = None,
    seed: int = 0,
    progress: bool | Listener = True,
) -> RunSummary[ReadResult]:
    """Asks every model the questions of a dataset, grades what they say, and keeps it all in the folder ``out``.

    A second call with the same arguments finishes what the first left open: what was answered is not asked again, what
    failed is tried again. Calls with other models, views, tasks or limits add to the folder. ``models`` are Inspect
    names (``openai/…``, ``anthropic/…``, ``reader/classical``); ``model_args`` (``base_url``, ``api_key``, and what
    the provider takes) go to all that take any. ``time_limit`` is in seconds, for one request; ``retries`` counts the
    requests after the first. ``progress`` is a bar on stderr, or nothing, or a function called for each question. The
    rest is as in ``reading.read``.

    Raises:
        RunError: the run cannot begin.
        RunStopped: the user stopped it (Ctrl-C).
        FileNotFoundError: there is no dataset in ``data``.
    """
    if not models:
        raise RunError("nothing to run: name a model with --model")
    data, out = Path(data).resolve(), Path(out)
    options: dict[str, Any] = {"tasks": tasks, "variants": variants, "split": split, "limit": limit, "seed": seed}
    with one_line_errors():
        check_boxes(boxes)
        dataset = open_dataset(data)
        choices = {view: choice_of(dataset, view=view, **options) for view in dict.fromkeys(views)}
        asked = [make_model(name, model_args) for name in dict.fromkeys(models)]
    wanted = {(str(model), view, key) for model in asked for view, choice in choices.items() for key in choice.ids}
    limits: dict[str, Any] = {"max_connections": max_connections, "retries": retries, "time_limit": time_limit}
    started = now()
    with locked(out), environment(INSPECT_CACHE_DIR=str(out.resolve() / "cache")):
        _check_folder(
            out, dataset_hash(dataset), split, {str(model): boxes_of(boxes, str(model)).name for model in asked}
        )
        done = len(answered(out) & wanted)
        stopped = False
        try:
            with (
                reported(progress, len(wanted), done, "reading") as listener,
                listening(listener),
                one_line_errors(),
            ):
                for view, choice in choices.items():
                    for part in _parts(choice):
                        task = read(str(data), view=view, boxes=boxes, part=part, **options)
                        evaluate(task, asked, out, log_images=False, log_realtime=False, log_buffer=_BUFFER, **limits)
        except KeyboardInterrupt:
            stopped = True
        finally:
            results = collect_reading(out)
            facts = {**options, "started": started, "finished": now(), "inspect_ai": version("inspect-ai")}
            write_results(out, results, dataset, {**facts, "questions": dataset_hash(dataset)})
    mine = tuple(result for result in results if (result.system, result.view, result.id) in wanted)
    failed = [result.reason for result in mine if result.status == "failed"]
    if stopped:
        raise RunStopped(
            f"stopped: {len(mine) - len(failed)} of {len(wanted)} questions are answered; "
            "run the same command again to go on"
        ) from None
    return RunSummary(out, len(wanted), mine, failure_lines(failed), tuple(_notes(choices)))


def _parts(choice: Choice) -> Iterable[int | None]:
    return (None,) if len(choice.ids) <= PART else range(1, -(-len(choice.ids) // PART) + 1)


def _notes(choices: Mapping[View, Choice]) -> Iterable[str]:
    for view, choice in choices.items():
        for why, count in choice.left_out.items():
            yield f"{view} view: {count:,} questions are not asked: {why}"


def _check_folder(out: Path, dataset: str, split: str, boxes: Mapping[str, str]) -> None:
    """Refuses a folder with other results: of another dataset or split, or in other box conventions."""
    facts, logs = read_facts(out), reading_logs(out)
    if facts and (facts.get("track") != "read" or "questions" not in facts):
        raise RunError(f"{out} holds results of another command; give another --out")
    held = {dataset_in(log) for _, log in logs} | ({str(facts["questions"])} if "questions" in facts else set())
    if held - {dataset}:
        raise RunError(f"{out} holds a run of another dataset (or of this one in other words); give another --out")
    for _, log in logs:
        if (other := str(log.eval.task_args.get("split", "test"))) != split:
            raise RunError(f"{out} holds a run of the split {other}, not {split}; give another --out")
        other = boxes_in(log).name
        if boxes.get(log.eval.model, other) != other:
            raise RunError(
                f"{out} holds a run of {log.eval.model} that gave boxes as {other}, not {boxes[log.eval.model]}; "
                "give another --out"
            )
