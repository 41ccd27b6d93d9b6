"""A run that is killed at any moment is finished by the next, and nothing is asked twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from graphicacy.evals import RunError, run_read
from loopback import KEY, Loopback, Reply, Request
from small_dataset import Knowing

CHILD = """
import json, sys
from graphicacy.evals import RunStopped, run_read
try:
    run_read(**json.loads(sys.argv[1]))
except RunStopped as stopped:
    sys.exit(str(stopped))
"""


class Holding:
    """Answers ``good`` requests, then holds the others until the client has been killed."""

    def __init__(self, dataset: Path, good: int) -> None:
        self.knowing, self.good, self.killed, self.held = Knowing(dataset), good, Event(), Event()
        self.answered: list[str] = []

    def __call__(self, request: Request) -> Reply:
        if not self.killed.is_set() and len(self.answered) >= self.good:
            self.held.set()
            self.killed.wait(60)
            return Reply(drop=True)
        self.answered.append(self.knowing.asked(request).id)
        return self.knowing(request)


def _options(server: Loopback, dataset: Path, out: Path) -> dict[str, Any]:
    return {
        "models": ["openai-api/loopback/chat-1"],
        "data": str(dataset),
        "out": str(out),
        "limit": 12,
        "max_connections": 1,
        "model_args": {"base_url": server.url, "api_key": KEY},
        "progress": False,
    }


@pytest.mark.parametrize(("good", "how"), [(7, signal.SIGKILL), (7, signal.SIGINT)])
def test_stopped_and_run_again(dataset: Path, tmp_path: Path, good: int, how: signal.Signals) -> None:
    script = Holding(dataset, good)
    out = tmp_path / "out"
    with Loopback(script) as server:
        options = _options(server, dataset, out)
        command = [sys.executable, "-c", CHILD, json.dumps(options)]
        child = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
        try:
            assert script.held.wait(60), "the child never asked"
            time.sleep(0.5)  # what was answered is graded
            os.killpg(child.pid, how)
            _, said = child.communicate(timeout=60)
        finally:
            child.kill()
            script.killed.set()
        before = len((out / "results.jsonl").read_text().splitlines()) if how is signal.SIGINT else 0
        summary = run_read(**options)

    if how is signal.SIGINT:
        assert said == f"stopped: {before} of 12 questions are answered; run the same command again to go on\n"
        assert before >= good - 1
    assert (summary.exit_code, summary.count("ok")) == (0, 12)
    assert sorted(script.answered) == [result.id for result in summary.results]
    assert all(result.tokens == 30 and result.seconds is not None for result in summary.results)


def test_a_finished_run_asks_nothing_more(dataset: Path, tmp_path: Path) -> None:
    seen: list[str] = []
    with Loopback(Knowing(dataset)) as server:
        options = {**_options(server, dataset, tmp_path / "out"), "progress": seen.append}
        first, asked, told = run_read(**options), len(server.requests), len(seen)
        again = run_read(**options)

    assert (asked, len(server.requests), told, len(seen)) == (12, 12, 12, 12)
    assert again.results == first.results


def test_two_runs_cannot_write_to_one_folder(dataset: Path, tmp_path: Path) -> None:
    script = Holding(dataset, 0)
    with Loopback(script) as server:
        options = _options(server, dataset, tmp_path)
        child = subprocess.Popen([sys.executable, "-c", CHILD, json.dumps(options)])
        try:
            assert script.held.wait(60)
            with pytest.raises(RunError, match="another run is writing to this folder"):
                run_read(**options)
        finally:
            child.kill()
            child.wait(10)
            script.killed.set()
