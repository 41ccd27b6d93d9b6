"""What every run into a folder needs: one at a time, faults in one line, an evaluation set that goes on."""

from __future__ import annotations

import contextlib
import io
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from inspect_ai import Task, eval_set
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import Model

from graphicacy.diagram.cache import held
from graphicacy.draw.record import DrawResult
from graphicacy.evals.failures import one_line
from graphicacy.read.record import ReadResult

__all__ = [
    "RunError",
    "RunStopped",
    "RunSummary",
    "environment",
    "evaluate",
    "failure_lines",
    "locked",
    "now",
    "one_line_errors",
]

Result = TypeVar("Result", DrawResult, ReadResult)


class RunError(ValueError):
    """A run that cannot begin: one line that says what is wrong and what to do."""


class RunStopped(KeyboardInterrupt):
    """A run that the user has stopped: one line that says how far it came. What was finished is in its folder."""


@dataclass(frozen=True, slots=True)
class RunSummary(Generic[Result]):
    """How a run ended. ``results`` are those of this run, also in ``out/results.jsonl``.

    ``failures`` are lines for the user, each naming the model, what to do, and how many samples it cost; ``notes``
    say what was left out.
    """

    out: Path
    planned: int
    results: tuple[Result, ...]
    failures: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def count(self, *statuses: str) -> int:
        """How many samples have one of these statuses."""
        return sum(result.status in statuses for result in self.results)

    @property
    def exit_code(self) -> int:
        """0 where every planned sample was answered, whatever the answer, else 1."""
        return int(self.count("failed") > 0 or len(self.results) < self.planned)


def evaluate(
    task: Task,
    models: list[Model],
    out: Path,
    *,
    max_connections: int,
    retries: int,
    time_limit: int | None,
    **options: Any,
) -> None:
    """One evaluation set, whose logs are in ``out/logs``; what it prints is left out: the run shows its own progress.

    A sample that fails leaves the others be, and makes its log one that is tried again. ``time_limit`` is in seconds,
    for one request; ``retries`` counts the requests after the first; ``options`` are more of ``eval_set``'s.

    Raises:
        KeyboardInterrupt: the user stopped it. Inspect keeps this to itself, and gives back fewer logs than models.
    """
    with contextlib.redirect_stdout(io.StringIO()):
        _, logs = eval_set(
            task,
            log_dir=str(out / "logs"),
            model=models,
            retry_attempts=1,
            retry_immediate=False,
            log_dir_allow_dirty=True,
            display="none",
            log_level="critical",
            ctl_server=False,
            fail_on_error=True,
            continue_on_fail=True,
            max_samples=max(max_connections, 2 * (os.cpu_count() or 1)),
            max_connections=max_connections,
            max_retries=retries,
            attempt_timeout=time_limit,
            **options,
        )
    if len(logs) < len(models) or any(log.status == "cancelled" for log in logs):
        raise KeyboardInterrupt


def failure_lines(reasons: Iterable[str]) -> tuple[str, ...]:
    """Reasons why samples failed, each once with how many it cost, the most frequent first."""
    counts = Counter(reasons).most_common()
    return tuple(f"{reason} ({n} sample{'s' * (n > 1)})" for reason, n in counts)


@contextlib.contextmanager
def locked(out: Path) -> Iterator[None]:
    """Holds the folder for one run: two runs that write the same logs would lose samples.

    Raises:
        RunError: another run holds it.
    """
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(held(out))
        except BlockingIOError:
            raise RunError(
                f"{out}: another run is writing to this folder; wait for it, or choose another --out"
            ) from None
        yield


@contextlib.contextmanager
def environment(**variables: str) -> Iterator[None]:
    """Sets environment variables within the block."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@contextlib.contextmanager
def one_line_errors() -> Iterator[None]:
    """Turns what can be wrong with a run's arguments into a ``RunError`` of one line."""
    try:
        yield
    except RunError:
        raise
    except (PrerequisiteError, ValueError, ImportError) as error:
        raise RunError(one_line(str(error))) from error


def now() -> str:
    """The time in UTC, to the second, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")
