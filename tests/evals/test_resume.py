"""A run that is killed at any moment is finished by the next, and nothing is drawn or judged twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from graphicacy.evals import RunError, run_draw
from loopback import KEY, Loopback, Reply, Request, chat
from small_suite import CHAT, JUDGE, PROMPTS, SVG, VERDICT, fenced

CHILD = """
import json, sys
from graphicacy.evals import run_draw
options = json.loads(sys.argv[1])
run_draw(**options)
"""


class Holding:
    """Answers ``good`` requests, then holds the others until the client has been killed."""

    def __init__(self, good: int) -> None:
        self.good, self.killed, self.held = good, Event(), Event()
        self.answered: list[Request] = []

    def __call__(self, request: Request) -> Reply:
        if not self.killed.is_set() and len(self.answered) >= self.good:
            self.held.set()
            self.killed.wait(60)
            return Reply(drop=True)
        self.answered.append(request)
        return chat(json.dumps(VERDICT)) if request.model == "judge-1" else fenced(SVG)


def _options(server: Loopback, suite: Path, out: Path) -> dict[str, Any]:
    access = {"base_url": server.url, "api_key": KEY}
    return {
        "models": [CHAT],
        "out": str(out),
        "suite": str(suite),
        "k": 3,
        "medium": "svg",
        "judges": [JUDGE],
        "text_engine": "live",
        "max_connections": 1,
        "model_args": access,
        "judge_args": access,
        "progress": False,
    }


@pytest.mark.parametrize("good", [0, 4, 7])
def test_killed_and_run_again(suite: Path, tmp_path: Path, good: int) -> None:
    script = Holding(good)
    out = tmp_path / "out"
    with Loopback(script) as server:
        options = _options(server, suite, out)
        child = subprocess.Popen([sys.executable, "-c", CHILD, json.dumps(options)])
        try:
            assert script.held.wait(60), "the child never asked"
            time.sleep(0.5)  # what was answered reaches the disk
        finally:
            child.send_signal(signal.SIGKILL)
            child.wait(10)
        script.killed.set()
        summary = run_draw(**options)

    assert (summary.exit_code, summary.count("ok")) == (0, 6)
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    assert [(line["task"], line["sample"]) for line in lines] == [(t, n) for t in PROMPTS for n in (1, 2, 3)]
    drawn = Counter(request.prompt for request in script.answered if request.model == "chat-1")
    assert drawn == dict.fromkeys(PROMPTS.values(), 3)
    judged = [request for request in script.answered if request.model == "judge-1"]
    assert len(judged) == 2, "the three drawings of a task are the same picture: judged once"
    assert all(line["tokens"] == 30 and line["seconds"] is not None for line in lines)


@pytest.mark.parametrize("good", [0, 7])
def test_interrupted_and_run_again(suite: Path, tmp_path: Path, good: int) -> None:
    """Ctrl-C, as a terminal sends it: to the whole group of processes."""
    script = Holding(good)
    out = tmp_path / "out"
    with Loopback(script) as server:
        child = subprocess.Popen(
            _command(server, suite, out),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            assert script.held.wait(60), "the child never asked"
            time.sleep(0.5)  # what was answered is scored
            os.killpg(child.pid, signal.SIGINT)
            shown, said = child.communicate(timeout=60)
        finally:
            child.kill()
            script.killed.set()
        lines = (out / "results.jsonl").read_text().splitlines()
        again = subprocess.run(_command(server, suite, out), capture_output=True, text=True, check=False)

    assert (child.returncode, shown) == (130, "")
    assert said == f"stopped: {len(lines)} of 6 samples are done; run the same command again to go on\n"
    assert {json.loads(line)["status"] for line in lines} == ({"ok"} if good else set())
    assert (again.returncode, again.stderr) == (0, "")
    assert len((out / "results.jsonl").read_text().splitlines()) == 6
    drawn = Counter(request.prompt for request in script.answered if request.model == "chat-1")
    assert drawn == dict.fromkeys(PROMPTS.values(), 3)


def _command(server: Loopback, suite: Path, out: Path) -> list[str]:
    """The command with the same options as ``_options``."""
    words = ["draw", "run", "--out", out, "--model", CHAT, "--suite", suite, "--medium", "svg", "--judge", JUDGE]
    words += ["--text-engine", "live", "--max-connections", 1, "--quiet"]
    for argument in (f"base_url={server.url}", f"api_key={KEY}"):
        words += ["-M", argument, "-J", argument]
    return [sys.executable, "-m", "graphicacy", *map(str, words)]


def test_a_finished_run_asks_nothing_more(suite: Path, tmp_path: Path) -> None:
    script = Holding(good=1000)
    with Loopback(script) as server:
        options = _options(server, suite, tmp_path / "out")
        first = run_draw(
            options["models"], tmp_path / "out", **{k: v for k, v in options.items() if k not in ("models", "out")}
        )
        asked = len(server.requests)
        again = run_draw(
            options["models"], tmp_path / "out", **{k: v for k, v in options.items() if k not in ("models", "out")}
        )

    assert len(server.requests) == asked
    assert again.results == first.results


def test_two_runs_cannot_write_to_one_folder(suite: Path, tmp_path: Path) -> None:
    script = Holding(0)
    with Loopback(script) as server:
        options = _options(server, suite, tmp_path / "out")
        child = subprocess.Popen([sys.executable, "-c", CHILD, json.dumps(options)])
        try:
            assert script.held.wait(60)
            with pytest.raises(RunError, match="another run is writing to this folder"):
                run_draw([CHAT], tmp_path / "out", suite=suite, model_args=options["model_args"])
        finally:
            child.kill()
            child.wait(10)
            script.killed.set()
