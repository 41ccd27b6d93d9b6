"""Chromium without a window, spoken to in the DevTools protocol over a pipe (``--remote-debugging-pipe``).

The pipe needs no port that others on the machine could reach, and no package. What a page may do is kept small: no
network (no socket of the internet can be opened at all on Linux, and no name resolves elsewhere), no files but the
system's and its own folder, a capped JavaScript heap. Whoever waits for an answer does so with a deadline.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import sandbox

__all__ = ["Browser", "BrowserGone", "find_chromium", "launch"]

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_START = 30.0  # seconds that a browser may take to come up
_LARGEST_MESSAGE = 256_000_000  # bytes
_FLAGS = (
    "--headless", "--remote-debugging-pipe", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps",
    "--disable-extensions", "--disable-dev-shm-usage", "--disable-breakpad", "--no-default-browser-check",
    "--disable-domain-reliability", "--disable-client-side-phishing-detection", "--metrics-recording-only",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,DialMediaRouteProvider",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=http://127.0.0.1:9", "--mute-audio", "--hide-scrollbars",
    "--force-color-profile=srgb", "--font-render-hinting=none", "--disable-lcd-text",
    "--js-flags=--max-old-space-size=768", "--password-store=basic", "--use-mock-keychain",
)  # fmt: skip
_SYSTEM = (
    "/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/etc", "/proc", "/sys", "/dev", "/snap", "/run/udev", "/nix",
    "/var/cache/fontconfig",
)  # fmt: skip


class BrowserGone(Exception):
    """The browser ended, or did not answer in time: it has to be started anew."""


def find_chromium() -> str | None:
    """Path of an installed Chromium or Chrome; None where there is none."""
    return next((path for name in (*_NAMES, *_APPLICATIONS) if (path := shutil.which(name))), None)


class Browser:
    """One running Chromium. Not for several threads at once. ``BadDrawing`` where none is installed."""

    def __init__(self, environment: dict[str, str], readable: list[str]) -> None:
        program = find_chromium()
        if program is None:
            raise BadDrawing("the engine chromium needs Chromium: install it (apt-get install chromium)")
        folder = self._folder = tempfile.mkdtemp(prefix="graphicacy-chromium-")
        self._last = 0
        self._rest = b""
        jobs, self._jobs = os.pipe()
        self._answers, answers = os.pipe()
        try:
            self.process = subprocess.Popen(
                sandbox.command(__name__, "launch", _command(program, folder), folder, readable, jobs, answers),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env=_environment(folder, environment),
                pass_fds=(jobs, answers),
                start_new_session=True,
            )
        finally:
            os.close(jobs)
            os.close(answers)
        os.set_blocking(self._jobs, False)

    def call(self, method: str, timeout: float, session: str = "", **parameters: object) -> dict[str, Any]:
        """The result of a DevTools method. Raises ``BrowserGone`` where none comes, ``RuntimeError`` where it fails."""
        self._last += 1
        message: dict[str, object] = {"id": self._last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        deadline = time.monotonic() + timeout
        self._send(json.dumps(message).encode() + b"\0", deadline)
        while True:
            answer = json.loads(self._receive(deadline))
            if answer.get("method") == "Inspector.targetCrashed":
                raise BrowserGone("the page crashed")
            if answer.get("id") == self._last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error'].get('message')}")
                return dict(answer["result"])

    def open_page(self) -> str:
        """The session of a new, empty page."""
        target = self.call("Target.createTarget", _START, url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", _START, targetId=target, flatten=True)
        return str(attached["sessionId"])

    def close(self) -> None:
        """End the browser with all its processes, and remove its folder."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self._jobs, self._answers):
            with contextlib.suppress(OSError):
                os.close(pipe)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _send(self, data: bytes, deadline: float) -> None:
        view = memoryview(data)
        with selectors.DefaultSelector() as selector:
            selector.register(self._jobs, selectors.EVENT_WRITE)
            while view:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise BrowserGone("it takes no more commands")
                try:
                    view = view[os.write(self._jobs, view[: 1 << 16]) :]
                except BlockingIOError:
                    continue
                except OSError as error:
                    raise BrowserGone(f"it ended ({error.strerror})") from None

    def _receive(self, deadline: float) -> bytes:
        """The next message, of which the pipe holds several, each ended by a zero byte."""
        pieces = [self._rest]
        size = len(self._rest)
        with selectors.DefaultSelector() as selector:
            selector.register(self._answers, selectors.EVENT_READ)
            while b"\0" not in pieces[-1]:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise BrowserGone("it did not answer in time")
                piece = os.read(self._answers, 1 << 20)
                size += len(piece)
                if not piece or size > _LARGEST_MESSAGE:
                    raise BrowserGone("it ended")
                pieces.append(piece)
        message, _, self._rest = b"".join(pieces).partition(b"\0")
        return message


def _environment(home: str, more: dict[str, str]) -> dict[str, str]:
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": home,
        "TMPDIR": home,
        "XDG_CACHE_HOME": home,
        "XDG_CONFIG_HOME": home,
        "LANG": "C.UTF-8",
        **more,
    }


def _command(program: str, folder: str) -> list[str]:
    # Chromium's own sandbox cannot be put up within ours, nor by root, nor in many containers.
    more = ["--no-sandbox"] if sys.platform.startswith("linux") else []
    return [program, *_FLAGS, *more, f"--user-data-dir={folder}", "about:blank"]


def launch(command: list[str], folder: str, readable: list[str], jobs: int, answers: int) -> None:
    """In the child: put the pipes where Chromium looks for them (3 and 4), shut the process in, become Chromium."""
    jobs, answers = os.dup(jobs), os.dup(answers)
    saved = [os.dup(jobs), os.dup(answers)]  # above 4 by now, so that putting one in place does not close the other
    os.dup2(saved[0], 3)
    os.dup2(saved[1], 4)
    sandbox.limit(None, file_size=256_000_000, open_files=4096)
    place = str(Path(command[0]).resolve().parent)
    sandbox.confine([*_SYSTEM, place, *readable], [folder, "/dev/null", "/dev/shm"], programs=True, local_sockets=True)
    os.execv(command[0], command)
