"""Where the parts of a dataset are made: in this process, in a pool of processes, on a Ray cluster."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from graphicacy.read.corpus.entry import Source
from graphicacy.read.dataset.make import Part, make_part
from graphicacy.read.dataset.plan import Plan

__all__ = ["ENGINES", "Engine", "Job", "Take", "WorkerDied"]

Job = tuple[int, tuple[tuple[Source, str], ...]]  # the number of a part, and its diagrams
Take = Callable[[], Job | None]  # the next job; None where none is needed before one that runs has come back
Made = Generator[tuple[int, Part], None, None]  # parts with their numbers, in any order
Engine = Callable[[Plan, Take, int], Made]
_AHEAD = 2  # jobs for each worker that are given out at once: memory stays flat
_PATIENCE = 60.0  # seconds without a part from the cluster, after which one is made here
_REACH = 10.0  # seconds in which a cluster must answer
_RETRIES = 5  # times that a part is begun again whose process or node died
_RAY_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # else it reports to its makers
    "RAY_NUM_REDIS_GET_RETRIES": "1",  # else it asks for a quarter of an hour where something else answers
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # else it warns of accelerators, of which none is used
}


class WorkerDied(RuntimeError):
    """A process that made parts was killed; what was finished is kept."""


def _here(plan: Plan, take: Take, workers: int) -> Made:
    while job := take():
        yield job[0], make_part(plan, job[1])


def _pool(plan: Plan, take: Take, workers: int) -> Made:
    """Processes of their own: started afresh, since threads and locks do not survive a fork.

    Each ends when the other end of a pipe is closed, which no one but this process holds: also where it is killed.
    """
    context = get_context("spawn")
    ending, held = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(workers, context, initializer=_end_with, initargs=(ending,))
    running: dict[Future[Part], int] = {}
    try:
        while True:
            while len(running) < _AHEAD * workers and (job := take()):
                with _no_interrupt():
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
        held.close()  # what still runs is given up
        executor.shutdown(wait=True, cancel_futures=True)
        ending.close()


def _end_with(ending: Connection) -> None:
    """Have this process end when the other end of a pipe is closed; what it started ends with it."""

    def watch() -> None:
        ending.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Hold Ctrl-C back: processes that are started meanwhile never get it, and leave it to this one."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ray(plan: Plan, take: Take, workers: int) -> Made:
    """Tasks on the cluster at ``RAY_ADDRESS``, or on one started here. Parts come back by value, so no disk is shared.

    Plain tasks, each with one logical CPU, cannot starve each other as actors and their pipelines can. A task whose
    node or process dies is run again, on another node if need be.
    """
    ray, started = _connected(workers)
    try:
        yield from _on_cluster(ray, plan, take)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        said = str(error).partition("\n")[0]
        raise WorkerDied(f"the Ray cluster lost a part of the build: {said}; run the command again to go on") from None
    finally:
        if started:
            ray.shutdown()


def _on_cluster(ray: Any, plan: Plan, take: Take) -> Made:
    """While the cluster gives nothing, for want of free CPUs or of nodes, parts are made here: it always goes on."""
    make = ray.remote(num_cpus=1, max_retries=_RETRIES)(_make_alike)
    shared = ray.put(plan)
    running: dict[Any, Job] = {}
    patience = _PATIENCE
    while True:
        width = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while len(running) < width and (job := take()):
            running[make.remote(version("graphicacy"), shared, job[1])] = job
        if not running:
            return
        finished = ray.wait(list(running), num_returns=1, timeout=patience)[0]
        patience = _PATIENCE if finished else 0.0
        for done in finished:
            yield running.pop(done)[0], ray.get(done)
        if not finished:
            waiting, (index, keys) = running.popitem()
            ray.cancel(waiting)
            yield index, make_part(plan, keys)


def _make_alike(wanted: str, plan: Plan, keys: tuple[tuple[Source, str], ...]) -> Part:
    """``make_part`` on another machine. Raises ``RuntimeError`` where it has another version, with other bytes."""
    if (there := version("graphicacy")) != wanted:
        raise RuntimeError(
            f"{socket.gethostname()} has graphicacy {there}, not {wanted}: install one version on all nodes"
        )
    return make_part(plan, keys)


def _connected(workers: int) -> tuple[Any, bool]:
    """Ray, and whether it was connected by us. Raises ``RuntimeError`` where it is missing, or no cluster answers."""
    address = os.environ.get("RAY_ADDRESS") or "local"
    for name, value in _RAY_SETTINGS.items():
        os.environ.setdefault(name, value)
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise RuntimeError("--engine ray needs the extra: pip install 'graphicacy[ray]'") from None
    if ray.is_initialized():
        return ray, False
    options = {"num_cpus": workers, "include_dashboard": False} if address == "local" else {}
    try:
        _reach(address)
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **options)
    except (OSError, RuntimeError, ValueError) as error:
        said = " ".join(str(error).split())[:200]
        raise RuntimeError(f"RAY_ADDRESS {address}: there is no Ray cluster to work on: {said}") from None
    return ray, True


def _reach(address: str) -> None:
    """Try to connect to ``host:port``, since Ray itself tries for minutes. Raises ``OSError``."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), _REACH).close()


ENGINES: dict[str, Engine] = {"pool": _pool, "ray": _ray, "here": _here}
