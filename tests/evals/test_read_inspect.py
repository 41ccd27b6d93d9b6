"""``inspect eval graphicacy/read`` and ``run_read`` give the same; stored answers are graded again without asking."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from inspect_ai._util.registry import registry_info
from inspect_ai.log import list_eval_logs

from graphicacy.evals import collect_reading, run_read
from loopback import KEY, Loopback
from small_dataset import Knowing

MODEL = "openai-api/loopback/claude-x"


def _inspect(server: Loopback, cache: Path, *arguments: str) -> None:
    environment = {
        **os.environ,
        "LOOPBACK_BASE_URL": server.url,
        "LOOPBACK_API_KEY": KEY,
        "INSPECT_CACHE_DIR": str(cache),
        "INSPECT_DISPLAY": "plain",
    }
    command = [sys.executable, "-m", "inspect_ai", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_inspect_eval_and_run_read_give_the_same(dataset: Path, tmp_path: Path) -> None:
    with Loopback(Knowing(dataset, boxes={"claude-x": "claude"})) as server:
        _inspect(
            server,
            tmp_path / "cache",
            *("eval", "graphicacy/read", "--model", MODEL, "--log-dir", str(tmp_path / "theirs" / "logs")),
            *("--no-log-images", "-T", f"data={dataset}", "-T", "tasks=V3,S1,M1", "-T", "limit=7"),
        )
        ours = run_read(
            [MODEL],
            dataset,
            tmp_path / "ours",
            tasks=["V3", "S1", "M1"],
            limit=7,
            model_args={"base_url": server.url, "api_key": KEY},
            progress=False,
        )
        asked = len(server.requests)
        theirs = collect_reading(tmp_path / "theirs")
        (log,) = list_eval_logs(str(tmp_path / "theirs" / "logs"))
        _inspect(
            server,
            tmp_path / "cache",
            *("score", log.name, "--scorer", "graphicacy/answer", "--action", "overwrite", "--overwrite"),
        )
        again = collect_reading(tmp_path / "theirs")

    assert len(theirs) == 7
    plain = {"seconds": None}
    assert [r.model_copy(update=plain) for r in theirs] == [r.model_copy(update=plain) for r in ours.results]
    assert [r.model_copy(update=plain) for r in again] == [r.model_copy(update=plain) for r in theirs]
    assert (asked, len(server.requests)) == (14, 14)


@pytest.mark.parametrize("name", ["read", "answer", "answer_question"])
def test_the_entry_point_names_what_inspect_finds(name: str) -> None:
    import graphicacy._registry as registry

    assert registry_info(getattr(registry, name)).name == f"graphicacy/{name}"
