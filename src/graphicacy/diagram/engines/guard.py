"""Run an engine on hostile input in a process that may crash, hang or eat memory without harm.

A few workers for each size of memory are started when first needed, kept, and replaced when they die or break a cap.
Usable from any number of threads. See ``sandbox`` for what a worker cannot do.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import pickle
import resource
import selectors
import signal
import struct
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import sandbox, worker

__all__ = ["Caps", "close", "guarded"]

_WORKERS = max(1, min(4, os.cpu_count() or 1))
_LINUX = sys.platform.startswith("linux")
_LARGEST_ANSWER = 256_000_000  # bytes
_SYSTEM_FILES = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/fonts",
                 "/usr/local/share/fonts", "/usr/share/zoneinfo", "/etc/ld.so.cache", "/dev/null", "/dev/urandom",
                 "/proc/self", "/nix/store", "/System/Library", "/Library/Fonts")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Caps:
    """What one job may use: seconds by the clock, seconds of processor, bytes of memory.

    ``jobs`` is how many a process does before a new one takes over, lest native libraries leak without end: more where
    starting is dear. A process that keeps a quarter of the memory after a job is replaced as well. ``workers`` is how
    many processes with this much memory there are at once.
    """

    wall: float = 20.0
    cpu: float = 15.0
    memory: int = 1 << 30
    jobs: int = 400
    workers: int = _WORKERS


def guarded(engine: str, function: str, *arguments: object, caps: Caps = Caps()) -> list[str | bytes]:
    """Call ``function`` ("module:name") with plain ``arguments`` in a guarded process; gives its texts and bytes.

    In a guarded process it is called there and then.

    Raises ``BadDrawing``, naming ``engine``, when the function refuses the input, fails, or breaks a cap, and
    ``RuntimeError`` when a package is missing or no process can be started.
    """
    if worker.confined:
        return worker.call(function, arguments)
    job = pickle.dumps((function, arguments, caps.wall, caps.cpu))
    for attempt in (1, 2):
        process = _pool.take(caps.memory, caps.workers)
        try:
            return process.run(engine, job, caps)
        except _NeverStarted:
            if attempt == 2:
                raise RuntimeError(f"{engine}: the guarded process could not be started: {process.why()}") from None
        finally:
            _pool.give_back(process, caps.jobs)
    raise AssertionError("unreachable")


def close() -> None:
    """End all workers; the next job starts new ones."""
    _pool.close()


class _NeverStarted(Exception):
    """The worker was gone before it took the job."""


class _Worker:
    """One child process and its two pipes."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.jobs = 0
        self.alive = True
        self.process = subprocess.Popen(
            sandbox.command("graphicacy.diagram.engines.worker", "main"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            cwd="/",
            start_new_session=True,
            bufsize=0,
        )
        with contextlib.suppress(OSError):
            self._send(pickle.dumps((_readable(), memory)))

    def run(self, engine: str, job: bytes, caps: Caps) -> list[str | bytes]:
        deadline = time.monotonic() + caps.wall
        self.jobs += 1
        try:
            self._send(job)
        except OSError:
            self.kill()
            raise _NeverStarted from None
        try:
            answer = self._receive(deadline)
        except (ValueError, KeyError, TypeError):  # no answer of ours: the worker is not itself any more
            self.kill()
            raise BadDrawing(f"{engine} {self._end(caps)}") from None
        except TimeoutError:
            self.kill()
            raise BadDrawing(f"{engine} was stopped after {caps.wall:g} s: the drawing is too complex") from None
        except EOFError:
            self.kill()
            raise BadDrawing(f"{engine} {self._end(caps)}") from None
        except BaseException:  # an interrupt of ours: the worker's state is unknown
            self.kill()
            raise
        return self._judge(engine, *answer)

    def why(self) -> str:
        return f"exit code {self.process.poll()}"

    def kill(self) -> None:
        self.alive = False
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _send(self, data: bytes) -> None:
        pipe = _pipe(self.process.stdin)
        view = memoryview(struct.pack(">Q", len(data)) + data)
        while view:
            view = view[pipe.write(view) :]

    def _receive(self, deadline: float) -> tuple[str, list[str | bytes]]:
        with selectors.DefaultSelector() as selector:
            selector.register(_pipe(self.process.stdout), selectors.EVENT_READ)
            (size,) = struct.unpack(">I", self._exactly(4, selector, deadline))
            head = json.loads(self._exactly(min(size, 10_000), selector, deadline))
            if sum(head["sizes"]) > _LARGEST_ANSWER:
                raise EOFError
            parts: list[str | bytes] = []
            for kind, length in zip(head["kinds"], head["sizes"], strict=True):
                data = self._exactly(int(length), selector, deadline)
                parts.append(data if kind == "b" else data.decode())
            return str(head["status"]), parts

    def _exactly(self, size: int, selector: selectors.BaseSelector, deadline: float) -> bytes:
        data = bytearray()
        while len(data) < size:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            if not selector.select(min(left, 0.5)):
                self._watch_memory()
                continue
            chunk = os.read(_pipe(self.process.stdout).fileno(), min(size - len(data), 1 << 20))
            if not chunk:
                raise EOFError
            data += chunk
        return bytes(data)

    def resident(self) -> int:
        """Bytes of memory that the process holds now."""
        if not _LINUX:
            shown = subprocess.run(["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, check=False)
            return int(shown.stdout.strip() or b"0") * 1024
        try:
            pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        except (OSError, IndexError):  # it has just died
            return 0
        return int(pages) * resource.getpagesize()

    def _watch_memory(self) -> None:
        """Where the system knows no cap on address space (macOS), look at the resident size twice a second."""
        if not _LINUX and self.resident() > self.memory:
            raise EOFError

    def _end(self, caps: Caps) -> str:
        code = self.process.returncode
        if code == -signal.SIGXCPU:
            return f"was stopped after {caps.cpu:g} s of processor time: the drawing is too complex"
        if code in (-signal.SIGALRM, -signal.SIGVTALRM):
            return f"was stopped after {caps.wall:g} s: the drawing is too complex"
        name = signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"
        return (
            f"gave up ({name}): it crashed, or needed more than {self.memory >> 20} MB of memory; simplify the drawing"
        )

    def _judge(self, engine: str, status: str, parts: list[str | bytes]) -> list[str | bytes]:
        if status == "ok":
            return parts
        said = " ".join(str(part) for part in parts)
        if status == "bad":
            raise BadDrawing(said)
        if status == "memory":
            self.kill()
            raise BadDrawing(f"{engine} needed more than {self.memory >> 20} MB of memory; simplify the drawing")
        if status == "missing":
            raise RuntimeError(f"{engine} is not usable: {said}; install the package again")
        self.kill()  # after a failure that nobody foresaw, trust no state
        raise BadDrawing(f"{engine} failed: {' '.join(said.split())[:300]}")


class _Pool:
    """Idle workers, and how many there are in all, of each size of memory: engines with unlike needs do not evict each
    other."""

    def __init__(self) -> None:
        self.idle: list[_Worker] = []
        self.count: Counter[int] = Counter()
        self.free = threading.Condition()

    def take(self, memory: int, most: int) -> _Worker:
        with self.free:
            while (worker := self._ready(memory)) is None and self.count[memory] >= most:
                self.free.wait()
            if worker is not None:
                return worker
            self.count[memory] += 1
        try:
            return _Worker(memory)
        except BaseException as error:
            with self.free:
                self.count[memory] -= 1
                self.free.notify_all()
            if isinstance(error, OSError):
                raise RuntimeError(f"no guarded process can be started: {error}") from error
            raise

    def _ready(self, memory: int) -> _Worker | None:
        """The idle worker of this size that was used last; those that have died meanwhile are cleared away."""
        for index in range(len(self.idle) - 1, -1, -1):
            if self.idle[index].memory == memory:
                worker = self.idle.pop(index)
                if worker.process.poll() is None:
                    return worker
                worker.kill()
                self.count[memory] -= 1
        return None

    def give_back(self, worker: _Worker, jobs: int) -> None:
        if worker.alive and (worker.jobs >= jobs or worker.resident() > worker.memory // 4):
            worker.kill()
        with self.free:
            if worker.alive:
                self.idle.append(worker)
            else:
                self.count[worker.memory] -= 1
            self.free.notify_all()

    def close(self) -> None:
        with self.free:
            idle, self.idle = self.idle, []
            self.count.subtract(process.memory for process in idle)
            self.free.notify_all()
        for process in idle:
            process.kill()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _readable() -> list[str]:
    """Folders that a worker may read: Python, the packages, the fonts."""
    from graphicacy.diagram import fonts

    own = [sys.prefix, sys.base_prefix, sys.exec_prefix, *(path for path in sys.path if path)]
    own += fonts.system_folders()
    own += [os.path.dirname(path) for path in (*fonts.font_files(), fonts.fontconfig_file())]
    return sorted({*own, *_SYSTEM_FILES})


def _environment() -> dict[str, str]:
    """A bare environment: no secrets, no user settings, the package's fonts."""
    from graphicacy.diagram import fonts

    return {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "FONTCONFIG_FILE": fonts.fontconfig_file(),
        "MALLOC_ARENA_MAX": "2",
        "OMP_NUM_THREADS": "1",
        "RAYON_NUM_THREADS": "1",
    }


_pool = _Pool()
atexit.register(close)


def _forget() -> None:
    """In a forked child the workers belong to the parent."""
    global _pool
    _pool = _Pool()


os.register_at_fork(after_in_child=_forget)
