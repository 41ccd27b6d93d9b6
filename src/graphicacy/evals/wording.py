"""Questions of a dataset in the words of a language model: what ``graphicacy read reword`` does.

The model writes candidates from the logical form of a question, without its nodes. A candidate counts only where the
algorithm reads exactly the same question back from it. The answers stay what they are; so do questions for which no
candidate counts.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessageUser, Model

from graphicacy.evals.asking import OutOfTime, ask, for_each
from graphicacy.evals.failures import Unreachable
from graphicacy.evals.models import make_model
from graphicacy.evals.progress import Listener, reported
from graphicacy.evals.rewording import LANGUAGE, Job, jobs_of, wordings
from graphicacy.evals.running import RunError, RunStopped, locked, one_line_errors
from graphicacy.read.dataset.load import REWORDED, Dataset, open_dataset
from graphicacy.read.journal import Journal
from graphicacy.read.phrasing import read_candidates

__all__ = ["Reworded", "reword"]

_REJECTED = "reword-rejected.jsonl"


@dataclass(frozen=True, slots=True)
class Reworded:
    """How a run ended.

    ``questions`` are those of the language tasks, ``reworded`` those with new words. ``kept`` counts questions that no
    model is asked about, ``rejected`` candidates that do not count, both by cause.
    """

    questions: int
    reworded: int
    kept: Mapping[str, int]
    rejected: Mapping[str, int]
    failures: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 where the model answered whenever it was asked, else 1."""
        return int(bool(self.failures))

    def to_json(self) -> dict[str, Any]:
        """What ``graphicacy read reword --json`` prints."""
        return {
            "questions": self.questions,
            "reworded": self.reworded,
            "kept": dict(self.kept),
            "rejected": dict(self.rejected),
            "failures": list(self.failures),
        }


def reword(
    data: Path,
    model: str,
    *,
    candidates: int = 4,
    max_connections: int = 8,
    time_limit: float | None = None,
    retries: int = 6,
    model_args: Mapping[str, Any] | None = None,
    progress: bool | Listener = True,
) -> Reworded:
    """Asks a model for ``candidates`` wordings of each question of the language tasks, and keeps one that is sound.

    Questions that ask the same, of several pictures of a diagram or with other words for its nodes, get the same one.
    New words are added to ``reworded.jsonl`` in the folder ``data``, other candidates to ``reword-rejected.jsonl``; a
    question that is in either, by this model, is not asked about again.

    Raises:
        RunError: the run cannot begin, or the model is not there.
        RunStopped: the user stopped it (Ctrl-C).
    """
    with one_line_errors():
        dataset = open_dataset(data)
        asked = make_model(model, model_args)
    with locked(data), one_line_errors():
        run = _Run(asked, dataset, candidates, time_limit, retries)
        run.read()
        try:
            planned = sum(question.task in LANGUAGE for question in dataset.questions())
            with reported(progress, planned, len(run.settled), "rewording") as run.listener:
                failures = asyncio.run(for_each(run.jobs(), run.reword, max_connections))
        except Unreachable as error:
            raise RunError(f"{error}; what was finished is in {data}") from None
        except KeyboardInterrupt:
            raise RunStopped(
                f"stopped: {len(run.reworded)} questions have new words; run the same command again to go on"
            ) from None
        lines = tuple(f"{line} ({n} question{'s' * (n > 1)})" for line, n in Counter(failures).most_common())
        return Reworded(
            planned,
            len(run.reworded),
            dict(run.kept.most_common()),
            dict(run.causes.most_common()),
            lines,
        )


@dataclass(slots=True)
class _Run:
    """What is known of a dataset's folder: which questions are settled."""

    model: Model
    dataset: Dataset
    candidates: int
    time_limit: float | None
    retries: int
    reworded: set[str] = field(default_factory=set)
    settled: set[str] = field(default_factory=set)
    kept: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    listener: Listener = field(default=lambda outcome: None)

    def read(self) -> None:
        """Read what earlier runs have left."""
        self.reworded = {str(line["id"]) for line in Journal(self.dataset.folder / REWORDED).records()}
        self.settled = set(self.reworded)
        for line in Journal(self.dataset.folder / _REJECTED).records():
            if line.get("model") == str(self.model):
                self.causes[str(line.get("cause"))] += 1
                self.settled.update(map(str, line.get("ids", ())))

    def jobs(self) -> Iterator[Job]:
        return jobs_of(self.dataset, self.settled, self.candidates, self.kept)

    async def reword(self, job: Job) -> None:
        """Ask for candidates, and give one of those that count to each question of a job."""
        try:
            output = await ask(self.model, [ChatMessageUser(content=job.prompt)], self.time_limit, self.retries)
        except OutOfTime as error:
            self._tell(job, False)
            raise Unreachable(str(error)) from None
        found = wordings(job, read_candidates(output.completion))
        words = Journal(self.dataset.folder / REWORDED)
        for key, text in found.texts.items():
            words.add({"id": key, "question": text, "model": str(self.model)})
        self.reworded.update(found.texts)
        rejected = Journal(self.dataset.folder / _REJECTED)
        ids = [asking.question.id for asking in job.askings]
        for candidate, cause in found.rejected:
            rejected.add({"ids": ids, "candidate": candidate, "cause": cause, "model": str(self.model)})
            self.causes[cause] += 1
        self._tell(job, bool(found.texts))

    def _tell(self, job: Job, is_reworded: bool) -> None:
        for _ in job.askings:
            self.listener("ok" if is_reworded else "failed")
