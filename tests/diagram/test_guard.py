"""The guarded process: what it forbids, what it survives, what it says."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import guard
from graphicacy.diagram.engines.guard import Caps, guarded

JOBS = """
import ctypes, os, socket, subprocess, time

def attempt(what, path):
    try:
        if what == "read": open(path).read()
        elif what == "list": os.listdir(path)
        elif what == "write": open(path, "w").write("x")
        elif what == "connect": socket.create_connection(("127.0.0.1", 9), 1)
        elif what == "socket": socket.socket()
        elif what == "start": subprocess.run(["/bin/true"])
        elif what == "kill": os.kill(os.getppid(), 0)
        return "done"
    except OSError as error:
        return type(error).__name__

def echo(*values): return list(values)
def environment(): return " ".join(os.environ)
def hang(): time.sleep(600)
def spin():
    while True: pass
def eat():
    blocks = []
    while True: blocks.append(bytearray(50_000_000))
def crash(): ctypes.string_at(0)
def stop(): os._exit(3)
def pid(): return str(os.getpid())
kept = []
def keep(): kept.append(bytearray(os.urandom(1 << 20) * 130)); return str(os.getpid())
def slow_pid(): time.sleep(0.3); return str(os.getpid())
def fail(): raise ValueError("what\\na mess")
def absent(): import no_such_package
"""


@pytest.fixture(scope="module", autouse=True)
def jobs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("jobs")
    (folder / "guard_jobs.py").write_text(JOBS)
    guard.close()
    sys.path.insert(0, str(folder))
    yield
    sys.path.remove(str(folder))
    guard.close()


USUAL = Caps(wall=10, cpu=10, memory=400 << 20)


def call(name: str, *arguments: object, caps: Caps = USUAL) -> list[str | bytes]:
    return guarded("engine", f"guard_jobs:{name}", *arguments, caps=caps)


def test_values_go_there_and_come_back() -> None:
    assert call("echo", "é\n", b"\x00\xff", "", "x" * 3_000_000) == ["é\n", b"\x00\xff", "", "x" * 3_000_000]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel of this system cannot forbid it")
@pytest.mark.parametrize("what", ["socket", "connect", "start", "kill"])
def test_it_reaches_nothing(what: str) -> None:
    assert call("attempt", what, "") == ["PermissionError"]


def _landlock() -> bool:
    if not sys.platform.startswith("linux"):
        return False
    return int(ctypes.CDLL(None).syscall(444, None, 0, 1)) > 0  # asks for the version


@pytest.mark.skipif(not _landlock(), reason="the kernel of this system has no Landlock")
def test_it_reads_no_file_of_the_user(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x")
    assert call("attempt", "read", str(secret)) == ["PermissionError"]
    assert call("attempt", "read", "/etc/passwd") == ["PermissionError"]
    assert call("attempt", "list", str(tmp_path)) == ["PermissionError"]


def test_it_writes_no_file(tmp_path: Path) -> None:
    assert call("attempt", "write", str(tmp_path / "new")) != ["done"]
    assert not (tmp_path / "new").exists() or (tmp_path / "new").stat().st_size == 0


def test_its_environment_has_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    guard.close()
    (names,) = call("environment")
    assert "OPENAI_API_KEY" not in str(names)


@pytest.mark.parametrize(
    ("name", "caps", "said"),
    [
        ("hang", Caps(wall=0.5, cpu=10, memory=400 << 20), "engine was stopped after 0.5 s"),
        ("spin", Caps(wall=30, cpu=0.2, memory=400 << 20), "engine was stopped after 0.2 s of processor time"),
        ("eat", Caps(wall=10, cpu=10, memory=300 << 20), "engine needed more than 300 MB"),
        ("crash", Caps(wall=10, cpu=10, memory=400 << 20), r"engine gave up \(SIGSEGV\)"),
        ("stop", Caps(wall=10, cpu=10, memory=400 << 20), r"engine gave up \(exit code 3\)"),
        ("fail", Caps(wall=10, cpu=10, memory=400 << 20), "engine failed: ValueError: what a mess"),
    ],
)
def test_a_broken_cap_is_one_clear_line_and_the_next_job_runs(name: str, caps: Caps, said: str) -> None:
    with pytest.raises(BadDrawing, match=said) as caught:
        call(name, caps=caps)
    assert "\n" not in str(caught.value)
    assert call("echo", "still here") == ["still here"]


def test_a_missing_package_is_no_fault_of_the_drawing() -> None:
    with pytest.raises(RuntimeError, match=r"engine is not usable: .*no_such_package"):
        call("absent")


def test_a_worker_is_kept_between_jobs() -> None:
    assert call("pid") == call("pid")


def test_workers_of_another_size_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_WORKERS", 1)
    large = Caps(wall=10, cpu=10, memory=500 << 20)
    first, other = call("pid"), call("pid", caps=large)
    assert first != other
    assert [call("pid"), call("pid", caps=large)] == [first, other]


def test_a_worker_is_replaced_after_its_jobs() -> None:
    two = Caps(wall=10, cpu=10, memory=450 << 20, jobs=2)
    pids = [str(call("pid", caps=two)[0]) for _ in range(4)]
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_a_worker_that_keeps_a_quarter_of_its_memory_is_replaced() -> None:
    assert call("keep") != call("pid")


def test_a_worker_killed_between_jobs_is_replaced() -> None:
    (first,) = call("pid")
    os.kill(int(first), signal.SIGKILL)
    time.sleep(0.1)
    assert call("pid") != [first]


def test_a_worker_killed_in_the_middle_of_a_job_is_reported() -> None:
    (first,) = call("pid")
    threading.Timer(0.3, os.kill, (int(first), signal.SIGKILL)).start()
    with pytest.raises(BadDrawing, match=r"engine gave up \(SIGKILL\)"):
        call("hang")
    assert call("echo", "x") == ["x"]


def test_threads_share_the_pool() -> None:
    with ThreadPoolExecutor(8) as threads:
        pids = list(threads.map(lambda _: call("slow_pid")[0], range(8)))
    assert 1 <= len(set(pids)) <= guard._WORKERS


def test_workers_end_with_the_parent(tmp_path: Path) -> None:
    script = (
        "import os, sys\n"
        f"sys.path[:] = {sys.path!r}\n"
        "from graphicacy.diagram.engines.guard import guarded\n"
        "print(guarded('x', 'guard_jobs:pid')[0], flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    worker = int(shown.stdout)
    for _ in range(50):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the worker outlived its parent")
