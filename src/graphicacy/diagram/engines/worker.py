"""The guarded process: reads jobs from standard input, answers on what was standard output, and imports little.

A job names a function ``module:name`` that takes and gives plain values. Answers are frames of text and bytes, never
pickles: what comes from a process that has worked on hostile input is not to be trusted.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pickle
import resource
import signal
import struct
from typing import BinaryIO

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import sandbox

__all__ = ["call", "confined", "main"]

confined = False  # whether this is a guarded process, once it takes jobs


def main() -> None:
    """Serve jobs until standard input ends."""
    jobs = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    setup = _read(jobs)
    if setup is None:
        return
    readable, memory = pickle.loads(setup)
    sandbox.limit(memory, file_size=0)
    sandbox.confine(readable)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    global confined
    confined = True
    while (job := _read(jobs)) is not None:
        function, arguments, wall, cpu = pickle.loads(job)
        _limit_time(wall, cpu)
        status, parts = _run(function, arguments)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _answer(answers, status, parts)


def _limit_time(wall: float, cpu: float) -> None:
    """Have the system end this process when the job takes too long, even if nobody watches any more."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    until = int(usage.ru_utime + usage.ru_stime + cpu) + 1
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    signal.setitimer(signal.ITIMER_REAL, wall + 2)


def call(function: str, arguments: tuple[object, ...]) -> list[str | bytes]:
    """What a function ("module:name") gives, as texts and bytes."""
    module, _, name = function.partition(":")
    result = getattr(importlib.import_module(module), name)(*arguments)
    return list(result) if isinstance(result, tuple | list) else [result]


def _run(function: str, arguments: tuple[object, ...]) -> tuple[str, list[str | bytes]]:
    try:
        return "ok", call(function, arguments)
    except BadDrawing as error:
        return "bad", [str(error)]
    except MemoryError:
        return "memory", []
    except ImportError as error:
        return "missing", [str(error)]
    except BaseException as error:  # a panic of an engine written in Rust derives from BaseException
        return "error", [f"{type(error).__name__}: {error}"]


def _read(jobs: BinaryIO) -> bytes | None:
    head = jobs.read(8)
    if len(head) < 8:
        return None
    (size,) = struct.unpack(">Q", head)
    body = jobs.read(size)
    return body if len(body) == size else None


def _answer(answers: BinaryIO, status: str, parts: list[str | bytes]) -> None:
    kinds = "".join("b" if isinstance(part, bytes) else "s" for part in parts)
    data = [part if isinstance(part, bytes) else part.encode("utf-8", "replace") for part in parts]
    head = json.dumps({"status": status, "kinds": kinds, "sizes": [len(part) for part in data]}).encode()
    answers.write(struct.pack(">I", len(head)) + head)
    for part in data:
        answers.write(part)
    answers.flush()
