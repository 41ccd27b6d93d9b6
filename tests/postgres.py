"""A real PostgreSQL for tests: a new one on a free port of loopback, gone when the tests end."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import pytest

_SETTINGS = ("-c", "fsync=off", "-c", "shared_buffers=16MB", "-c", "max_connections=80")  # fsync: tests pull no plug


@contextmanager
def running_postgres() -> Iterator[str]:
    """The URL of a running server; skips where PostgreSQL is not installed."""
    tools = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    initdb = str(tools[-1]) if tools else shutil.which("initdb")
    if initdb is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    port, as_user = _free_port(), _other_user(folder)
    server = None
    try:
        make = [*as_user, initdb, "-D", str(folder / "data"), "-U", "study", "-A", "trust", "--no-sync"]
        subprocess.run([*make, "-E", "UTF8", "--locale=C"], check=True, capture_output=True, cwd="/")
        words = [*as_user, str(Path(initdb).with_name("postgres")), "-D", str(folder / "data"), "-p", str(port)]
        words += ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}", *_SETTINGS]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(words, stdout=log, stderr=log, cwd="/")
        ready = [str(Path(initdb).with_name("pg_isready")), "-q", "-h", "127.0.0.1", "-p", str(port), "-t", "1"]
        for _ in range(100):
            if subprocess.run(ready, check=False).returncode == 0:
                break
            sleep(0.1)
        else:
            pytest.fail(f"PostgreSQL did not start: {(folder / 'log').read_text()[-2000:]}")
        yield f"postgresql://study@127.0.0.1:{port}/postgres"
    finally:
        if server is not None:
            server.send_signal(signal.SIGINT)  # "fast": it does not wait for clients to leave
            server.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


def _other_user(folder: Path) -> list[str]:
    """What runs a command as somebody else where we are root, whom PostgreSQL refuses."""
    if os.geteuid() != 0:
        return []
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    if shutil.which("setpriv") is None:
        pytest.skip("PostgreSQL does not run as root, and there is no setpriv to become somebody else")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
