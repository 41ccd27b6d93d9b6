"""Shared fixtures. Real inputs live outside the project; tests that need them skip where they are absent."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from graphicacy import cli

_DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session", autouse=True)
def _interrupts() -> None:
    """Let Ctrl-C reach the commands that tests start, also where the tests run in the background of a shell.

    A shell makes what it starts there deaf to it, and they would inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of development data, named by GRAPHICACY_DATA or beside the checkout."""
    folder = Path(os.environ.get("GRAPHICACY_DATA", _DEFAULT))
    if not folder.is_dir():
        pytest.skip(f"no development data at {folder}: set GRAPHICACY_DATA to have this test run")
    return folder


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, str]]:
    """Runs ``graphicacy`` in this process; gives exit code, stdout and stderr."""

    def run(*words: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["graphicacy", *map(str, words)])
        code = 0
        try:
            cli.main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        out = capsys.readouterr()
        return code, out.out, out.err

    return run
