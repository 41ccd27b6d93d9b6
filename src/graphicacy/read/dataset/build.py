"""Build a dataset in a folder: plan, make, finish; a killed build goes on where it was."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from graphicacy.read.dataset.card import card
from graphicacy.read.dataset.engines import ENGINES, Job
from graphicacy.read.dataset.finish import Built, digest_of, finish
from graphicacy.read.dataset.parts import Parts
from graphicacy.read.dataset.plan import PART, Plan

__all__ = ["DiskFull", "build"]


class DiskFull(RuntimeError):
    """There is no room left to write to; what was finished is kept."""


def build(
    plan: Plan,
    out: Path,
    *,
    engine: str = "pool",
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Built | None:
    """Make the dataset of a plan in ``out``: ``questions.parquet``, ``diagrams.parquet``, ``images/``, ``README.md``.

    ``engine`` is a name in ``ENGINES``; ``workers`` is as many processes as there are processors where None.
    ``progress`` is told how many diagrams of how many there are. Gives None where the folder holds this dataset
    already. Fewer diagrams than the plan says are taken only where the sources have no more.

    Raises ``ValueError`` where no diagram can be used, ``FileExistsError`` where the folder holds something else or
    another build is at work there, ``NotADirectoryError``, ``DiskFull``, ``engines.WorkerDied``, and ``RuntimeError``
    where the engine's package is missing or its cluster cannot be reached.
    """
    parts = Parts(out)
    if _is_there(plan, out) and not parts.begun:
        return None
    with _told_if_full(out), parts.alone():
        if _is_there(plan, out):  # a build was killed just before its end, or another one has ended meanwhile
            parts.close()
            return None
        parts.start(plan.digest())
        _make(plan, parts, engine, workers or os.cpu_count() or 1, progress)
        built = finish(plan, parts)
        if not built.diagrams:
            parts.close()
            raise ValueError(_nothing(built))
        (out / "README.md").write_text(card(plan, built), "utf-8")
        for name in ("diagrams.parquet", "questions.parquet"):  # the last one says that the dataset is there
            os.replace(out / f"{name}.new", out / name)
        parts.close()
    return built


def _is_there(plan: Plan, out: Path) -> bool:
    """Whether the dataset of a plan is in a folder. Raises ``FileExistsError`` where another one is."""
    there = digest_of(out)
    if there not in (None, plan.digest()):
        raise FileExistsError(f"{out}: another dataset is here; choose another folder, or delete it")
    return there is not None


@contextmanager
def _told_if_full(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull(f"{out}: the disk is full; make room and run the command again to go on") from None
        raise


def _make(plan: Plan, parts: Parts, engine: str, workers: int, progress: Callable[[int, int], None]) -> None:
    """Make parts until the first ones, without a gap, hold as many diagrams as are wanted."""
    have = _Have()
    jobs = enumerate(plan.parts())

    def take() -> Job | None:
        """The next part that is not there, unless those that are being made would do."""
        while have.expected < plan.count and (job := next(jobs, None)):
            if not parts.has(job[0]):
                have.running += 1
                return job
            have.add(job[0], parts.accepted(job[0]))
        return None

    with closing(ENGINES[engine](plan, take, workers)) as made:  # closed: its processes end before we go on
        for index, part in made:
            parts.save(index, part)
            have.running -= 1
            have.add(index, len(part.diagrams))
            progress(min(plan.count, have.total + sum(have.later.values())), plan.count)


@dataclass(slots=True)
class _Have:
    """What the parts hold: ``total`` diagrams in the first ones without a gap, ``later`` in others, by number."""

    first: int = 0
    total: int = 0
    running: int = 0
    later: dict[int, int] = field(default_factory=dict)

    def add(self, index: int, count: int) -> None:
        self.later[index] = count
        while self.first in self.later:
            self.total += self.later.pop(self.first)
            self.first += 1

    @property
    def expected(self) -> int:
        """Diagrams that there will be if none of those that are being made is thrown out."""
        return self.total + sum(self.later.values()) + PART * self.running


def _nothing(built: Built) -> str:
    first = f": {built.rejected[0].message}" if built.rejected else ""
    return f"none of {len(built.rejected)} diagrams can be used{first}"
