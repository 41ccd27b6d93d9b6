"""Inspect's own commands and ours give the same result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from inspect_ai.log import list_eval_logs, read_eval_log
from inspect_ai.scorer import Score

from graphicacy.evals import best_of_k, collect, run_draw
from loopback import KEY, Loopback, Reply, Request, chat
from small_suite import CHAT, JUDGE, SVG, VERDICT, fenced


def _script(request: Request) -> Reply:
    return chat(json.dumps(VERDICT)) if request.model.startswith("judge") else fenced(SVG)


def _inspect(server: Loopback, cache: Path, *arguments: str) -> str:
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
    return done.stdout


def test_inspect_eval_and_run_draw_give_the_same_result(suite: Path, tmp_path: Path) -> None:
    options = ["medium=svg", f"suite={suite}", "k=2", "repairs=1", "mode=strict", "text_engine=live"]
    with Loopback(_script) as server:
        _inspect(
            server,
            tmp_path / "cache",
            *("eval", "graphicacy/draw", "--model", CHAT, "--log-dir", str(tmp_path / "theirs" / "logs")),
            *(part for option in options for part in ("-T", option)),
            *("--model-role", f"judge={JUDGE}"),
        )
        access = {"base_url": server.url, "api_key": KEY}
        ours = run_draw(
            [CHAT],
            tmp_path / "ours",
            suite=suite,
            k=2,
            medium="svg",
            repairs=1,
            judges=[JUDGE],
            text_engine="live",
            model_args=access,
            judge_args=access,
            progress=False,
        )
    theirs = collect(tmp_path / "theirs")

    assert len(theirs) == 4
    plain = {"seconds": None}
    assert [r.model_copy(update=plain) for r in theirs] == [r.model_copy(update=plain) for r in ours.results]


def test_inspect_score_judges_stored_drawings(suite: Path, tmp_path: Path) -> None:
    with Loopback(_script) as server:
        access = {"base_url": server.url, "api_key": KEY}
        run_draw(
            [CHAT],
            tmp_path,
            suite=suite,
            k=1,
            medium="svg",
            text_engine="live",
            model_args=access,
            progress=False,
        )
        drawn = len(server.requests)
        (log,) = list_eval_logs(str(tmp_path / "logs"))
        command = ["score", log.name, "--scorer", "graphicacy/figure", "-S", "text_engine=live", "--action", "append"]
        _inspect(server, tmp_path / "cache", *command, "--model-role", f"judge={JUDGE}", "--overwrite")

    assert {request.model for request in server.requests[drawn:]} == {"judge-1"}
    assert [len(result.score.judgements) for result in collect(tmp_path) if result.score] == [1, 1]


def test_the_log_holds_what_its_readers_need(suite: Path, tmp_path: Path) -> None:
    with Loopback(_script) as server:
        access = {"base_url": server.url, "api_key": KEY}
        run_draw(
            [CHAT],
            tmp_path,
            suite=suite,
            k=2,
            medium="svg",
            judges=[JUDGE],
            text_engine="live",
            model_args=access,
            judge_args=access,
            progress=False,
        )
    (info,) = list_eval_logs(str(tmp_path / "logs"))
    log = read_eval_log(info)

    assert log.status == "success"
    assert log.results is not None
    assert {score.reducer for score in log.results.scores} == {"mean", "best_of_k"}
    assert {score.name for score in log.results.scores} == {"TF", "SC", "SQ", "CA", "overall"}
    assert log.samples is not None
    score = (log.samples[0].scores or {})["figure"]
    assert isinstance(score.value, dict)
    assert set(score.value) == {"TF", "SC", "SQ", "CA", "overall"}
    assert score.metadata is not None
    (judge,) = score.metadata["judges"]
    assert (judge["judge"], judge["served"]) == (JUDGE, "served-chat-1")
    assert judge["prompt"].startswith("judge-v1:")
    assert json.loads(judge["answers"][0]) == VERDICT


def test_the_best_of_k_is_one_whole_candidate() -> None:
    def candidate(**value: float) -> Score:
        return Score(value=value)

    nan = float("nan")
    first = candidate(TF=0.9, SC=0.1, overall=0.5)
    best = candidate(TF=0.2, SC=0.9, overall=0.6)
    unscored = candidate(TF=1.0, SC=nan, overall=nan)

    assert best_of_k()([unscored, first, best, Score.unscored()]) is best
    assert best_of_k()([first, candidate(TF=0.1, SC=0.1, overall=0.5)]) is first
    assert best_of_k()([unscored]) is unscored


@pytest.mark.parametrize("name", ["draw", "figure", "draw_figure"])
def test_the_entry_point_names_what_inspect_finds(name: str) -> None:
    from inspect_ai._util.registry import registry_info

    import graphicacy._registry as registry

    assert registry_info(getattr(registry, name)).name == f"graphicacy/{name}"
