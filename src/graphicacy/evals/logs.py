"""The logs in a run's folder, as far as tasks of any kind read them alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path

from inspect_ai.log import (
    EvalLog,
    EvalLogInfo,
    EvalSample,
    EvalSampleSummary,
    list_eval_logs,
    read_eval_log,
    read_eval_log_sample_summaries,
    read_eval_log_samples_by_id,
)
from inspect_ai.scorer import Score

from graphicacy.evals.failures import one_line

__all__ = ["ended_samples", "logs_of", "scored_samples", "why_failed"]

_BATCH = 32  # samples read at a time: each reading takes time with the length of the log, and pictures take memory


def logs_of(out: Path, tasks: Collection[str]) -> list[tuple[str, EvalLog]]:
    """The places and headers of the logs of these tasks in ``out/logs``, newest first.

    Raises:
        ValueError: a log is damaged; one line that names it.
    """
    folder = out / "logs"
    if not folder.is_dir():
        return []
    headers = [(info.name, _header(info)) for info in list_eval_logs(str(folder))]
    mine = [(name, log) for name, log in headers if log.eval.task in tasks]
    return sorted(mine, key=lambda pair: (pair[1].eval.created, pair[0]), reverse=True)


def ended_samples(path: str, without: Collection[str] = ()) -> Iterator[EvalSample]:
    """The samples in a log but those that were under way when the user stopped the run.

    They are whole, or without some fields, which then need not be read.
    """
    keys = list(dict.fromkeys((summary.id, summary.epoch) for summary in read_eval_log_sample_summaries(path)))
    batches = (keys[first : first + _BATCH] for first in range(0, len(keys), _BATCH))
    for sample in chain.from_iterable(_samples(path, batch, set(without)) for batch in batches):
        # Inspect keeps the repr of the cancellation.
        if sample.error is None or not sample.error.message.startswith(("CancelledError(", "Cancelled(")):
            yield sample


def scored_samples(path: str) -> Iterator[EvalSampleSummary]:
    """Summaries of the samples in a log that have been scored, read without what is large in them."""
    for sample in read_eval_log_sample_summaries(path):
        if sample.completed and not sample.error and sample.scores:
            yield sample


def why_failed(sample: EvalSample, score: Score | None) -> str:
    """One line on why a sample has no result."""
    if sample.error:
        return one_line(sample.error.message)
    if sample.limit:
        return f"stopped at the {sample.limit.type} limit of {sample.limit.limit:g}"
    return (score and score.explanation) or "not scored"


def _header(info: EvalLogInfo) -> EvalLog:
    try:
        return read_eval_log(info, header_only=True)
    except Exception as error:  # whatever a cut file makes the readers of ZIP and JSON raise
        raise ValueError(
            f"{info.name.removeprefix('file://')}: this log is damaged ({one_line(str(error))}); delete it and run the "
            "same command again: answers that came are kept beside it"
        ) from None


def _samples(path: str, keys: list[tuple[str | int, int]], without: set[str]) -> list[EvalSample]:
    return read_eval_log_samples_by_id(path, keys, resolve_attachments=True, exclude_fields=without)
