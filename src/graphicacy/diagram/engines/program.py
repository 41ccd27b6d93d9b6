"""Run an installed program shut in: it reads the system's files, writes one folder, and reaches nothing else."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import sandbox
from graphicacy.diagram.engines.guard import Caps

__all__ = ["run"]

_SYSTEM = ("/usr", "/bin", "/lib", "/lib64", "/opt", "/etc", "/var/lib/texmf", "/var/cache/fontconfig", "/dev/urandom")
_LARGEST_FILE = 64_000_000  # bytes


def run(name: str, command: list[str], folder: Path, environment: dict[str, str], caps: Caps) -> tuple[int, str]:
    """Run ``command`` in ``folder``; gives its exit code and the end of what it prints.

    Raises ``BadDrawing``, naming ``name``, when it breaks a cap.
    """
    output = folder / ".output"
    with output.open("wb") as file:
        process = subprocess.Popen(
            sandbox.command(__name__, "launch", command, str(folder), int(caps.cpu), caps.memory, _places(command)),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env={
                "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
                "HOME": str(folder),
                "TMPDIR": str(folder),
                **environment,
            },
            start_new_session=True,
        )
        try:
            code = process.wait(caps.wall)
        except subprocess.TimeoutExpired:
            raise BadDrawing(f"{name} was stopped after {caps.wall:g} s: the drawing is too complex") from None
        finally:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        raise BadDrawing(f"{name} was stopped after {caps.cpu:g} s of processor time: the drawing is too complex")
    return code, output.read_bytes()[-200_000:].decode("utf-8", "replace")


def launch(command: list[str], folder: str, cpu: int, memory: int, places: list[str]) -> None:
    """In the child: put on the limits, then become the program."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    sandbox.limit(memory, file_size=_LARGEST_FILE, open_files=256)
    sandbox.confine([*_SYSTEM, *places], [folder, "/dev/null"], programs=True)
    os.execv(command[0], command)


def _places(command: list[str]) -> list[str]:
    """Where the program and our own Python live."""
    return [str(Path(command[0]).resolve().parent.parent), sys.prefix, sys.base_prefix]
