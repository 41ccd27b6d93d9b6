"""Where the parts of a dataset are made: in this process, in a pool of processes, on a Ray cluster."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from graphicacy.read.corpus.entry import Source
from graphicacy.read.dataset.make import Part, make_part
from graphicacy.read.dataset.plan import Plan

__all__ = ["ENGINES", "Engine", "Job", "Take", "WorkerDied"]

Job = tuple[int, tuple[tuple[Source, str], ...]]  # the number of a part, and its diagrams
Take = Callable[[], Job | None]  # the next job; None where none is needed before one that runs has come back
Engine = Callable[[Plan, Take, int], Iterator[tuple[int, Part]]]
_AHEAD = 2  # jobs for each worker that are given out at once: memory stays flat


class WorkerDied(RuntimeError):
    """A process that made parts was killed; what was finished is kept."""


def _here(plan: Plan, take: Take, workers: int) -> Iterator[tuple[int, Part]]:
    while job := take():
        yield job[0], make_part(plan, job[1])


def _pool(plan: Plan, take: Take, workers: int) -> Iterator[tuple[int, Part]]:
    """Processes of their own: started afresh, since threads and locks do not survive a fork."""
    executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    running: dict[Future[Part], int] = {}
    try:
        while True:
            while len(running) < _AHEAD * workers and (job := take()):
                running[executor.submit(make_part, plan, job[1])] = job[0]
            if not running:
                break
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
    except BrokenProcessPool:
        raise WorkerDied(
            "a process of the build was killed, perhaps for want of memory; run the command again to go on"
        ) from None
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _ray(plan: Plan, take: Take, workers: int) -> Iterator[tuple[int, Part]]:
    """Tasks on the cluster at ``RAY_ADDRESS``, or on one started here. Parts come back by value, so no disk is shared.

    Plain tasks, each with one logical CPU, cannot starve each other as actors and their pipelines can. A task whose
    node or process dies is run again, on another node if need be.
    """
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise RuntimeError("--engine ray needs the extra: pip install 'graphicacy[ray]'") from None
    started = not ray.is_initialized()
    if started:
        cpus = None if os.environ.get("RAY_ADDRESS") else workers
        ray.init(num_cpus=cpus, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        make = ray.remote(num_cpus=1, max_retries=5, retry_exceptions=False)(make_part)
        shared = ray.put(plan)
        running: dict[Any, int] = {}
        while True:
            width = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while len(running) < width and (job := take()):
                running[make.remote(shared, job[1])] = job[0]
            if not running:
                break
            for done in ray.wait(list(running), num_returns=1)[0]:
                index = running.pop(done)
                yield index, ray.get(done)
    finally:
        if started:
            ray.shutdown()


ENGINES: dict[str, Engine] = {"pool": _pool, "ray": _ray, "here": _here}
