"""The results of a run that read, derived from its logs."""

from __future__ import annotations

from pathlib import Path

from inspect_ai.log import EvalLog, EvalSample

from graphicacy.evals.logs import ended_samples, logs_of, scored_samples, why_failed
from graphicacy.evals.reading_sample import facts_in, question_in
from graphicacy.evals.reading_solver import AUTO, boxes_of
from graphicacy.read.boxes import BoxConvention
from graphicacy.read.predictions import result_of
from graphicacy.read.record import ReadResult, View

__all__ = ["answered", "boxes_in", "collect_reading", "dataset_in", "reading_logs", "view_in"]

_TASKS = ("read", "graphicacy/read")
Key = tuple[str, View, str]


def collect_reading(out: Path) -> list[ReadResult]:
    """One result for each system, view and question in the logs of ``out/logs``, in that order.

    The newest log of a system and view says what counts: older ones are used where they were made with the same
    dataset, prompts, box convention and model arguments. Of several attempts at a question the answered one is taken,
    then the newest. Logs of runs that were stopped count as far as they go.
    """
    newest: dict[tuple[str, View], str] = {}
    results: dict[Key, ReadResult] = {}
    for path, log in reading_logs(out):
        system, view = log.eval.model, view_in(log)
        if newest.setdefault((system, view), _setting(log)) != _setting(log):
            continue
        for sample in ended_samples(path, without=("events", "messages")):
            key = (system, view, str(sample.id))
            if key not in results or (results[key].status == "failed" and not sample.error):
                results[key] = _result(log, sample)
    return [results[key] for key in sorted(results)]


def reading_logs(out: Path) -> list[tuple[str, EvalLog]]:
    """The places and headers of the logs of this track in a run's folder, newest first."""
    return logs_of(out, _TASKS)


def answered(out: Path) -> set[Key]:
    """System, view and id of the questions that have been answered so far."""
    return {
        (log.eval.model, view_in(log), str(sample.id))
        for path, log in reading_logs(out)
        for sample in scored_samples(path)
    }


def view_in(log: EvalLog) -> View:
    """The view of a log's questions."""
    view: View = log.eval.task_args.get("view", "image")
    return view


def boxes_in(log: EvalLog) -> BoxConvention:
    """The box convention in which a log's model was asked."""
    return boxes_of(str(log.eval.task_args.get("boxes", AUTO)), log.eval.model)


def dataset_in(log: EvalLog) -> str:
    """The hash of a log's dataset, as ``reading_choice.version_of`` put it into the version of the task."""
    parts = str(log.eval.task_version).rsplit("-", 2)
    return parts[1] if len(parts) == 3 else ""


def _setting(log: EvalLog) -> str:
    return str((log.eval.task_version, boxes_in(log).name, log.eval.model_args))


def _result(log: EvalLog, sample: EvalSample) -> ReadResult:
    score = (sample.scores or {}).get("answer")
    if not sample.error and score is not None and score.metadata:
        return ReadResult.model_validate(score.metadata["result"])
    return result_of(
        question_in(sample.id, str(sample.input), sample.metadata, str(sample.target)),
        facts_in(sample.metadata),
        "",
        system=log.eval.model,
        view=view_in(log),
        boxes=boxes_in(log),
        failed=why_failed(sample, score),
    )
